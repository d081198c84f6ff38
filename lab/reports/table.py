# SPDX-License-Identifier: MIT
"""A table, and what it looks like on a terminal, in a document and as data."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lab.model import Value
from lab.reports.figures import NONE

_GAP = "  "


@dataclass(frozen=True)
class Table:
    """Rows under a header, and a legend that says what the columns are. The first `left` columns
    are flush left, others right."""

    header: Sequence[str]
    rows: Sequence[Sequence[Value]]
    left: int = 1
    legend: str = ""

    def text(self) -> str:
        """Plain columns, which read the same with and without a terminal."""
        lines = self._lines()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
        header, *rows = (self._aligned(line, widths) for line in lines)
        return "\n".join([header, rule, *rows]) + "\n" + self._legend()

    def markdown(self) -> str:
        """For a document."""
        header, *rows = self._lines()
        marks = ["---" if column < self.left else "---:" for column in range(len(header))]
        lines = (header, marks, *rows)
        return "".join(f"| {' | '.join(cells)} |\n" for cells in lines) + self._legend()

    def csv(self) -> str:
        """A header and a line a row; an empty field is null."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return text.getvalue()

    def _lines(self) -> list[list[str]]:
        rows = ([NONE if cell is None else str(cell) for cell in row] for row in self.rows)
        return [list(self.header), *rows]

    def _aligned(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        padded = (
            cell.ljust(width) if column < self.left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return _GAP.join(padded).rstrip()

    def _legend(self) -> str:
        return f"\n{self.legend}\n" if self.legend else ""


Part = Table | str


def text(parts: Iterable[Part]) -> str:
    """Tables and paragraphs, an empty line between each."""
    return "\n".join(part if isinstance(part, str) else part.text() for part in parts)


def markdown(parts: Iterable[Part]) -> str:
    """The same for a document."""
    return "\n".join(part if isinstance(part, str) else part.markdown() for part in parts)
