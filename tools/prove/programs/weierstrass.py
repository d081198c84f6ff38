# SPDX-License-Identifier: MIT
"""Formulas of short Weierstrass curves in Jacobian coordinates: the text of formulas/jacobian.txt
and the functions in C that are made of it, which work in place."""

from functools import partial

from tools.files import ROOT
from tools.formulas import jacobian
from tools.formulas.jacobian import Formula
from tools.prove.algebra import UnprovedError
from tools.prove.programs.laurent import Laurent, constant, ratio, unit, variable
from tools.prove.programs.laws import Point, added, apart, doubled, point, same, value_of_a
from tools.prove.programs.proofs import Proof, Proofs
from tools.prove.programs.registers import Registers
from tools.prove.programs.sources import Function, Step, functions, steps

KINDS = {"+": "add", "-": "sub", "*": "mul", "^": "sqr", "- 2": "sub_twice", "* 3/": "three_halves"}
Values = dict[str, Laurent]
DOUBLES = "2 P, Z3 = 0 exactly for infinity and points of order two"
ADDS = "P + Q"
EXCEPT = (
    "P or Q infinite, P = +-Q: exactly then Z3 = 0, and for finite P and Q X3 = 0 exactly for P = Q"
)


def text_steps(formula: Formula) -> list[Step]:
    return [
        Step(KINDS[each.kind], (f"local {each.target}", *map(local, each.operands)))
        for each in formula.operations
    ]


def local(name: str) -> str:
    """Names of the text are places; those that it begins with are as they are."""
    return name if name in jacobian.JACOBIAN.known(True) else f"local {name}"


def run_text(formula: Formula, values: Values) -> Values:
    registers = Registers(values)
    registers.run(text_steps(formula))
    return {name: registers[f"local {name}"] for name in jacobian.OUTPUTS}


def run_function(function: Function, values: Values) -> Values:
    places = {**jacobian.INPUTS, **jacobian.CONSTANTS, "a": "constant a"}
    given = {places[name]: value for name, value in values.items()}
    registers = Registers(given, jacobian.OUTPUTS.values())
    registers.run(steps(function))
    return {name: registers[place] for name, place in jacobian.OUTPUTS.items()}


def coordinates(p: Point, z: Laurent, number: int) -> Values:
    return {f"X{number}": p.x * z**2, f"Y{number}": p.y * z**3, f"Z{number}": z}


Run = partial[Values]


def is_at(found: Values, wanted: Point) -> None:
    """X3 = x Z3^2 and Y3 = y Z3^3 for a Z3 that is not zero."""
    z = found["Z3"]
    if not z.is_unit:
        raise UnprovedError(f"Z3 may be zero: {z}")
    same(found["X3"], wanted.x * z**2, "X3")
    same(found["Y3"], wanted.y * z**3, "Y3")


def is_multiple(found: Laurent, wanted: Laurent, what: str) -> None:
    """By a factor that is not zero."""
    if ratio(found, wanted) is None:
        raise UnprovedError(f"{what} is zero elsewhere, or never")


def prove_double(formula: Formula, run: Run) -> None:
    a, p = value_of_a(formula.needs), point("1")
    needed = {"a": a}
    is_at(run({**coordinates(p, unit("z1"), 1), **needed}), doubled(p, a))
    raw = {name: variable(name) for name in ("X1", "Y1", "Z1")}
    is_multiple(run({**raw, **needed})["Z3"], raw["Y1"] * raw["Z1"], "Z3")


def prove_add(formula: Formula, run: Run) -> None:
    affine = "Z2 = 1" in formula.needs
    p = Point(variable("x"), variable("y"))
    z1, z2 = unit("z1"), constant(1) if affine else unit("z2")
    needed = {"a": value_of_a(formula.needs)}
    q = apart(p, "q")
    found = run({**coordinates(p, z1, 1), **coordinates(q, z2, 2), **needed})
    is_at(found, added(p, q))
    raw = {name: variable(name) for name in ("X1", "Y1", "Z1", "X2", "Y2", "Z2")}
    if affine:
        raw["Z2"] = constant(1)
    h = raw["X2"] * raw["Z1"] ** 2 - raw["X1"] * raw["Z2"] ** 2
    is_multiple(run({**raw, **needed})["Z3"], raw["Z1"] * raw["Z2"] * h, "Z3")
    other = Point(p.x, variable("y of other"))
    found = run({**coordinates(p, z1, 1), **coordinates(other, z2, 2), **needed})
    same(found["Z3"], constant(0), "Z3 for one x")
    is_multiple(found["X3"], (other.y - p.y) ** 2, "X3 for one x")


def prove(formula: Formula, run: Run) -> None:
    (prove_add if formula.adds else prove_double)(formula, run)


def proofs() -> Proofs:
    source = jacobian.SOURCE
    formulas = jacobian.parse(source.read_text())
    text = jacobian.OUTPUT.read_text()
    written = [each for each in functions(text) if each.name.startswith("weierstrass_")]
    if len(written) != len(formulas):
        raise UnprovedError(f"{len(written)} functions of {len(formulas)} formulas")
    for formula, function in zip(formulas, written, strict=True):
        claim, exceptions = (ADDS, EXCEPT) if formula.adds else (DOUBLES, "none")
        runs = {"text": partial(run_text, formula), function.name: partial(run_function, function)}
        yield Proof(
            *(str(source.relative_to(ROOT)), formula.name, f"{claim}, {formula.needs}", exceptions),
            tuple((name, partial(prove, formula, run)) for name, run in runs.items()),
        )
