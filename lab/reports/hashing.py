# SPDX-License-Identifier: MIT
"""What hashing a message to a curve costs."""

from collections.abc import Sequence

from lab.model import HASHING, Sample
from lab.reports.figures import count
from lab.reports.table import Table

LEGEND = (
    "Emulated; a short message. Flash is that of an image that does nothing else; stack includes "
    "what the call takes of everything below."
)


def table(samples: Sequence[Sample]) -> Table:
    """A row for each core, curve and build of Whit."""
    found = [each for each in samples if each.operation == HASHING and each.library == "whit"]
    rows = [
        (
            each.target,
            each.curve,
            each.profile or "",
            count(each.cycles),
            count(each.flash_bytes),
            count(each.stack_bytes),
        )
        for each in sorted(found, key=lambda each: (each.target, each.cycles or 0))
        if each.board is None
    ]
    header = ("core", "curve", "profile", "cycles", "flash B", "stack B")
    return Table(header, rows, left=3, legend=LEGEND)
