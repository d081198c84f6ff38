# SPDX-License-Identifier: MIT
"""whit measure: what operations cost."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from lab.commands.measure_functions import DEFAULT_LIMIT, Asked, measure_functions, refuse
from lab.commands.options import (
    DEFAULT_JOBS,
    Cache,
    Cflags,
    Clock,
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
    WaitStates,
    check_least,
    check_name,
    offer_libraries,
    offer_operations,
    split,
)
from lab.commands.progress import Terminal
from lab.commands.quantities import FREQUENCIES, SHARES, optional, quantity
from lab.commands.remeasure import Remeasuring
from lab.errors import UnsupportedError
from lab.model import Sample
from lab.paths import PROBED, RESULTS
from lab.reports.samples import FORMATS
from lab.runner import (
    DEFAULT_KEYS,
    DEFAULT_SEED,
    FAMILIES,
    Selection,
    Settings,
    measured,
    named_sources,
    open_pool,
    portable,
    select,
)
from lab.runner.devices import check_part, described_part
from lab.store import Results

_Library = Annotated[
    Names,
    typer.Option(
        help="Repeatable, or all; whit, micro-ecc and p256-m if none.",
        autocompletion=offer_libraries,
    ),
]
_Operation = Annotated[
    Names,
    typer.Option(
        help="Repeatable; all is the image with four. If none: keygen ecdh sign verify all.",
        autocompletion=offer_operations,
    ),
]
_Save = Annotated[
    bool,
    typer.Option("--save", help="Append the samples to results/; of a probe to its probed/."),
]
_Recorded = Annotated[
    bool,
    typer.Option(
        "--recorded",
        help="The cases that results/ has and names leave: without names, all. Those whose "
        "image changed are measured; what that did is told at the end.",
    ),
]
_Within = Annotated[
    str | None,
    typer.Option(metavar="PERCENT", help="With --recorded: how much worse a figure may get."),
]
_Probe = Annotated[
    str | None,
    typer.Option(
        metavar="gdb://HOST:PORT",
        help="Run on the board behind this GDB server in place of the emulator.",
    ),
]

_Functions = Annotated[
    Names,
    typer.Argument(
        metavar="[FILE:FUNCTION]...",
        help="C functions of your own in place of libraries, without arguments, such as sum.c:sum.",
    ),
]
_With = Annotated[
    Names,
    typer.Option(
        "--with", metavar="FILE", help="What such a function needs, in C or assembly; repeatable."
    ),
]
_Limit = Annotated[
    str,
    typer.Option(metavar="1000M", help="Instructions, until such a function is stopped."),
]


def command(
    functions: _Functions = None,
    target: Targets = None,
    clock: Clock = None,
    wait_states: WaitStates = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    cflags: Cflags = "",
    others: _With = None,
    limit: _Limit = DEFAULT_LIMIT,
    output: Annotated[str, typer.Option("--format", help="table, json or csv")] = "table",
    keys: Annotated[int, typer.Option(help="How many keys each operation runs with.")] = (
        DEFAULT_KEYS
    ),
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
    save: _Save = False,
    recorded: _Recorded = False,
    within: _Within = None,
    jobs: Jobs = DEFAULT_JOBS,
    dask: Dask = None,
    probe: _Probe = None,
) -> None:
    """Measure operations of libraries on targets, checking every result.

    A function of your own, FILE:FUNCTION, is built with the target's flags and called once.
    Standard output holds only the samples; progress goes to standard error. A library
    that fails is a row with its error; the others go on, and the command exits with 1. So it
    does where a figure passes the limit of --within.
    """
    check_least("--keys", keys)
    check_least("--jobs", jobs)
    local_sources = named_sources(source or ())
    selection = Selection.of(
        targets=target,
        libraries=library,
        curves=curve,
        operations=operation,
        configurations=configuration,
        profiles=profile,
        compilers=compiler,
        local_sources=local_sources,
    )
    part = described_part(optional("--clock", clock, FREQUENCIES), wait_states)
    settings = Settings(
        seed,
        keys,
        cache,
        sources=portable(local_sources),
        probe=probe,
        part=part,
        cflags=split(cflags),
    )
    if functions:
        refuse(functions, library=library, curve=curve, operation=operation, profile=profile,
               configuration=configuration, source=source, save=save, recorded=recorded,
               within=within, dask=dask, probe=probe)  # fmt: skip
        asked = Asked(functions, others or (), limit, output)
        good = measure_functions(asked, selection, settings)
    elif others:
        raise UnsupportedError("--with needs a function, such as sum.c:sum")
    elif recorded:
        good = _remeasure(selection, settings, output, jobs, dask, save, within)
    elif within is not None:
        raise UnsupportedError("--within needs --recorded")
    else:
        good = _measure(selection, settings, output, jobs, dask, save)
    if not good:
        raise typer.Exit(1)


def _check_described(settings: Settings, save: bool) -> None:
    """What a part that has no file cannot do."""
    if save:
        raise UnsupportedError(
            "--save takes no --clock: a part whose samples are kept has a file in targets/boards"
        )
    if settings.probe:
        raise UnsupportedError("--probe takes no --clock")


def _remeasure(
    selection: Selection,
    settings: Settings,
    output: str,
    jobs: int,
    dask: str | None,
    save: bool,
    within: str | None,
) -> bool:
    """Whether nothing failed and nothing is worse than it may be."""
    for option, value in (
        ("--probe", settings.probe),
        ("--clock", settings.part),
        ("--cflags", settings.cflags),
    ):
        if value:
            raise UnsupportedError(f"--recorded takes no {option}")
    worse = None if within is None else quantity("--within", within, SHARES, zero=True)
    known = replace(settings, recorded=str(RESULTS) if settings.cached else None)
    return Remeasuring(selection, worse, output).run(known, jobs, dask, save)


def _measure(
    selection: Selection, settings: Settings, output: str, jobs: int, dask: str | None, save: bool
) -> bool:
    """Whether no case failed."""
    check_name("format", output, FORMATS)
    cases, missing = select(selection)
    if settings.part:
        _check_described(settings, save)
        check_part(settings.part, dict.fromkeys(case.target for case in cases))
    if save and settings.cflags:
        raise UnsupportedError("--save takes no --cflags: samples in results/ have the lab's")
    if save and any(case.compiler not in FAMILIES for case in cases):
        raise UnsupportedError("--save takes no compiler of one's own: its samples stay with you")
    probe = settings.probe
    if probe and (dask or not selection.targets or len({case.target for case in cases}) > 1):
        raise UnsupportedError("--probe is one board: it takes one --target, and no --dask")
    results = Results(PROBED if probe else RESULTS)

    def keep(fresh: Sequence[Sample]) -> None:
        if save:
            results.append([sample for sample in fresh if sample.error is None])

    with Terminal(len(cases), missing) as terminal:
        workers = None if probe else open_pool(cases, jobs, dask)
        samples = measured(cases, settings, workers, terminal, keep)
    if settings.cflags and output == "table":
        print(f"built with {' '.join(settings.cflags)} after the flags of targets and libraries\n")
    print(FORMATS[output](samples), end="")
    return not any(sample.error for sample in samples)
