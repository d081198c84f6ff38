// SPDX-License-Identifier: MIT
#![no_std]

#[path = "../../firmware/harness.rs"]
mod harness;

#[allow(dead_code)]
const SCALAR: usize = 32;
const FIELD: usize = 48;
const FIRST: usize = 2 * FIELD;
const SECOND: usize = 4 * FIELD;

/// Prepared points are kept on the C library's heap.
mod heap {
    use core::alloc::{GlobalAlloc, Layout};

    unsafe extern "C" {
        fn malloc(size: usize) -> *mut u8;
        fn free(memory: *mut u8);
    }

    struct Heap;

    unsafe impl GlobalAlloc for Heap {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            unsafe { malloc(layout.size()) }
        }

        unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
            unsafe { free(memory) }
        }
    }

    #[global_allocator]
    static HEAP: Heap = Heap;
}

/// The crate has the real part of a coordinate last.
#[cfg(any(feature = "bls_keygen", feature = "bls_verify"))]
fn exchanged(point: &[u8; SECOND]) -> [u8; SECOND] {
    let mut out = [0; SECOND];
    for (to, from) in out.chunks_exact_mut(FIRST).zip(point.chunks_exact(FIRST)) {
        to[..FIELD].copy_from_slice(&from[FIELD..]);
        to[FIELD..].copy_from_slice(&from[..FIELD]);
    }
    out
}

#[cfg(any(feature = "bls_sign", feature = "bls_verify"))]
fn hashed(message: &[u8]) -> bls12_381::G1Affine {
    use bls12_381::G1Projective;
    use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};

    const TAG: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
    let point =
        <G1Projective as HashToCurve<ExpandMsgXmd<sha2::Sha256>>>::hash_to_curve([message], TAG);
    point.into()
}

/// As the crate draws a number: 512 bits, reduced.
#[cfg(feature = "bls_keygen")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_keygen(private_key: *mut u8, public_key: *mut u8) -> i32 {
    use bls12_381::{G2Affine, Scalar};

    let private_key = unsafe { harness::output::<SCALAR>(private_key) };
    let public_key = unsafe { harness::output::<SECOND>(public_key) };
    let mut wide = [0; 2 * SCALAR];
    harness::code(harness::random(&mut wide).map(|()| {
        let scalar = Scalar::from_bytes_wide(&wide);
        *private_key = scalar.to_bytes();
        private_key.reverse();
        let point = G2Affine::from(G2Affine::generator() * scalar);
        *public_key = exchanged(&point.to_uncompressed());
    }))
}

#[cfg(feature = "bls_sign")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_sign(
    signature: *mut u8,
    private_key: *const u8,
    message: *const u8,
    length: usize,
) -> i32 {
    use bls12_381::{G1Affine, Scalar};

    let signature = unsafe { harness::output::<FIRST>(signature) };
    let mut bytes = *unsafe { harness::input::<SCALAR>(private_key) };
    bytes.reverse();
    let Some(scalar) = Option::<Scalar>::from(Scalar::from_bytes(&bytes)) else {
        return 1;
    };
    let message = unsafe { harness::message(message, length) };
    *signature = G1Affine::from(hashed(message) * scalar).to_uncompressed();
    0
}

/// Points are checked to be in their groups when they are read.
#[cfg(feature = "bls_verify")]
#[unsafe(no_mangle)]
extern "C" fn adapter_bls_verify(
    public_key: *const u8,
    message: *const u8,
    length: usize,
    signature: *const u8,
) -> i32 {
    use bls12_381::{G1Affine, G2Affine, G2Prepared, Gt, multi_miller_loop};

    let key = exchanged(unsafe { harness::input(public_key) });
    let key = Option::<G2Affine>::from(G2Affine::from_uncompressed(&key));
    let point = unsafe { harness::input(signature) };
    let point = Option::<G1Affine>::from(G1Affine::from_uncompressed(point));
    let (Some(key), Some(point)) = (key, point) else {
        return 1;
    };
    if bool::from(key.is_identity()) {
        return 1;
    }
    let hash = hashed(unsafe { harness::message(message, length) });
    let product = multi_miller_loop(&[
        (&point, &G2Prepared::from(-G2Affine::generator())),
        (&hash, &G2Prepared::from(key)),
    ]);
    (product.final_exponentiation() != Gt::identity()).into()
}
