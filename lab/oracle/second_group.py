# SPDX-License-Identifier: MIT
"""Hashing to the second groups of pairings [RFC 9380], in affine coordinates over the twist's
field, and with plain multiples in place of endomorphisms: slow, and easy to check."""

from collections.abc import Callable
from functools import cached_property
from itertools import count
from math import isqrt

from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.oracle.hash_to_curve import expanded_xmd
from lab.oracle.pairing import WholeField
from lab.towers import Element, Tower

Point = tuple[Element, Element] | None  # None: the point at infinity

# What a family multiplies a point of its twist with, where p stands for the endomorphism: bn and
# kss18 [FKR11], bls12 and bls24 [BP17].
CLEARING: dict[str, Callable[[int, int], int]] = {
    "bn": lambda u, p: u + 3 * u * p + u * p**2 + p**3,
    "bls12": lambda u, p: u**2 - u - 1 + (u - 1) * p + 2 * p**2,
    "bls24": lambda u, p: (
        u**4 - u**3 - 1 + (u**3 - u**2) * p + (u**2 - u) * p**2 + (u - 1) * p**3 + 2 * p**4
    ),
    "kss18": lambda u, p: (
        5 * u
        + 18
        + (u**3 + 3 * u**2 + 1) * p
        - (3 * u**2 + 8 * u) * p**2
        + (3 * u + 1) * p**3
        - (u**2 + 2) * p**4
        + (u**2 + 5 * u) * p**5
    ),
}


class TwistField:
    """Elements are powers of one generator, as coordinates: 1; i; j; or v, of which i is v^2 less a
    number."""

    def __init__(self, p: int, tower: Tower) -> None:
        self.p = p
        self.degree = tower.below
        self._real = tower.quartic[0] if tower.below == 4 else 0
        tail = {
            1: {0: 1},
            2: {0: -1 % p},
            3: {0: tower.cubic % p},
            4: {0: -(self._real**2 + 1) % p, 2: 2 * self._real % p},
        }[tower.below]
        self.field = WholeField(p, tower.below, tail)
        self.order: int = p**tower.below

    def inside(self, coordinates: Element) -> Element:
        if self.degree != 4:
            return tuple(each % self.p for each in coordinates)
        one, i, v, vi = coordinates
        numbers = (one - self._real * i, v - self._real * vi, i, vi)
        return tuple(each % self.p for each in numbers)

    def outside(self, element: Element) -> Element:
        if self.degree != 4:
            return element
        one, v, square, cube = element
        numbers = (one + self._real * square, square, v + self._real * cube, cube)
        return tuple(each % self.p for each in numbers)

    def is_square(self, element: Element) -> bool:
        power = self.field.power(element, (self.order - 1) // 2)
        return not any(element) or power == self.field.one

    @cached_property
    def _no_square(self) -> Element:
        numbers = ((n, *(1,) * (self.degree - 1)) for n in count(2))
        return next(each for each in numbers if not self.is_square(each))

    def root(self, square: Element) -> Element:
        """Of a square, by Tonelli and Shanks, from the highest power of two down."""
        field, odd, twos = self.field, self.order - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        exponent = 0
        for k in range(twos):
            # square^odd times no_square^(odd exponent) has an order that divides 2^(twos - 1 - k).
            factor = field.power(self._no_square, odd * exponent)
            left = field.mul(field.power(square, odd), factor)
            if field.power(left, 2 ** (twos - 1 - k)) != field.one:
                exponent += 2**k
        factor = field.power(self._no_square, odd * exponent // 2)
        root = field.mul(field.power(square, (odd + 1) // 2), factor)
        return root if any(square) else square

    def is_odd(self, element: Element) -> bool:
        """sgn0 [RFC 9380, 4.1]."""
        sign, zero = 0, True
        for coordinate in self.outside(element):
            sign |= zero and coordinate % 2
            zero = zero and coordinate == 0
        return bool(sign)


class SecondHash:
    """Points are pairs of coordinates as lab/towers.py has them."""

    def __init__(self, curve: Curve) -> None:
        if curve.tower is None or curve.suite is None:
            raise UnsupportedError(f"no suite hashes to a second group of {curve.name}")
        self._curve, self._tower, self._suite = curve, curve.tower, curve.suite
        self.twist = TwistField(curve.p, curve.tower)
        self.field = self.twist.field
        xi = self.twist.inside(curve.tower.xi)
        sign = 2 if curve.tower.multiplies else -2
        self._a = self.field.scale(curve.a, self.field.power(xi, sign))
        self._b = self.twist.inside(curve.tower.b)

    @property
    def element_bytes(self) -> int:
        return -(-(self._curve.field_bits + self._suite.security_bits) // 8)

    @property
    def suite(self) -> str:
        """Its name up to RO_ or NU_."""
        return self._suite.name.replace("G1_", "G2_", 1)

    def uniform(self, message: bytes, tag: bytes, elements: int) -> bytes:
        length = elements * self._tower.below * self.element_bytes
        return expanded_xmd(message, tag, length, self._suite.hash)

    def elements(self, uniform: bytes) -> list[Element]:
        """What uniform bytes make, as coordinates [RFC 9380, 5.2]."""
        size, below = self.element_bytes, self._tower.below
        numbers = [
            int.from_bytes(uniform[start : start + size]) % self._curve.p
            for start in range(0, len(uniform), size)
        ]
        return [tuple(numbers[i : i + below]) for i in range(0, len(numbers), below)]

    def hashed(self, uniform: bytes) -> Point:
        """hash_to_curve or encode_to_curve of bytes for two elements or one."""
        total: Point = None
        for element in self.elements(uniform):
            total = self._add(total, self._map(self.twist.inside(element)))
        return self._written(self._cleared(total))

    def mapped(self, u: Element) -> Point:
        """map_to_curve of an element, by its coordinates."""
        return self._written(self._map(self.twist.inside(u)))

    def _written(self, point: Point) -> Point:
        return (
            None if point is None else (self.twist.outside(point[0]), self.twist.outside(point[1]))
        )

    def _map(self, u: Element) -> Point:
        return self._simplified(u) if self._suite.second else self._svdw(u)

    def _right_side(
        self, x: Element, a: Element | None = None, b: Element | None = None
    ) -> Element:
        field = self.field
        cube = field.mul(field.mul(x, x), x)
        a, b = (self._a if a is None else a), (self._b if b is None else b)
        return field.add(field.add(cube, field.mul(a, x)), b)

    def _lift(self, x: Element, right: Element, u: Element) -> tuple[Element, Element]:
        y = self.twist.root(right)
        odd = self.twist.is_odd(y) == self.twist.is_odd(u)
        return x, y if odd else self.field.sub(self.field.zero, y)

    # The map of Shallue and van de Woestijne [RFC 9380, 6.6.1]

    def _slope(self, z: Element) -> Element:
        field = self.field
        return field.add(field.scale(3, field.mul(z, z)), field.scale(4, self._a))

    @cached_property
    def z(self) -> Element:
        """RFC 9380, H.1; of the simplified map the suite's."""
        if self._suite.second:
            return self.twist.inside(self._suite.second[0])
        field = self.field
        for n in count(1):
            for z in (field.scalar(n), field.scalar(-n % self._curve.p)):
                at_z, slope = self._right_side(z), self._slope(z)
                if not any(at_z) or not any(slope):
                    continue
                ratio = field.mul(slope, field.inverse(field.scale(4, at_z)))
                half = field.scale(pow(-2, -1, self._curve.p), z)
                squares = (self._right_side(half), at_z)
                if self.twist.is_square(field.sub(field.zero, ratio)) and any(
                    map(self.twist.is_square, squares)
                ):
                    return z
        raise AssertionError

    @property
    def at_z(self) -> Element:
        return self._right_side(self.z)

    def _svdw(self, u: Element) -> Point:
        field, z = self.field, self.z
        at_z, slope = self.at_z, self._slope(z)
        root = self.twist.root(field.sub(field.zero, field.mul(at_z, slope)))
        if self.twist.is_odd(root):
            root = field.sub(field.zero, root)
        t = field.mul(field.mul(u, u), at_z)
        minus, plus = field.sub(field.one, t), field.add(field.one, t)
        product = field.mul(minus, plus)
        inverse = field.inverse(product) if any(product) else field.zero
        step = field.mul(field.mul(field.mul(u, minus), inverse), root)
        half = field.scale(pow(-2, -1, self._curve.p), z)
        last = field.mul(field.mul(plus, plus), inverse)
        ratio = field.mul(field.scale(4, at_z), field.inverse(slope))
        third = field.sub(z, field.mul(ratio, field.mul(last, last)))
        for x in (field.sub(half, step), field.add(half, step), third):
            right = self._right_side(x)
            if self.twist.is_square(right):
                return self._lift(x, right, u)
        raise AssertionError

    # The simplified map [RFC 9380, 6.6.2], and an isogeny of degree 3

    def _simplified(self, u: Element) -> Point:
        field, z = self.field, self.z
        a, b = (self.twist.inside(each) for each in self._suite.second[1:])
        t = field.mul(z, field.mul(u, u))
        total = field.add(field.mul(t, t), t)
        if any(total):
            sum_of_one = field.add(field.one, field.inverse(total))
            minus = field.sub(field.zero, field.mul(b, field.inverse(a)))
            x = field.mul(minus, sum_of_one)
        else:
            x = field.mul(b, field.inverse(field.mul(z, a)))
        right = self._right_side(x, a, b)
        if not self.twist.is_square(right):
            x = field.mul(x, t)
            right = self._right_side(x, a, b)
        return self._isogeny(*self._lift(x, right, u), a, b)

    def _isogeny(self, x: Element, y: Element, a: Element, b: Element) -> Point:
        """Vélu's formulas with the one x of the kernel [Vel71]: of y the divisor is -3."""
        field, p = self.field, self._curve.p
        assert not any(self._a)
        t = field.scale(pow(5, -1, p), a)
        square = field.scale(pow(3, -1, p), field.sub(field.scale(pow(2, -1, p), t), a))
        root = self.twist.root(square)
        for at in (root, field.sub(field.zero, root)):
            w = field.scale(4, self._right_side(at, a, b))
            target = field.sub(b, field.scale(7, field.add(w, field.mul(at, t))))
            if target == field.scale(3**6, self._b):
                inverse = field.inverse(field.sub(x, at))
                first, second = field.mul(t, inverse), field.mul(w, field.mul(inverse, inverse))
                new_x = field.add(field.add(x, first), second)
                slope = field.add(first, field.scale(2, second))
                slope = field.sub(field.one, field.mul(slope, inverse))
                scale = pow(-3, -1, p)
                return (
                    field.scale(scale**2 % p, new_x),
                    field.scale(scale**3 % p, field.mul(y, slope)),
                )
        raise AssertionError

    # The twist's group

    def _add(self, left: Point, right: Point) -> Point:
        if left is None or right is None:
            return right if left is None else left
        field, (x1, y1), (x2, y2) = self.field, left, right
        if x1 != x2:
            slope = field.mul(field.sub(y2, y1), field.inverse(field.sub(x2, x1)))
        elif any(field.add(y1, y2)):
            rise = field.add(field.scale(3, field.mul(x1, x1)), self._a)
            slope = field.mul(rise, field.inverse(field.scale(2, y1)))
        else:
            return None
        x = field.sub(field.sub(field.mul(slope, slope), x1), x2)
        return x, field.sub(field.mul(slope, field.sub(x1, x)), y1)

    def _multiply(self, scalar: int, point: Point) -> Point:
        total: Point = None
        for bit in f"{scalar:b}":
            total = self._add(total, total)
            if bit == "1":
                total = self._add(total, point)
        return total

    @cached_property
    def cofactor(self) -> int:
        """The twist's number of points over the order [HSV06, 4]."""
        p, order, below = self._curve.p, self._curve.order, self._tower.below
        trace = p + 1 - order * self._curve.cofactor
        traces = [2, trace]
        for _ in range(1, below):
            traces.append(trace * traces[-1] - p * traces[-2])
        own = traces[below]
        q: int = p**below
        other = isqrt((4 * q - own * own) // 3)
        found = [-own] if self._tower.twist == 2 else [(own + s * 3 * other) // 2 for s in (1, -1)]
        return next((q + 1 - each) // order for each in found if (q + 1 - each) % order == 0)

    def _cleared(self, point: Point) -> Point:
        """By a family's formula, whose endomorphism f sends the cofactor's multiple to its multiple
        by f(p): so that f of a point is a multiple of the cofactor's multiple."""
        order, family = self._curve.order, self._tower.family
        multiple = self._multiply(self.cofactor, point)
        if family not in CLEARING:
            return multiple
        factor = CLEARING[family](self._tower.u, self._curve.p)
        return self._multiply(factor * pow(self.cofactor, -1, order) % order, multiple)
