# SPDX-License-Identifier: MIT
"""whit report: tables of documents and drawings from results/."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from lab.errors import LabError
from lab.model import Sample
from lab.paths import RESULTS, ROOT, shown, write_whole
from lab.reports import scaling
from lab.reports.documents import render
from lab.store import Results

DOCUMENTS = (ROOT / "README.md", ROOT / "doc" / "curves.md")
DRAWINGS: Mapping[Path, Callable[[tuple[Sample, ...]], bytes]] = {
    ROOT / "doc" / "figures" / "ecdh-by-field-size.svg": scaling.draw,
}


def command(
    documents: Annotated[
        list[Path] | None,
        typer.Argument(help="Documents with markers; all documents and drawings if none."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail when something is not current.")
    ] = False,
) -> None:
    """Render tables of documents, and drawings, from the samples in results/."""
    samples = tuple(Results(RESULTS).newest().values())
    for path in documents or DOCUMENTS:
        before = path.read_text(encoding="utf-8")
        try:
            after = render(before, samples)
        except LabError as error:
            error.args = (f"{shown(path)}: {error}",)
            raise
        _settle(path, "its tables", before.encode(), after.encode(), check)
    for path, draw in DRAWINGS.items() if not documents else ():
        drawn = path.read_bytes() if path.exists() else b""
        _settle(path, "the drawing", drawn, draw(samples), check)


def _settle(path: Path, what: str, before: bytes, after: bytes, check: bool) -> None:
    """Write what changed, or fail if nothing may."""
    if after == before:
        print(f"{shown(path)}: {what}: current")
    elif check:
        raise LabError(f"{shown(path)}: {what}: not current; run whit report")
    else:
        write_whole(path, after)
        print(f"{shown(path)}: {what}: rendered")
