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


def command(
    curve: Annotated[str, typer.Option(help="A curve of curves/.")],
    core: Annotated[str, typer.Option(help="A core of the lab, host or portable.")],
    profile: Annotated[str, typer.Option(help=", ".join(PROFILES))] = "balanced",
) -> None:
    """Print what a build of one curve takes: kernels, formulas, tables, each with the reason."""
    words = ["--curve", curve, "--core", core, "--profile", profile]
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
    table = Table(title=f"{curve}, {core}, {profile}")
    for title in ("what", "taken", "why"):
        table.add_column(title, overflow="fold")
    for line in done.stdout.splitlines():
        table.add_row(*line.split("\t"))
    Console().print(table)
