# SPDX-License-Identifier: MIT
"""What circuits say of operations, as a table with the wires that differ below it, and as data."""

import json
from collections.abc import Callable, Mapping, Sequence

from lab.findings import Confirmation, WireDifference
from lab.reports.figures import count
from lab.reports.table import Table

_HEADER = (
    *("target", "curve", "operation", "build"),
    *("measured", "modelled", "deviation", "secrets", "wires"),
)
_LEGEND = (
    "Cycles measured on the core's RTL and those of the model; whether runs with so many secrets "
    "have the same program counter, addresses and strobes in every cycle. Results are right."
)


def table(found: Sequence[Confirmation]) -> Table:
    """A row for each run, and what it ran on."""
    rows = [
        (
            each.target,
            each.curve,
            each.operation,
            f"{each.library} ({each.variant})",
            count(each.cycles_measured),
            count(each.cycles_modelled),
            deviation(each),
            str(each.secrets),
            "equal" if each.constant else "DIFFER",
        )
        for each in found
    ]
    made = sorted({f"{each.circuit}, {each.simulator}" for each in found})
    return Table(_HEADER, rows, left=4, legend=f"{_LEGEND} {'; '.join(made)}.")


def deviation(found: Confirmation) -> str:
    """How far the model is off, in percent."""
    if found.cycles_modelled == found.cycles_measured:
        return "0"
    return f"{100 * found.deviation:+.2g}%"


def _as_text(found: Sequence[Confirmation]) -> str:
    """The table, and the first wire of each run that differs."""
    return table(found).text() + "".join(
        f"\n{each.library} ({each.variant}), {each.curve} {each.operation}, {each.target}:\n"
        f"  {_told(each.difference)}\n"
        for each in found
        if each.difference
    )


def _told(difference: WireDifference) -> str:
    return (
        f"{difference.wire} differs in cycle {count(difference.cycle)}: "
        f"{difference.first:#x} and {difference.second:#x}\n  at {difference.place}"
    )


def _as_json(found: Sequence[Confirmation]) -> str:
    """One array of objects, a line each."""
    lines = (json.dumps(each.record()) for each in found)
    return "[\n" + ",\n".join(lines) + "\n]\n"


FORMATS: Mapping[str, Callable[[Sequence[Confirmation]], str]] = {
    "text": _as_text,
    "json": _as_json,
}
