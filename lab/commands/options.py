# SPDX-License-Identifier: MIT
"""Options that commands share."""

from typing import Annotated

import typer

Names = list[str] | None

Targets = Annotated[
    Names,
    typer.Option(
        "--target", help="A core or a board; repeatable, or all for every core; cortex-m4 if none."
    ),
]
Curves = Annotated[Names, typer.Option("--curve", help="Repeatable, or all; secp256r1 if none.")]
Profiles = Annotated[
    Names, typer.Option("--profile", help="Whit's; repeatable, or all; balanced if none.")
]
Configurations = Annotated[
    Names, typer.Option("--configuration", help="A peer's; repeatable, or all; default if none.")
]
Compilers = Annotated[
    Names, typer.Option("--compiler", help="gcc or clang; repeatable, or all; gcc if none.")
]
Sources = Annotated[
    Names,
    typer.Option(
        "--source",
        metavar="NAME=DIR",
        help="Where the sources of a library are, for those in no registry; repeatable.",
    ),
]
Seed = Annotated[str, typer.Option("--seed", help="What keys and nonces are made from.")]
