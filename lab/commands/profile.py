# SPDX-License-Identifier: MIT
"""whit profile: where the cycles of an operation go."""

from typing import Annotated

import typer

from lab.commands.options import (
    Compilers,
    Configurations,
    Curves,
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
from lab.paths import RESULTS
from lab.reports.profiles import FORMATS
from lab.runner import (
    DEFAULT_SEED,
    Lab,
    Selection,
    cycles_by_symbol,
    named_sources,
    select_emulated,
)
from lab.store import Findings
from lab.timings import RUN_KEY, CyclesBySymbol


def command(
    target: Targets = None,
    library: Annotated[
        Names,
        typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
    ] = None,
    curve: Curves = None,
    operation: Annotated[
        Names, typer.Option(help="Repeatable; sign if none.", autocompletion=offer_operations)
    ] = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    keys: Annotated[
        int, typer.Option(help="Of runs with so many keys the one with the median is shown.")
    ] = 1,
    seed: Seed = DEFAULT_SEED,
    top: Annotated[
        int | None, typer.Option(help="How many symbols to show, the others together; all if none.")
    ] = None,
    output: Annotated[str, typer.Option("--format", help="table, json or csv")] = "table",
    save: Annotated[
        bool, typer.Option("--save", help="Record the cycles of all symbols in results/.")
    ] = False,
) -> None:
    """Count the cycles of an operation in each symbol of its image.

    They add up to what whit measure gives for the same keys; a board's waits for its flash are
    not among them. What the compiler inlined counts for the symbol that it is in.
    """
    check_name("format", output, FORMATS)
    check_least("--keys", keys)
    if top is not None:
        check_least("--top", top)
    local_sources = named_sources(source or ())
    cases, missing = select_emulated(
        Selection.of(
            targets=target,
            libraries=library or ("whit",),
            curves=curve,
            operations=operation or ("sign",),
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
            local_sources=local_sources,
        )
    )
    found: list[CyclesBySymbol] = []
    with Terminal(len(cases), missing) as terminal:
        lab = Lab(seed=seed, observer=terminal, sources=local_sources)
        for case in cases:
            found.append(cycles_by_symbol(lab, case, keys, seed, terminal))
            if save:
                Findings(RESULTS).replace("profiles", [found[-1].record()], RUN_KEY)
    print(FORMATS[output](found, top), end="")
