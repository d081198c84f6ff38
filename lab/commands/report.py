# SPDX-License-Identifier: MIT
"""whit report: tables of documents from results/."""

from pathlib import Path
from typing import Annotated

import typer

from lab.errors import LabError
from lab.paths import RESULTS, ROOT, shown, write_whole
from lab.reports.documents import render
from lab.store import Results


def command(
    documents: Annotated[
        list[Path] | None, typer.Argument(help="Documents with markers; README.md if none.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when a table is not current.")
    ] = False,
) -> None:
    """Render the tables of documents from the samples in results/."""
    samples = tuple(Results(RESULTS).newest().values())
    for path in documents or [ROOT / "README.md"]:
        before = path.read_text(encoding="utf-8")
        try:
            after = render(before, samples)
        except LabError as error:
            error.args = (f"{shown(path)}: {error}",)
            raise
        if after == before:
            print(f"{shown(path)}: its tables are current")
        elif check:
            raise LabError(f"{shown(path)}: its tables are not current; run whit report")
        else:
            write_whole(path, after.encode())
            print(f"{shown(path)}: tables rendered")
