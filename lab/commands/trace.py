# SPDX-License-Identifier: MIT
"""whit trace: constant time, checked on the binary."""

import shlex
from typing import Annotated

import typer

from lab.commands.options import (
    DEFAULT_JOBS,
    Cache,
    Compilers,
    Configurations,
    Curves,
    Dask,
    Jobs,
    Names,
    Profiles,
    Seed,
    Sources,
    Targets,
    check_least,
    check_name,
    offer_libraries,
    offer_operations,
)
from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.paths import RESULTS
from lab.reports.constancy import FORMATS
from lab.runner import (
    DEFAULT_SEED,
    Selection,
    Settings,
    named_sources,
    open_pool,
    portable,
    select_traceable,
    traced,
)

_Library = Annotated[
    Names,
    typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
]
_Operation = Annotated[
    Names,
    typer.Option(
        help="Repeatable; keygen, ecdh and sign if none.", autocompletion=offer_operations
    ),
]
_Cflags = Annotated[
    str,
    typer.Option(
        "--cflags",
        metavar="FLAGS",
        help="Your compiler flags, such as '-O2 -flto', after those of the target.",
    ),
]


def command(
    target: Targets = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    cflags: _Cflags = "",
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    secrets: Annotated[int, typer.Option(help="How many different secrets to run with.")] = 20,
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
    jobs: Jobs = DEFAULT_JOBS,
    dask: Dask = None,
) -> None:
    """Compare the traces of runs with different secrets.

    A trace is every program counter, every data address and every cycle count of a
    run. Exits with 1 when Whit's differ. What was equal on the same image with the same
    secrets is not run again, in results/ too, so that an interrupted command goes on where it was
    and a campaign traces what changed.
    """
    check_name("format", output, FORMATS)
    check_least("--secrets", secrets, 2)
    check_least("--jobs", jobs)
    local_sources = named_sources(source or ())
    flags = split(cflags)
    cases, missing = select_traceable(
        Selection.of(
            targets=target,
            libraries=library or ("whit",),
            curves=curve,
            operations=operation or ("keygen", "ecdh", "sign"),
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
            local_sources=local_sources,
        )
    )
    settings = Settings(
        seed,
        secrets,
        cache,
        sources=portable(local_sources),
        traced=str(RESULTS) if cache and seed == DEFAULT_SEED else None,
        cflags=flags,
    )
    with Terminal(len(cases), missing) as terminal:
        found = traced(cases, settings, open_pool(cases, jobs, dask), terminal)
    print(FORMATS[output](found), end="")
    if any(each.library == "whit" and not each.constant for each in found):
        raise typer.Exit(1)


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
