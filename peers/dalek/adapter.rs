// SPDX-License-Identifier: MIT
#![no_std]

#[path = "../../firmware/harness.rs"]
mod harness;

use harness::{input, output};

const KEY: usize = 32;

#[cfg(feature = "ecdh")]
#[unsafe(no_mangle)]
extern "C" fn adapter_ecdh(secret: *mut u8, private_key: *const u8, public_key: *const u8) -> i32 {
    let secret = unsafe { output::<KEY>(secret) };
    let (private_key, public_key) =
        unsafe { (input::<KEY>(private_key), input::<KEY>(public_key)) };
    *secret = x25519_dalek::x25519(*private_key, *public_key);
    0
}

#[cfg(all(feature = "keygen", feature = "curve25519"))]
#[unsafe(no_mangle)]
extern "C" fn adapter_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    use x25519_dalek::{PublicKey, StaticSecret};

    let (private_key, public_key) =
        unsafe { (output::<KEY>(private_key), output::<KEY>(public_key)) };
    harness::code(harness::random(private_key).map(|()| {
        *public_key = PublicKey::from(&StaticSecret::from(*private_key)).to_bytes();
    }))
}

#[cfg(feature = "ed25519")]
mod ed25519 {
    use crate::KEY;
    use crate::harness::{self, code, input, message as message_of, output};
    use ed25519_dalek::hazmat::{ExpandedSecretKey, raw_sign};
    use ed25519_dalek::{Sha512, Signature, SigningKey, Verifier, VerifyingKey};

    const PAIR: usize = 2 * KEY;

    #[cfg(feature = "keygen")]
    #[unsafe(no_mangle)]
    extern "C" fn adapter_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
        let (private_key, public_key) =
            unsafe { (output::<PAIR>(private_key), output::<KEY>(public_key)) };
        let mut seed = [0; KEY];
        code(harness::random(&mut seed).map(|()| {
            let key = SigningKey::from_bytes(&seed);
            *private_key = key.to_keypair_bytes();
            *public_key = key.verifying_key().to_bytes();
        }))
    }

    /// A SigningKey made of the bytes would compute the public key again.
    #[cfg(feature = "sign")]
    #[unsafe(no_mangle)]
    extern "C" fn adapter_sign(
        signature: *mut u8,
        private_key: *const u8,
        message: *const u8,
        length: usize,
    ) -> i32 {
        let (signature, message) =
            unsafe { (output::<PAIR>(signature), message_of(message, length)) };
        let pair = unsafe { input::<PAIR>(private_key) };
        let mut seed = [0; KEY];
        let mut public_key = [0; KEY];
        seed.copy_from_slice(&pair[..KEY]);
        public_key.copy_from_slice(&pair[KEY..]);
        code(VerifyingKey::from_bytes(&public_key).map(|public_key| {
            let key = ExpandedSecretKey::from(&seed);
            *signature = raw_sign::<Sha512>(&key, message, &public_key).to_bytes();
        }))
    }

    #[cfg(feature = "verify")]
    #[unsafe(no_mangle)]
    extern "C" fn adapter_verify(
        public_key: *const u8,
        message: *const u8,
        length: usize,
        signature: *const u8,
    ) -> i32 {
        let (public_key, message) =
            unsafe { (input::<KEY>(public_key), message_of(message, length)) };
        let signature = Signature::from_bytes(unsafe { input::<PAIR>(signature) });
        code(VerifyingKey::from_bytes(public_key).and_then(|key| key.verify(message, &signature)))
    }
}
