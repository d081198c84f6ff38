# SPDX-License-Identifier: MIT
"""The prover of point formulas: its polynomials against numbers, what it proves, and mutants, which
it refuses."""

import random
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.runner.tools import ROOT
from tools.formulas import jacobian
from tools.formulas.edwards import load as load_edwards
from tools.formulas.jacobian import Formula
from tools.prove.algebra import UnprovedError
from tools.prove.programs import __main__ as main
from tools.prove.programs import (
    edwards,
    montgomery,
    pairing,
    towers,
    weierstrass,
)
from tools.prove.programs.laurent import Laurent, constant, powers, ratio, unit, variable
from tools.prove.programs.proofs import Proof
from tools.prove.programs.registers import Registers
from tools.prove.programs.sources import Function, Step, chosen, functions, steps

RECORD = ROOT / "results" / "proofs-of-programs.txt"
PRIME = 2**61 - 1


def test_what_is_proved_is_what_the_record_says() -> None:
    rows = [main.row(each, each.refusal()) for each in main.proofs()]
    recorded = RECORD.read_text().splitlines()
    assert recorded[0] == " | ".join(main.COLUMNS)
    assert recorded[1 : len(rows) + 1] == rows
    assert all(row.split(" | ")[2] == "proved" for row in rows)
    assert len(main.proved_in(RECORD)) == len(rows)


# Polynomials


def value(polynomial: Laurent, given: dict[int, int]) -> int:
    total = 0
    for monomial, factor in polynomial.terms.items():
        product = factor.numerator * pow(factor.denominator, -1, PRIME)
        for number, power in powers(monomial).items():
            product = product * pow(given[number], power, PRIME) % PRIME
        total += product
    return total % PRIME


def test_polynomials_are_their_values() -> None:
    generator = random.Random("polynomials")
    names = [variable("x"), unit("z1"), unit("z2"), variable("y")]
    given = {n: generator.randrange(1, PRIME) for each in names for n in powers(*each.terms)}

    def some() -> Laurent:
        total = constant(generator.randrange(-3, 4))
        for _ in range(3):
            factor = constant(generator.randrange(-5, 6)) / 6
            product = generator.choice(names) ** 2 * generator.choice(names)
            total = total + factor * product * unit("z1") ** generator.randrange(-3, 3)
        return total

    for _ in range(60):
        a, b = some(), some()
        x, y = value(a, given), value(b, given)
        assert value(a + b, given) == (x + y) % PRIME
        assert value(a - b, given) == (x - y) % PRIME
        assert value(a * b, given) == x * y % PRIME
        assert value(a**3, given) == x**3 % PRIME
        assert (a == b) == (x == y)
        u = unit("z1") ** generator.randrange(-3, 3) * unit("z2") / 3
        assert value(a / u, given) == x * pow(value(u, given), -1, PRIME) % PRIME
        if a.terms:
            assert ratio(a * u, a) == u
        # y^2 = 2 x + 3 for the y that has that square: x follows from it.
        (number,) = powers(*variable("x").terms)
        (of_y,) = powers(*variable("y").terms)
        half = given | {number: (given[of_y] ** 2 - 3) * pow(2, -1, PRIME) % PRIME}
        reduced = a.with_square(variable("y"), 2 * variable("x") + 3)
        assert value(reduced, half) == value(a, half)


@pytest.mark.parametrize(
    "divisor", [variable("x"), unit("z1") + 1, constant(5), constant(0), unit("z1") * variable("y")]
)
def test_what_may_be_zero_is_no_divisor(divisor: Laurent) -> None:
    with pytest.raises(UnprovedError, match="division by what may be zero"):
        unit("z1") / divisor


def test_a_name_is_of_one_kind() -> None:
    variable("of any value")
    unit("of no zero")
    with pytest.raises(ValueError, match="may be zero"):
        unit("of any value")
    with pytest.raises(ValueError, match="not zero"):
        variable("of no zero")


def test_a_ratio_is_of_what_is_not_zero() -> None:
    x, z = variable("x"), unit("z1")
    assert ratio(2 * z * x + z, 2 * x + 1) == z
    assert ratio(x * z, z) is None
    assert ratio(x + z, x - z) is None
    assert ratio(5 * x, x) is None
    assert ratio(constant(0), constant(0)) is None


# Formulas


def altered(operations: list[Any]) -> Iterator[list[Any]]:
    """One operation done otherwise."""
    others = {"+": "-*", "-": "+*", "*": "+-", "- 2": "-+", "* 3/": "^", "^": "+"}
    for index, operation in enumerate(operations):
        right = operation.left if operation.kind == "^" else operation.right
        wrong = [replace(operation, kind=kind, right=right) for kind in others[operation.kind]]
        if operation.kind == "-":
            wrong.append(replace(operation, left=operation.right, right=operation.left))
        for each in wrong:
            yield [*operations[:index], each, *operations[index + 1 :]]


JACOBIAN = jacobian.parse(jacobian.SOURCE.read_text())
EDWARDS = load_edwards()


@pytest.mark.parametrize("formula", JACOBIAN, ids=lambda each: each.name)
def test_a_wrong_formula_is_refused(formula: Formula) -> None:
    for operations in altered(formula.operations):
        mutant = replace(formula, operations=operations)
        with pytest.raises(UnprovedError):
            weierstrass.prove(mutant, partial(weierstrass.run_text, mutant))


@pytest.mark.parametrize("formula", EDWARDS, ids=lambda each: each.name)
def test_a_wrong_formula_of_edwards_curves_is_refused(formula: Formula) -> None:
    for operations in altered(formula.operations):
        mutant = replace(formula, operations=operations)
        with pytest.raises(UnprovedError):
            edwards.of_formula(mutant)(partial(edwards.run_text, mutant))


def test_a_formula_for_another_a_is_refused() -> None:
    for formula in JACOBIAN:
        if not formula.adds and formula.needs != "any a":
            other = "a = 0" if formula.needs == "a = -3" else "a = -3"
            for needs in (other, "any a"):
                wrong = replace(formula, needs=needs)
                with pytest.raises(UnprovedError):
                    weierstrass.prove(wrong, partial(weierstrass.run_text, formula))


def text_of(name: str) -> str:
    """The definition of a function in C that is a formula."""
    text = jacobian.OUTPUT.read_text()
    start = text.index(f" {name}(")
    start = text.rindex("\n", 0, start) + 1
    return text[start : text.index("\n}\n", start) + 3]


@pytest.mark.parametrize("name", ["double_a_any", "add_affine"])
def test_a_wrong_function_is_refused(name: str) -> None:
    """A call left out, or with one place for another."""
    formula = next(each for each in JACOBIAN if each.name == name)
    text = text_of(f"weierstrass_{name}" + ("_formula" if formula.adds else ""))
    (function,) = functions(text)
    weierstrass.prove(formula, partial(weierstrass.run_function, function))
    calls = re.findall(r"    formula_\w+\([^;]*;\n", text)
    wrong = [text.replace(each, "", 1) for each in calls]
    for call in calls:
        places = call[call.index("(") + 1 :].split(", ")[:-1]
        for place in places:
            other = "t[0]" if place != "t[0]" else "p->y"
            wrong.append(text.replace(call, call.replace(place, other, 1), 1))
    for each in wrong:
        if each != text:
            (mutant,) = functions(each)
            with pytest.raises(UnprovedError):
                weierstrass.prove(formula, partial(weierstrass.run_function, mutant))


def test_programs_read_what_is_written_and_write_where_they_may() -> None:
    x = variable("x")
    registers = Registers({"a": x}, ["r"])
    registers.run([Step("sqr", ("local t", "a")), Step("add", ("r", "a", "local t"))])
    assert registers["r"] == x**2 + x
    with pytest.raises(UnprovedError, match="b is read"):
        registers.run([Step("add", ("r", "a", "b"))])
    with pytest.raises(UnprovedError, match="a is written"):
        registers.run([Step("add", ("a", "a", "a"))])
    with pytest.raises(UnprovedError, match="no operation that is known: cube"):
        registers.run([Step("cube", ("r", "a"))])
    with pytest.raises(UnprovedError, match="given twice"):
        registers.run([Step("add_sub", ("r", "a", "r"))])


def test_functions_are_read() -> None:
    text = (
        "/* r = a b */\nstatic void cross(limb *r, const limb *a, const limb *b)\n{\n"
        "    limb sum[FIELD_LIMBS];\n    twist_add(sum, a, b);\n    twist_mul(r, sum, b);\n}\n"
        "void whole(point *p, int all)\n{\n    limb t[2][FIELD_LIMBS];\n    limb room[1];\n"
        "    cross(t[0], p->x, base_rom_limbs(room, domain.b3, FIELD_LIMBS));\n"
        "    if (all) {\n        twist_add(p->x, t[0], p->x);\n    }\n}\n"
    )
    cross, whole = functions(text)
    assert steps(whole, {"cross": cross}) == [
        Step("add", ("local cross 0: sum", "p->x", "constant b3")),
        Step("mul", ("local t[0]", "local cross 0: sum", "constant b3")),
        Step("add", ("p->x", "local t[0]", "p->x"), "all"),
    ]
    with pytest.raises(UnprovedError, match="a preprocessor chooses"):
        steps(Function("f", (), "#if A\n    twist_add(r, a, b);\n#endif\n"))
    with pytest.raises(UnprovedError, match="no call"):
        steps(Function("f", (), "while (x) {"))
    truths = {"A": True, "B": False}
    assert chosen("#if A\n1\n#else\n2\n#endif\n#if B\n#if C\n3\n#endif\n#endif\n", truths) == "1\n"
    with pytest.raises(UnprovedError, match="#if C"):
        chosen("#if C\n#endif\n", truths)


# Montgomery curves


def test_kernels_multiply_by_a24_of_their_curves() -> None:
    for name, factor in (("curve25519", 121665), ("curve448", 39081)):
        text = (ROOT / "curves" / "montgomery" / f"{name}.toml").read_text()
        a = tomllib.loads(text)["a"]
        assert (int(str(a), 0) - 2) % 4 == 0
        assert (int(str(a), 0) - 2) // 4 == factor


@pytest.mark.parametrize("name", ["montgomery_begin", "montgomery_end"])
def test_a_wrong_ladder_is_refused(name: str) -> None:
    known = edwards.programs(montgomery.LADDER)
    montgomery.prove_step(partial(montgomery.run_programs, known))
    for index, step in enumerate(known[name]):
        other = {"add": "sub", "sub": "mul", "mul": "add"}[step.kind]
        for wrong in ([], [replace(step, kind=other)]):
            mutant = [*known[name][:index], *wrong, *known[name][index + 1 :]]
            run = partial(montgomery.run_programs, {**known, name: mutant})
            with pytest.raises(UnprovedError):
                montgomery.prove_step(run)


# Pairings


@pytest.mark.parametrize(
    ("module", "file", "name"),
    [
        (pairing, "lines_2.inc", "pairing_add_step"),
        (pairing, "lines_6.inc", "pairing_double_step"),
        (pairing, "law_2.inc", "twist_sum"),
        (towers, "cubic.inc", "cubic_inverse"),
        (towers, "full_6.inc", "full_sqr"),
    ],
)
def test_a_call_less_in_a_pairing_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: Any, file: str, name: str
) -> None:
    folder = tmp_path / "src" / "pairing"
    shutil.copytree(module.FOLDER, folder)
    text = (folder / file).read_text()
    start = text.index(f" {name}(")
    body = text[start : text.index("\n}\n", start)]
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "FOLDER", folder)
    source = f"src/pairing/{file}"

    def refusals() -> list[str]:
        found = [e for e in module.proofs() if (e.source, e.program) == (source, name)]
        return [each.refusal() for each in found]

    assert refusals() == [""]
    for call in re.findall(r"    (?:twist|cubic)_\w+\([^;]*;\n", body):
        (folder / file).write_text(text.replace(body, body.replace(call, "", 1)))
        assert all(refusals())


# The program


def test_what_was_proved_and_is_refused_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    def refuse() -> None:
        raise UnprovedError("it is not so")

    one = Proof("a file", "one", "what it does", "none", (("", lambda: None),))
    two = Proof("a file", "two", "what it does", "none", (("a build", refuse),))
    monkeypatch.setattr(main, "proofs", lambda: iter((one, two)))
    record = tmp_path / "record.txt"
    record.write_text(f"{main.row(one, '')}\n{main.row(two, 'it was not so')}\n")
    monkeypatch.setattr("sys.argv", ["prove", "--known", str(record)])
    assert main.main() == 0
    assert "a file | two | refused | 1 | what it does | a build: it is not so" in (
        capsys.readouterr().out
    )
    record.write_text(f"{main.row(two, '')}\n")
    assert main.main() == 1
    assert "proved before, and refused now: a file two" in capsys.readouterr().err
