# SPDX-License-Identifier: MIT
"""ECPV by affine arithmetic on Python's integers, as doc/ecpv.md states it."""

import hashlib
from itertools import count

from lab.curves import Curve
from lab.oracle.plain import PlainOracle, Point

NONCE, MASK, CHALLENGE = 1, 2, 3


def parts(first: bytes, clear: bytes, identity: bytes) -> bytes:
    """What is signed, so that no two messages are hashed alike."""
    lengths = (len(each).to_bytes(8, "big") for each in (first, clear))
    return b"".join((*lengths, first, clear, identity))


class Ecpv:
    """The scheme on one curve."""

    def __init__(self, curve: Curve) -> None:
        self.curve, self.q = curve, curve.order
        self._field, self.order_bytes = curve.sizes.field, curve.sizes.order
        self.redundancy = self.order_bytes // 2
        self._group = PlainOracle(curve)

    @property
    def overhead(self) -> int:
        return self.redundancy + self.order_bytes

    def block(self, use: int, number: int, data: bytes) -> bytes:
        return hashlib.new(
            self.curve.hash, bytes([use]) + number.to_bytes(4, "big") + data
        ).digest()

    def public_key(self, private: int) -> bytes:
        x, y = self._multiply(private, self.curve.base) or (0, 0)
        return b"\4" + x.to_bytes(self._field, "big") + y.to_bytes(self._field, "big")

    def _multiply(self, k: int, point: Point) -> Point:
        return self._group.multiply(k % self.q, point)

    def nonce(self, private: int, entropy: bytes, signed: bytes) -> int:
        """The first that is not zero."""
        key = private.to_bytes(self.order_bytes, "big")
        seed = self.block(NONCE, 0, key + entropy + signed)
        numbers = count(1)
        while True:
            wide = b""
            while len(wide) < self.order_bytes + 8:
                wide += self.block(NONCE, next(numbers), seed)
            if k := int.from_bytes(wide[: self.order_bytes + 8], "big") % self.q:
                return k

    def mask(self, point: Point, data: bytes) -> bytes:
        """The sum of the data and of the mask that a point gives."""
        assert point is not None
        encoded = bytes([2 | point[1] & 1]) + point[0].to_bytes(self._field, "big")
        stream = b""
        for number in count():
            if len(stream) >= len(data):
                break
            stream += self.block(MASK, number, encoded)
        return bytes(a ^ b for a, b in zip(data, stream, strict=False))

    def challenge(self, masked: bytes, clear: bytes, identity: bytes) -> int:
        digest = self.block(CHALLENGE, 0, parts(masked, clear, identity))
        return int.from_bytes(digest, "big") % self.q

    def sign_with(
        self, private: int, k: int, padded: bytes, clear: bytes = b"", identity: bytes = b""
    ) -> bytes:
        """By a given nonce; with any redundancy, which is none unless it is zeros."""
        masked = self.mask(self._multiply(k, self.curve.base), padded)
        s = (k + self.challenge(masked, clear, identity) * private) % self.q
        return masked + s.to_bytes(self.order_bytes, "big")

    def sign(
        self,
        private: int,
        entropy: bytes,
        recoverable: bytes,
        clear: bytes = b"",
        identity: bytes = b"",
    ) -> bytes:
        """`entropy` is as long as the digest."""
        k = self.nonce(private, entropy, parts(recoverable, clear, identity))
        return self.sign_with(private, k, bytes(self.redundancy) + recoverable, clear, identity)

    def recover(
        self, public_key: bytes, signature: bytes, clear: bytes = b"", identity: bytes = b""
    ) -> bytes | None:
        """The recoverable part; none if the signature is wrong."""
        if len(signature) < self.overhead:
            return None
        masked, end = signature[: -self.order_bytes], signature[-self.order_bytes :]
        s = int.from_bytes(end, "big")
        if s >= self.q:
            return None
        x, y = (public_key[1 + at :][: self._field] for at in (0, self._field))
        key = int.from_bytes(x, "big"), int.from_bytes(y, "big")
        h = self.challenge(masked, clear, identity)
        point = self._group.add(self._multiply(s, self.curve.base), self._multiply(-h, key))
        if point is None:
            return None
        found = self.mask(point, masked)
        return None if any(found[: self.redundancy]) else found[self.redundancy :]
