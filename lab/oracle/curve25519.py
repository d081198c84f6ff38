# SPDX-License-Identifier: MIT
"""OpenSSL as the oracle of X25519 and X448 (RFC 7748), Ed25519 and Ed448 (RFC 8032). Integers are
little-endian; a private key of the latter is the seed and then the public key."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey, Ed448PublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x448 import X448PrivateKey, X448PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from lab.oracle.base import Oracle


class MontgomeryOracle(Oracle):
    """Key agreement; every string of the field's bytes is a private key."""

    name = "OpenSSL"

    def key_from(self, material: bytes) -> bytes | None:
        return material

    def is_private_key(self, private_key: bytes) -> bool:
        return len(private_key) == self.curve.sizes.field

    def public_key(self, private_key: bytes) -> bytes:
        if self.curve.name == "curve448":
            return X448PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()
        return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        if self.curve.name == "curve448":
            other = X448PublicKey.from_public_bytes(public_key)
            return X448PrivateKey.from_private_bytes(private_key).exchange(other)
        point = X25519PublicKey.from_public_bytes(public_key)
        return X25519PrivateKey.from_private_bytes(private_key).exchange(point)


class EdwardsOracle(Oracle):
    """Signatures of messages."""

    name = "OpenSSL"

    @property
    def _seed_bytes(self) -> int:
        return self.curve.sizes.field

    def _own(self, private_key: bytes) -> Ed25519PrivateKey | Ed448PrivateKey:
        seed = private_key[: self._seed_bytes]
        if self.curve.name == "ed448":
            return Ed448PrivateKey.from_private_bytes(seed)
        return Ed25519PrivateKey.from_private_bytes(seed)

    def key_from(self, material: bytes) -> bytes | None:
        return material + self._own(material).public_key().public_bytes_raw()

    def is_private_key(self, private_key: bytes) -> bool:
        return private_key == self.key_from(private_key[: self._seed_bytes])

    def public_key(self, private_key: bytes) -> bytes:
        return private_key[self._seed_bytes :]

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        return self._own(private_key).sign(message)

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        try:
            if self.curve.name == "ed448":
                Ed448PublicKey.from_public_bytes(public_key).verify(signature, content)
            else:
                Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
        except InvalidSignature:
            return False
        return True

    def unreduced(self, signature: bytes) -> bytes:
        """The same signature with s + L, which RFC 8032 refuses (5.1.7, 5.2.7)."""
        half = self._seed_bytes
        s = int.from_bytes(signature[half:], "little") + self.curve.order
        return signature[:half] + s.to_bytes(half, "little")
