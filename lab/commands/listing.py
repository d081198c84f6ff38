# SPDX-License-Identifier: MIT
"""whit list: what the other commands take."""

from typing import Annotated

import typer

from lab.reports.things import as_list
from lab.runner import catalogue


def command(
    kind: Annotated[str, typer.Argument(help="targets, libraries, curves or operations")],
) -> None:
    """List targets, libraries, curves or operations."""
    print(as_list(catalogue(kind)), end="")
