# SPDX-License-Identifier: MIT
"""The ladder of Montgomery curves B y^2 = x^3 + A x^2 + x on x-coordinates, and what checks of
x-coordinates compute."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from tools.files import ROOT
from tools.prove.algebra import UnprovedError
from tools.prove.programs.edwards import Values, programs
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import same
from tools.prove.programs.proofs import Proof, Proofs
from tools.prove.programs.registers import Registers
from tools.prove.programs.sources import Function, Step, chosen, functions, steps

LADDER = ROOT / "src" / "group" / "montgomery.inc"
CHECKS = ROOT / "src" / "group" / "montgomery_points.inc"
STATE = ("t0", "x2", "z2", "x3", "z3", "t1")
# Conditions of the step in C, and which kernels they have.
BUILDS = {
    "pairs are selected, 2^255 - 19": {"LADDER_25519": True},
    "small factors, 2^255 - 19": {"LADDER_25519": False, "COORDINATE_KERNELS == 4": True},
    "small factors, 2^448 - 2^224 - 1": {
        "LADDER_25519": False,
        "COORDINATE_KERNELS == 4": False,
        "COORDINATE_LARGE && !COORDINATE_25519": True,
    },
    "other fields": {
        "LADDER_25519": False,
        "COORDINATE_KERNELS == 4": False,
        "COORDINATE_LARGE && !COORDINATE_25519": False,
    },
}
OF_LADDER = "2 R or 2 R', and R + R', by x-coordinates, infinity too; x1 is of R - R'"
NOT_ZERO = "x1 = 0: the sum's z is 0"
# From values by the name of a register to them behind a step, with the mask of its selection.
Run = Callable[[Values, bool], Values]
Affine = tuple[Laurent, Laurent]


def curve(x: Laurent) -> Laurent:
    """B y^2"""
    return x * (x**2 + variable("A") * x + 1)


def a24() -> Laurent:
    return (variable("A") - 2) / 4


def prove_law() -> None:
    """With u = x of P + Q and v = x of P - Q: u v (x' - x)^2 = (x x' - 1)^2. By chords of slopes
    s = (y' -+ y) / (x' - x), u and v are B s^2 - A - x - x'; in u v both y are squared."""
    x, d, w = variable("x"), unit("d of x"), variable("B y y'")
    other = x + d
    squares = curve(x) + curve(other)
    u, v = ((squares - sign * 2 * w) / d**2 - variable("A") - x - other for sign in (1, -1))
    product = (u * v).with_square(w, curve(x) * curve(other))
    same(product * d**2, (x * other - 1) ** 2, "the product of both x-coordinates")


def is_double(found: Affine, x: Laurent) -> None:
    """By the tangent of slope (3 x^2 + 2 A x + 1) / 2 B y; z is 0 exactly where B y^2 is."""
    a = variable("A")
    numerator = (3 * x**2 + 2 * a * x + 1) ** 2 - 4 * curve(x) * (a + 2 * x)
    same(found[0] * 4 * curve(x), numerator * found[1], "the double's x")
    if ratio(found[1], curve(x)) is None:
        raise UnprovedError("the double's z is zero elsewhere, or never")


def prove_step(run: Run) -> None:
    x, other, u = variable("x"), variable("x'"), variable("x1")
    z, z2 = unit("z"), unit("z'")
    for second in (False, True):
        found = run({"x2": x * z, "z2": z, "x3": other * z2, "z3": z2, "x1": u}, second)
        scale = 4 * (z * z2) ** 2
        same(found["x3"], scale * (x * other - 1) ** 2, "the sum's x")
        same(found["z3"], scale * u * (x - other) ** 2, "the sum's z")
        is_double((found["x2"], found["z2"]), other if second else x)
        for names in (("x2", "z2", "x3", "z3"), ("x3", "z3", "x2", "z2")):
            values = (z, constant(0), u * z2, z2)
            with_infinity(run, dict(zip(names, values, strict=True)), second, u)


def with_infinity(run: Run, given: Values, second: bool, u: Laurent) -> None:
    """One point is infinity, and the other what x1 is of."""
    found = run({**given, "x1": u}, second)
    same(found["x3"], u * found["z3"], "the sum with infinity")
    if ratio(found["z3"], u) is None:
        raise UnprovedError("the sum with infinity has z = 0 for an x1 that is not 0")
    if given["z3" if second else "z2"].is_unit:
        is_double((found["x2"], found["z2"]), u)
    else:
        same(found["z2"], constant(0), "infinity's double")
        if not found["x2"].is_unit:
            raise UnprovedError("x of infinity may be zero")


def run_c(list_: list[Step], values: Values, second: bool) -> Values:
    given = {f"s->{name}": value for name, value in values.items()}
    given["constant a24"] = a24()
    registers = Registers(given, (f"s->{name}" for name in STATE))
    registers.run(list_, small=a24(), bit=second)
    return {name: registers[f"s->{name}"] for name in STATE}


def both_selected(list_: list[Step]) -> Iterator[Step]:
    """One call may select two numbers, which stand behind one another."""
    for step in list_:
        if step.kind == "select_two":
            first, second, bit = step.places
            for one, other in ((first, second), (STATE[1], STATE[3])):
                yield replace(step, kind="select", places=(whole(one), whole(other), bit))
        else:
            yield step


def whole(name: str) -> str:
    return name if name.startswith("s->") else f"s->{name}"


def run_programs(known: dict[str, list[Step]], values: Values, second: bool) -> Values:
    """As montgomery_multiply runs them, with a selection of two between them."""
    given = {name.upper(): value for name, value in values.items()}
    registers = Registers({**given, "A24": a24()}, (name.upper() for name in STATE))
    registers.run(known["montgomery_begin"])
    registers.run([Step("select", ("T0", "Z2")), Step("select", ("X2", "X3"))], bit=second)
    registers.run(known["montgomery_end"])
    return {name: registers[name.upper()] for name in STATE}


def step_in_c(text: str, truths: dict[str, bool]) -> list[Step]:
    """The step of a build, from its function."""
    start = text.index("WHIT_INLINE void montgomery_step")
    end = text.index("\n}\n", start) + 3
    (function,) = functions(chosen(text[start:end], truths))
    return list(both_selected(steps(function)))


def prove_doublings(path: Path) -> None:
    """The body of the loop of montgomery_has_small_order, on u and z."""
    (body,) = re.findall(r"i\+\+\) \{\n(.*?)\n    \}", path.read_text(), re.S)
    declared = "limb u[1];\nlimb z[1];\nlimb t[1];\nlimb product[1];\nlimb room[1];\n"
    x, z = variable("x"), unit("z")
    given = {"local u": x * z, "local z": z, "constant a24": a24()}
    registers = Registers(given)
    registers.run(steps(Function("body", (), declared + body)))
    is_double((registers["local u"], registers["local z"]), x)
    registers = Registers({**given, "local u": z, "local z": constant(0)})
    registers.run(steps(Function("body", (), declared + body)))
    same(registers["local z"], constant(0), "infinity's double")


def prove_right_side(path: Path) -> None:
    """What montgomery_is_on_curve takes to a power, in v: x^3 + A x^2 + x."""
    text = path.read_text()
    start = text.index("coordinate_mul(t, u, ")
    body = text[start : text.index("mp_shift_right", start)]
    declared = "limb v[1];\nlimb t[1];\nlimb u[1];\nlimb room[1];\nlimb one[1];\n"
    x = variable("x")
    registers = Registers({"local u": x, "local one": constant(1), "constant a24": a24()})
    registers.run(steps(Function("body", (), declared + body)))
    same(registers["local v"], curve(x), "the right side")


def proofs() -> Proofs:
    text = LADDER.read_text()
    source, checks = (str(each.relative_to(ROOT)) for each in (LADDER, CHECKS))
    runs: dict[str, Run] = {"programs": partial(run_programs, programs(LADDER))}
    runs |= {name: partial(run_c, step_in_c(text, truths)) for name, truths in BUILDS.items()}
    yield Proof(
        *(source, "the ladder", "x of P + Q times x of P - Q is (x x' - 1)^2 / (x - x')^2"),
        *("P = +-Q", (("", prove_law),)),
    )
    yield Proof(
        *(source, "montgomery_step", OF_LADDER, NOT_ZERO),
        tuple((name, partial(prove_step, run)) for name, run in runs.items()),
    )
    yield Proof(
        *(checks, "montgomery_has_small_order", "2 P for each turn of its loop, infinity too"),
        *("none", (("", partial(prove_doublings, CHECKS)),)),
    )
    yield Proof(
        *(checks, "montgomery_is_on_curve", "x^3 + A x^2 + x, of which it takes a power", "none"),
        (("", partial(prove_right_side, CHECKS)),),
    )
