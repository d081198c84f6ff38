// SPDX-License-Identifier: MIT

use crate::library::{ecdh, rom};
use crate::{BIG, BYTES, ECP, input, output};

const PAIR: usize = 2 * BYTES;
const UNCOMPRESSED: u8 = 4;

type Encoded = [u8; 1 + PAIR];

/// What an adapter returns.
fn code(accepted: bool) -> i32 {
    (!accepted).into()
}

#[cfg(any(feature = "ecdh", feature = "verify", feature = "validate"))]
fn encoded(public_key: &[u8; PAIR]) -> Encoded {
    let mut encoded = [UNCOMPRESSED; 1 + PAIR];
    encoded[1..].copy_from_slice(public_key);
    encoded
}

#[cfg(feature = "keygen")]
#[unsafe(no_mangle)]
extern "C" fn adapter_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    let (private_key, public_key) =
        unsafe { (output::<BYTES>(private_key), output::<PAIR>(public_key)) };
    let mut pool = crate::Pool { drained: false };
    let mut made: Encoded = [0; 1 + PAIR];
    let result = ecdh::key_pair_generate(Some(&mut pool), private_key, &mut made);
    public_key.copy_from_slice(&made[1..]);
    code(result == 0 && !pool.drained)
}

/// The library takes a point that is not on the curve for the point at infinity, and refuses it.
#[cfg(feature = "ecdh")]
#[unsafe(no_mangle)]
extern "C" fn adapter_ecdh(secret: *mut u8, private_key: *const u8, public_key: *const u8) -> i32 {
    let secret = unsafe { output::<BYTES>(secret) };
    let (private_key, public_key) = unsafe { (input::<BYTES>(private_key), input(public_key)) };
    code(
        ecdh::in_range(private_key)
            && ecdh::ecpsvdp_dh(private_key, &encoded(public_key), secret, 0) == 0,
    )
}

/// Of the curve's hash.
#[cfg(any(feature = "sign", feature = "verify"))]
const DIGEST: usize = if cfg!(feature = "secp521r1") {
    64
} else {
    BYTES
};

#[cfg(any(feature = "sign", feature = "verify"))]
fn digested(digest: *const u8) -> BIG {
    let mut bytes = [0; BYTES];
    bytes[BYTES - DIGEST..].copy_from_slice(unsafe { input::<DIGEST>(digest) });
    BIG::frombytes(&bytes)
}

/// The library's function of this kind hashes a message. This one does the same with a digest: it
/// inverts the nonce times another random number, too.
#[cfg(feature = "sign")]
#[unsafe(no_mangle)]
extern "C" fn adapter_sign(signature: *mut u8, private_key: *const u8, digest: *const u8) -> i32 {
    let signature = unsafe { output::<PAIR>(signature) };
    let private_key = unsafe { input::<BYTES>(private_key) };
    let order = BIG::new_ints(&rom::CURVE_ORDER);
    let mut key = BIG::frombytes(private_key);
    let mut pool = crate::Pool { drained: false };
    let mut nonce = BIG::randomnum(&order, &mut pool);
    let mut mask = BIG::randomnum(&order, &mut pool);
    let mut r = ECP::generator().mul(&mut nonce).getx();
    r.rmod(&order);
    let mut sum = BIG::modmul(&mut key, &mut r, &order);
    sum.add(&digested(digest));
    let mut inverse = BIG::modmul(&mut nonce, &mut mask, &order);
    inverse.invmodp(&order);
    let mut masked = BIG::modmul(&mut sum, &mut mask, &order);
    let mut s = BIG::modmul(&mut inverse, &mut masked, &order);
    r.tobytes(&mut signature[..BYTES]);
    s.tobytes(&mut signature[BYTES..]);
    let made = ecdh::in_range(&signature[..BYTES]) && ecdh::in_range(&signature[BYTES..]);
    code(ecdh::in_range(private_key) && made && !pool.drained)
}

#[cfg(feature = "verify")]
#[unsafe(no_mangle)]
extern "C" fn adapter_verify(
    public_key: *const u8,
    digest: *const u8,
    signature: *const u8,
) -> i32 {
    let public_key = unsafe { input::<PAIR>(public_key) };
    let signature = unsafe { input::<PAIR>(signature) };
    let key = ECP::frombytes(&encoded(public_key));
    let (r, s) = signature.split_at(BYTES);
    code(
        !key.is_infinity()
            && ecdh::in_range(r)
            && ecdh::in_range(s)
            && fits(&key, &mut digested(digest), r, s),
    )
}

#[cfg(feature = "verify")]
fn fits(key: &ECP, digest: &mut BIG, r: &[u8], s: &[u8]) -> bool {
    let order = BIG::new_ints(&rom::CURVE_ORDER);
    let mut r = BIG::frombytes(r);
    let mut inverse = BIG::frombytes(s);
    inverse.invmodp(&order);
    let of_base = BIG::modmul(digest, &mut inverse, &order);
    let of_key = BIG::modmul(&mut r, &mut inverse, &order);
    let sum = key.mul2(&of_key, &mut ECP::generator(), &of_base);
    let mut x = sum.getx();
    x.rmod(&order);
    !sum.is_infinity() && BIG::comp(&x, &r) == 0
}

#[cfg(feature = "validate")]
#[unsafe(no_mangle)]
extern "C" fn adapter_validate(public_key: *const u8) -> i32 {
    code(!ECP::frombytes(&encoded(unsafe { input(public_key) })).is_infinity())
}

#[cfg(feature = "decompress")]
#[unsafe(no_mangle)]
extern "C" fn adapter_decompress(public_key: *mut u8, compressed: *const u8) -> i32 {
    let public_key = unsafe { output::<PAIR>(public_key) };
    let point = ECP::frombytes(unsafe { input::<{ 1 + BYTES }>(compressed) });
    let mut made: Encoded = [0; 1 + PAIR];
    point.tobytes(&mut made, false);
    public_key.copy_from_slice(&made[1..]);
    code(!point.is_infinity())
}
