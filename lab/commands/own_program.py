# SPDX-License-Identifier: MIT
"""Options for a linked program of the user's own, in place of a library that the lab builds."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from lab.commands.options import EVERY, Names
from lab.errors import UnsupportedError
from lab.runner import DEFAULT_TARGET, Asked

Elf = Annotated[
    Path | None,
    typer.Option(
        "--elf",
        metavar="FILE",
        help="A linked program of your own, with symbols, in place of a library.",
    ),
]
Call = Annotated[
    str | None, typer.Option("--call", metavar="FUNCTION", help="What is called in it.")
]
Secrets = Annotated[
    Names,
    typer.Option(
        "--secret",
        metavar="SYMBOL[:BYTES]",
        help="An object in its RAM that is secret, filled at random; repeatable.",
    ),
]
Arguments = Annotated[
    Names,
    typer.Option(
        "--argument",
        metavar="VALUE",
        help="Of the call, in order: an integer, or a symbol[+bytes] for its address; repeatable.",
    ),
]
Limit = Annotated[
    int, typer.Option("--limit", min=1, help="Of instructions, after which a call does not end.")
]


def asked_of(
    function: str | None,
    secrets: Sequence[str] | None,
    arguments: Sequence[str] | None,
    limit: int,
    others: Mapping[str, Sequence[str] | str | None],
) -> Asked:
    """What is called; `others` are options for libraries, which are none for a program."""
    for option, given in others.items():
        if given:
            raise UnsupportedError(f"--elf takes no --{option}: the program is built already")
    if function is None or not secrets:
        raise UnsupportedError("--elf needs --call FUNCTION and at least one --secret SYMBOL")
    return Asked(function, tuple(secrets), tuple(arguments or ()), limit)


def one_target(targets: Sequence[str] | None) -> str:
    """The core that a program is for."""
    named = targets or (DEFAULT_TARGET,)
    if len(named) > 1 or EVERY in named:
        raise UnsupportedError("--elf is a program for one --target")
    return named[0]


def refuse_without(elf: Path | None, given: Mapping[str, Sequence[str] | str | None]) -> None:
    """Options that are for a program alone."""
    for option, value in given.items():
        if elf is None and value:
            raise UnsupportedError(f"--{option} needs --elf")
