# SPDX-License-Identifier: MIT
"""Pairings on Python's integers, the same way for every family: lines through points of the curve
over the whole field, by the textbook's group law, and one power.

The whole field is Fp[w] modulo one polynomial, so that PARI and others can be given its elements
as they are. The second group's points are brought to the curve over it.

A pairing is optimal [Ver10]: a multiple of the order is written as a sum of c_i p^i with short
c_i, and each c_i takes a Miller loop of its length. Implementations raise the result not to
(p^k - 1) / r but to a multiple of that which takes less time; `multiplier` says to which, and the
pairing here is raised to the same."""

from collections.abc import Sequence
from functools import cached_property

from lab.curves import Curve, Element
from lab.towers import Tower

Point = tuple[Element, Element] | None  # None: the point at infinity


class WholeField:
    """Fp[w] modulo w^k = sum of tail[j] w^j; elements are their k coefficients."""

    def __init__(self, p: int, degree: int, tail: dict[int, int]) -> None:
        self.p = p
        self.degree = degree
        self._tail = tail
        self._bits = 2 * p.bit_length() + degree.bit_length()
        self.zero = self.scalar(0)
        self.one = self.scalar(1)

    def scalar(self, number: int) -> Element:
        return (number % self.p, *(0,) * (self.degree - 1))

    @cached_property
    def modulus(self) -> tuple[int, ...]:
        """The polynomial's coefficients, the constant one first."""
        return (*(-self._tail.get(j, 0) % self.p for j in range(self.degree)), 1)

    def add(self, left: Element, right: Element) -> Element:
        return tuple((one + two) % self.p for one, two in zip(left, right, strict=True))

    def sub(self, left: Element, right: Element) -> Element:
        return tuple((one - two) % self.p for one, two in zip(left, right, strict=True))

    def scale(self, factor: int, element: Element) -> Element:
        return tuple(factor * number % self.p for number in element)

    def mul(self, left: Element, right: Element) -> Element:
        """By one product of integers whose digits are coefficients: Kronecker's substitution."""
        product = self._joined(left) * self._joined(right)
        mask = (1 << self._bits) - 1
        digits = [product >> self._bits * j & mask for j in range(2 * self.degree - 1)]
        for j in range(2 * self.degree - 2, self.degree - 1, -1):
            for position, factor in self._tail.items():
                digits[j - self.degree + position] += factor * digits[j] % self.p
        return tuple(digit % self.p for digit in digits[: self.degree])

    def _joined(self, element: Element) -> int:
        return sum(number << self._bits * j for j, number in enumerate(element))

    def power(self, element: Element, exponent: int) -> Element:
        if exponent < 0:
            return self.power(self.inverse(element), -exponent)
        result = self.one
        for bit in f"{exponent:b}":
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, element)
        return result

    def inverse(self, element: Element) -> Element:
        """By Euclid's algorithm on polynomials."""
        p = self.p
        low, high = _trimmed(element), list(self.modulus)
        ours: list[int] = [1]
        theirs: list[int] = []
        while len(low) > 1:
            while len(high) >= len(low):
                factor = high[-1] * pow(low[-1], -1, p) % p
                shift = len(high) - len(low)
                high = _trimmed(_less(high, low, factor, shift, p))
                theirs = _less(theirs, ours, factor, shift, p)
            low, high, ours, theirs = high, low, theirs, ours
        if not low:
            raise ZeroDivisionError
        unit = pow(low[0], -1, p)
        coefficients = [number * unit % p for number in ours]
        return tuple(coefficients + [0] * self.degree)[: self.degree]

    @cached_property
    def _conjugate(self) -> Element:
        """w^p."""
        return self.power((0, 1, *(0,) * (self.degree - 2)), self.p)

    def frobenius(self, element: Element, times: int = 1) -> Element:
        """The power p, `times` times."""
        for _ in range(times):
            result = self.zero
            for number in reversed(element):
                result = self.add(self.mul(result, self._conjugate), self.scalar(number))
            element = result
        return element


def _trimmed(coefficients: Sequence[int]) -> list[int]:
    trimmed = list(coefficients)
    while trimmed and trimmed[-1] == 0:
        trimmed.pop()
    return trimmed


def _less(left: list[int], right: list[int], factor: int, shift: int, p: int) -> list[int]:
    result = left + [0] * (len(right) + shift - len(left))
    for j, number in enumerate(right):
        result[j + shift] = (result[j + shift] - factor * number) % p
    return result


class PairingOracle:
    """Points of the first group are pairs of numbers, of the second pairs of elements of its field
    (lab/towers.py has their coordinates)."""

    def __init__(self, curve: Curve, tower: Tower) -> None:
        self.curve = curve
        self.tower = tower
        self.degree = tower.embedding
        self.field, self._basis = _whole(curve.p, tower)
        self._a = self.field.scalar(curve.a)

    # The formulas of families

    @property
    def loops(self) -> tuple[int, ...]:
        """The c_i, whose sum of c_i p^i is a multiple of the order [Ver10, IV]."""
        u = self.tower.u
        return {
            "bn": (6 * u + 2, 1, -1, 1),
            "bls12": (u, -1),
            "bls24": (u, -1),
            "kss18": (u, 3, 0, 0, -1),
            "mnt6": (u, -1),
            "k2": (self.curve.order,),
        }[self.tower.family]

    @property
    def multiplier(self) -> int:
        """What the exponent (p^k - 1) / r is multiplied with: [HHT20] for bls12 and bls24, [FKR11]
        for bn and kss18."""
        u = self.tower.u
        return {
            "bn": 2 * u * (6 * u * u + 3 * u + 1),
            "bls12": 3,
            "bls24": 3,
            "kss18": 3 * u * u // 49,
            "mnt6": 1,
            "k2": 1,
        }[self.tower.family]

    @cached_property
    def to_tate(self) -> int:
        """The s that makes the pairing the power s of the reduced Tate pairing of the second
        group's point and the first's: from the c_i, as the power p of a point of the second
        group is its multiple by p [Ver10, proof of theorem 1]."""
        p, k, r = self.curve.p, self.degree, self.curve.order
        total: int = sum(c * p**i for i, c in enumerate(self.loops))
        multiple, rest = divmod(total, r)
        assert rest == 0
        one: int = (p**k - 1) // r * pow(k * p ** (k - 1), -1, r)
        other: int = sum(c * i * p ** (i - 1) for i, c in enumerate(self.loops) if i)
        return self.multiplier * (multiple - other * one) % r

    # The groups

    def untwisted(self, point: Point) -> Point:
        """The second group's point on the curve over the whole field."""
        if point is None:
            return None
        w = (0, 1, *(0,) * (self.degree - 2))
        sign = -1 if self.tower.multiplies else 1
        x, y = (self.embedded(each) for each in point)
        shifts = (self.field.power(w, 2 * sign), self.field.power(w, 3 * sign))
        return self.field.mul(x, shifts[0]), self.field.mul(y, shifts[1])

    def twisted(self, point: Point) -> Element:
        """The coordinates of the second group's point, of x and then of y; the inverse of
        `untwisted`."""
        assert point is not None
        w = (0, 1, *(0,) * (self.degree - 2))
        sign = 1 if self.tower.multiplies else -1
        shifts = (self.field.power(w, 2 * sign), self.field.power(w, 3 * sign))
        x, y = (self.field.mul(each, by) for each, by in zip(point, shifts, strict=True))
        return (*self.tower_coordinates(x)[0], *self.tower_coordinates(y)[0])

    def embedded(self, element: Element) -> Element:
        """An element of the second group's field, or a number of the prime's."""
        parts = zip(self._basis, element, strict=False)
        total = self.field.zero
        for base, number in parts:
            total = self.field.add(total, self.field.scale(number, base))
        return total

    def tower_coordinates(self, element: Element) -> tuple[Element, ...]:
        """The coefficients of w^j, each in the second group's field."""
        twist, below = self.tower.twist, self.tower.below
        rows = []
        for j in range(twist):
            low = (*element[j::twist],)
            rows.append(_folded(low, self.tower, self.curve.p)[:below])
        return tuple(rows)

    def add(self, left: Point, right: Point) -> Point:
        """On the curve over the whole field."""
        if left is None or right is None:
            return right if left is None else left
        slope = self._slope(left, right)
        if slope is None:
            return None
        field = self.field
        x = field.sub(field.sub(field.mul(slope, slope), left[0]), right[0])
        return x, field.sub(field.mul(slope, field.sub(left[0], x)), left[1])

    def negative(self, point: Point) -> Point:
        return None if point is None else (point[0], self.field.sub(self.field.zero, point[1]))

    def multiply(self, scalar: int, point: Point) -> Point:
        if scalar < 0:
            return self.multiply(-scalar, self.negative(point))
        total: Point = None
        for bit in f"{scalar:b}" if scalar else "":
            total = self.add(total, total)
            if bit == "1":
                total = self.add(total, point)
        return total

    def has(self, point: Point) -> bool:
        """Whether a point is on the curve over the whole field."""
        if point is None:
            return True
        field, (x, y) = self.field, point
        right = field.add(field.mul(field.mul(x, x), x), field.mul(self._a, x))
        return field.mul(y, y) == field.add(right, field.scalar(self.curve.b))

    def first(self, point: tuple[int, int]) -> Point:
        """The first group's point on the curve over the whole field."""
        return self.field.scalar(point[0]), self.field.scalar(point[1])

    # The pairing

    def pairing(self, first: Point, second: Point) -> Element:
        """Of points on the curve over the whole field, the second from `untwisted`."""
        if first is None or second is None:
            return self.field.one
        return self.raised(self.miller(first, second))

    def miller(self, first: Point, second: Point) -> Element:
        """f_c0 f_c1^p ... and the lines that join them [Ver10, theorem 1]."""
        assert first is not None
        p, value = self.curve.p, self.field.one
        for i, loop in enumerate(self.loops):
            if loop:
                value = self.field.mul(
                    value, self.field.frobenius(self._function(loop, first, second), i)
                )
        for i in range(len(self.loops) - 1):
            here, above = self.loops[i], self.loops[i + 1 :]
            left = self._sum_of_powers(above, i + 1, second)
            right = self.multiply(here, self._powered(second, i))
            if right is not None and left is not None:
                value = self.field.mul(value, self._line(left, right, first))
        assert sum(c * p**i for i, c in enumerate(self.loops)) % self.curve.order == 0
        return value

    def _sum_of_powers(self, loops: Sequence[int], lowest: int, point: Point) -> Point:
        total: Point = None
        for i, loop in enumerate(loops, lowest):
            total = self.add(total, self.multiply(loop, self._powered(point, i)))
        return total

    def _powered(self, point: Point, times: int) -> Point:
        """The power p of its coordinates."""
        if point is None:
            return None
        return self.field.frobenius(point[0], times), self.field.frobenius(point[1], times)

    def _function(self, loop: int, at: Point, point: Point) -> Element:
        """The f of divisor loop (point) - (loop point) - (loop - 1) (infinity) at a point of the
        first group, without vertical lines: their values lie in a smaller field, and become 1."""
        if loop < 0:
            return self.field.inverse(self._function(-loop, at, point))
        value, total = self.field.one, point
        for bit in f"{loop:b}"[1:]:
            value = self.field.mul(value, self.field.mul(value, self._line(total, total, at)))
            total = self.add(total, total)
            if bit == "1":
                value = self.field.mul(value, self._line(total, point, at))
                total = self.add(total, point)
        return value

    def _line(self, left: Point, right: Point, at: Point) -> Element:
        """The line through two points; 1 for a vertical one."""
        assert left is not None
        assert right is not None
        assert at is not None
        slope = self._slope(left, right)
        if slope is None:
            return self.field.one
        field = self.field
        rise = field.sub(at[1], left[1])
        return field.sub(rise, field.mul(slope, field.sub(at[0], left[0])))

    def _slope(
        self, left: tuple[Element, Element], right: tuple[Element, Element]
    ) -> Element | None:
        field, (x1, y1), (x2, y2) = self.field, left, right
        if x1 != x2:
            return field.mul(field.sub(y2, y1), field.inverse(field.sub(x2, x1)))
        if not any(field.add(y1, y2)):
            return None
        square = field.mul(x1, x1)
        rise = field.add(field.scale(3, square), self._a)
        return field.mul(rise, field.inverse(field.scale(2, y1)))

    def raised(self, value: Element) -> Element:
        """To (p^k - 1) / r times the multiplier; the digits of the hard part's exponent to the base
        p are powers of their own."""
        field, k, p = self.field, self.degree, self.curve.p
        value = field.mul(field.frobenius(value, k // 2), field.inverse(value))
        rest = (p ** (k // 2) + 1) // self.curve.order * self.multiplier
        digits = []
        while abs(rest) >= p:
            rest, digit = divmod(rest, p)
            digits.append(digit)
        digits.append(rest)
        return self._product_of_powers(value, digits)

    def _product_of_powers(self, value: Element, digits: Sequence[int]) -> Element:
        """Of value^(p^i) to the digit i, from the highest bits on, four digits at once."""
        field, result = self.field, self.field.one
        for start in range(0, len(digits), 4):
            some = digits[start : start + 4]
            bases = []
            for i, digit in enumerate(some, start):
                base = field.frobenius(value, i)
                bases.append(base if digit >= 0 else field.inverse(base))
            products = [field.one]
            for base in bases:
                products += [field.mul(each, base) for each in products]
            part = field.one
            for bit in range(max(abs(digit) for digit in some).bit_length() - 1, -1, -1):
                part = field.mul(part, part)
                chosen = sum((abs(digit) >> bit & 1) << i for i, digit in enumerate(some))
                part = field.mul(part, products[chosen]) if chosen else part
            result = field.mul(result, part)
        return result


def _whole(p: int, tower: Tower) -> tuple[WholeField, list[Element]]:
    """The whole field, and the basis of the second group's field as elements of it."""
    twist, k, xi = tower.twist, tower.embedding, tower.xi
    if tower.below == 1:
        field = WholeField(p, k, {0: xi[0] % p})
        return field, [field.one]
    if tower.below == 3:
        assert xi == (0, 1, 0)
        field = WholeField(p, k, {0: tower.cubic % p})
        return field, [_monomial(field, j * twist) for j in range(3)]
    # real + imaginary i is w^step, so that (w^step - real)^2 = -imaginary^2.
    step = k // 2
    real, imaginary = tower.quartic if tower.below == 4 else xi
    tail = {0: -(real * real + imaginary * imaginary) % p, step: 2 * real % p}
    field = WholeField(p, k, tail)
    shifted = field.sub(_monomial(field, step), field.scalar(real))
    root = field.scale(pow(imaginary, -1, p), shifted)
    if tower.below == 2:
        return field, [field.one, root]
    assert xi == (0, 0, 1, 0)
    upper = _monomial(field, twist)
    return field, [field.one, root, upper, field.mul(upper, root)]


def _monomial(field: WholeField, exponent: int) -> Element:
    return tuple(int(j == exponent) for j in range(field.degree))


def _folded(powers: Element, tower: Tower, p: int) -> Element:
    """The sum of powers[m] xi^m in the second group's field."""
    if tower.below in (1, 3):
        return powers
    real, imaginary = tower.quartic if tower.below == 4 else tower.xi
    half = len(powers) // 2
    low, high = powers[:half], powers[half:]
    lower = tuple((one + two * real) % p for one, two in zip(low, high, strict=True))
    upper = tuple(two * imaginary % p for two in high)
    return tuple(number for pair in zip(lower, upper, strict=True) for number in pair)
