# SPDX-License-Identifier: MIT
"""Points where words are a number: sums with what a register counts of them. Against numbers, and
where they are false."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.test_prove import BITS, RADIX, needs_gcc, task
from tests.test_prove_cuts import Digits, product, single
from tools.prove.algebra import UnprovedError, Value
from tools.prove.cores import CORES, program_of, prove_task, tasks
from tools.prove.cuts import CuttingSolver
from tools.prove.polynomial import Polynomial, added, scaled
from tools.prove.totals import TOTALS, Total, bound_words, is_not_negative, new_words, with_totals

# Words of a half.
HALF = 2


def numbers() -> tuple[CuttingSolver, list[list[Value]], list[Value], list[Value]]:
    """Of a, b, c and d of so many words, l = a b and m = a b + c d."""
    solver = CuttingSolver(BITS, {})
    operands: list[list[Value]] = [list(solver.number(HALF, RADIX**HALF - 1)) for _ in range(4)]
    a, b, c, d = operands
    since = len(solver.low)
    lower = solver.cut(product(solver, a, b), since)
    assert lower is not None
    since = len(solver.low)
    words: list[Value] = []
    carry: Value = 0
    for x, y in zip(lower, product(solver, c, d), strict=True):
        word, carry = solver.add(x, y, carry)
        words.append(word)
    more = solver.cut([*words, carry], since)
    assert more is not None
    return solver, operands, lower, more


def upper(solver: CuttingSolver, words: list[Value]) -> Polynomial:
    return solver.total(words[HALF:])


def test_the_upper_half_of_a_larger_number_is_not_smaller() -> None:
    solver, _, lower, more = numbers()
    difference = added(upper(solver, more), upper(solver, lower), -1)
    assert is_not_negative(solver, difference)


@pytest.mark.parametrize("wrong", range(5))
def test_what_may_be_negative_is_not_said_to_be_not(wrong: int) -> None:
    """The other way around, by 1 more, the lower halves, one half's word less, without the word
    that counts above."""
    solver, _, lower, more = numbers()
    difference = added(upper(solver, more), upper(solver, lower), -1)
    if wrong == 0:
        difference = added({}, difference, -1)
    elif wrong == 1:
        difference = added(difference, {(): 1}, -1)
    elif wrong == 2:
        lowest = solver.total(more[:HALF]), solver.total(lower[:HALF])
        difference = added(*lowest, -1)
    elif wrong == 3:
        difference = added(difference, {(single(more[HALF]),): 1}, -1)
    else:
        without = solver.total(more[HALF : 2 * HALF])
        difference = added(without, upper(solver, lower), -1)
    assert not is_not_negative(solver, difference)


def sums(solver: CuttingSolver, some: list[Value], others: list[Value], sign: int) -> list[Value]:
    """Words, and what is carried or, with its sign, borrowed."""
    words: list[Value] = []
    carry: Value = 0
    for x, y in zip(some, others, strict=True):
        word, carry = (solver.add if sign > 0 else solver.subtract)(x, y, carry)
        words.append(word)
    return [*words, carry]


def test_a_difference_of_upper_halves_is_a_number() -> None:
    """With what is counted above less the borrow; and no word of it is larger than it can be."""
    solver, operands, lower, more = numbers()
    since = len(solver.low)
    *words, borrow = sums(solver, more[HALF : 2 * HALF], lower[HALF:], -1)
    words.append(solver.subtract(more[2 * HALF], borrow)[0])
    new = new_words(solver, words, since)
    assert single(new[0]) in solver.wholes
    assert solver.high[single(new[-1])] <= 1
    generator = random.Random(0)
    for _ in range(60):
        edges = (0, 1, RADIX - 1, generator.randrange(RADIX))
        known = {single(each): generator.choice(edges) for of in operands for each in of}
        model = Digits(solver, known)
        a, b, c, d = (model.number(solver.total(each)) for each in operands)
        shift = HALF * BITS
        expected = (a * b + c * d >> shift) - (a * b >> shift)
        assert model.number(solver.total(new)) == expected
        for each in new:
            assert model.value(each) <= solver.high[single(each)]


def test_what_is_no_number_is_refused() -> None:
    """The same the other way around, which may borrow, and a sum without its carry."""
    solver, _, lower, more = numbers()
    since = len(solver.low)
    with pytest.raises(UnprovedError):
        new_words(solver, sums(solver, lower[HALF:], more[HALF : 2 * HALF], -1)[:-1], since)
    since = len(solver.low)
    with pytest.raises(UnprovedError):
        new_words(solver, sums(solver, lower[HALF:], more[HALF : 2 * HALF], 1)[:-1], since)


def test_words_are_bounded_by_their_number() -> None:
    solver = CuttingSolver(BITS, {})
    (a,) = solver.number(1, RADIX - 1)
    whole = scaled(solver.polynomial(a), 3)
    new = solver.digits(whole, 3 * (RADIX - 1), 3)
    bound_words(solver)
    assert [solver.high[single(each)] for each in new] == [RADIX - 1, 2, 0]


def test_totals_are_of_kernels_that_there_are() -> None:
    for core, totals in TOTALS.items():
        assert {each.kernel for each in totals} <= {
            each.name for each in tasks({core: CORES[core]})
        }


@needs_gcc
@pytest.mark.slow
def test_the_product_with_totals_is_proved() -> None:
    assert [each.count for each in prove_task(task("armv6m", "field_mul_p448"))] == 5 * [1]


@needs_gcc
@pytest.mark.parametrize(
    ("place", "false"),
    [
        (1, lambda total: replace(total, words=total.words[:-1])),
        (1, lambda total: replace(total, words=(*total.words[:-1], "r8"))),
        (2, lambda total: replace(total, words=(*total.words[:-1], "r8"))),
        (2, lambda total: replace(total, words=(*total.words[1:7], total.words[0], "r7"))),
        (3, lambda total: replace(total, instruction=total.instruction - 1)),
        (3, lambda total: replace(total, words=(*total.words[:-1], "r9"))),
    ],
)
def test_a_false_total_is_refused(place: int, false: Callable[[Total], Total]) -> None:
    """Without what is counted, with another count, in the midst of a sum, and in another order."""
    of = task("armv6m", "field_mul_p448")
    totals = list(TOTALS["armv6m"])
    old = totals[place]
    totals[place] = false(old)
    program = program_of(of)
    blocks = dict(program.blocks)
    del blocks[old.address(program, "_asm")]
    changed = with_totals(replace(program, blocks=blocks), totals, "_asm")
    with pytest.raises(UnprovedError):
        prove_task(of, changed, distinct=True)
