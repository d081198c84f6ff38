# SPDX-License-Identifier: MIT
"""The step of programs/lines.txt, on a curve with any a: from Q and R, whose difference is P, Q + R
and 2 R. P, Q and -R lie on a line with slope m; x-coordinates are differences to that of P."""

from collections.abc import Iterator
from fractions import Fraction

from tools.bytecode.assembler import Source
from tools.prove.algebra import UnprovedError
from tools.prove.programs.contracts import Contract, begun, proof, run
from tools.prove.programs.laurent import unit, variable
from tools.prove.programs.laws import Point, added, doubled, same
from tools.prove.programs.machine import Machine
from tools.prove.programs.proofs import Proofs

MAY = "X U1 Z Y S T V1"


def steps(machine: Machine) -> None:
    # x(R) - x(P) = b, x(Q) - x(R) = d and y(R) = w; x-coordinates on the line add up to m^2.
    m, b = variable("m of the line"), variable("x(R) - x(P)")
    d, w, z = unit("x(Q) - x(R)"), unit("y(R)"), unit("z")
    a = b + d
    p = Point((m**2 - a - b) * Fraction(1, 3), -w - m * b)
    q, r = Point(p.x + a, p.y + m * a), Point(p.x + b, w)
    # The curve's a, as x^3 + a x + b less the square of the line is zero at all three.
    pairs = p.x * q.x + p.x * r.x + q.x * r.x
    coefficient = pairs + 2 * m * (p.y - m * p.x)
    for sign in (1, -1):
        for mask in (False, True):
            each = begun(machine)
            each.put("U1" if mask else "X", a * z**2)
            each.put("X" if mask else "U1", b * z**2)
            each.put("Z", -2 * sign * m * z)
            each.put("Y", 2 * sign * p.y * z**3)
            each.number("W", 0)
            each.mask = mask
            run(each, "step", MAY)
            scale = -2 * w * d * z**6
            total, double = added(q, r), doubled(r, coefficient)
            same(each.f("X"), (total.x - p.x) * scale**2, "x of the sum")
            same(each.f("U1"), (double.x - p.x) * scale**2, "x of the double")
            # The line through P, Q + R and -2 R.
            same(each.f("Y"), 2 * p.y * scale**3, "y of the point")
            slope = each.f("Z")
            same(slope * (total.x - p.x), -2 * (total.y - p.y) * scale, "the slope")
            if not scale.is_unit:
                raise UnprovedError("Z may be zero")


def contracts() -> Iterator[Contract]:
    claim = "Q + R and 2 R by differences of x to P, 2 y(P) and the line's slope, for either sign"
    exceptions = "Q = +-R, Q or R infinite, Q + R = +-P, points of order two"
    yield Contract("step", claim, MAY, steps, exceptions, lines=True, compiled=False)


def proofs(source: Source) -> Proofs:
    for each in contracts():
        yield proof(source, each, "lines")
