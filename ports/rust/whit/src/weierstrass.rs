// SPDX-License-Identifier: MIT
//! Curves in short Weierstrass form: keys, ECDH and ECDSA. A module for each curve.

/// The module of a curve that has keys and ECDH.
#[allow(unused_macros)]
macro_rules! agreeing {
    ($curve:ident, $title:literal) => {
        #[doc = $title]
        ///
        /// Numbers are big-endian, and keys encoded, as in SEC 1.
        ///
        /// ```
        #[doc = concat!("use whit::", stringify!($curve), "::SecretKey;")]
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
        pub mod $curve {
            keys!($curve);
        }
    };
}

/// The module of a curve that has ECDSA too.
#[allow(unused_macros)]
macro_rules! signing {
    ($curve:ident, $title:literal) => {
        #[doc = $title]
        ///
        /// Numbers are big-endian, and keys encoded, as in SEC 1.
        ///
        /// ```
        #[doc = concat!("use whit::", stringify!($curve), "::SecretKey;")]
        /// use whit::rand_core::OsRng;
        /// use whit::signature::{Signer, Verifier};
        ///
        /// # fn main() -> Result<(), whit::signature::Error> {
        /// let key = SecretKey::generate(&mut OsRng)?;
        /// let signature = key.try_sign(b"21.5 degrees")?;
        /// let public = key.public_key()?;
        /// public.verify(b"21.5 degrees", &signature)?;
        /// assert!(public.verify(b"99.9 degrees", &signature).is_err());
        ///
        /// let other = SecretKey::generate(&mut OsRng)?;
        /// let secret = other.diffie_hellman(&public)?;
        /// # Ok(())
        /// # }
        /// ```
        pub mod $curve {
            keys!($curve);
            ecdsa!($curve);
        }
    };
}

#[allow(unused_macros)]
macro_rules! keys {
    ($curve:ident) => {
        use crate::error::{check, Error};
        use crate::random;
        use rand_core::CryptoRngCore;
        use whit_sys::$curve as c;
        use zeroize::Zeroizing;

        /// A private key: a number from 1 to the order less 1. It is wiped when it is dropped.
        #[derive(Clone)]
        pub struct SecretKey([u8; c::PRIVATE_KEY_BYTES]);
        secret_bytes!(SecretKey, c::PRIVATE_KEY_BYTES);

        /// A public key: a point of the curve that has been checked.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub struct PublicKey([u8; c::PUBLIC_KEY_BYTES]);
        public_bytes!(PublicKey, c::PUBLIC_KEY_BYTES);

        /// What two parties share. It is wiped when it is dropped.
        pub struct SharedSecret([u8; c::SHARED_SECRET_BYTES]);
        secret_bytes!(SharedSecret, c::SHARED_SECRET_BYTES);

        impl SecretKey {
            /// Bytes of a private key.
            pub const BYTES: usize = c::PRIVATE_KEY_BYTES;

            /// A new key. Errors are those of the generator: [`Error::RANDOM_FAILED`], and
            /// [`Error::RANDOM_STUCK`] when it gives nothing usable. [FIPS 186-5, A.2.2]
            pub fn generate(generator: &mut impl CryptoRngCore) -> Result<Self, Error> {
                let mut key = Self([0; Self::BYTES]);
                let mut public = [0; c::PUBLIC_KEY_BYTES];
                check(random::with(generator, |source| unsafe {
                    c::keygen(key.0.as_mut_ptr(), public.as_mut_ptr(), source)
                }))?;
                Ok(key)
            }

            /// A key of these bytes, big-endian; [`Error::PRIVATE_KEY_RANGE`] where they are none.
            /// Time depends on that alone.
            pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, Error> {
                Self::from_slice(bytes)
            }

            /// The same; [`Error::PRIVATE_KEY_LENGTH`] for another length.
            pub fn from_slice(bytes: &[u8]) -> Result<Self, Error> {
                check(unsafe { c::validate_private_key(bytes.as_ptr(), bytes.len()) })?;
                let mut key = Self([0; Self::BYTES]);
                key.0.copy_from_slice(bytes);
                Ok(key)
            }

            /// Its bytes, which are wiped when they are dropped.
            pub fn to_bytes(&self) -> Zeroizing<[u8; Self::BYTES]> {
                Zeroizing::new(self.0)
            }

            /// The public key. Time does not depend on the key.
            pub fn public_key(&self) -> Result<PublicKey, Error> {
                let mut public = PublicKey([0; c::PUBLIC_KEY_BYTES]);
                check(unsafe { c::public_key(public.0.as_mut_ptr(), self.0.as_ptr()) })?;
                Ok(public)
            }

            /// The secret that this key's owner shares with the other's. Time does not depend on
            /// this key. [SEC 1, 3.3.1]
            pub fn diffie_hellman(&self, other: &PublicKey) -> Result<SharedSecret, Error> {
                let mut secret = SharedSecret([0; c::SHARED_SECRET_BYTES]);
                check(unsafe {
                    c::ecdh(
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
            /// Bytes of a public key: 04, x and y.
            pub const BYTES: usize = c::PUBLIC_KEY_BYTES;
            /// Bytes of a compressed one: 02 or 03, and x.
            pub const COMPRESSED_BYTES: usize = c::COMPRESSED_KEY_BYTES;

            /// A key in either encoding, checked: the errors are [`Error::PUBLIC_KEY_LENGTH`] and
            /// those beside it. Time depends on the key, which is public. [SEC 1, 2.3.4]
            pub fn from_sec1_bytes(bytes: &[u8]) -> Result<Self, Error> {
                let mut key = Self([0; Self::BYTES]);
                if bytes.len() == Self::COMPRESSED_BYTES {
                    check(unsafe {
                        c::decompress(key.0.as_mut_ptr(), bytes.as_ptr(), bytes.len())
                    })?;
                } else if bytes.len() == Self::BYTES {
                    key.0.copy_from_slice(bytes);
                }
                let (point, length) = if bytes.len() == Self::COMPRESSED_BYTES {
                    (key.0.as_ptr(), key.0.len())
                } else {
                    (bytes.as_ptr(), bytes.len())
                };
                check(unsafe { c::validate_public_key(point, length) })?;
                Ok(key)
            }

            /// 04, x and y.
            pub fn to_sec1_bytes(&self) -> [u8; Self::BYTES] {
                self.0
            }

            /// 02 or 03, and x.
            pub fn to_compressed(&self) -> Result<[u8; Self::COMPRESSED_BYTES], Error> {
                let mut out = [0; Self::COMPRESSED_BYTES];
                check(unsafe { c::compress(out.as_mut_ptr(), self.0.as_ptr(), self.0.len()) })?;
                Ok(out)
            }
        }

        impl TryFrom<&[u8]> for PublicKey {
            type Error = Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                Self::from_sec1_bytes(bytes)
            }
        }

        impl SharedSecret {
            /// The x-coordinate. Hash it with the protocol's key-derivation function; it is no key
            /// as it is.
            pub fn raw_secret_bytes(&self) -> &[u8; c::SHARED_SECRET_BYTES] {
                &self.0
            }
        }
    };
}

#[allow(unused_macros)]
macro_rules! ecdsa {
    ($curve:ident) => {
        use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
        use signature::{RandomizedSigner, Signer, Verifier};

        /// An ECDSA signature: r and s, each of the order's length.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub struct Signature([u8; c::SIGNATURE_BYTES]);
        signature_bytes!(Signature, c::SIGNATURE_BYTES);

        impl Signature {
            /// Bytes that its DER never exceeds.
            pub const DER_BYTES: usize = c::SIGNATURE_BYTES + 9;

            /// A signature in DER, as X.509 and TLS have it; [`Error::SIGNATURE_ENCODING`] for
            /// what is not its one encoding.
            pub fn from_der(der: &[u8]) -> Result<Self, Error> {
                let mut signature = Self([0; Self::BYTES]);
                check(unsafe {
                    whit_sys::whit_ecdsa_signature_from_der(
                        core::ptr::addr_of!(c::CURVE),
                        signature.0.as_mut_ptr(),
                        Self::BYTES,
                        der.as_ptr(),
                        der.len(),
                    )
                })?;
                Ok(signature)
            }

            /// Its DER, written to the buffer: the part of it that was.
            pub fn to_der<'a>(
                &self,
                out: &'a mut [u8; Self::DER_BYTES],
            ) -> Result<&'a [u8], Error> {
                let mut length = out.len();
                check(unsafe {
                    whit_sys::whit_ecdsa_signature_to_der(
                        core::ptr::addr_of!(c::CURVE),
                        out.as_mut_ptr(),
                        &mut length,
                        self.0.as_ptr(),
                        self.0.len(),
                    )
                })?;
                Ok(&out[..length])
            }

            fn made(sign: impl FnOnce(*mut u8) -> whit_sys::whit_status) -> Result<Self, Error> {
                let mut signature = Self([0; Self::BYTES]);
                check(sign(signature.0.as_mut_ptr()))?;
                Ok(signature)
            }
        }

        impl SecretKey {
            /// Sign a message, hashed with the curve's hash; the nonce is that of RFC 6979. Time
            /// depends on the message's length alone.
            pub fn ecdsa_sign(&self, message: &[u8]) -> Result<Signature, Error> {
                Signature::made(|out| unsafe {
                    c::sign(out, self.0.as_ptr(), message.as_ptr(), message.len())
                })
            }

            /// The same, with random bytes mixed into the nonce: against faults and power analysis.
            pub fn ecdsa_sign_hedged(
                &self,
                generator: &mut impl CryptoRngCore,
                message: &[u8],
            ) -> Result<Signature, Error> {
                random::with(generator, |source| {
                    Signature::made(|out| unsafe {
                        c::sign_hedged(
                            out,
                            self.0.as_ptr(),
                            message.as_ptr(),
                            message.len(),
                            source,
                        )
                    })
                })
            }

            /// Sign twice, compare, and verify under the public key, so that one fault does not
            /// give the key away; else [`Error::FAULT`].
            pub fn ecdsa_sign_checked(
                &self,
                public_key: &PublicKey,
                message: &[u8],
            ) -> Result<Signature, Error> {
                Signature::made(|out| unsafe {
                    c::sign_checked(
                        out,
                        self.0.as_ptr(),
                        public_key.0.as_ptr(),
                        message.as_ptr(),
                        message.len(),
                    )
                })
            }

            /// Sign a digest; the nonce is that of RFC 6979 with the curve's hash.
            pub fn ecdsa_sign_digest(&self, digest: &[u8]) -> Result<Signature, Error> {
                Signature::made(|out| unsafe {
                    c::sign_digest_deterministic(
                        out,
                        self.0.as_ptr(),
                        digest.as_ptr(),
                        digest.len(),
                    )
                })
            }
        }

        impl PublicKey {
            /// Verify a signature of a message, hashed with the curve's hash:
            /// [`Error::SIGNATURE_INVALID`] or [`Error::SIGNATURE_RANGE`] when it is not good.
            pub fn ecdsa_verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
                check(unsafe {
                    c::verify(
                        self.0.as_ptr(),
                        self.0.len(),
                        message.as_ptr(),
                        message.len(),
                        signature.0.as_ptr(),
                        signature.0.len(),
                    )
                })
            }

            /// The same, computed twice, for where faults are to be feared.
            pub fn ecdsa_verify_hardened(
                &self,
                message: &[u8],
                signature: &Signature,
            ) -> Result<(), Error> {
                check(unsafe {
                    c::verify_hardened(
                        self.0.as_ptr(),
                        self.0.len(),
                        message.as_ptr(),
                        message.len(),
                        signature.0.as_ptr(),
                        signature.0.len(),
                    )
                })
            }

            /// Verify a signature of a digest.
            pub fn ecdsa_verify_digest(
                &self,
                digest: &[u8],
                signature: &Signature,
            ) -> Result<(), Error> {
                check(unsafe {
                    c::verify_digest(
                        self.0.as_ptr(),
                        self.0.len(),
                        digest.as_ptr(),
                        digest.len(),
                        signature.0.as_ptr(),
                        signature.0.len(),
                    )
                })
            }
        }

        impl Signer<Signature> for SecretKey {
            fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
                Ok(self.ecdsa_sign(message)?)
            }
        }

        impl RandomizedSigner<Signature> for SecretKey {
            fn try_sign_with_rng(
                &self,
                generator: &mut impl CryptoRngCore,
                message: &[u8],
            ) -> Result<Signature, signature::Error> {
                Ok(self.ecdsa_sign_hedged(generator, message)?)
            }
        }

        impl PrehashSigner<Signature> for SecretKey {
            fn sign_prehash(&self, digest: &[u8]) -> Result<Signature, signature::Error> {
                Ok(self.ecdsa_sign_digest(digest)?)
            }
        }

        /// The nonce is random, as in FIPS 186-5, A.3.1, and not derived.
        impl RandomizedPrehashSigner<Signature> for SecretKey {
            fn sign_prehash_with_rng(
                &self,
                generator: &mut impl CryptoRngCore,
                digest: &[u8],
            ) -> Result<Signature, signature::Error> {
                Ok(random::with(generator, |source| {
                    Signature::made(|out| unsafe {
                        c::sign_digest(out, self.0.as_ptr(), digest.as_ptr(), digest.len(), source)
                    })
                })?)
            }
        }

        impl Verifier<Signature> for PublicKey {
            fn verify(
                &self,
                message: &[u8],
                signature: &Signature,
            ) -> Result<(), signature::Error> {
                Ok(self.ecdsa_verify(message, signature)?)
            }
        }

        impl PrehashVerifier<Signature> for PublicKey {
            fn verify_prehash(
                &self,
                digest: &[u8],
                signature: &Signature,
            ) -> Result<(), signature::Error> {
                Ok(self.ecdsa_verify_digest(digest, signature)?)
            }
        }
    };
}
