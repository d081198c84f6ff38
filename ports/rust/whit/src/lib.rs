// SPDX-License-Identifier: MIT
#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod bytes;
mod error;
mod random;
#[macro_use]
mod weierstrass;
#[macro_use]
mod edwards;
#[macro_use]
mod montgomery;
#[rustfmt::skip]
mod curves;

#[allow(unused_imports)]
pub use curves::*;
pub use error::Error;
pub use rand_core;
pub use signature;
