# SPDX-License-Identifier: MIT
"""whit leak: what a probe would learn, by a model."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.commands.options import (
    Compilers,
    Configurations,
    Curves,
    Names,
    Profiles,
    Targets,
    check_least,
    check_name,
    offer_libraries,
    offer_operations,
)
from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.leakage.record import FIXED, RECORDS, Leakage
from lab.model import Case
from lab.paths import RESULTS, shown
from lab.reports import drawing, leakage
from lab.runner import (
    DEFAULT_SEED,
    MOST_TRACES,
    NAMED,
    Lab,
    LeakEffort,
    Selection,
    Span,
    find_leaks,
    fixable,
    select_leaking,
)
from lab.store import arrays

_Library = Annotated[
    Names,
    typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
]
_Operation = Annotated[
    Names,
    typer.Option(
        help="Repeatable; keygen, ecdh and sign if none.", autocompletion=offer_operations
    ),
]
_Fixed = Annotated[
    Names,
    typer.Option(
        help="What is the same in each run of the first group: key, or nonce where one is drawn; "
        "repeatable. nothing: a control, which finds nothing unless by chance.",
    ),
]
_Window = Annotated[
    str,
    typer.Option(metavar="FIRST..LAST", help="Of a run's instructions, by their numbers from 0."),
]
_Function = Annotated[
    str | None, typer.Option(metavar="SYMBOL", help="The instructions of a function alone.")
]
_Traces = Annotated[int, typer.Option(help=f"How many in each group, {MOST_TRACES} at most.")]
_Top = Annotated[int, typer.Option(help=f"How many instructions to name, {NAMED} at most.")]


def command(
    target: Targets = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    fixed: _Fixed = None,
    traces: _Traces = LeakEffort.traces,
    window: _Window = "",
    function: _Function = None,
    top: _Top = 10,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the largest |t| over each run.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
    known: Annotated[
        bool, typer.Option("--known/--again", help="What results/ has of the same images stays.")
    ] = True,
    seed: Annotated[
        str, typer.Option("--seed", help="What keys, nonces and random bytes are made from.")
    ] = DEFAULT_SEED,
) -> None:
    """Compute what a probe would see of runs, and test a fixed secret against random ones.

    Each executed instruction of a Cortex-M0, M0+, M3 or M4 is a sample: bits that are set and bits
    that change in operands, results, registers and on the memory bus. Welch's t-test at first and
    second order names the instructions that tell the groups apart. What does not leak in this model
    may on a chip; doc/leak.md says more. Findings are no failure: exits with 0.
    """
    _check(output, fixed, traces, top)
    asked = _window(window, function)
    if plot is not None:
        drawing.check()
        files.check_place(plot, force=force)
    cases, missing = select_leaking(
        Selection.of(
            targets=target,
            libraries=library or ("whit",),
            curves=curve,
            operations=operation or ("keygen", "ecdh", "sign"),
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
        )
    )
    tests = _tests(cases, fixed, LeakEffort(traces=traces, span=asked, seed=seed))
    recorded = [Leakage.from_record(each) for each in arrays(RESULTS, RECORDS)] if known else []
    with Terminal(len(tests), missing) as terminal:
        lab = Lab(seed=seed, observer=terminal)
        found = [find_leaks(lab, case, effort, recorded, terminal) for case, effort in tests]
    if output == "text":
        print(leakage.as_text(found, top), end="")
    else:
        print(leakage.FORMATS[output](found), end="")
    if plot is not None:
        files.write(plot, leakage.draw(found), secret=False, force=force)
        terminal.say(f"{shown(plot)}: drawn")


def _check(output: str, fixed: Names, traces: int, top: int) -> None:
    check_name("format", output, leakage.FORMATS)
    for name in fixed or ():
        check_name("secret", name, FIXED)
    check_least("--traces", traces, 2)
    check_least("--top", top)
    if traces > MOST_TRACES or top > NAMED:
        raise UnsupportedError(f"--traces is {MOST_TRACES} at most, and --top {NAMED}")


def _tests(
    cases: Sequence[Case], fixed: Names, effort: LeakEffort
) -> list[tuple[Case, LeakEffort]]:
    """Of each operation those of its secrets that are asked for, the key if none is."""
    asked = fixed or ("key",)
    tests = [
        (case, replace(effort, fixed=name))
        for name in FIXED
        if name in asked
        for case in cases
        if fixable(case, name)
    ]
    if not tests:
        words = ", ".join(asked)
        raise UnsupportedError(f"none of these operations has a secret to be fixed: {words}")
    return tests


def _window(numbers: str, function: str | None) -> Span:
    parsed = re.fullmatch(r"([0-9]{0,18})\.\.([0-9]{0,18})", numbers) if numbers else None
    if numbers and (parsed is None or numbers == ".."):
        raise UnsupportedError(f"--window {numbers!r} is not like 1000..2000, 1000.. or ..2000")
    first, last = (parsed[1], parsed[2]) if parsed else ("", "")
    return Span(int(first or 0), int(last) if last else None, function)
