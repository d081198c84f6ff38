# SPDX-License-Identifier: MIT
"""whit trace: constant time, checked on the binary."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from lab.commands import own_program
from lab.commands.options import (
    DEFAULT_JOBS,
    Cache,
    Cflags,
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
    split,
)
from lab.commands.progress import Terminal
from lab.findings import Constancy
from lab.paths import RESULTS
from lab.reports.constancy import FORMATS
from lab.runner import (
    DEFAULT_LIMIT,
    DEFAULT_SEED,
    Asked,
    Selection,
    Settings,
    named_sources,
    open_pool,
    portable,
    select_traceable,
    trace_program,
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
_OF_BUILDS = ("library", "curve", "operation", "profile", "configuration", "compiler", "source")


def command(
    target: Targets = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    cflags: Cflags = "",
    elf: own_program.Elf = None,
    call: own_program.Call = None,
    secret: own_program.Secrets = None,
    argument: own_program.Arguments = None,
    limit: own_program.Limit = DEFAULT_LIMIT,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    secrets: Annotated[int, typer.Option(help="How many different secrets to run with.")] = 20,
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
    jobs: Jobs = DEFAULT_JOBS,
    dask: Dask = None,
) -> None:
    """Compare the traces of runs with different secrets.

    A trace is every program counter, every data address and every cycle count of a
    run. Exits with 1 when Whit's differ, or those of the program of --elf. What was equal on the
    same image with the same secrets is not run again, in results/ too, so that an interrupted
    command goes on where it was and a campaign traces what changed.
    """
    check_name("format", output, FORMATS)
    check_least("--secrets", secrets, 2)
    check_least("--jobs", jobs)
    own_program.refuse_without(elf, {"call": call, "secret": secret, "argument": argument})
    builds = (library, curve, operation, profile, configuration, compiler, source)
    words = dict(zip(_OF_BUILDS, builds, strict=True))
    found: Sequence[Constancy]
    if elf is not None:
        others = words | {"cflags": [cflags] if cflags else None}
        asked = own_program.asked_of(call, secret, argument, limit, others)
        found = [_of_program(target, elf, asked, secrets, seed)]
    else:
        known = str(RESULTS) if cache and seed == DEFAULT_SEED else None
        settings = Settings(seed, secrets, cache, traced=known, cflags=split(cflags))
        found = _of_libraries(target, words, settings, jobs, dask)
    print(FORMATS[output](found), end="")
    if any((elf is not None or each.library == "whit") and not each.constant for each in found):
        raise typer.Exit(1)


def _of_program(target: Names, elf: Path, asked: Asked, secrets: int, seed: str) -> Constancy:
    with Terminal(1) as terminal:
        return trace_program(own_program.one_target(target), elf, asked, secrets, seed, terminal)


def _of_libraries(
    target: Names, words: dict[str, Names], settings: Settings, jobs: int, dask: str | None
) -> Sequence[Constancy]:
    local_sources = named_sources(words["source"] or ())
    cases, missing = select_traceable(
        Selection.of(
            targets=target,
            libraries=words["library"] or ("whit",),
            curves=words["curve"],
            operations=words["operation"] or ("keygen", "ecdh", "sign"),
            configurations=words["configuration"],
            profiles=words["profile"],
            compilers=words["compiler"],
            local_sources=local_sources,
        )
    )
    whole = replace(settings, sources=portable(local_sources))
    with Terminal(len(cases), missing) as terminal:
        return traced(cases, whole, open_pool(cases, jobs, dask), terminal)
