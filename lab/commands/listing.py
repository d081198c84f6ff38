# SPDX-License-Identifier: MIT
"""whit list: what the other commands take."""

from typing import Annotated

import typer

from lab.reports.listing import as_list
from lab.runner import KINDS, catalogue


def command(
    kind: Annotated[str | None, typer.Argument(help=f"{', '.join(KINDS)}; all if none.")] = None,
) -> None:
    """List targets, libraries, curves and operations."""
    if kind is not None:
        print(as_list(catalogue(kind)), end="")
        return
    print("\n".join(f"{each}\n\n{as_list(catalogue(each))}" for each in KINDS), end="")
