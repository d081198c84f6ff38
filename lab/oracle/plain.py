# SPDX-License-Identifier: MIT
"""The textbook's formulas on Python's integers, for any curve: slow, and easy to check."""

from itertools import count

from lab.oracle import nonces
from lab.oracle.base import Oracle

Point = tuple[int, int] | None  # None: the point at infinity


class PlainOracle(Oracle):
    """Affine additions only."""

    name = "an independent implementation"

    def public_key(self, private_key: bytes) -> bytes:
        return self._encode(self.multiply(int.from_bytes(private_key), self.curve.base))

    def compress(self, public_key: bytes) -> bytes:
        x, y = self._decode(public_key)
        return bytes([2 + y % 2]) + x.to_bytes(self.field_bytes)

    def decompress(self, compressed: bytes) -> bytes:
        prefix, x = compressed[0], int.from_bytes(compressed[1:])
        if prefix not in (2, 3) or x >= self.curve.p or len(compressed) != 1 + self.field_bytes:
            raise ValueError("not a compressed point")
        root = self._y(x)
        y = root if root % 2 == prefix % 2 else -root % self.curve.p
        if y % 2 != prefix % 2:
            raise ValueError("a root of zero has no sign")
        return self.join(x, y, self.field_bytes)

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        point = self.multiply(int.from_bytes(private_key), self._decode(public_key))
        return self._encode(point)[: self.field_bytes]

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        n, digest = self.curve.order, self.digest(message)
        d, z = int.from_bytes(private_key), nonces.leftmost_bits(digest, n.bit_length())
        for k in nonces.candidates(n, self.curve.hash, private_key, digest):
            point = self.multiply(k, self.curve.base) if 0 < k < n else None
            r = point[0] % n if point else 0
            s = (z + r * d) * pow(k, -1, n) % n if r else 0
            if r and s:
                return self.join(r, s, self.order_bytes)
        raise AssertionError

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        n = self.curve.order
        point, (r, s) = self._decode(public_key), self.split(signature, self.order_bytes)
        if not (0 < r < n and 0 < s < n):
            return False
        z, inverse = nonces.leftmost_bits(content, n.bit_length()), pow(s, -1, n)
        total = self.add(
            self.multiply(z * inverse % n, self.curve.base), self.multiply(r * inverse % n, point)
        )
        return total is not None and total[0] % n == r

    def outside_subgroup(self) -> bytes | None:
        if self.curve.cofactor == 1:
            return None
        for x in count(1):
            try:
                point = (x, self._y(x))
            except ValueError:
                continue
            if self.multiply(self.curve.order, point) is not None:
                return self._encode(point)
        raise AssertionError

    def add(self, left: Point, right: Point) -> Point:
        if left is None or right is None:
            return right if left is None else left
        p = self.curve.p
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % p == 0:
            return None
        if left == right:
            slope = (3 * x1 * x1 + self.curve.a) * pow(2 * y1, -1, p)
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, p)
        x = (slope * slope - x1 - x2) % p
        return x, (slope * (x1 - x) - y1) % p

    def multiply(self, scalar: int, point: Point) -> Point:
        total: Point = None
        for bit in f"{scalar:b}":
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, point)
        return total

    def _encode(self, point: Point) -> bytes:
        if point is None:
            raise ValueError("the point at infinity")
        return self.join(*point, self.field_bytes)

    def _decode(self, public_key: bytes) -> tuple[int, int]:
        x, y = self.split(public_key, self.field_bytes)
        p = self.curve.p
        if x >= p or y >= p or (y * y - self._right_side(x)) % p != 0:
            raise ValueError("not a point of the curve")
        return x, y

    def _right_side(self, x: int) -> int:
        return (x * x * x + self.curve.a * x + self.curve.b) % self.curve.p

    def _y(self, x: int) -> int:
        """A y that makes a point with x."""
        return square_root(self._right_side(x), self.curve.p)


def square_root(square: int, p: int) -> int:
    """A root modulo a prime, by Tonelli and Shanks; ValueError when there is none."""
    if square == 0:
        return 0
    if pow(square, (p - 1) // 2, p) != 1:
        raise ValueError("not a square")
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    no_square = next(z for z in count(2) if pow(z, (p - 1) // 2, p) == p - 1)
    generator = pow(no_square, odd, p)
    root, rest = pow(square, (odd + 1) // 2, p), pow(square, odd, p)
    # root² = square · rest, and the order of rest is a power of two that shrinks to 1.
    while rest != 1:
        power, order = rest, 0
        while power != 1:
            power, order = power * power % p, order + 1
        factor = pow(generator, 1 << (twos - order - 1), p)
        generator, twos = factor * factor % p, order
        root, rest = root * factor % p, rest * generator % p
    return root
