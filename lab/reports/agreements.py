# SPDX-License-Identifier: MIT
"""Key agreements of two devices over a bus."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from lab.findings import BusAgreement
from lab.reports.figures import count
from lab.reports.table import Table

LEGEND = (
    "Two emulated ATmega328P at 16 MHz, joined by their two-wire interfaces at 100 kHz. Time from "
    "the first step to the key, at the side that takes longer; bus: while bits were on the wire. "
    "RAM of 2,048 bytes: static, and the stack at its deepest."
)


def as_text(found: Sequence[BusAgreement]) -> str:
    return table(found).text()


def as_json(found: Sequence[BusAgreement]) -> str:
    """One array of objects."""
    return json.dumps([asdict(each) for each in found], indent=2) + "\n"


def table(found: Sequence[BusAgreement]) -> Table:
    """A row for each agreement, the shortest first."""
    header = ("curve", "authenticated", "profile", "ms", "computing", "bus ms", "bus bytes",
              "flash B", "static B", "stack B")  # fmt: skip
    ordered = sorted(found, key=lambda each: (each.authenticated, each.milliseconds))
    rows = [
        (
            each.curve,
            "yes" if each.authenticated else "no",
            each.profile,
            f"{each.milliseconds:,.0f}",
            f"{each.milliseconds - each.bus_milliseconds:,.0f}",
            f"{each.bus_milliseconds:.1f}",
            count(each.bus_bytes),
            count(each.flash_bytes),
            count(each.static_bytes),
            count(each.stack_bytes),
        )
        for each in ordered
    ]
    return Table(header, rows, legend=LEGEND)


FORMATS: Mapping[str, Callable[[Sequence[BusAgreement]], str]] = {"text": as_text, "json": as_json}
