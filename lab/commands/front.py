# SPDX-License-Identifier: MIT
"""whit front: where Whit's builds stand against those of peers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import typer

from lab import goals
from lab.commands.options import EVERY, Curves, Targets, check_name
from lab.errors import UnsupportedError
from lab.model import Case
from lab.paths import RESULTS, ROOT, shown, write_whole
from lab.published import points
from lab.reports import claims
from lab.runner import measured_cores, unmeasured
from lab.store import newest

EXCEPTIONS = ROOT / "exceptions.toml"


def command(
    target: Targets = None,
    curve: Curves = None,
    output: Annotated[str, typer.Option("--format", help="text or json, with figures")] = "text",
    save: Annotated[
        bool, typer.Option("--save", help="Take out of exceptions.toml what is no longer true.")
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="With --save, add what is new as well.")
    ] = False,
    missing: Annotated[
        bool,
        typer.Option(
            "--missing",
            help="Instead, the commands that would measure what suits a core and has no samples.",
        ),
    ] = False,
) -> None:
    """Hold Whit's builds against those of peers, by the newest samples in results/.

    For each core and curve it says which claims do not hold, and for which builds of peers.
    Exits with 1 when that is not what exceptions.toml lists: when there is more, or less.
    """
    check_name("format", output, claims.FORMATS)
    if accept and not save:
        raise UnsupportedError("--accept goes with --save")
    if save and (target or curve):
        raise UnsupportedError("--save takes neither --target nor --curve: it is about all")
    samples = newest(RESULTS)
    if missing:
        cores = target or measured_cores(samples)
        print(commands(unmeasured(samples, cores, curve)), end="")
        return
    known = claims.read(EXCEPTIONS)
    found = claims.findings((*samples.values(), *points()), goals.load())

    def chosen(subject: str) -> bool:
        words = subject.split()
        return _asked(target, words[0]) and _asked(curve, words[1])

    found = tuple(each for each in found if chosen(each.subject))
    known = frozenset(each for each in known if chosen(each[1]))
    broken = claims.exceptions(found)
    if save:
        kept = broken if accept else broken & known
        write_whole(EXCEPTIONS, claims.written(kept).encode())
        print(
            f"{shown(EXCEPTIONS)}: {len(kept)} exceptions, {len(known - kept)} taken out, "
            f"{len(kept - known)} added"
        )
        known = kept
    else:
        print(claims.FORMATS[output](found, known), end="")
    if broken != known:
        raise typer.Exit(1)


def _asked(names: Iterable[str] | None, name: str) -> bool:
    asked = tuple(names or (EVERY,))
    return name in asked or asked == (EVERY,)


def commands(cases: Iterable[Case]) -> str:
    """A line for each target and library, and for builds of it that miss the same curves."""
    curves: dict[Case, dict[str, None]] = {}
    for case in cases:
        curves.setdefault(replace(case, curve="", operation=""), {})[case.curve] = None
    groups: dict[tuple[str, str, str | None, tuple[str, ...]], list[Case]] = {}
    for build, own in curves.items():
        place = (build.target, build.library, build.profile and build.configuration, tuple(own))
        groups.setdefault(place, []).append(build)
    lines = []
    for (target, library, _, names), builds in groups.items():
        words = [f"whit measure --target {target} --library {library}"]
        for option, values in (
            ("curve", names),
            ("configuration", [build.configuration for build in builds]),
            ("profile", [build.profile for build in builds]),
        ):
            words += [f"--{option} {value}" for value in dict.fromkeys(values) if value]
        lines.append(" ".join((*words, "--save")) + "\n")
    return "".join(lines)
