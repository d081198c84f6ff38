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
CHANGES = 4_000_000
WAYS = 200
# Variables of which both sides are looked at, before one is chosen.
PROBED = 12
# Exchanges that go by the lengths of rows and columns, and not by the order of numbers.
SOON = 300
# Of a variable that is tried both ways.
FEW = 8

Row = dict[int, Fraction]
# Bounds of a variable, and what is solved in these.
Side = tuple[int | None, int | None, "Tableau"]


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
        tableau = Tableau(self)
        try:
            return not tableau.solve() or self._is_impossible(tableau)
        except UnsolvedError:
            return False

    def _is_impossible(self, tableau: "Tableau") -> bool:
        """Of a tableau that is solved."""
        self.ways += 1
        if self.ways > WAYS:
            raise UnsolvedError
        ways = self._ways(tableau)
        if ways is None:
            raise UnsolvedError
        number, sides = ways
        ends = self.low[number], self.high[number]
        for low, high, solved in sides:
            self.put(number, low, high)
            try:
                self._is_impossible(solved)
            finally:
                self.put(number, *ends)
        return True

    def _ways(self, tableau: "Tableau") -> tuple[int, list[Side]] | None:
        """A variable that has a fraction, and the sides of it that are possible: one of few sides,
        or that of which both are the furthest away."""
        found: tuple[int, list[Side]] | None = None
        most = -1
        for number in self._fractions(tableau):
            sides, steps = self._sides(tableau, number)
            if len(sides) < 2:
                return number, sides
            if steps > most:
                found, most = (number, sides), steps
        return found

    def _sides(self, tableau: "Tableau", number: int) -> tuple[list[Side], int]:
        """Both sides of a fraction that are possible, and the steps to them."""
        sides: list[Side] = []
        steps = 0
        ends = self.low[number], self.high[number]
        below = tableau.values[number].__floor__()
        for low, high in ((ends[0], below), (below + 1, ends[1])):
            self.put(number, low, high)
            # From the solution on, which is out of these bounds alone.
            side = tableau.copy()
            try:
                if side.solve():
                    sides.append((low, high, side))
            finally:
                self.put(number, *ends)
            steps += side.steps
        return sides, steps

    def _fractions(self, tableau: "Tableau") -> list[int]:
        """Variables of few values, or else a quotient, that have a fraction: some of the newest."""
        found = [
            number
            for number in self.low
            if number not in self.sums and tableau.values[number].denominator > 1
        ]
        few = [number for number in found if self._is_of_few(number)]
        return sorted(few or self.quotients.intersection(found), reverse=True)[:PROBED]

    def _is_of_few(self, number: int) -> bool:
        low, high = self.low[number], self.high[number]
        return low is not None and high is not None and high - low < FEW


class Tableau:
    """Of a system: some of its numbers by others, whose values are in their bounds."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.steps = 0
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
        self.steps = 0
        while (number := self._wrong()) is not None:
            self.steps += 1
            low, value = self.system.low[number], self.values[number]
            rises = low is not None and value < low
            target = low if rises else self.system.high[number]
            beside = self._beside(number, rises)
            if beside is None or target is None:
                return False
            self._exchange(number, beside, Fraction(target))
        return True

    @property
    def is_soon(self) -> bool:
        """Whether few exchanges were made: later on, by the first numbers, they come to an end."""
        return self.steps < SOON

    def _wrong(self) -> int | None:
        """A number of a row that is out of its bounds: the shortest row's, or the first."""
        found: tuple[int, int] | None = None
        for number, row in self.rows.items():
            low, high, value = (
                self.system.low[number],
                self.system.high[number],
                self.values[number],
            )
            if (low is not None and value < low) or (high is not None and value > high):
                which = (len(row) if self.is_soon else 0, number)
                if found is None or which < found:
                    found = which
        return None if found is None else found[1]

    def _beside(self, number: int, rises: bool) -> int | None:
        """A number of the row that can change so that the row's does: that of the fewest rows, or
        the first."""
        able = [
            each
            for each, factor in self.rows[number].items()
            if self.values[each]
            != (self.system.high[each] if (factor > 0) == rises else self.system.low[each])
        ]
        if not self.is_soon or len(able) < 2:
            return min(able, default=None)
        often = dict.fromkeys(able, 0)
        for row in self.rows.values():
            for each in often.keys() & row.keys():
                often[each] += 1
        return min(able, key=lambda each: (often[each], each))

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
