// SPDX-License-Identifier: MIT
//! What adapters in Rust share: firmware/harness.h's random bytes, buffers, and the end of a panic.
//! What adapters implement, and how values are laid out, is in firmware/adapter.h.

use core::slice;

unsafe extern "C" {
    fn harness_random(out: *mut u8, length: usize) -> i32;
}

/// The pool of random bytes holds too few.
#[derive(Debug)]
pub struct Drained;

impl core::fmt::Display for Drained {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("no random bytes")
    }
}

impl core::error::Error for Drained {}

#[allow(dead_code)] // an image may draw none
pub fn random(out: &mut [u8]) -> Result<(), Drained> {
    match unsafe { harness_random(out.as_mut_ptr(), out.len()) } {
        0 => Ok(()),
        _ => Err(Drained),
    }
}

/// The harness's buffer of N bytes.
///
/// # Safety
/// It must be as long, and stay alone with this reference.
#[allow(dead_code)]
pub unsafe fn output<'a, const N: usize>(buffer: *mut u8) -> &'a mut [u8; N] {
    unsafe { &mut *buffer.cast() }
}

/// # Safety
/// As above.
#[allow(dead_code)]
pub unsafe fn input<'a, const N: usize>(buffer: *const u8) -> &'a [u8; N] {
    unsafe { &*buffer.cast() }
}

/// # Safety
/// As above.
#[allow(dead_code)]
pub unsafe fn message<'a>(buffer: *const u8, length: usize) -> &'a [u8] {
    unsafe { slice::from_raw_parts(buffer, length) }
}

/// What an adapter's function returns.
pub fn code<E>(result: Result<(), E>) -> i32 {
    result.is_err().into()
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // An instruction that is none: the emulator stops there.
    #[cfg(target_arch = "arm")]
    unsafe {
        core::arch::asm!("udf #0", options(noreturn))
    }
    #[cfg(target_arch = "riscv32")]
    unsafe {
        core::arch::asm!("unimp", options(noreturn))
    }
}
