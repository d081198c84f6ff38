# SPDX-License-Identifier: MIT
"""Polynomials over named variables, some of which stand for what is not zero and may have negative
powers. Coefficients are of Z[1/6]: an identity holds over each field in which 6 is not zero."""

from collections.abc import Mapping
from fractions import Fraction

from tools.prove.algebra import UnprovedError

Coefficient = int | Fraction
# The power of variable i is the i-th digit of a monomial to this base, from -BASE / 2 on.
WIDTH = 20
BASE = 1 << WIDTH
_NAMES: dict[str, int] = {}
_UNITS: set[int] = set()


def powers(monomial: int) -> dict[int, int]:
    """Of the variables that a monomial has."""
    found = {}
    number = 0
    while monomial:
        power = (monomial + BASE // 2) % BASE - BASE // 2
        if power:
            found[number] = power
        monomial = (monomial - power) >> WIDTH
        number += 1
    return found


def is_invertible(value: Coefficient) -> bool:
    """Whether a coefficient is made of 2 and 3 alone."""
    for part in (abs(value.numerator), value.denominator):
        for prime in (2, 3):
            while part and part % prime == 0:
                part //= prime
        if part != 1:
            return False
    return True


class Laurent:
    """A sum of monomials with coefficients that are not zero."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, Coefficient]) -> None:
        self.terms = {each: factor for each, factor in terms.items() if factor}

    def __add__(self, other: "Laurent | int") -> "Laurent":
        total = dict(self.terms)
        for monomial, factor in as_laurent(other).terms.items():
            total[monomial] = total.get(monomial, 0) + factor
        return Laurent(total)

    def __radd__(self, other: int) -> "Laurent":
        return self + other

    def __neg__(self) -> "Laurent":
        return Laurent({each: -factor for each, factor in self.terms.items()})

    def __sub__(self, other: "Laurent | int") -> "Laurent":
        return self + -as_laurent(other)

    def __rsub__(self, other: int) -> "Laurent":
        return -self + other

    def __mul__(self, other: "Laurent | Coefficient") -> "Laurent":
        total: dict[int, Coefficient] = {}
        others = as_laurent(other).terms
        for left, factor in self.terms.items():
            for right, another in others.items():
                total[left + right] = total.get(left + right, 0) + factor * another
        return Laurent(total)

    def __rmul__(self, other: Coefficient) -> "Laurent":
        return self * other

    def __pow__(self, power: int) -> "Laurent":
        if power < 0:
            return self.inverse() ** -power
        total = constant(1)
        for _ in range(power):
            total = total * self
        return total

    def __truediv__(self, other: "Laurent | int") -> "Laurent":
        return self * as_laurent(other).inverse()

    def __rtruediv__(self, other: int) -> "Laurent":
        return self.inverse() * other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Laurent, int)):
            return NotImplemented
        return self.terms == as_laurent(other).terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __str__(self) -> str:
        names = list(_NAMES)
        return (
            " + ".join(
                " ".join([str(factor), *(f"{names[n]}^{p}" for n, p in powers(each).items())])
                for each, factor in sorted(self.terms.items())
            )
            or "0"
        )

    @property
    def is_unit(self) -> bool:
        """Whether it is one monomial of what is not zero."""
        if len(self.terms) != 1:
            return False
        ((monomial, factor),) = self.terms.items()
        return is_invertible(factor) and powers(monomial).keys() <= _UNITS

    def inverse(self) -> "Laurent":
        if not self.is_unit:
            raise UnprovedError(f"division by what may be zero: {self}")
        ((monomial, factor),) = self.terms.items()
        return Laurent({-monomial: 1 / Fraction(factor)})

    def name(self) -> str | None:
        """Of the variable that it is."""
        for name, number in _NAMES.items():
            if self.terms == {1 << WIDTH * number: 1}:
                return name
        return None

    def coefficient(self, variable: "Laurent", power: int) -> "Laurent":
        """Of a power of a variable."""
        (one,) = variable.terms
        (number,) = powers(one)
        return Laurent(
            {
                monomial - power * one: factor
                for monomial, factor in self.terms.items()
                if powers(monomial).get(number, 0) == power
            }
        )

    def names(self) -> set[str]:
        """The variables that it has."""
        known = list(_NAMES)
        return {known[n] for each in self.terms for n in powers(each)}

    def number(self) -> Coefficient | None:
        """The constant that it is."""
        return self.terms.get(0, 0) if self.terms.keys() <= {0} else None

    def with_square(self, variable: "Laurent", square: "Laurent") -> "Laurent":
        """The same where a variable's square is this: at most its first power is left."""
        return self.with_power(variable, 2, square)

    def with_power(self, variable: "Laurent", degree: int, value: "Laurent") -> "Laurent":
        """The same where a power of a variable is this: only lower ones are left."""
        name = variable.name()
        assert name is not None
        number = _NAMES[name]
        one = 1 << WIDTH * number
        total = constant(0)
        steps = {0: constant(1)}
        for monomial, factor in self.terms.items():
            power = powers(monomial).get(number, 0)
            if power < 0:
                raise UnprovedError(f"a power of {name} is negative")
            times = power // degree
            for i in range(1, times + 1):
                if i not in steps:
                    steps[i] = steps[i - 1] * value
            total = total + Laurent({monomial - degree * times * one: factor}) * steps[times]
        return total


def constant(value: Coefficient) -> Laurent:
    return Laurent({0: value})


def as_laurent(value: Laurent | Coefficient) -> Laurent:
    return value if isinstance(value, Laurent) else constant(value)


def variable(name: str) -> Laurent:
    """Any element of the field."""
    number = _NAMES.setdefault(name, len(_NAMES))
    if number in _UNITS:
        raise ValueError(f"{name} stands for what is not zero")
    return Laurent({1 << WIDTH * number: 1})


def unit(name: str) -> Laurent:
    """Any element that is not zero."""
    if name in _NAMES and _NAMES[name] not in _UNITS:
        raise ValueError(f"{name} stands for what may be zero")
    number = _NAMES.setdefault(name, len(_NAMES))
    _UNITS.add(number)
    return Laurent({1 << WIDTH * number: 1})


def ratio(some: Laurent, other: Laurent) -> Laurent | None:
    """The unit that takes the second polynomial to the first, if there is one."""
    if not some.terms or not other.terms or len(some.terms) != len(other.terms):
        return None
    (left, factor), (right, another) = max(some.terms.items()), max(other.terms.items())
    found = Laurent({left - right: Fraction(factor) / another})
    return found if found.is_unit and found * other == some else None
