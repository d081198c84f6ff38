# SPDX-License-Identifier: MIT
"""The point formulas against PARI's group law, the checks of tools/formulas/jacobian.py, and the
registers that it assigns."""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cypari import pari

from tests.runner.tools import ROOT
from tools.formulas import group_law
from tools.formulas import jacobian as formulas

SOURCE = ROOT / "formulas" / "jacobian.txt"
ALL = {formula.name: formula for formula in formulas.parse(SOURCE.read_text())}
SECP256R1 = 2**256 - 2**224 + 2**192 + 2**96 - 1
PRIMES = (1019, 65519, 2**61 - 1, 2**127 - 1, 2**255 - 19, SECP256R1)

# Those of the literature: multiplications, squarings.
COUNTS = {
    "double_a_minus_3": (4, 4),
    "double_a_minus_3_halved": (4, 4),
    "double_a_zero": (3, 4),
    "double_a_zero_halved": (3, 4),
    "double_a_any": (4, 6),
    "add": (12, 4),
    "add_affine": (8, 3),
    "add_merged": (12, 4),
    "add_affine_merged": (8, 3),
    "double_a_minus_3_overlapped": (4, 4),
    "add_overlapped": (12, 4),
    "add_affine_overlapped": (8, 3),
}

Affine = tuple[int, int] | None


def from_pari(point: Any) -> Affine:
    if len(point) == 1:
        return None
    return int(point[0].lift()), int(point[1].lift())


def random_curves(needs: str, prime: int, generator: random.Random) -> Iterator[tuple[int, Any]]:
    """Curves over a field, as a and PARI's object, that have what a formula needs."""
    fixed = {"a = -3": prime - 3, "a = 0": 0}.get(needs.split(";")[0])
    assert fixed is not None or needs.startswith("any a")
    while True:
        a = generator.randrange(prime) if fixed is None else fixed
        b = generator.randrange(1, prime)
        if (4 * a**3 + 27 * b**2) % prime != 0:
            yield a, pari(f"ellinit([{a}, {b}], {prime})")


def random_point(curve: Any, prime: int, generator: random.Random) -> Any:
    while True:
        x = pari(f"Mod({generator.randrange(prime)}, {prime})")
        ordinates = curve.ellordinate(x)
        if len(ordinates) > 0:
            return pari([x, ordinates[generator.randrange(len(ordinates))]])


def scaled(point: Affine, z: int, prime: int) -> tuple[int, int, int]:
    assert point is not None
    return point[0] * z**2 % prime, point[1] * z**3 % prime, z


def inputs(formula: Any, a: int, p: Affine, q: Affine, prime: int, seed: int) -> dict[str, int]:
    """The names that a formula knows, with random Z where it may be."""
    generator = random.Random(seed)
    values = {"a": a} | dict(
        zip(("X1", "Y1", "Z1"), scaled(p, generator.randrange(1, prime), prime), strict=True)
    )
    if formula.adds:
        z2 = 1 if "Z2 = 1" in formula.needs else generator.randrange(1, prime)
        values |= dict(zip(("X2", "Y2", "Z2"), scaled(q, z2, prime), strict=True))
    return values


def cases(formula: Any, prime: int, count: int) -> Iterator[tuple[dict[str, int], Affine]]:
    """Inputs of a formula on random curves, and the point that PARI says they give."""
    generator = random.Random(f"{formula.name} {prime}")
    curves = random_curves(formula.needs, prime, generator)
    done = 0
    while done < count:
        a, curve = next(curves)
        p, q = (random_point(curve, prime, generator) for _ in range(2))
        expected = curve.elladd(p, q) if formula.adds else curve.ellmul(p, 2)
        if formula.adds and from_pari(p)[0] == from_pari(q)[0]:  # type: ignore[index]
            continue
        done += 1
        yield inputs(formula, a, from_pari(p), from_pari(q), prime, done), from_pari(expected)


@pytest.mark.parametrize("prime", PRIMES)
@pytest.mark.parametrize("name", COUNTS)
def test_formulas_agree_with_pari(name: str, prime: int) -> None:
    formula = ALL[name]
    for values, expected in cases(formula, prime, 25):
        result = formulas.evaluate(formula, values, prime)
        assert group_law.to_affine(result, prime) == expected


@pytest.mark.parametrize("name", [name for name in COUNTS if name.startswith("double")])
def test_doubling_holds_for_every_point(name: str) -> None:
    """Infinity and points of order two, on a curve small enough to try all points."""
    formula, prime = ALL[name], 1019
    generator = random.Random(name)
    curves = random_curves(formula.needs, prime, generator)
    orders_of_two = 0
    for _ in range(20):
        a, curve = next(curves)
        infinite = {"a": a, "X1": 5, "Y1": 7, "Z1": 0}
        assert formulas.evaluate(formula, infinite, prime)[2] == 0
        for point in roots(curve, prime):
            orders_of_two += 1
            values = inputs(formula, a, point, None, prime, orders_of_two)
            assert formulas.evaluate(formula, values, prime)[2] == 0
    assert orders_of_two > 0


def roots(curve: Any, prime: int) -> Iterator[Affine]:
    """The points with y = 0."""
    a, b = (int(pari(curve)[i].lift()) for i in (3, 4))
    yield from ((x, 0) for x in range(prime) if (x**3 + a * x + b) % prime == 0)


@pytest.mark.parametrize("prime", PRIMES)
@pytest.mark.parametrize("name", ["add", "add_affine", "add_merged", "add_affine_merged"])
def test_exceptional_additions_are_marked(name: str, prime: int) -> None:
    """Z3 = 0 for P = +-Q and for P infinite, and then X3 = 0 for P = Q alone."""
    formula = ALL[name]
    generator = random.Random(f"{name} {prime}")
    curves = random_curves(formula.needs, prime, generator)
    done = 0
    while done < 10:
        a, curve = next(curves)
        point = random_point(curve, prime, generator)
        p, negative = from_pari(point), from_pari(curve.ellneg(point))
        if p == negative:
            continue
        done += 1
        x3, _, z3 = formulas.evaluate(formula, inputs(formula, a, p, p, prime, done), prime)
        assert (x3, z3) == (0, 0)
        values = inputs(formula, a, negative, p, prime, done)
        x3, _, z3 = formulas.evaluate(formula, values, prime)
        assert z3 == 0
        assert x3 != 0
        assert formulas.evaluate(formula, values | {"Z1": 0}, prime)[2] == 0


def test_every_formula_has_its_count_and_needs() -> None:
    assert set(ALL) == set(COUNTS)
    for name, (multiplications, squarings) in COUNTS.items():
        assert ALL[name].cost == f"{multiplications}M + {squarings}S"
        assert ALL[name].source
    assert ALL["add_affine"].needs == "any a; Z2 = 1"
    assert ALL["double_a_minus_3"].needs == "a = -3"


def test_counts_in_the_comments_are_those_of_the_calls() -> None:
    text = formulas.OUTPUT.read_text()
    function = r"/\* (P = [^/]*?) \*/\n(?:FORMULA|WHIT_INTERNAL)\b(.*?)^}"
    functions = re.findall(function, text, re.S | re.M)
    assert len(functions) == len(ALL)
    for comment, body in functions:
        calls = re.findall(r"formula_(\w+)\(", body)
        linear = sum(call not in ("mul", "sqr") for call in calls)
        cost = f"{calls.count('mul')}M + {calls.count('sqr')}S + {linear}A."
        assert " ".join(comment.split()).endswith(cost)


# What the checks refuse

DOUBLING = SOURCE.read_text().split("\n\nformula double_a_minus_3_halved")[0]


def changed(old: str, new: str) -> str:
    assert DOUBLING.count(old) == 1
    return DOUBLING.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed("u = X1 - zz", "u = X1 - zzz"), "zzz is used before it is set"),
        (changed("zz = Z1 ^ 2", "zz = zz ^ 2"), "zz is used before it is set"),
        (changed("zz = Z1 ^ 2", "zz = X2 ^ 2"), "X2 is used before it is set"),
        (changed("v = X1 + zz", "u = X1 + zz"), "u is set twice"),
        (changed("v = X1 + zz", "X1 = X1 + zz"), "X1 is set twice"),
        (DOUBLING + "\nidle = X1 + Y1\n", "unused"),
        (changed("Y3 = n - q2", "Y4 = n - q2"), "missing output"),
        (changed("cost 4M + 4S", "cost 4M + 3S"), "costs 4M + 4S, not 4M + 3S"),
        (changed("cost 4M + 4S\n", ""), "costs 4M + 4S, not "),
        (changed("u = X1 - zz", "u = X1 / zz"), "cannot read 'u = X1 / zz'"),
        (changed("u = X1 - zz", "u = X1 -"), "cannot read 'u = X1 -'"),
        (changed("u = X1 - zz", "u == X1 - zz"), "cannot read"),
        (changed("zz = Z1 ^ 2", "zz = Z1 ^ 3"), "cannot read 'zz = Z1 ^ 3'"),
        (changed("u = X1 - zz", "u = X1 - zz - zz"), "cannot read"),
    ],
)
def test_a_malformed_formula_is_refused(text: str, message: str) -> None:
    with pytest.raises(formulas.FormulaError, match=re.escape(message)) as caught:
        formulas.parse(text)
    assert "\n" not in str(caught.value)


def test_an_error_names_its_line() -> None:
    with pytest.raises(formulas.FormulaError, match=r"^line 3: cannot read 'nonsense'"):
        formulas.parse("# a comment\n\nnonsense\n")


def mutants() -> Iterator[Any]:
    """Every formula with one operation done otherwise: + for -, - for +, * for +; the operands
    of a subtraction swapped; a square for a product; a factor left out."""
    for name, formula in ALL.items():
        for index, operation in enumerate(formula.operations):
            others = {"+": "-*", "-": "+*", "*": "+-", "- 2": "-+", "* 3/": "^"}
            wrong = [replace(operation, kind=kind) for kind in others.get(operation.kind, "")]
            if operation.kind == "^":
                wrong = [replace(operation, kind="+", right=operation.left)]
            if operation.kind == "-":
                wrong.append(replace(operation, left=operation.right, right=operation.left))
            for number, mutant in enumerate(wrong):
                operations = [*formula.operations]
                operations[index] = mutant
                changed_formula = replace(formula, operations=operations)
                label = f"{name}: {operation.target} ({number})"
                yield pytest.param(changed_formula, operation, id=label)


def same_point(mutant: Any) -> bool:
    """Whether a mutant computes the same point after all, as PARI has it."""
    prime = SECP256R1
    for values, expected in cases(mutant, prime, 4):
        if group_law.to_affine(formulas.evaluate(mutant, values, prime), prime) != expected:
            return False
    return True


@pytest.mark.parametrize(("mutant", "operation"), list(mutants()))
def test_a_wrong_formula_is_refused(mutant: Any, operation: Any) -> None:
    if same_point(mutant):
        pytest.fail(f"{mutant.name}: {operation} can be changed and nothing follows")
    with pytest.raises(formulas.FormulaError, match=r"wrong on a curve|not marked|does not give"):
        formulas.check_values(mutant, rounds=8)


@pytest.mark.parametrize("name", COUNTS)
def test_the_formulas_pass_their_own_check(name: str) -> None:
    formulas.check_values(ALL[name], rounds=8)


# Registers


def simulate(formula: Any, values: dict[str, int], prime: int) -> tuple[int, int, int]:
    """Run the emitted function on registers that its calls overwrite."""
    text = formulas.emit(formula)
    declared = re.search(r"limb t\[(\d+)\]", text)
    assert declared is not None
    generator = random.Random(text)
    registers = {f"t[{i}]": generator.randrange(prime) for i in range(int(declared[1]))}
    registers |= {place: values[name] for name, place in formulas.INPUTS.items()}
    constants = {place: values[n] for n, place in formulas.CONSTANTS.items() if n in values}
    calls = re.findall(r"formula_(\w+)\(([^;]*), f\);", text)
    assert len(calls) == len(formula.operations)
    for kind, arguments in calls:
        target, *operands = arguments.split(", ")
        left, right = ((registers | constants)[operands[i]] for i in (0, -1))
        assert len(operands) == (1 if kind in ("sqr", "three_halves") else 2)
        assert target in registers
        results = {
            "add": left + right,
            "sub": left - right,
            "sub_twice": left - 2 * right,
            "three_halves": 3 * left * ((prime + 1) // 2),
        }
        registers[target] = results.get(kind, left * right) % prime
    return registers["p->x"], registers["p->y"], registers["p->z"]


@pytest.mark.parametrize("name", COUNTS)
def test_registers_hold_what_the_formula_says(name: str) -> None:
    formula = ALL[name]
    for prime in PRIMES:
        for values, _ in cases(formula, prime, 5):
            wanted = formulas.evaluate(formula, values, prime)
            assert simulate(formula, values, prime) == wanted


@pytest.mark.parametrize("name", COUNTS)
def test_the_second_operand_is_only_read(name: str) -> None:
    for target in re.findall(r"formula_\w+\(([^,]*),", formulas.emit(ALL[name])):
        assert re.fullmatch(r"p->[xyz]|t\[\d\]", target)


def test_no_assignment_takes_more_temporaries_than_it_must() -> None:
    """One less does not do: the search starts at none and ends at the first that works."""
    for formula in ALL.values():
        _, temporaries = formulas.allocate(formula)
        assert f"limb t[{temporaries}]" in formulas.emit(formula)
        assert temporaries <= 4


# The program


def run_tool(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.formulas.jacobian", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the generator reads and writes."""
    for path in (
        ROOT / "tools" / "formulas" / "group_law.py",
        ROOT / "tools" / "formulas" / "jacobian.py",
        ROOT / "tools" / "files.py",
        SOURCE,
        formulas.OUTPUT,
    ):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return tmp_path


@pytest.mark.slow
def test_an_edited_output_is_noticed_and_written_again(tree: Path) -> None:
    output = tree / formulas.OUTPUT.relative_to(ROOT)
    current = output.read_text()
    output.write_text(current.replace("formula_mul", "formula_sqr", 1))
    done = run_tool(tree, "--check")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "weierstrass_formulas.inc is not what its source gives" in done.stderr
    assert output.read_text() != current
    assert run_tool(tree).returncode == 0
    assert output.read_text() == current
    assert run_tool(tree, "--check").returncode == 0


@pytest.mark.parametrize("line", ["m = w2 - w", "m = w2 + x", "m = "])
def test_a_wrong_source_writes_nothing(tree: Path, line: str) -> None:
    source = tree / SOURCE.relative_to(ROOT)
    text = source.read_text()
    assert text.count("m = w2 + w\n") == 1
    source.write_text(text.replace("m = w2 + w\n", f"{line}\n"))
    before = (tree / formulas.OUTPUT.relative_to(ROOT)).read_text()
    done = run_tool(tree)
    assert done.returncode == 1
    assert re.fullmatch(r"formulas: .+\n", done.stderr)
    assert (tree / formulas.OUTPUT.relative_to(ROOT)).read_text() == before
