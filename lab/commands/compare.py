# SPDX-License-Identifier: MIT
"""whit compare: what changed between two sets of results."""

from pathlib import Path
from typing import Annotated

import typer

from lab.commands.options import check_name
from lab.commands.quantities import quantity
from lab.reports.changes import FORMATS, compare
from lab.store import newest

_SHARES = {"%": 0.01}


def command(
    before: Annotated[Path, typer.Argument(help="A directory of results, or a file of samples.")],
    after: Annotated[Path, typer.Argument(help="Another.")],
    threshold: Annotated[
        str, typer.Option(metavar="PERCENT", help="How much worse a figure may get.")
    ] = "1%",
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
) -> None:
    """Say what was added and removed, and what got better or worse.

    Exits with 1 when something got worse by more than the threshold.
    """
    check_name("format", output, FORMATS)
    share = quantity("--threshold", threshold, _SHARES, zero=True)
    found = compare(newest(before), newest(after), share)
    print(FORMATS[output](found), end="")
    if found.of("worse"):
        raise typer.Exit(1)
