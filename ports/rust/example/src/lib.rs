// SPDX-License-Identifier: MIT
//! Keys are made with the board's generator, a message is signed and verified, a secret agreed on.
#![no_std]

use core::num::NonZeroU32;
use core::panic::PanicInfo;
use whit::rand_core::{CryptoRng, Error, RngCore};
use whit::signature::{RandomizedSigner, Signer, Verifier};
use whit::{ed25519, secp256r1, x25519};

extern "C" {
    /// Fills `out` from the board's generator; 0, or another number when it could not.
    fn board_random(out: *mut u8, length: usize) -> i32;
}

/// The board's generator, as rand_core has it.
struct Board;

impl RngCore for Board {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, out: &mut [u8]) {
        if self.try_fill_bytes(out).is_err() {
            panic!("no random bytes");
        }
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        match unsafe { board_random(out.as_mut_ptr(), out.len()) } {
            0 => Ok(()),
            _ => Err(NonZeroU32::new(Error::CUSTOM_START).unwrap().into()),
        }
    }
}

impl CryptoRng for Board {}

const MESSAGE: &[u8] = b"21.5 degrees";
const OTHER: &[u8] = b"99.9 degrees";

/// Whether the good signature is accepted, and not for another message.
fn judged<S>(key: &impl Verifier<S>, signature: &S) -> bool {
    key.verify(MESSAGE, signature).is_ok() && key.verify(OTHER, signature).is_err()
}

fn ecdsa() -> Result<bool, whit::Error> {
    let key = secp256r1::SecretKey::generate(&mut Board)?;
    let public = key.public_key()?;
    let plain = key.ecdsa_sign(MESSAGE)?;
    let hedged = key.ecdsa_sign_hedged(&mut Board, MESSAGE)?;
    Ok(plain != hedged && judged(&public, &plain) && judged(&public, &hedged))
}

fn eddsa() -> Result<bool, whit::signature::Error> {
    let key = ed25519::SigningKey::generate(&mut Board)?;
    let plain = key.try_sign(MESSAGE)?;
    let hedged = key.try_sign_with_rng(&mut Board, MESSAGE)?;
    let public = key.verifying_key();
    Ok(plain != hedged && judged(&public, &plain) && judged(&public, &hedged))
}

fn agreement() -> Result<bool, whit::Error> {
    let (one, other) = (
        x25519::SecretKey::generate(&mut Board)?,
        x25519::SecretKey::generate(&mut Board)?,
    );
    let here = one.diffie_hellman(&other.public_key()?)?;
    let there = other.diffie_hellman(&one.public_key()?)?;
    Ok(here.raw_secret_bytes() == there.raw_secret_bytes())
}

/// 0, or a bit for each that went wrong: 1 ECDSA, 2 Ed25519, 4 X25519.
#[no_mangle]
pub extern "C" fn example() -> u32 {
    let went = |result: bool, bit| if result { 0 } else { bit };
    went(ecdsa() == Ok(true), 1)
        | went(eddsa().unwrap_or(false), 2)
        | went(agreement() == Ok(true), 4)
}

/// Sign with a key of the caller's, 32 bytes, the message's SHA-256 being made here; the signature
/// has 64. 0, or another number for a key that is none.
///
/// # Safety
/// The buffers have these sizes.
#[no_mangle]
pub unsafe extern "C" fn example_sign(
    signature: *mut [u8; 64],
    key: *const [u8; 32],
    message: *const u8,
    length: usize,
) -> u32 {
    let message = core::slice::from_raw_parts(message, length);
    let made = secp256r1::SecretKey::from_bytes(&*key).and_then(|key| key.ecdsa_sign(message));
    match made {
        Ok(made) => {
            *signature = made.to_bytes();
            0
        }
        Err(_) => 1,
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}
