# SPDX-License-Identifier: MIT
"""What signed readings cost on the wire, as a table and as data."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from lab.reports.figures import NONE, count
from lab.reports.table import Table


@dataclass(frozen=True)
class Row:
    """One format with one algorithm, fetched over CoAP. Joules are None where a link's currents are
    not known."""

    format: str
    algorithm: str
    curve: str
    message_bytes: int
    blocks: int
    frames: float
    milliseconds: float
    joules: float | None
    delivered: float


def table(rows: Sequence[Row], legend: str) -> Table:
    header = ("format", "algorithm", "curve", "bytes", "blocks", "frames", "ms", "mJ", "arrives")
    return Table(header, [_cells(row) for row in rows], left=3, legend=legend)


def _cells(row: Row) -> Sequence[str]:
    return (
        row.format,
        row.algorithm,
        row.curve,
        count(row.message_bytes),
        str(row.blocks),
        f"{row.frames:.3g}",
        f"{row.milliseconds:,.1f}",
        NONE if row.joules is None else f"{1000 * row.joules:,.2f}",
        f"{row.delivered:.2%}",
    )


def as_text(rows: Sequence[Row], legend: str) -> str:
    return table(rows, legend).text()


def as_json(rows: Sequence[Row], legend: str) -> str:
    """One array of objects."""
    return json.dumps([asdict(row) for row in rows], indent=2) + "\n"


def as_csv(rows: Sequence[Row], legend: str) -> str:
    return table(rows, "").csv()


FORMATS: Mapping[str, Callable[[Sequence[Row], str], str]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
}
