# SPDX-License-Identifier: MIT
"""Key agreement on the curves in Montgomery and Edwards form that no standard says it for, by the
affine laws on Python's integers. Bytes are little-endian, and keys what their headers say."""

from itertools import count

from lab.oracle.base import Oracle
from lab.oracle.plain import square_root

Point = tuple[int, int] | None  # None: the point at infinity of a Montgomery curve


class AgreementOracle(Oracle):
    """Every string of the field's bytes is a private key but those whose scalar is a multiple of
    the order; public keys that are not canonical, of no point or of small order are refused."""

    name = "an independent implementation"

    def key_from(self, material: bytes) -> bytes | None:
        return material if self.is_private_key(material) else None

    def is_private_key(self, private_key: bytes) -> bool:
        whole = len(private_key) == self.field_bytes
        return whole and self._scalar(private_key) % self.curve.order != 0

    def public_key(self, private_key: bytes) -> bytes:
        return self._encode(self.multiply(self._scalar(private_key), self.curve.base))

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        return self._encode(self.multiply(self._scalar(private_key), self._decode(public_key)))

    def refused(self) -> tuple[bytes, ...]:
        """A public key of no point, one that is not canonical, and one of small order."""
        size = self.field_bytes
        stranger = next(x for x in count(2) if not self._is_coordinate(x))
        # y = -1 is of order two on an Edwards curve, as u = 0 is in Montgomery form.
        small = self.curve.p - 1 if self._edwards else 0
        return tuple(key.to_bytes(size, "little") for key in (stranger, self.curve.p, small))

    @property
    def neutral(self) -> Point:
        return (0, 1) if self._edwards else None

    def add(self, left: Point, right: Point) -> Point:
        return self._add_edwards(left, right) if self._edwards else self._add(left, right)

    def multiply(self, scalar: int, point: Point) -> Point:
        total = self.neutral
        for bit in f"{scalar:b}":
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, point)
        return total

    @property
    def _edwards(self) -> bool:
        return self.curve.form == "edwards"

    def _scalar(self, private_key: bytes) -> int:
        """With a fixed highest bit and the cofactor, a power of two, as a factor."""
        top = 1 << (self.curve.field_bits - 1)
        return int.from_bytes(private_key, "little") % top & -self.curve.cofactor | top

    def _add(self, left: Point, right: Point) -> Point:
        if left is None or right is None:
            return right if left is None else left
        a, p = self.curve.a, self.curve.p
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % p == 0:
            return None
        if left == right:
            slope = (3 * x1 * x1 + 2 * a * x1 + 1) * pow(2 * y1, -1, p)
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, p)
        x = (slope * slope - a - x1 - x2) % p
        return x, (slope * (x1 - x) - y1) % p

    def _add_edwards(self, left: Point, right: Point) -> Point:
        assert left is not None
        assert right is not None
        a, d, p = self.curve.a, self.curve.b, self.curve.p
        (x1, y1), (x2, y2) = left, right
        product = d * x1 * x2 * y1 * y2
        x = (x1 * y2 + y1 * x2) * pow(1 + product, -1, p)
        y = (y1 * y2 - a * x1 * x2) * pow(1 - product, -1, p)
        return x % p, y % p

    def _encode(self, point: Point) -> bytes:
        if point is None:
            raise ValueError("the point at infinity")
        x, y = point
        number = y | (x & 1) << (8 * self.field_bytes - 1) if self._edwards else x
        return number.to_bytes(self.field_bytes, "little")

    def _decode(self, public_key: bytes) -> Point:
        """On a Montgomery curve whichever of two points: their multiples have one x."""
        bit, value, p = 0, int.from_bytes(public_key, "little"), self.curve.p
        if self._edwards:
            bit, value = divmod(value, 1 << (8 * self.field_bytes - 1))
        if value >= p or len(public_key) != self.field_bytes:
            raise ValueError("not a public key")
        other = square_root(self._square_of_other(value), p)
        if not self._edwards:
            return value, other
        return (other if other & 1 == bit else -other % p), value

    def _is_coordinate(self, value: int) -> bool:
        """Has a point this x, or on an Edwards curve this y?"""
        return pow(self._square_of_other(value), (self.curve.p - 1) // 2, self.curve.p) <= 1

    def _square_of_other(self, value: int) -> int:
        """The square of the y of an x, or on an Edwards curve of the x of a y."""
        curve, square = self.curve, value * value
        if self._edwards:
            return (1 - square) * pow(curve.a - curve.b * square, -1, curve.p) % curve.p
        return (value * square + curve.a * square + value) % curve.p
