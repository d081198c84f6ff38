# SPDX-License-Identifier: MIT
"""What verification with a prepared key takes on the machine that recorded it last."""

from lab.errors import LabError
from lab.paths import RESULTS
from lab.reports.figures import NONE
from lab.reports.table import Table

RECORD = RESULTS / "gateway-prepared.txt"  # tools/develop/prepared.py writes it
_GAP = 2  # that many spaces, and more, separate cells
_LEGEND = (
    "Microseconds a signature, {unit}. {where}; {compiler}; {load}. Together: 64 signatures by as "
    "many keys in one call, and the same in a build without AVX-512."
)


def table() -> Table:
    """That of the host, which the record has first, up to an empty line."""
    _, _, where, compiler, load, unit, *rest = _lines()
    header, *rows = (line.split(" " * _GAP) for line in rest[1 : rest.index("", 1)])
    return Table(
        ("", *_cells(header)),
        [tuple(_cells(row)) for row in rows],
        legend=_LEGEND.format(
            where=where.partition(" on ")[2],
            compiler=compiler,
            load=load,
            unit=unit.partition(", ")[2],
        ),
    )


def _lines() -> list[str]:
    if not RECORD.exists():
        raise LabError(f"results has no {RECORD.name}")
    return RECORD.read_text(encoding="utf-8").splitlines()


def _cells(parts: list[str]) -> list[str]:
    cells = [part.strip() for part in parts if part.strip()]
    return [NONE if cell == "-" else cell for cell in cells]
