# SPDX-License-Identifier: MIT
"""Counts that multiply: how often a modulus is taken away, as carries of comparisons say. A run
goes every way that they can, and what it counts is a number then: all that is left is linear."""

from math import gcd

from tools.prove.algebra import ContradictionError, Division, Number, Value, Word
from tools.prove.facts import exclude
from tools.prove.polynomial import ONE, Polynomial, added, scaled, variable, variables
from tools.prove.solver import VALUES, Solver

# Of carries in one total, that are looked at together.
MANY = 5


class CountingSolver(Solver):
    """A solver that decides each carry before it multiplies a word, and sees of what is left
    whether it can be anything but 0, as a whole."""

    def product(self, left: Value, right: Value) -> Value:
        for count in (left, right):
            if isinstance(count, Word) and self._is_count(count):
                self._decide_each(count)
        return super().product(*(self._known(each) for each in (left, right)))

    def _is_count(self, value: Word) -> bool:
        """Whether it is a sum of carries."""
        return value.high - value.low < VALUES and all(
            len(each) == 1 and self._is_carry(each[0]) for each in set(value.polynomial) - {ONE}
        )

    def _is_carry(self, number: int) -> bool:
        """Or a borrow, which is 0 or -1."""
        return self._is_bit(number) or self._is_bit_value(self.times(self.word(number), -1))

    def _decide_each(self, count: Word) -> None:
        for number in sorted(variables(count.polynomial)):
            if not self.is_fixed(number):
                sign = -1 if self.low[number] < 0 else 1
                self.fix(number, sign * self.decide(self.times(self.word(number), sign)))
                if exclude(self):
                    raise ContradictionError

    def _known(self, value: Value) -> Value:
        return value if isinstance(value, int) else self.value(value.polynomial)

    def _congruence(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """And of a sum of a word and what was taken away for it: that from which it was taken."""
        for monomial, factor in total.polynomial.items():
            division = self.divisions.get(monomial[0]) if len(monomial) == 1 else None
            if (
                factor == 1
                and division
                and monomial == (division.word,)
                and division.radix == radix
            ):
                whole = added(added(total.polynomial, {monomial: 1}, -1), division.total)
                low, high = self.interval(whole)
                if low >= 0 and high < radix:
                    return self.value(whole), self.value(variable(division.quotient, -1))
        return super()._congruence(total, radix)

    def rest(self, polynomial: Polynomial, modulus: int | Number = 0) -> Polynomial:
        left = self._rest(polynomial, modulus)
        if not self._is_0(left) and self._note_pairs(left, modulus):
            left = self._rest(polynomial, modulus)
        return {} if self._is_0(left) else left

    def _note_pairs(self, left: Polynomial, modulus: int | Number) -> bool:
        """Whether variables that are opposites in what is left are equal: quotients of one total,
        by the word and by its halves."""
        p = modulus if isinstance(modulus, int) else 0
        by: dict[int, int] = {}
        found = False
        for monomial, factor in left.items():
            if len(monomial) == 1:
                opposite = -factor % p if p else -factor
                if (other := by.get(opposite)) is not None:
                    pair = added(variable(monomial[0]), variable(other), -1)
                    found |= self._is_0(pair)
                by[factor] = monomial[0]
        return found

    def _is_0(self, left: Polynomial) -> bool:
        """Whether what is left, over what divides all of it, can be neither 1 or more nor -1 or
        less. That it is 0 is known from there on."""
        if not left:
            return True
        factor = gcd(*left.values())
        over = {each: by // factor for each, by in left.items()}
        if not (exclude(self, over, 1) and exclude(self, scaled(over, -1), 1)):
            return False
        self._note(over)
        return True

    def is_at_most(self, polynomial: Polynomial, most: int) -> bool:
        while not exclude(self, polynomial, most + 1):
            if (number := self._difference()) is None:
                return self.is_below(polynomial, most + 1)
            self.choose(number)
        return True

    def _difference(self) -> int | None:
        """The word of a difference of quotients, used more than once, or carries in a total, that
        are 0 or 1: how often a modulus was taken away more than it had to be."""
        for number, division in list(self.divisions.items()):
            if number == division.word:
                for each in (self._word_of_quotients(division), self._carries_in(division)):
                    if each is not None and not self.is_fixed(each):
                        return each
        return None

    def _word_of_quotients(self, division: Division) -> int | None:
        number = division.word
        found = [self.divisions.get(each) for each in variables(division.total)]
        if self.uses.get(number, 0) < 2 or self.is_fixed(number):
            return None
        if not all(each and (each.quotient,) in division.total for each in found):
            return None
        if not exclude(self, variable(number), 2):
            return None
        self.high[number] = 1
        return number

    def _carries_in(self, division: Division) -> int | None:
        """A variable for what carries and borrows in a total take away, if these are many."""
        part = {
            each: -factor
            for each, factor in division.total.items()
            if each == ONE or (len(each) == 1 and self._is_carry(each[0]))
        }
        count = self.value(part)
        if len(part) < MANY or isinstance(count, int) or count.high - count.low < 2:
            return None
        if exclude(self, part, 2) and exclude(self, scaled(part, -1), 1):
            return self.single(self.named(count, 0, 1))
        return None
