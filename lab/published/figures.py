# SPDX-License-Identifier: MIT
"""The documents of published/: a .csv with every figure that one publishes, and a .toml
that cites it and holds its tables' rules."""

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.declarations import Declaration
from lab.errors import LabError, UnknownNameError
from lab.paths import PUBLISHED, shown
from lab.published.rules import Cause, Rule, read, read_cause, texts

COLUMNS = ("table", "library", "target", "curve", "configuration", "operation", "metric",
           "value", "unit", "note")  # fmt: skip
_NAMING = ("library", "curve", "configuration", "operation", "metric")
MATCHED = (*_NAMING, "target")


@dataclass(frozen=True)
class Figure:
    """One published figure."""

    source: str
    table: str
    library: str
    target: str
    curve: str
    configuration: str
    operation: str
    metric: str
    value: float
    unit: str
    note: str

    @property
    def row(self) -> str:
        """A name that no other figure of the table has."""
        return ", ".join(
            word for column in _NAMING if (word := str(getattr(self, column))) not in ("", "-")
        )

    @property
    def columns(self) -> Mapping[str, str]:
        """What a rule can ask for."""
        return {column: str(getattr(self, column)) for column in MATCHED}


@dataclass(frozen=True)
class Terms:
    """A document's names, where the lab has others."""

    curves: Mapping[str, str]
    configurations: Mapping[str, str]
    absent: Mapping[str, str]  # libraries that no registry has: what to do about it


@dataclass(frozen=True)
class Table:
    """A table of a document."""

    source: str
    table: str
    title: str
    notes: tuple[str, ...]  # how the lab repeats it, and why the two differ
    rules: tuple[Rule, ...]
    causes: tuple[Cause, ...]  # why rows are far off
    figures: tuple[Figure, ...]
    terms: Terms

    @property
    def name(self) -> str:
        """As the command line takes it."""
        return f"{self.source}-{self.table}"

    def work(self, figure: Figure) -> tuple[str, ...]:
        """What a figure is of: a library's build, which tables may call by different names, on a
        curve, and what it does."""
        named = self.terms.configurations.get(figure.configuration, figure.configuration)
        return figure.library, figure.target, figure.curve, named, figure.operation

    def rule(self, figure: Figure) -> Rule:
        """The one rule that matches."""
        found = [rule for rule in self.rules if rule.matches(figure.columns)]
        if len(found) != 1:
            names = ", ".join(rule.name for rule in found) or "none"
            raise LabError(f"{self.name}: {figure.row}: one rule must match, not {names}")
        return found[0]


@dataclass(frozen=True)
class Source:
    """A document."""

    name: str
    authors: str
    title: str
    venue: str
    year: int
    notes: tuple[str, ...]  # on all of its tables
    tables: tuple[Table, ...]

    def time_of(self, table: Table, figure: Figure) -> Figure | None:
        """The time that the document gives of the same work, in whichever of its tables; None
        where it gives none, or several."""
        found = [
            other
            for each in self.tables
            for other in each.figures
            if other.metric == "time" and each.work(other) == table.work(figure)
        ]
        return found[0] if len(found) == 1 else None

    @property
    def citation(self) -> str:
        return f"{self.authors}. {self.title}. {self.venue}, {self.year}."


@cache
def sources(directory: Path = PUBLISHED) -> tuple[Source, ...]:
    """Every document."""
    return tuple(_source(path) for path in sorted(directory.glob("*.toml")))


def tables(names: Sequence[str] = (), directory: Path = PUBLISHED) -> tuple[Table, ...]:
    """The tables of these names, a document's name standing for all of its; every table
    if there are none. UnknownNameError for a name that is neither."""
    every = tuple(table for source in sources(directory) for table in source.tables)
    documents = tuple(source.name for source in sources(directory))
    for name in names:
        if name not in documents and not any(table.name == name for table in every):
            raise UnknownNameError("table", name, (*documents, *(table.name for table in every)))
    return tuple(
        table for table in every if not names or table.name in names or table.source in names
    )


def _source(path: Path) -> Source:
    file = Declaration.read(path)
    figures = tuple(_figures(path.with_suffix(".csv"), path.stem))
    terms = Terms(
        curves=texts(file, "curves"),
        configurations=texts(file, "configurations"),
        absent=texts(file, "absent"),
    )
    source = Source(
        name=path.stem,
        authors=file.text("authors"),
        title=file.text("title"),
        venue=file.text("venue"),
        year=file.natural("year"),
        notes=file.texts("notes", ()),
        tables=tuple(
            _table(path.stem, name, table, figures, terms)
            for name, table in file.tables("tables").items()
        ),
    )
    file.finish()
    listed = {table.table for table in source.tables}
    for figure in figures:
        if figure.table not in listed:
            raise file.error("tables", f"has no {figure.table!r}, which the figures name")
    return source


def _table(
    source: str,
    name: str,
    file: Declaration,
    figures: tuple[Figure, ...],
    terms: Terms,
) -> Table:
    causes = file.tables("causes") if file.has("causes") else {}
    table = Table(
        source=source,
        table=name,
        title=file.text("title"),
        notes=file.texts("notes", ()),
        rules=tuple(read(rule, each, MATCHED) for rule, each in file.tables("rules").items()),
        causes=tuple(read_cause(cause, each, MATCHED) for cause, each in causes.items()),
        figures=tuple(figure for figure in figures if figure.table == name),
        terms=terms,
    )
    file.finish()
    return table


def _figures(path: Path, source: str) -> Iterator[Figure]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"{shown(path)}: {error}") from error
    reader = csv.DictReader(text.splitlines())
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise LabError(f"{shown(path)}: the columns must be {', '.join(COLUMNS)}")
    for number, line in enumerate(reader, 2):
        try:
            value = float(line.pop("value"))
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value) or None in line or None in line.values():
            raise LabError(f"{shown(path)}, line {number}: not a figure")
        yield Figure(source=source, value=value, **line)
