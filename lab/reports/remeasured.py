# SPDX-License-Identifier: MIT
"""Recorded cases, measured again: which images changed, and what that did."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from lab.model import Case, Sample
from lab.reports.changes import Change, compare, listed, percent, records
from lab.reports.figures import count
from lab.reports.table import Table

# What limits are for: instructions are no cost of their own.
_COSTS = ("cycles", "board_cycles", "flash_bytes", "stack_bytes", "ram_static_bytes")


@dataclass(frozen=True)
class Remeasured:
    """The samples of the same cases before and after; `within` is by how much a figure may grow,
    as a fraction of itself, where there is a limit."""

    before: Mapping[Case, Sample]
    after: Mapping[Case, Sample]
    within: float | None

    @property
    def failed(self) -> Mapping[Case, str]:
        """What could not be measured now, and why."""
        return {case: sample.error for case, sample in self.after.items() if sample.error}

    @cached_property
    def changed(self) -> tuple[Case, ...]:
        """Cases whose image is another."""
        return tuple(
            case
            for case, sample in self.after.items()
            if case not in self.failed and sample.image_sha256 != self.before[case].image_sha256
        )

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        before = {case: self.before[case] for case in self.after}
        return compare(before, self.after, self.within or 0, _COSTS).changes

    @property
    def worse(self) -> tuple[Change, ...]:
        """What passes the limit; nothing, where there is none."""
        found = (change for change in self.changes if change.trend == "worse")
        return () if self.within is None else tuple(found)


def as_text(found: Remeasured) -> str:
    """A line for each image that changed, then what is worse than it may be."""
    failed = f"; {len(found.failed)} failed" if found.failed else ""
    total = len(found.after)
    parts = [f"{total} recorded cases built, {len(found.changed)} images changed{failed}\n"]
    if found.changed:
        header = ("case", *_columns("flash B"), *_columns("stack B"), *_columns("cycles"))
        parts.append(Table(header, [_row(found, case) for case in found.changed]).text())
    if found.failed:
        lines = (f"failed: {case}: {error}\n" for case, error in found.failed.items())
        parts.append("".join(lines))
    if found.within is not None:
        share = f"{found.within * 100:.4g}%"
        parts.append(
            f"Worse by more than {share}\n{listed(found.worse)}"
            if found.worse
            else f"Nothing is worse by more than {share}.\n"
        )
    return "\n".join(parts)


def _columns(name: str) -> tuple[str, str, str]:
    return (name, "now", "change")


def _row(found: Remeasured, case: Case) -> tuple[str, ...]:
    before, after = found.before[case], found.after[case]
    return (
        str(case),
        *_cells(before.flash_bytes, after.flash_bytes),
        *_cells(before.stack_bytes, after.stack_bytes),
        *_cells(before.board_cycles or before.cycles, after.board_cycles or after.cycles),
    )


def _cells(before: int | None, after: int | None) -> tuple[str, str, str]:
    ratio = after / before if before and after is not None else None
    return (count(before), count(after), "" if before == after else percent(ratio))


def as_json(found: Remeasured) -> str:
    """One object."""
    record = {
        "within": found.within,
        "cases": len(found.after),
        "changed": [asdict(case) for case in found.changed],
        "failed": [asdict(case) | {"error": error} for case, error in found.failed.items()],
        "changes": records(found.changes),
        "worse": records(found.worse),
    }
    return json.dumps(record, indent=2) + "\n"


FORMATS: Mapping[str, Callable[[Remeasured], str]] = {"table": as_text, "json": as_json}
