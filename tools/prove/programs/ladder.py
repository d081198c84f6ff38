# SPDX-License-Identifier: MIT
"""The step of programs/ladder.txt, on x-coordinates of y^2 = x^3 - 3 x + b: from R and R', whose
difference is the point with x = u, 2 R and R + R'."""

from collections.abc import Iterator

from tools.bytecode.assembler import Source
from tools.prove.algebra import UnprovedError
from tools.prove.programs.contracts import Contract, begun, proof, run
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import same
from tools.prove.programs.machine import Machine
from tools.prove.programs.proofs import Proofs
from tools.prove.programs.values import B

MAY = "X Z U1 V1 S T C"
Z1, Z2 = unit("z"), unit("z'")
Pair = tuple[Laurent, Laurent]


def square_of_y(x: Laurent) -> Laurent:
    return x**3 - 3 * x + B


def step(machine: Machine, first: Pair, second: Pair, u: Laurent, mask: bool) -> list[Laurent]:
    """X, Z, U1 and V1 behind a step on R and R', which the mask exchanges."""
    each = begun(machine)
    pairs = [second, first] if mask else [first, second]
    for (x, z), values in zip((("X", "Z"), ("U1", "V1")), pairs, strict=True):
        each.put(x, values[0])
        each.put(z, values[1])
    each.number("W", 0)
    each.put("U", u)
    each.put("Y", 4 * B)
    each.mask = mask
    run(each, "step", MAY)
    return [each.f(name) for name in ("X", "Z", "U1", "V1")]


def is_double(x: Laurent, z: Laurent, of: Laurent) -> None:
    """By the tangent: x (2 y)^2 = (3 x^2 - 3)^2 - 2 x (2 y)^2. z is zero exactly where y is."""
    y2 = square_of_y(of)
    same(x * 4 * y2, ((3 * of**2 - 3) ** 2 - 8 * of * y2) * z, "x of the double")
    if ratio(z, y2) is None:
        raise UnprovedError("z of the double is zero elsewhere, or never")


def steps(machine: Machine) -> None:
    # u and the sum's x by chords of slopes (y' +- y) / (x' - x): of both y the squares are known.
    x, d, w = variable("x"), unit("d of x"), variable("y y'")
    other = x + d
    squares = square_of_y(x) + square_of_y(other)
    total, u = ((squares - sign * 2 * w) / d**2 - x - other for sign in (1, -1))
    for mask in (False, True):
        found = step(machine, (x * Z1, Z1), (other * Z2, Z2), u, mask)
        is_double(found[0], found[1], x)
        same(found[2], total * found[3], "x of the sum")
        if not found[3].is_unit:
            raise UnprovedError("z of the sum may be zero")
        # R' = -R: infinity, whose x is not zero, as 4 y^2 is not.
        found = step(machine, (x * Z1, Z1), (x * Z2, Z2), variable("u"), mask)
        same(found[3], constant(0), "z of infinity")
        if ratio(found[2], square_of_y(x)) is None:
            raise UnprovedError("x of infinity may be zero")
        is_double(found[0], found[1], x)
        u = variable("u")
        found = step(machine, (Z1, constant(0)), (u * Z2, Z2), u, mask)
        same(found[1], constant(0), "z of infinity's double")
        same(found[2], u * found[3], "x of the sum with infinity")
        if not (found[0].is_unit and found[3].is_unit):
            raise UnprovedError("what may not be zero may be: R is infinity")
        found = step(machine, (u * Z1, Z1), (Z2, constant(0)), u, mask)
        is_double(found[0], found[1], u)
        same(found[2], u * found[3], "x of the sum with infinity")
        if not found[3].is_unit:
            raise UnprovedError("what may not be zero may be: R' is infinity")
        total, u = ((squares - sign * 2 * w) / d**2 - x - other for sign in (1, -1))


def contracts() -> Iterator[Contract]:
    claim = "2 R and R + R' by x-coordinates, also where R, R' or the sum is infinity"
    exceptions = "R = R'; points of order two"
    yield Contract("step", claim, MAY, steps, exceptions, ladder=True)


def proofs(source: Source) -> Proofs:
    for each in contracts():
        yield proof(source, each, "ladder")
