# SPDX-License-Identifier: MIT
"""Where cycles go, by symbol."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

from lab.goals import MILLISECONDS
from lab.reports.figures import count, kilocycles
from lab.reports.goals import Outcome
from lab.reports.table import Table
from lab.timings import CyclesBySymbol

TOP = 5
NAMES = ("target", "library", "variant", "curve", "operation")
LEGEND = "What is inlined counts for the symbol that it is in."
_MISSED_LEGEND = (
    "Of the missed goals of cycles and time, those whose run `whit profile --save` has recorded, "
    "without what a board's flash adds. Cycles in thousands; the "
    f"{TOP} symbols with most of them, each without what it calls. {LEGEND}"
)


@dataclass(frozen=True)
class Row:
    """A symbol's part of a run, or what all others have together."""

    symbol: str
    cycles: int
    share_percent: float
    cumulative_percent: float


def rows(found: CyclesBySymbol, top: int | None = None) -> Iterator[Row]:
    """The costliest symbols, and below them the others as one. They add up to the run's cycles."""
    parts = dict(islice(found.symbols.items(), top))
    others = len(found.symbols) - len(parts)
    if others:
        parts[f"({others} others)"] = found.cycles - sum(parts.values())
    spent = 0
    for symbol, cycles in parts.items():
        spent += cycles
        yield Row(symbol, cycles, _percent(cycles, found), _percent(spent, found))


def _percent(cycles: int, found: CyclesBySymbol) -> float:
    return round(100 * cycles / found.cycles, 2)


def as_table(found: Sequence[CyclesBySymbol], top: int | None = None) -> str:
    """A table for each run."""
    return "\n".join(_table(one, top) for one in found) + f"\n{LEGEND}\n"


def _table(one: CyclesBySymbol, top: int | None) -> str:
    lines = [
        (
            row.symbol,
            count(row.cycles),
            f"{row.share_percent:.1f}%",
            f"{row.cumulative_percent:.1f}%",
        )
        for row in rows(one, top)
    ]
    lines.append(("total", count(one.cycles), "100.0%", ""))
    of_keys = "1 key" if one.keys == 1 else f"the median of {one.keys} keys"
    return (
        f"{one.target}, {one.library} ({one.variant}), {one.curve} {one.operation}, "
        f"{one.compiler}, {of_keys}\n\n"
        f"{Table(('symbol', 'cycles', 'share', 'cumulative'), lines).text()}"
    )


def as_json(found: Sequence[CyclesBySymbol], top: int | None = None) -> str:
    """One array of objects."""
    records = [one.record() | {"symbols": [asdict(row) for row in rows(one, top)]} for one in found]
    return json.dumps(records, indent=2) + "\n"


def as_csv(found: Sequence[CyclesBySymbol], top: int | None = None) -> str:
    """A header and a line a symbol."""
    lines = [
        (*(getattr(one, name) for name in NAMES), *asdict(row).values())
        for one in found
        for row in rows(one, top)
    ]
    return Table((*NAMES, *Row.__annotations__), lines).csv()


FORMATS: Mapping[str, Callable[[Sequence[CyclesBySymbol], int | None], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
}


def missed(outcomes: Iterable[Outcome], found: Iterable[CyclesBySymbol]) -> Table:
    """A row for each goal of cycles or time that is missed, if gcc's plain build has a record."""
    known = {
        (one.curve, one.target, one.variant, one.operation): one
        for one in found
        if one.library == "whit" and "clang" not in one.compiler
    }
    asked = [
        (goal.curve, goal.target, goal.profile, goal.operation)
        for goal in (outcome.goal for outcome in outcomes if outcome.reached is False)
        if goal.figure in ("cycles", MILLISECONDS)
    ]
    lines = [
        (*names, kilocycles(known[names].cycles), _top(known[names]))
        for names in asked
        if names in known
    ]
    header = ("curve", "core", "profile", "operation", "cycles", "symbols")
    return Table(header, lines, left=len(header), legend=_MISSED_LEGEND)


def _top(one: CyclesBySymbol) -> str:
    costliest = islice(rows(one), TOP)
    return ", ".join(f"`{row.symbol}` {row.share_percent:.1f}%" for row in costliest)
