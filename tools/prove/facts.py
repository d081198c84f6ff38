# SPDX-License-Identifier: MIT
"""What an algebra knows of its variables, as linear inequalities."""

from tools.prove.algebra import Algebra, ContradictionError, Number, Value
from tools.prove.linear import System
from tools.prove.polynomial import ONE, Monomial, Polynomial, added, variable, variables

# How many variables a system has, the nearest first: what those beyond are is not used.
SIZES = 60, 400, 1200

Terms = dict[Monomial, int]


class Facts:
    """The definitions of some variables, down to the operands: words by totals and quotients. A
    product of variables counts as a variable; that of a bit and another is bounded by both."""

    def __init__(self, of: Algebra) -> None:
        self.of = of
        self.system = System()
        self._by: dict[int, Terms] = {}  # what a variable is, by those that are left
        self._numbers: dict[Monomial, int] = {}
        self._sums = 0
        self.is_whole = False  # whether every definition is there

    def exclude(self, most: int, polynomial: Polynomial | None = None, least: int = 0) -> bool:
        """Whether what the run assumes cannot be, with a polynomial that is at least so much; by
        the definitions of so many variables."""
        needed = self._needed(set(self.of.assumptions) | variables(polynomial or {}), most)
        for number in sorted(needed):
            self._define(number)
        for number in sorted(needed):
            self._relate(number)
        whole = [each for each in self.of.numbers if self._has(each)]
        for i, each in enumerate(whole):
            self._bound(each)
            for other in whole[i:]:
                self._bound_product(each, other)
        if polynomial is not None:
            self._demand(polynomial, least, None)
        return self.system.is_impossible()

    def _needed(self, wanted: set[int], most: int) -> set[int]:
        """The variables that the definitions of some name, and those of these."""
        found = dict.fromkeys(sorted(wanted))
        waiting = list(found)
        for number in waiting:
            if len(found) >= most:
                return set(found)
            for each in sorted(self._beside(number) - set(found)):
                found[each] = None
                waiting.append(each)
        self.is_whole = True
        return set(found)

    def _beside(self, number: int) -> set[int]:
        of = self.of
        found: set[int] = set()
        for known in (of.names, of.instead, of.equal):
            found |= variables(known.get(number, {}))
        if division := of.divisions.get(number):
            found |= {division.word, division.quotient} | variables(division.total)
        for values in (of.joined.get(number, ()), *(p.get(number, ()) for p in self._pairs())):
            for each in values:
                found |= variables(of.polynomial(each))
        return found

    def _pairs(self) -> tuple[dict[int, tuple[Value, Value]], ...]:
        return self.of.meets, self.of.differences

    # Definitions

    def _define(self, number: int) -> None:
        """A word or a name by what is older, in bounds; a quotient is left."""
        of = self.of
        total: Polynomial | None = of.names.get(number)
        division = of.divisions.get(number)
        if division and number == division.word:
            total = added(division.total, variable(division.quotient), -division.radix)
        if total is None:
            return
        by = self._by[number] = self._simple(total)
        self._put(by, of.low[number], of.high[number])

    def _simple(self, polynomial: Polynomial) -> Terms:
        """By variables that are left, without those that are fixed."""
        found: Terms = {}
        for monomial, factor in polynomial.items():
            parts: Terms = {ONE: factor}
            for each in monomial:
                parts = self._times(parts, each)
            for part, by in parts.items():
                found[part] = found.get(part, 0) + by
        return {each: factor for each, factor in found.items() if factor}

    def _times(self, terms: Terms, number: int) -> Terms:
        if self.of.is_fixed(number):
            by: Terms = {ONE: self.of.low[number]}
        else:
            by = self._by.get(number, {(number,): 1})
        found: Terms = {}
        for left, factor in terms.items():
            for right, other in by.items():
                monomial = self._once(left + right)
                found[monomial] = found.get(monomial, 0) + factor * other
        return found

    def _once(self, monomial: Monomial) -> Monomial:
        """In order, each bit once."""
        found: list[int] = []
        for each in sorted(monomial):
            if found[-1:] != [each] or not self._is_bit(each):
                found.append(each)
        return tuple(found)

    def _is_bit(self, number: int) -> bool:
        return self.of.low[number] >= 0 and self.of.high[number] <= 1

    def _put(self, terms: Terms, low: int | None, high: int | None) -> None:
        """A sum is in bounds."""
        above = terms.get(ONE, 0)
        row = {self._number(each): factor for each, factor in terms.items() if each != ONE}
        low = None if low is None else low - above
        high = None if high is None else high - above
        self._sums -= 1
        self.system.bound(self._sums, row, low, high)

    def _demand(self, polynomial: Polynomial, low: int | None, high: int | None) -> None:
        self._put(self._simple(polynomial), low, high)

    def _number(self, monomial: Monomial) -> int:
        """That of a variable, or of a product of variables."""
        if (known := self._numbers.get(monomial)) is not None:
            return known
        number = self._numbers[monomial] = len(self._numbers)
        self.system.put(number, *self.of.interval({monomial: 1}))
        if len(monomial) == 1 and monomial[0] in self.of.divisions:
            self.system.quotients.add(number)
        for i, each in enumerate(monomial if len(monomial) > 1 else ()):
            rest = monomial[:i] + monomial[i + 1 :]
            low, high = self.of.interval({rest: 1})
            if self._is_bit(each) and low >= 0:
                self._put({rest: 1, monomial: -1}, 0, None)
                self._put({(each,): high, monomial: -1}, 0, None)
                self._put({rest: 1, monomial: -1, (each,): high}, None, high)
        return number

    # What else is known

    def _relate(self, number: int) -> None:
        of = self.of
        for known in (of.instead, of.equal):
            if (by := known.get(number)) is not None:
                self._demand(added(by, variable(number), -1), 0, 0)
        if parts := of.joined.get(number):
            every = [of.polynomial(each) for each in parts]
            total: Polynomial = variable(number, -1)
            for each in every:
                total = added(total, each)
                self._demand(added(variable(number), each, -1), 0, None)
            self._demand(total, 0, None)
        if pair := of.meets.get(number):
            left, right = map(of.polynomial, pair)
            for part in (left, right):
                self._demand(added(part, variable(number), -1), 0, None)
            # What one lacks of all ones, or the other does: at most as much as both.
            both = added(added(left, right), variable(number), -1)
            self._demand(both, None, of.radix - 1)

    def _has(self, number: Number) -> bool:
        """Whether the system has a word of an operand."""
        return any((each,) in self._numbers for each in number.words)

    def _bound(self, number: Number) -> None:
        total = self._whole(number)
        self._demand(total, number.low, number.high)
        modulus = self.of.modulus
        if modulus and number.above_modulus is not None:
            above = added(total, self._whole(modulus), -number.moduli)
            self._demand(above, None, number.above_modulus)

    def _bound_product(self, some: Number, other: Number) -> None:
        """Where their words are multiplied."""
        if self._once((some.words[0], other.words[0])) in self._numbers:
            total: Terms = {}
            for i, left in enumerate(some.words):
                for j, right in enumerate(other.words):
                    monomial = self._once((left, right))
                    total[monomial] = total.get(monomial, 0) + (1 << self.of.bits * (i + j))
            self._demand(total, some.low * other.low, some.high * other.high)

    def _whole(self, number: Number) -> Polynomial:
        return {(each,): 1 << self.of.bits * place for place, each in enumerate(number.words)}


def exclude(of: Algebra, polynomial: Polynomial | None = None, least: int = 0) -> bool:
    """Whether what a run assumes cannot be, with a polynomial that is at least so much."""
    bound_quotients(of)
    for most in SIZES:
        facts = Facts(of)
        if facts.exclude(most, polynomial, least):
            return True
        if facts.is_whole:
            break
    return False


def bound_quotients(of: Algebra) -> None:
    """From the oldest on, by the bounds of what their totals are of."""
    for word, division in sorted(of.divisions.items()):
        if word == division.word:
            low, high = (end // division.radix for end in of.interval(division.total))
            number = division.quotient
            of.low[number] = max(of.low[number], low)
            of.high[number] = min(of.high[number], high)
            if of.low[number] > of.high[number]:
                raise ContradictionError
