# SPDX-License-Identifier: MIT
"""A claim of arguments of several kinds, proved on machine code."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tools.prove.algebra import UnprovedError, Value
from tools.prove.claims import ANY, EXACT, Claim, Terms
from tools.prove.machine import Program, Region
from tools.prove.operands import (
    MODULUS,
    PLAIN_MODULUS,
    RETURNED,
    Factors,
    Given,
    Inverse,
    Kind,
    Known,
    Limb,
    Mask,
    Number,
    Pairs,
    Sum,
    Table,
)
from tools.prove.polynomial import Polynomial, added, constant, multiplied, scaled, variables
from tools.prove.proof import LENGTHS, Call, Convention, Runs, run_every_way
from tools.prove.solver import Solver

# Integers of many words may take more terms, by the third power: from so many words on, and at
# most so much more.
LONG = {8: 20, 32: 16}
MORE = 4
# Sums of products are followed up to so many words.
SUMS = 15


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
    if claim.words > SUMS and any(isinstance(kind, Pairs) for _, kind in claim.kinds):
        raise UnprovedError(f"sums of products of more than {SUMS} limbs are not followed")
    runs = Runs()

    def run(solver: Solver) -> None:
        trial = Trial(convention, program, claim, call, solver)
        trial.begin()
        runs.stack = max(runs.stack, trial.run(entry, kept))
        runs.trace = trial.processor.trace()
        trial.check()

    run_every_way(run, runs, share_of(claim, convention.bits), convention, kind)
    return runs


def share_of(claim: Claim, bits: int) -> Fraction:
    """How many times as many terms as others a proof may take."""
    least, most = LENGTHS
    if claim.case and claim.words > LONG[bits]:
        return min(Fraction(claim.words, LONG[bits]) ** 3, Fraction(MORE))
    is_long = claim.modulus == ANY and least < claim.words <= most
    return Fraction(claim.words, least) ** 4 if is_long else Fraction(1)


class Trial:
    """A run of a kernel: its processor, where operands are, and what they are by names."""

    def __init__(
        self, convention: Convention, program: Program, claim: Claim, call: Call, solver: Solver
    ) -> None:
        self.convention = convention
        self.claim = claim
        self.call = call
        self.solver = solver
        self.processor = convention.processor(program, solver)
        self.step = solver.bits // 8
        self.places: dict[str, int] = {}
        self.given: dict[str, Polynomial] = {}
        self.words: dict[str, Value] = {}  # arguments that are words
        self.bit: Value = 0  # the condition

    def begin(self) -> None:
        """Memory, registers and arguments."""
        if self.claim.modulus == ANY:
            self._place_modulus()
        for _, name in self.call.arguments:
            if name not in (self.claim.condition, *self.places):
                self._place(name)
        stack, frame = self.convention.places.stack, self.convention.places.frame
        memory = self.processor.memory
        memory.regions.append(Region("stack", stack - frame, frame, True))
        memory.written.clear()
        for register in self.convention.registers:
            any_word = self.solver.new(0, self.solver.radix - 1)
            self.processor.registers[register] = self.solver.word(any_word)
        if self.claim.condition:
            self.bit = self.solver.word(self.solver.new(0, 1))
            factor = self.solver.radix - 1 if self.claim.condition == "mask" else 1
            self.words[self.claim.condition] = self.solver.times(self.bit, factor)
        self.processor.begin(stack)
        for register, name in self.call.arguments:
            place = self.call.place(name)
            value = self.words[name] if name in self.words else self.places[place]
            self.processor.give(register, value)

    def run(self, entry: int, kept: Sequence[str]) -> int:
        """Call the function; the bytes of stack that it took."""
        processor = self.processor
        stack, frame = self.convention.places.stack, self.convention.places.frame
        before = dict(processor.registers)
        processor.call(entry)
        for register in (*kept, self.convention.stack):
            if processor.registers[register] != before[register]:
                raise UnprovedError(f"{register} is not kept")
        written = processor.memory.written
        lowest = min((each for each in written if stack - frame <= each < stack), default=stack)
        return stack - lowest - processor.pushed

    def check(self) -> None:
        """Each result."""
        given = dict(self.given)
        for _, name in self.call.arguments:
            if (place := self.call.place(name)) in given:
                given[name] = given[place]
        for name, terms in self.claim.results:
            if name == RETURNED or any(RETURNED in names for _, names in terms):
                value = self.processor.registers[self.convention.returned]
                given[RETURNED] = self.solver.polynomial(value)
            total = given[RETURNED] if name == RETURNED else self.result(name)
            is_changed = not self.claim.condition or self.solver.decide(self.bit)
            true = terms if is_changed else ((Fraction(1), (name,)),)
            check(self.solver, total, given, true, self.claim)
            # What follows may be of the result: d = a - b and r = 121665 d + a.
            given[name] = total

    def result(self, name: str) -> Polynomial:
        """What is in memory now."""
        start = self.places[self.call.place(name)]
        return self.solver.total(
            self.processor.memory.load(start + self.step * i, self.step)
            for i in range(self.claim.length(name))
        )

    # Operands

    def _place_modulus(self) -> None:
        """A structure as field/field.h has it: m, R^2 mod m, of which nothing is known, and -1/m;
        or the modulus alone, with -1/m where an argument is that."""
        modulus, inverse = self.solver.odd_modulus(self.claim.words)
        self._bound_modulus()
        is_whole = any(name == MODULUS for _, name in self.call.arguments)
        name = MODULUS if is_whole else PLAIN_MODULUS
        place = self.places[name] = self.convention.places.area - self.convention.places.apart
        size = (2 * self.claim.words + 1 if is_whole else self.claim.words) * self.step
        self._put(name, modulus, size)
        if is_whole:
            self.processor.memory.put(place + size - self.step, self.step, inverse)
        for each, kind in self.claim.kinds:
            if isinstance(kind, Inverse):
                self.words[each] = inverse

    def _bound_modulus(self) -> None:
        """By its highest word, and as a whole."""
        solver, claim = self.solver, self.claim
        assert solver.modulus
        top = solver.modulus.words[-1]
        solver.low[top] = max(solver.low[top], claim.least)
        least = max(claim.least << solver.bits * (claim.words - 1), solver.modulus.low)
        most = solver.modulus.high // claim.times
        solver.high[top] = most >> solver.bits * (claim.words - 1)
        solver.modulus = replace(solver.modulus, low=least, high=most)
        solver.numbers[0] = solver.modulus

    def _place(self, name: str) -> None:
        kind = self.claim.kind(name)
        if name in self.words:
            return
        if isinstance(kind, Given):
            self.words[name] = kind.value
        elif isinstance(kind, Mask):
            bit = self.solver.word(self.solver.new(0, 1))
            self.given[name] = self.solver.polynomial(bit)
            self.solver.conditions |= variables(self.given[name])
            self.words[name] = self.solver.times(bit, self.solver.radix - 1)
        elif isinstance(kind, Limb):
            self.words[name], self.given[name] = self._limb(kind)
        else:
            self._place_number(name, kind)

    def _limb(self, kind: Limb) -> tuple[Value, Polynomial]:
        """A word, and what it counts."""
        solver = self.solver
        word = solver.word(solver.new(0, kind.high))
        if not kind.is_signed:
            return word, solver.polynomial(word)
        sign = solver.split(word, solver.bits - 1)[1]
        return word, added(solver.polynomial(word), solver.polynomial(sign), -solver.radix)

    def _place_number(self, name: str, kind: Kind | None) -> None:
        """What is in memory; operands of one place are one number."""
        place = self.call.place(name)
        outputs = {name for name, _ in self.claim.results}
        is_output = any(self.call.place(each) == place for each in outputs)
        length = self.claim.length(name)
        if place not in self.places:
            used = len(self.places)
            at = self.convention.places.area + self.convention.places.apart * used
            self.places[place] = at
            is_lost = isinstance(kind, Number) and kind.is_lost
            region = Region(place, at, length * self.step, is_output or is_lost)
            self.processor.memory.regions.append(region)
        if place in self.given or (name in outputs and name not in self.claim.operands):
            return
        words = self._words(name, kind)
        self.given[place] = self.solver.total(words)
        for i, word in enumerate(words):
            self.processor.memory.put(self.places[place] + self.step * i, self.step, word)

    def _words(self, name: str, kind: Kind | None) -> list[Value]:
        solver, claim = self.solver, self.claim
        if isinstance(kind, Known):
            return [kind.value >> solver.bits * i & solver.radix - 1 for i in range(kind.words)]
        if isinstance(kind, Number):
            return list(solver.number(kind.words, kind.most))
        if isinstance(kind, Sum):
            return self._sum(kind)
        if isinstance(kind, Factors):
            signed = [self._limb(Limb(solver.radix - 1, True)) for _ in range(kind.count)]
            self.given |= {f"{name}{i}": counts for i, (_, counts) in enumerate(signed)}
            return [word for word, _ in signed]
        if isinstance(kind, Table):
            words = claim.words // kind.parts
            entries = [solver.number(words, kind.most) for _ in range(kind.entries * kind.parts)]
            self.given |= {f"entry {i}": solver.total(each) for i, each in enumerate(entries)}
            return [word for entry in entries for word in entry]
        if isinstance(kind, Pairs):
            return self._pairs(kind)
        if claim.modulus == ANY:
            return list(solver.number_by_modulus(claim.words, claim.most))
        return list(solver.number(claim.words, claim.most))

    def _pairs(self, kind: Pairs) -> list[Value]:
        """Addresses of numbers below the modulus."""
        found: list[Value] = []
        for i in range(kind.count):
            for name in (f"a{i}", f"b{i}"):
                words = self.solver.number_by_modulus(self.claim.words, -1)
                used = len(self.places)
                at = self.convention.places.area + self.convention.places.apart * used
                self.places[name] = at
                self._put(name, words, self.claim.words * self.step)
                found.append(at)
        return found

    def _sum(self, kind: Sum) -> list[Value]:
        """Any number below twice the modulus is one up to it and one below it."""
        solver = self.solver
        numbers = [solver.number_by_modulus(self.claim.words, above) for above in (0, -1)]
        words: list[Value] = []
        carry: Value = 0
        for some, other in zip(*numbers, strict=True):
            word, carry = solver.add(some, other, carry)
            words.append(word)
        self.words[kind.carry] = carry
        self.given[kind.carry] = solver.polynomial(carry)
        return words

    def _put(self, name: str, words: Sequence[Value], size: int) -> None:
        """Of an argument that is read alone."""
        self.processor.memory.regions.append(Region(name, self.places[name], size))
        self.given[name] = self.solver.total(words)
        for i, word in enumerate(words):
            self.processor.memory.put(self.places[name] + self.step * i, self.step, word)


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
    if claim.slack:
        if not is_between(solver, scaled(difference, -1), claim.slack):
            raise UnprovedError("the result is not what it should be, rounded down")
    elif left := rest(solver, difference, claim):
        raise UnprovedError(f"the result is not what it should be: {len(left)} terms are left")
    if claim.high is None:
        return
    if modulus:
        words = [solver.word(each) for each in modulus.words]
        total = added(total, solver.total(words), -1)
    if not solver.is_at_most(total, claim.high):
        than = "the modulus and " if modulus else ""
        raise UnprovedError(f"the result may be as large as {than}{solver.upper(total):#x}")


def is_between(solver: Solver, polynomial: Polynomial, most: int) -> bool:
    """Whether it is from 0 to that."""
    below = scaled(polynomial, -1)
    return solver.is_at_most(polynomial, most) and solver.is_at_most(below, 0)


def rest(solver: Solver, difference: Polynomial, claim: Claim) -> Polynomial:
    """What is left of a difference, where masks are tried both ways if it is not 0 without."""
    is_exact = claim.modulus == EXACT or claim.is_exact
    modulus = 0 if is_exact else solver.modulus or claim.modulus
    left = solver.rest(difference, modulus)
    if left:
        for number in sorted(solver.conditions):
            if solver.high[number] - solver.low[number] == 1:
                solver.choose(number)
        left = solver.rest(difference, modulus)
    return left
