# SPDX-License-Identifier: MIT
"""Which private key takes longest."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from lab.reports.figures import count
from lab.reports.table import Table
from lab.timings import ALL_ONES, KeyTimes

LEGEND = (
    "Cycles of ECDH with random private keys and with keys of special form; refused: the library "
    "takes no such key. The last column: no other key of the row took longer than all ones."
)
_VERDICTS: Mapping[bool | None, str] = {True: "yes", False: "no", None: "refused"}


def as_text(found: Sequence[KeyTimes]) -> str:
    return table(found, LEGEND).text()


def as_json(found: Sequence[KeyTimes]) -> str:
    """One array of objects."""
    records = [asdict(each) | {"all_ones_is_worst": each.all_ones_is_worst} for each in found]
    return json.dumps(records, indent=2) + "\n"


def table(found: Sequence[KeyTimes], legend: str = "") -> Table:
    """A row for each library and core."""
    forms = found[0].special if found else {ALL_ONES: None}
    header = ("library", "target", "curve", "keys", "least", "median", "most", *forms, "ones worst")
    rows = [
        (
            f"{one.library} ({one.variant})",
            one.target,
            one.curve,
            count(one.keys),
            *map(count, (one.cycles_min, one.cycles, one.cycles_max)),
            *("refused" if cycles is None else count(cycles) for cycles in one.special.values()),
            _VERDICTS[one.all_ones_is_worst],
        )
        for one in found
    ]
    return Table(header, rows, legend=legend)


FORMATS: Mapping[str, Callable[[Sequence[KeyTimes]], str]] = {"text": as_text, "json": as_json}
