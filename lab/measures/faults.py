# SPDX-License-Identifier: MIT
"""Which faults to try, and what they did."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from lab.findings import OUTCOMES, Coverage, Outcome


@dataclass(frozen=True)
class Effort:
    """How much to try. Instructions that are executed `rare` times at most are skipped each
    time: those outside the arithmetic. The others are skipped the first time, the last, and
    `sample` times between. Of each result that many bits are flipped, all of 32."""

    rare: int = 8
    sample: int = 0
    bits: int = 1
    seed: str = "whit"

    def plan(self, executions: Mapping[int, int]) -> Mapping[int, Sequence[int]]:
        """The executions to fault, ascending from 1, of each instruction."""
        return {address: self._of(address, count) for address, count in executions.items()}

    def flips(self, address: int, execution: int, register: str, bits: Sequence[int]) -> list[int]:
        """The bits to flip of a result."""
        if len(bits) <= self.bits:
            return list(bits)
        draw = Random(f"{self.seed} {address} {execution} {register}")
        return sorted(draw.sample(bits, self.bits))

    def _of(self, address: int, count: int) -> Sequence[int]:
        if count <= max(self.rare, self.sample + 2):
            return range(1, count + 1)
        draw = Random(f"{self.seed} {address}")
        return sorted({1, count, *draw.sample(range(2, count), self.sample)})


class Tried(Protocol):
    """A fault and its outcome, as an emulator tells."""

    @property
    def register(self) -> str | None: ...

    @property
    def outcome(self) -> Outcome: ...


def tally(trials: Iterable[Tried]) -> tuple[Mapping[Outcome, int], Mapping[Outcome, int]]:
    """How often each outcome came of a skipped instruction, and of a flipped bit."""
    counts = Counter((trial.register is None, trial.outcome) for trial in trials)
    skipped, flipped = (
        {outcome: counts[kind, outcome] for outcome in OUTCOMES} for kind in (True, False)
    )
    return skipped, flipped


def coverage(executions: Mapping[int, int], plan: Mapping[int, Sequence[int]]) -> Coverage:
    """What a plan tries of what was executed."""
    return Coverage(
        executed=sum(executions.values()),
        distinct=len(executions),
        distinct_exhausted=sum(len(plan[each]) == count for each, count in executions.items()),
        tried=sum(map(len, plan.values())),
    )
