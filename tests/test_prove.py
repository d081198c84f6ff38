# SPDX-License-Identifier: MIT
"""The prover of kernels: its arithmetic against numbers, kernels that it proves, and mutants of
them, which it refuses or which compute the same."""

import functools
import itertools
import operator
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.prove.__main__ import proved_in
from tools.prove.algebra import ContradictionError, UndecidedError, UnprovedError, Value, Word
from tools.prove.claims import ANY, Claim, claim, terms
from tools.prove.cores import CORES, Task, layouts, program_of, prove_task, tasks
from tools.prove.linear import System
from tools.prove.machine import Instruction, Program, Region
from tools.prove.operands import MODULUS
from tools.prove.points import CUTS, Cut
from tools.prove.polynomial import ONE, Polynomial, added, multiplied
from tools.prove.record import UNCLAIMED, columns, name_of, verdict_of
from tools.prove.solver import Solver

BITS = 16
RADIX = 1 << BITS
OPERATIONS = (
    *("add", "subtract", "multiply", "split", "shift_left", "shift_right", "shift_signed"),
    *("rotate", "complement", "is_less", "both", "either", "differing", "mask"),
)


class Model:
    """Values of a solver's variables, as the definitions say: from those of the operands on."""

    def __init__(self, solver: Solver, given: dict[int, int]) -> None:
        self.solver = solver
        self.known = dict(given)

    def number(self, polynomial: Polynomial) -> int:
        total = 0
        for monomial, factor in polynomial.items():
            for each in monomial:
                factor *= self.variable(each)
            total += factor
        return total

    def variable(self, number: int) -> int:
        if number not in self.known:
            if name := self.solver.names.get(number):
                self.known[number] = self.number(name)
            elif parts := self.solver.joined.get(number):
                self.known[number] = functools.reduce(operator.or_, map(self.value, parts))
            elif pair := self.solver.meets.get(number):
                self.known[number] = functools.reduce(operator.and_, map(self.value, pair))
            elif pair := self.solver.belows.get(number):
                joined = functools.reduce(operator.or_, map(self.value, pair))
                self.known[number] = joined % (self.solver.radix >> 1)
            elif pair := self.solver.differences.get(number):
                self.known[number] = functools.reduce(operator.xor, map(self.value, pair))
            else:
                division = self.solver.divisions[number]
                quotient, word = divmod(self.number(division.total), division.radix)
                self.known[division.word] = word
                self.known[division.quotient] = quotient
        return self.known[number]

    def value(self, value: Value) -> int:
        if isinstance(value, int):
            return value
        found = self.number(value.polynomial)
        assert value.low <= found <= value.high
        for number, known in self.known.items():
            assert self.solver.low[number] <= known <= self.solver.high[number]
        return found


def applied(
    generator: random.Random, solver: Solver, model: Model, held: Sequence[Value]
) -> Iterator[tuple[Value, int]]:
    """What a random operation makes of values, and what it is to be by numbers."""
    left, right = generator.choice(held), generator.choice(held)
    if generator.random() < 0.2:
        right = generator.choice((0, 1, 19, RADIX - 1, 1 << BITS - 1))
    x, y = model.value(left), model.value(right)
    carry = solver.is_less(left, right)
    bits = generator.randrange(1, BITS)
    name = generator.choice(OPERATIONS)
    if name == "add":
        word, out = solver.add(left, right, carry)
        yield from ((word, (x + y + (x < y)) % RADIX), (out, (x + y + (x < y)) >> BITS))
    elif name == "subtract":
        word, out = solver.subtract(left, right, carry)
        yield from ((word, (x - y - (x < y)) % RADIX), (out, int(x - y - (x < y) < 0)))
    elif name == "multiply":
        low, high = solver.multiply(left, right, left)
        yield from ((low, (x * y + x) % RADIX), (high, (x * y + x) >> BITS))
    elif name == "split":
        low, high = solver.split(left, bits)
        yield from ((low, x % (1 << bits)), (high, x >> bits))
    elif name == "shift_left":
        yield solver.shift_left(left, bits), (x << bits) % RADIX
    elif name == "shift_right":
        yield solver.shift_right(left, bits), x >> bits
    elif name == "shift_signed":
        signed = x - (x >> BITS - 1 << BITS)
        yield solver.shift_signed(left, bits), (signed >> bits) % RADIX
    elif name == "rotate":
        yield solver.rotate(left, bits), (x >> bits | x << BITS - bits) % RADIX
    elif name == "complement":
        yield solver.complement(left), x ^ RADIX - 1
    elif name == "is_less":
        yield carry, int(x < y)
    elif name == "mask":
        yield solver.subtract(0, carry)[0], -(x < y) % RADIX
    else:
        of = {"both": solver.both, "either": solver.either, "differing": solver.differing}
        numbers = {"both": x & y, "either": x | y, "differing": x ^ y}
        yield of[name](left, right), numbers[name]


@pytest.mark.parametrize("seed", range(60))
def test_operations_are_those_of_numbers(seed: int) -> None:
    """Chains of random operations: each value is, for random operands, what numbers give, within
    its bounds; so that no rule of the solver is for some operands alone."""
    generator = random.Random(seed)
    solver = Solver(BITS, {})
    operands = [*solver.number(3, RADIX**3 - 1), *solver.number(2, RADIX**2 - 1)]
    edges = (0, 1, RADIX - 1, 1 << BITS - 1)
    models = []
    for _ in range(8):
        given = {}
        for each in operands:
            ((monomial,),) = [each.polynomial]
            given[monomial[0]] = generator.choice((*edges, generator.randrange(RADIX)))
        models.append(Model(solver, given))
    held: list[Value] = list(operands)
    for _ in range(25):
        state = generator.getstate()
        found: list[Value] = []
        for model in models:
            generator.setstate(state)
            try:
                results = list(applied(generator, solver, model, held))
            except (UnprovedError, UndecidedError):
                break
            found = [value for value, _ in results]
            for value, number in results:
                assert model.value(value) == number
        held += [each for each in found if isinstance(each, Word)]


@pytest.mark.parametrize("start", [0, 3, 15])
@pytest.mark.parametrize("wide", [1, 5])
def test_bits_are_flipped_where_a_mask_has_them(start: int, wide: int) -> None:
    """Whether the bit of the mask is given as it is or as a borrow, which is negative."""
    wide = min(wide, BITS - start)
    ones = (1 << wide) - 1 << start
    for is_borrow in (False, True):
        solver = Solver(BITS, {})
        a, b, c = (each for words in (1, 2) for each in solver.number(words, RADIX**words - 1))
        bit = solver.is_less(b, c)
        mask = solver.times(bit, ones)
        if is_borrow:
            mask = solver.times(solver.subtract(b, c)[1], ones)
        found = solver.differing(a, mask)
        assert not solver.differences
        for x in (0, 1, 0x1234, 0xFEDC, RADIX - 1):
            for y, z in ((1, 2), (2, 1), (7, 7)):
                model = Model(solver, {0: x, 1: y, 2: z})
                assert model.value(found) == x ^ (ones if y < z else 0)


def test_the_top_bit_of_a_word_or_0_less_it_says_whether_it_is_0() -> None:
    solver = Solver(BITS, {})
    a = solver.number(1, RADIX - 1)[0]
    joined = solver.either(a, solver.subtract(0, a)[0])
    top = solver.split(joined, BITS - 1)[1]
    for x in (0, 1, 6, 1 << BITS - 1, RADIX - 1):
        model = Model(solver, {0: x})
        assert model.value(joined) == x | -x % RADIX
        assert model.value(top) == int(x != 0)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_impossible_is(seed: int) -> None:
    """Of random inequalities in three numbers from 0 to 4, against all of these."""
    generator = random.Random(seed)
    for _ in range(20):
        system = System()
        for number in range(3):
            system.put(number, 0, 4)
        for place in range(generator.randrange(1, 5)):
            terms = {number: generator.randrange(-4, 5) for number in range(3)}
            low = generator.randrange(-20, 21)
            ends = generator.choice(((low, None), (None, low), (low, low + generator.randrange(4))))
            system.bound(-1 - place, terms, *ends)

        def holds(values: tuple[int, ...], system: System = system) -> bool:
            totals = {
                place: sum(factor * values[number] for number, factor in terms.items())
                for place, terms in system.sums.items()
            }
            return all(
                (low is None or total >= low) and (high is None or total <= high)
                for place, total in totals.items()
                for low, high in ((system.low[place], system.high[place]),)
            )

        every = itertools.product(range(5), repeat=3)
        assert system.is_impossible() == (not any(map(holds, every)))


def test_a_system_too_large_is_not_said_to_be_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System()
    for number in range(2):
        system.put(number, 0, 9)
    system.bound(-1, {0: 1, 1: 1}, 7, None)
    system.bound(-2, {0: 2, 1: 1}, None, 5)
    assert system.is_impossible()
    monkeypatch.setattr("tools.prove.linear.CHANGES", 0)
    assert not system.is_impossible()


def test_a_bound_is_one() -> None:
    solver = Solver(BITS, {})
    a, b = solver.number(1, RADIX - 1)[0], solver.number(1, 99)[0]
    product = solver.product(a, b)
    assert isinstance(product, Word)
    assert solver.upper(product.polynomial) == 99 * (RADIX - 1)
    assert solver.is_below(product.polynomial, 99 * RADIX)
    assert not solver.is_below(product.polynomial, 99 * (RADIX - 1))


@pytest.mark.parametrize("seed", range(10))
def test_the_word_of_a_multiple_that_fills_a_column_is_one(seed: int) -> None:
    """q m, for q = -t / m or -(t + 1) / m modulo the radix, whatever t and an odd m are."""
    generator = random.Random(seed)
    solver = Solver(BITS, {})
    words, inverse = solver.odd_modulus(2)
    t = solver.number(1, RADIX - 1)[0]
    addend: Value = inverse if seed % 2 else 0
    q = solver.multiply(inverse, t, addend)[0]
    low, high = solver.multiply(q, words[0])
    assert isinstance(low, Word)
    assert not set(low.polynomial) & set(solver.polynomial(q))
    for _ in range(40):
        m = generator.choice((1, RADIX - 1, generator.randrange(1, RADIX, 2)))
        given = (m, -pow(m, -1, RADIX) % RADIX, generator.choice((0, generator.randrange(RADIX))))
        known = {}
        for each, number in zip((words[0], inverse, t), given, strict=True):
            known[next(iter(each.polynomial))[0]] = number
        model = Model(solver, known)
        product = model.value(q) * m
        assert model.value(low) == product % RADIX
        assert model.value(high) == product >> BITS


def test_a_carry_is_that_of_the_sum_that_made_a_word() -> None:
    """And not of another sum of which the word is one too, such as that with 0."""
    solver = Solver(BITS, {})
    solver.odd_modulus(2)
    a, b = solver.number(2, RADIX**2 - 1)
    word, carry = solver.add(a, b)
    assert isinstance(carry, Word)
    assert solver.is_less(word, b) == solver.is_less(word, a) == carry
    assert solver.add(word, 0) == (word, 0)
    assert solver.is_less(word, word) != carry


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_by_a_modulus_is_one(seed: int) -> None:
    """Of sums of whole operands, their products, and words, whatever the modulus is."""
    generator = random.Random(seed)
    solver = Solver(BITS, {})
    m = solver.total(solver.odd_modulus(2)[0])
    a, b = (solver.total(solver.number_by_modulus(2, -1)) for _ in range(2))
    x = solver.word(solver.new(0, 9)).polynomial
    summands = [m, a, b, x, multiplied(a, b), multiplied(a, a), multiplied(m, m)]
    summands += [multiplied(x, m), multiplied(x, a), {ONE: 1}, *({each: 1} for each in m)]
    total: Polynomial = {}
    for each in generator.sample(summands, 5):
        total = added(total, each, generator.randrange(-9, 10))
    upper = solver.upper(total)
    numbers = solver.numbers
    for _ in range(200):
        modulus = generator.choice((1, RADIX**2 - 1, generator.randrange(1, RADIX**2, 2)))
        below = (0, 1, modulus - 1, generator.randrange(modulus))
        values = (modulus, generator.choice(below), generator.choice(below))
        known = {next(iter(x))[0]: generator.randrange(10)}
        for number, value in zip(numbers, values, strict=True):
            for place, word in enumerate(number.words):
                known[word] = value >> BITS * place & RADIX - 1
        assert Model(solver, known).number(total) <= upper


def test_a_difference_is_bounded_by_a_modulus() -> None:
    """So that the tests of these bounds are not of bounds that say nothing."""
    solver = Solver(BITS, {})
    m = solver.total(solver.odd_modulus(3)[0])
    a, b = (solver.total(solver.number_by_modulus(3, -1)) for _ in range(2))
    assert solver.upper(added(a, m, -1)) == -1
    reduced = added(multiplied(a, b), m, -(RADIX**3))
    assert solver.is_below(reduced, 0)
    assert solver.is_below(added(added(m, a, -1), {ONE: -(RADIX**3)}), 0)
    assert not solver.is_below(added(a, b, -1), 0)


def test_what_is_0_modulo_another_modulus_is_left() -> None:
    solver = Solver(BITS, {})
    words, _ = solver.odd_modulus(2)
    m, a = solver.total(words), solver.total(solver.number_by_modulus(2, -1))
    assert not solver.rest(multiplied(a, m), solver.modulus or 0)
    assert solver.rest(multiplied(a, added(m, {ONE: 1})), solver.modulus or 0)
    # Modulo an even number a scale counts: half of 2^16 a is not 0 modulo 2^16.
    odd, half = solver.split(words[1], 1)
    total = added(solver.polynomial(half), solver.polynomial(odd))
    with pytest.raises(UndecidedError) as undecided:
        solver.rest(total, RADIX)
    solver.assumed = {undecided.value.number: 0}
    assert solver.rest(total, RADIX)


def test_what_cannot_be_is_seen() -> None:
    """A carry of a sum that is too small for one, where a run chose that there is one."""
    solver = Solver(BITS, {2: 1})
    a, b = solver.number(1, RADIX - 1)[0], solver.number(1, RADIX - 1)[0]
    carry = solver.add(a, b)[1]
    assert isinstance(carry, Word)
    number = next(iter(carry.polynomial))[0]
    solver.assumed = {number: 1}
    solver.choose(number)
    assert not solver.is_contradictory()
    solver.numbers[0] = replace(solver.numbers[0], high=10)
    solver.numbers[1] = replace(solver.numbers[1], high=20)
    assert solver.is_contradictory()
    with pytest.raises(ContradictionError):
        solver.tight(Word({(0,): 1}, 11, RADIX - 1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b / 2^256", ((Fraction(1, 2**256), ("a", "b")),)),
        ("a^2", ((Fraction(1), ("a", "a")),)),
        ("a - 2 b", ((Fraction(1), ("a",)), (Fraction(-2), ("b",)))),
        ("3/2 a", ((Fraction(3, 2), ("a",)),)),
        ("121665 d + a", ((Fraction(121665), ("d",)), (Fraction(1), ("a",)))),
        ("-r", ((Fraction(-1), ("r",)),)),
    ],
)
def test_sums_are_read(text: str, expected: object) -> None:
    assert terms(text) == expected


def test_a_sentence_that_says_something_else_is_no_claim() -> None:
    for text in ("table[index]", "a b for numbers", "a if it is"):
        with pytest.raises(ValueError, match="no sum"):
            terms(text)


needs_gcc = pytest.mark.skipif(
    any(shutil.which(core.toolchain.compiler[0]) is None for core in CORES.values()),
    reason="a compiler for microcontrollers is not installed",
)
# Kernels that take a second or two: of each kind of prime, and of each form of the solver's rules.
QUICK = (
    ("armv7em", "field_sqr_p25519"),
    ("armv7em", "field_mul_p192"),
    ("armv7em", "field_mul_k256"),
    ("armv7em", "field_add_p521"),
    ("armv7em", "field_sub_scale_p25519"),
    ("armv7em", "field_negate_masked_p160"),
    ("armv7em", "field_sqr_any_5"),
    ("armv7em", "field_sub_any_5"),
    ("armv7em", "field_half_any_5"),
    ("armv7em", "field_negate_masked_any_5"),
    ("armv7em", "field_add_unreduced_any_5"),
    ("armv7m", "field_canonical_p25519"),
    ("armv7m", "field_three_halves_p384"),
    ("armv7m", "field_negate_masked_p256"),
    ("armv7em", "field_negate_masked_p521"),
    ("armv6m", "field_half_k256"),
    ("armv6m", "field_mul_p25519"),
    ("armv6m", "field_sub_p256"),
    ("armv6m", "field_half_p384"),
    ("rv32", "field_mul_p25519_asm"),
    ("rv32", "field_add_k256_asm"),
    ("rv32", "field_select_p448_asm"),
    ("avr", "field_half_p256_asm"),
    ("avr", "field_mul_small_p25519_asm"),
    ("avr", "field_mul_p25519_asm"),
    ("rv32", "field_mul_p256_asm"),
    ("rv32", "field_sqr_any_6_asm"),
    ("rv32", "field_mul_p384_asm"),
)
SLOWER = (
    ("armv7em", "field_mul_p256"),
    ("avr", "field_add_p256_asm"),
    ("rv32", "field_add_p256_asm"),
    ("rv32", "field_mul_small_p448_asm"),
)


def task(core: str, name: str) -> Task:
    return next(each for each in tasks({core: CORES[core]}) if each.name == name)


@needs_gcc
@pytest.mark.parametrize(
    ("core", "name"), [*QUICK, *(pytest.param(*each, marks=pytest.mark.slow) for each in SLOWER)]
)
def test_a_kernel_is_proved(core: str, name: str) -> None:
    for runs in prove_task(task(core, name)):
        assert runs.count >= 1


@needs_gcc
def test_a_false_claim_is_refused() -> None:
    """Of what a kernel does, with another factor, another modulus, and a bound it does not keep."""
    of = task("armv7em", "field_add_p160")
    true = of.claim()
    assert true is not None
    assert true.high is not None
    twice = ((Fraction(2), ("a",)), (Fraction(1), ("b",)))
    for false in (
        replace(true, results=(("r", twice),)),
        replace(true, modulus=true.modulus - 2),
        replace(true, high=true.high - 1),
        replace(true, most=true.most + 1),
    ):
        with pytest.raises(UnprovedError):
            prove_task(of, claimed=false)


@needs_gcc
@pytest.mark.parametrize("name", ["field_add_any_5", "field_half_any_5"])
def test_a_false_claim_for_any_modulus_is_refused(name: str) -> None:
    of = task("armv7em", name)
    true = of.claim()
    assert true is not None
    assert true.high is not None
    assert true.modulus == ANY
    thrice = tuple((3 * factor, names) for factor, names in true.results[0][1])
    for false in (
        replace(true, results=(("r", thrice),)),
        replace(true, high=true.high - 1),
        replace(true, most=true.most + 1),
    ):
        with pytest.raises(UnprovedError):
            prove_task(of, claimed=false, distinct=True)


@needs_gcc
@pytest.mark.parametrize("power", [128, 159, 161])
@pytest.mark.slow
def test_a_product_by_another_power_is_refused(power: int) -> None:
    of = task("armv7em", "field_mul_any_5")
    true = of.claim()
    assert true is not None
    other = ((Fraction(1, 2**power), ("a", "b")),)
    with pytest.raises(UnprovedError):
        prove_task(of, claimed=replace(true, results=(("r", other),)), distinct=True)


def one_twice(cut: Cut) -> Cut:
    return replace(cut, words=(cut.words[0], cut.words[0], *cut.words[2:]))


@needs_gcc
@pytest.mark.parametrize(
    ("core", "name", "place", "false"),
    [
        ("rv32", "field_mul_p256_asm", 0, lambda cut: replace(cut, moduli=4)),
        ("rv32", "field_mul_p256_asm", 0, lambda cut: replace(cut, instruction=9)),
        ("avr", "field_sqr_p25519_asm", 0, one_twice),
        ("avr", "field_sqr_p25519_asm", 0, lambda cut: replace(cut, instruction=3)),
        ("rv32", "field_sqr_any_6_asm", 0, one_twice),
        ("rv32", "field_sqr_any_6_asm", 0, lambda cut: replace(cut, moduli=2)),
        ("rv32", "field_sqr_any_6_asm", 1, lambda cut: replace(cut, moduli=0)),
        ("rv32", "field_sqr_any_6_asm", 1, lambda cut: replace(cut, moduli=4)),
    ],
)
@pytest.mark.slow
def test_a_false_cut_is_refused(
    core: str, name: str, place: int, false: Callable[[Cut], Cut], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word twice, another place, a bound that is of no use, a number that is no product."""
    of = task(core, name)
    cuts = list(CUTS[core][name])
    cuts[place] = false(cuts[place])
    monkeypatch.setitem(CUTS[core], name, tuple(cuts))
    with pytest.raises(UnprovedError):
        prove_task(of, distinct=True)


def test_cuts_are_of_kernels_that_there_are() -> None:
    for core, cuts in CUTS.items():
        names = {each.name for each in tasks({core: CORES[core]})}
        assert names >= set(cuts)
        assert names >= {cut.kernel for each in cuts.values() for cut in each}


def test_what_is_said_of_a_modulus_is_read() -> None:
    """And what says more is no claim."""
    kernel = task("armv7em", "field_add_any_5").kernel
    claimed = claim(kernel, 32)
    assert claimed is not None
    assert (claimed.modulus, claimed.words) == (ANY, 5)
    for what in (
        "r = a + b mod m, m of 5 limbs; limbs below m out.",
        "r = a + b mod m, whose top limb is odd, m of 5 limbs; limbs below m in and out.",
        "r = a + b without reduction.",
    ):
        assert claim(replace(kernel, what=what), 32) is None
    assert claim(replace(kernel, inputs=("r", "a", "b")), 32) is None


class WrongError(Exception):
    """A mutant that computes something else."""


def mutants(program: Program, entry: int, end: int) -> Iterator[Program]:
    """A kernel with each instruction dropped, each register another, and each constant one more."""
    for address, old in program.instructions.items():
        if not entry <= address < end or old.mnemonic in ("bx", "pop", "push"):
            continue
        yield changed(program, old, "nop", ())
        for i, operand in enumerate(old.operands):
            if operand in ("r3", "r4", "r5"):
                others = list(old.operands)
                others[i] = "r6"
                yield changed(program, old, old.mnemonic, tuple(others))
            if operand.startswith("#"):
                others = list(old.operands)
                number = operand.strip("#]")
                others[i] = operand.replace(number, str(int(number, 0) + 1))
                yield changed(program, old, old.mnemonic, tuple(others))


def changed(
    program: Program, old: Instruction, mnemonic: str, operands: tuple[str, ...]
) -> Program:
    instructions = dict(program.instructions)
    instructions[old.address] = replace(old, mnemonic=mnemonic, operands=operands)
    return replace(program, instructions=instructions)


def check_by_numbers(of: Task, program: Program, claimed: Claim) -> None:
    """The same machine code on numbers: on edges of the operands and random ones."""
    core = CORES[of.core]
    bits = core.convention.bits
    radix, step = 1 << bits, bits // 8
    generator = random.Random(of.name)
    arguments = tuple(core.register(of.kernel, place) for place in range(len(of.kernel.inputs)))
    entry = program.symbols[of.symbol]
    for round_ in range(60):
        most = radix**claimed.words
        odd = generator.choice((most - 1, most // 2 + 1, generator.randrange(2**64 + 1, most, 2)))
        p = claimed.modulus or odd
        edges = [0, 1, p - 1, p - 2, p // 2, p // 2 + 1, radix - 1]
        processor = core.convention.processor(program, Solver(bits, {}))
        given: dict[str, int] = {}
        places = core.convention.places
        stack = Region("stack", places.stack - places.frame, places.frame, True)
        processor.memory.regions.append(stack)
        for number, (register, name) in enumerate(arguments):
            place = places.area + places.apart * number
            if name == claimed.condition:
                ones = radix - 1 if name == "mask" else 1
                processor.registers[register] = ones if round_ % 4 else 0
                continue
            processor.give(register, place)
            size = 2 * claimed.words + 1 if name == MODULUS else claimed.words
            region = Region(name, place, step * size, name == "r")
            processor.memory.regions.append(region)
            if name == MODULUS:
                given[name] = p
                inverse = -pow(p, -1, radix) % radix
                processor.memory.put(place + 2 * step * claimed.words, step, inverse)
            elif name != "r" or claimed.condition:
                pick = (*edges, generator.randrange(p))
                given[name] = generator.choice(pick) if round_ > 8 else edges[round_ % 7]
            if name in given:
                for i in range(claimed.words):
                    word = given[name] >> bits * i & radix - 1
                    processor.memory.put(place + step * i, step, word)
        for register in core.convention.registers:
            processor.registers.setdefault(register, generator.randrange(radix))
        processor.begin(places.stack)
        processor.call(entry)
        at = range(places.area, places.area + step * claimed.words, step)
        words = [processor.memory.load(each, step) for each in at]
        found = sum(word << bits * i for i, word in enumerate(words) if isinstance(word, int))
        expected = Fraction(0)
        is_unchanged = claimed.condition and not round_ % 4
        true = ((Fraction(1), ("r",)),) if is_unchanged else claimed.results[0][1]
        for factor, names in true:
            product = factor
            for name in names:
                product *= given[name]
            expected += product
        by_number = expected.numerator * pow(expected.denominator, -1, p) % p
        assert claimed.high is not None
        most = claimed.high if claimed.modulus else p + claimed.high
        if found > most or (found - by_number) % p:
            raise WrongError


@needs_gcc
@pytest.mark.parametrize(
    ("core", "name", "part"),
    [
        ("armv7em", "field_sub_p160", ""),
        ("armv7em", "field_mul_p160", ""),
        ("armv7em", "field_add_any_5", ""),
        ("armv7em", "field_half_any_5", ""),
        pytest.param(
            *("armv7em", "field_sqr_any_5", "field_finish_any_5"), marks=pytest.mark.campaign
        ),
        ("armv6m", "field_half_k256", ""),
        ("armv7m", "field_negate_masked_p256", ""),
        ("armv7em", "field_negate_masked_p521", ""),
    ],
)
@pytest.mark.slow
def test_mutants_are_refused_or_compute_the_same(core: str, name: str, part: str) -> None:
    """And the kernel itself computes by numbers what is claimed, so that this test can fail."""
    of = task(core, name)
    claimed = of.claim()
    assert claimed is not None
    program = program_of(of)
    check_by_numbers(of, program, claimed)
    entry = program.symbols[task(core, part).symbol if part else of.symbol]
    end = min(each for each in program.symbols.values() if each > entry)
    every = list(mutants(program, entry, end))
    assert len(every) > 25
    refused = 0
    for mutant in random.Random(name).sample(every, min(len(every), 60)):
        try:
            prove_task(of, mutant, distinct=True)
        except UnprovedError:
            refused += 1
        else:
            check_by_numbers(of, mutant, claimed)
    assert refused > 15


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.prove", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@needs_gcc
@pytest.mark.slow
def test_the_command_lists_what_is_proved_and_what_is_not() -> None:
    named = ("field_sub_p192", "field_finish_p521", "compact_run")
    chosen = (each for name in named for each in ("--kernel", name))
    done = command("armv7em", "--processes", "1", *chosen)
    assert done.returncode == 0, done.stderr
    assert "field_sub_p192                       proved" in done.stdout
    rows = {name_of(row): row for row in done.stdout.splitlines()[1:]}
    assert rows["armv7em compact_run"].endswith("  its sentence has no equation of numbers")
    part = rows["armv7em field_finish_p521"]
    assert verdict_of(part) == UNCLAIMED
    assert part.endswith("  a part of field_mul_p521, field_sqr_p521")
    counts = "1 proved, 0 in part, 0 refused, 2 without a claim"
    assert done.stdout.splitlines()[-2] == counts


@needs_gcc
@pytest.mark.slow
def test_what_was_proved_and_is_refused_is_told(tmp_path: Path) -> None:
    """Of a kernel whose bound is not found."""
    record = tmp_path / "known.txt"
    chosen = ("armv7em", "--processes", "1", "--kernel", "field_mul_small_p448")
    for verdict, code in (("refused", 0), ("proved", 1)):
        row = columns(("armv7em", "field_mul_small_p448", verdict, "", "", ""))
        record.write_text(f"{row}\n")
        done = command(*chosen, "--known", str(record))
        assert "1 refused" in done.stdout
        assert done.returncode == code
        assert ("proved before" in done.stderr) == bool(code)


def test_the_record_names_kernels_that_there_are() -> None:
    known = {f"{each.core} {each.name}" for each in tasks() if each.claim()}
    proved = proved_in(ROOT / "results" / "proofs-of-kernels.txt")
    assert proved
    assert proved <= known


def test_a_misspelt_set_or_kernel_is_told() -> None:
    for wrong in (["armv9"], ["armv7em", "--kernel", "field_mull"]):
        done = command(*wrong)
        assert done.returncode == 2
        assert "no " in done.stderr
        assert "Traceback" not in done.stderr


def test_layouts_are_each_way_of_sharing_memory() -> None:
    of = task("armv7em", "field_mul_p256")
    claimed = claim(of.kernel, 32)
    assert claimed is not None
    calls = list(layouts(claimed, (("r0", "r"), ("r1", "a"), ("r2", "b"))))
    shared = {frozenset(call.same) for call in calls}
    assert len(shared) == len(calls) == 5
