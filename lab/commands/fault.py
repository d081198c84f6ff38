# SPDX-License-Identifier: MIT
"""whit fault: forgeries under faults."""

from typing import Annotated

import typer

from lab.commands.options import (
    EVERY,
    Compilers,
    Configurations,
    Curves,
    Names,
    Profiles,
    Targets,
    check_name,
    offer_libraries,
)
from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.findings import FAULTS_KEY, Faults
from lab.model import HARDENED, VERIFYING
from lab.paths import RESULTS
from lab.reports.faults import FORMATS
from lab.runner import DEFAULT_SEED, FORGERIES, Effort, Lab, Selection, select, try_faults
from lab.store import Findings

_EFFORT = Effort()
DEFAULT_FORGERIES = tuple(name for name in FORGERIES if name not in ("random", "other-key"))


_Library = Annotated[
    Names,
    typer.Option(help="Repeatable, or all; whit if none.", autocompletion=offer_libraries),
]
_Operation = Annotated[
    Names,
    typer.Option(help=f"Repeatable: {', '.join(VERIFYING)}; all that there are, if none."),
]
_Forgery = Annotated[
    Names,
    typer.Option(
        help=f"Repeatable, or all: {', '.join(FORGERIES)}. If none, all but random and "
        "other-key, which a library treats as it does other-message."
    ),
]
_Tail = Annotated[
    int,
    typer.Option(
        help="Of the last so many executed instructions each is skipped, and each bit of its "
        "result is flipped. What follows is for those before."
    ),
]
_Rare = Annotated[
    int,
    typer.Option(help="Instructions executed so often at most are skipped each time."),
]
_Sample = Annotated[
    int,
    typer.Option(
        help="Of the others' executions so many are skipped: the first, the last, and some "
        "between at random."
    ),
]
_Bits = Annotated[
    int, typer.Option(help="How many bits of each result are flipped, one at a time; 32: all.")
]
_Seed = Annotated[
    str, typer.Option("--seed", help="What keys, forgeries and samples are made from.")
]


def command(
    target: Targets = None,
    library: _Library = None,
    curve: Curves = None,
    operation: _Operation = None,
    forgery: _Forgery = None,
    profile: Profiles = None,
    configuration: Configurations = None,
    compiler: Compilers = None,
    tail: _Tail = _EFFORT.tail,
    rare: _Rare = _EFFORT.rare,
    sample: _Sample = _EFFORT.sample,
    bits: _Bits = _EFFORT.bits,
    seed: _Seed = DEFAULT_SEED,
    output: Annotated[str, typer.Option("--format", help="text or json")] = "text",
    save: Annotated[bool, typer.Option("--save", help="Record the counts in results/.")] = False,
) -> None:
    """Skip instructions of a verification, and flip bits of their results, one at a time.

    Counts how often a forged signature is then accepted. Exits with 1 when Whit's hardened
    verification accepts one.
    """
    check_name("format", output, FORMATS)
    for name in forgery or ():
        check_name("forgery", name, (*FORGERIES, EVERY))
    if min(tail, rare, sample, bits) < 0:
        raise UnsupportedError("--tail, --rare, --sample and --bits count from 0")
    operations = tuple(operation or VERIFYING)
    for name in operations:
        check_name("verification", name, VERIFYING)
    cases, missing = select(
        Selection.of(
            targets=target,
            libraries=library or ("whit",),
            curves=curve,
            operations=operations,
            configurations=configuration,
            profiles=profile,
            compilers=compiler,
        )
    )
    effort = Effort(tail=tail, rare=rare, sample=sample, bits=bits, seed=seed)
    kinds = FORGERIES if EVERY in (forgery or ()) else tuple(forgery or DEFAULT_FORGERIES)
    found: list[Faults] = []
    with Terminal(len(cases) * len(kinds), missing) as terminal:
        lab = Lab(seed=seed, observer=terminal)
        for case in cases:
            found += try_faults(lab, case, kinds, effort, terminal)
    if save:
        Findings(RESULTS).replace("faults", [each.record() for each in found], FAULTS_KEY)
    print(FORMATS[output](found), end="")
    if any(each.operation in HARDENED and each.accepted for each in found):
        raise typer.Exit(1)
