# SPDX-License-Identifier: MIT
"""Blocks of code that are proved by themselves: products in registers on ARMv6-M. Against numbers,
with each instruction changed, and where no block is."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.test_prove import check_by_numbers, mutants, needs_gcc, task
from tests.test_prove_integers import is_right
from tools.kernels.thumb import left
from tools.prove.algebra import UnprovedError, Value, Word
from tools.prove.blocks import FORMS, Block, UncutError, blocks
from tools.prove.claims import Claim
from tools.prove.cores import CORES, Task, kept_registers, program_of, prove_task
from tools.prove.cuts import CuttingSolver
from tools.prove.machine import Instruction, Processor, Program, Region
from tools.prove.proof import Call, prove
from tools.prove.solver import Solver
from tools.prove.thumb import NAMES, Thumb

RADIX = 1 << 32
REGISTERS = [f"r{number}" for number in range(13)]


@cache
def program() -> Program:
    return program_of(task("armv6m", "field_mul_p256"))


@cache
def found() -> list[Block]:
    """One of each form: the first."""
    chosen: dict[int, Block] = {}
    for block in blocks(program()):
        chosen.setdefault(len(inside(block)), block)
    return list(chosen.values())


def inside(block: Block) -> list[Instruction]:
    every = program().instructions
    return [every[each] for each in sorted(every) if block.start <= each < block.end]


def any_words(of: Program, kind: type[Solver] = CuttingSolver) -> Processor:
    """A processor before a block, in registers of which may be any word."""
    processor = Thumb(of, kind(32, {}))
    for name in REGISTERS:
        processor.registers[name] = processor.solver.word(processor.solver.new(0, RADIX - 1))
    return processor


def numbers(of: Program, block: Block, held: dict[str, int]) -> dict[str, Value]:
    """What registers hold behind a block, of what they hold before it."""
    processor = Thumb(of, Solver(32, {}))
    processor.registers |= held
    processor.stop = block.end
    processor.run(block.start)
    return processor.registers


def drawn(generator: random.Random) -> dict[str, int]:
    edges = (0, 1, RADIX - 1, RADIX >> 1, 0xFFFF, 0x10000, generator.randrange(RADIX))
    return {name: generator.choice(edges) for name in REGISTERS}


def agree(of: Program, block: Block, processor: Processor) -> bool:
    """Whether numbers are what the solver says of them, in all registers of which it says what they
    hold by the words before."""
    generator = random.Random(block.start)
    solver = processor.solver
    wholes = dict(solver.names)
    for _ in range(40):
        held = drawn(generator)
        after = numbers(of, block, held)
        known = list(held.values())
        for name, value in processor.registers.items():
            if isinstance(value, int):
                assert after[name] == value
            elif max(sum(value.polynomial, ())) < len(known):
                expected = sum(
                    by * product(known[each] for each in monomial)
                    for monomial, by in value.polynomial.items()
                )
                assert after[name] == expected
        lowest = solver.single(processor.registers[block.words[0]])
        assert lowest is not None
        words = [solver.single(processor.registers[each]) for each in block.words]
        total = wholes.get(lowest)
        if total is None:
            total = solver.divisions[lowest].total
        count = sum(
            by * product(known[each] for each in monomial)
            for monomial, by in total.items()
            if not set(monomial) & set(words)
        )
        if [after[each] for each in block.words] != [
            count >> 32 * i & RADIX - 1 for i in range(len(words))
        ]:
            return False
    return True


def product(factors: object) -> int:
    result = 1
    for each in factors:  # type: ignore[attr-defined]
        result *= each
    return result


@needs_gcc
def test_a_block_of_each_form_is_found() -> None:
    assert sorted(len(inside(each)) for each in found()) == sorted(
        len(form.split()) for form, _ in FORMS
    )


@needs_gcc
@pytest.mark.parametrize("place", range(len(FORMS)))
def test_a_block_leaves_the_product_of_numbers(place: int) -> None:
    block = found()[place]
    processor = any_words(program())
    assert block.pass_by(processor)
    assert processor.next == block.end
    assert agree(program(), block, processor)


@needs_gcc
@pytest.mark.parametrize("place", range(len(FORMS)))
def test_a_changed_block_is_refused_or_computes_the_same(place: int) -> None:
    """With each instruction dropped, each register another and each constant one more."""
    block = found()[place]
    refused = 0
    every = list(mutants(program(), block.start, block.end))
    for mutant in random.Random(place).sample(every, min(len(every), 60)):
        assert not mutant.summaries
        processor = any_words(mutant)
        try:
            block.pass_by(processor)
        except UnprovedError:
            refused += 1
        else:
            assert agree(mutant, block, processor)
    assert refused > len(every) // 2 or refused > 30


@needs_gcc
@pytest.mark.parametrize("place", range(len(FORMS)))
def test_a_false_block_is_refused(place: int) -> None:
    """With words in another order, or an end that is too early or behind what follows."""
    block = found()[place]
    last = inside(block)[-1]
    turned = replace(block, words=block.words[::-1])
    early = replace(block, end=last.address)
    late = replace(block, start=inside(block)[1].address)
    for false in (turned, early, late):
        with pytest.raises(UnprovedError):
            false.pass_by(any_words(program()))


@needs_gcc
def test_a_block_with_memory_is_refused() -> None:
    """Nothing of memory is known in a block, not even that it can be read."""
    of = program()
    push = next(each for each in of.instructions.values() if each.mnemonic == "push")
    processor = any_words(of)
    processor.registers["r13"] = 0x8000_0000
    processor.registers["r14"] = 0
    with pytest.raises(UnprovedError, match="outside the operands"):
        Block(push.address, push.after, ("r0", "r1")).pass_by(processor)


@needs_gcc
def test_flags_are_not_known_behind_a_block() -> None:
    processor = any_words(program())
    assert isinstance(processor, Thumb)
    processor.flags["c"] = 1
    found()[0].pass_by(processor)
    with pytest.raises(UnprovedError, match="carry that is not known"):
        processor.carry()


@needs_gcc
def test_other_registers_are_any_words_behind_a_block() -> None:
    """Those that it neither keeps nor leaves a product in: new variables, of which nothing is
    known."""
    for block in found():
        processor = any_words(program())
        before = dict(processor.registers)
        block.pass_by(processor)
        changed = {NAMES.get(each.operands[0], each.operands[0]) for each in inside(block)}
        lost = changed - set(block.words)
        assert lost
        for name in REGISTERS:
            if name not in lost | set(block.words):
                assert processor.registers[name] == before[name]
        solver = processor.solver
        for name in lost:
            value = processor.registers[name]
            number = solver.single(value)
            # A constant, a word of before that was moved, or one of which nothing is known.
            if not isinstance(value, int):
                assert number is not None
                assert number < len(REGISTERS) or number not in solver.divisions | solver.names


@needs_gcc
def test_what_is_known_of_a_block_is_of_its_program_alone() -> None:
    block = found()[0]
    of = replace(program())
    block.pass_by(any_words(of))
    assert of.summaries
    assert not replace(of).summaries


@needs_gcc
def test_a_solver_that_does_not_cut_stops_at_a_long_product() -> None:
    block = next(each for each in found() if len(each.words) == 4)
    with pytest.raises(UncutError):
        block.pass_by(any_words(program(), Solver))


def frame() -> Thumb:
    processor = Thumb(Program({}, {}, {}), Solver(32, {}))
    processor.memory.regions.append(Region("stack", 0x1000, 0x100, True))
    processor.registers["r13"] = 0x1080
    return processor


def test_a_word_of_the_frame_may_be_any_and_stays() -> None:
    processor = frame()
    word = processor.memory.load(0x1080, 4)
    assert isinstance(word, Word)
    assert (word.low, word.high) == (0, RADIX - 1)
    assert processor.memory.load(0x1080, 4) == word
    assert processor.memory.load(0x1084, 4) != word
    assert 0x1080 in processor.memory.written


@pytest.mark.parametrize(("address", "size"), [(0x107C, 4), (0x1100, 4), (0x1080, 2), (0x108A, 4)])
def test_what_was_not_written_elsewhere_is_not_read(address: int, size: int) -> None:
    """Below the stack, above it, a part of a word, and where something of it was written."""
    processor = frame()
    processor.memory.store(0x108C, 1, 0)
    with pytest.raises(UnprovedError):
        processor.memory.load(address, size)


def test_what_subroutines_push_is_not_kept() -> None:
    lines = ["push {r7, lr}", "movs r4, #0", "bl 1f", "pop {r7, pc}", "1:", "push {r4}", "bx lr"]
    assert left(lines) == ["r4", "lr"]
    assert left(["push {r4, r7, lr}", *lines[1:]]) == ["lr"]


def squares(of: Task, program: Program, claimed: Claim) -> bool:
    """Whether a kernel squares a number that is both factors, on edges and random ones."""
    core = CORES[of.core]
    generator = random.Random(of.name)
    p, size = claimed.modulus, 4 * claimed.words
    for value in (0, 1, p - 1, p // 2, 2**32 - 1, *(generator.randrange(p) for _ in range(20))):
        processor = core.convention.processor(program, Solver(32, {}))
        places = core.convention.places
        stack = Region("stack", places.stack - places.frame, places.frame, True)
        r, a = Region("r", places.area, size, True), Region("a", places.area + size, size)
        processor.memory.regions += [stack, r, a]
        for i in range(claimed.words):
            processor.memory.put(a.start + 4 * i, 4, value >> 32 * i & RADIX - 1)
        for name in REGISTERS:
            processor.registers[name] = generator.randrange(RADIX)
        processor.registers |= {"r0": r.start, "r1": a.start, "r2": a.start}
        processor.begin(places.stack)
        processor.call(program.symbols[of.symbol])
        words = [processor.memory.load(r.start + 4 * i, 4) for i in range(claimed.words)]
        found = sum(each << 32 * i for i, each in enumerate(words) if isinstance(each, int))
        factor = claimed.results[0][1][0][0]
        if (factor.denominator * found - value**2) % p or found > (claimed.high or 0):
            return False
    return True


def changed(of: Task, program: Program, count: int) -> Iterator[Program]:
    """Some mutants of a kernel."""
    entry = program.symbols[of.symbol]
    end = min(each for each in program.symbols.values() if each > entry)
    yield from random.Random(of.name).sample(list(mutants(program, entry, end)), count)


@needs_gcc
@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize(
    "name",
    [
        *("field_mul_p256", "field_mul_small_p256", "field_mul_k256", "field_mul_p25519"),
        *("field_mul_p384", "field_mul_p448", "field_mul_any_8"),
    ],
)
def test_mutants_of_products_are_refused_or_compute_the_same(name: str) -> None:
    of = task("armv6m", name)
    claimed = of.claim()
    assert claimed is not None
    whole = program_of(of)
    check_by_numbers(of, whole, claimed)
    refused = 0
    for mutant in changed(of, whole, 8):
        try:
            prove_task(of, mutant, distinct=True)
        except UnprovedError:
            refused += 1
        else:
            check_by_numbers(of, mutant, claimed)
    assert refused > 2


@needs_gcc
@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("name", ["field_mul_p256", "field_mul_k256", "field_mul_p25519"])
def test_mutants_of_squares_are_refused_or_compute_the_same(name: str) -> None:
    """Where both factors are one array, which takes another way."""
    of = task("armv6m", name)
    claimed = of.claim()
    assert claimed is not None
    whole = program_of(of)
    assert squares(of, whole, claimed)
    core = CORES[of.core]
    arguments = tuple(core.register(of.kernel, place) for place in range(3))
    call = Call(arguments, (("b", "a"),))
    refused = 0
    for mutant in changed(of, whole, 8):
        code = mutant, mutant.symbols[of.symbol]
        try:
            prove(core.convention, *code, claimed, call, kept_registers(of), CuttingSolver)
        except UnprovedError:
            refused += 1
        else:
            assert squares(of, mutant, claimed)
    assert refused > 2


@needs_gcc
@pytest.mark.slow
@pytest.mark.campaign
def test_mutants_of_the_integer_product_are_refused_or_compute_the_same() -> None:
    of = task("armv6m", "mp_mul_8")
    claimed = of.claim()
    assert claimed is not None
    whole = program_of(of)
    assert all(is_right(of, whole, claimed, seed) for seed in range(40))
    refused = 0
    for mutant in changed(of, whole, 8):
        try:
            prove_task(of, mutant, claimed, distinct=True)
        except UnprovedError:
            refused += 1
        else:
            assert all(is_right(of, mutant, claimed, seed) for seed in range(40))
    assert refused > 2
