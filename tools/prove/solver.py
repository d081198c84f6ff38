# SPDX-License-Identifier: MIT
"""What follows from the equations of a run: identities, and bounds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import gcd

from tools.prove.algebra import Algebra, ContradictionError, Division, Number, UnprovedError, Value
from tools.prove.by_modulus import ByModulus
from tools.prove.facts import bound_quotients, exclude
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

# Beyond so many terms a bound is looked for at the end alone.
SMALL = 300
# The most conditions of one bound that are tried both ways.
BRANCHES = 4
# Of a carry, in how many products of variables it is replaced, at most.
FACTORS = 12
# The terms that a bound of what is left may take: it saves many ways.
LAST = 1_000_000
# How often a factor of what is left is in others, at most.
MULTIPLES = 8
# Of a variable that a run chooses, at most.
VALUES = 8
# The terms that a run goes through, at most: proofs that are found take a tenth.
EFFORT = 12_000_000


class Solver(Algebra):
    """An algebra that finds bounds and rests."""

    def __init__(self, bits: int, assumed: dict[int, int], most: int = EFFORT) -> None:
        super().__init__(bits, assumed)
        self.effort = 0
        self.most = most
        self.floor = 0  # bounds do not replace what is older
        self._by_modulus = ByModulus(self)

    def _spend(self, terms: int) -> None:
        self.effort += terms
        if self.effort > self.most:
            raise UnprovedError("it takes more effort than proofs that are found")

    @contextmanager
    def tries(self, terms: int) -> Iterator[None]:
        """What takes more terms than that is given up, and nothing is known of it."""
        most = self.most
        if self.is_cutting:
            self.most = min(most, self.effort + terms)
        try:
            yield
        except UnprovedError:
            if self.effort > most:
                raise
        finally:
            self.most = most

    def cut(self, words: Sequence[Value], since: int) -> list[Value] | None:
        """Words in place of words; none here."""
        return None

    def rewriting(self, polynomial: Polynomial, scale: int = 1) -> Rewriting:
        return Rewriting(polynomial, scale, self._square if self.is_cutting else None)

    def _square(self, number: int) -> int:
        """How often the square of a variable is the variable, if it is."""
        low, high = self.low[number], self.high[number]
        return 1 if 0 <= low <= high <= 1 else -1 if -1 <= low <= high <= 0 else 0

    # Identities

    def rest(self, polynomial: Polynomial, modulus: int | Number = 0) -> Polynomial:
        """A polynomial by the operands, the quotients that are left, and what is fixed: empty where
        it is 0, modulo the modulus if there is one, which may be an operand. Times a power of two:
        no odd modulus shares a factor with it, and others are taken as often."""
        while left := self._rest(polynomial, modulus):
            if self._settle(left):
                continue
            if self.is_cutting and self._is_multiple_of_0(left, modulus):
                return {}
            few = self._few(left) or self._few_beside(left)
            if not few:
                if self._follow_more():
                    continue
                if not (few := self._few_of_multiples(left)):
                    return left
                if self._has_one_value(few[0]):
                    continue
            self._choose(few[0])
        return left

    def _is_multiple_of_0(self, left: Polynomial, modulus: int | Number) -> bool:
        """Whether what is left is, modulo an odd modulus, a factor times a sum of quotients that is
        0, whatever each of them is."""
        if isinstance(modulus, Number) or modulus % 2 == 0 or len(left) < 2:
            return False
        factor = next(iter(left.values()))
        multiples = {
            factor * often % modulus: often for often in range(-MULTIPLES, MULTIPLES + 1) if often
        }
        if any(each not in multiples for each in left.values()):
            return False
        together = self.value({each: multiples[by] for each, by in left.items()})
        patience, self.patience = self.patience, LAST
        try:
            if self.tight(together, 0) != (0, 0):
                return False
        finally:
            self.patience = patience
        # That is one more thing that is known.
        polynomial = self.polynomial(together)
        newest = max(variables(polynomial), default=-1)
        factor = polynomial.get((newest,), 0)
        if factor in (1, -1) and newest not in self.names:
            self.names[newest] = scaled(added(polynomial, {(newest,): factor}, -1), -factor)
        return True

    def _choose(self, number: int) -> None:
        """A value of a quotient; the only one, if no other can be."""
        if number not in self.assumed:
            low, high = self.tight(self.word(number), 0)
            if low == high:
                self.fix(number, low)
                self.follow()
                return
        self.choose(number)
        # What was bounded without this may be bounded better.
        self.settled.clear()

    def follow(self) -> None:
        """Where the word and the quotient of a total are known, an older variable follows. In
        identities alone: bounds see an operand as a whole."""
        for word, division in self.divisions.items():
            if word != division.word or word in self.followed:
                continue
            if not self.is_fixed(word) or not self.is_fixed(division.quotient):
                continue
            self.followed.add(word)
            known = self.low[word] + division.radix * self.low[division.quotient]
            self._note(self._rest(added(division.total, constant(known), -1), 0))

    def _follow_more(self) -> bool:
        """Whether something new follows where quotients are bounded as is known now."""
        before = len(self.followed), self.multiples
        bound_quotients(self)
        self.follow()
        known, self.multiples = self.multiples, {}
        for number, (factor, by) in known.items():
            self._note(self._rest(added(by, variable(number), -factor), 0))
        return before != (len(self.followed), self.multiples)

    def _note(self, zero: Polynomial) -> None:
        """Of a polynomial that is 0: its newest variable that stands alone, or a multiple of it."""
        alone = [
            each
            for each in sorted(variables(zero), reverse=True)
            if (each,) in zero and sum(each in monomial for monomial in zero) == 1
        ]
        for each in alone:
            factor = zero[(each,)]
            rest = scaled(added(zero, {(each,): factor}, -1), -1 if factor > 0 else 1)
            if factor in (1, -1):
                self.equal[each] = rest
                return
        if alone:
            each = alone[0]
            factor = zero[(each,)]
            rest = scaled(added(zero, {(each,): factor}, -1), -1 if factor > 0 else 1)
            if not variables(rest) and rest.get(ONE, 0) % factor:
                raise ContradictionError
            self.multiples[each] = abs(factor), rest

    def _settle(self, polynomial: Polynomial) -> bool:
        """Bound the quotients in a polynomial as well as is known; whether one has one value."""
        found = False
        for number in sorted(variables(polynomial)):
            division = self.divisions.get(number)
            if division and number == division.quotient and number not in self.settled:
                self.settled.add(number)
                self.low[number], self.high[number] = self.tight(self.word(number))
                found |= self.is_fixed(number)
        return found

    def _few(self, polynomial: Polynomial) -> list[int]:
        """Quotients of few values in a polynomial: conditions first, then the oldest."""
        found = [
            number
            for number in variables(polynomial)
            if number in self.divisions
            and number == self.divisions[number].quotient
            and self._is_of_few(number)
        ]
        return sorted(found, key=lambda number: (not self._is_condition(number), number))

    def _few_beside(self, polynomial: Polynomial) -> list[int]:
        """Of few values, where quotients of few values are all chosen: words of operands, words
        beside others, or quotients whose words are fixed and whose totals depend on the same
        variables."""
        there = variables(polynomial)
        operands = {word for number in self.numbers for word in number.words}
        if few := sorted(each for each in operands & there if self._is_of_few(each)):
            return few
        quotients = [d.quotient for number, d in self.divisions.items() if number == d.word]
        words = [each - 1 for each in quotients if each in there and self._is_of_few(each - 1)]
        if words:
            return words
        return [
            each
            for each in quotients
            if self._is_of_few(each)
            and self.is_fixed(each - 1)
            and there & variables(self._rest(self.divisions[each].total, 0))
        ]

    def _has_one_value(self, number: int) -> bool:
        """Whether linear inequalities leave a variable only its least or most, which is fixed."""
        for end, sign in ((self.low[number], 1), (self.high[number], -1)):
            if exclude(self, variable(number, sign), sign * end + 1):
                self.fix(number, end)
                self.follow()
                return True
        return False

    def _few_of_multiples(self, polynomial: Polynomial) -> list[int]:
        """Of few values, beside variables of a polynomial in what is known of a multiple."""
        there = variables(polynomial)
        for number, (_, by) in self.multiples.items():
            if there & variables(by) and (few := self._few({**by, (number,): 1})):
                return few
        return []

    def _is_of_few(self, number: int) -> bool:
        return 0 < self.high[number] - self.low[number] < VALUES

    def _is_condition(self, number: int) -> bool:
        """Whether a variable fills masks, or is used more than once."""
        return number in self.conditions or self.uses.get(number, 0) > 1

    def is_at_most(self, polynomial: Polynomial, most: int) -> bool:
        """Whether a polynomial is, in this run; what it depends on is chosen where that helps."""
        while not self.is_below(polynomial, most + 1):
            if not (few := self._few(self._rest(polynomial, 0))):
                return exclude(self, polynomial, most + 1)
            self._choose(few[0])
        return True

    def _rest(self, polynomial: Polynomial, modulus: int | Number) -> Polynomial:
        rewriting = self.rewriting(polynomial)
        while (number := rewriting.newest()) is not None:
            self._spend(len(rewriting.having(number)))
            self._eliminate(rewriting, number)
        for number in sorted(self.equal.keys() | self.multiples.keys(), reverse=True):
            if number in self.equal:
                rewriting.replace(number, self.equal[number])
            elif rewriting.having(number):
                factor, multiple = self.multiples[number]
                if is_free_of(modulus, factor):
                    self._replace(rewriting, number, multiple, factor)
        for number in [each for each in variables(rewriting.terms) if self.is_fixed(each)]:
            rewriting.replace(number, constant(self.low[number]))
        if isinstance(modulus, Number):
            # The lowest word, less the modulus: what is 0 then is a polynomial times the modulus.
            above = enumerate(modulus.words[1:], 1)
            by: Polynomial = {(each,): -(1 << self.bits * place) for place, each in above}
            rewriting.replace(modulus.words[0], by)
            modulus = 0
        if modulus % 2 == 0:
            modulus *= rewriting.scale
        left: dict[Monomial, int] = {}
        for each, number in rewriting.terms.items():
            monomial = self._once(each)
            left[monomial] = left.get(monomial, 0) + number
        remainders = {
            each: number % modulus if modulus else number for each, number in left.items()
        }
        return {each: number for each, number in remainders.items() if number}

    def _once(self, monomial: Monomial) -> Monomial:
        """A monomial with the first power of each bit: its square is the same."""
        if len(set(monomial)) == len(monomial):
            return monomial
        bits = {each for each in monomial if self.low[each] == 0 and self.high[each] == 1}
        others = [each for each in monomial if each not in bits]
        return tuple(sorted([*others, *bits]))

    def _eliminate(self, rewriting: Rewriting, number: int) -> bool:
        """A variable in terms of older ones; false where it is to stay."""
        if self.is_fixed(number):
            rewriting.replace(number, constant(self.low[number]))
        elif number in self.instead:
            rewriting.replace(number, self.instead[number])
        elif name := self.names.get(number):
            rewriting.replace(number, name)
        elif number in self.kept or (division := self.divisions.get(number)) is None:
            return False
        elif number == division.word:
            self._replace_word(rewriting, division)
        elif self.is_fixed(division.word):
            total = added(division.total, constant(self.low[division.word]), -1)
            self._replace(rewriting, number, total, division.radix)
        else:
            return False
        return True

    def _replace_word(self, rewriting: Rewriting, division: Division) -> None:
        """By the total, less what the quotient counts."""
        by = dict(division.total)
        quotient: Monomial = (division.quotient,)
        by[quotient] = by.get(quotient, 0) - division.radix
        rewriting.replace(division.word, by)

    def _division(self, number: int) -> Division | None:
        """That of which a variable is the word or the quotient, unless it stays."""
        return None if number in self.kept else self.divisions.get(number)

    def _is_known(self, number: int) -> bool:
        return self.is_fixed(number) or number in self.instead

    @staticmethod
    def _replace(rewriting: Rewriting, number: int, by: Polynomial, scale: int) -> None:
        # As often as the variable's highest power.
        powers = max(each.count(number) for each in rewriting.having(number))
        for _ in range(powers):
            rewriting.multiply(scale)
        _replace_scaled(rewriting, number, by, scale)

    def is_contradictory(self) -> bool:
        """Whether what was chosen cannot be: without one choice, the others exclude it, or what
        only they say of their totals' variables does."""
        every = list(self.decided)
        try:
            if any(self._excludes([one], one) or self._excludes(every, one) for one in every):
                return True
            return exclude(self)
        except ContradictionError:
            return True

    def _excludes(self, without: list[int], number: int) -> bool:
        """Whether a choice cannot be, where some choices are taken back."""
        values = dict(self.assumptions)
        instead = dict(self.instead)
        for each in without:
            self.low[each], self.high[each] = self.decided[each]
            self.instead.pop(self.says.get(each, -1), None)
            del self.assumptions[each]
        found = self.is_below(variable(number), values[number]) or self.is_below(
            variable(number, -1), -values[number]
        )
        self.instead = instead
        for each in without:
            self.fix(each, values[each])
        self.assumptions = values
        return found

    # Bounds

    def upper(self, polynomial: Polynomial, enough: int | None = None) -> int:
        """The least upper bound that is found soon of what a polynomial, an integer, can be; or one
        that is enough."""
        return self._descend(polynomial, enough)[0]

    def is_below(self, polynomial: Polynomial, limit: int, depth: int = 0) -> bool:
        """Whether a polynomial is; tried for each value of the conditions that it depends on."""
        best, conditions, rewriting = self._descend(
            polynomial, limit - 1 if self.is_cutting else None
        )
        if best < limit or self._with_assumptions(rewriting) < limit:
            return True
        if not conditions or depth == BRANCHES:
            return False
        number = conditions[0]
        for value in range(self.low[number], self.high[number] + 1):
            with suppress(ContradictionError), self._assuming(number, value):
                if not self.is_below(polynomial, limit, depth + 1):
                    return False
        return True

    @contextmanager
    def _assuming(self, number: int, value: int) -> Iterator[None]:
        """A variable of few values has this one, and what follows is forgotten afterwards."""
        low, high, settled = list(self.low), list(self.high), set(self.settled)
        instead, numbers = dict(self.instead), list(self.numbers)
        self._assume(number, value)
        try:
            yield
        finally:
            del self.assumptions[number]
            self.low[: len(low)], self.high[: len(high)] = low, high
            self.instead, self.numbers, self.settled = instead, numbers, settled

    def _with_assumptions(self, rewriting: Rewriting) -> int:
        """A bound by what assumptions say of the operands: what is 0 may be added so often that the
        bound is small."""
        best = self._settled_bound(rewriting)
        tops = [(number.words[-1],) for number in self.numbers]
        for zero in self._zeros():
            common = [each for each in rewriting.terms if len(each) == 1 and each in zero.terms]
            highest = max(common, key=lambda each: abs(zero.terms[each]), default=ONE)
            for top in dict.fromkeys([*tops, highest] if self.is_cutting else tops):
                some, other = rewriting.terms.get(top, 0), zero.terms.get(top, 0)
                if some and other:
                    together = self.rewriting(rewriting.terms, rewriting.scale)
                    together.multiply(abs(other))
                    together.add(zero.terms, -some if other > 0 else some)
                    best = min(best, self._settled_bound(together))
        return best

    def _zeros(self) -> Iterator[Rewriting]:
        """Of a quotient that is assumed, its total less the word and what it counts; of a name,
        what it stands for less its value."""
        for number, value in self.assumptions.items():
            division = self.divisions.get(number)
            if self.is_cutting and (name := self.names.get(number)):
                said = self.says.get(number, -1)
                instead = self.instead.pop(said, None)
                zero = self.rewriting(name)
                zero.add({ONE: -value})
                self._descend_from(zero, -1)
                if instead is not None:
                    self.instead[said] = instead
                yield zero
            elif division and number == division.quotient:
                zero = self.rewriting(division.total)
                zero.add({(division.word,): -1, ONE: -division.radix * value})
                self._descend_from(zero, division.word)
                yield zero

    def _settled_bound(self, rewriting: Rewriting) -> int:
        """Of what stands there, where the quotients of few values are bounded first."""
        self._settle({(number,): 1 for number in self._few(rewriting.terms)})
        return self._bound(rewriting)

    def _descend_from(self, rewriting: Rewriting, kept: int) -> None:
        """To the operands; one word stays."""
        seen = {kept}
        while (number := rewriting.newest()) is not None and number >= self.floor:
            self._spend(len(rewriting.terms))
            division = self._division(number)
            if self._is_factor(rewriting, number):
                continue
            if division and not self._is_known(number) and number not in self.names:
                if division.word not in seen:
                    seen.add(division.word)
                    self._divide_out(rewriting, division)
            elif number in self.wholes:
                self._replace_whole(rewriting, number)
            elif number != kept:
                self._eliminate(rewriting, number)

    def _descend(
        self, polynomial: Polynomial, enough: int | None = None
    ) -> tuple[int, list[int], Rewriting]:
        """The best bound on the way from a polynomial to the operands, or the first that is enough;
        the conditions there, those of masks and of what is used more than once first; and where the
        way ends."""
        rewriting = self.rewriting(polynomial)
        best = self._bound(rewriting)
        seen: set[int] = set()
        conditions: list[int] = []
        others: dict[int, None] = {}
        while (number := rewriting.newest()) is not None and number >= self.floor:
            if enough is not None and best <= enough:
                break
            self._spend(len(rewriting.terms))
            if self._is_of_few(number):
                if self._is_condition(number):
                    conditions.append(number)
                elif not rewriting.is_linear_in(number) or self._is_in_places(rewriting, number):
                    others[number] = None
            division = self._division(number)
            if self._is_factor(rewriting, number):
                continue
            if division and not self._is_known(number) and number not in self.names:
                if division.word in seen:
                    continue
                seen.add(division.word)
                self._divide_out(rewriting, division)
            elif number in self.wholes:
                self._replace_whole(rewriting, number)
            elif not self._eliminate(rewriting, number):
                continue
            if len(rewriting.terms) < SMALL:
                best = min(best, self._bound(rewriting))
        return min(best, self._bound(rewriting)), [*conditions, *others], rewriting

    def _is_factor(self, rewriting: Rewriting, number: int) -> bool:
        """Whether a carry or a sign multiplies much: where it comes from says nothing there."""
        having = rewriting.having(number)
        return (
            self.is_cutting
            and len(having) > FACTORS
            and number not in self.names
            and self._is_of_few(number)
            and sum(len(each) > 1 for each in having) > FACTORS
        )

    def _replace_whole(self, rewriting: Rewriting, number: int) -> None:
        """Words that a polynomial is, by their lowest, where they stand as in the number: as often
        as all of them do; what more there is of some stays."""
        words = self.wholes[number]
        by = added(self.names[number], {(number,): 1}, -1)
        # Of a square both factors are, one after the other.
        changes = 1
        while changes:
            changes = sum(
                self._replace_beside(rewriting, each, words, by)
                for each in rewriting.having(number)
            )

    def _replace_beside(
        self, rewriting: Rewriting, monomial: Monomial, words: tuple[int, ...], by: Polynomial
    ) -> bool:
        """The same beside what else a monomial with the lowest word has; whether that changed."""
        others = without(monomial, words[0])
        beside = [tuple(sorted((*others, each))) for each in words]
        there = [rewriting.terms.get(each, 0) for each in beside]
        sign = 1 if there[0] > 0 else -1
        places = [i for i, word in enumerate(words) if not self.is_fixed(word)]
        often = min((sign * there[i] >> self.bits * i for i in places), default=0)
        if often <= 0:
            return False
        for each, factor in by.items():
            rewriting.add({tuple(sorted(others + each)): factor * sign * often})
        return True

    @staticmethod
    def _is_in_places(rewriting: Rewriting, number: int) -> bool:
        """Whether a bit counts for more than a carry does: what it adds is no power of two."""
        factor = abs(rewriting.linear(number))
        return factor & factor - 1 != 0

    def _divide_out(self, rewriting: Rewriting, division: Division) -> None:
        """A quotient by the total and the word, which is in bounds; else the word."""
        if rewriting.having(division.quotient):
            total = added(division.total, {(division.word,): 1}, -1)
            self._replace(rewriting, division.quotient, total, division.radix)
        else:
            self._replace_word(rewriting, division)

    def _bound(self, rewriting: Rewriting) -> int:
        """Of what stands there now, rounded down, since it is an integer."""
        terms = dict(rewriting.terms)
        total = self._by_modulus.taken(terms) if self.modulus else 0
        for i, number in enumerate(self.numbers):
            total += self._taken(terms, number)
            for other in self.numbers[i:]:
                total += self._product_taken(terms, number, other)
        return (total + self.interval(terms)[1]) // rewriting.scale

    def _taken(self, terms: dict[Monomial, int], number: Number) -> int:
        """What an operand adds at most, as a whole or from some word up, where its words stand as
        in the number. What its other words are at least is taken from its most."""
        if number.low and all(terms.get((each,), 0) < 0 for each in number.words):
            return self._taken_away(terms, number)
        start = len(number.words)
        while start and self._stands(terms, number.words[start - 1]):
            start -= 1
        while start < len(number.words) and self.is_fixed(number.words[start]):
            start += 1
        words = [(self.bits * i, each) for i, each in enumerate(number.words[start:])]
        free = [(place, each) for place, each in words if not self.is_fixed(each)]
        factor = min((terms[(each,)] >> place for place, each in free), default=0)
        if not factor:
            return 0
        below = enumerate(number.words[:start])
        least = sum(self.low[each] << self.bits * i for i, each in below)
        most = number.high - least >> self.bits * start
        most -= sum(self.low[each] << place for place, each in words if self.is_fixed(each))
        for place, each in free:
            terms[(each,)] -= factor << place
        return factor * min(most, sum(self.high[each] << place for place, each in free))

    def _stands(self, terms: dict[Monomial, int], word: int) -> bool:
        return self.is_fixed(word) or terms.get((word,), 0) > 0

    def _taken_away(self, terms: dict[Monomial, int], number: Number) -> int:
        """The same of an operand that counts below zero, by the least that it is."""
        places = [(self.bits * i, each) for i, each in enumerate(number.words)]
        factor = min(-terms[(each,)] >> place for place, each in places)
        for place, each in places:
            terms[(each,)] += factor << place
        return -factor * number.low

    def _product_taken(self, terms: dict[Monomial, int], some: Number, other: Number) -> int:
        """The same of a product of two, or of a square."""
        if (some.words[0], other.words[0]) not in terms:
            return 0
        weights: dict[Monomial, int] = {}
        for i, left in enumerate(some.words):
            for j, right in enumerate(other.words):
                monomial = (min(left, right), max(left, right))
                weights[monomial] = weights.get(monomial, 0) + (1 << self.bits * (i + j))
        factor = min(terms.get(each, 0) // weight for each, weight in weights.items())
        if factor <= 0:
            return 0
        for each, weight in weights.items():
            terms[each] -= factor * weight
        return factor * some.high * other.high


def is_free_of(modulus: int | Number, factor: int) -> bool:
    """Whether what is 0 times the factor is 0, modulo the modulus, which may be 0 for none. What is
    even is taken as often as the polynomial."""
    if isinstance(modulus, Number):
        return abs(factor) & abs(factor) - 1 == 0
    return modulus % 2 == 0 or gcd(modulus, factor) == 1


def _replace_scaled(rewriting: Rewriting, number: int, by: Polynomial, scale: int) -> None:
    """Each power by a polynomial over the scale, in terms that were multiplied by it."""
    for monomial in rewriting.having(number):
        coefficient = rewriting.terms[monomial]
        power = monomial.count(number)
        rest = tuple(each for each in monomial if each != number)
        rewriting.add({monomial: -coefficient})
        replaced: Polynomial = {rest: coefficient // scale**power}
        for _ in range(power):
            replaced = multiplied(replaced, by)
        rewriting.add(replaced)
