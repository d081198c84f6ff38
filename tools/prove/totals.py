# SPDX-License-Identifier: MIT
"""Points in a kernel where words, in memory and in registers, are one number by what they were made
of since the point before: a sum, say, with what it carries in a register.

In their place come new words, of which is known that they count to this number, and how large it is
(tools/prove/cuts.py). It is found and proved in the run itself, so that a point is not trusted:
where no such number is found the kernel is refused."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tools.prove.algebra import Algebra, Number, UnprovedError, Value
from tools.prove.cuts import CuttingSolver
from tools.prove.machine import Processor, Program
from tools.prove.points import memory, read, write
from tools.prove.polynomial import Polynomial, added, constant, scaled


@dataclass(frozen=True)
class Total:
    """Before an instruction of a kernel, which is so far behind its first: places of words, the
    least significant first; none where there is no number yet."""

    kernel: str
    instruction: int
    words: tuple[str, ...] = ()

    def address(self, program: Program, ending: str) -> int:
        found = program.symbols[f"whit_{self.kernel}{ending}"]
        for _ in range(self.instruction):
            found = program.instructions[found].after
        return found

    def pass_by(self, processor: Processor) -> bool:
        """Cut the words; no instruction is passed."""
        solver = processor.solver
        words = read(processor, self.words)
        if isinstance(solver, CuttingSolver) and not all(isinstance(each, int) for each in words):
            write(processor, self.words, new_words(solver, words, processor.since))
        processor.since = len(solver.low)
        return False


def new_words(solver: CuttingSolver, words: list[Value], since: int) -> list[Value]:
    """In place of words that were made of what is older than a variable."""
    bound_words(solver)
    found = solver.equation(words, since, is_not_negative)
    if found is None:
        raise UnprovedError("words that are no number of what they were made of")
    new = solver.digits(*found, len(words))
    bound_words(solver)
    return [solver.value(solver.polynomial(each)) for each in new]


def bound_words(solver: Algebra) -> None:
    """A word of a number is at most what the number is over the word's place."""
    for number in solver.numbers:
        for i, word in enumerate(number.words):
            solver.high[word] = min(solver.high[word], number.high >> solver.bits * i)


def is_not_negative(solver: CuttingSolver, whole: Polynomial) -> bool:
    """Whether a sum of upper words of numbers is at least 0, by what the numbers are: m', of
    m + R m', less l', of l + R l', is not negative where the numbers' difference is not, since that
    is R (m' - l') + (m - l), and m - l is below R."""
    below = scaled(whole, -1)
    numbers = list(numbers_in(solver, below))
    lowest = min((first_of(below, each)[0] for each in numbers), default=0)
    if not lowest:
        return False
    # A multiple of the radix R = 2^(32 k) is at most 0 if it is below R.
    radix = solver.radix**lowest
    total: Polynomial = scaled(below, radix)
    for number in numbers:
        total = completed(solver, total, number)
    solver.floor, floor = 0, solver.floor
    try:
        return solver.is_below(total, radix)
    finally:
        solver.floor = floor


def numbers_in(solver: Algebra, polynomial: Polynomial) -> Iterator[Number]:
    """Those that are known by what they count to, and of which words stand there."""
    for number in solver.numbers:
        if number.words[0] in solver.wholes and any((w,) in polynomial for w in number.words):
            yield number


def first_of(polynomial: Polynomial, number: Number) -> tuple[int, int]:
    """The place of the lowest word of a number that stands there, and its factor."""
    for place, word in enumerate(number.words):
        if factor := polynomial.get((word,), 0):
            return place, factor
    raise ValueError("no word of a number")


def completed(solver: Algebra, total: Polynomial, number: Number) -> Polynomial:
    """Not less than a polynomial, with all words of a number: those that are not there are added
    where it adds; where it is taken away they are too, and what they are at most is added."""
    place, factor = first_of(total, number)
    if factor % (solver.radix**place):
        return total
    factor //= solver.radix**place
    for i, word in enumerate(number.words):
        if (word,) not in total:
            change = factor * solver.radix**i
            total = added(total, {(word,): change})
            if change < 0:
                total = added(total, constant(-change * solver.high[word]))
    return total


def of_p448() -> tuple[Total, ...]:
    """Of the product modulo 2^448 - 2^224 - 1 on ARMv6-M, where r7 counts what halves of seven
    words carry: d', the lower half of the result, and the upper one, with 1 more."""
    name = "field_mul_p448"
    places = {48: 156, 57: 64, 75: 92}
    numbers = {at: (*memory("r13", place, 7, 4), "r7") for at, place in places.items()}
    return (Total(name, 43), *(Total(name, at, words) for at, words in numbers.items()))


TOTALS: Mapping[str, tuple[Total, ...]] = {"armv6m": of_p448()}


def with_totals(program: Program, totals: Iterable[Total], ending: str) -> Program:
    """Those of kernels that are there."""
    points = {
        each.address(program, ending): each
        for each in totals
        if f"whit_{each.kernel}{ending}" in program.symbols
    }
    return replace(program, blocks={**program.blocks, **points})
