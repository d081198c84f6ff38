# SPDX-License-Identifier: MIT
"""Numbers that the prover takes out of a run: what a part stores, and sizes of differences. Against
numbers, and where the part is wrong."""

import random
from collections.abc import Sequence

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
from tools.prove.algebra import UnprovedError, Value, Word
from tools.prove.cores import CORES, kept_registers, program_of
from tools.prove.cuts import CuttingSolver
from tools.prove.polynomial import Polynomial
from tools.prove.proof import Call, prove


class Digits(Model):
    """A model that knows words that a polynomial is."""

    def variable(self, number: int) -> int:
        for lowest, words in self.solver.wholes.items():
            if number in words and number not in self.known:
                whole: Polynomial = dict(self.solver.names[lowest])
                total = self.number(
                    {each: by for each, by in whole.items() if not self.of(each, words)}
                )
                for place, each in enumerate(words):
                    self.known[each] = total >> BITS * place & RADIX - 1
                assert 0 <= total >> BITS * len(words) == 0
        return super().variable(number)

    @staticmethod
    def of(monomial: tuple[int, ...], words: Sequence[int]) -> bool:
        return not set(monomial).isdisjoint(words)


def single(word: Value) -> int:
    assert isinstance(word, Word)
    return next(iter(word.polynomial))[0]


def product(solver: CuttingSolver, a: Sequence[Value], b: Sequence[Value]) -> list[Value]:
    """Row by row, with every carry."""
    found: list[Value] = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        carry: Value = 0
        for j, y in enumerate(b):
            found[i + j], carry = solver.multiply(x, y, found[i + j], carry)
        found[i + len(b)] = carry
    return found


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_product_is_cut_from_its_carries(count: int) -> None:
    generator = random.Random(count)
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(count, RADIX**count - 1) for _ in range(2))
    since = len(solver.low)
    old = product(solver, a, b)
    new = solver.cut(old, since)
    assert new is not None
    lowest = single(new[0])
    assert len(solver.names[lowest]) == count**2 + 2 * count - 1
    assert solver.numbers[-1].high == (RADIX**count - 1) ** 2
    for _ in range(40):
        edges = (0, 1, RADIX - 1, generator.randrange(RADIX))
        known = {single(each): generator.choice(edges) for each in (*a, *b)}
        model = Digits(solver, known)
        assert [model.value(each) for each in new] == [model.value(each) for each in old]


@pytest.mark.parametrize("wrong", range(4))
def test_what_is_not_a_whole_number_is_not_cut(wrong: int) -> None:
    """A word that is missing, one that is twice there, a carry that is lost where it counts, and a
    number that is below 0."""
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(2, RADIX**2 - 1) for _ in range(2))
    since = len(solver.low)
    words = product(solver, a, b)
    if wrong == 0:
        assert solver.cut(words[1:], since) is None
    elif wrong == 1:
        assert solver.cut([words[1], *words[1:]], since) is None
    elif wrong == 2:
        low, _ = solver.add(a[0], b[0])
        high, _ = solver.add(a[1], b[1])
        assert solver.cut([low, high, words[3]], since) is None
    else:
        low, borrow = solver.subtract(a[0], b[0])
        high, _ = solver.subtract(a[1], b[1], borrow)
        assert solver.cut([low, high], since) is None


def test_karatsubas_product_is_cut() -> None:
    """Its signs are squared in the whole."""
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(2, RADIX**2 - 1) for _ in range(2))
    since = len(solver.low)
    (d,), (e,) = (size_of_difference(solver, x[:1], x[1:]) for x in (a, b))
    s, t = (solver.subtract(0, solver.is_less(*x))[0] for x in (a, b))
    lower, upper, middle = (solver.multiply(x, y) for x, y in ((a[0], b[0]), (a[1], b[1]), (d, e)))
    sign = solver.complement(solver.differing(s, t))
    # The middle product is subtracted where both differences have one sign.
    bit = solver.split(sign, 1)[0]
    m = [solver.differing(each, sign) for each in middle]
    words = [*lower, *upper]
    for addend, carry in (([*lower, 0], 0), ([*upper, 0], 0), ([*m, sign], bit)):
        for place, each in enumerate(addend, 1):
            words[place], carry = solver.add(words[place], each, carry)
    new = solver.cut(words, since)
    assert new is not None
    generator = random.Random(0)
    for _ in range(60):
        edges = (0, 1, RADIX - 1, generator.randrange(RADIX))
        known = {single(each): generator.choice(edges) for each in (*a, *b)}
        model = Digits(solver, known)
        x, y = (model.number(solver.total(each)) for each in (a, b))
        assert model.number(solver.total(new)) == x * y


def size_of_difference(
    solver: CuttingSolver, a: Sequence[Value], b: Sequence[Value], wrong: int = 0
) -> list[Value]:
    """Words of |a - b| by a mask; wrong where it is of another borrow, or of other words."""
    words: list[Value] = []
    borrow: Value = 0
    for x, y in zip(a, b, strict=True):
        word, borrow = solver.subtract(x, y, borrow)
        words.append(word)
    if wrong == 1:
        borrow = solver.subtract(a[0], b[0])[1]
    mask = solver.subtract(0, borrow)[0]
    flipped = [solver.differing(each, mask) for each in words]
    if wrong == 2:
        flipped.reverse()
    found: list[Value] = []
    lent: Value = 0 if wrong != 3 else borrow
    for each in flipped:
        word, lent = solver.subtract(each, mask, lent)
        found.append(word)
    return found


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_size_of_a_difference_is_a_number(count: int) -> None:
    generator = random.Random(count)
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(count, RADIX**count - 1) for _ in range(2))
    found = size_of_difference(solver, a, b)
    assert single(found[0]) in solver.wholes
    for _ in range(60):
        edges = (0, 1, RADIX - 1, generator.randrange(RADIX))
        known = {single(each): generator.choice(edges) for each in (*a, *b)}
        model = Digits(solver, known)
        x, y = (model.number(solver.total(each)) for each in (a, b))
        size = model.number(solver.total(found))
        assert size == abs(x - y)


@pytest.mark.parametrize("wrong", [1, 2, 3])
def test_what_only_looks_like_the_size_of_a_difference_is_none(wrong: int) -> None:
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(2, RADIX**2 - 1) for _ in range(2))
    size_of_difference(solver, a, b, wrong)
    assert all(len(each) < 2 for each in solver.wholes.values())


@pytest.mark.parametrize("low", [-3, -1, 0])
def test_what_is_about_0_has_its_sign_above(low: int) -> None:
    """A count of carries and borrows, as a word: shifted with its sign, and added to."""
    solver = CuttingSolver(BITS, {})
    a, b = (solver.number(4, RADIX**4 - 1) for _ in range(2))
    count: Value = low % RADIX
    carries = [solver.is_less(x, y) for x, y in zip(a, b, strict=True)]
    for each in carries:
        count = solver.add(count, each)[0]
    sign = solver.shift_signed(count, BITS - 1)
    low_half = solver.split(count, BITS // 2)[0]
    generator = random.Random(low)
    for _ in range(40):
        known = {single(each): generator.choice((0, 1, RADIX - 1)) for each in (*a, *b)}
        model = Digits(solver, known)
        total = low + sum(model.value(each) for each in carries)
        assert model.value(count) == total % RADIX
        assert model.value(sign) == (RADIX - 1 if total < 0 else 0)
        assert model.value(low_half) == total % (1 << BITS // 2)


@needs_gcc
@pytest.mark.slow
@pytest.mark.campaign
def test_mutants_of_karatsubas_product_are_refused_or_compute_the_same() -> None:
    of = task("armv7m", "field_mul_p256")
    claimed = of.claim()
    assert claimed is not None
    program = program_of(of)
    check_by_numbers(of, program, claimed)
    entry = program.symbols[of.symbol]
    end = min(each for each in program.symbols.values() if each > entry)
    core = CORES[of.core]
    call = Call(tuple(core.register(of.kernel, place) for place in range(3)))
    kept = kept_registers(of)
    refused = 0
    for mutant in random.Random(0).sample(list(mutants(program, entry, end)), 12):
        try:
            prove(core.convention, mutant, entry, claimed, call, kept, CuttingSolver)
        except UnprovedError:
            refused += 1
        else:
            check_by_numbers(of, mutant, claimed)
    assert refused > 5
