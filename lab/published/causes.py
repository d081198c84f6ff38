# SPDX-License-Identifier: MIT
"""Why rows that ran are far from what was published, as published/*.toml says."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lab.published.figures import Figure, Table, sources, tables
from lab.published.records import Row
from lab.published.rules import Cause

_Place = tuple[str, str, str]


def explained(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows, each that needs it with the causes that its document's file has for it now."""
    figures = _figures()
    return tuple(replace(row, why=_why(row, figures)) for row in rows)


def unexplained(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows that need a cause and have none."""
    return tuple(row for row in explained(rows) if row.needs_why and row.why is None)


def idle(rows: Iterable[Row]) -> tuple[str, ...]:
    """Causes that explain no row, as table and name."""
    figures = _figures()
    used = {
        (table.name, cause.name)
        for row in rows
        if row.needs_why and (found := figures.get(_place(row)))
        for table, cause in _causes(*found)
    }
    return tuple(
        f"{table.name}: {cause.name}"
        for table in tables()
        for cause in table.causes
        if (table.name, cause.name) not in used
    )


def _why(row: Row, figures: Mapping[_Place, tuple[Table, Figure]]) -> str | None:
    if not row.needs_why or _place(row) not in figures:
        return None
    return "; ".join(cause.says for _, cause in _causes(*figures[_place(row)])) or None


def _causes(table: Table, figure: Figure) -> Iterator[tuple[Table, Cause]]:
    yield from ((table, cause) for cause in table.causes if cause.matches(figure.columns))


def time_rows(rows: Iterable[Row]) -> Mapping[_Place, Row]:
    """Of each row of energy that the model also makes of the document's own time, the row with
    that time."""
    known = {_place(row): row for row in rows}
    tables_of = {source.name: source for source in sources()}
    found = {}
    for place, row in known.items():
        if row.fed is not None:
            table, figure = _figures()[place]
            time = tables_of[row.source].time_of(table, figure)
            if time is not None and (time.source, time.table, time.row) in known:
                found[place] = known[time.source, time.table, time.row]
    return found


def _figures() -> Mapping[_Place, tuple[Table, Figure]]:
    return {
        (figure.source, figure.table, figure.row): (table, figure)
        for table in tables()
        for figure in table.figures
    }


def _place(row: Row) -> _Place:
    return row.source, row.table, row.row
