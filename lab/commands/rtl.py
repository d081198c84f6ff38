# SPDX-License-Identifier: MIT
"""whit rtl: cycles and constant time, on the RTL of cores."""

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
    check_least,
    check_name,
    offer,
    offer_libraries,
    offer_operations,
)
from lab.commands.progress import Terminal
from lab.reports.rtl import FORMATS
from lab.runner import (
    DEFAULT_SEED,
    Lab,
    Selection,
    circuits,
    confirm,
    named_sources,
    select_circuits,
    simulators,
)

PERCENT = 100


def command(
    target: Annotated[
        Names,
        typer.Option(
            "--target",
            help="A core whose RTL can be had; repeatable; all of them if none.",
            autocompletion=offer(circuits),
        ),
    ] = None,
    library: Annotated[
        Names,
        typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
    ] = None,
    curve: Curves = None,
    operation: Annotated[
        Names,
        typer.Option(
            help="Repeatable; keygen, ecdh and sign if none.", autocompletion=offer_operations
        ),
    ] = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    source: Sources = None,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    secrets: Annotated[int, typer.Option(help="How many different secrets to run with.")] = 2,
    within: Annotated[
        float, typer.Option(help="How many percent a model may be off.", min=0)
    ] = 2.0,
    seed: Seed = DEFAULT_SEED,
) -> None:
    """Run the lab's images on the RTL of cores, and compare.

    Verilator makes programs of what the cores' authors wrote. Results are checked, cycles are
    those of the circuit, and copies of it run in step with different secrets: their program
    counters, addresses and strobes are compared in every cycle. Exits with 1 when a wire differs
    with Whit, or a model is further off than it may be.
    """
    check_name("format", output, FORMATS)
    check_least("--secrets", secrets, 2)
    local_sources = named_sources(source or ())
    cases, missing = select_circuits(
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
    with Terminal(len(cases), missing) as terminal:
        ready = simulators(cases, terminal)
        lab = Lab(seed=seed, observer=terminal, sources=local_sources)
        found = [confirm(lab, case, ready[case.target], terminal, secrets, seed) for case in cases]
    print(FORMATS[output](found), end="")
    leaks = any(each.library == "whit" and not each.constant for each in found)
    if leaks or any(PERCENT * abs(each.deviation) > within for each in found):
        raise typer.Exit(1)
