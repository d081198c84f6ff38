# SPDX-License-Identifier: MIT
"""whit measure: what operations cost."""

from collections.abc import Sequence
from typing import Annotated

import typer

from lab.commands.options import (
    DEFAULT_JOBS,
    Cache,
    Compilers,
    Configurations,
    Curves,
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
from lab.model import Sample
from lab.paths import PROBED, RESULTS
from lab.reports.samples import FORMATS
from lab.runner import (
    DEFAULT_KEYS,
    DEFAULT_SEED,
    Selection,
    Settings,
    crew,
    measured,
    named_sources,
    portable,
    select,
)
from lab.store import Results


def command(
    target: Targets = None,
    library: Annotated[
        Names,
        typer.Option(
            help="Repeatable, or all; whit, micro-ecc and p256-m if none.",
            autocompletion=offer_libraries,
        ),
    ] = None,
    curve: Curves = None,
    operation: Annotated[
        Names,
        typer.Option(
            help="Repeatable; all is the image with four. If none: keygen ecdh sign verify all.",
            autocompletion=offer_operations,
        ),
    ] = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    output: Annotated[str, typer.Option("--format", help="table, json or csv")] = "table",
    keys: Annotated[int, typer.Option(help="How many keys each operation runs with.")] = (
        DEFAULT_KEYS
    ),
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
    save: Annotated[
        bool,
        typer.Option("--save", help="Append the samples to results/; of a probe to its probed/."),
    ] = False,
    jobs: Jobs = DEFAULT_JOBS,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Spread over the Dask cluster of this scheduler."),
    ] = None,
    probe: Annotated[
        str | None,
        typer.Option(
            metavar="gdb://HOST:PORT",
            help="Run on the board behind this GDB server in place of the emulator.",
        ),
    ] = None,
) -> None:
    """Measure operations of libraries on targets, checking every result.

    Standard output holds only the samples; progress goes to standard error. A library
    that fails is a row with its error; the others go on, and the command exits with 1.
    """
    check_name("format", output, FORMATS)
    check_least("--keys", keys)
    check_least("--jobs", jobs)
    brought = named_sources(source or ())
    cases, missing = select(
        Selection.of(
            targets=target,
            libraries=library,
            curves=curve,
            operations=operation,
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
            brought=brought,
        )
    )
    if probe and (dask or not target or len({case.target for case in cases}) > 1):
        raise UnsupportedError("--probe is one board: it takes one --target, and no --dask")
    results = Results(PROBED if probe else RESULTS)

    def keep(fresh: Sequence[Sample]) -> None:
        if save:
            results.append([sample for sample in fresh if sample.error is None])

    with Terminal(len(cases), missing) as terminal:
        settings = Settings(seed, keys, cache, sources=portable(brought), probe=probe)
        workers = None if probe else crew(cases, jobs, dask)
        samples = measured(cases, settings, workers, terminal, keep)
    print(FORMATS[output](samples), end="")
    if any(sample.error for sample in samples):
        raise typer.Exit(1)
