# SPDX-License-Identifier: MIT
"""Options that commands share, and checks of what they are given."""

import os
import shlex
from collections.abc import Callable, Iterable
from typing import Annotated

import typer

from lab import curves
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import ALL, OPERATIONS
from lab.runner import catalogue

Names = list[str] | None
EVERY = "all"
MOST_WAIT_STATES = 15


def curve_name(word: str) -> str:
    """The curve's own name, for a name or an alias on the command line; `all` is everything."""
    return word if word == EVERY else curves.named(word)


def offer(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What the shell completes a word to."""
    return lambda incomplete: [
        name for name in names() if name.casefold().startswith(incomplete.casefold())
    ]


def of_kind(*kinds: str, every: bool = True) -> Callable[[str], list[str]]:
    """What `whit list` has of these kinds, and `all` where that is a choice."""
    also = [EVERY] if every else []
    return offer(lambda: [*(thing.name for kind in kinds for thing in catalogue(kind)), *also])


offer_curves = offer(lambda: (*curves.words(), EVERY))
offer_libraries = of_kind("libraries")
offer_operations = offer(lambda: (*OPERATIONS, ALL))

Targets = Annotated[
    Names,
    typer.Option(
        "--target",
        help="A core or a board; repeatable, or all for every core; cortex-m4 if none.",
        autocompletion=of_kind("targets", "boards"),
    ),
]
Curves = Annotated[
    Names,
    typer.Option(
        "--curve",
        metavar="NAME",
        help="By name or alias; repeatable, or all; secp256r1 if none.",
        parser=curve_name,
        autocompletion=offer_curves,
    ),
]
Profiles = Annotated[
    Names, typer.Option("--profile", help="Whit's; repeatable, or all; balanced if none.")
]
Configurations = Annotated[
    Names, typer.Option("--configuration", help="A peer's; repeatable, or all; default if none.")
]
Compilers = Annotated[
    Names,
    typer.Option(
        "--compiler",
        metavar="NAME|PATH",
        help="gcc, clang, or a program of one of these families; repeatable, or all; gcc if none.",
    ),
]
Sources = Annotated[
    Names,
    typer.Option(
        "--source",
        metavar="NAME=DIR",
        help="Where the sources of a library are, for those in no registry; repeatable.",
    ),
]
Cflags = Annotated[
    str,
    typer.Option(
        "--cflags",
        "--flags",
        metavar="FLAGS",
        help="Your compiler flags, such as '-O2 -flto', after those of the target.",
    ),
]
Seed = Annotated[str, typer.Option("--seed", help="What keys and nonces are made from.")]
Cache = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Reuse what was measured on the same image.")
]
Dask = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Spread over the Dask cluster of this scheduler."),
]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock", metavar="48MHz", help="Of a part that has no board file; Hz without a unit."
    ),
]
WaitStates = Annotated[
    int | None,
    typer.Option(
        "--wait-states",
        min=0,
        max=MOST_WAIT_STATES,
        help="Of its flash; doc/boards.md says what else is assumed of it.",
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", help="How many libraries are built and run at once.")]
DEFAULT_JOBS = os.cpu_count() or 1


def check_name(kind: str, name: str, valid: Iterable[str]) -> None:
    """Refuse a name that is none of the valid ones."""
    names = tuple(valid)
    if name not in names:
        raise UnknownNameError(kind, name, names)


def check_least(option: str, value: int, least: int = 1) -> None:
    """Refuse a number that is too small."""
    if value < least:
        raise UnsupportedError(f"{option} must be at least {least}")


def split(cflags: str) -> tuple[str, ...]:
    """Flags as a shell would have them; what would change the files that a compiler reads and
    writes is none."""
    try:
        flags = tuple(shlex.split(cflags))
    except ValueError as error:
        raise UnsupportedError(f"--cflags {cflags!r}: {error}") from None
    if flags and not flags[0].startswith("-"):
        raise UnsupportedError(f"--cflags {cflags!r}: {flags[0]} is no flag")
    for flag in flags:
        if flag in ("-c", "-E", "-S", "-fsyntax-only", "-") or flag.startswith("-o"):
            raise UnsupportedError(f"--cflags {cflags!r}: {flag} is the lab's own")
    return flags
