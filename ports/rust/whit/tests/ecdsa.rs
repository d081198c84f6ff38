// SPDX-License-Identifier: MIT
//! Keys, ECDH and ECDSA: published answers, and what has to be refused.
#![cfg(feature = "secp256r1")]

mod common;

use common::{bytes, Broken, Counter};
use whit::secp256r1::{PublicKey, SecretKey, Signature};
use whit::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use whit::signature::{RandomizedSigner, SignatureEncoding, Signer, Verifier};
use whit::Error;

const ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

fn key() -> SecretKey {
    let private = bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    SecretKey::from_bytes(&private).unwrap()
}

/// [RFC 6979, A.2.5]
#[test]
fn deterministic() {
    let signature: Signature = key().sign(b"sample");
    let expected: [u8; 64] = bytes(concat!(
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    ));
    assert_eq!(signature.to_bytes(), expected);
    let digest: [u8; 32] =
        bytes("af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
    assert_eq!(key().sign_prehash(&digest).unwrap(), signature);
    let public = key().public_key().unwrap();
    public.verify_prehash(&digest, &signature).unwrap();
    assert_eq!(key().ecdsa_sign_checked(&public, b"sample"), Ok(signature));
    public.ecdsa_verify_hardened(b"sample", &signature).unwrap();
}

#[test]
fn randomised() {
    let public = key().public_key().unwrap();
    let plain: Signature = key().sign(b"sample");
    let hedged = key().sign_with_rng(&mut Counter(0), b"sample");
    let other = key().sign_with_rng(&mut Counter(1), b"sample");
    assert!(plain != hedged && hedged != other);
    public.verify(b"sample", &hedged).unwrap();
    let prehash = key()
        .sign_prehash_with_rng(&mut Counter(7), &[3; 32])
        .unwrap();
    public.verify_prehash(&[3; 32], &prehash).unwrap();
}

/// Any bit of signature, message or key.
#[test]
fn forged() {
    let public = key().public_key().unwrap();
    let good: Signature = key().sign(b"sample");
    for bit in 0..8 * Signature::BYTES {
        let mut changed = good.to_bytes();
        changed[bit / 8] ^= 1 << (bit % 8);
        let changed = Signature::from_bytes(&changed);
        assert!(public.verify(b"sample", &changed).is_err(), "bit {bit}");
    }
    assert_eq!(
        public.ecdsa_verify(b"samplf", &good),
        Err(Error::SIGNATURE_INVALID)
    );
    let other = SecretKey::from_bytes(&[1; 32]).unwrap();
    let other = other.public_key().unwrap();
    assert_eq!(
        other.ecdsa_verify(b"sample", &good),
        Err(Error::SIGNATURE_INVALID)
    );
    let wrong = key().ecdsa_sign_checked(&other, b"sample");
    assert_eq!(wrong, Err(Error::FAULT));
    let zero = Signature::from_bytes(&[0; 64]);
    assert_eq!(
        public.ecdsa_verify(b"sample", &zero),
        Err(Error::SIGNATURE_RANGE)
    );
}

#[test]
fn encodings() {
    let public = key().public_key().unwrap();
    let compressed = public.to_compressed().unwrap();
    assert_eq!(PublicKey::from_sec1_bytes(&compressed), Ok(public));
    assert_eq!(
        PublicKey::from_sec1_bytes(&public.to_sec1_bytes()),
        Ok(public)
    );
    let signature: Signature = key().sign(b"sample");
    let mut buffer = [0; Signature::DER_BYTES];
    let der = signature.to_der(&mut buffer).unwrap();
    assert_eq!(Signature::from_der(der), Ok(signature));
    assert_eq!(
        Signature::from_der(&der[1..]),
        Err(Error::SIGNATURE_ENCODING)
    );
    assert_eq!(
        Signature::try_from(&[0u8; 63][..]),
        Err(Error::SIGNATURE_LENGTH)
    );
    assert_eq!(signature.encoded_len(), 64);
}

#[test]
fn refused_keys() {
    let made = |bytes: &[u8]| SecretKey::from_slice(bytes).map(|_| ());
    assert_eq!(made(&[0; 32]), Err(Error::PRIVATE_KEY_RANGE));
    assert_eq!(made(&bytes::<32>(ORDER)), Err(Error::PRIVATE_KEY_RANGE));
    assert_eq!(made(&[1; 31]), Err(Error::PRIVATE_KEY_LENGTH));
    assert_eq!(made(&[]), Err(Error::PRIVATE_KEY_LENGTH));

    let read = PublicKey::from_sec1_bytes;
    let good = key().public_key().unwrap().to_sec1_bytes();
    let mut bad = good;
    bad[64] ^= 1;
    assert_eq!(read(&bad), Err(Error::PUBLIC_KEY_CURVE));
    bad = good;
    bad[0] = 5;
    assert_eq!(read(&bad), Err(Error::PUBLIC_KEY_PREFIX));
    bad = [0xff; 65];
    bad[0] = 4;
    assert_eq!(read(&bad), Err(Error::PUBLIC_KEY_RANGE));
    assert_eq!(read(&[0]), Err(Error::PUBLIC_KEY_INFINITY));
    assert_eq!(read(&good[1..]), Err(Error::PUBLIC_KEY_LENGTH));
    assert_eq!(read(&[]), Err(Error::PUBLIC_KEY_LENGTH));
    let mut compressed = [0; 33];
    compressed[0] = 4;
    assert_eq!(read(&compressed), Err(Error::PUBLIC_KEY_PREFIX));
}

/// [RFC 5903, 8.1]
#[test]
fn agreement() {
    let one: [u8; 32] = bytes("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433");
    let other: [u8; 32] = bytes("c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53");
    let secret: [u8; 32] =
        bytes("d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de");
    let (one, other) = (
        SecretKey::from_bytes(&one).unwrap(),
        SecretKey::from_bytes(&other).unwrap(),
    );
    let shared = one.diffie_hellman(&other.public_key().unwrap()).unwrap();
    assert_eq!(shared.raw_secret_bytes(), &secret);
    let shared = other.diffie_hellman(&one.public_key().unwrap()).unwrap();
    assert_eq!(shared.raw_secret_bytes(), &secret);
}

#[test]
fn generators() {
    let made = SecretKey::generate(&mut Broken).map(|_| ());
    assert_eq!(made, Err(Error::RANDOM_FAILED));
    let one = SecretKey::generate(&mut Counter(0)).unwrap();
    assert_eq!(
        SecretKey::from_bytes(&one.to_bytes()).unwrap().to_bytes(),
        one.to_bytes()
    );
    assert!(key().try_sign_with_rng(&mut Broken, b"sample").is_err());
}

#[test]
fn nothing_secret_is_shown() {
    assert_eq!(format!("{:?}", key()), "SecretKey(..)");
    assert_eq!(format!("{:?}", Error::FAULT), "FAULT");
    assert_eq!(
        Error::PRIVATE_KEY_RANGE.to_string(),
        "zero, or not below the order"
    );
}
