# SPDX-License-Identifier: MIT
"""BLS signatures on Python's integers, without a pairing: a private key has one signature of
a message, so that it can be computed and compared. Messages are hashed to the curve by
RFC 9380, with the map and the tag that a library has."""

from itertools import count

from lab.curves import BLS_HASH, Curve, Element, Pairing
from lab.errors import UnsupportedError
from lab.model import BlsSuite
from lab.oracle.hash_to_curve import HashToCurve, expanded_xmd, field_elements
from lab.oracle.plain import PlainOracle, square_root

ElementPoint = tuple[Element, Element] | None  # None: the point at infinity


class BlsOracle:
    """Signatures are points of the curve, public keys points of the pairing's second group;
    bytes as in firmware/adapter.h."""

    name = "an independent implementation"

    def __init__(self, curve: Curve, groups: Pairing) -> None:
        self._curve = curve
        self._groups = groups
        self._first = PlainOracle(curve)
        self.second = SecondGroup(curve.p, groups)
        self._size = curve.sizes.field

    def public_key(self, private_key: bytes) -> bytes:
        return self._encode(self.second.multiply(int.from_bytes(private_key), self._groups.base))

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        point = self._first.multiply(int.from_bytes(private_key), self.hash_to_curve(message))
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
        surplus = suite.security_bits or self._groups.hash_surplus_bits
        length = -(-(self._curve.field_bits + surplus) // 8)
        uniform = expanded_xmd(message, suite.tag, 2 * length, BLS_HASH)
        first, second = map(self._mapped, field_elements(uniform, 2, self._curve.p))
        multiple = abs(self._groups.clearing)
        point = self._first.multiply(multiple, self._first.add(first, second))
        if point is None:
            raise ValueError("the message is hashed to the point at infinity")
        x, y = point
        return (x, y) if self._groups.clearing > 0 else (x, self._curve.p - y)

    def _mapped(self, u: int) -> tuple[int, int]:
        """RFC 9380, section 6.6.1."""
        p, a, z = self._curve.p, self._curve.a, self._groups.map_z
        g_z = self._right_side(z)
        slope = 3 * z * z + 4 * a
        root = square_root(-g_z * slope % p, p)
        root = root if root % 2 == 0 else p - root
        minus, plus = (1 - u * u * g_z) % p, (1 + u * u * g_z) % p
        inverse = pow(minus * plus, -1, p) if minus and plus else 0
        step = u * minus * inverse * root
        candidates = (
            (-z * pow(2, -1, p) - step) % p,
            (-z * pow(2, -1, p) + step) % p,
            (z - 4 * g_z * pow(slope, -1, p) * (plus * plus * inverse) ** 2) % p,
        )
        for x in candidates:
            try:
                y = square_root(self._right_side(x), p)
            except ValueError:
                continue
            return x, y if y % 2 == u % 2 else p - y
        raise AssertionError

    def _right_side(self, x: int) -> int:
        return (x * x * x + self._curve.a * x + self._curve.b) % self._curve.p

    def _encode(self, point: ElementPoint) -> bytes:
        if point is None:
            raise ValueError("the point at infinity")
        return b"".join(number.to_bytes(self._size) for element in point for number in element)

    def _decode(self, public_key: bytes) -> ElementPoint:
        numbers = tuple(
            int.from_bytes(public_key[start : start + self._size])
            for start in range(0, len(public_key), self._size)
        )
        return numbers[: self._groups.degree], numbers[self._groups.degree :]


class SecondGroup:
    """Affine additions on the curve of public keys, over the prime's field or that with a
    root of -1."""

    def __init__(self, p: int, groups: Pairing) -> None:
        self._p = p
        self._a = groups.a
        self._b = groups.b

    def add(self, left: ElementPoint, right: ElementPoint) -> ElementPoint:
        if left is None or right is None:
            return right if left is None else left
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and not any(self._sum(y1, y2)):
            return None
        if left == right:
            rise = self._sum(self._times(3, self._product(x1, x1)), self._a)
            run = self._times(2, y1)
        else:
            rise, run = self._less(y2, y1), self._less(x2, x1)
        slope = self._product(rise, self._inverse(run))
        x = self._less(self._less(self._product(slope, slope), x1), x2)
        return x, self._less(self._product(slope, self._less(x1, x)), y1)

    def multiply(self, scalar: int, point: ElementPoint) -> ElementPoint:
        total: ElementPoint = None
        for bit in f"{scalar:b}":
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, point)
        return total

    def has(self, point: tuple[Element, Element]) -> bool:
        x, y = point
        return self._product(y, y) == self._right_side(x)

    def lifted(self, number: int) -> ElementPoint:
        """A point whose x is that number, and in the larger field the root besides; None when
        there is none."""
        x = (number,) if len(self._b) == 1 else (number, 1)
        y = self._root(self._right_side(x))
        return None if y is None else (x, y)

    def _right_side(self, x: Element) -> Element:
        cube = self._product(self._product(x, x), x)
        return self._sum(self._sum(cube, self._product(self._a, x)), self._b)

    def _root(self, square: Element) -> Element | None:
        """By the norm, whose root is that of the root."""
        p = self._p
        try:
            if len(square) == 1:
                return (square_root(square[0], p),)
            real, other = square
            norm = square_root((real * real + other * other) % p, p)
        except ValueError:
            return None
        for each in (norm, -norm):
            half = (real + each) * pow(2, -1, p) % p
            if half and pow(half, (p - 1) // 2, p) == 1:
                root = square_root(half, p)
                return root, other * pow(2 * root, -1, p) % p
        return None

    def _sum(self, left: Element, right: Element) -> Element:
        return tuple((one + two) % self._p for one, two in zip(left, right, strict=True))

    def _less(self, left: Element, right: Element) -> Element:
        return self._sum(left, self._times(-1, right))

    def _times(self, factor: int, element: Element) -> Element:
        return tuple(factor * number % self._p for number in element)

    def _product(self, left: Element, right: Element) -> Element:
        p = self._p
        if len(left) == 1:
            return (left[0] * right[0] % p,)
        (a, b), (c, d) = left, right
        return (a * c - b * d) % p, (a * d + b * c) % p

    def _inverse(self, element: Element) -> Element:
        if len(element) == 1:
            return (pow(element[0], -1, self._p),)
        real, other = element
        return self._times(pow(real * real + other * other, -1, self._p), (real, -other))
