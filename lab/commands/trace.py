# SPDX-License-Identifier: MIT
"""whit trace: constant time, checked on the binary."""

from typing import Annotated

import typer

from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.reports.things import as_constancy
from lab.runner import DEFAULT_SEED, Lab, Selection, select_traceable

Names = list[str] | None


def command(
    target: Annotated[Names, typer.Option(help="Repeatable, or all; cortex-m4 if none.")] = None,
    library: Annotated[Names, typer.Option(help="Repeatable, or all; whit if none.")] = None,
    curve: Annotated[Names, typer.Option(help="Repeatable, or all; secp256r1 if none.")] = None,
    operation: Annotated[
        Names, typer.Option(help="Repeatable; keygen, ecdh and sign if none.")
    ] = None,
    profile: Annotated[
        Names, typer.Option(help="Whit's; repeatable, or all; balanced if none.")
    ] = None,
    configuration: Annotated[
        Names, typer.Option(help="A peer's; repeatable, or all; default if none.")
    ] = None,
    secrets: Annotated[int, typer.Option(help="How many different secrets to run with.")] = 20,
    seed: Annotated[str, typer.Option(help="What the secrets are made from.")] = DEFAULT_SEED,
) -> None:
    """Compare the traces of runs with different secrets.

    A trace is every program counter, every data address and every cycle count of a
    run. Exits with 1 when Whit's differ.
    """
    if secrets < 2:
        raise UnsupportedError("--secrets must be at least 2")
    cases, missing = select_traceable(
        Selection(
            targets=tuple(target or ()),
            libraries=tuple(library or ("whit",)),
            curves=tuple(curve or ()),
            operations=tuple(operation or ("keygen", "ecdh", "sign")),
            configurations=tuple(configuration or ()),
            profiles=tuple(profile or ()),
        )
    )
    with Terminal(len(cases)) as terminal:
        for line in missing:
            terminal.say(f"left out: {line}")
        lab = Lab(seed=seed, keys=secrets, cached=False, observer=terminal)
        found = [lab.trace(case) for case in cases]
    print("\n".join(as_constancy(each) for each in found), end="")
    if any(each.library == "whit" and not each.constant for each in found):
        raise typer.Exit(1)
