// SPDX-License-Identifier: MIT
//! X25519 and X448. A module for each.

#[allow(unused_macros)]
macro_rules! xdh {
    ($name:ident, $title:literal, $private:ident, $public:ident, $shared:ident,
     $keygen:ident, $public_key:ident, $ecdh:ident) => {
        #[doc = concat!($title, ". Keys are little-endian, as there.")]
        ///
        /// ```
        #[doc = concat!("use whit::", stringify!($name), "::SecretKey;")]
        /// use whit::rand_core::OsRng;
        ///
        /// # fn main() -> Result<(), whit::Error> {
        /// let (alice, bob) = (SecretKey::generate(&mut OsRng)?, SecretKey::generate(&mut OsRng)?);
        /// let one = alice.diffie_hellman(&bob.public_key()?)?;
        /// let other = bob.diffie_hellman(&alice.public_key()?)?;
        /// assert_eq!(one.raw_secret_bytes(), other.raw_secret_bytes());
        /// # Ok(())
        /// # }
        /// ```
        pub mod $name {
            use crate::error::{check, Error};
            use crate::random;
            use rand_core::CryptoRngCore;
            use whit_sys as c;
            use zeroize::Zeroizing;

            /// A private key: any bytes; they are clamped when they are used, and wiped when they
            /// are dropped.
            #[derive(Clone)]
            pub struct SecretKey([u8; c::$private]);
            secret_bytes!(SecretKey, c::$private);

            /// A public key: any bytes. Those of small order are refused by the key agreement.
            #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
            pub struct PublicKey([u8; c::$public]);
            public_bytes!(PublicKey, c::$public);

            /// What two parties share. It is wiped when it is dropped.
            pub struct SharedSecret([u8; c::$shared]);
            secret_bytes!(SharedSecret, c::$shared);

            impl SecretKey {
                /// Bytes of a private key.
                pub const BYTES: usize = c::$private;

                /// A new key. Errors are those of the generator.
                pub fn generate(generator: &mut impl CryptoRngCore) -> Result<Self, Error> {
                    let mut key = Self([0; Self::BYTES]);
                    let mut public = [0; c::$public];
                    check(random::with(generator, |source| unsafe {
                        c::$keygen(key.0.as_mut_ptr(), public.as_mut_ptr(), source)
                    }))?;
                    Ok(key)
                }

                /// A key of these bytes.
                pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                    Self(*bytes)
                }

                /// Its bytes, which are wiped when they are dropped.
                pub fn to_bytes(&self) -> Zeroizing<[u8; Self::BYTES]> {
                    Zeroizing::new(self.0)
                }

                /// The public key. Time does not depend on the key.
                pub fn public_key(&self) -> Result<PublicKey, Error> {
                    let mut public = PublicKey([0; c::$public]);
                    check(unsafe { c::$public_key(public.0.as_mut_ptr(), self.0.as_ptr()) })?;
                    Ok(public)
                }

                /// The secret that this key's owner shares with the other's. Time does not depend
                /// on the keys. [`Error::PUBLIC_KEY_SMALL_ORDER`] for a key that would make it zero
                /// whatever this one is. [RFC 7748, 6]
                pub fn diffie_hellman(&self, other: &PublicKey) -> Result<SharedSecret, Error> {
                    let mut secret = SharedSecret([0; c::$shared]);
                    check(unsafe {
                        c::$ecdh(
                            secret.0.as_mut_ptr(),
                            self.0.as_ptr(),
                            other.0.as_ptr(),
                            other.0.len(),
                        )
                    })?;
                    Ok(secret)
                }
            }

            impl PublicKey {
                /// Bytes of a public key.
                pub const BYTES: usize = c::$public;

                /// A key of these bytes.
                pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
                    Self(*bytes)
                }

                /// Its bytes.
                pub fn to_bytes(&self) -> [u8; Self::BYTES] {
                    self.0
                }
            }

            impl TryFrom<&[u8]> for PublicKey {
                type Error = Error;

                fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                    let bytes = bytes.try_into().map_err(|_| Error::PUBLIC_KEY_LENGTH)?;
                    Ok(Self(bytes))
                }
            }

            impl SharedSecret {
                /// Its bytes. Hash them with both public keys; they are no key as they are.
                pub fn raw_secret_bytes(&self) -> &[u8; c::$shared] {
                    &self.0
                }
            }
        }
    };
}
