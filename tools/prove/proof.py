# SPDX-License-Identifier: MIT
"""A kernel's claim, proved on its machine code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.prove.algebra import ContradictionError, UndecidedError, UnprovedError, Value
from tools.prove.claims import ANY, MODULUS, Claim, Terms
from tools.prove.machine import Processor, Program, Region
from tools.prove.polynomial import Polynomial, added, constant, multiplied, scaled
from tools.prove.solver import EFFORT, Solver

# Conditions on secrets at once, each tried both ways.
CONDITIONS = 20
# Ways that conditions go, at most: what takes more is not worth the time.
RUNS = 600
# The terms that all of them go through, at most.
TOTAL = 25_000_000
# For any modulus of 12 to 16 words more, by the fourth power of the length, with which terms grow;
# what is longer is not worth the time.
LENGTHS = 12, 16


@dataclass(frozen=True)
class Call:
    """Which operand an argument points to: operands of one number share their memory."""

    arguments: tuple[tuple[str, str], ...]
    same: tuple[tuple[str, str], ...] = ()

    def place(self, name: str) -> str:
        return dict(self.same).get(name, name)


@dataclass
class Runs:
    """How many runs a proof took, and the stack in bytes that it saw used."""

    count: int = 0
    stack: int = 0
    effort: int = 0  # the most terms that a run went through
    total: int = 0  # of all runs


@dataclass(frozen=True)
class Places:
    """Where a stack of so many bytes ends, and where operands are: the first, and how far apart."""

    stack: int = 0x8000_0000
    frame: int = 4096
    area: int = 0x9000_0000
    apart: int = 0x1_0000


@dataclass(frozen=True)
class Convention:
    """An instruction set as a caller sees it."""

    processor: Callable[[Program, Solver], Processor]
    bits: int
    registers: tuple[str, ...]
    stack: str
    kept: tuple[str, ...]  # by kernels, but for what they say
    saved: tuple[str, ...]  # by functions that C calls
    places: Places = Places()


def prove(
    convention: Convention,
    program: Program,
    entry: int,
    claim: Claim,
    call: Call,
    kept: Sequence[str],
    kind: type[Solver] = Solver,
) -> Runs:
    """Run a kernel for all operands, and again for each way its conditions can go. Raises
    UnprovedError where the claim does not follow."""
    runs = Runs()
    share = share_of(claim)
    waiting: list[dict[int, int]] = [{}]
    while waiting:
        if runs.count == RUNS or runs.total > TOTAL * share:
            raise UnprovedError("conditions on secrets go more ways than are followed")
        assumed = waiting.pop()
        solver = kind(convention.bits, assumed, int(EFFORT * share))
        runs.count += 1
        try:
            _run(convention, program, entry, claim, call, kept, solver, runs)
        except UndecidedError as condition:
            if len(assumed) == CONDITIONS:
                raise UnprovedError("more conditions on secrets than are followed") from None
            waiting += [{**assumed, condition.number: value} for value in condition.values]
        except ContradictionError:
            pass
        except UnprovedError:
            solver.effort = 0
            if not solver.is_contradictory():
                raise
        runs.effort = max(runs.effort, solver.effort)
        runs.total += solver.effort
    return runs


def share_of(claim: Claim) -> Fraction:
    """How many times as many terms as others a proof may take."""
    least, most = LENGTHS
    is_long = claim.modulus == ANY and least < claim.words <= most
    return Fraction(claim.words, least) ** 4 if is_long else Fraction(1)


def _run(
    convention: Convention,
    program: Program,
    entry: int,
    claim: Claim,
    call: Call,
    kept: Sequence[str],
    solver: Solver,
    runs: Runs,
) -> None:
    processor = convention.processor(program, solver)
    stack, frame = convention.places.stack, convention.places.frame
    step = solver.bits // 8
    size = claim.words * step
    outputs = {name for name, _ in claim.results}
    names = [name for _, name in call.arguments]
    operands: dict[str, list[Value]] = {}
    places: dict[str, int] = {}
    if claim.modulus == ANY:
        places[MODULUS] = convention.places.area - convention.places.apart
        give_modulus(processor, places[MODULUS], claim)
    for name in names:
        if name in (claim.condition, MODULUS):
            continue
        place = call.place(name)
        if place not in places:
            places[place] = convention.places.area + convention.places.apart * len(places)
            is_output = any(call.place(each) == place for each in outputs)
            region = Region(place, places[place], size, is_output)
            processor.memory.regions.append(region)
        if place not in operands and (name not in outputs or claim.condition):
            of = solver.number_by_modulus if claim.modulus == ANY else solver.number
            operands[place] = list(of(claim.words, claim.most))
            for i, word in enumerate(operands[place]):
                processor.memory.put(places[place] + step * i, step, word)
    processor.memory.regions.append(Region("stack", stack - frame, frame, True))
    processor.memory.written.clear()
    for register in convention.registers:
        processor.registers[register] = solver.word(solver.new(0, solver.radix - 1))
    bit = solver.word(solver.new(0, 1))
    for register, name in call.arguments:
        if name != claim.condition:
            processor.give(register, places[call.place(name)])
        else:
            processor.registers[register] = solver.times(
                bit, solver.radix - 1 if name == "mask" else 1
            )
    processor.begin(stack)
    before = dict(processor.registers)
    processor.call(entry)
    for register in (*kept, convention.stack):
        if processor.registers[register] != before[register]:
            raise UnprovedError(f"{register} is not kept")
    written = processor.memory.written
    lowest = min((each for each in written if stack - frame <= each < stack), default=stack)
    runs.stack = max(runs.stack, stack - lowest - processor.pushed)
    found: dict[str, Polynomial] = {
        call.place(name): solver.total(words) for name, words in operands.items()
    }
    for name, terms in claim.results:
        words = [
            processor.memory.load(places[call.place(name)] + step * i, step)
            for i in range(claim.words)
        ]
        total = solver.total(words)
        given = {**found}
        for each in names:
            if call.place(each) in found:
                given[each] = found[call.place(each)]
        is_changed = not claim.condition or solver.decide(bit)
        check(solver, total, given, terms if is_changed else ((Fraction(1), (name,)),), claim)
        # What follows may be of the result: d = a - b and r = 121665 d + a.
        found[name] = total


def give_modulus(processor: Processor, place: int, claim: Claim) -> None:
    """A structure as field/field.h has it: m, R^2 mod m, of which nothing is known, and -1/m."""
    step = processor.solver.bits // 8
    modulus, inverse = processor.solver.odd_modulus(claim.words)
    size = (2 * claim.words + 1) * step
    processor.memory.regions.append(Region(MODULUS, place, size))
    for i, word in enumerate(modulus):
        processor.memory.put(place + step * i, step, word)
    processor.memory.put(place + size - step, step, inverse)


def check(
    solver: Solver, total: Polynomial, given: dict[str, Polynomial], terms: Terms, claim: Claim
) -> None:
    scale = 1
    for factor, _ in terms:
        scale = max(scale, factor.denominator)
    difference = scaled(total, scale)
    for factor, names in terms:
        product: Polynomial = constant(1)
        for name in names:
            product = multiplied(product, given[name])
        difference = added(difference, product, -int(Fraction(factor) * scale))
    modulus = solver.modulus
    left = solver.rest(difference, modulus or claim.modulus)
    if left:
        raise UnprovedError(f"the result is not what it should be: {len(left)} terms are left")
    if modulus:
        words = [solver.word(each) for each in modulus.words]
        total = added(total, solver.total(words), -1)
    if not solver.is_at_most(total, claim.high):
        than = "the modulus and " if modulus else ""
        raise UnprovedError(f"the result may be as large as {than}{solver.upper(total):#x}")
