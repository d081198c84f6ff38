# SPDX-License-Identifier: MIT
"""What an oracle answers, and what needs no arithmetic on the curve."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable

from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.oracle import nonces


class Oracle(ABC):
    """Bytes as in firmware/adapter.h: big-endian where the curve's standard does not say
    otherwise, public keys without prefix. A point that is not on the curve is a ValueError.
    What a curve is not for is refused."""

    name: str
    randomised = False  # whether a message has many signatures

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        self.field_bytes = curve.sizes.field
        self.order_bytes = curve.sizes.order

    def key_from(self, material: bytes) -> bytes | None:
        """The private key that so many random bytes as the order has make, if any."""
        surplus = 8 * self.order_bytes - self.curve.order_bits
        key = bytes([material[0] & 0xFF >> surplus]) + material[1:]
        return key if self.is_private_key(key) else None

    def is_private_key(self, private_key: bytes) -> bool:
        return 0 < int.from_bytes(private_key) < self.curve.order

    def digest(self, message: bytes) -> bytes:
        if self.curve.hash == "shake_256":
            return hashlib.shake_256(message).digest(self.curve.sizes.digest)
        return hashlib.new(self.curve.hash, message).digest()

    def nonces_refused(self, private_key: bytes, message: bytes, noise: bytes = b"") -> int:
        """How many candidates RFC 6979 refuses before it takes one: public, and the one
        thing that its time may depend on."""
        curve = self.curve
        digest = self.digest(message)
        tried = nonces.candidates(curve.order, curve.hash, private_key, digest, noise)
        for refused, candidate in enumerate(tried):
            if 0 < candidate < curve.order:
                return refused
        raise AssertionError

    @abstractmethod
    def public_key(self, private_key: bytes) -> bytes:
        """The private key times the base point."""

    def compress(self, public_key: bytes) -> bytes:
        """02 or 03 || x."""
        raise self._lacks("compressed points")

    def decompress(self, compressed: bytes) -> bytes:
        """x || y."""
        raise self._lacks("compressed points")

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        """The x-coordinate of the private key times the public key."""
        raise self._lacks("key agreement")

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        """The one signature that the standard gives: RFC 6979 with the curve's hash, or
        RFC 8032."""
        raise self._lacks("signatures")

    def sign_hedged(self, private_key: bytes, message: bytes, noise: bytes) -> bytes:
        """The signature whose nonce noise is mixed into: [RFC 6979, 3.6] or [MTR25, 3]."""
        n, digest = self.curve.order, self.digest(message)
        d, z = int.from_bytes(private_key), nonces.leftmost_bits(digest, n.bit_length())
        for k in nonces.candidates(n, self.curve.hash, private_key, digest, noise):
            if 0 < k < n:
                point = self.public_key(k.to_bytes(self.order_bytes))
                r = int.from_bytes(point[: self.field_bytes]) % n
                s = (z + r * d) * pow(k, -1, n) % n
                if r and s:
                    return self.join(r, s, self.order_bytes)
        raise AssertionError

    @property
    def noise_bytes(self) -> int:
        """How much noise a hedged signature takes."""
        return self.curve.sizes.digest

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        """Is this a signature of the digest, or in EdDSA of the message?"""
        raise self._lacks("signatures")

    def unreduced(self, signature: bytes) -> bytes | None:
        """The signature with a scalar that its standard refuses, where it is otherwise the
        same; None when there is none."""
        return None

    def _lacks(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"{self.curve.name} has no {what}")

    def outside_subgroup(self) -> bytes | None:
        """A point of the curve that no multiple of the base point equals; None when there
        is none."""
        return None

    def refused(self) -> tuple[bytes, ...]:
        """Public keys that a scheme on x-coordinates or Edwards points refuses."""
        return ()

    def negated(self, public_key: bytes) -> bytes:
        """The other point with this x-coordinate."""
        x, y = self.split(public_key, self.field_bytes)
        return self.join(x, -y % self.curve.p, self.field_bytes)

    def is_point(self, public_key: bytes) -> bool:
        return _succeeds(self.compress, public_key)

    def is_compressed_point(self, compressed: bytes) -> bool:
        return _succeeds(self.decompress, compressed)

    def split(self, pair: bytes, size: int) -> tuple[int, int]:
        """The two integers of a public key or a signature."""
        if len(pair) != 2 * size:
            raise ValueError("wrong length")
        return int.from_bytes(pair[:size]), int.from_bytes(pair[size:])

    def join(self, first: int, second: int, size: int) -> bytes:
        return first.to_bytes(size) + second.to_bytes(size)


def _succeeds(function: Callable[[bytes], bytes], argument: bytes) -> bool:
    try:
        function(argument)
    except ValueError:
        return False
    return True
