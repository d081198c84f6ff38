# SPDX-License-Identifier: MIT
"""The formulas of Edwards curves: what tools/formulas/edwards.py refuses, and the registers."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from tools.formulas.edwards import (
    LARGE_PRIMES,
    SYSTEMS,
    check_values,
    emit,
    extended,
    factor,
    large_cases,
    load,
    prepared,
    value_of_a,
)
from tools.formulas.jacobian import Formula, FormulaError, run

PAIR = re.compile(r"coordinate_sub_add\(([^,]+), ([^,]+), ([^;]*)\);")

ALL = {formula.name: formula for formula in load()}

# Those of the literature: multiplications, squarings.
COSTS = {
    "double_a_minus_1": "4M + 4S",
    "double_a_1": "4M + 4S",
    "add_a_minus_1": "8M + 0S",
    "add_affine_a_minus_1": "7M + 0S",
    "add_a_1": "9M + 0S",
    "add_affine_a_1": "8M + 0S",
}


def test_every_formula_has_its_cost() -> None:
    assert {name: formula.cost for name, formula in ALL.items()} == COSTS


@pytest.mark.parametrize("name", ALL)
def test_the_formulas_pass_their_check(name: str) -> None:
    check_values(ALL[name])


def mutants() -> Iterator[Formula]:
    """Every formula with one operation done otherwise."""
    others = {"+": "-", "-": "+", "*": "+", "^": "+"}
    for formula in ALL.values():
        for index, operation in enumerate(formula.operations):
            right = operation.left if operation.kind == "^" else operation.right
            wrong = replace(operation, kind=others[operation.kind], right=right)
            operations = [*formula.operations]
            operations[index] = wrong
            yield replace(formula, name=f"{formula.name}: {wrong.target}", operations=operations)


@pytest.mark.parametrize("mutant", list(mutants()), ids=lambda mutant: mutant.name)
def test_a_wrong_formula_is_refused(mutant: Formula) -> None:
    with pytest.raises(FormulaError, match=r"is wrong|wrong on"):
        check_values(mutant)


@pytest.mark.parametrize("name", ALL)
def test_registers_hold_what_the_formula_says(name: str) -> None:
    """Run the emitted calls on registers that they overwrite."""
    formula = ALL[name]
    generator = random.Random(name)
    a = value_of_a(formula)
    system = SYSTEMS[a]
    text = PAIR.sub(r"coordinate_sub(\1, \3);coordinate_add(\2, \3);", emit(formula))
    calls = re.findall(r"coordinate_(\w+)\(([^;]*)\);", text)
    assert len(calls) == len(formula.operations)
    for prime, d, p, q in islice(large_cases(a, generator), 0, None, 10):
        assert prime in LARGE_PRIMES
        w = factor(formula, generator, prime)
        values = extended(p, generator.randrange(1, prime), prime) | prepared(q, a, d, w, prime)
        places = system.inputs | system.constants
        registers = {place: values[known] for known, place in places.items()}
        for kind, arguments in calls:
            target, *operands = arguments.split(", ")
            left, right = registers[operands[0]], registers[operands[-1]]
            results = {"add": left + right, "sub": left - right}
            registers[target] = results.get(kind, left * right) % prime
        result = run(formula, values, prime)
        for known, place in system.outputs.items():
            assert registers[place] == result[known]
