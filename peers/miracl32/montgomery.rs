// SPDX-License-Identifier: MIT
//! Its functions for keys take them modulo the order of the base point, as RFC 7748 does not, so
//! that of the library comes the multiplication.

use crate::library::rom;
use crate::{BIG, BYTES, ECP, input, output};

/// The library's numbers are big-endian.
fn number(bytes: &[u8; BYTES]) -> BIG {
    let mut reversed = *bytes;
    reversed.reverse();
    BIG::frombytes(&reversed)
}

fn scalar(private_key: &[u8; BYTES]) -> BIG {
    let mut clamped = *private_key;
    if cfg!(feature = "curve25519") {
        clamped[0] &= 0xf8;
        clamped[BYTES - 1] = clamped[BYTES - 1] & 0x7f | 0x40;
    } else {
        clamped[0] &= 0xfc;
        clamped[BYTES - 1] |= 0x80;
    }
    number(&clamped)
}

fn multiply(out: &mut [u8; BYTES], private_key: &[u8; BYTES], point: &ECP) {
    point.mul(&scalar(private_key)).getx().tobytes(out);
    out.reverse();
}

#[cfg(feature = "keygen")]
#[unsafe(no_mangle)]
extern "C" fn adapter_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    use crate::harness::{code, random};

    let (private_key, public_key) = unsafe { (output::<BYTES>(private_key), output(public_key)) };
    code(random(private_key).map(|()| multiply(public_key, private_key, &ECP::generator())))
}

#[cfg(feature = "ecdh")]
#[unsafe(no_mangle)]
extern "C" fn adapter_ecdh(secret: *mut u8, private_key: *const u8, public_key: *const u8) -> i32 {
    let secret = unsafe { output(secret) };
    let (private_key, public_key) =
        unsafe { (input::<BYTES>(private_key), input::<BYTES>(public_key)) };
    let mut masked = *public_key;
    if cfg!(feature = "curve25519") {
        masked[BYTES - 1] &= 0x7f;
    }
    let mut x = number(&masked);
    x.rmod(&BIG::new_ints(&rom::MODULUS));
    multiply(secret, private_key, &ECP::new_big(&x));
    0
}
