# SPDX-License-Identifier: MIT
"""Polynomials with integer coefficients over variables that are numbered."""

import heapq
from collections.abc import Callable, Mapping

# Variables in order, each as often as its power; () is the constant's.
Monomial = tuple[int, ...]
Polynomial = Mapping[Monomial, int]

ONE: Monomial = ()


def constant(value: int) -> dict[Monomial, int]:
    return {ONE: value} if value else {}


def variable(number: int, factor: int = 1) -> dict[Monomial, int]:
    return {(number,): factor}


def added(some: Polynomial, others: Polynomial, factor: int = 1) -> dict[Monomial, int]:
    """some + factor others."""
    total = dict(some)
    for monomial, coefficient in others.items():
        value = total.get(monomial, 0) + factor * coefficient
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)
    return total


def scaled(polynomial: Polynomial, factor: int) -> dict[Monomial, int]:
    return {each: coefficient * factor for each, coefficient in polynomial.items() if factor}


def multiplied(some: Polynomial, others: Polynomial) -> dict[Monomial, int]:
    total: dict[Monomial, int] = {}
    for left, factor in some.items():
        for right, coefficient in others.items():
            monomial = tuple(sorted(left + right))
            value = total.get(monomial, 0) + factor * coefficient
            if value:
                total[monomial] = value
            else:
                total.pop(monomial, None)
    return total


def variables(polynomial: Polynomial) -> set[int]:
    return {each for monomial in polynomial for each in monomial}


def without(monomial: Monomial, number: int) -> Monomial:
    """One power of a variable less."""
    at = monomial.index(number)
    return monomial[:at] + monomial[at + 1 :]


class Rewriting:
    """A polynomial times a scale, whose variables give way to others from the newest on. The
    square of a variable is so many times the variable where `square` says so, and 0 says
    nothing: of a bit, and of what is 0 or -1."""

    def __init__(
        self,
        polynomial: Polynomial,
        scale: int = 1,
        square: Callable[[int], int] | None = None,
    ) -> None:
        self.square = square
        self.terms: dict[Monomial, int] = {}
        self.scale = scale
        self._having: dict[int, set[Monomial]] = {}
        self._newest: list[int] = []
        self.add(polynomial)

    def add(self, polynomial: Polynomial, factor: int = 1) -> None:
        for monomial, coefficient in polynomial.items():
            self._put(monomial, coefficient * factor)

    def _put(self, monomial: Monomial, change: int) -> None:
        if self.square and len(monomial) > 1:
            monomial, sign = self._once(monomial)
            change *= sign
        value = self.terms.get(monomial, 0) + change
        if value:
            if monomial not in self.terms:
                for each in set(monomial):
                    having = self._having.setdefault(each, set())
                    if not having:
                        heapq.heappush(self._newest, -each)
                    having.add(monomial)
            self.terms[monomial] = value
        elif self.terms.pop(monomial, None) is not None:
            for each in set(monomial):
                self._having[each].discard(monomial)

    def _once(self, monomial: Monomial) -> tuple[Monomial, int]:
        """Without squares that are known, and what comes in their place."""
        assert self.square
        found: list[int] = []
        sign = 1
        for each in monomial:
            if found and found[-1] == each and (square := self.square(each)):
                sign *= square
            else:
                found.append(each)
        return (tuple(found), sign) if len(found) < len(monomial) else (monomial, 1)

    def multiply(self, factor: int) -> None:
        """Terms and scale: what they stand for stays."""
        self.scale *= factor
        for monomial in self.terms:
            self.terms[monomial] *= factor

    def newest(self) -> int | None:
        """The newest variable of those that are there, each once while it stays."""
        while self._newest:
            number = -heapq.heappop(self._newest)
            if self._having[number]:
                return number
        return None

    def having(self, number: int) -> list[Monomial]:
        return list(self._having.get(number, ()))

    def linear(self, number: int) -> int:
        """The coefficient of a variable alone."""
        return self.terms.get((number,), 0)

    def is_linear_in(self, number: int) -> bool:
        """Whether a variable stands alone where it stands."""
        return all(monomial == (number,) for monomial in self._having.get(number, ()))

    def replace(self, number: int, by: Polynomial) -> None:
        """Each power of a variable, by a polynomial without it."""
        while having := self.having(number):
            for monomial in having:
                coefficient = self.terms.get(monomial, 0)
                self._put(monomial, -coefficient)
                rest = without(monomial, number)
                for other, factor in by.items():
                    self._put(tuple(sorted(rest + other)), coefficient * factor)
