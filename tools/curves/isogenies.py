# SPDX-License-Identifier: MIT
"""Isogenies of odd degree between curves y^2 = x^3 + a x + b, computed from both.

A normalised one is (x, y) -> (I(x), y I'(x)), where I = N / H^2 for the polynomial H whose roots
are the x of its kernel. It satisfies (x^3 + a x + b) I'^2 = I^3 + A I + B, which gives I as a
series in 1 / x [BMSS08]; poles are where H has its roots, so that the series is a
recurrent sequence, and its recurrence H^2."""

from __future__ import annotations

from dataclasses import dataclass

from tools.curves.fields import Element, PrimeField

Polynomial = list[Element]  # the highest coefficient first
Point = tuple[Element, Element]


@dataclass(frozen=True)
class Isogeny:
    """From the curve with a and b. Of x it is a normalised one's divided by divisor^2, of y by
    divisor^3."""

    a: Element
    b: Element
    degree: int
    divisor: int

    def polynomials(self, field: PrimeField, a: Element, b: Element) -> list[Polynomial]:
        """N, H and M of (x, y) -> (N / H^2, y M / H^3), to the curve with these a and b."""
        to_a = field.scale(self.divisor**4, a)
        to_b = field.scale(self.divisor**6, b)
        series = _series(field, (self.a, self.b), (to_a, to_b), 2 * self.degree)
        square = _recurrence(field, series)
        kernel = _root(field, square)
        if len(square) != self.degree or _product(field, kernel, kernel) != square:
            return []
        above = _product(field, [field.one, field.number(0), *series], square)[: self.degree + 1]
        # The derivative of N / H^2 is (N' H - 2 N H') / H^3.
        one = _product(field, _slope(field, above), kernel)
        two = _product(field, above, _slope(field, kernel))
        slope = [field.sub(x, field.scale(2, y)) for x, y in zip(one, two, strict=True)]
        scale = pow(self.divisor, -1, field.p)
        return [
            [field.scale(scale**2, each) for each in above],
            kernel,
            [field.scale(scale**3, each) for each in slope],
        ]

    def leads(self, field: PrimeField, a: Element, b: Element) -> bool:
        """Whether it takes points to points of that curve, and sums to sums."""
        rows = self.polynomials(field, a, b)
        if not rows:
            return False

        def mapped(point: Point) -> Point:
            numerator, kernel, slope = (value(field, row, point[0]) for row in rows)
            inverse = field.inverse(kernel)
            square = field.mul(inverse, inverse)
            y = field.mul(field.mul(point[1], slope), field.mul(square, inverse))
            return field.mul(numerator, square), y

        def added(one: Point, two: Point) -> Point:
            run = field.inverse(field.sub(two[0], one[0]))
            rise = field.mul(field.sub(two[1], one[1]), run)
            x = field.sub(field.sub(field.mul(rise, rise), one[0]), two[0])
            return x, field.sub(field.mul(rise, field.sub(one[0], x)), one[1])

        points: list[Point] = []
        number = 1
        while len(points) < 2:
            x = field.number(number)
            right = right_side(field, self.a, self.b, x)
            if field.is_square(right):
                points.append((x, field.square_root(right)))
            number += 1
        images = [mapped(point) for point in points]
        on_curve = all(field.mul(y, y) == right_side(field, a, b, x) for x, y in images)
        return on_curve and mapped(added(*points)) == added(*images)


def right_side(field: PrimeField, a: Element, b: Element, x: Element) -> Element:
    return field.add(field.mul(field.add(field.mul(x, x), a), x), b)


def value(field: PrimeField, row: Polynomial, x: Element) -> Element:
    total = field.number(0)
    for each in row:
        total = field.add(field.mul(total, x), each)
    return total


def _series(
    field: PrimeField, source: tuple[Element, Element], target: tuple[Element, Element], count: int
) -> list[Element]:
    """The h(1), h(2) ... of I = x + h(1) / x + h(2) / x^2 + ..., by the coefficients of the
    derived equation 2 (x^3 + a x + b) I'' + (3 x^2 + a) I' = 3 I^2 + A."""
    a, b = source
    found = [
        field.number(0),
        *(
            field.scale(pow(divisor, -1, field.p), field.sub(one, two))
            for divisor, one, two in zip((5, 7), source, target, strict=True)
        ),
    ]
    for k in range(3, count + 1):
        total = field.number(0)
        for i in range(1, k - 1):
            total = field.add(total, field.mul(found[i], found[k - 1 - i]))
        total = field.scale(3, total)
        total = field.sub(total, field.scale((k - 2) * (2 * k - 3), field.mul(a, found[k - 2])))
        last = field.scale(2 * (k - 2) * (k - 3), field.mul(b, found[k - 3]))
        total = field.sub(total, last)
        found.append(field.scale(pow((k - 2) * (2 * k + 3), -1, field.p), total))
    return found[1:]


def _recurrence(field: PrimeField, series: list[Element]) -> Polynomial:
    """The shortest recurrence of a sequence, by Berlekamp's and Massey's algorithm: the polynomial
    whose product with it ends."""
    found, before = [field.one], [field.one]
    length, gap, last = 0, 1, field.one
    for n, each in enumerate(series):
        discrepancy = each
        for i in range(1, length + 1):
            discrepancy = field.add(discrepancy, field.mul(found[i], series[n - i]))
        if not any(discrepancy):
            gap += 1
            continue
        factor = field.mul(discrepancy, field.inverse(last))
        previous = list(found)
        found += [field.number(0)] * (len(before) + gap - len(found))
        for i, term in enumerate(before):
            found[i + gap] = field.sub(found[i + gap], field.mul(factor, term))
        if 2 * length <= n:
            length, before, last, gap = n + 1 - length, previous, discrepancy, 1
        else:
            gap += 1
        found += [field.number(0)] * (length + 1 - len(found))
    return found[: length + 1]


def _root(field: PrimeField, square: Polynomial) -> Polynomial:
    """The square root of a polynomial that has one, with the first coefficient 1 of both."""
    found: Polynomial = [field.one]
    half = pow(2, -1, field.p)
    for k in range(1, len(square) // 2 + 1):
        total = square[k] if k < len(square) else field.number(0)
        for i in range(1, k):
            total = field.sub(total, field.mul(found[i], found[k - i]))
        found.append(field.scale(half, total))
    return found


def _product(field: PrimeField, one: Polynomial, two: Polynomial) -> Polynomial:
    found = [field.number(0)] * (len(one) + len(two) - 1)
    for i, left in enumerate(one):
        for j, right in enumerate(two):
            found[i + j] = field.add(found[i + j], field.mul(left, right))
    return found


def _slope(field: PrimeField, row: Polynomial) -> Polynomial:
    """The derivative."""
    return [field.scale(len(row) - 1 - i, each) for i, each in enumerate(row[:-1])]
