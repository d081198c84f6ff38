# SPDX-License-Identifier: MIT
"""whit plan: what a build takes, and why."""

import subprocess
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from lab.errors import LabError
from lab.model import PROFILES
from lab.paths import ROOT

OPTION_HELP = "WHIT_LEAST, WHIT_STEPS or WHIT_RANDOMISE, as WHIT_STEPS=1; repeatable."
KERNELS_HELP = "Of the kernels: contract, data they may see, stack in bytes, registers not kept."
COLUMNS = ("what", "taken", "why")
OF_KERNELS = ("kernel", "contract", "data", "stack", "not kept")


def command(
    curve: Annotated[str, typer.Option(help="A curve of curves/.")],
    core: Annotated[str, typer.Option(help="A core of the lab, host or portable.")],
    profile: Annotated[str, typer.Option(help=", ".join(PROFILES))] = "balanced",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=OPTION_HELP),
    ] = None,
    kernels: Annotated[bool, typer.Option("--kernels", help=KERNELS_HELP)] = False,
) -> None:
    """Print what a build of one curve takes: kernels, formulas, tables, each with the reason."""
    words = ["--curve", curve, "--core", core, "--profile", profile]
    for each in option or ():
        words += ["--option", each]
    words += ["--kernels"] * kernels
    done = subprocess.run(
        [sys.executable, "-m", "tools.plan", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise LabError(lines[-1].rpartition("plan: ")[2].rpartition("error: ")[2])
    table = Table(title=", ".join((curve, core, profile, *(option or ()))))
    for title in OF_KERNELS if kernels else COLUMNS:
        table.add_column(title, overflow="fold")
    for line in done.stdout.splitlines():
        table.add_row(*line.split("\t"))
    Console().print(table)
