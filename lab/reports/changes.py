# SPDX-License-Identifier: MIT
"""What changed between two sets of samples."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from lab.model import Case, Sample, Value
from lab.reports.figures import NONE, count, verdict
from lab.reports.table import Table

# Of each the less the better.
FIGURES = (
    "cycles",
    "board_cycles",
    "instructions",
    "flash_bytes",
    "stack_bytes",
    "ram_static_bytes",
)
Trend = Literal["worse", "better", "within"]


@dataclass(frozen=True)
class Change:
    """One figure or verdict of one case that is not what it was."""

    case: Case
    name: str
    before: Value
    after: Value
    trend: Trend

    @property
    def ratio(self) -> float | None:
        """After by before, of figures."""
        if self.name not in FIGURES or not self.before or self.after is None:
            return None
        return float(self.after) / float(self.before)


@dataclass(frozen=True)
class Comparison:
    """Two sets of samples: what they share, and what only one has."""

    threshold: float
    shared: int
    added: tuple[Case, ...]
    removed: tuple[Case, ...]
    changes: tuple[Change, ...]

    def of(self, trend: Trend) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.trend == trend)


def compare(
    before: Mapping[Case, Sample],
    after: Mapping[Case, Sample],
    threshold: float,
    figures: Sequence[str] = FIGURES,
) -> Comparison:
    """Of these figures. One is worse when it grew by more than this fraction of itself, or is
    gone; a case is, when it fails or is no longer constant in time."""
    shared = sorted(set(before) & set(after), key=_place)
    return Comparison(
        threshold=threshold,
        shared=len(shared),
        added=tuple(sorted(set(after) - set(before), key=_place)),
        removed=tuple(sorted(set(before) - set(after), key=_place)),
        changes=tuple(
            change
            for case in shared
            for change in _changes(before[case], after[case], threshold, figures)
        ),
    )


def _place(case: Case) -> tuple[str, ...]:
    return (case.target, case.library, case.variant, case.compiler, case.curve, case.operation)


def _changes(
    before: Sample, after: Sample, threshold: float, figures: Sequence[str]
) -> Iterator[Change]:
    if (before.error is None) != (after.error is None):
        trend: Trend = "worse" if after.error else "better"
        yield Change(after.case, "error", before.error, after.error, trend)
        return  # a case that fails has no figures
    if before.constant_time != after.constant_time:
        trends: Mapping[bool | None, Trend] = {True: "better", False: "worse", None: "within"}
        trend = trends[after.constant_time]
        yield Change(after.case, "constant_time", before.constant_time, after.constant_time, trend)
    for name in figures:
        old, new = before.record()[name], after.record()[name]
        if old != new:
            yield Change(after.case, name, old, new, _trend(old, new, threshold))


def _trend(old: Value, new: Value, threshold: float) -> Trend:
    if new is None:
        return "worse"
    if old is None:
        return "within"
    if float(new) > float(old) * (1 + threshold):
        return "worse"
    return "better" if float(new) < float(old) * (1 - threshold) else "within"


def as_text(found: Comparison) -> str:
    """What got worse first."""
    share = f"{found.threshold * 100:.4g}%"
    parts = [
        f"{found.shared} cases in both, {len(found.added)} added, {len(found.removed)} removed; "
        f"threshold {share}\n"
    ]
    shown: tuple[tuple[str, Trend], ...] = (("Worse", "worse"), ("Better", "better"))
    for title, trend in shown:
        changes = found.of(trend)
        if changes:
            parts.append(f"{title}\n{listed(changes)}")
    within = len(found.of("within"))
    if within:
        parts.append(f"{within} other changes are within the threshold.\n")
    for title, cases in (("Added", found.added), ("Removed", found.removed)):
        if cases:
            parts.append(f"{title}\n" + "".join(f"  {case}\n" for case in cases))
    return "\n".join(parts)


def listed(changes: Sequence[Change]) -> str:
    """A table with a line for each."""
    header = ("case", "figure", "before", "after", "change")
    return Table(header, [_row(change) for change in changes], left=2).text()


def _row(change: Change) -> tuple[str, ...]:
    ratio = change.ratio
    return (
        str(change.case),
        change.name,
        _shown(change.before),
        _shown(change.after),
        percent(ratio),
    )


def percent(ratio: float | None) -> str:
    """By how much a figure changed."""
    return NONE if ratio is None else f"{(ratio - 1) * 100:+.2f}%"


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return verdict(value)
    return count(value) if isinstance(value, int) else NONE if value is None else str(value)


def as_json(found: Comparison) -> str:
    """One object."""
    record = {
        "threshold": found.threshold,
        "shared": found.shared,
        "added": [asdict(case) for case in found.added],
        "removed": [asdict(case) for case in found.removed],
        "changes": records(found.changes),
    }
    return json.dumps(record, indent=2) + "\n"


def records(changes: Sequence[Change]) -> list[dict[str, object]]:
    """Each as plain data."""
    return [asdict(change) | {"ratio": change.ratio} for change in changes]


FORMATS: Mapping[str, Callable[[Comparison], str]] = {"text": as_text, "json": as_json}
