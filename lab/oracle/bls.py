# SPDX-License-Identifier: MIT
"""BLS signatures on Python's integers, without a pairing: a private key has one signature of
a message, so that it can be computed and compared. Messages are hashed to the curve by
RFC 9380, with the map and the tag that a library has."""

from collections.abc import Callable, Iterable
from itertools import count

from lab.curves import BLS_HASH, Curve, Element
from lab.errors import UnsupportedError
from lab.model import BlsSuite
from lab.oracle.hash_to_curve import HashToCurve, Svdw, expanded_xmd, field_elements
from lab.oracle.plain import PlainOracle
from lab.oracle.second_group import TwistField
from lab.towers import Tower

ElementPoint = tuple[Element, Element] | None  # None: the point at infinity


class BlsOracle:
    """Signatures are points of the curve, public keys points of the pairing's second group;
    bytes as in firmware/adapter.h."""

    name = "an independent implementation"

    def __init__(self, curve: Curve, tower: Tower) -> None:
        self._curve = curve
        self._tower = tower
        self._first = PlainOracle(curve)
        self.second = SecondGroup(curve, tower)
        self._size = curve.sizes.field

    def public_key(self, private_key: bytes) -> bytes:
        return self._encode(self.second.multiply(int.from_bytes(private_key), self._tower.base))

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        own = int.from_bytes(private_key)
        return self._joined(self._first.multiply(own, self.hash_to_curve(message)))

    def aggregate(self, signatures: Iterable[bytes]) -> bytes:
        """Their sum."""
        total = None
        for each in signatures:
            total = self._first.add(total, self._first.split(each, self._size))
        return self._joined(total)

    def _joined(self, point: tuple[int, int] | None) -> bytes:
        if point is None:
            raise ValueError("the point at infinity")
        return self._first.join(*point, self._size)

    def negated(self, signature: bytes) -> bytes:
        """Another point of the same group."""
        x, y = self._first.split(signature, self._size)
        return self._first.join(x, self._curve.p - y, self._size)

    def outside_subgroup(self, public_key: bytes) -> bytes:
        """The key plus a point whose order is not that of the group."""
        for x in count(1):
            point = self.second.lifted(x)
            stranger = self.second.multiply(self._curve.order, point)
            if point is not None and stranger is not None:
                return self._encode(self.second.add(self._decode(public_key), stranger))
        raise AssertionError

    def hash_to_curve(self, message: bytes) -> tuple[int, int]:
        """RFC 9380, section 3: hash_to_curve."""
        suite = self._curve.signing
        if suite is None:
            raise UnsupportedError(f"no library says how it hashes messages to {self._curve.name}")
        if suite.map == "SSWU":
            encoded = HashToCurve(self._curve).hashed(message, suite.tag)
            return self._first.split(encoded[1:], self._size)
        return self._by_svdw(message, suite)

    def _by_svdw(self, message: bytes, suite: BlsSuite) -> tuple[int, int]:
        assert self._curve.suite is not None
        surplus = suite.security_bits or self._curve.suite.security_bits
        length = -(-(self._curve.field_bits + surplus) // 8)
        uniform = expanded_xmd(message, suite.tag, 2 * length, BLS_HASH)
        first, second = map(Svdw(self._curve).mapped, field_elements(uniform, 2, self._curve.p))
        clearing = self._curve.clearing
        point = self._first.multiply(abs(clearing), self._first.add(first, second))
        if point is None:
            raise ValueError("the message is hashed to the point at infinity")
        x, y = point
        return (x, y) if clearing > 0 else (x, self._curve.p - y)

    def _encode(self, point: ElementPoint) -> bytes:
        if point is None:
            raise ValueError("the point at infinity")
        return b"".join(number.to_bytes(self._size) for element in point for number in element)

    def _decode(self, public_key: bytes) -> ElementPoint:
        numbers = tuple(
            int.from_bytes(public_key[start : start + self._size])
            for start in range(0, len(public_key), self._size)
        )
        return numbers[: self._tower.below], numbers[self._tower.below :]


class SecondGroup:
    """Affine additions on the curve of public keys. A point has the coordinates of lab/towers.py;
    inside, elements are polynomials."""

    def __init__(self, curve: Curve, tower: Tower) -> None:
        self._degree = tower.below
        self._twist = TwistField(curve.p, tower)
        self._field = self._twist.field
        xi = self._twist.inside(tower.xi)
        sign = 2 if tower.multiplies else -2
        self._a = self._field.scale(curve.a, self._field.power(xi, sign))
        self._b = self._twist.inside(tower.b)

    def add(self, left: ElementPoint, right: ElementPoint) -> ElementPoint:
        return self._told(self._sum(self._read(left), self._read(right)))

    def multiply(self, scalar: int, point: ElementPoint) -> ElementPoint:
        total, given = None, self._read(point)
        for bit in f"{scalar:b}":
            total = self._sum(total, total)
            if bit == "1":
                total = self._sum(total, given)
        return self._told(total)

    def has(self, point: tuple[Element, Element]) -> bool:
        x, y = map(self._twist.inside, point)
        return self._field.mul(y, y) == self._right_side(x)

    def lifted(self, number: int) -> ElementPoint:
        """A point whose x has that number for its first coordinate, and 1 for all others; None when
        there is none."""
        x = self._twist.inside((number, *(1,) * (self._degree - 1)))
        right = self._right_side(x)
        return self._told((x, self._twist.root(right))) if self._twist.is_square(right) else None

    def _sum(self, left: ElementPoint, right: ElementPoint) -> ElementPoint:
        if left is None or right is None:
            return right if left is None else left
        field, (x1, y1), (x2, y2) = self._field, left, right
        if x1 == x2 and not any(field.add(y1, y2)):
            return None
        if left == right:
            rise = field.add(field.scale(3, field.mul(x1, x1)), self._a)
            run = field.scale(2, y1)
        else:
            rise, run = field.sub(y2, y1), field.sub(x2, x1)
        slope = field.mul(rise, field.inverse(run))
        x = field.sub(field.sub(field.mul(slope, slope), x1), x2)
        return x, field.sub(field.mul(slope, field.sub(x1, x)), y1)

    def _right_side(self, x: Element) -> Element:
        field = self._field
        cube = field.mul(field.mul(x, x), x)
        return field.add(field.add(cube, field.mul(self._a, x)), self._b)

    def _read(self, point: ElementPoint) -> ElementPoint:
        return _both(self._twist.inside, point)

    def _told(self, point: ElementPoint) -> ElementPoint:
        return _both(self._twist.outside, point)


def _both(change: Callable[[Element], Element], point: ElementPoint) -> ElementPoint:
    return None if point is None else (change(point[0]), change(point[1]))
