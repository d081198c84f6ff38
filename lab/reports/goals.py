# SPDX-License-Identifier: MIT
"""What goals.toml asks, beside what was measured and the best of the peers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from lab.goals import MILLISECONDS, Goal
from lab.model import ALL, Case, Sample
from lab.reports.best_peer import best, builds
from lab.reports.figures import NONE, count, kilocycles
from lab.reports.fronts import build_name
from lab.reports.table import Part, Table

_HEADER = ("curve", "core", "profile", "figure", "asked", "measured", "of asked",
           "best peer's", "of that", "best peer", "reached")  # fmt: skip
_LEGEND = (
    "Cycles in thousands; ms: milliseconds on a board, whole ones. flash, stack and RAM: bytes of "
    "the image with all four operations; RAM is its stack and static data together. The best peer "
    "is the one with the least of the figure, whatever it takes of others."
)
_NAMES = {"flash_bytes": "flash", "stack_bytes": "stack", "ram_bytes": "RAM"}


@dataclass(frozen=True)
class Outcome:
    """A goal and what there is to hold against it."""

    goal: Goal
    measured: int | None
    peer: Sample | None
    peers: int | None  # that peer's figure

    @property
    def reached(self) -> bool | None:
        return None if self.measured is None else self.measured <= self.goal.most


def figure_of(sample: Sample, figure: str) -> int | None:
    """One of a sample's figures, by the name that it has in a goal."""
    figures = {
        "cycles": sample.cycles,
        MILLISECONDS: None if sample.time_seconds is None else ceil(1000 * sample.time_seconds),
        "flash_bytes": sample.flash_bytes,
        "stack_bytes": sample.stack_bytes,
        "ram_bytes": None
        if sample.stack_bytes is None or sample.ram_static_bytes is None
        else sample.stack_bytes + sample.ram_static_bytes,
    }
    return figures[figure]


def outcomes(samples: Iterable[Sample], goals: Iterable[Goal]) -> tuple[Outcome, ...]:
    """Of each goal, on cores at zero wait states, or on the board that it names."""
    known = {sample.case: sample for sample in samples}
    return tuple(_outcome(goal, _own(goal, known), known.values()) for goal in goals)


def _own(goal: Goal, known: Mapping[Case, Sample]) -> Sample | None:
    """The build without options; for the flash of one operation alone the smallest that does not
    leak."""
    plain = Case(goal.target, "whit", goal.curve, goal.operation, profile=goal.profile)
    if goal.figure != "flash_bytes" or goal.operation == ALL:
        return known.get(plain)
    others = [
        sample
        for case, sample in known.items()
        if replace(case, configuration=None) == plain
        and (case == plain or sample.constant_time is not False)
    ]
    found = best(others, lambda sample: sample.flash_bytes)
    return found[0] if found else known.get(plain)


def _outcome(goal: Goal, own: Sample | None, samples: Iterable[Sample]) -> Outcome:
    there = [
        each
        for each in samples
        if (each.board or each.target, each.curve) == (goal.target, goal.curve)
    ]
    peers = builds(there, goal.operation, ours=False)
    found = best(peers, lambda sample: figure_of(sample, goal.figure))
    sample, figure = found or (None, None)
    measured = None if own is None else figure_of(own, goal.figure)
    return Outcome(goal, measured, sample, figure)


def parts(found: Sequence[Outcome]) -> tuple[Part, ...]:
    """How many are reached, and a row for each goal."""
    rows = [_row(outcome) for outcome in found]
    reached = sum(outcome.reached is True for outcome in found)
    missed = sum(outcome.reached is False for outcome in found)
    summary = (
        f"{reached} of {reached + missed} goals that are measured are reached, {missed} "
        f"missed; {len(found) - reached - missed} are not measured.\n"
    )
    return summary, Table(_HEADER, rows, left=4, legend=_LEGEND)


def _row(outcome: Outcome) -> tuple[str, ...]:
    goal = outcome.goal
    shown = kilocycles if goal.figure == "cycles" else count
    return (
        goal.curve,
        goal.target,
        goal.profile,
        _named(goal),
        shown(goal.most),
        shown(outcome.measured),
        _times(outcome.measured, goal.most),
        shown(outcome.peers),
        _times(outcome.measured, outcome.peers),
        build_name(outcome.peer.case) if outcome.peer else NONE,
        {True: "yes", False: "**no**", None: "not measured"}[outcome.reached],
    )


def _named(goal: Goal) -> str:
    if goal.figure == "cycles":
        return goal.operation
    if goal.figure == MILLISECONDS:
        return f"{goal.operation}, ms"
    name = _NAMES[goal.figure]
    return name if goal.operation == ALL else f"{name}, {goal.operation} alone"


def _times(value: int | None, base: int | None) -> str:
    return NONE if value is None or not base else f"{value / base:.2f}"


def records(goals: Iterable[Goal]) -> str:
    """A line for each build: the best that was published."""
    lines = dict.fromkeys(
        f"- {goal.curve}, {goal.target}, {goal.profile}: {goal.record}.\n" for goal in goals
    )
    return "".join(lines)
