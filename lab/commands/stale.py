# SPDX-License-Identifier: MIT
"""whit stale: which records are not of what the sources give now."""

from typing import Annotated

import typer

from lab.commands.options import (
    DEFAULT_JOBS,
    EVERY,
    Jobs,
    Names,
    check_least,
    check_name,
    curve_name,
    of_kind,
    offer_curves,
    offer_libraries,
)
from lab.commands.progress import Terminal
from lab.paths import RESULTS
from lab.reports.stale import FORMATS
from lab.runner import (
    Selection,
    evidence_of_agreements,
    evidence_of_images,
    evidence_of_sources,
    recorded,
    select_recorded,
)
from lab.sensor.evidence import of_firmware

_Target = Annotated[
    Names,
    typer.Option("--target", help="Repeatable; all if none.", autocompletion=of_kind("targets")),
]
_Library = Annotated[
    Names,
    typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
]
_Curve = Annotated[
    Names,
    typer.Option(
        "--curve",
        metavar="NAME",
        help="By name or alias; repeatable; all if none.",
        parser=curve_name,
        autocompletion=offer_curves,
    ),
]


def command(
    target: _Target = None,
    library: _Library = None,
    curve: _Curve = None,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    jobs: Jobs = DEFAULT_JOBS,
) -> None:
    """Say which records in results/ are not of what the sources give now.

    It builds the image of every run that results/ tells of, in samples, traces, proofs, findings,
    agreements over a bus and the sensor's firmware, and compares; nothing is run. Records of C
    tests name the sources that they are of. Exits with 1 when something is stale.
    """
    check_name("format", output, FORMATS)
    check_least("--jobs", jobs)
    runs = tuple(recorded(RESULTS))
    cases, missing = select_recorded(
        Selection.of(
            targets=target or (EVERY,),
            libraries=library or ("whit",),
            curves=curve or (EVERY,),
        ),
        {run.case: None for run in runs},
    )
    builds = {run.build for run in runs if run.case in set(cases)}
    with Terminal(len(builds), missing) as terminal:
        found = list(evidence_of_images(runs, cases, terminal, jobs))
    if not target and not curve:
        found += evidence_of_agreements(RESULTS)
        found += of_firmware(RESULTS)
        found += evidence_of_sources(RESULTS)
    print(FORMATS[output](found), end="")
    if any(each.state == "stale" for each in found):
        raise typer.Exit(1)
