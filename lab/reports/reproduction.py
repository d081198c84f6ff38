# SPDX-License-Identifier: MIT
"""Published figures beside the lab's, as text, data, Markdown, and a document."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from lab import published
from lab.published import KEYS, STATUSES, Recording, Row, Source, Summary, Table, summarise
from lab.reports.figures import NONE
from lab.reports.grid import grid, markdown

_HEADER = ("row", "status", "published", "emulated", "whit", "unit", "ratio")
_SUMMARY_HEADER = ("table", "rows", *STATUSES, "median", "least", "most", "whit")


def as_json(rows: Sequence[Row]) -> str:
    """One array of objects."""
    return json.dumps([row.record() for row in rows], indent=2, ensure_ascii=False) + "\n"


def as_csv(rows: Sequence[Row]) -> str:
    """A header and a line a row; an empty field is null."""
    text = io.StringIO()
    writer = csv.DictWriter(text, KEYS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.record() for row in rows)
    return text.getvalue()


def as_text(rows: Sequence[Row]) -> str:
    """A grid a table, then the summary."""
    parts = [
        f"{_heading(table)}\n\n{grid((*_HEADER, 'reason'), _lines(own, reasons=True))}"
        for table, own in _by_table(rows)
    ]
    return "\n".join((*parts, as_summary(rows)))


def as_markdown(rows: Sequence[Row]) -> str:
    """The same for a document."""
    parts = [f"### {_heading(table)}\n\n{_body(own)}" for table, own in _by_table(rows)]
    return "\n".join((*parts, f"### Summary\n\n{_summary(rows, markdown)}"))


def as_summary(rows: Sequence[Row]) -> str:
    """Counts by status, the middle and the ends of the ratios, a line a table."""
    return _summary(rows, grid)


FORMATS: Mapping[str, Callable[[Sequence[Row]], str]] = {
    "table": as_text,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}


def as_document(recording: Recording) -> str:
    """doc/reproduction.md: everything, with what the documents are and where the lab
    and they differ."""
    rows = recording.rows
    head = _HEAD.format(rows=len(rows), made_by="; ".join(recording.made_by))
    parts = [head, _summary(rows, markdown)]
    for source in published.sources():
        tables = [(table, own) for table, own in _by_table(rows) if table.source == source.name]
        if tables:
            parts.append(_of_source(source))
            parts += [f"### {_heading(table)}\n\n{_notes(table.notes)}{_body(own)}"
                      for table, own in tables]  # fmt: skip
    return "\n".join(parts)


_HEAD = """# Published figures, reproduced

Every figure that four documents publish, {rows} in all, beside what the lab makes of it. Rendered
from results/reproduction.json; `whit reproduce --save` runs it anew, `whit reproduce TABLE` a part.

- *reproduced*: that library, run on the emulated board with the document's set-up.
- *modelled*: computed from such a run by a model, as energy is from time.
- *ratio*: the document's core cannot be emulated; libraries are compared with each other on one
  that can.
- *unavailable*: the reason says what is missing.

emulated and whit are in the row's unit; whit is what Whit takes for the same work on the same
board, in profile balanced, for code sizes in profile small. ratio is emulated / published. Nothing
of it was measured on silicon here: cycles are emulated, energy is modelled.

Made by {made_by}.
"""


def _of_source(source: Source) -> str:
    return f"## {source.name}\n\n{source.citation}\n\n{_notes(source.notes)}".rstrip("\n") + "\n"


def _notes(notes: Iterable[str]) -> str:
    text = "".join(f"- {note}\n" for note in notes)
    return f"{text}\n" if text else ""


def _heading(table: Table) -> str:
    return f"{table.name}: {table.title}"


def _body(rows: Sequence[Row]) -> str:
    """The rows, and once each reason with the rows that it is for."""
    reasons: dict[str, list[int]] = {}
    for number, row in enumerate(rows, 1):
        if row.reason is not None:
            reasons.setdefault(row.reason, []).append(number)
    marks = {reason: str(number) for number, reason in enumerate(reasons, 1)}
    lines = [
        (*line, marks.get(row.reason or "", ""))
        for line, row in zip(_lines(rows), rows, strict=True)
    ]
    table = markdown((*_HEADER, "reason"), lines, left=2)
    listed = "".join(f"{mark}. {reason}\n" for reason, mark in marks.items())
    return f"{table}\n{listed}" if listed else table


def _lines(rows: Sequence[Row], reasons: bool = False) -> list[tuple[str, ...]]:
    return [
        (
            row.row,
            row.status,
            _figure(row.published),
            _figure(row.emulated),
            _figure(row.whit),
            row.unit,
            _ratio(row.ratio),
            *((row.reason or "",) if reasons else ()),
        )
        for row in rows
    ]


def _summary(
    rows: Sequence[Row],
    form: Callable[[Sequence[str], Sequence[Sequence[str]], int], str],
) -> str:
    lines = [_line(table.name, summarise(own), len(own)) for table, own in _by_table(rows)]
    return form(_SUMMARY_HEADER, [*lines, _line("all", summarise(rows), len(rows))], 1)


def _line(name: str, summary: Summary, rows: int) -> tuple[str, ...]:
    counts = (str(summary.statuses[status]) for status in STATUSES)
    ends = (_ratio(value) for value in (summary.median, summary.least, summary.most))
    return (name, str(rows), *counts, *ends, str(summary.whit))


def _by_table(rows: Sequence[Row]) -> list[tuple[Table, list[Row]]]:
    found = (
        (table, [row for row in rows if (row.source, row.table) == (table.source, table.table)])
        for table in published.tables()
    )
    return [(table, own) for table, own in found if own]


def _figure(value: float | None) -> str:
    """Four digits, as many as a model may claim; whole numbers in full."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.4g}"


def _ratio(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"
