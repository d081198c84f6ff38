# SPDX-License-Identifier: MIT
"""A kernel's claim, proved on its machine code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tools.prove.algebra import (
    ContradictionError,
    Number,
    UndecidedError,
    UnprovedError,
    Value,
    Word,
)
from tools.prove.claims import ANY, Claim, Terms
from tools.prove.machine import Processor, Program, Region
from tools.prove.operands import MODULUS
from tools.prove.points import (
    Cut,
    Labels,
    State,
    borrowed,
    joined,
    less_modulus,
    read,
    resume,
    state,
    write,
)
from tools.prove.polynomial import Polynomial, added, constant, multiplied, scaled
from tools.prove.solver import EFFORT, Solver

# Conditions on secrets at once, each tried both ways.
CONDITIONS = 20
# Ways that conditions go, at most: what takes more is not worth the time.
RUNS = 600
# The terms that all of them go through, at most.
TOTAL = 40_000_000
# For any modulus of 12 to 16 words more, by the fourth power of the length, with which terms grow;
# what is longer is not worth the time.
LENGTHS = 12, 16
# A number at a cut, in the terms of what follows.
NUMBER = "the number"


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
    trace: str = ""  # a digest of the instructions and addresses of the last run


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
    returned: str
    places: Places = Places()


def prove(
    convention: Convention,
    program: Program,
    entry: int,
    claim: Claim,
    call: Call,
    kept: Sequence[str],
    kind: type[Solver] = Solver,
    cuts: Sequence[tuple[int, Cut]] = (),
) -> Runs:
    """Run a kernel for all operands, and again for each way its conditions can go; from each cut
    on, by its address, for all numbers that may be there. Raises UnprovedError where the claim does
    not follow."""
    return Proof(convention, program, entry, claim, call, kept, kind, cuts).prove()


def run_every_way(
    run: Callable[[Solver], None],
    runs: Runs,
    share: Fraction,
    convention: Convention,
    kind: type[Solver],
) -> None:
    """Run with a solver, and again for each way that conditions on secrets can go, in so many times
    as many terms as other proofs take."""
    waiting: list[dict[int, int]] = [{}]
    while waiting:
        if runs.count == RUNS or runs.total > TOTAL * share:
            raise UnprovedError("conditions on secrets go more ways than are followed")
        assumed = waiting.pop()
        solver = kind(convention.bits, assumed, int(EFFORT * share))
        runs.count += 1
        try:
            run(solver)
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


@dataclass
class Given:
    """Totals of numbers by name, what the caller left, and the bit of a condition."""

    totals: dict[str, Polynomial]
    labels: Labels
    bit: Value = 1


@dataclass
class Proof:
    """Of a kernel, called in one way."""

    convention: Convention
    program: Program
    entry: int
    claim: Claim
    call: Call
    kept: Sequence[str]
    kind: type[Solver] = Solver
    cuts: Sequence[tuple[int, Cut]] = ()
    runs: Runs = field(default_factory=Runs)

    def prove(self) -> Runs:
        start: State | None = None
        for part in range(len(self.cuts) + 1):
            states = self._part(part, start)
            if part < len(self.cuts):
                if not states:
                    raise UnprovedError("no way leads to a cut")
                start = joined(states)
        return self.runs

    def _part(self, part: int, start: State | None) -> list[State]:
        """Every way from the start or a cut to the next, and what is public there."""
        states: list[State] = []

        def run(solver: Solver) -> None:
            if state := self._run(solver, part, start):
                states.append(state)

        run_every_way(run, self.runs, share_of(self.claim), self.convention, self.kind)
        return states

    def _run(self, solver: Solver, part: int, start: State | None) -> State | None:
        processor = self.convention.processor(self.program, solver)
        cut: Cut | None = None
        if part < len(self.cuts):
            processor.stop, cut = self.cuts[part]
        if start is None:
            given = self._begin(processor)
            processor.call(self.entry)
        else:
            given = self._resume(processor, part, start)
            processor.run(self.cuts[part - 1][0])
        if (processor.next == processor.stop) != (cut is not None):
            raise UnprovedError("a cut that is not reached")
        if cut is None:
            self._end(processor, part, given)
            return None
        total = solver.total(read(processor, cut.words))
        if cut.borrow:
            total = added(
                total,
                solver.polynomial(borrowed(processor, cut)),
                -1 << solver.bits * len(cut.words),
            )
            total = added(total, solver.total(self._modulus(solver)))
            if not solver.is_at_most(scaled(total, -1), 0):
                raise UnprovedError("more than the modulus is borrowed")
        terms, modulus = self._terms(part), solver.modulus or self.claim.modulus
        if not cut.moduli:
            terms, modulus = whole(terms), 0
        if cut.moduli:
            check(solver, total, given.totals, terms, modulus, self._most(cut), self._moduli(cut))
        else:
            # The bounds of a product are those of its factors.
            check_terms(solver, total, given.totals, terms, modulus)
        return state(processor, given.labels)

    # Parts

    def _terms(self, part: int) -> Terms:
        """The result by what is known at the start of a part."""
        ((_, terms), *others) = self.claim.results
        if not part:
            return terms
        if others or self.claim.condition:
            raise UnprovedError("a cut of more than one result")
        if any(cut.moduli for _, cut in self.cuts[:part]):
            return ((Fraction(1), (NUMBER,)),)
        ((factor, _),) = terms
        return ((factor / whole(terms)[0][0], (NUMBER,)),)

    def _most(self, cut: Cut) -> int:
        """What is added to so many moduli, where the modulus is an operand; else the most."""
        if self.claim.modulus == ANY:
            return -1
        if cut.moduli:
            return cut.moduli * self.claim.modulus - 1
        ((factor, names),) = whole(self.claim.results[0][1])
        most: int = int(factor) * self.claim.most ** len(names)
        return most

    def _moduli(self, cut: Cut) -> int:
        """How many moduli a number is below; a product of numbers below it is below as many as
        words can count."""
        if self.claim.modulus != ANY:
            return 0
        return cut.moduli or 1 << self.convention.bits * self.claim.words

    def _begin(self, processor: Processor) -> Given:
        """Operands in memory, and registers as the caller leaves them."""
        solver, claim, call = processor.solver, self.claim, self.call
        at = self.convention.places
        step = solver.bits // 8
        labels = Labels()
        outputs = {name for name, _ in claim.results}
        names = [name for _, name in call.arguments]
        operands: dict[str, list[Value]] = {}
        places: dict[str, int] = {}
        if claim.modulus == ANY:
            places[MODULUS] = at.area - at.apart
            self._put_modulus(processor, places[MODULUS], labels)
        for name in names:
            if name in (claim.condition, MODULUS):
                continue
            place = call.place(name)
            if place not in places:
                places[place] = at.area + at.apart * len(places)
                is_output = any(call.place(each) == place for each in outputs)
                region = Region(place, places[place], claim.words * step, is_output)
                processor.memory.regions.append(region)
            if place not in operands and (name not in outputs or claim.condition):
                of = solver.number_by_modulus if claim.modulus == ANY else solver.number
                operands[place] = list(of(claim.words, claim.most))
                for i, word in enumerate(operands[place]):
                    processor.memory.put(places[place] + step * i, step, word)
        processor.memory.regions.append(Region("stack", at.stack - at.frame, at.frame, True))
        processor.memory.written.clear()
        self._put_registers(processor, labels)
        bit = solver.word(solver.new(0, 1))
        for register, name in call.arguments:
            if name != claim.condition:
                processor.give(register, places[call.place(name)])
            else:
                processor.registers[register] = solver.times(
                    bit, solver.radix - 1 if name == "mask" else 1
                )
        processor.begin(at.stack)
        self._before = dict(processor.registers)
        self._places = {name: places[call.place(name)] for name in outputs}
        totals = {name: solver.total(words) for name, words in operands.items()}
        totals |= {name: totals[call.place(name)] for name in names if call.place(name) in totals}
        return Given(totals, labels, bit if claim.condition else 1)

    def _modulus(self, solver: Solver) -> list[Value]:
        if solver.modulus:
            return [solver.word(each) for each in solver.modulus.words]
        bits = solver.bits
        return [self.claim.modulus >> bits * i & solver.radix - 1 for i in range(self.claim.words)]

    def _put_modulus(self, processor: Processor, place: int, labels: Labels) -> None:
        words = give_modulus(processor, place, self.claim)
        labels.values |= {f"modulus {i}": word for i, word in enumerate(words)}

    def _put_registers(self, processor: Processor, labels: Labels) -> None:
        solver = processor.solver
        for register in self.convention.registers:
            word = solver.word(solver.new(0, solver.radix - 1))
            processor.registers[register] = labels.values[register] = word

    def _resume(self, processor: Processor, part: int, start: State) -> Given:
        """From the last cut on: of its number is known what the cut says."""
        solver, claim = processor.solver, self.claim
        cut = self.cuts[part - 1][1]
        size = len(cut.words) + bool(cut.borrow)
        labels = Labels()
        if claim.modulus == ANY:
            modulus, inverse = solver.odd_modulus(claim.words)
            every = [*modulus, inverse]
            labels.values |= {f"modulus {i}": word for i, word in enumerate(every)}
            moduli = self._moduli(cut)
            words = solver.number_by_modulus(size, self._most(cut), moduli)
        else:
            words = solver.number(size, self._most(cut))
        self._put_registers(processor, labels)
        self._before = {
            name: labels.values.get(name, value) if isinstance(value, Word) else value
            for name, value in self._before.items()
        }
        resume(processor, labels, start)
        number: list[Value] = list(words)
        if cut.borrow:
            number = less_modulus(processor, cut, words, self._modulus(solver))
        write(processor, cut.words, number)
        return Given({NUMBER: solver.total(words)}, labels)

    def _end(self, processor: Processor, part: int, given: Given) -> None:
        """The claim, and that what is to be kept is."""
        solver, claim = processor.solver, self.claim
        at = self.convention.places
        step = solver.bits // 8
        for register in (*self.kept, self.convention.stack):
            if processor.registers[register] != self._before[register]:
                raise UnprovedError(f"{register} is not kept")
        written = processor.memory.written
        lowest = min(
            (each for each in written if at.stack - at.frame <= each < at.stack), default=at.stack
        )
        self.runs.stack = max(self.runs.stack, at.stack - lowest - processor.pushed)
        found = dict(given.totals)
        for name, terms in claim.results:
            words = [
                processor.memory.load(self._places[name] + step * i, step)
                for i in range(claim.words)
            ]
            total = solver.total(words)
            is_changed = not claim.condition or solver.decide(given.bit)
            of = terms if not part else self._terms(part)
            if not is_changed:
                of = ((Fraction(1), (name,)),)
            modulus = solver.modulus or claim.modulus
            moduli = 1 if solver.modulus else 0
            assert claim.high is not None
            check(solver, total, {**found, **given.totals}, of, modulus, claim.high, moduli)
            # What follows may be of the result: d = a - b and r = 121665 d + a.
            found[name] = total


def whole(terms: Terms) -> Terms:
    """Without the power of two by which a term is divided."""
    if len(terms) != 1:
        raise UnprovedError("a cut at a product of several terms")
    ((factor, names),) = terms
    return ((Fraction(factor.numerator), names),)


def share_of(claim: Claim) -> Fraction:
    """How many times as many terms as others a proof may take."""
    least, most = LENGTHS
    is_long = claim.modulus == ANY and least < claim.words <= most
    return Fraction(claim.words, least) ** 4 if is_long else Fraction(1)


def give_modulus(processor: Processor, place: int, claim: Claim) -> list[Value]:
    """A structure as field/field.h has it: m, R^2 mod m, of which nothing is known, and -1/m."""
    step = processor.solver.bits // 8
    modulus, inverse = processor.solver.odd_modulus(claim.words)
    size = (2 * claim.words + 1) * step
    processor.memory.regions.append(Region(MODULUS, place, size))
    for i, word in enumerate(modulus):
        processor.memory.put(place + step * i, step, word)
    processor.memory.put(place + size - step, step, inverse)
    return [*modulus, inverse]


def check(
    solver: Solver,
    total: Polynomial,
    given: dict[str, Polynomial],
    terms: Terms,
    modulus: int | Number,
    high: int,
    moduli: int = 0,
) -> None:
    """That a number is congruent to these terms, and at most so much, above so many of the modulus
    where that is an operand."""
    check_terms(solver, total, given, terms, modulus)
    if moduli and solver.modulus:
        words = [solver.word(each) for each in solver.modulus.words]
        total = added(total, solver.total(words), -moduli)
    if not solver.is_at_most(total, high):
        than = "the modulus and " if moduli else ""
        raise UnprovedError(f"the result may be as large as {than}{solver.upper(total):#x}")


def check_terms(
    solver: Solver,
    total: Polynomial,
    given: dict[str, Polynomial],
    terms: Terms,
    modulus: int | Number,
) -> None:
    """That a number is congruent to these terms, or is these where the modulus is 0."""
    scale = 1
    for factor, _ in terms:
        scale = max(scale, factor.denominator)
    difference = scaled(total, scale)
    for factor, names in terms:
        product: Polynomial = constant(1)
        for name in names:
            product = multiplied(product, given[name])
        difference = added(difference, product, -int(Fraction(factor) * scale))
    left = solver.rest(difference, modulus)
    if left:
        raise UnprovedError(f"the result is not what it should be: {len(left)} terms are left")
