// SPDX-License-Identifier: MIT
//! Arrays of bytes with a meaning: secret ones, which are wiped, and public ones.

/// What is wiped when it is dropped, and not shown.
macro_rules! secret_bytes {
    ($name:ident, $length:expr) => {
        impl Drop for $name {
            fn drop(&mut self) {
                zeroize::Zeroize::zeroize(&mut self.0);
            }
        }

        impl zeroize::ZeroizeOnDrop for $name {}

        impl core::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                formatter.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

macro_rules! public_bytes {
    ($name:ident, $length:expr) => {
        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<$name> for [u8; $length] {
            fn from(given: $name) -> Self {
                given.0
            }
        }
    };
}

/// A signature: its encoding has one length, and its numbers are checked when it is verified.
macro_rules! signature_bytes {
    ($name:ident, $length:expr) => {
        public_bytes!($name, $length);

        impl $name {
            /// Bytes of a signature.
            pub const BYTES: usize = $length;

            /// A signature of these bytes. Whether its numbers are in range, verification says.
            pub fn from_bytes(bytes: &[u8; $length]) -> Self {
                Self(*bytes)
            }

            /// As [`Self::from_bytes`]; [`Error::SIGNATURE_LENGTH`] for another length.
            pub fn from_slice(bytes: &[u8]) -> Result<Self, Error> {
                let bytes = bytes.try_into().map_err(|_| Error::SIGNATURE_LENGTH)?;
                Ok(Self(bytes))
            }

            /// Its bytes.
            pub fn to_bytes(&self) -> [u8; $length] {
                self.0
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                Self::from_slice(bytes)
            }
        }

        impl signature::SignatureEncoding for $name {
            type Repr = [u8; $length];
        }
    };
}
