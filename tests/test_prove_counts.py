# SPDX-License-Identifier: MIT
"""The solver that decides how often a modulus is taken away: against numbers, and on kernels that
are wrong."""

import random
from dataclasses import replace

import pytest

from tests.test_prove import (
    BITS,
    RADIX,
    Model,
    check_by_numbers,
    mutants,
    needs_gcc,
    task,
)
from tests.test_prove_cuts import single
from tools.prove import proof, trial
from tools.prove.algebra import ContradictionError, UndecidedError, UnprovedError, Value
from tools.prove.claims import Claim
from tools.prove.cores import CORES, Task, kept_registers, program_of
from tools.prove.counts import CountingSolver
from tools.prove.machine import Program
from tools.prove.polynomial import added, variable
from tools.prove.proof import Call, Runs

KERNELS = (
    ("armv7em", "field_three_and_two_any_5"),
    ("armv7em", "field_three_less_two_any_5"),
    ("armv7em", "field_mul_small_p448"),
    ("armv7m", "field_select_p448"),
    ("armv7m", "field_fold_p25519"),
)
QUICK = KERNELS[3:]


def prove(of: Task, program: Program, claimed: Claim) -> Runs:
    """In distinct memory, by this solver alone."""
    core = CORES[of.core]
    places = range(len(of.kernel.inputs))
    call = Call(tuple(core.register(of.kernel, place) for place in places))
    by = proof.prove if claimed.is_plain else trial.prove
    entry = program.symbols[of.symbol]
    return by(core.convention, program, entry, claimed, call, kept_registers(of), CountingSolver)


@needs_gcc
@pytest.mark.parametrize(
    ("core", "name"),
    [each if each in QUICK else pytest.param(*each, marks=pytest.mark.slow) for each in KERNELS],
)
def test_a_kernel_is_proved_and_a_false_claim_refused(core: str, name: str) -> None:
    of = task(core, name)
    true = of.claim()
    assert true is not None
    assert true.high is not None
    program = program_of(of)
    assert prove(of, program, true).count >= 1
    ((_, terms),) = true.results
    more = ((terms[0][0] + 1, terms[0][1]), *terms[1:])
    for false in (
        replace(true, results=(("r", more),)),
        replace(true, high=true.high - 1) if "fold" not in name else replace(true, high=0),
    ):
        with pytest.raises(UnprovedError):
            prove(of, program, false)


def test_a_count_multiplies_as_a_number() -> None:
    """Of carries, one known from the other: three ways go on, with no product of variables."""
    ways: list[dict[int, int]] = [{}]
    found = []
    while ways:
        assumed = ways.pop()
        solver = CountingSolver(BITS, assumed)
        a, b = solver.number(2, RADIX**2 - 1)
        count = solver.sum(
            solver.less(1, solver.is_less(a, 5)), solver.less(1, solver.is_less(a, 9))
        )
        try:
            product = solver.product(count, b)
        except UndecidedError as error:
            ways += [{**assumed, error.number: value} for value in error.values]
            continue
        except ContradictionError:
            continue
        times = 0 if product == 0 else solver.polynomial(product)[(single(b),)]
        assert solver.polynomial(product) == added({}, variable(single(b)), times)
        found.append((times, solver.low[single(a)], solver.high[single(a)]))
    assert sorted(found) == [(0, 0, 4), (1, 5, 8), (2, 9, RADIX - 1)]


def test_what_is_added_to_a_difference_is_given_back() -> None:
    solver = CountingSolver(BITS, {})
    a, b, c = solver.number(3, RADIX**3 - 1)
    word, _ = solver.subtract(a, b)
    back, carry = solver.add(word, b)
    assert back == a
    other: list[Value] = [*solver.add(word, c)]
    generator = random.Random(0)
    for _ in range(40):
        known = {
            single(each): generator.choice((0, 1, RADIX - 1, generator.randrange(RADIX)))
            for each in (a, b, c)
        }
        model = Model(solver, known)
        x, y, z = (model.value(each) for each in (a, b, c))
        assert model.value(carry) == (x < y)
        low, high = (model.value(each) for each in other)
        assert low + RADIX * high == (x - y) % RADIX + z


@pytest.mark.parametrize("is_by_halves", [True, False])
def test_the_upper_word_of_a_product_is_that_by_halves(is_by_halves: bool) -> None:
    """And that of the upper half alone is not."""
    solver = CountingSolver(BITS, {})
    (a,) = solver.number(1, RADIX - 1)
    _, upper = solver.multiply(a, 38)
    low, high = solver.split(a, BITS // 2)
    above: Value = solver.product(high, 38)
    if is_by_halves:
        above = solver.sum(above, solver.shift_right(solver.product(low, 38), BITS // 2))
    other = solver.shift_right(above, BITS // 2)
    left = solver.rest(solver.polynomial(solver.less(upper, other)))
    assert (not left) == is_by_halves


@needs_gcc
@pytest.mark.parametrize(("core", "name"), KERNELS[:4])
@pytest.mark.slow
def test_mutants_are_refused_or_compute_the_same(core: str, name: str) -> None:
    of = task(core, name)
    claimed = of.claim()
    assert claimed is not None
    program = program_of(of)
    check_by_numbers(of, program, claimed)
    entry = program.symbols[of.symbol]
    end = min(each for each in program.symbols.values() if each > entry)
    refused = 0
    for mutant in random.Random(name).sample(list(mutants(program, entry, end)), 24):
        try:
            prove(of, mutant, claimed)
        except UnprovedError:
            refused += 1
        else:
            check_by_numbers(of, mutant, claimed)
    assert refused > 12
