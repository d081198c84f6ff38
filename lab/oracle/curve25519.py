# SPDX-License-Identifier: MIT
"""OpenSSL as the oracle of X25519 and X448 (RFC 7748), Ed25519 and Ed448 (RFC 8032). Integers are
little-endian; a private key of the latter is the seed and then the public key."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey, Ed448PublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x448 import X448PrivateKey, X448PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from lab.oracle.agreement import AgreementOracle
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

    @property
    def noise_bytes(self) -> int:
        return self._seed_bytes

    def sign_hedged(
        self, private_key: bytes, message: bytes, noise: bytes, variant: bytes | None = None
    ) -> bytes:
        start = self.domain(variant) + noise + self.prefix(private_key)
        block = 136 if self._shake else 128
        return self.sign_with(private_key, message, start + bytes(-len(start) % block), variant)

    def sign_with(
        self, private_key: bytes, message: bytes, start: bytes, variant: bytes | None = None
    ) -> bytes:
        """With a nonce that is the hash of `start` and the message. `variant` is what RFC 8032
        calls F and C, a byte and a string, where it is not a signature without."""
        size, order = self._seed_bytes, self.curve.order
        public, a = private_key[size:], self.scalar(private_key)
        r = int.from_bytes(self.hashed(start + message), "little") % order
        point = AgreementOracle(self.curve).multiply(r, self.curve.base)
        assert point is not None
        x, y = point
        encoded = (y | (x & 1) << (8 * size - 1)).to_bytes(size, "little")
        hashed = self.hashed(self.domain(variant) + encoded + public + message)
        k = int.from_bytes(hashed, "little")
        return encoded + ((r + k * a) % order).to_bytes(size, "little")

    def domain(self, variant: bytes | None) -> bytes:
        """dom2 or dom4 of RFC 8032."""
        if self._shake:
            name, variant = b"SigEd448", variant or b"\0"
        elif variant is None:
            return b""
        else:
            name = b"SigEd25519 no Ed25519 collisions"
        return name + variant[:1] + bytes([len(variant) - 1]) + variant[1:]

    def scalar(self, private_key: bytes) -> int:
        """The first half, with a fixed highest bit and the cofactor as a factor."""
        size, top = self._seed_bytes, 1 << (self.curve.field_bits - 1)
        half = self.hashed(private_key[:size])[:size]
        return int.from_bytes(half, "little") % top & -self.curve.cofactor | top

    def prefix(self, private_key: bytes) -> bytes:
        """The second half of the hash of the seed."""
        return self.hashed(private_key[: self._seed_bytes])[self._seed_bytes :]

    @property
    def _shake(self) -> bool:
        return self.curve.name == "ed448"

    def hashed(self, data: bytes) -> bytes:
        """The scheme's hash."""
        if self._shake:
            return hashlib.shake_256(data).digest(2 * self._seed_bytes)
        return hashlib.sha512(data).digest()

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
