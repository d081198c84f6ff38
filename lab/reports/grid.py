# SPDX-License-Identifier: MIT
"""Plain text in columns, which reads the same with and without a terminal."""

from collections.abc import Sequence

GAP = "  "


def grid(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A header, a rule, rows. The first `left` columns are flush left, others right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        aligned = (
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return GAP.join(aligned).rstrip()

    rule = "─" * (sum(widths) + len(GAP) * (len(widths) - 1))
    return "\n".join([line(header), rule, *(line(row) for row in rows)]) + "\n"


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The same as a Markdown table."""
    marks = ["---" if column < left else "---:" for column in range(len(header))]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (header, marks, *rows))
