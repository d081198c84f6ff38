# SPDX-License-Identifier: MIT
"""Bounds by a modulus that is an operand: of what is at most so much more than it is."""

from math import prod

from tools.prove.algebra import Algebra, Number
from tools.prove.polynomial import Monomial, Polynomial, multiplied, without


class ByModulus:
    """What an algebra's operands add to a bound, where its modulus bounds them."""

    def __init__(self, of: Algebra) -> None:
        self.of = of
        self._wholes: dict[tuple[tuple[int, ...], ...], Polynomial] = {}

    def taken(self, terms: dict[Monomial, int]) -> int:
        """Operands, and products of these and of other words, by the modulus that bounds them."""
        modulus, total = self.of.modulus, 0
        assert modulus
        numbers = [each for each in self.of.numbers if each.above_modulus is not None]
        for i, some in enumerate(numbers):
            for other in numbers[i:]:
                if (factor := self._taken_out(terms, self._product(some, other))) > 0:
                    above = some.above_modulus or 0, other.above_modulus or 0
                    moduli = some.moduli, other.moduli
                    self._put(terms, self._product(modulus, modulus), factor * prod(moduli))
                    times = moduli[0] * above[1] + moduli[1] * above[0]
                    self._put(terms, self._whole(modulus), factor * times)
                    total += factor * above[0] * above[1]
        for number in numbers:
            if (factor := self._taken_out(terms, self._whole(number))) > 0:
                self._put(terms, self._whole(modulus), factor * number.moduli)
                total += factor * (number.above_modulus or 0)
        first = modulus.words[0]
        others = {without(each, first)[0] for each in terms if len(each) == 2 and first in each}
        for beside in others - set(modulus.words):
            factor = self._taken_out(terms, self._whole(modulus, beside), both_ways=True)
            most = self.of.high[beside] if factor > 0 else self.of.low[beside]
            self._put(terms, self._whole(modulus), factor * most)
        factor = self._taken_out(terms, self._product(modulus, modulus), both_ways=True)
        most = modulus.high if factor > 0 else modulus.low
        self._put(terms, self._whole(modulus), factor * most)
        factor = self._taken_out(terms, self._whole(modulus), both_ways=True)
        return total + factor * (modulus.high if factor > 0 else modulus.low)

    def _whole(self, number: Number, *beside: int) -> Polynomial:
        """A number by its words, times a variable where one is given."""
        if (known := self._wholes.get((number.words, beside))) is None:
            known = self._wholes[number.words, beside] = {
                tuple(sorted((each, *beside))): 1 << self.of.bits * place
                for place, each in enumerate(number.words)
            }
        return known

    def _product(self, some: Number, other: Number) -> Polynomial:
        if (known := self._wholes.get((some.words, other.words))) is None:
            known = multiplied(self._whole(some), self._whole(other))
            self._wholes[some.words, other.words] = known
        return known

    @staticmethod
    def _taken_out(terms: dict[Monomial, int], of: Polynomial, both_ways: bool = False) -> int:
        """How often a polynomial is in terms, from which it is taken; or is taken from them."""
        sign = 1 if terms.get(next(iter(of)), 0) > 0 or not both_ways else -1
        factor = -1
        for each, weight in of.items():
            often = sign * terms.get(each, 0) // weight
            if often <= 0:
                return 0
            factor = often if factor < 0 else min(factor, often)
        factor *= sign
        for each, weight in of.items():
            terms[each] -= factor * weight
        return factor

    @staticmethod
    def _put(terms: dict[Monomial, int], of: Polynomial, factor: int) -> None:
        if factor:
            for each, weight in of.items():
                terms[each] = terms.get(each, 0) + factor * weight
