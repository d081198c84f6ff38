// SPDX-License-Identifier: MIT
//! Ed25519 and Ed448. A module for each.

#[allow(unused_macros)]
macro_rules! eddsa {
    ($name:ident, $title:literal, $seed:ident, $private:ident, $public:ident, $signature:ident,
     $keygen:ident, $key_pair:ident, $validate:ident, $sign:ident, $hedged:ident, $checked:ident,
     $verify:ident) => {
        #[doc = concat!($title, ". Keys and signatures are little-endian, as there.")]
        ///
        /// ```
        #[doc = concat!("use whit::", stringify!($name), "::SigningKey;")]
        /// use whit::rand_core::OsRng;
        /// use whit::signature::{Keypair, Signer, Verifier};
        ///
        /// # fn main() -> Result<(), whit::signature::Error> {
        /// let key = SigningKey::generate(&mut OsRng)?;
        /// let signature = key.try_sign(b"21.5 degrees")?;
        /// key.verifying_key().verify(b"21.5 degrees", &signature)?;
        /// assert!(key.verifying_key().verify(b"99.9 degrees", &signature).is_err());
        /// # Ok(())
        /// # }
        /// ```
        pub mod $name {
            use crate::error::{check, Error};
            use crate::random;
            use rand_core::CryptoRngCore;
            use signature::{Keypair, RandomizedSigner, Signer, Verifier};
            use whit_sys as c;
            use zeroize::Zeroizing;

            /// A private key: the seed, and the public key that belongs to it. It is wiped when it
            /// is dropped.
            #[derive(Clone)]
            pub struct SigningKey([u8; c::$private]);
            secret_bytes!(SigningKey, c::$private);

            /// A public key that has been checked.
            #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
            pub struct VerifyingKey([u8; c::$public]);
            public_bytes!(VerifyingKey, c::$public);

            /// A signature: R and s.
            #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
            pub struct Signature([u8; c::$signature]);
            signature_bytes!(Signature, c::$signature);

            impl SigningKey {
                /// Bytes of a seed, which RFC 8032 calls the private key.
                pub const SEED_BYTES: usize = c::$seed;

                /// A new key. Errors are those of the generator.
                pub fn generate(generator: &mut impl CryptoRngCore) -> Result<Self, Error> {
                    let mut key = Self([0; c::$private]);
                    let mut public = [0; c::$public];
                    check(random::with(generator, |source| unsafe {
                        c::$keygen(key.0.as_mut_ptr(), public.as_mut_ptr(), source)
                    }))?;
                    Ok(key)
                }

                /// The key of a seed, any bytes. The public key is computed.
                pub fn from_seed(seed: &[u8; Self::SEED_BYTES]) -> Result<Self, Error> {
                    let mut key = Self([0; c::$private]);
                    let mut public = [0; c::$public];
                    check(unsafe {
                        c::$key_pair(key.0.as_mut_ptr(), public.as_mut_ptr(), seed.as_ptr())
                    })?;
                    Ok(key)
                }

                /// The seed, which is wiped when it is dropped.
                pub fn to_seed(&self) -> Zeroizing<[u8; Self::SEED_BYTES]> {
                    let mut seed = Zeroizing::new([0; Self::SEED_BYTES]);
                    seed.copy_from_slice(&self.0[..Self::SEED_BYTES]);
                    seed
                }

                /// The public key.
                pub fn verifying_key(&self) -> VerifyingKey {
                    let mut public = VerifyingKey([0; c::$public]);
                    public.0.copy_from_slice(&self.0[Self::SEED_BYTES..]);
                    public
                }

                fn made(
                    &self,
                    sign: impl FnOnce(*mut u8, *const u8) -> c::whit_status,
                ) -> Result<Signature, Error> {
                    let mut signature = Signature([0; Signature::BYTES]);
                    check(sign(signature.0.as_mut_ptr(), self.0.as_ptr()))?;
                    Ok(signature)
                }

                /// Sign twice, compare, and verify, so that one fault does not give the key away;
                /// else [`Error::FAULT`].
                pub fn sign_checked(&self, message: &[u8]) -> Result<Signature, Error> {
                    self.made(|out, key| unsafe {
                        c::$checked(out, key, message.as_ptr(), message.len())
                    })
                }
            }

            impl VerifyingKey {
                /// Bytes of a public key.
                pub const BYTES: usize = c::$public;

                /// A key of these bytes, checked: [`Error::PUBLIC_KEY_RANGE`],
                /// [`Error::PUBLIC_KEY_CURVE`] or [`Error::PUBLIC_KEY_SMALL_ORDER`].
                pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, Error> {
                    check(unsafe { c::$validate(bytes.as_ptr(), bytes.len()) })?;
                    Ok(Self(*bytes))
                }

                /// Its bytes.
                pub fn to_bytes(&self) -> [u8; Self::BYTES] {
                    self.0
                }

                /// Verify, strictly and without the cofactor; the errors are
                /// [`Error::SIGNATURE_INVALID`] and [`Error::SIGNATURE_RANGE`].
                pub fn verify_strict(
                    &self,
                    message: &[u8],
                    signature: &Signature,
                ) -> Result<(), Error> {
                    check(unsafe {
                        c::$verify(
                            self.0.as_ptr(),
                            self.0.len(),
                            message.as_ptr(),
                            message.len(),
                            signature.0.as_ptr(),
                            signature.0.len(),
                        )
                    })
                }
            }

            impl TryFrom<&[u8]> for VerifyingKey {
                type Error = Error;

                fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                    let bytes = bytes.try_into().map_err(|_| Error::PUBLIC_KEY_LENGTH)?;
                    Self::from_bytes(bytes)
                }
            }

            impl Keypair for SigningKey {
                type VerifyingKey = VerifyingKey;

                fn verifying_key(&self) -> VerifyingKey {
                    SigningKey::verifying_key(self)
                }
            }

            impl Signer<Signature> for SigningKey {
                fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
                    Ok(self.made(|out, key| unsafe {
                        c::$sign(out, key, message.as_ptr(), message.len())
                    })?)
                }
            }

            /// Hedged: random bytes are mixed into the nonce.
            impl RandomizedSigner<Signature> for SigningKey {
                fn try_sign_with_rng(
                    &self,
                    generator: &mut impl CryptoRngCore,
                    message: &[u8],
                ) -> Result<Signature, signature::Error> {
                    Ok(random::with(generator, |source| {
                        self.made(|out, key| unsafe {
                            c::$hedged(out, key, message.as_ptr(), message.len(), source)
                        })
                    })?)
                }
            }

            impl Verifier<Signature> for VerifyingKey {
                fn verify(
                    &self,
                    message: &[u8],
                    signature: &Signature,
                ) -> Result<(), signature::Error> {
                    Ok(self.verify_strict(message, signature)?)
                }
            }
        }
    };
}
