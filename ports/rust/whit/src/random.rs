// SPDX-License-Identifier: MIT
//! Generators of rand_core as the library's sources of random bytes.

use core::ffi::c_void;
use rand_core::CryptoRngCore;
use whit_sys::{whit_random, whit_status, WHIT_ERROR_RANDOM_FAILED, WHIT_OK};

/// A panic must not unwind into C. To drop this while one unwinds is a second panic, which aborts.
struct Abort;

impl Drop for Abort {
    fn drop(&mut self) {
        panic!("the generator of random bytes panicked");
    }
}

unsafe extern "C" fn fill<R: CryptoRngCore>(
    context: *mut c_void,
    out: *mut u8,
    length: usize,
) -> whit_status {
    let abort = Abort;
    // C's buffer may be uninitialised.
    core::ptr::write_bytes(out, 0, length);
    let buffer = core::slice::from_raw_parts_mut(out, length);
    let generator = &mut *context.cast::<R>();
    let filled = generator.try_fill_bytes(buffer);
    core::mem::forget(abort);
    match filled {
        Ok(()) => WHIT_OK,
        Err(_) => WHIT_ERROR_RANDOM_FAILED,
    }
}

/// Calls what takes a source, with this generator as one.
#[allow(dead_code)] // a build may have no curve
pub(crate) fn with<R: CryptoRngCore, T>(
    generator: &mut R,
    call: impl FnOnce(*const whit_random) -> T,
) -> T {
    let source = whit_random {
        fill: Some(fill::<R>),
        context: (generator as *mut R).cast(),
    };
    call(&source)
}
