# SPDX-License-Identifier: MIT
"""Which faults to try, and what they did."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from lab.findings import OUTCOMES, Coverage, Outcome


@dataclass(frozen=True)
class Plan:
    """What to try: executions, ascending from 1, of each instruction; and bits of results, among
    them always those that `must` be."""

    executions: Mapping[int, Sequence[int]]
    before_tail: Mapping[int, int]
    bits: int
    seed: str
    must: frozenset[int] = frozenset()

    def flips(self, address: int, execution: int, register: str, bits: Sequence[int]) -> list[int]:
        """The bits to flip of a result."""
        if len(bits) <= self.bits or execution > self.before_tail.get(address, 0):
            return list(bits)
        draw = Random(f"{self.seed} {address} {execution} {register}")
        must = self.must if register != "flags" else ()
        return sorted({*draw.sample(bits, self.bits), *must})


@dataclass(frozen=True)
class Effort:
    """How much to try. Of the last `tail` executed instructions each is skipped, and each bit
    of its result flipped: all of them where a run is no longer. Before these, instructions
    that are executed `rare` times at most are skipped each time: those outside the
    arithmetic. Of the others' executions `sample` are skipped: the first, the last, and some
    between at random. And of each result `bits` bits are flipped."""

    tail: int = 2000
    rare: int = 8
    sample: int = 2
    bits: int = 1
    seed: str = "whit"

    def plan(
        self,
        executions: Mapping[int, int],
        before_tail: Mapping[int, int],
        must: frozenset[int] = frozenset(),
    ) -> Plan:
        """`before_tail`: the executions before the tail, of `executions`; `must`: bits of words
        that are always flipped."""
        chosen: dict[int, Sequence[int]] = {}
        for address, count in executions.items():
            last = range(before_tail.get(address, 0) + 1, count + 1)
            chosen[address] = sorted({*self._of(address, count), *last})
        return Plan(chosen, before_tail, self.bits, self.seed, must)

    def _of(self, address: int, count: int) -> Sequence[int]:
        if count <= max(self.rare, self.sample):
            return range(1, count + 1)
        if self.sample < 3:
            return (1, count)[: self.sample]
        draw = Random(f"{self.seed} {address}")
        return sorted({1, count, *draw.sample(range(2, count), self.sample - 2)})


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
