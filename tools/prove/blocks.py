# SPDX-License-Identifier: MIT
"""Blocks of code that leave a number in registers: a product of words, found by its instructions.

A block is run by itself, once for any words that its registers may hold: no more is known of them
than which are numbers, such as addresses, and which are equal. Words that it leaves count to a
polynomial of those, which is found and proved there. Where a run comes to the block it goes on
behind it, from words that count to this polynomial of what it holds; other registers hold what they
held, where the block has kept or moved it, or may hold anything. Flags are not known. A block that
reads or writes memory is refused, and so is one of which no such polynomial is found: what its
instructions look like is never relied upon."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tools.prove.algebra import Algebra, ContradictionError, UndecidedError, UnprovedError, Value
from tools.prove.cuts import CuttingSolver
from tools.prove.machine import Processor, Program
from tools.prove.polynomial import Polynomial, added, constant, multiplied, variable, variables

# A register, and what it holds at the start: a number, where that is said, or else which of the
# words that may be anything.
Known = tuple[str, int, bool]


class UncutError(UnprovedError):
    """A solver that cuts nothing came to a block whose words are a cut."""


@dataclass(frozen=True)
class Summary:
    """What a block does, in the words at its start: polynomials of these, where registers hold one;
    and what words that it leaves count to, at most so much."""

    whole: Polynomial
    high: int
    registers: Mapping[str, Polynomial | None]
    effort: int
    trace: str


@dataclass(frozen=True)
class Block:
    """From one address to another, before which registers hold the words of a number, the least
    significant first."""

    start: int
    end: int
    words: tuple[str, ...]

    def pass_by(self, processor: Processor) -> bool:
        """Whether a run of a processor goes on behind the block: not where it is on numbers."""
        held = sorted(processor.registers.items())
        symbols: dict[object, int] = {}
        values: list[Value] = []
        known: list[Known] = []
        for name, value in held:
            if isinstance(value, int):
                known.append((name, value, True))
                continue
            if value.key not in symbols:
                symbols[value.key] = len(values)
                values.append(value)
            known.append((name, symbols[value.key], False))
        if not values:
            return False
        key = (self, *known)
        summary = processor.program.summaries.get(key)
        if summary is None:
            summary = self.summary(processor, known, len(values))
            processor.program.summaries[key] = summary
            processor.solver.effort += summary.effort
        self._put(processor, summary, values)
        return True

    def summary(self, processor: Processor, known: list[Known], count: int) -> Summary:
        """Run the block alone."""
        solver = CuttingSolver(processor.solver.bits, {})
        symbols = [solver.word(solver.new(0, solver.radix - 1)) for _ in range(count)]
        alone = type(processor)(processor.program, solver)
        alone.blocks = {at: each for at, each in alone.blocks.items() if at != self.start}
        alone.stop = self.end
        for name, number, is_number in known:
            alone.registers[name] = number if is_number else symbols[number]
        try:
            alone.run(self.start)
            if alone.next != self.end:
                raise UnprovedError("a block that is left")
            found = solver.equation([alone.registers[name] for name in self.words], count)
        except (ContradictionError, UndecidedError):
            raise UnprovedError("a block that depends on a condition") from None
        if found is None:
            raise UnprovedError(f"no number in {', '.join(self.words)} at {self.end:#x}")
        registers = {
            name: polynomial_of(solver, value, count) for name, value in alone.registers.items()
        }
        return Summary(*found, registers, solver.effort, alone.trace())

    def _put(self, processor: Processor, summary: Summary, values: list[Value]) -> None:
        """What a block leaves."""
        solver = processor.solver
        polynomials = [solver.polynomial(each) for each in values]
        kept: list[Polynomial] = [variable(number) for number in range(len(values))]
        for name, polynomial in summary.registers.items():
            if name in self.words:
                continue
            if polynomial is None:
                value: Value = solver.word(solver.new(0, solver.radix - 1))
            elif polynomial in kept:
                value = values[kept.index(polynomial)]
            else:
                value = solver.value(replaced(polynomial, polynomials))
                value = solver.bounded(value, 0, solver.radix - 1)
            processor.registers[name] = value
        words = self._words(solver, replaced(summary.whole, polynomials), summary.high)
        processor.registers |= zip(self.words, words, strict=True)
        processor.forget()
        processor.follow(summary.trace)
        processor.next = self.end

    def _words(self, solver: Algebra, whole: Polynomial, high: int) -> list[Value]:
        """Two as those of an instruction that multiplies are; more as a whole."""
        value = solver.value(whole)
        if isinstance(value, int):
            return [value >> solver.bits * i & solver.radix - 1 for i in range(len(self.words))]
        high = min(value.high, high)
        if len(self.words) == 2:
            return list(solver.divide(solver.bounded(value, 0, high), solver.radix))
        if not solver.is_cutting:
            raise UncutError("a product of more than two words is a cut")
        return solver.digits(whole, high, len(self.words))


def polynomial_of(solver: Algebra, value: Value, count: int) -> Polynomial | None:
    """Of the first variables; none of others."""
    polynomial = solver.polynomial(value)
    return polynomial if max(variables(polynomial), default=-1) < count else None


def replaced(polynomial: Polynomial, by: list[Polynomial]) -> Polynomial:
    """With polynomials in place of variables, by their numbers."""
    found: Polynomial = {}
    for monomial, factor in polynomial.items():
        product: Polynomial = constant(factor)
        for each in monomial:
            product = multiplied(product, by[each])
        found = added(found, product)
    return found


# Products on ARMv6-M, as instructions follow each other. Those of halves of words are added up.
HALVES = "uxth lsrs lsrs uxth mov muls muls muls muls" + 2 * " lsls lsrs adds adcs"
SQUARE = "uxth lsrs mov muls muls muls lsls lsrs adds adcs"
# By Karatsuba's method, of two words by two.
SIZE = "subs sbcs eors subs"
SUM = "movs adds adcs adds adcs adcs"
PAIRS = f"{SIZE} {SIZE} eors mov mov mov {HALVES} {HALVES} {SUM} mov mov mov {HALVES} mov eors eors"
PAIRS += " lsrs adcs adcs adcs mov"
SQUARE_OF_PAIR = f"{SIZE} {SQUARE} {SQUARE} {SUM} {SQUARE} movs subs sbcs sbcs"
# Each with the instructions whose results are its words.
FORMS: tuple[tuple[str, tuple[int, ...]], ...] = (
    (PAIRS, (-1, -4, -3, -2)),
    (SQUARE_OF_PAIR, (12, -3, -2, -1)),
    (HALVES, (-2, -1)),
    (SQUARE, (-2, -1)),
)


def blocks(program: Program) -> Iterator[Block]:
    """Those that look like products."""
    addresses = sorted(program.instructions)
    text = ""
    places: dict[int, int] = {}
    for i, address in enumerate(addresses):
        places[len(text)] = i
        text += program.instructions[address].mnemonic + " "
    for form, results in FORMS:
        count = len(form.split())
        for match in re.finditer(f"(?=(?<!\\S){form} )", text):
            first = places[match.start()]
            of = [program.instructions[each] for each in addresses[first : first + count]]
            yield Block(of[0].address, of[-1].after, tuple(of[i].operands[0] for i in results))


def with_blocks(program: Program) -> Program:
    return replace(program, blocks={each.start: each for each in blocks(program)})
