# SPDX-License-Identifier: MIT
"""whit worst-key: which private key takes longest."""

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
)
from lab.commands.progress import Terminal
from lab.paths import RESULTS
from lab.reports.worst_key import FORMATS
from lab.runner import DEFAULT_SEED, Lab, Selection, named_sources, select_traceable, time_keys
from lab.store import Findings
from lab.timings import RUN_KEY


def command(
    target: Targets = None,
    library: Annotated[
        Names,
        typer.Option(
            help="Repeatable, or all; whit and micro-ecc if none.", autocompletion=offer_libraries
        ),
    ] = None,
    curve: Curves = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    keys: Annotated[int, typer.Option(help="How many random keys to compare with.")] = 100,
    seed: Seed = DEFAULT_SEED,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    save: Annotated[bool, typer.Option("--save", help="Record the cycles in results/.")] = False,
) -> None:
    """Compare what ECDH takes with random private keys and with keys of special form.

    A key whose bits are all ones is said to be the worst case of libraries whose time
    depends on the key: this counts.
    """
    check_name("format", output, FORMATS)
    check_least("--keys", keys)
    local_sources = named_sources(source or ())
    cases, missing = select_traceable(
        Selection.of(
            targets=target,
            libraries=library or ("whit", "micro-ecc"),
            curves=curve,
            operations=("ecdh",),
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
            local_sources=local_sources,
        )
    )
    with Terminal(len(cases), missing) as terminal:
        lab = Lab(seed=seed, observer=terminal, sources=local_sources)
        found = [time_keys(lab, case, keys, seed, terminal) for case in cases]
    if save:
        Findings(RESULTS).replace("keys", [each.record() for each in found], RUN_KEY)
    print(FORMATS[output](found), end="")
