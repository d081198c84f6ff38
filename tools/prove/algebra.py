# SPDX-License-Identifier: MIT
"""The arithmetic of a processor on symbols.

A value is a number or a polynomial over variables: words of operands, and what operations leave
that no polynomial in these is. A sum T of w bits or more becomes a word t and a quotient q, both
new variables, with T = t + 2^w q; so do the halves of a word. Nothing is lost: these equations
bring a result back to the operands (Solver.rest), and bound it (Solver.upper)."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from tools.prove.polynomial import (
    ONE,
    Monomial,
    Polynomial,
    Rewriting,
    added,
    constant,
    multiplied,
    scaled,
    variable,
    variables,
    without,
)

# How often variables are replaced to see what a total leaves, and in how many terms at most.
ROUNDS = 6
TERMS = 12
# A bit of more terms gets a name.
NAMED = 3
# The terms that a better bound may take, where the run can go on without it.
TIGHT = 100_000
# Of variables that are not far apart.
NEAR = 40
# Beyond this a number is not small.
SMALL = 64


class UnprovedError(Exception):
    """What the prover could not follow, and why."""


class UndecidedError(Exception):
    """A condition on secrets, on which a run goes every way: its variable, and the values."""

    def __init__(self, number: int, values: range) -> None:
        super().__init__(number)
        self.number = number
        self.values = values


class ContradictionError(Exception):
    """What a run assumes cannot be."""


@dataclass(frozen=True)
class Word:
    """A polynomial, and bounds of its value."""

    polynomial: Polynomial
    low: int
    high: int

    @property
    def key(self) -> frozenset[tuple[tuple[int, ...], int]]:
        return frozenset(self.polynomial.items())


Value = int | Word


@dataclass(frozen=True)
class Division:
    """total = word + radix quotient, 0 <= word < radix: two variables, the quotient's one more."""

    total: Polynomial
    radix: int
    word: int

    @property
    def quotient(self) -> int:
        return self.word + 1


@dataclass(frozen=True)
class Number:
    """Words of an operand, the least significant first, and what it can be. Where the modulus is
    an operand, others may be bounded by it: at most so much more than it is, so many times."""

    words: tuple[int, ...]
    high: int
    low: int = 0
    above_modulus: int | None = None
    moduli: int = 1


class Algebra:
    """Values of words of `bits` bits; `assumed` says what conditions are, by their variables."""

    is_cutting = False  # with what cuts.py adds

    def __init__(self, bits: int, assumed: dict[int, int]) -> None:
        self.bits = bits
        self.radix = 1 << bits
        self.assumed = assumed
        self.low: list[int] = []
        self.high: list[int] = []
        self.divisions: dict[int, Division] = {}  # by the number of either variable
        self.names: dict[int, Polynomial] = {}  # what a variable stands for, by older ones
        self.instead: dict[int, Polynomial] = {}  # what an assumption says of an older variable
        self.numbers: list[Number] = []
        self.modulus: Number | None = None  # where it is an operand
        self.inverse: tuple[int, int] | None = None  # x and y with x y = -1 modulo the radix
        self.kept: set[int] = set()  # words of totals that stay as they are
        self.addends: dict[int, tuple[Value, Value]] = {}  # of words that are sums of two words
        self.says: dict[int, int] = {}  # of which variable an assumption says that
        self.joined: dict[int, list[Value]] = {}  # of a word that is 0 where all of these are
        self.decided: dict[int, tuple[int, int]] = {}  # what it could be without the assumption
        self.assumptions: dict[int, int] = {}
        self.uses: dict[int, int] = {}  # in how many totals a variable is
        self.settled: set[int] = set()  # quotients that were bounded as well as is known
        self.conditions: set[int] = set()  # the bits of masks
        self.differences: dict[int, tuple[Value, Value]] = {}  # bits that one alone has
        self.meets: dict[int, tuple[Value, Value]] = {}  # bits that both of two words have
        self.belows: dict[int, tuple[Value, Value]] = {}  # what one of two has below its top bit
        self.followed: set[int] = set()  # words of totals that are known
        self.equal: dict[int, Polynomial] = {}  # and what these say of a variable
        self.multiples: dict[int, tuple[int, Polynomial]] = {}  # or so many times the variable
        self.patience = TIGHT
        self.signed: dict[int, tuple[int, int]] = {}  # bounds of totals, by words of these
        self.wholes: dict[int, tuple[int, ...]] = {}  # words that a polynomial is, by the lowest
        self._divided: dict[tuple[frozenset[tuple[tuple[int, ...], int]], int], int] = {}
        self._inverted: dict[frozenset[tuple[tuple[int, ...], int]], tuple[Value, Value]] = {}
        self._named: dict[frozenset[tuple[tuple[int, ...], int]], int] = {}

    # Variables

    def new(self, low: int, high: int) -> int:
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def number(self, words: int, high: int) -> list[Word]:
        """An operand of so many words that is at most `high`."""
        found = [self.new(0, self.radix - 1) for _ in range(words)]
        self.high[found[-1]] = high >> self.bits * (words - 1)
        self.numbers.append(Number(tuple(found), high))
        return [self.word(each) for each in found]

    def odd_modulus(self, words: int) -> tuple[list[Word], Word]:
        """A modulus of so many words that is an operand, and -1 / modulus, modulo the radix."""
        self.number(words, (1 << self.bits * words) - 1)
        self.modulus = self.numbers[-1] = replace(self.numbers[-1], low=1)
        lowest = self.modulus.words[0]
        self.low[lowest] = 1
        found = [self.word(each) for each in self.modulus.words]
        self.fix(self._divide(found[0], 2, 0, (self.radix >> 1) - 1), 1)
        inverse = self.new(1, self.radix - 1)
        self.inverse = inverse, lowest
        return found, self.word(inverse)

    def number_by_modulus(self, words: int, above: int, moduli: int = 1) -> list[Word]:
        """An operand that is at most so much more than so many times the modulus."""
        assert self.modulus
        found = self.number(words, (1 << self.bits * words) - 1)
        high = min(moduli * self.modulus.high + above, self.numbers[-1].high)
        self.high[self.numbers[-1].words[-1]] = high >> self.bits * (words - 1)
        self.numbers[-1] = replace(self.numbers[-1], high=high, above_modulus=above, moduli=moduli)
        return found

    def word(self, number: int) -> Word:
        return Word(variable(number), self.low[number], self.high[number])

    def is_fixed(self, number: int) -> bool:
        return self.low[number] == self.high[number]

    def value(self, polynomial: Polynomial) -> Value:
        fixed = [each for each in variables(polynomial) if self.is_fixed(each)]
        if fixed:
            rewriting = Rewriting(polynomial)
            for each in fixed:
                rewriting.replace(each, constant(self.low[each]))
            polynomial = rewriting.terms
        if not polynomial:
            return 0
        if set(polynomial) == {ONE}:
            return polynomial[ONE]
        low, high = self.interval(polynomial)
        return Word(polynomial, low, high)

    def interval(self, polynomial: Polynomial) -> tuple[int, int]:
        """Bounds of each monomial, added."""
        low = high = 0
        for monomial, coefficient in polynomial.items():
            least = most = coefficient
            for each in monomial:
                ends = (
                    least * self.low[each],
                    least * self.high[each],
                    most * self.low[each],
                    most * self.high[each],
                )
                least, most = min(ends), max(ends)
            low += least
            high += most
        return low, high

    # Sums and products, as integers

    @staticmethod
    def polynomial(value: Value) -> Polynomial:
        return constant(value) if isinstance(value, int) else value.polynomial

    def sum(self, *values: Value) -> Value:
        if all(isinstance(each, int) for each in values):
            return sum(each for each in values if isinstance(each, int))
        total: dict[tuple[int, ...], int] = {}
        low = high = 0
        for each in values:
            total = added(total, self.polynomial(each))
            low += each if isinstance(each, int) else each.low
            high += each if isinstance(each, int) else each.high
        found = self.value(total)
        if isinstance(found, int):
            return found
        return Word(found.polynomial, max(low, found.low), min(high, found.high))

    def times(self, value: Value, factor: int) -> Value:
        if isinstance(value, int):
            return value * factor
        if not factor:
            return 0
        ends = sorted((value.low * factor, value.high * factor))
        return Word(scaled(value.polynomial, factor), *ends)

    def less(self, left: Value, right: Value) -> Value:
        """left - right."""
        return self.sum(left, self.times(right, -1))

    def product(self, left: Value, right: Value) -> Value:
        if isinstance(left, int):
            return self.times(right, left)
        if isinstance(right, int):
            return self.times(left, right)
        ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        found = self.value(multiplied(left.polynomial, right.polynomial))
        if isinstance(found, int):
            return found
        return Word(found.polynomial, max(min(ends), found.low), min(max(ends), found.high))

    # Division by a power of two

    def divide(self, total: Value, radix: int) -> tuple[Value, Value]:
        """The remainder from 0 to radix - 1, and the quotient."""
        if isinstance(total, int):
            return total % radix, total // radix
        if all(coefficient % radix == 0 for coefficient in total.polynomial.values()):
            whole = {each: number // radix for each, number in total.polynomial.items()}
            return 0, self.value(whole)
        if (parts := self._parts(total, radix)) is not None:
            return parts
        low, high = total.low, total.high
        if high - low < 8 and low // radix != high // radix:
            low, high = self.tight(total, 1)
        first = low // radix
        if first == high // radix:
            return self.bounded(self.sum(total, -first * radix), 0, radix - 1), first
        if high - low == 1:
            # Ones, or what follows them.
            above = self.sum(total, -low)
            if self.is_cutting and isinstance(above, Word) and len(above.polynomial) > NAMED:
                above = self.named(above, 0, 1)
            return self.times(self.less(1, above), radix - 1), self.sum(above, first)
        known = self._divided.get((total.key, radix))
        if known is None or self._is_old_product(total, known):
            if (parts := self._by_inverse(total, radix)) is not None:
                return parts
            if (parts := self._congruence(total, radix)) is not None:
                return parts
            known = self._divide(total, radix, first, high // radix)
            if self.is_cutting and -radix <= low < 0 <= high < radix:
                self.signed[known] = low, high
        division = self.divisions[known]
        return self.value(variable(known)), self.value(variable(division.quotient))

    def _is_old_product(self, total: Word, known: int) -> bool:
        """Whether a product of two words was divided long ago: what follows is bounded from the
        newest variables on, so that it gets new ones."""
        return len(self.low) - known > NEAR and list(map(len, total.polynomial)) == [2]

    def _parts(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """Of a number times a bit; and of what is in bounds but for multiples of the radix."""
        if len(total.polynomial) == 1:
            ((monomial, factor),) = total.polynomial.items()
            # Borrows are 0 or -1.
            for way in (1, -1):
                bit = self.value({monomial: way})
                if self._is_bit_value(bit):
                    factor *= way
                    return self.times(bit, factor % radix), self.times(bit, factor // radix)
        if (sign := self._sign(total, radix)) is not None:
            return self.sum(total, self.times(sign, -radix)), sign
        if radix == self.radix and (parts := self._of_small(total)) is not None:
            return parts
        if (filled := self.mask_bit(total)) is not None:
            ones = self.radix - 1
            return self.times(filled, ones % radix), self.times(filled, ones // radix)
        if (parts := self._shifted(total, radix)) is not None:
            return parts
        if (parts := self._parts_of_signed(total, radix)) is not None:
            return parts
        half = radix >> 1
        polynomial = self._unsigned(total.polynomial, radix)
        whole = {
            each: (number + half) // radix
            for each, number in polynomial.items()
            if not -half < number <= half
        }
        whole = {each: number for each, number in whole.items() if number}
        is_far = not self.is_cutting or total.high - total.low >= 8
        if not whole or (set(whole) == {ONE} and is_far):
            return None
        left = self.value(added(polynomial, whole, -radix))
        if not isinstance(left, int) and left.high - left.low >= (
            8 if polynomial is total.polynomial else 64
        ):
            return None
        word, quotient = self.divide(left, radix)
        return word, self.sum(quotient, self.value(whole))

    def _unsigned(self, polynomial: Polynomial, radix: int) -> Polynomial:
        """With the totals of words of what is about 0, less what they count beyond the word."""
        for each in self.signed:
            division = self.divisions[each]
            if division.radix == radix and (factor := polynomial.get((each,))):
                by = added(division.total, {(each,): 1, (division.quotient,): radix}, -1)
                polynomial = added(polynomial, by, factor)
        return polynomial

    def _parts_of_signed(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """Of the word of what is about 0, which has ones above where that is negative: its total
        less the radix times the quotient, which is -1 there and else 0."""
        number = self.single(total)
        low, high = self.signed.get(-1 if number is None else number, (radix, radix))
        if number is None or low < -radix or high >= radix:
            return None
        division = self.divisions[number]
        if division.radix % radix:
            return None
        quotient = self.value(variable(division.quotient))
        word = self.less(self.value(division.total), self.times(quotient, radix))
        return self.bounded(word, 0, radix - 1), self.times(quotient, 1 - division.radix // radix)

    def _sign(self, value: Word, radix: int) -> Value | None:
        """The highest bit of a word, where it is the borrow of what is a small number or less."""
        half = self.radix >> 1
        division = self.division_of(value) if radix == half else None
        if division is None:
            return None
        low, high = self.interval(division.total)
        if low < -half or high >= half:
            return None
        return self.value(variable(division.quotient, -1))

    def _of_small(self, total: Word) -> tuple[Value, Value] | None:
        """Of a word that stands for a small number or less, and small numbers: of that instead."""
        for monomial, factor in total.polynomial.items():
            division = self.divisions.get(monomial[0]) if len(monomial) == 1 else None
            if division is None or monomial != (division.word,) or division.radix != self.radix:
                continue
            left = added(total.polynomial, variable(division.word), -factor)
            ends = (*self.interval(division.total), *self.interval(left))
            if abs(factor) == 1 and ends[0] < 0 and max(map(abs, ends)) < SMALL:
                whole = self.value(added(left, division.total, factor))
                word, quotient = self.divide(whole, self.radix)
                return word, self.sum(quotient, self.value(variable(division.quotient, -factor)))
        return None

    def _shifted(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """Of a total that is a multiple of a power of two and less than that power."""
        for power in sorted({factor & -factor for factor in total.polynomial.values()}):
            if 1 < power < radix:
                parts: tuple[dict[Monomial, int], dict[Monomial, int]] = ({}, {})
                for each, factor in total.polynomial.items():
                    parts[factor % power != 0][each] = factor
                low, high = self.interval(parts[1])
                if low >= 0 and high < power:
                    upper = {each: factor // power for each, factor in parts[0].items()}
                    word, quotient = self.divide(self.value(upper), radix // power)
                    return self.sum(self.times(word, power), self.value(parts[1])), quotient
        return None

    def bounded(self, value: Value, low: int, high: int) -> Value:
        if isinstance(value, int):
            return value
        return Word(value.polynomial, max(low, value.low), min(high, value.high))

    def _divide(self, total: Word, radix: int, low: int, high: int) -> int:
        word = self.new(0, radix - 1)
        self.new(low, high)
        self.divisions[word] = self.divisions[word + 1] = Division(total.polynomial, radix, word)
        self._divided[total.key, radix] = word
        for each in variables(total.polynomial):
            self.uses[each] = self.uses.get(each, 0) + 1
        return word

    def _congruence(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """Where, by what the words in a total are, it leaves what is seen to be in bounds: the low
        bit of a sum of a number with itself, the word that a reduction makes zero."""
        if radix == self.radix and not self._multiplies(total.polynomial):
            return None
        exact = Rewriting(total.polynomial)
        for _ in range(ROUNDS):
            left = {each: number % radix for each, number in exact.terms.items()}
            left = {each: number for each, number in left.items() if number}
            low, high = self.interval(left)
            if low >= 0 and high < radix and (not left or radix < self.radix):
                quotient = {
                    each: number // radix for each, number in added(exact.terms, left, -1).items()
                }
                bounds = total.low // radix, total.high // radix
                return self.value(left), self.bounded(self.value(quotient), *bounds)
            if len(left) > TERMS:
                return None
            for number in sorted(variables(left), reverse=True):
                if (by := self._exactly(number, radix)) is not None:
                    exact.replace(number, by)
                    break
            else:
                return None
        return None

    def _by_inverse(self, total: Word, radix: int) -> tuple[Value, Value] | None:
        """Of q y, where q is the word of a total x t and x y = -1 modulo the radix: the word is
        that of -t, and the quotient what is left over the radix. From there on q stays, as an
        operand does: of what it is nothing else is used."""
        if self.inverse is None or radix != self.radix:
            return None
        if known := self._inverted.get(total.key):
            return known
        x, y = self.inverse
        ((monomial, factor),) = (
            total.polynomial.items() if len(total.polynomial) == 1 else [(ONE, 0)]
        )
        if factor != 1 or len(monomial) != 2 or y not in monomial:
            return None
        q = without(monomial, y)[0]
        division = self.divisions.get(q)
        if division is None or division.word != q or division.radix != radix:
            return None
        if not all(each.count(x) == 1 for each in division.total):
            return None
        t = {without(each, x): number for each, number in division.total.items()}
        word, _ = self.divide(self.value(scaled(t, -1)), radix)
        left = added(total.polynomial, self.polynomial(word), -1)
        zero = self.new(0, 0)
        quotient = self.new(0, total.high // radix)
        self.divisions[zero] = self.divisions[quotient] = Division(left, radix, zero)
        self._inverted[total.key] = word, self.value(variable(quotient))
        self.kept.add(q)
        return self._inverted[total.key]

    def _multiplies(self, polynomial: Polynomial) -> bool:
        """Whether a word of a division is multiplied here."""
        return any(
            each in self.divisions and (len(monomial) > 1 or factor not in (1, -1))
            for monomial, factor in polynomial.items()
            for each in monomial
        )

    def _exactly(self, number: int, radix: int) -> Polynomial | None:
        """What a variable is by older ones and multiples of the radix."""
        if self.is_fixed(number):
            return constant(self.low[number])
        known = self._divided.get((frozenset({((number,), 1)}), radix))
        if known is not None and self.is_fixed(known):
            return {ONE: self.low[known], (known + 1,): radix}
        if number in self.names:
            return self.names[number]
        division = self.divisions.get(number)
        if division and number == division.word and division.radix % radix == 0:
            return added(division.total, variable(division.quotient), -division.radix)
        return None

    def fix(self, number: int, value: int) -> None:
        self.low[number] = self.high[number] = value

    def digits(self, whole: Polynomial, high: int, count: int) -> list[Value]:
        """Words of a number that a polynomial is: at most so much, and not below 0."""
        new = [self.new(0, self.radix - 1) for _ in range(count)]
        above: dict[Monomial, int] = {
            (each,): self.radix**place for place, each in enumerate(new) if place
        }
        self.names[new[0]] = added(whole, above, -1)
        self.numbers.append(Number(tuple(new), high))
        self.wholes[new[0]] = tuple(new)
        return [self.word(each) for each in new]

    # A processor's operations: words in and out

    def add(self, left: Value, right: Value, carry: Value = 0) -> tuple[Value, Value]:
        """The sum and its carry."""
        for some, other in ((left, right), (right, left)):
            if isinstance(some, int) and some > self.radix >> 1 and carry == 0:
                # The same word and carry as of a difference.
                word, borrow = self.subtract(other, self.radix - some)
                return word, self.less(1, borrow)
        total = self.sum(left, right, carry)
        word, out = self.divide(total, self.radix)
        division = self.division_of(word)
        # Another total may have this word too, such as a sum with 0.
        is_whole = division is not None and division.total == self.polynomial(total)
        if self.modulus and carry == 0 and division and is_whole:
            self.addends[division.word] = left, right
        return word, out

    def subtract(self, left: Value, right: Value, borrow: Value = 0) -> tuple[Value, Value]:
        """The difference and its borrow."""
        taken = self.sum(left, self.times(right, -1), self.times(borrow, -1))
        word, quotient = self.divide(taken, self.radix)
        return word, self.times(quotient, -1)

    def multiply(self, left: Value, right: Value, *addends: Value) -> tuple[Value, Value]:
        """The lower and the upper word of a product with addends."""
        return self.divide(self.sum(self.product(left, right), *addends), self.radix)

    def split(self, value: Value, bits: int) -> tuple[Value, Value]:
        """The lowest bits, and those above."""
        return self.divide(value, 1 << bits)

    def shift_left(self, value: Value, bits: int) -> Value:
        return self.times(self.split(value, self.bits - bits)[0], 1 << bits)

    def shift_right(self, value: Value, bits: int) -> Value:
        return self.split(value, bits)[1]

    def shift_signed(self, value: Value, bits: int) -> Value:
        sign = self.split(value, self.bits - 1)[1]
        above = self.radix - (1 << self.bits - bits)
        return self.sum(self.shift_right(value, bits), self.times(sign, above))

    def rotate(self, value: Value, bits: int) -> Value:
        """To the right."""
        low, high = self.split(value, bits)
        return self.sum(high, self.times(low, 1 << self.bits - bits))

    def complement(self, value: Value) -> Value:
        return self.less(self.radix - 1, value)

    def is_less(self, left: Value, right: Value) -> Value:
        """1 where left < right, else 0."""
        if (known := self._less_of_bits(left, right)) is not None:
            return known
        if (carry := self._carry_of(left, right)) is not None:
            return carry
        if (borrow := self._borrow_of(left, right)) is not None:
            return borrow
        return self.subtract(left, right)[1]

    def _less_of_bits(self, left: Value, right: Value) -> Value | None:
        """Where both are bits; and where one is what words have in common, which is all ones where
        each of them is."""
        if right == self.radix - 1 and self._of(left, self.meets):
            return 1 - self._is_full(left)
        if self._is_bit_value(left) and self._is_bit_value(right):
            return int(not self.decide(left) and self.decide(right))
        return None

    @staticmethod
    def _of(value: Value, pairs: dict[int, tuple[Value, Value]]) -> tuple[Value, Value] | None:
        """The two words that a variable is of."""
        number = Algebra.single(value)
        return None if number is None else pairs.get(number)

    def _is_full(self, value: Value) -> int:
        """1 where a word is all ones, else 0: of a pair, where both are."""
        if pair := self._of(value, self.meets):
            return int(all(self._is_full(each) for each in pair))
        return self.decide(self.add(value, 1)[1])

    def _carry_of(self, left: Value, right: Value) -> Value | None:
        """Of a sum with right, of which left is the word."""
        division = self.division_of(left)
        if division is None:
            return self._carry_of_double(left, right)
        other = self.less(self.value(division.total), right)
        low, high = self._ends(other)
        if right in self.addends.get(division.word, ()):
            low = high = 0
        if low >= 0 and high < self.radix and self._is_bit(division.quotient):
            return self.value(variable(division.quotient))
        return None

    def _carry_of_double(self, left: Value, right: Value) -> Value | None:
        """Of right with itself."""
        if isinstance(left, int) or isinstance(right, int):
            return None
        if any(factor % 2 for factor in left.polynomial.values()):
            return None
        word, carry = self.divide(self.times(right, 2), self.radix)
        return carry if isinstance(word, Word) and word.key == left.key else None

    def _ends(self, value: Value) -> tuple[int, int]:
        """Bounds, with more effort where they are close and one is below zero."""
        if isinstance(value, int):
            return value, value
        if value.low < 0 and value.high - value.low < SMALL:
            return self.tight(value)
        return value.low, value.high

    def _borrow_of(self, left: Value, right: Value) -> Value | None:
        """Of a difference from left, of which right is the word."""
        division = self.division_of(right)
        if division is None:
            return None
        other = self.less(left, self.value(division.total))
        low, high = self._ends(other)
        borrow = self.value(variable(division.quotient, -1))
        if low >= 0 and high < self.radix and self._is_bit_value(borrow):
            return borrow
        return None

    def division_of(self, value: Value) -> Division | None:
        """The division by the radix whose word a value is."""
        number = self.single(value)
        division = None if number is None else self.divisions.get(number)
        if division and division.word == number and division.radix == self.radix:
            return division
        return None

    def _is_bit(self, number: int) -> bool:
        return self.low[number] >= 0 and self.high[number] <= 1

    @staticmethod
    def _is_bit_value(value: Value) -> bool:
        if isinstance(value, int):
            return value in (0, 1)
        return value.low >= 0 and value.high <= 1

    # Masks and bits

    def mask_bit(self, value: Value) -> Value | None:
        """The bit that fills a mask."""
        if isinstance(value, int):
            return {0: 0, self.radix - 1: 1}.get(value)
        ones = self.radix - 1
        if any(coefficient % ones for coefficient in value.polynomial.values()):
            return None
        bit = self.value({each: number // ones for each, number in value.polynomial.items()})
        if not self._is_bit_value(bit) and not isinstance(bit, int):
            bit = self.bounded(bit, *self.tight(bit, 1))
        if not self._is_bit_value(bit):
            return None
        self.conditions |= variables(self.polynomial(bit))
        return bit

    def both(self, left: Value, right: Value) -> Value:
        """Bits that both have."""
        if isinstance(left, int) and isinstance(right, int):
            return left & right
        if isinstance(left, int):
            left, right = right, left
        if isinstance(right, int):
            return self._masked(left, right)
        if isinstance(left, Word) and left.key == right.key:
            return left
        for mask, other in ((left, right), (right, left)):
            if (bit := self.mask_bit(mask)) is not None:
                return self._where(bit, other)
        if self._is_bit_value(left) and self._is_bit_value(right):
            return self.named(self.product(left, right), 0, 1)
        return self._pair(self.meets, left, right)

    def _pair(self, pairs: dict[int, tuple[Value, Value]], left: Value, right: Value) -> Value:
        """A word of which no more is known than of which two it is."""
        number = self.new(0, self.radix - 1)
        pairs[number] = left, right
        return self.value(variable(number))

    def _masked(self, value: Value, bits: int) -> Value:
        """Runs of bits of a word, in their places."""
        if bits == 0 or bits == self.radix - 1:
            return value if bits else 0
        if (bit := self.mask_bit(value)) is not None:
            return self.times(bit, bits)
        found: Value = 0
        place = 0
        while bits >> place:
            while not bits >> place & 1:
                place += 1
            end = place
            while bits >> end & 1:
                end += 1
            below = self.split(value, end)[0] if end < self.bits else value
            part = self.split(below, place)[1] if place else below
            found = self.sum(found, self.times(part, 1 << place))
            place = end
        return found

    def either(self, left: Value, right: Value) -> Value:
        """Bits that one of two has."""
        if isinstance(left, int) and isinstance(right, int):
            return left | right
        for some, other in ((left, right), (right, left)):
            if isinstance(some, int) and some in (0, self.radix - 1):
                return some or other
            polynomial = self.polynomial(some)
            low = min((number & -number for number in polynomial.values()), default=1)
            high = other if isinstance(other, int) else other.high
            if high < low:
                return self.sum(left, right)
        if self._is_bit_value(left) and self._is_bit_value(right):
            both = self.sum(left, right)
            if not isinstance(both, int) and self.tight(both)[1] <= 1:
                return self.bounded(both, 0, 1)
            return self.named(self.less(both, self.product(left, right)), 0, 1)
        for mask, other in ((left, right), (right, left)):
            if (bit := self.mask_bit(mask)) is not None:
                return self.radix - 1 if self.decide(bit) else other
        if self._excludes_each_other(left, right):
            return self.bounded(self.sum(left, right), 0, self.radix - 1)
        for some, other in ((left, right), (right, left)):
            division = self.division_of(other)
            if division and division.total == scaled(self.polynomial(some), -1):
                # Of a word and 0 less it: the highest bit is 1 unless they are 0.
                half = self.radix >> 1
                number = self.new(0, half - 1)
                self.belows[number] = left, right
                below = self.value(variable(number))
                return self.sum(below, self.value(variable(division.quotient, -half)))
        return self._joined(left, right)

    def _excludes_each_other(self, left: Value, right: Value) -> bool:
        """Whether a bit makes one of two values 0 where it is 0, and the other where it is 1."""
        for some, other in ((left, right), (right, left)):
            monomials = list(self.polynomial(some))
            for number in set(monomials[0]).intersection(*monomials[1:]) if monomials else ():
                rewriting = Rewriting(self.polynomial(other))
                rewriting.replace(number, constant(1))
                if self._is_bit(number) and not rewriting.terms:
                    return True
        return False

    def _joined(self, *values: Value) -> Value:
        """A word of which is known that it is 0 where all of these are."""
        number = self.new(0, self.radix - 1)
        parts: list[Value] = []
        for each in values:
            known = self.single(each)
            parts += self.joined.get(known, [each]) if known is not None else [each]
        self.joined[number] = parts
        return self.word(number)

    @staticmethod
    def single(value: Value) -> int | None:
        """The variable that a value is."""
        if isinstance(value, Word) and len(value.polynomial) == 1:
            ((monomial, factor),) = value.polynomial.items()
            if factor == 1 and len(monomial) == 1:
                return monomial[0]
        return None

    def _assume_joined(self, number: int, value: int) -> None:
        """Where a division says that a joined word less 1, or 0 less it, is negative or not."""
        division = self.divisions.get(number)
        if division is None or number != division.quotient or division.radix != self.radix:
            return
        joined = [each for each in variables(division.total) if each in self.joined]
        if len(joined) != 1:
            return
        borrows = {(joined[0],): 1, ONE: -1}, {(joined[0],): -1}
        if division.total not in borrows or value not in (-1, 0):
            return
        is_zero = (value == -1) == (division.total == borrows[0])
        parts = [self.single(each) for each in self.joined[joined[0]]]
        if is_zero:
            for part in parts:
                if part is not None:
                    self.fix(part, 0)
        for i, each in enumerate(self.numbers):
            if not is_zero and sorted(each.words) == sorted(part or 0 for part in parts):
                self.numbers[i] = replace(each, low=1)

    def differing(self, left: Value, right: Value) -> Value:
        """Bits that one alone has."""
        if isinstance(left, int) and isinstance(right, int):
            return left ^ right
        if isinstance(left, Word) and isinstance(right, Word) and left.key == right.key:
            return 0
        some, others = self.mask_bit(left), self.mask_bit(right)
        if some is not None and others is not None:
            return self.times(self.differing(some, others), self.radix - 1)
        for mask, other in ((left, right), (right, left)):
            bit = self.mask_bit(mask)
            if bit is None and self._is_bit_value(mask) and self._is_bit_value(other):
                twice = self.times(self.product(mask, other), -2)
                return self.named(self.sum(mask, other, twice), 0, 1)
            if isinstance(bit, int):
                return self.complement(other) if bit else other
            if bit is not None:
                return self._flipped(other, bit)
            if mask == 1 and isinstance(other, Word):
                low, high = self.tight(other)
                if low >= 0 and high <= 1:
                    return self.named(self.less(1, other), 0, 1)
                # The lowest bit is the other one.
                lowest = self.split(other, 1)[0]
                return self.sum(other, 1, self.times(lowest, -2))
        for some, other in ((left, right), (right, left)):
            if (selected := self._selected(some, other)) is not None:
                return selected
        for mask, other in ((left, right), (right, left)):
            if (found := self._flipped_in_part(mask, other)) is not None:
                return found
        return self._pair(self.differences, left, right)

    def _flipped_in_part(self, mask: Value, other: Value) -> Value | None:
        """A word of which a run of bits is its complement where a bit is 1, as it is in a mask."""
        polynomial = self.polynomial(mask)
        most = max(map(abs, polynomial.values()), default=0)
        start = most & -most
        ones = most // max(start, 1)
        if not most or ones & ones + 1 or any(each % most for each in polynomial.values()):
            return None
        bit = self.value({each: by // most for each, by in polynomial.items()})
        if isinstance(bit, Word) and bit.high - bit.low < 4:
            bit = self.bounded(bit, *self.tight(bit, 1))
        if not self._is_bit_value(bit):
            return None
        low, rest = self.divide(other, start)
        part, high = self.divide(rest, ones + 1)
        bit = self.named(bit, 0, 1)
        twice = self.times(self.product(bit, part), -2)
        part = self.named(self.sum(part, self.times(bit, ones), twice), 0, ones)
        found = self.sum(low, self.times(part, start), self.times(high, start * (ones + 1)))
        return self.bounded(found, 0, self.radix - 1) if isinstance(found, Word) else found

    def _selected(self, value: Value, masked: Value) -> Value | None:
        """A word, or another, of which the difference in bits is masked: by the mask's bit."""
        if isinstance(masked, int) or len(masked.polynomial) != 1:
            return None
        ((monomial, factor),) = masked.polynomial.items()
        if len(monomial) != 2 or factor != 1:
            return None
        for bit, number in (monomial, monomial[::-1]):
            pair = self.differences.get(number)
            if pair and self._is_bit(bit) and value in pair:
                other = pair[value == pair[0]]
                change = self.product(self.value(variable(bit)), self.less(other, value))
                return self.bounded(self.sum(value, change), 0, self.radix - 1)
        return None

    def _where(self, bit: Value, value: Value) -> Value:
        """A word where a bit is 1, else 0."""
        if isinstance(bit, Word) and len(set(bit.polynomial) - {ONE}) > 1:
            bit = self.named(bit, 0, 1)
        high = value if isinstance(value, int) else value.high
        return self.bounded(self.product(bit, value), 0, high)

    def _flipped(self, value: Value, bit: Value) -> Value:
        """A word, or its complement where a bit is 1."""
        bit = self.named(bit, 0, 1)
        changed = self.less(
            self.times(bit, self.radix - 1), self.product(self.times(bit, 2), value)
        )
        return self.named(self.sum(value, changed), 0, self.radix - 1)

    def named(self, value: Value, low: int, high: int) -> Value:
        """A variable that stands for a value, of which is known that it is in bounds."""
        if isinstance(value, int):
            return value
        if self.single(value) is not None:
            return value
        if (known := self._named.get(value.key)) is None:
            known = self._named[value.key] = self.new(low, high)
            self.names[known] = value.polynomial
        return self.value(variable(known))

    # Conditions

    def decide(self, bit: Value) -> int:
        """What a bit is: as it follows, or as this run assumes."""
        if isinstance(bit, int):
            return bit
        low, high = self.tight(bit)
        if low == high:
            return low
        if not 0 <= low <= high <= 1:
            raise UnprovedError(f"a condition from {low} to {high}")
        number, is_inverse = self._condition(bit)
        self.choose(number)
        return self.assumed[number] ^ is_inverse

    def choose(self, number: int) -> None:
        """Fix a variable of few values, as this run assumes."""
        if number not in self.assumed:
            raise UndecidedError(number, range(self.low[number], self.high[number] + 1))
        if number not in self.decided:
            self.decided[number] = self.low[number], self.high[number]
            self._assume(number, self.assumed[number])
            self._narrow(number)
            self.follow()

    def _narrow(self, number: int) -> None:
        """What a quotient that is chosen says of a total of one variable: that is in between."""
        value = self.low[number]
        if name := self.names.get(number):
            terms = dict(name)
            value -= terms.pop(ONE, 0)
            if len(terms) != 1:
                return
            ((monomial, factor),) = terms.items()
            if len(monomial) != 1 or abs(factor) != 1:
                return
            number, value = monomial[0], value * factor
        division = self.divisions.get(number)
        if division is None or number != division.quotient:
            return
        terms = dict(division.total)
        least = division.radix * value - terms.pop(ONE, 0)
        most = least + division.radix - 1
        if len(terms) != 1:
            return
        ((monomial, factor),) = terms.items()
        if len(monomial) != 1 or abs(factor) != 1:
            return
        if factor == -1:
            least, most = -most, -least
        each = monomial[0]
        self.low[each] = max(self.low[each], least)
        self.high[each] = min(self.high[each], most)
        if self.low[each] > self.high[each]:
            raise ContradictionError

    def _condition(self, bit: Word) -> tuple[int, bool]:
        """The variable of a bit, and whether it is 1 where the bit is 0."""
        for is_inverse in (False, True):
            number = self.single(self.less(1, bit) if is_inverse else bit)
            if number is not None:
                return number, is_inverse
        number = self.single(self.named(bit, 0, 1))
        assert number is not None
        return number, False

    def _assume(self, number: int, value: int) -> None:
        self.fix(number, value)
        self.assumptions[number] = value
        self._assume_joined(number, value)
        name = self.names.get(number)
        if name is None:
            return
        quotients = [
            each
            for each in sorted(variables(name), reverse=True)
            if name.get((each,)) in (1, -1)
            and not self.is_fixed(each)
            and sum(each in monomial for monomial in name) == 1
        ]
        if quotients:
            each = quotients[0]
            sign = name[(each,)]
            rest = {
                monomial: coefficient
                for monomial, coefficient in name.items()
                if monomial != (each,)
            }
            self.says[number] = each
            self.instead[each] = scaled(added(constant(value), rest, -1), sign)

    def tight(self, value: Value, width: int | None = None) -> tuple[int, int]:
        """The best bounds that are found; with more effort where they are to be no further apart
        than a width."""
        if isinstance(value, int):
            return value, value
        upside_down = scaled(value.polynomial, -1)
        low = value.low
        high = min(self.upper(value.polynomial, low), value.high)
        if high > low:
            low = max(-self.upper(upside_down, -high), low)
        if width is not None:
            with self.tries(self.patience):
                while high - low > width and self.is_below(value.polynomial, high):
                    high -= 1
            with self.tries(self.patience):
                while high - low > width and self.is_below(upside_down, -low):
                    low += 1
        if low > high:
            raise ContradictionError
        return low, high

    def follow(self) -> None:
        """Note what follows where the word and the quotient of a total are known."""

    def tries(self, terms: int) -> AbstractContextManager[None]:
        raise NotImplementedError

    def upper(self, polynomial: Polynomial, enough: int | None = None) -> int:
        raise NotImplementedError

    def is_below(self, polynomial: Polynomial, limit: int, depth: int = 0) -> bool:
        raise NotImplementedError

    def total(self, words: Iterable[Value]) -> Polynomial:
        """The number that words are, the least significant first."""
        found: Polynomial = {}
        for place, each in enumerate(words):
            found = added(found, self.polynomial(each), self.radix**place)
        return found
