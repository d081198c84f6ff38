# SPDX-License-Identifier: MIT
"""What verification with a prepared key, and of batches, takes on the machine that recorded it
last."""

from pathlib import Path

from lab.errors import LabError
from lab.paths import RESULTS
from lab.reports.figures import NONE
from lab.reports.table import Table

RECORD = RESULTS / "gateway-prepared.txt"  # tools/develop/prepared.py writes it
BATCHES = RESULTS / "gateway-batches.txt"  # tools/develop/batches.py writes it
_GAP = 2  # that many spaces, and more, separate cells
_LEGEND = (
    "Microseconds a signature, {unit}. {where}; {compiler}; {load}. Together: 64 signatures by as "
    "many keys in one call, and the same in a build without AVX-512."
)
_LEGEND_OF_BATCHES = (
    "Microseconds a signature, {unit}. {where}; {compiler}; {load}. Singly: one after the other. "
    "One bad: a batch of which one signature is bad, with the statuses that tell which. The last "
    "two: a build without AVX-512."
)


def table() -> Table:
    """That of the host, whose first column has no head."""
    return _rendered(RECORD, ("",), _LEGEND)


def batches() -> Table:
    return _rendered(BATCHES, (), _LEGEND_OF_BATCHES)


def _rendered(record: Path, first: tuple[str, ...], legend: str) -> Table:
    """The table that a record has first, up to an empty line or the end."""
    _, _, where, compiler, load, unit, _, *rest = _lines(record)
    lines = rest[: rest.index("")] if "" in rest else rest
    header, *rows = (line.split(" " * _GAP) for line in lines)
    return Table(
        (*first, *_cells(header)),
        [tuple(_cells(row)) for row in rows],
        legend=legend.format(
            where=where.partition(" on ")[2],
            compiler=compiler,
            load=load,
            unit=unit.partition(", ")[2],
        ),
    )


def _lines(record: Path) -> list[str]:
    if not record.exists():
        raise LabError(f"results has no {record.name}")
    return record.read_text(encoding="utf-8").splitlines()


def _cells(parts: list[str]) -> list[str]:
    cells = [part.strip() for part in parts if part.strip()]
    return [NONE if cell == "-" else cell for cell in cells]
