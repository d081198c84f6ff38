// SPDX-License-Identifier: MIT
#![no_std]

#[path = "../../firmware/harness.rs"]
mod harness;

#[cfg(feature = "bls12_381")]
use miracl_core::bls12381 as library;
#[cfg(feature = "bn_p254")]
use miracl_core::bn254 as library;

use library::big::MODBYTES as FIELD;

/// Of the order, in the lab.
#[cfg(any(feature = "bls_keygen", feature = "bls_sign"))]
const SCALAR: usize = 32;
const FIRST: usize = 2 * FIELD;
#[cfg(any(feature = "bls_keygen", feature = "bls_verify"))]
const SECOND: usize = 4 * FIELD;

/// The library has the real part of a coordinate last.
#[cfg(any(feature = "bls_keygen", feature = "bls_verify"))]
fn exchange(to: &mut [u8], from: &[u8]) {
    for (to, from) in to.chunks_exact_mut(FIRST).zip(from.chunks_exact(FIRST)) {
        to[..FIELD].copy_from_slice(&from[FIELD..]);
        to[FIELD..].copy_from_slice(&from[..FIELD]);
    }
}

/// Its function for making keys compresses the public one. This one draws as many bytes and reduces
/// them alike, but takes them as they are.
#[cfg(feature = "bls_keygen")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    use library::{big::BIG, dbig::DBIG, ecp2::ECP2, pair, rom};

    const MATERIAL: usize = 48;
    let private_key = unsafe { harness::output::<SCALAR>(private_key) };
    let public_key = unsafe { harness::output::<SECOND>(public_key) };
    let mut material = [0; MATERIAL];
    harness::code(harness::random(&mut material).map(|()| {
        let order = BIG::new_ints(&rom::CURVE_ORDER);
        let scalar = DBIG::frombytes(&material).ctdmod(&order, 8 * MATERIAL - order.nbits());
        let mut bytes = [0; FIELD];
        scalar.tobytes(&mut bytes);
        private_key.copy_from_slice(&bytes[FIELD - SCALAR..]);
        let mut encoded = [0; 1 + SECOND];
        pair::g2mul(&ECP2::generator(), &scalar).tobytes(&mut encoded, false);
        exchange(public_key, &encoded[1..]);
    }))
}

/// As its function for signing, but for compression.
#[cfg(feature = "bls_sign")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_sign(
    signature: *mut u8,
    private_key: *const u8,
    message: *const u8,
    length: usize,
) -> i32 {
    use library::{big::BIG, bls, pair};

    let signature = unsafe { harness::output::<FIRST>(signature) };
    let mut bytes = [0; FIELD];
    bytes[FIELD - SCALAR..].copy_from_slice(unsafe { harness::input::<SCALAR>(private_key) });
    let point = bls::bls_hash_to_point(unsafe { harness::message(message, length) });
    let mut encoded = [0; 1 + FIRST];
    pair::g1mul(&point, &BIG::frombytes(&bytes)).tobytes(&mut encoded, false);
    signature.copy_from_slice(&encoded[1..]);
    0
}

#[cfg(feature = "bls_verify")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_verify(
    public_key: *const u8,
    message: *const u8,
    length: usize,
    signature: *const u8,
) -> i32 {
    const UNCOMPRESSED: u8 = 4;
    let mut point = [UNCOMPRESSED; 1 + FIRST];
    let mut key = [UNCOMPRESSED; 1 + SECOND];
    point[1..].copy_from_slice(unsafe { harness::input::<FIRST>(signature) });
    exchange(&mut key[1..], unsafe {
        harness::input::<SECOND>(public_key)
    });
    let message = unsafe { harness::message(message, length) };
    (library::bls::core_verify(&point, message, &key) != library::bls::BLS_OK).into()
}
