// SPDX-License-Identifier: MIT
#![no_std]

#[path = "../../firmware/harness.rs"]
mod harness;

#[cfg(feature = "curve25519")]
use miracl32::c25519 as library;
#[cfg(feature = "secp256r1")]
use miracl32::nist256 as library;
#[cfg(feature = "secp384r1")]
use miracl32::nist384 as library;
#[cfg(feature = "secp521r1")]
use miracl32::nist521 as library;
#[cfg(feature = "curve448")]
use miracl32::x448 as library;

use harness::{input, output};
use library::big::{BIG, MODBYTES as BYTES};
use library::ecp::ECP;

/// The lab's random bytes, as the library takes them.
#[cfg(any(feature = "keygen", feature = "sign"))]
struct Pool {
    drained: bool,
}

#[cfg(any(feature = "keygen", feature = "sign"))]
impl miracl32::rand::RAND for Pool {
    fn seed(&mut self, _: usize, _: &[u8]) {}

    fn getbyte(&mut self) -> u8 {
        let mut byte = [0];
        self.drained |= harness::random(&mut byte).is_err();
        byte[0]
    }
}

#[cfg(any(feature = "curve25519", feature = "curve448"))]
mod montgomery;
#[cfg(not(any(feature = "curve25519", feature = "curve448")))]
mod weierstrass;
