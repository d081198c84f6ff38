# SPDX-License-Identifier: MIT
"""Linear inequalities over integers: whether any numbers satisfy them all.

The simplex method for variables with bounds, in exact rationals; where its solution has a fraction
for a variable of few values, both ways around that are tried. What is found impossible is: a row
shows it, of which each variable is where it helps most. What is not found is not said to be
possible."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction

# Changes of coefficients and ways that variables go, at most.
CHANGES = 400_000
WAYS = 200
# Of a variable that is tried both ways.
FEW = 8

Row = dict[int, Fraction]


class UnsolvedError(Exception):
    """More steps than are taken."""


@dataclass
class System:
    """Variables by number, each with bounds, none where there is none; and sums of variables that
    have bounds as variables have."""

    low: dict[int, int | None] = field(default_factory=dict)
    high: dict[int, int | None] = field(default_factory=dict)
    sums: dict[int, Mapping[int, int]] = field(default_factory=dict)
    quotients: set[int] = field(default_factory=set)  # tried both ways after what has few values
    ways: int = 0
    changes: int = 0

    def put(self, number: int, low: int | None, high: int | None) -> None:
        """A variable."""
        self.low[number], self.high[number] = low, high

    def bound(
        self, number: int, terms: Mapping[int, int], low: int | None, high: int | None
    ) -> None:
        """A sum, by a number that no variable has."""
        self.sums[number] = terms
        self.put(number, low, high)

    def is_impossible(self) -> bool:
        """Whether no integers satisfy this, as far as is found."""
        self.ways = 0
        self.changes = 0
        try:
            return self._is_impossible(Tableau(self))
        except UnsolvedError:
            return False

    def _is_impossible(self, tableau: "Tableau") -> bool:
        self.ways += 1
        if self.ways > WAYS:
            raise UnsolvedError
        if not tableau.solve():
            return True
        number = self._fraction(tableau)
        if number is None:
            raise UnsolvedError
        low, high = self.low[number], self.high[number]
        below = tableau.values[number].__floor__()
        for ends in ((low, below), (below + 1, high)):
            self.put(number, *ends)
            try:
                # From the solution on, which is out of these bounds alone.
                if not self._is_impossible(tableau.copy()):
                    return False
            finally:
                self.put(number, low, high)
        return True

    def _fraction(self, tableau: "Tableau") -> int | None:
        """A variable of few values, or else a quotient, that has a fraction."""
        found = [
            number
            for number in self.low
            if number not in self.sums and tableau.values[number].denominator > 1
        ]
        few = [number for number in found if self._is_of_few(number)]
        return max(few) if few else max(self.quotients.intersection(found), default=None)

    def _is_of_few(self, number: int) -> bool:
        low, high = self.low[number], self.high[number]
        return low is not None and high is not None and high - low < FEW


class Tableau:
    """Of a system: some of its numbers by others, whose values are in their bounds."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.values: dict[int, Fraction] = {}
        for number in system.low:
            if number not in system.sums:
                low, high = system.low[number], system.high[number]
                start = low if low is not None else high if high is not None else 0
                self.values[number] = Fraction(start)
        self.rows: dict[int, Row] = {
            number: {each: Fraction(factor) for each, factor in terms.items() if factor}
            for number, terms in system.sums.items()
        }
        for number, row in self.rows.items():
            self.values[number] = sum(
                (factor * self.values[each] for each, factor in row.items()), Fraction(0)
            )

    def copy(self) -> "Tableau":
        made = copy(self)
        made.values = dict(self.values)
        made.rows = {number: dict(row) for number, row in self.rows.items()}
        return made

    def solve(self) -> bool:
        """Whether there are rationals that satisfy the system; then they are its values."""
        while (number := self._wrong()) is not None:
            low, value = self.system.low[number], self.values[number]
            rises = low is not None and value < low
            target = low if rises else self.system.high[number]
            beside = self._beside(number, rises)
            if beside is None or target is None:
                return False
            self._exchange(number, beside, Fraction(target))
        return True

    def _wrong(self) -> int | None:
        """The first number of a row that is out of its bounds."""
        found = None
        for number in self.rows:
            low, high, value = (
                self.system.low[number],
                self.system.high[number],
                self.values[number],
            )
            is_wrong = (low is not None and value < low) or (high is not None and value > high)
            if is_wrong and (found is None or number < found):
                found = number
        return found

    def _beside(self, number: int, rises: bool) -> int | None:
        """The first number of the row that can change so that the row's does."""
        found = None
        for each, factor in self.rows[number].items():
            end = self.system.high[each] if (factor > 0) == rises else self.system.low[each]
            can = end is None or self.values[each] != end
            if can and (found is None or each < found):
                found = each
        return found

    def _exchange(self, number: int, beside: int, target: Fraction) -> None:
        """The row's number gets the target, by another of the row, which gets a row instead."""
        row = self.rows.pop(number)
        factor = row.pop(beside)
        change = (target - self.values[number]) / factor
        self.values[number] = target
        self.values[beside] += change
        new = {each: -other / factor for each, other in row.items()}
        new[number] = 1 / factor
        for name, other in self.rows.items():
            often = other.pop(beside, None)
            if often is None:
                continue
            self.system.changes += len(new)
            if self.system.changes > CHANGES:
                raise UnsolvedError
            self.values[name] += often * change
            for each, by in new.items():
                value = other.get(each, Fraction(0)) + often * by
                if value:
                    other[each] = value
                else:
                    other.pop(each, None)
        self.rows[beside] = new
