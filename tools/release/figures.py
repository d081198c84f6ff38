# SPDX-License-Identifier: MIT
"""What results/ has of a build of one curve: cycles, flash and stack of its operations."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from lab.model import ALL, ALL_PARTS, Case, Sample
from lab.reports.figures import NONE, count
from lab.reports.table import Table
from lab.store import newest
from lab.targets import catalogue

SHOWN = (*ALL_PARTS, "sign_message", ALL)
HEADER = ("operation", "cycles", "flash B", "stack B")
LEGEND = (
    "{description}: {compiler}, {origin}. Flash and stack are of a program that does nothing else; "
    "`all` is one with key generation, key agreement, signing and verifying. `sign` takes a "
    "digest, `sign_message` hashes the message itself."
)

Figures = Mapping[str, Mapping[str, Sample]]  # by target and operation


@cache
def _recorded(results: Path) -> Mapping[Case, Sample]:
    return newest(results)


def targets(cores: Sequence[str]) -> Iterator[str]:
    """The lab's targets that are these cores, or parts that have one."""
    for name in catalogue.names():
        if any(name == core or name.startswith(f"{core}-") for core in cores):
            yield name


def figures(results: Path, curves: Sequence[str], cores: Sequence[str], profile: str) -> Figures:
    """The samples of a build of one curve as it comes. Of several curves none was measured."""
    found: dict[str, dict[str, Sample]] = {}
    samples = _recorded(results) if len(curves) == 1 else {}
    for target in targets(cores):
        for operation in SHOWN:
            case = Case(target, "whit", curves[0], operation, profile=profile)
            sample = samples.get(case)
            if sample is not None and sample.error is None:
                found.setdefault(target, {})[operation] = sample
    return found


def table(target: str, samples: Mapping[str, Sample]) -> str:
    """As a table of Markdown."""
    rows = []
    for name, each in samples.items():
        cycles = NONE if name == ALL else count(each.cycles)
        rows.append((name, cycles, count(each.flash_bytes), count(each.stack_bytes)))
    first = next(iter(samples.values()))
    legend = LEGEND.format(
        description=catalogue.find(target).description,
        compiler=first.compiler,
        origin=first.origin.partition(";")[0],
    )
    return Table(HEADER, rows, legend=legend).markdown()


def facts(found: Figures) -> dict[str, dict[str, dict[str, int | None]]]:
    """The same as data."""
    return {
        target: {
            name: {
                "cycles": None if name == ALL else each.cycles,
                "flash_bytes": each.flash_bytes,
                "stack_bytes": each.stack_bytes,
            }
            for name, each in samples.items()
        }
        for target, samples in found.items()
    }
