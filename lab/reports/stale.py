# SPDX-License-Identifier: MIT
"""Which records are stale: a row for each file, and a line for each of its runs."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from lab.findings import Evidence, State
from lab.model import Value
from lab.reports.table import Table

_STATES: tuple[State, ...] = ("present", "stale", "unknown")
_LEGEND = (
    "How many of a file's runs are of the image that the sources give now, and of another one; "
    "unknown where that cannot be built or the file does not say of what it is."
)


def table(found: Sequence[Evidence]) -> Table:
    """A row for each file."""
    files: dict[str, Counter[State]] = {}
    for each in found:
        files.setdefault(each.file, Counter())[each.state] += 1
    rows: list[list[Value]] = [
        [file, *(count[state] for state in _STATES)] for file, count in files.items()
    ]
    return Table(("record", *_STATES), rows, legend=_LEGEND)


def _as_text(found: Sequence[Evidence]) -> str:
    """The table, and what is not present by name."""
    lines = dict.fromkeys(
        f"{each.file}: {each.subject}: {each.reason or each.state}\n"
        for each in found
        if each.state != "present"
    )
    return table(found).text() + "\n" * bool(lines) + "".join(lines)


def _as_json(found: Sequence[Evidence]) -> str:
    """One array of objects."""
    return json.dumps([asdict(each) for each in found], indent=1) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Evidence]], str]] = {
    "text": _as_text,
    "json": _as_json,
}
