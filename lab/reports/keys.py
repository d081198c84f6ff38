# SPDX-License-Identifier: MIT
"""Which private key takes longest."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict

from lab.findings import ALL_ONES, KeyTimes
from lab.reports.figures import count
from lab.reports.grid import grid, markdown

LEGEND = (
    "Cycles of ECDH with random private keys and with keys of special form; refused: the library "
    "takes no such key. The last column: no other key of the row took longer than all ones."
)
_VERDICTS: Mapping[bool | None, str] = {True: "yes", False: "no", None: "refused"}


def as_text(found: Sequence[KeyTimes]) -> str:
    return f"{grid(_header(found), _rows(found))}\n{LEGEND}\n"


def as_markdown(found: Iterable[KeyTimes]) -> str:
    known = list(found)
    return markdown(_header(known), _rows(known))


def as_json(found: Sequence[KeyTimes]) -> str:
    """One array of objects."""
    records = [asdict(each) | {"all_ones_is_worst": each.all_ones_is_worst} for each in found]
    return json.dumps(records, indent=2) + "\n"


def _header(found: Sequence[KeyTimes]) -> tuple[str, ...]:
    forms = found[0].special if found else {ALL_ONES: None}
    return ("library", "target", "curve", "keys", "least", "median", "most", *forms, "ones worst")


def _rows(found: Sequence[KeyTimes]) -> list[tuple[str, ...]]:
    return [
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


FORMATS: Mapping[str, Callable[[Sequence[KeyTimes]], str]] = {"text": as_text, "json": as_json}
