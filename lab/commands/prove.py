# SPDX-License-Identifier: MIT
"""whit prove: constant time, proved on the binary."""

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
    check_name,
    offer_libraries,
    offer_operations,
)
from lab.commands.progress import Terminal
from lab.commands.trace import split
from lab.reports.proofs import FORMATS
from lab.runner import DEFAULT_SEED, Lab, Selection, named_sources, select_provable


def command(
    target: Targets = None,
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
    cflags: Annotated[
        str,
        typer.Option(
            "--cflags",
            metavar="FLAGS",
            help="Your compiler flags, such as '-O2 -flto', after those of the target.",
        ),
    ] = "",
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    seed: Seed = DEFAULT_SEED,
) -> None:
    """Follow secrets through a run, bit by bit.

    Keys, nonces, random bytes and all that is computed from them are marked in registers,
    flags and memory. Where one decides a branch, an address or how long an instruction takes,
    that is a finding, with its function and line. A run without findings is as long and goes
    the same way with all other secrets. Exits with 1 for a finding in Whit.
    """
    check_name("format", output, FORMATS)
    local_sources = named_sources(source or ())
    flags = split(cflags)
    cases, missing = select_provable(
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
        lab = Lab(seed=seed, observer=terminal, sources=local_sources, cflags=flags)
        found = [lab.prove(case) for case in cases]
    print(FORMATS[output](found), end="")
    if any(each.library == "whit" and not each.proved for each in found):
        raise typer.Exit(1)
