// SPDX-License-Identifier: MIT
//! What the tests share.
#![allow(dead_code)]

use core::num::NonZeroU32;
use whit::rand_core::{CryptoRng, Error, RngCore};

pub fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    assert_eq!(hex.len(), 2 * N);
    let mut out = [0; N];
    for (index, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap();
    }
    out
}

/// A generator that counts: what comes out is known.
pub struct Counter(pub u8);

impl RngCore for Counter {
    fn next_u32(&mut self) -> u32 {
        unimplemented!("the library asks for bytes")
    }

    fn next_u64(&mut self) -> u64 {
        unimplemented!("the library asks for bytes")
    }

    fn fill_bytes(&mut self, out: &mut [u8]) {
        for byte in out {
            self.0 = self.0.wrapping_add(1);
            *byte = self.0;
        }
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(out);
        Ok(())
    }
}

impl CryptoRng for Counter {}

/// A generator without entropy.
pub struct Broken;

impl RngCore for Broken {
    fn next_u32(&mut self) -> u32 {
        unimplemented!("the library asks for bytes")
    }

    fn next_u64(&mut self) -> u64 {
        unimplemented!("the library asks for bytes")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        unimplemented!("the library asks whether it worked")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Error> {
        Err(NonZeroU32::new(Error::CUSTOM_START).unwrap().into())
    }
}

impl CryptoRng for Broken {}

/// A generator with a bug.
pub struct Panicking;

impl RngCore for Panicking {
    fn next_u32(&mut self) -> u32 {
        panic!("a bug")
    }

    fn next_u64(&mut self) -> u64 {
        panic!("a bug")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        panic!("a bug")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Error> {
        panic!("a bug")
    }
}

impl CryptoRng for Panicking {}
