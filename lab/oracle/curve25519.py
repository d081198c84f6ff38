# SPDX-License-Identifier: MIT
"""OpenSSL as the oracle of X25519 (RFC 7748) and Ed25519 (RFC 8032). Integers are
little-endian; an Ed25519 private key is the seed and then the public key."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from lab.oracle.base import Oracle

_SEED_BYTES = 32


class X25519Oracle(Oracle):
    """Key agreement; every string of 32 bytes is a private key."""

    name = "OpenSSL"

    def key_from(self, material: bytes) -> bytes | None:
        return material

    def is_private_key(self, private_key: bytes) -> bool:
        return len(private_key) == _SEED_BYTES

    def public_key(self, private_key: bytes) -> bytes:
        return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        point = X25519PublicKey.from_public_bytes(public_key)
        return X25519PrivateKey.from_private_bytes(private_key).exchange(point)


class Ed25519Oracle(Oracle):
    """Signatures of messages."""

    name = "OpenSSL"

    def key_from(self, material: bytes) -> bytes | None:
        own = Ed25519PrivateKey.from_private_bytes(material)
        return material + own.public_key().public_bytes_raw()

    def is_private_key(self, private_key: bytes) -> bool:
        return private_key == self.key_from(private_key[:_SEED_BYTES])

    def public_key(self, private_key: bytes) -> bytes:
        return private_key[_SEED_BYTES:]

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(private_key[:_SEED_BYTES]).sign(message)

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
        except InvalidSignature:
            return False
        return True

    def unreduced(self, signature: bytes) -> bytes:
        """The same signature with s + L, which RFC 8032 refuses (5.1.7)."""
        s = int.from_bytes(signature[_SEED_BYTES:], "little") + self.curve.order
        return signature[:_SEED_BYTES] + s.to_bytes(_SEED_BYTES, "little")
