# SPDX-License-Identifier: MIT
"""Group laws by the textbook, on polynomials: what programs are compared with."""

from dataclasses import dataclass
from fractions import Fraction

from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, unit, variable

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Point:
    """Affine coordinates."""

    x: Laurent
    y: Laurent

    def __neg__(self) -> "Point":
        return Point(self.x, -self.y)


def same(found: Laurent, wanted: Laurent, what: str) -> None:
    if found != wanted:
        rest = len((found - wanted).terms)
        raise UnprovedError(f"{what} is not what it should be: {rest} terms are left")


def third(p: Point, slope: Laurent, x: Laurent) -> Point:
    """The sum of P and a point with x-coordinate `x`, on the line through P with this slope."""
    total = slope**2 - p.x - x
    return Point(total, slope * (p.x - total) - p.y)


def doubled(p: Point, a: Laurent) -> Point:
    """By the tangent; y must be a unit."""
    return third(p, (3 * p.x**2 + a) * HALF / p.y, p.x)


def added(p: Point, q: Point) -> Point:
    """By the chord; x of Q less x of P must be a unit."""
    return third(p, (q.y - p.y) / (q.x - p.x), q.x)


def point(name: str) -> Point:
    """Any point that is not of order two. Its curve has b = y^2 - x^3 - a x."""
    return Point(variable(f"x{name}"), unit(f"y{name}"))


def apart(p: Point, name: str) -> Point:
    """Any point with another x-coordinate than P."""
    return Point(p.x + unit(f"d{name}"), variable(f"y of {name}"))


def apart_twice(name: str) -> tuple[Point, Point]:
    """P and Q so that x of P, of Q and of P + Q are such that P + Q and then P can be added by
    chords: with the chord's slope s, x of Q less x of P is d and x of P less x of P + Q is e. Then
    s^2 = 2 x + d + x - e for x of P."""
    slope, d, e = variable(f"slope{name}"), unit(f"d{name}"), unit(f"e{name}")
    p = Point((slope**2 - d + e) * Fraction(1, 3), variable(f"y of {name}"))
    return p, Point(p.x + d, p.y + slope * d)


def value_of_a(needs: str) -> Laurent:
    """a of the curves that a formula is for."""
    text = needs.partition(";")[0]
    return {"a = -3": constant(-3), "a = 0": constant(0)}.get(text) or variable("a")
