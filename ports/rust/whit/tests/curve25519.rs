// SPDX-License-Identifier: MIT
//! X25519 and Ed25519: published answers, and what has to be refused.
#![cfg(all(feature = "x25519", feature = "ed25519"))]

mod common;

use common::{bytes, Broken, Counter};
use whit::ed25519::{Signature, SigningKey, VerifyingKey};
use whit::signature::{Keypair, RandomizedSigner, Signer, Verifier};
use whit::x25519::{PublicKey, SecretKey};
use whit::Error;

/// [RFC 8032, 7.1, test 2]
fn key() -> SigningKey {
    let seed = bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    SigningKey::from_seed(&seed).unwrap()
}

#[test]
fn signatures() {
    let public: [u8; 32] =
        bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    let expected: [u8; 64] = bytes(concat!(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ));
    assert_eq!(key().verifying_key().to_bytes(), public);
    let signature = key().sign(b"\x72");
    assert_eq!(signature.to_bytes(), expected);
    assert_eq!(key().sign_checked(b"\x72"), Ok(signature));
    let verifying = Keypair::verifying_key(&key());
    verifying.verify(b"\x72", &signature).unwrap();
    let hedged = key().sign_with_rng(&mut Counter(0), b"\x72");
    assert!(hedged != signature);
    verifying.verify(b"\x72", &hedged).unwrap();
    assert!(key().try_sign_with_rng(&mut Broken, b"\x72").is_err());
}

#[test]
fn forged() {
    let verifying = key().verifying_key();
    let good = key().sign(b"sample");
    for bit in 0..8 * Signature::BYTES {
        let mut changed = good.to_bytes();
        changed[bit / 8] ^= 1 << (bit % 8);
        let changed = Signature::from_bytes(&changed);
        assert!(verifying.verify(b"sample", &changed).is_err(), "bit {bit}");
    }
    assert_eq!(
        verifying.verify_strict(b"other", &good),
        Err(Error::SIGNATURE_INVALID)
    );
    let mut high = good.to_bytes();
    high[63] = 0xff; // s is not below the order
    let high = Signature::from_bytes(&high);
    assert_eq!(
        verifying.verify_strict(b"sample", &high),
        Err(Error::SIGNATURE_RANGE)
    );
}

#[test]
fn refused_keys() {
    let mut neutral = [0; 32];
    neutral[0] = 1;
    assert_eq!(
        VerifyingKey::from_bytes(&neutral),
        Err(Error::PUBLIC_KEY_SMALL_ORDER)
    );
    assert_eq!(
        VerifyingKey::from_bytes(&[0xff; 32]),
        Err(Error::PUBLIC_KEY_RANGE)
    );
    assert_eq!(
        VerifyingKey::try_from(&[1; 31][..]),
        Err(Error::PUBLIC_KEY_LENGTH)
    );
    let made = SigningKey::generate(&mut Broken).map(|_| ());
    assert_eq!(made, Err(Error::RANDOM_FAILED));
    let seed = SigningKey::generate(&mut Counter(0)).unwrap().to_seed();
    assert_eq!((seed[0], seed[31]), (1, 32));
}

/// [RFC 7748, 6.1]
#[test]
fn agreement() {
    let alice = bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    let bob = bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    let secret: [u8; 32] =
        bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    let (alice, bob) = (SecretKey::from_bytes(&alice), SecretKey::from_bytes(&bob));
    let shared = alice.diffie_hellman(&bob.public_key().unwrap()).unwrap();
    assert_eq!(shared.raw_secret_bytes(), &secret);
    let shared = bob.diffie_hellman(&alice.public_key().unwrap()).unwrap();
    assert_eq!(shared.raw_secret_bytes(), &secret);
}

#[test]
fn small_order() {
    let key = SecretKey::from_bytes(&[9; 32]);
    let shared = key.diffie_hellman(&PublicKey::from_bytes(&[0; 32]));
    assert_eq!(shared.map(|_| ()), Err(Error::PUBLIC_KEY_SMALL_ORDER));
}
