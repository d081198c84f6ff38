# SPDX-License-Identifier: MIT
"""Published figures beside the lab's, as text, data, Markdown, and a document."""

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from lab import published
from lab.published import KEYS, STATUSES, Recording, Row, Source, Summary, Table, summarise
from lab.reports.figures import NONE
from lab.reports.table import Table as Grid

_FED = ("fed", "fed ratio")
_HEADER = ("row", "status", "published", "emulated", "whit", "unit", "ratio", "note")
_AGREEMENT = ("with a ratio", "within 5%", "within 10%", "median", "least", "most")
_SUMMARY_HEADER = ("table", *STATUSES, *_AGREEMENT, "whit")
_COLUMNS = 100  # of a terminal
UNEXPLAINED = "**no reason given**"

Form = Callable[[Grid], str]
Item = Callable[[str, str], str]


def as_json(rows: Sequence[Row]) -> str:
    """One array of objects."""
    return json.dumps([row.record() for row in rows], indent=2, ensure_ascii=False) + "\n"


def as_csv(rows: Sequence[Row]) -> str:
    """A header and a line a row; an empty field is null."""
    return Grid(KEYS, [[row.record()[key] for key in KEYS] for row in rows]).csv()


def as_text(rows: Sequence[Row]) -> str:
    """A document's citation and notes, a grid a table with its notes, then the summary."""
    parts: list[str] = []
    for source, tables in _by_source(rows):
        notes = "".join(_wrapped(note, "- ") for note in source.notes)
        parts.append("\n".join(filter(None, (_wrapped(source.citation), notes))))
        parts += [
            f"{_wrapped(_heading(table))}\n{_listed('- ', table.notes)}"
            f"{_body(own, Grid.text, _wrapped)}"
            for table, own in tables
        ]
    of_energy = filter(None, (_energies(rows, Grid.text, _wrapped),))
    return "\n".join((*parts, as_summary(rows), *of_energy, _wrapped(_KEY)))


def as_markdown(rows: Sequence[Row]) -> str:
    """The same for a document."""
    parts = [
        f"### {_heading(table)}\n\n{_notes(table.notes)}{_body(own, Grid.markdown)}"
        for table, own in _by_table(rows)
    ]
    of_energy = filter(None, (_energies(rows, Grid.markdown, _plain),))
    return "\n".join((*parts, f"### Summary\n\n{_summary(rows, Grid.markdown)}", *of_energy))


def as_summary(rows: Sequence[Row]) -> str:
    """Counts by status, the middle and the ends of the ratios, a line a table."""
    return _summary(rows, Grid.text)


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
    made_by = "; ".join(recording.made_by)
    head = _HEAD.format(rows=len(rows), made_by=made_by, key=_wrapped(_KEY).rstrip())
    parts = [head, agreement(rows).markdown(), _summary(rows, Grid.markdown)]
    parts += filter(None, (_energies(rows, Grid.markdown, _plain),))
    for source, tables in _by_source(rows):
        parts.append(_of_source(source))
        parts += [
            f"### {_heading(table)}\n\n{_notes(table.notes)}{_body(own, Grid.markdown)}"
            for table, own in tables
        ]
    return "\n".join(parts)


_KEY = (
    "emulated and whit are in the row's unit; whit is what Whit takes for the same work on the "
    "same board, in profile balanced, for code sizes in profile small. ratio is emulated / "
    "published. fed is what the energy's model makes of the time that the document gives, fed "
    "ratio that over the published. In the summary median, least and most are those of a table's "
    "ratios, and whit counts Whit's figures."
)
_HEAD = """# Published figures, measured again

Every figure that four documents publish, {rows} in all, beside what the lab makes of it. Rendered
from results/reproduction.json; `whit reproduce --save` runs it anew, `whit reproduce TABLE` a part.

{key}

- *run*: that library, run on the emulated board with the document's set-up. It says nothing of how
  near the figure came; ratio does, and a row that is more than 10% off says why.
- *modelled*: computed from such a run by a model, as energy is from time.
- *ratio*: the document's core cannot be emulated; libraries are compared with each other on one
  that can.
- *unavailable*: the reason says what is missing.

Nothing of it was measured on silicon here: cycles are emulated, energy is modelled. Libraries that
no registry has ran from a copy that `--source` named; a run without it keeps their rows.

Made by {made_by}.
"""


def _of_source(source: Source) -> str:
    return f"## {source.name}\n\n{source.citation}\n\n{_notes(source.notes)}".rstrip("\n") + "\n"


def _notes(notes: Iterable[str]) -> str:
    text = "".join(f"- {note}\n" for note in notes)
    return f"{text}\n" if text else ""


def _heading(table: Table) -> str:
    return f"{table.name}: {table.title}"


def _wrapped(text: str, mark: str = "") -> str:
    """Lines of a paragraph, or of an item of a list."""
    return textwrap.fill(
        text,
        _COLUMNS,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    ) + "\n"  # fmt: skip


def _plain(text: str, mark: str = "") -> str:
    return f"{mark}{text}\n"


def _listed(mark: str, items: Iterable[str]) -> str:
    text = "".join(_wrapped(item, mark) for item in items)
    return f"{text}\n" if text else ""


def _body(rows: Sequence[Row], form: Form, item: Item = _plain) -> str:
    """The rows without what all their names share, and once each reason with its mark."""
    marks: dict[str, str] = {}
    for row in rows:
        for text in _said(row):
            marks.setdefault(text, str(len(marks) + 1))
    shared, names = _short([row.row for row in rows])
    of_energy = any(row.fed is not None for row in rows)
    header = (*_HEADER[:-1], *(_FED if of_energy else ()), _HEADER[-1])
    lines = [
        (
            name,
            *_figures(row),
            *((_figure(row.fed), _ratio(row.fed_ratio)) if of_energy else ()),
            ", ".join(marks[text] for text in _said(row)),
        )
        for name, row in zip(names, rows, strict=True)
    ]
    head = f"Each row: {', '.join(shared)}.\n\n" if shared else ""
    listed = "".join(item(reason, f"{mark}. ") for reason, mark in marks.items())
    return f"{head}{form(Grid(header, lines, left=2))}" + (f"\n{listed}" if listed else "")


def _said(row: Row) -> tuple[str, ...]:
    """What is to be known of a row, and why it is far off."""
    why = row.why or (UNEXPLAINED if row.needs_why else None)
    return tuple(text for text in (row.reason, why) if text)


def _short(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that all names have, and what is left of each name."""
    words = [re.split("[,;] ", name) for name in names]
    shared = [word for word in words[0] if all(word in each for each in words)]
    if len(words) == 1:
        return [], list(names)
    return shared, [", ".join(word for word in each if word not in shared) for each in words]


def _figures(row: Row) -> tuple[str, ...]:
    return (
        row.status,
        _figure(row.published),
        _figure(row.emulated),
        _figure(row.whit),
        row.unit,
        _ratio(row.ratio),
    )


def _summary(rows: Sequence[Row], form: Form) -> str:
    lines = [_line(table.name, summarise(own)) for table, own in _by_table(rows)]
    return form(Grid(_SUMMARY_HEADER, [*lines, _line("all", summarise(rows))]))


def _line(name: str, summary: Summary) -> tuple[str, ...]:
    counts = (str(summary.statuses[status]) for status in STATUSES)
    return (name, *counts, *_agreeing(summary), str(summary.whit))


def _agreeing(summary: Summary) -> tuple[str, ...]:
    counts = (summary.compared, summary.close, summary.near)
    return (*map(str, counts), *map(_ratio, (summary.median, summary.least, summary.most)))


def agreement(rows: Sequence[Row]) -> Grid:
    """How far the rows of each status agree with what was published."""
    lines = []
    for status in STATUSES[:-1]:
        own = [row for row in rows if row.status == status]
        lines.append((status, str(len(own)), *_agreeing(summarise(own))))
    return Grid(("status", "rows", *_AGREEMENT), lines)


def energies(rows: Sequence[Row]) -> Grid:
    """How far energy is off that the power of a board makes of the published times and of
    emulated ones, and how far these times are off themselves."""
    time_of = published.time_rows(rows)
    lines = []
    for table, own in _by_table(rows):
        fed = [replace(row, ratio=row.fed_ratio) for row in own if row.fed is not None]
        times = [time for row in own if (time := time_of.get((row.source, row.table, row.row)))]
        if fed:
            lines += [
                (table.name, "energy", "published times", *_agreeing(summarise(fed))),
                (table.name, "energy", "emulated times", *_agreeing(summarise(own))),
                (table.name, "time", "–", *_agreeing(summarise(times))),
            ]  # fmt: skip
    return Grid(("table", "figure", "fed", *_AGREEMENT), lines, left=3)


def _energies(rows: Sequence[Row], form: Form, item: Item) -> str:
    """The table and what it says, where there are such rows."""
    grid = energies(rows)
    return f"{form(grid)}\n{item(_ENERGIES, '')}" if grid.rows else ""


_ENERGIES = (
    "Energy is a board's power times a time. Fed with the times that a document gives, it is off "
    "by what one power for all rows leaves; fed with emulated times it is off by that and by what "
    "emulation makes of the times, which the rows of time say."
)


def of_boards(rows: Sequence[Row]) -> Grid:
    """How far the times of each document on each board agree with those that the lab ran."""
    own: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if row.board and row.metric == "time" and row.status == "run":
            own.setdefault((row.board, row.source, row.library), []).append(row)
    lines = [(*key, *_agreeing(summarise(found))) for key, found in sorted(own.items())]
    return Grid(("board", "document", "library", *_AGREEMENT), lines, left=3)


def _by_table(rows: Sequence[Row]) -> list[tuple[Table, list[Row]]]:
    found = (
        (table, [row for row in rows if (row.source, row.table) == (table.source, table.table)])
        for table in published.tables()
    )
    return [(table, own) for table, own in found if own]


def _by_source(rows: Sequence[Row]) -> list[tuple[Source, list[tuple[Table, list[Row]]]]]:
    tables = _by_table(rows)
    found = (
        (source, [(table, own) for table, own in tables if table.source == source.name])
        for source in published.sources()
    )
    return [(source, own) for source, own in found if own]


def _figure(value: float | None) -> str:
    """Four digits, as many as a model may claim; whole numbers in full."""
    if value is None:
        return NONE
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.4g}"


def _ratio(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"
