// SPDX-License-Identifier: MIT
#![doc = include_str!("../README.md")]
#![no_std]
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case)]
// Contracts are the headers', which the bindings repeat: sizes, overlap, NULL.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

/// C's `unsigned`.
#[cfg(target_arch = "avr")]
pub type c_uint = u16;
/// C's `unsigned`.
#[cfg(not(target_arch = "avr"))]
pub type c_uint = u32;

/// What every function returns, one of the values below. C's compilers give the type two bytes where
/// enumerations are short; abi.c compares.
#[cfg(any(target_arch = "avr", all(target_arch = "arm", target_os = "none")))]
pub type whit_status = u16;
/// What every function returns, one of the values below. C's compilers give the type two bytes where
/// enumerations are short; abi.c compares.
#[cfg(not(any(target_arch = "avr", all(target_arch = "arm", target_os = "none"))))]
pub type whit_status = u32;

#[rustfmt::skip]
mod bindings;
#[rustfmt::skip]
mod curves;

pub use bindings::*;
#[allow(unused_imports)]
pub use curves::*;
