# SPDX-License-Identifier: MIT
"""whit emit: the library for one build, to drop into a project."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from lab.errors import LabError
from lab.model import PROFILES
from lab.paths import ROOT, shown

ERROR = re.compile(r"^amalgamate(\.py: error)?: ")
TOOL = ROOT / "tools" / "amalgamate.py"


def command(
    output: Annotated[Path, typer.Option(help="The folder for the files.")],
    curve: Annotated[list[str], typer.Option(help="A curve or an alias; repeatable, or all.")],
    core: Annotated[str, typer.Option(help="A core of the lab, cortex-m23 or portable.")],
    profile: Annotated[str, typer.Option(help=", ".join(PROFILES))] = "balanced",
    scheme: Annotated[
        list[str] | None,
        typer.Option(help="ecdh, ecdsa, sign, verify and others, or all; repeatable."),
    ] = None,
    compat: Annotated[
        str | None,
        typer.Option(help="Another library's interface too, such as uECC: those of compat/."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option, as WHIT_STEPS=1; repeatable."),
    ] = None,
) -> None:
    """Write whit.c and whit.h with what one build can use and nothing else.

    Curves, core, profile and options are decided; the files refuse to be compiled for others.
    """
    words = ["--output", str(output), "--curve", ",".join(curve), "--core", core]
    words += ["--profile", profile, "--scheme", ",".join(scheme or ())]
    words += ["--compat", compat] if compat else []
    for each in option or ():
        words += ["--option", each]
    done = subprocess.run(
        [sys.executable, str(TOOL), *words], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise LabError(ERROR.sub("", lines[-1]).strip())
    for name in sorted(done.stdout.splitlines()):
        length = len((output / name).read_text().splitlines())
        print(f"{shown(output / name)}: {length} lines")
