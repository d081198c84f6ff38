# SPDX-License-Identifier: MIT
"""Formulas of twisted Edwards curves a x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates: the text
of formulas/edwards.txt, the functions in C that are made of it, and the programs for
2^255 - 19 in profile small."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.files import ROOT
from tools.formulas import edwards
from tools.formulas.jacobian import Formula
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, unit, variable
from tools.prove.programs.laws import Point, same
from tools.prove.programs.proofs import Proof, Proofs
from tools.prove.programs.registers import Registers
from tools.prove.programs.sources import Function, Step, functions, steps
from tools.prove.programs.weierstrass import KINDS

PROGRAMS = ROOT / "src" / "group" / "edwards_programs.inc"
COORDINATES = ("X", "Y", "Z", "T")
EXCEPT = "none, where the affine law has none"
Values = dict[str, Laurent]
Run = Callable[[Values], Values]


def run_text(formula: Formula, values: Values) -> Values:
    known = edwards.SYSTEMS[edwards.value_of_a(formula)].known(True)

    def place(name: str) -> str:
        return name if name in known else f"local {name}"

    registers = Registers(values)
    registers.run(
        Step(KINDS[each.kind], (place(each.target), *map(place, each.operands)))
        for each in formula.operations
    )
    return {name: registers[f"local {name}3"] for name in COORDINATES}


def run_function(formula: Formula, function: Function, whole: bool, values: Values) -> Values:
    system = edwards.SYSTEMS[edwards.value_of_a(formula)]
    places = system.inputs | system.constants
    given = {places[name]: value for name, value in values.items()}
    registers = Registers(given, system.outputs.values())
    registers.run(each for each in steps(function) if whole or each.condition != "whole")
    return {name: registers[system.outputs[f"{name}3"]] for name in COORDINATES}


def extended(p: Point, z: Laurent) -> Values:
    return {"X1": p.x * z, "Y1": p.y * z, "Z1": z, "T1": p.x * p.y * z}


def prepared(q: Point, a: int, w: Laurent) -> Values:
    """The names of Q, for a factor w."""
    product = variable("d") * q.x * q.y
    if a == 1:
        parts = {"X2": q.x, "Y2": q.y, "K2": product, "W2": constant(1)}
    else:
        parts = {"M2": q.y - q.x, "P2": q.y + q.x, "K2": 2 * product, "W2": constant(2)}
    return {name: value * w for name, value in parts.items()}


def is_sum(
    found: Values, p: Point, q: Point, a: int, product: Laurent, whole: bool, factor: Laurent
) -> None:
    """x (1 + product) = x1 y2 + y1 x2 and y (1 - product) = y1 y2 - a x1 x2, for the product
    d x1 x2 y1 y2; Z3 is a factor that is not zero times both denominators."""
    x, y, z = (found[name] for name in COORDINATES[:3])
    same(x * (1 + product), (p.x * q.y + p.y * q.x) * z, "X3")
    same(y * (1 - product), (p.y * q.y - a * p.x * q.x) * z, "Y3")
    if not factor.is_unit:
        raise UnprovedError(f"a factor that may be zero: {factor}")
    same(z, factor * (1 + product) * (1 - product), "Z3")
    if whole:
        same(found["T"] * z, x * y, "T3")


def prove_double(a: int, run: Run, whole: bool = True) -> None:
    """d x^2 y^2 is a x^2 + y^2 - 1."""
    p, z = Point(variable("x1"), variable("y")), unit("z1")
    given = extended(p, z)
    del given["T1"]
    is_sum(run(given), p, p, a, a * p.x**2 + p.y**2 - 1, whole, -a * z**4)


def prove_add(a: int, affine: bool, run: Run, whole: bool = True) -> None:
    p, q = (Point(variable(f"x{i}"), variable(f"y of {i}")) for i in (1, 2))
    w = (constant(1) if a == 1 else constant(2).inverse()) if affine else unit("w of Q")
    given = {**extended(p, unit("z1")), **prepared(q, a, w)}
    if affine:
        del given["W2"]
    product = variable("d") * p.x * q.x * p.y * q.y
    scale = w if a == 1 else 2 * w
    is_sum(run(given), p, q, a, product, whole, scale**2 * unit("z1") ** 2)


def prove_complete() -> None:
    """For s^2 = a and e = d x1 x2 y1 y2 with e^2 = 1, a non-zero square times d is a square:
    (s x1 +- e y1)^2 = d (x1 y1)^2 (s x2 +- y2)^2 modulo both equations of the curve and e^2 - 1, by
    these multiples of them. As s x2 + y2 and s x2 - y2 are not both zero, nor is any of x1 and y1,
    a d that is no square has no such points [BBJLP08]."""
    s, d = variable("root of a"), variable("d")
    (x1, y1), (x2, y2) = ((variable(f"x{i}"), variable(f"y of {i}")) for i in (1, 2))
    e = d * x1 * x2 * y1 * y2
    first, second = (s**2 * x**2 + y**2 - 1 - d * x**2 * y**2 for x, y in ((x1, y1), (x2, y2)))
    for sign in (1, -1):
        left = (s * x1 + sign * e * y1) ** 2 - d * (x1 * y1) ** 2 * (s * x2 + sign * y2) ** 2
        right = first + (e**2 - 1) * (y1**2 - 1) - d * (x1 * y1) ** 2 * second
        same(left, right, "the square of s x1 + e y1")


# Programs on registers of one element each.


def programs(path: Path) -> dict[str, list[Step]]:
    """The arrays of a file that are made of one operation after the other."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    found = {}
    for name, body in re.findall(r"uint8_t (\w+)\[\] WHIT_ROM = \{(.*?)\};", text, re.S):
        calls = re.findall(r"\w+_(DO|LAST)\((\w+), (\w+), (\w+), (\w+)\)", body)
        if [kind for kind, *_ in calls] != ["DO"] * (len(calls) - 1) + ["LAST"]:
            raise UnprovedError(f"{name}: the last operation is not its last")
        found[name] = [Step(kind.lower(), tuple(places)) for _, kind, *places in calls]
    return found


def run_program(
    list_: list[Step], values: Values, outputs: tuple[str, ...], may: tuple[str, ...]
) -> Values:
    """`may`: registers that are not results and that a program may overwrite."""
    registers = Registers(values, (*outputs, *may))
    registers.run(list_)
    return {name: registers[name] for name in outputs}


def entries(path: Path) -> dict[str, tuple[str, int]]:
    """Names for programs that begin within another: which, and at which operation."""
    found = re.findall(r"^#define (\w+) \((\w+) \+ (\d+)\)$", path.read_text(), re.M)
    return {name: (program, int(offset) // 2) for name, program, offset in found}


def without_numbers(values: Values) -> Values:
    """P's coordinates without the 1."""
    return {name.removesuffix("1"): value for name, value in values.items()}


def prove_ratio(list_: list[Step]) -> None:
    """With Y = y, Z = 1 and K = 2 d: X / E is x^2 of the curve's points with this y."""
    y, d = variable("y"), variable("d")
    given = {"Y": y, "Z": constant(1), "K": 2 * d}
    found = run_program(list_, given, ("X", "E"), ("F",))
    x2 = variable("square of x")
    same(found["E"] * x2 - found["X"], 2 * ((d * y**2 + 1) * x2 - (y**2 - 1)), "the equation")


def prove_results(list_: list[Step], given: Values, wanted: Values) -> None:
    found = run_program(list_, given, tuple(wanted), ())
    for name, value in wanted.items():
        same(found[name], value, name)


def prove_program_add(list_: list[Step]) -> None:
    p, q = (Point(variable(f"x{i}"), variable(f"y of {i}")) for i in (1, 2))
    z1, z2, d = unit("z1"), unit("z2"), variable("d")
    second = {name.replace("1", "2"): value for name, value in extended(q, z2).items()}
    given = {**without_numbers(extended(p, z1)), **second, "K": 2 * d}
    found = run_program(list_, given, COORDINATES, ("E", "F"))
    is_sum(found, p, q, -1, d * p.x * q.x * p.y * q.y, True, 4 * (z1 * z2) ** 2)


def of_programs() -> Proofs:
    known = programs(PROGRAMS)
    for name, (program, first) in entries(PROGRAMS).items():
        known[name] = known[program][first:]
    names = ("E", "X", "Y", "T", "F")
    e, x, y, t, f = (variable(f"{name} before") for name in names)
    given = dict(zip(names, (e, x, y, t, f), strict=True))

    def of(name: str, claim: str, exceptions: str, prove: Callable[[list[Step]], None]) -> Proof:
        source = str(PROGRAMS.relative_to(ROOT))
        return Proof(source, name, claim, exceptions, (("", partial(prove, known[name])),))

    def doubles(list_: list[Step]) -> None:
        prove_double(
            -1,
            lambda values: run_program(list_, without_numbers(values), COORDINATES, ("E", "F")),
        )

    def gives(**wanted: Laurent) -> Callable[[list[Step]], None]:
        return lambda list_: prove_results(list_, given, wanted)

    yield of("edwards_doubling", "2 P, a = -1; T is not read", EXCEPT, doubles)
    yield of("edwards_addition", "P + Q, a = -1; Q is kept", EXCEPT, prove_program_add)
    yield of("edwards_ratio", "X / E = x^2 of the points with Y, a = -1", "none", prove_ratio)
    yield of("edwards_quotient", "E = X T", "none", gives(E=x * t))
    root = x * t
    both = gives(X=root, F=root**2 - e)
    yield of("edwards_other_root", "X = X T, F = X^2 - E", "none", both)
    yield of("EDWARDS_DIFFERENCE", "F = X^2 - E", "none", gives(F=x**2 - e))
    yield of("edwards_negation", "-P for Z = 1: X = -X, T = X Y", "none", gives(X=-x, T=-x * y))
    yield of("EDWARDS_PRODUCT", "T = X Y", "none", gives(T=x * y))
    yield of("edwards_divide", "X = X T, Y = Y T", "none", gives(X=x * t, Y=y * t))


def of_formula(formula: Formula) -> Callable[..., None]:
    a = edwards.value_of_a(formula)
    if formula.adds:
        return partial(prove_add, a, "W2 =" in formula.needs)
    return partial(prove_double, a)


def proofs() -> Proofs:
    formulas = edwards.load()
    written = [
        each
        for each in functions(edwards.OUTPUT.read_text())
        if re.match(r"edwards_(public_)?(double|add)", each.name)
    ]
    if len(written) != 2 * len(formulas):
        raise UnprovedError(f"{len(written)} functions of {len(formulas)} formulas")
    yield Proof(
        *("formulas/edwards.txt", "all", "the affine law has no denominator that is 0"),
        *("a is no square, d is a square", (("", prove_complete),)),
    )
    for number, formula in enumerate(formulas):
        prove = of_formula(formula)
        forms = [("text", partial(prove, partial(run_text, formula)))]
        for function in (written[number], written[number + len(formulas)]):
            for whole in (True, False):
                run = partial(run_function, formula, function, whole)
                name = function.name if whole else f"{function.name} without T3"
                forms.append((name, partial(prove, run, whole)))
        yield Proof(
            *(str(edwards.SOURCE.relative_to(ROOT)), formula.name),
            f"{'P + Q' if formula.adds else '2 P'}, {formula.needs}",
            *(EXCEPT, tuple(forms)),
        )
    yield from of_programs()
