# SPDX-License-Identifier: MIT
"""Elliptic-curve cryptography by the C library Whit.

curves     what there is: secp256r1, ed25519, x25519 and so on
hashes     SHA-2, BLAKE2s and SHAKE256, and HMAC
errors     an exception for each status of the library; those that programs catch are here too

    from whit_ecc.curves import secp256r1

    key = secp256r1.generate()
    signature = key.sign(b"21.5 degrees")
    key.public_key().verify(signature, b"21.5 degrees")

Bytes are taken from bytes, bytearray and memoryview, where they lie. Numbers are big-endian on
short Weierstrass curves, and little-endian in EdDSA, X25519 and X448, as their standards say."""

from whit_ecc.errors import (
    Error,
    KeyDecodingError,
    PrivateKeyError,
    PublicKeyError,
    RandomError,
    SignatureError,
    WipedError,
)

__all__ = [
    "Error",
    "KeyDecodingError",
    "PrivateKeyError",
    "PublicKeyError",
    "RandomError",
    "SignatureError",
    "WipedError",
]
