// SPDX-License-Identifier: MIT
//! Known answers through the bindings: they fail where a binding differs from C.

use whit_sys::*;

#[allow(dead_code)]
fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    assert_eq!(hex.len(), 2 * N);
    let mut out = [0; N];
    for (index, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap();
    }
    out
}

/// [RFC 6979, A.2.5]: SHA-256 of "sample"
#[cfg(feature = "secp256r1")]
#[test]
fn ecdsa() {
    let private: [u8; secp256r1::PRIVATE_KEY_BYTES] =
        bytes("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    let r: [u8; 32] = bytes("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716");
    let s: [u8; 32] = bytes("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");
    let mut public = [0; secp256r1::PUBLIC_KEY_BYTES];
    let mut signature = [0; secp256r1::SIGNATURE_BYTES];
    let message = b"sample";
    unsafe {
        let status = secp256r1::public_key(public.as_mut_ptr(), private.as_ptr());
        assert_eq!(status, WHIT_OK);
        let status = secp256r1::sign(
            signature.as_mut_ptr(),
            private.as_ptr(),
            message.as_ptr(),
            message.len(),
        );
        assert_eq!(status, WHIT_OK);
        assert_eq!(signature[..32], r);
        assert_eq!(signature[32..], s);
        let verify = |message: &[u8]| {
            secp256r1::verify(
                public.as_ptr(),
                public.len(),
                message.as_ptr(),
                message.len(),
                signature.as_ptr(),
                signature.len(),
            )
        };
        assert_eq!(verify(message), WHIT_OK);
        assert_eq!(verify(b"Sample"), WHIT_ERROR_SIGNATURE_INVALID);
    }
}

/// The generic functions take the curve as an object.
#[cfg(feature = "secp256r1")]
#[test]
fn generic() {
    unsafe {
        let curve = core::ptr::addr_of!(whit_secp256r1);
        assert_eq!(whit_curve_order_bytes(curve), 32);
        assert_eq!(whit_curve_security_bits(curve), 128);
        let zero = [0; 32];
        let status = whit_key_validate_private(curve, zero.as_ptr(), zero.len());
        assert_eq!(status, WHIT_ERROR_PRIVATE_KEY_RANGE);
    }
}

/// [FIPS 180-4: "abc"], in two pieces
#[test]
fn hash() {
    let expected: [u8; 32] =
        bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let mut digest = [0; 32];
    let mut state = whit_hash_state {
        chain: [0; 16],
        length: 0,
        block: [0; 32],
    };
    unsafe {
        let sha256 = core::ptr::addr_of!(whit_sha256);
        whit_hash_init(sha256, &mut state);
        whit_hash_update(sha256, &mut state, b"a".as_ptr(), 1);
        whit_hash_update(sha256, &mut state, b"bc".as_ptr(), 2);
        whit_hash_final(sha256, &mut state, digest.as_mut_ptr());
    }
    assert_eq!(digest, expected);
}

/// [RFC 8032, 7.1, test 2]
#[cfg(feature = "ed25519")]
#[test]
fn ed25519() {
    let seed: [u8; WHIT_ED25519_SEED_BYTES] =
        bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    let expected: [u8; 32] =
        bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    let signed: [u8; 64] = bytes(concat!(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ));
    let mut private = [0; WHIT_ED25519_PRIVATE_KEY_BYTES];
    let mut public = [0; WHIT_ED25519_PUBLIC_KEY_BYTES];
    let mut signature = [0; WHIT_ED25519_SIGNATURE_BYTES];
    unsafe {
        let status =
            whit_ed25519_key_pair(private.as_mut_ptr(), public.as_mut_ptr(), seed.as_ptr());
        assert_eq!(status, WHIT_OK);
        assert_eq!(public, expected);
        let status = whit_ed25519_sign(
            signature.as_mut_ptr(),
            private.as_ptr(),
            b"\x72".as_ptr(),
            1,
        );
        assert_eq!(status, WHIT_OK);
    }
    assert_eq!(signature, signed);
}

#[cfg(feature = "x25519")]
unsafe extern "C" fn counting(
    context: *mut core::ffi::c_void,
    out: *mut u8,
    length: usize,
) -> whit_status {
    let next = &mut *context.cast::<u8>();
    for index in 0..length {
        *next += 1;
        *out.add(index) = *next;
    }
    WHIT_OK
}

#[cfg(feature = "x25519")]
unsafe extern "C" fn failing(_: *mut core::ffi::c_void, _: *mut u8, _: usize) -> whit_status {
    WHIT_ERROR_RANDOM_FAILED
}

#[cfg(feature = "x25519")]
/// A source of random bytes in Rust is called from C with its context, and its error comes back.
#[test]
fn random() {
    let mut next = 0u8;
    let source = whit_random {
        fill: Some(counting),
        context: (&mut next as *mut u8).cast(),
    };
    let broken = whit_random {
        fill: Some(failing),
        context: core::ptr::null_mut(),
    };
    let mut private = [0; WHIT_X25519_PRIVATE_KEY_BYTES];
    let mut public = [0; WHIT_X25519_PUBLIC_KEY_BYTES];
    unsafe {
        let status = whit_x25519_keygen(private.as_mut_ptr(), public.as_mut_ptr(), &source);
        assert_eq!(status, WHIT_OK);
        assert_eq!((private[0], private[31]), (1, 32));
        let status = whit_x25519_keygen(private.as_mut_ptr(), public.as_mut_ptr(), &broken);
        assert_eq!(status, WHIT_ERROR_RANDOM_FAILED);
    }
    assert_eq!(next, 32);
    assert_eq!(private, [0; 32]);
}
