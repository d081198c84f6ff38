# SPDX-License-Identifier: MIT
"""Lines and sums of points of the twists that pairings have, in Jacobian and in homogeneous
coordinates, over whichever field the twist is of."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tools.files import ROOT
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import Point, added, apart, doubled, same
from tools.prove.programs.proofs import Proof, Proofs
from tools.prove.programs.registers import Registers
from tools.prove.programs.sources import functions, steps

FOLDER = ROOT / "src" / "pairing"
P = ("p->x", "p->y", "p->z")
LINE = ("l->y", "l->x", "l->c")
Values = dict[str, Laurent]
# From an affine point and a Z to coordinates.
Coordinates = Callable[[Point, Laurent], tuple[Laurent, Laurent, Laurent]]


def jacobian(p: Point, z: Laurent) -> tuple[Laurent, Laurent, Laurent]:
    return p.x * z**2, p.y * z**3, z


def homogeneous(p: Point, z: Laurent) -> tuple[Laurent, Laurent, Laurent]:
    return p.x * z, p.y * z, z


def run(name: str, path: Path, values: Values, outputs: tuple[str, ...], **same_: str) -> Registers:
    """A function of a file, with those of its own that it calls, and of law.inc."""
    found = {each.name: each for each in functions((FOLDER / "law.inc").read_text())}
    found |= {each.name: each for each in functions(path.read_text())}
    registers = Registers(values, outputs)
    registers.run(steps(found[name], found, same_))
    return registers


def a_and_b(a: Laurent, p: Point) -> Values:
    """The constants of the curve with this a that has a point."""
    return {"constant a": a, "constant b3": 3 * b_of(a, p)}


def b_of(a: Laurent, p: Point) -> Laurent:
    return p.y**2 - p.x**3 - a * p.x


def is_at(registers: Registers, wanted: Point, of: Coordinates) -> None:
    x, y, z = (registers[name] for name in P)
    if not z.is_unit:
        raise UnprovedError(f"Z may be zero: {z}")
    for found, value in zip((x, y), of(wanted, z), strict=False):
        same(found, value, "the sum")


def is_line(registers: Registers, slope: Laurent, p: Point) -> None:
    """A multiple of y - slope x - (y1 - slope x1) by what is not zero."""
    y, x, c = (registers[name] for name in LINE)
    if not y.is_unit:
        raise UnprovedError(f"the line's factor may be zero: {y}")
    same(x, -slope * y, "the line's x")
    same(c, (slope * p.x - p.y) * y, "the line's constant")


def doubles(path: Path, a: Laurent, of: Coordinates) -> None:
    p = Point(variable("x"), unit("y1"))
    values = dict(zip(P, of(p, unit("z1")), strict=True)) | a_and_b(a, p)
    found = run("pairing_double_step", path, values, (*P, *LINE))
    is_at(found, doubled(p, a), of)
    is_line(found, (3 * p.x**2 + a) / (2 * p.y), p)


def adds(path: Path, of: Coordinates) -> None:
    p = Point(variable("x"), variable("y"))
    q = apart(p, "q")
    values = dict(zip(P, of(p, unit("z1")), strict=True)) | {"q->x": q.x, "q->y": q.y}
    found = run("pairing_add_step", path, values, (*P, *LINE))
    is_at(found, added(p, q), of)
    is_line(found, (q.y - p.y) / (q.x - p.x), q)


SUM = ("r->x", "r->y", "r->z")


def total(path: Path, curve: Values, *points: tuple[Laurent, ...]) -> list[Laurent]:
    """What twist_sum makes of the coordinates of two points."""
    values = dict(curve)
    for names, p in zip((P, ("q->x", "q->y", "q->z")), points, strict=True):
        values |= dict(zip(names, p, strict=True))
    registers = run("twist_sum", path, values, SUM)
    return [registers[name] for name in SUM]


def sums(path: Path, a: Laurent) -> None:
    """Of two points with another x, by the chord: X3 = x Z3 and Y3 = y Z3, with Z3 zero exactly
    where y of P - Q is."""
    p = Point(variable("x"), variable("y"))
    q = Point(p.x + unit("dq"), variable("y of q"))
    square = q.x**3 + a * q.x + b_of(a, p)

    def reduced(value: Laurent) -> Laurent:
        return value.with_square(q.y, square)

    points = homogeneous(p, unit("z1")), homogeneous(q, unit("z2"))
    x, y, z = map(reduced, total(path, a_and_b(a, p), *points))
    wanted = added(p, q)
    same(x, reduced(wanted.x * z), "X of the sum")
    same(y, reduced(wanted.y * z), "Y of the sum")
    is_factor(z, reduced(added(p, -q).y * (q.x - p.x) ** 3), "Z of the sum")
    sums_with_infinity(path, a)
    sums_of_one_x(path, a)


def sums_with_infinity(path: Path, a: Laurent) -> None:
    p = Point(variable("x"), variable("y"))
    finite, infinite = homogeneous(p, unit("z1")), (constant(0), unit("z2"), constant(0))
    for points in ((finite, infinite), (infinite, finite)):
        x, y, z = total(path, a_and_b(a, p), *points)
        same(x, p.x * z, "X of a sum with infinity")
        same(y, p.y * z, "Y of a sum with infinity")
        is_factor(z, p.y, "Z of a sum with infinity")
    found = total(path, a_and_b(a, p), infinite, infinite)
    if [each.is_unit for each in found] != [False, True, False] or found[0].terms or found[2].terms:
        raise UnprovedError("infinity and infinity are not infinity")


def sums_of_one_x(path: Path, a: Laurent) -> None:
    """Of a point and its negative; of a point and itself, in place of it."""
    p = Point(variable("x"), unit("y1"))
    points = homogeneous(p, unit("z1")), homogeneous(-p, unit("z2"))
    x, y, z = total(path, a_and_b(a, p), *points)
    same(x, constant(0), "X of infinity")
    same(z, constant(0), "Z of infinity")
    is_factor(y, doubled(p, a).y, "Y of infinity")
    values = dict(zip(P, homogeneous(p, unit("z1")), strict=True)) | a_and_b(a, p)
    is_at(run("twist_sum", path, values, P, r="p", q="p"), doubled(p, a), homogeneous)


def is_factor(found: Laurent, wanted: Laurent, what: str) -> None:
    """They differ by what is not zero."""
    if ratio(found, wanted) is None:
        raise UnprovedError(f"{what} is zero elsewhere, or never")


def doubles_alone(path: Path, name: str, of: Coordinates) -> None:
    a, p = constant(0), Point(variable("x"), unit("y1"))
    values = dict(zip(P, of(p, unit("z1")), strict=True)) | a_and_b(a, p)
    is_at(run(name, path, values, P), doubled(p, a), of)


def to_jacobian(path: Path) -> None:
    p = Point(variable("x"), variable("y"))
    values = dict(zip(P, homogeneous(p, unit("z1")), strict=True))
    is_at(run("twist_to_jacobian", path, values, P), p, jacobian)


def from_jacobian(path: Path) -> None:
    p = Point(variable("x"), variable("y"))
    values = dict(zip(P, jacobian(p, unit("z1")), strict=True))
    is_at(run("twist_from_jacobian", path, values, P), p, homogeneous)


def claims() -> Iterator[tuple[str, str, str, str, Callable[..., None]]]:
    any_a, zero = variable("a"), constant(0)
    line = " and the line, but for a factor that is not zero"
    for file, a, of, words in (
        ("lines_2.inc", any_a, jacobian, "any a, Jacobian"),
        ("lines_6.inc", zero, homogeneous, "a = 0, homogeneous"),
    ):
        yield (
            *(file, "pairing_double_step", f"2 P{line}; {words}"),
            *("P infinite or of order two", partial(doubles, a=a, of=of)),
        )
        yield (
            *(file, "pairing_add_step", f"P + Q{line}; {words}"),
            *("P = +-Q, P infinite", partial(adds, of=of)),
        )
    for file, a, words in (("law_2.inc", any_a, "any a"), ("law_6.inc", zero, "a = 0")):
        yield (
            *(file, "twist_sum", f"P + Q, P = +-Q and infinity among them; {words}, homogeneous"),
            *("P - Q of order two: (0, 0, 0)", partial(sums, a=a)),
        )
    for name, of, words in (
        ("twist_double", homogeneous, "homogeneous"),
        ("twist_double_jacobian", jacobian, "Jacobian"),
    ):
        yield (
            *("law_6.inc", name, f"2 P; a = 0, {words}", "P infinite or of order two"),
            partial(doubles_alone, name=name, of=of),
        )
    for name, prove in (("twist_to_jacobian", to_jacobian), ("twist_from_jacobian", from_jacobian)):
        yield "law_6.inc", name, "the same point", "P infinite", prove


def proofs() -> Proofs:
    for file, name, claim, exceptions, prove in claims():
        path = FOLDER / file
        yield Proof(
            *(str(path.relative_to(ROOT)), name, claim, exceptions),
            (("", partial(prove, path)),),
        )
