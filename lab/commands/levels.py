# SPDX-License-Identifier: MIT
"""whit levels: what builds cost at other levels of optimisation."""

from collections.abc import Sequence
from typing import Annotated

import typer

from lab.commands.options import (
    DEFAULT_JOBS,
    EVERY,
    Cache,
    Jobs,
    Seed,
    check_least,
    curve_name,
    of_kind,
    offer_curves,
)
from lab.commands.progress import Terminal
from lab.errors import UnsupportedError
from lab.model import DEFAULT_OPERATIONS, PROFILES, Case, Sample
from lab.paths import RESULTS
from lab.reports import costs
from lab.runner import (
    DEFAULT_CURVE,
    DEFAULT_KEYS,
    DEFAULT_SEED,
    DEFAULT_TARGET,
    Selection,
    Settings,
    measured,
    open_pool,
    select_emulated,
)
from lab.store import Results, keep_levels

# What comes after the target's flags; nothing is the target's own level.
FLAGS = ("", "-O2", "-O3")


def command(
    target: Annotated[
        str, typer.Option(help="A core.", autocompletion=of_kind("targets", every=False))
    ] = DEFAULT_TARGET,
    curve: Annotated[
        str,
        typer.Option(
            "--curve",
            metavar="NAME",
            help="By name or alias.",
            parser=curve_name,
            autocompletion=offer_curves,
        ),
    ] = DEFAULT_CURVE,
    keys: Annotated[int, typer.Option(help="How many keys each operation runs with.")] = (
        DEFAULT_KEYS
    ),
    seed: Seed = DEFAULT_SEED,
    cache: Cache = True,
    save: Annotated[
        bool, typer.Option("--save", help="Keep the samples in results/findings/levels.jsonl.")
    ] = False,
    jobs: Jobs = DEFAULT_JOBS,
) -> None:
    """Measure builds at the target's level of optimisation, at -O2 and at -O3.

    The builds are Whit's three profiles and, of each peer in C, the one that is fastest by the
    samples in results/. A build that fails is told, and the command exits with 1.
    """
    check_least("--keys", keys)
    check_least("--jobs", jobs)
    known = [
        sample
        for sample in Results(RESULTS).newest().values()
        if (sample.case.target, sample.curve, sample.case.compiler) == (target, curve, "gcc")
    ]
    cases = builds(target, curve, known)
    found: list[tuple[str, Sample]] = []
    for flags in FLAGS:
        recorded = str(RESULTS) if cache else None
        settings = Settings(seed, keys, cache, recorded=recorded, cflags=tuple(flags.split()))
        samples = _measured(cases, flags, settings, jobs)
        if save:
            keep_levels(RESULTS, flags, samples)
        found += [(flags, sample) for sample in samples]
    print(costs.levels(found).text(), end="")
    if len(found) < len(FLAGS) * len(cases):
        raise typer.Exit(1)


def builds(target: str, curve: str, known: Sequence[Sample]) -> tuple[Case, ...]:
    """The default operations of Whit's profiles, and of the fastest build of each peer in C: cargo
    has levels of its own."""
    if EVERY in (target, curve):
        raise UnsupportedError("whit levels takes one target and one curve")
    ours, _ = select_emulated(Selection((target,), ("whit",), (curve,), profiles=tuple(PROFILES)))
    theirs = [
        Case(target, best.library, curve, operation, best.configuration, best.profile)
        for best in costs.fastest(known)
        if not best.compiler.startswith("rustc ")
        for operation in DEFAULT_OPERATIONS
    ]
    return (*ours, *theirs)


def _measured(cases: Sequence[Case], flags: str, settings: Settings, jobs: int) -> Sequence[Sample]:
    """Those of the samples that did not fail."""
    with Terminal(len(cases)) as terminal:
        terminal.say(f"with {flags}" if flags else "at the target's level")
        samples = measured(cases, settings, open_pool(cases, jobs, None), terminal)
        for sample in samples:
            if sample.error is not None:
                terminal.say(f"failed: {sample.case} {flags}: {sample.error}")
    return [sample for sample in samples if sample.error is None]
