# SPDX-License-Identifier: MIT
"""whit agree: two Arduino Nanos agree on a key over I2C."""

from dataclasses import asdict
from typing import Annotated

import typer

from lab.commands.options import Names, Profiles, check_name, curve_name, offer
from lab.findings import AGREEMENT_KEY, AGREEMENTS
from lab.model import PROFILES
from lab.paths import RESULTS
from lab.reports.agreements import FORMATS
from lab.runner.nanos import CURVES, Nanos
from lab.store import Findings


def command(
    curve: Annotated[
        Names,
        typer.Option(
            "--curve",
            metavar="NAME",
            help=f"By name or alias, repeatable: {', '.join(CURVES)}; all of them if none.",
            parser=curve_name,
            autocompletion=offer(lambda: CURVES),
        ),
    ] = None,
    profile: Profiles = None,
    authenticated: Annotated[
        bool, typer.Option("--authenticated", help="With static keys, signed and confirmed.")
    ] = False,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    save: Annotated[bool, typer.Option("--save", help="Record the times in results/.")] = False,
) -> None:
    """Run examples/i2c-agreement on two emulated Arduino Nanos that are joined by their bus.

    Both make an ephemeral key pair, exchange public keys, and derive a shared secret.
    """
    check_name("format", output, FORMATS)
    chosen = tuple(curve or CURVES)
    for name in chosen:
        check_name("curve", name, CURVES)
    profiles = tuple(profile or ("fast",))
    for name in profiles:
        check_name("profile", name, tuple(PROFILES))
    found = [
        Nanos(name, each, authenticated=authenticated).measured()
        for name in chosen
        for each in profiles
    ]
    if save:
        Findings(RESULTS).replace(AGREEMENTS, [asdict(each) for each in found], AGREEMENT_KEY)
    print(FORMATS[output](found), end="")
