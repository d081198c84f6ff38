# SPDX-License-Identifier: MIT
"""whit libraries: which there are, and how to bring one's own."""

from pathlib import Path
from typing import Annotated

import typer

from lab.paths import shown
from lab.reports.listing import as_list
from lab.runner import add_library, catalogue

app = typer.Typer(help="List the libraries, or bring your own.", invoke_without_command=True)


@app.callback()
def listing(context: typer.Context) -> None:
    """List the libraries; `add` brings your own."""
    if context.invoked_subcommand is None:
        print(as_list(catalogue("libraries")), end="")


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="What the lab is to call it.")],
    source: Annotated[Path, typer.Option(help="The directory with its C files.")],
) -> None:
    """Write the folder of a new library, for you to fill in.

    Nothing that is there is overwritten. Until both files are complete, measuring the
    library says that they are not.
    """
    declaration, adapter = add_library(name, source)
    print(
        f"{shown(declaration)} says what {name} is and how it is built;\n"
        f"{shown(adapter)} calls it: implement the operations that it has, as\n"
        f"firmware/adapter.h describes them. Then delete the lines `missing` and #error, and\n"
        f"  whit measure --library {name} --source {name}={source}\n"
        "builds it, runs it, and checks every result."
    )
