# SPDX-License-Identifier: MIT
"""What operations take on a board in two figures: at its supply, and the part alone."""

from collections.abc import Sequence

from lab import curves
from lab.errors import LabError
from lab.model import ALL, Sample
from lab.reports.figures import count, thousandths
from lab.reports.fronts import build_name
from lab.reports.table import Table

_HEADER = ("curve", "operation", "library", "on board", "ms", "mJ", "chip mJ")
_LEGEND = (
    "On {board}. mJ: at the board's supply, by one power for all code; chip mJ: of the part alone, "
    "by its data sheet's current."
)


def table(samples: Sequence[Sample], board: str) -> Table:
    """A row for each build of a library, from the smallest field to the largest."""
    known = [
        each
        for each in samples
        if each.board == board and each.chip_joules is not None and each.operation != ALL
    ]
    if not known:
        raise LabError(f"results/ has no samples of {board} in two figures")
    ordered = {each.name: place for place, each in enumerate(curves.known())}
    known.sort(key=lambda each: (ordered[each.curve], each.operation, each.energy_joules or 0))
    rows = [
        (
            each.curve,
            each.operation,
            build_name(each.case),
            count(each.board_cycles),
            thousandths(each.time_seconds),
            thousandths(each.energy_joules),
            thousandths(each.chip_joules),
        )
        for each in known
    ]
    return Table(_HEADER, rows, left=3, legend=_LEGEND.format(board=board))
