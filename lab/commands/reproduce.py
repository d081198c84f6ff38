# SPDX-License-Identifier: MIT
"""whit reproduce: what four documents published, beside what the lab makes of it."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from lab import published
from lab.commands.options import (
    DEFAULT_JOBS,
    Cache,
    Jobs,
    Names,
    Seed,
    Sources,
    check_least,
    check_name,
)
from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.model import Case, Sample
from lab.paths import RESULTS
from lab.published import RECORDING, Recording
from lab.reports.reproduction import FORMATS, as_summary
from lab.runner import (
    DEFAULT_SEED,
    Settings,
    measured,
    named_sources,
    open_pool,
    portable,
    reproduce,
)
from lab.store import Results

DEFAULT_KEYS = 1  # the documents fix the random numbers
Tables = Annotated[
    Names,
    typer.Argument(metavar="[TABLE]...", help="Such as popa2019-3, or popa2019; all if none."),
]


def command(
    table: Tables = None,
    output: Annotated[str, typer.Option("--format", help="table, json, csv or markdown")] = "table",
    kept: Annotated[
        bool, typer.Option("--kept", help="Show what results/ holds; run nothing.")
    ] = False,
    save: Annotated[
        bool, typer.Option("--save", help="Keep the rows in results/reproduction.json.")
    ] = False,
    recorded: Annotated[
        bool,
        typer.Option(
            "--recorded",
            help="Run nothing that results/ has: samples, and ratios of other libraries.",
        ),
    ] = False,
    keys: Annotated[
        int, typer.Option(help="How many keys each operation runs with.")
    ] = DEFAULT_KEYS,
    seed: Seed = DEFAULT_SEED,
    source: Sources = None,
    cache: Cache = True,
    jobs: Jobs = DEFAULT_JOBS,
) -> None:
    """Run every published figure's library on its board, and Whit beside it.

    Standard output holds only the rows; progress goes to standard error, and so does the
    summary when the rows are data.
    """
    check_name("format", output, FORMATS)
    check_least("--keys", keys)
    check_least("--jobs", jobs)
    if kept and save:
        raise UnsupportedError("--kept runs nothing that --save could keep")
    tables = published.tables(tuple(table or ()))
    local_sources = named_sources(source or ())

    def measure(cases: Sequence[Case]) -> Sequence[Sample]:
        settings = Settings(seed, keys, cache, sources=portable(local_sources))
        with Terminal(len(cases)) as terminal:
            return measured(cases, settings, open_pool(cases, jobs, None), terminal)

    recording = (
        _kept(tables)
        if kept
        else reproduce(
            tables,
            measure,
            tuple(local_sources),
            Results(RESULTS).newest() if recorded else None,
            published.load(RECORDING).rows if recorded else (),
        )
    )
    if save:
        published.save(recording)
    print(FORMATS[output](recording.rows), end="")
    if output in ("json", "csv"):
        print(as_summary(recording.rows), end="", file=sys.stderr)


def _kept(tables: Sequence[published.Table]) -> Recording:
    names = {(table.source, table.table) for table in tables}
    recording = published.load(RECORDING)
    rows = tuple(row for row in recording.rows if (row.source, row.table) in names)
    return Recording(recording.made_by, rows)
