# SPDX-License-Identifier: MIT
"""Constant time, checked on the binary: equal traces for different secrets."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.model import Run


@dataclass(frozen=True)
class Distinct:
    """How many different traces there were, the largest count of any group of runs
    with equally many draws of randomness."""

    program_counters: int
    addresses: int
    cycles: int

    @property
    def constant(self) -> bool:
        return self.program_counters == self.addresses == self.cycles == 1


def unequal(runs: Sequence[Run]) -> tuple[int, int] | None:
    """The first two runs that could be compared and whose traces differ, by index."""
    first: dict[int, int] = {}
    for index, run in enumerate(runs):
        other = first.setdefault(run.draws, index)
        if run.traces is not None and run.traces != runs[other].traces:
            return other, index
    return None


def distinct(runs: Sequence[Run]) -> Distinct | None:
    """Compare traces; None when no two runs can be compared. A rejected candidate shows
    in the number of draws and is public."""
    groups: dict[int, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.draws, []).append(run)
    counts = [
        (
            len({traces.program_counters for traces in group}),
            len({traces.addresses for traces in group}),
            len({traces.cycles for traces in group}),
        )
        for group in (
            [run.traces for run in members if run.traces is not None] for members in groups.values()
        )
        if len(group) > 1
    ]
    if not counts:
        return None
    return Distinct(*(max(column) for column in zip(*counts, strict=True)))
