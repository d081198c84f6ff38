# SPDX-License-Identifier: MIT
"""From sums over runs to the instructions that leak."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.findings import Place
from lab.leakage import statistics
from lab.leakage.record import PARTS, LeakingFunction, LeakingInstruction, Order
from lab.leakage.statistics import Floats, Powers

STRETCHES = 200  # of a run, whose largest |t| a record keeps

Parts = tuple[NDArray[np.uint32], NDArray[np.uint32]]  # sums by [part, power, sample]


@dataclass(frozen=True)
class Seen:
    """Both groups' sums, how many runs they are of, the address of each sample, and the sample that
    first writes the public output."""

    powers: Powers
    parts: Parts
    runs: tuple[int, int]
    addresses: NDArray[np.uint32]
    output: int | None


class Tally:
    """What tells the groups apart."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self.varying = int(statistics.varying(seen.powers, seen.runs).sum())
        self.threshold = statistics.threshold(self.varying, seen.runs)
        self._first = np.abs(statistics.first_order(seen.powers, seen.runs))
        self._second = np.abs(statistics.second_order(seen.powers, seen.runs))

    @property
    def first(self) -> Order:
        return self._order(self._first)

    @property
    def second(self) -> Order:
        return self._order(self._second)

    def functions(self, function_at: Callable[[int], str]) -> tuple[LeakingFunction, ...]:
        """Those that have samples that leak, the most first."""
        numbers: dict[str, list[int]] = {}
        addresses, where = np.unique(self._seen.addresses, return_inverse=True)
        for number, address in enumerate(addresses):
            numbers.setdefault(function_at(int(address)), []).append(number)
        of_address = np.empty(len(addresses), dtype=np.int64)
        for index, members in enumerate(numbers.values()):
            of_address[members] = index
        groups = of_address[where]
        counts = [np.bincount(groups, minlength=len(numbers))]
        most = []
        for t in (self._first, self._second):
            counts.append(np.bincount(groups, t > self.threshold, minlength=len(numbers)))
            most.append(_most(t, groups, len(numbers)))
        rows = (
            LeakingFunction(
                name,
                *(int(each[index]) for each in counts),
                *(_rounded(each[index]) for each in most),
            )
            for index, name in enumerate(numbers)
        )
        leaking = [each for each in rows if each.first + each.second > 0]
        return tuple(sorted(leaking, key=lambda each: (-each.first, -each.second, each.function)))

    def worst(
        self, place_at: Callable[[int], Place], text_of: Callable[[int], str], number: int
    ) -> tuple[LeakingInstruction, ...]:
        """The instructions of the largest |t|; at equal ones, of the most executions that leak."""
        addresses, where = np.unique(self._seen.addresses, return_inverse=True)
        executions = np.bincount(where)
        counts = [
            np.bincount(where, t > self.threshold, minlength=len(addresses))
            for t in (self._first, self._second)
        ]
        most = [_most(t, where, len(addresses)) for t in (self._first, self._second)]
        order = np.lexsort((addresses, -counts[1], -counts[0], -most[1], -most[0]))
        found: list[LeakingInstruction] = []
        for index in order:
            if len(found) == number:
                break
            if counts[0][index] + counts[1][index] == 0:
                continue
            mine = np.flatnonzero(where == index)
            leading = self._first if counts[0][index] else self._second
            at = int(mine[np.argmax(leading[mine])])
            address = int(addresses[index])
            found.append(
                LeakingInstruction(
                    place=place_at(address),
                    text=text_of(address),
                    executions=int(executions[index]),
                    first=int(counts[0][index]),
                    second=int(counts[1][index]),
                    most_first=_rounded(most[0][index]),
                    most_second=_rounded(most[1][index]),
                    at=at,
                    part=self._part(at) if counts[0][index] else None,
                )
            )
        return tuple(found)

    def _part(self, sample: int) -> str | None:
        """The part whose means differ most there; None where none does by itself."""
        best: tuple[float, str | None] = (self.threshold, None)
        for index, name in enumerate(PARTS):
            one, other = (
                sums[index][:, sample : sample + 1].astype(np.uint64) for sums in self._seen.parts
            )
            t = float(np.abs(statistics.first_order((one, other), self._seen.runs))[0])
            if t > best[0]:
                best = t, name
        return best[1]

    def _order(self, t: Floats) -> Order:
        above = t > self.threshold
        output = self._seen.output
        course = (float(part.max()) for part in np.array_split(t, STRETCHES) if len(part))
        return Order(
            samples=int(above.sum()),
            behind_output=0 if output is None else int(above[output:].sum()),
            most=_rounded(t.max(initial=0.0)),
            course=tuple(map(_rounded, course)),
        )


def _most(t: Floats, groups: NDArray[np.int64], number: int) -> Floats:
    largest = np.zeros(number)
    np.maximum.at(largest, groups, t)
    return largest


def _rounded(t: float) -> float:
    return round(float(t), 2)
