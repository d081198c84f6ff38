# SPDX-License-Identifier: MIT
"""What the labels of programs/points.txt do, in every build.

v in Montgomery form is v R in a register. P is (X, Y, Z) and an entry of the table (U, V) or
(U1, V1): x c^2 z^2, y c^3 z^3 and z of the sum, x c^2 and y c^3 of an entry, with c in C, all of
the curve that is computed on."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from tools.bytecode.assembler import Source
from tools.prove.algebra import UnprovedError
from tools.prove.programs.contracts import (
    ONE,
    Contract,
    a_of,
    begun,
    below,
    equation,
    in_range,
    is_plain,
    is_product,
    is_sequence,
    proof,
    put_point,
    run,
)
from tools.prove.programs.laurent import Laurent, constant, unit, variable
from tools.prove.programs.laws import Point, added, apart_twice, doubled, point, same
from tools.prove.programs.machine import Machine
from tools.prove.programs.proofs import Proofs
from tools.prove.programs.values import PRODUCT, RHO, Condition, Value

C, Z = unit("c"), unit("z")


def put_sum(machine: Machine, p: Point, z: Laurent = Z) -> None:
    machine.put("C", C)
    machine.put("Z", z)
    machine.put("X", p.x * (C * z) ** 2)
    machine.put("Y", p.y * (C * z) ** 3)


def put_entry(machine: Machine, p: Point, x: str = "U", y: str = "V") -> None:
    machine.put("C", C)
    machine.put(x, p.x * C**2)
    machine.put(y, p.y * C**3)


def is_at(machine: Machine, wanted: Point, names: str = "X Y Z") -> None:
    """The coordinates are those of a point, with a Z that is not zero."""
    x, y, *z = names.split()
    scale = machine.f("C") * (machine.f(z[0]) if z else constant(1))
    if not scale.is_unit:
        raise UnprovedError(f"Z may be zero: {scale}")
    same(machine.f(x), wanted.x * scale**2, x)
    same(machine.f(y), wanted.y * scale**3, y)


TWICE = "X Y Z S T W"


def doubles(machine: Machine) -> None:
    p = point("1")
    put_sum(machine, p)
    run(machine, "twice", TWICE)
    is_at(machine, doubled(p, a_of(machine)))
    machine = begun(machine)
    put_sum(machine, Point(variable("x"), variable("y")), constant(0))
    machine.put("X", variable("X"))
    machine.put("Y", variable("Y"))
    run(machine, "twice", TWICE)
    same(machine.f("Z"), constant(0), "Z of infinity's double")


def anywhere() -> dict[str, Laurent]:
    return {name: variable(f"{name} before") for name in ("U", "V", "U1", "V1", "X", "Y", "Z")}


def chooses(machine: Machine, label: str) -> None:
    for mask in (False, True):
        each = begun(machine)
        values = anywhere()
        for name, value in values.items():
            each.put(name, value)
        each.mask = mask
        may = "S T W"
        if label == "choose":
            may = "U V U1 V1 S T W"
        run(each, label, may)
        if label == "choose" and mask:
            values |= {"U": values["U1"], "U1": values["U"], "V": values["V1"], "V1": values["V"]}
        for name, value in values.items():
            same(each.f(name), value, name)
        z = values["Z"]
        same(each.f("T"), values["U"] * z**2, "T")
        same(each.f("S"), values["V"] * z**3, "S")
        same(each.f("W"), constant(0), "W")
        wanted = Condition("nonzero", z / RHO, modulus="p")
        if each.borrow(4 if each.counts else 0) != wanted:
            raise UnprovedError("the borrow does not say whether Z is zero")


def compares(machine: Machine) -> None:
    for mask in (False, True):
        each = begun(machine)
        values = {name: variable(f"{name} before") for name in ("X", "Y", "S", "T")}
        for name, value in values.items():
            each.put(name, value)
        each.number("W", 0)
        each.mask = mask
        run(each, "compare", "S T W")
        s = -values["S"] if mask else values["S"]
        same(each.f("T"), values["T"] - values["X"], "T")
        same(each.f("S"), s - values["Y"], "S")
        for back, one, other in ((2, values["X"], values["T"]), (0, values["Y"], s)):
            found = [each.borrow(back + i) for i in (1, 0)]
            wanted = [
                Condition("less", one / RHO, other / RHO, "p"),
                Condition("less", other / RHO, one / RHO, "p"),
            ]
            if found != wanted:
                raise UnprovedError("the borrows do not say whether coordinates are the same")


def begins(machine: Machine, label: str) -> None:
    for mask in (False, True):
        each = begun(machine)
        p = Point(variable("x"), variable("y"))
        put_entry(each, p)
        if label == "begin_with_z":
            each.number("W", 0)
            each.put("Z", Z)
        each.mask = mask
        run(each, label, "X Y S W" if label == "begin_with_z" else "X Y Z S W")
        is_at(each, -p if mask else p)
        if label == "begin_with_z":
            same(each.f("Z"), Z, "Z")


def tabulates(machine: Machine) -> None:
    """Up to add: the entries P + Q and P - Q of (U, V) and of the sum, and what add takes."""
    first = Point(variable("x"), unit("y1"))
    second = Point(first.x + unit("x of Q less x of P"), unit("y2"))
    put_sum(machine, first)
    put_entry(machine, second)
    machine.stop = "add"
    run(machine, "table", "X Y Z C S T W U V U1 V1", ends="add")
    plus, minus = added(second, first), added(second, -first)
    is_at(machine, plus, "U V")
    is_at(machine, minus, "U1 V1")
    is_at(machine, plus)
    c, z = machine.f("C"), machine.f("Z")
    same(machine.f("T"), (minus.x - plus.x) * (c * z) ** 2, "T")
    same(machine.f("S"), (minus.y - plus.y) * (c * z) ** 3, "S")
    if not (minus.x - plus.x).is_unit:
        raise UnprovedError("the entries may have one x")


ADD = "X Y Z S T W"


def adds(machine: Machine) -> None:
    p, q = apart_twice("1")
    put_sum(machine, p)
    machine.put("T", (q.x - p.x) * (C * Z) ** 2)
    machine.put("S", (q.y - p.y) * (C * Z) ** 3)
    run(machine, "add", ADD)
    total = added(p, q)
    is_at(machine, added(total, p))
    # P + Q has the x of P: it is -P, and the sum is infinity.
    machine = begun(machine)
    slope, d = variable("slope1"), unit("d1")
    p = Point((slope**2 - d) * Fraction(1, 3), variable("y of 1"))
    q = Point(p.x + d, p.y + slope * d)
    same(added(p, q).x, p.x, "x of P + Q")
    same(added(p, q).y, -p.y, "y of P + Q")
    put_sum(machine, p)
    machine.put("T", d * (C * Z) ** 2)
    machine.put("S", slope * d * (C * Z) ** 3)
    run(machine, "add", ADD)
    same(machine.f("Z"), constant(0), "Z of infinity")


def powers(machine: Machine, label: str) -> None:
    s, t = variable("s of it"), variable("t of it")
    for modulus in ("p", "n"):
        each = begun(machine)
        each.modulus = "p" if modulus == "p" else "n"
        rho = each.rho
        each.registers["S"] = Value(s / rho, each.modulus)
        each.registers["T"] = Value(t / rho, each.modulus)
        run(each, label, "S")
        wanted = s * (s if label == "square" else t)
        same(each.value("S").residue * rho, wanted, "S")


def inverts(machine: Machine) -> None:
    for zero in (False, True):
        for modulus in ("p", "n"):
            each = begun(machine)
            each.modulus = "p" if modulus == "p" else "n"
            t = constant(0) if zero else unit("t of it not 0")
            each.registers["T"] = Value(t / each.rho, each.modulus)
            run(each, "invert", "S W E")
            wanted = constant(0) if zero else 1 / each.rho / t
            same(each.value("S").residue, wanted, "S")
            same(each.value("W").residue, constant(0), "W")


def ranges(machine: Machine) -> None:
    """The borrows of K as any number, and T where they are set."""
    k = unit("k")
    machine.number("K", k)
    run(machine, "range", "W T")
    wanted = [Condition("nonzero", k, modulus="n"), Condition("below", k, modulus="n")]
    if [machine.borrow(1), machine.borrow(0)] != wanted or machine.modulus != "n":
        raise UnprovedError("the borrows do not say whether K is a scalar")
    if machine.value("T") != Value(k, "n"):
        raise UnprovedError("T is not K")


def reads(machine: Machine, label: str) -> None:
    u, v = variable("u"), variable("v")
    if label == "public":
        machine.strings = {("second", "0"): Value(u, ""), ("second", "1"): Value(v, "")}
    else:
        machine.number("U", u)
        machine.number("V", v)
    machine.modulus = "n" if label == "point" else "p"
    run(machine, label, "U V C S T W")
    is_sequence(
        machine,
        ("PUBLIC_KEY_RANGE", below("u", "v")),
        ("PUBLIC_KEY_CURVE", equation(machine, u, v)),
    )
    same(machine.f("C"), ONE, "C")
    if machine.affine("U", "V", ONE) != Point(u, v):
        raise UnprovedError("(U, V) is not the point")


PRODUCT_IN = "X Y Z C S T W E U V U1 V1"


def multiplies(machine: Machine) -> None:
    p, k = Point(variable("u"), variable("v")), unit("k")
    put_point(machine, p)
    machine.number("K", k)
    machine.facts |= in_range("k")
    if "randomised" in machine.build:
        machine.registers["U1"] = Value(unit("drawn"), "p")
    run(machine, "single", PRODUCT_IN)
    is_product(machine, (p, k))
    is_plain(machine)


def divides(machine: Machine) -> None:
    p = PRODUCT
    z = C * Z * machine.t
    put_sum(machine, p)
    machine.put("X", p.x * z**2)
    machine.put("Y", p.y * z**3)
    run(machine, "affine", "X Y S T W E")
    is_plain(machine)
    machine = begun(machine)
    put_sum(machine, p, constant(0))
    machine.put("X", variable("X"))
    machine.put("Y", variable("Y"))
    run(machine, "affine", "X Y S T W E")
    same(machine.f("X"), constant(0), "X of infinity")


def contracts() -> Iterator[Contract]:
    yield Contract("twice", "P = 2 P, infinity too", TWICE, doubles, "points of order two")
    for label, claim in (
        ("choose", "exchanges the entries by the mask, then scale"),
        ("scale", ""),
    ):
        scales = "T = U Z^2, S = V Z^3, and a borrow says Z != 0"
        may = "S T W" if label == "scale" else "U V U1 V1 S T W"
        yield Contract(label, claim or scales, may, partial(chooses, label=label))
    claim = "T and S, negated by the mask, less X and Y; the borrows say which differ"
    yield Contract("compare", claim, "S T W", compares)
    for label, more in (("begin", ", for Z = -b"), ("begin_with_z", ", for a Z that is given")):
        claim = f"P = (U, V), negated by the mask{more}"
        yield Contract(label, claim, "X Y Z S W", partial(begins, label=label))
    claim = "entries Q + P and Q - P of Q = (U, V), P = Q + P, and T and S as add takes them"
    may = "X Y Z C S T W U V U1 V1"
    yield Contract("table", claim, may, tabulates, "Q = +-P; points of order two")
    exceptions = "P = +-Q, P or Q infinite: compare and scale say so before"
    yield Contract("add", "P = (P + Q) + P, also where that is infinity", ADD, adds, exceptions)
    for label, claim in (("square", "S = S S"), ("times", "S = S T")):
        yield Contract(label, claim, "S", partial(powers, label=label), ladder=None)
    yield Contract("invert", "S = R^2 / T, 0 for 0, modulo p and n", "S W E", inverts)
    yield Contract("range", "two borrows for 0 < K < n, then T = K", "W T", ranges)
    for label in ("public", "point"):
        claim = "ends unless u < p, v < p and v^2 = u^3 + a u + b; (U, V), of plain one in C"
        yield Contract(label, claim, "U V C S T W", partial(reads, label=label))
    yield Contract(
        "single", "(X, Y) = K (U, V), plain numbers", PRODUCT_IN, multiplies, lines=False
    )
    claim = "(X, Y) = P, plain numbers; X = 0 for infinity"
    yield Contract("affine", claim, "X Y S T W E", divides, lines=False)


def proofs(source: Source) -> Proofs:
    for each in contracts():
        yield proof(source, each, "points")
