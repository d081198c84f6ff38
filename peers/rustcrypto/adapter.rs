// SPDX-License-Identifier: MIT
#![no_std]

#[path = "../../firmware/harness.rs"]
mod harness;

#[cfg(feature = "secp256k1")]
use k256 as library;
#[cfg(feature = "secp256r1")]
use p256 as library;
#[cfg(feature = "secp384r1")]
use p384 as library;
#[cfg(feature = "secp521r1")]
use p521 as library;

#[cfg(feature = "secp256k1")]
use k256::Secp256k1 as Curve;
#[cfg(feature = "secp256r1")]
use p256::NistP256 as Curve;
#[cfg(feature = "secp384r1")]
use p384::NistP384 as Curve;
#[cfg(feature = "secp521r1")]
use p521::NistP521 as Curve;

#[cfg(any(feature = "sign_message", feature = "sign_hedged"))]
use harness::message as message_of;
use harness::{code, input, output};
use library::elliptic_curve::sec1::ToSec1Point;
use library::elliptic_curve::{Error, PublicKey};

/// Of the field and of the order.
const BYTES: usize = if cfg!(feature = "secp384r1") {
    48
} else if cfg!(feature = "secp521r1") {
    66
} else {
    32
};
const PAIR: usize = 2 * BYTES;
const UNCOMPRESSED: u8 = 4;

#[cfg(any(feature = "keygen", feature = "sign"))]
mod random {
    use super::harness;
    use super::library::elliptic_curve::rand_core::{TryCryptoRng, TryRng};

    /// The lab's random bytes, as the library takes them.
    pub struct Pool;

    impl TryRng for Pool {
        type Error = harness::Drained;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            let mut bytes = [0; 4];
            self.try_fill_bytes(&mut bytes)?;
            Ok(u32::from_le_bytes(bytes))
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            let mut bytes = [0; 8];
            self.try_fill_bytes(&mut bytes)?;
            Ok(u64::from_le_bytes(bytes))
        }

        fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
            harness::random(out)
        }
    }

    impl TryCryptoRng for Pool {}
}

/// From x || y; a result is on the curve.
#[cfg(any(feature = "ecdh", feature = "verify", feature = "validate"))]
fn load(public_key: &[u8; PAIR]) -> Result<PublicKey<Curve>, Error> {
    let mut encoded = [UNCOMPRESSED; 1 + PAIR];
    encoded[1..].copy_from_slice(public_key);
    PublicKey::from_sec1_bytes(&encoded)
}

#[allow(dead_code)]
fn store(out: &mut [u8; PAIR], public_key: &PublicKey<Curve>) {
    out.copy_from_slice(&public_key.to_sec1_point(false).as_bytes()[1..]);
}

#[cfg(feature = "keygen")]
#[unsafe(no_mangle)]
extern "C" fn adapter_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    use library::SecretKey;
    use library::elliptic_curve::Generate;

    let (private_key, public_key) = unsafe { (output::<BYTES>(private_key), output(public_key)) };
    code(
        SecretKey::try_generate_from_rng(&mut random::Pool).map(|key| {
            private_key.copy_from_slice(&key.to_bytes());
            store(public_key, &key.public_key());
        }),
    )
}

#[cfg(feature = "ecdh")]
#[unsafe(no_mangle)]
extern "C" fn adapter_ecdh(secret: *mut u8, private_key: *const u8, public_key: *const u8) -> i32 {
    use library::SecretKey;

    let secret = unsafe { output::<BYTES>(secret) };
    let (private_key, public_key) = unsafe { (input::<BYTES>(private_key), input(public_key)) };
    code(SecretKey::from_slice(private_key).and_then(|key| {
        let shared = key.diffie_hellman(&load(public_key)?);
        secret.copy_from_slice(shared.raw_secret_bytes());
        Ok(())
    }))
}

#[cfg(feature = "sign")]
#[unsafe(no_mangle)]
extern "C" fn adapter_sign(signature: *mut u8, private_key: *const u8, digest: *const u8) -> i32 {
    use library::SecretKey;
    use library::ecdsa::Error;
    use library::elliptic_curve::Generate;

    let signature = unsafe { output::<PAIR>(signature) };
    let (private_key, digest) = unsafe { (input::<BYTES>(private_key), input::<DIGEST>(digest)) };
    let mut sign = || {
        let key = SecretKey::from_slice(private_key).map_err(|_| Error::new())?;
        // Drawn like a key, of as many bits as the order: of a scalar all bytes are drawn.
        let nonce =
            SecretKey::try_generate_from_rng(&mut random::Pool).map_err(|_| Error::new())?;
        let (made, _) = ecdsa::hazmat::sign_prehashed::<Curve>(
            &key.to_nonzero_scalar(),
            &nonce.to_nonzero_scalar(),
            digest,
        )?;
        signature.copy_from_slice(&made.to_bytes());
        Ok::<(), Error>(())
    };
    code(sign())
}

/// With the nonce of RFC 6979, made of these bytes too. SigningKey would do the same, but computes
/// the public key whenever one is made.
#[cfg(any(feature = "sign_message", feature = "sign_hedged"))]
fn sign_message(
    signature: *mut u8,
    private_key: *const u8,
    (message, length): (*const u8, usize),
    added: &[u8],
) -> Result<(), Error> {
    use ecdsa::DigestAlgorithm;
    use ecdsa::hazmat::sign_prehashed_rfc6979;
    use ecdsa::signature::digest::Digest;
    type Hash = <Curve as DigestAlgorithm>::Digest;

    let (signature, message) = unsafe { (output::<PAIR>(signature), message_of(message, length)) };
    let key = library::SecretKey::from_slice(unsafe { input::<BYTES>(private_key) })?;
    let digest = Hash::digest(message);
    let (made, _) = sign_prehashed_rfc6979::<Curve, Hash>(&key.to_nonzero_scalar(), &digest, added);
    signature.copy_from_slice(&made.to_bytes());
    Ok(())
}

#[cfg(feature = "sign_message")]
#[unsafe(no_mangle)]
extern "C" fn adapter_sign_message(
    signature: *mut u8,
    private_key: *const u8,
    message: *const u8,
    length: usize,
) -> i32 {
    code(sign_message(signature, private_key, (message, length), &[]))
}

#[cfg(feature = "sign_hedged")]
#[unsafe(no_mangle)]
extern "C" fn adapter_sign_hedged(
    signature: *mut u8,
    private_key: *const u8,
    message: *const u8,
    length: usize,
) -> i32 {
    let mut added = [0; DIGEST];
    code(
        harness::random(&mut added)
            .map_err(|_| Error)
            .and_then(|()| sign_message(signature, private_key, (message, length), &added)),
    )
}

/// Of the curve's hash.
#[cfg(any(feature = "sign", feature = "sign_hedged", feature = "verify"))]
const DIGEST: usize = if cfg!(feature = "secp521r1") {
    64
} else {
    BYTES
};

#[cfg(feature = "verify")]
#[unsafe(no_mangle)]
extern "C" fn adapter_verify(
    public_key: *const u8,
    digest: *const u8,
    signature: *const u8,
) -> i32 {
    use library::ecdsa::signature::hazmat::PrehashVerifier;
    use library::ecdsa::{Error, Signature, VerifyingKey};

    let (public_key, digest) = unsafe { (input(public_key), input::<DIGEST>(digest)) };
    let signature = unsafe { input::<PAIR>(signature) };
    let verify = || {
        let key = VerifyingKey::from(load(public_key).map_err(|_| Error::new())?);
        let signature = Signature::from_slice(signature)?;
        // On secp256k1 it refuses a larger s than half of the order, as Bitcoin does.
        #[cfg(feature = "secp256k1")]
        let signature = signature.normalize_s();
        key.verify_prehash(digest, &signature)
    };
    code(verify())
}

#[cfg(feature = "validate")]
#[unsafe(no_mangle)]
extern "C" fn adapter_validate(public_key: *const u8) -> i32 {
    code(load(unsafe { input(public_key) }).map(|_| ()))
}

#[cfg(feature = "decompress")]
#[unsafe(no_mangle)]
extern "C" fn adapter_decompress(public_key: *mut u8, compressed: *const u8) -> i32 {
    let public_key = unsafe { output(public_key) };
    let compressed = unsafe { input::<{ 1 + BYTES }>(compressed) };
    code(PublicKey::from_sec1_bytes(compressed).map(|key| store(public_key, &key)))
}
