# SPDX-License-Identifier: MIT
"""Give emulated cores the vectors of X25519, Ed25519, X448 and Ed448, and print the outcome.

    python3 -m tests.forms_on_cores [--target NAME] [--profile NAME] [--family 25519 | 448]
        [--known RECORD] [--jobs N]

Each core in profile balanced, and Cortex-M4 in every profile, if nothing else is said; each family
in an image of the lab that holds all of it, whose buffers leave out some vectors: keys and
signatures of other lengths, and messages that are longer than the buffer.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from lab import curves
from lab.errors import LabError, WrongResultError
from lab.model import ALL, MESSAGE_BYTES, PROFILES, Bench, Case
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.bench import open_bench
from tests.runner.jobs import Job, Result, Trial
from tests.runner.known import Known
from tests.runner.made import digest
from tests.runner.main import run_level
from tests.runner.tools import Counts, RunError
from tests.vectors.forms import FAMILIES, Vector, agreements, signatures

TARGETS = (
    *("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33"),
    *("rv32imc", "avr"),
)
THOROUGH = "cortex-m4"


@cache
def vectors(family: str) -> list[Vector]:
    """Those that the lab's buffers have room for."""
    return [each for each in (*agreements(family), *signatures(family)) if _fits(family, each)]


def _fits(family: str, vector: Vector) -> bool:
    curve = curves.find(f"ed{family}").under(vector.operation)
    sizes = curve.sizes.buffers
    return all(
        len(content) <= MESSAGE_BYTES if name == "message" else len(content) == sizes[name]
        for name, content in vector.inputs.items()
    )


def image(target: str, profile: str, family: str) -> Path:
    """Everything of a family."""
    case = Case(target, "whit", f"ed{family}", ALL, profile=profile)
    return Lab().workshop(target).build(case).image.elf


def bench(target: str, elf: Path, family: str) -> Bench:
    return open_bench(catalogue.find(target), elf, curves.find(f"ed{family}").sizes_for(ALL))


def check(bench: Bench, family: str, every: Iterable[Vector]) -> Counter[str]:
    """How many were accepted and refused; WrongResultError names the first that is wrong."""
    counts: Counter[str] = Counter()
    curve = curves.find(f"ed{family}")
    for vector in every:
        run = bench.run(curve.operation(vector.operation), vector.inputs)
        accepted = run.value == 0
        # In the image of an Edwards curve the secret's buffer may be longer than the secret.
        output = b"".join(run.outputs.values())[: len(vector.wanted or b"")]
        if accepted != (vector.wanted is not None) or (accepted and output != vector.wanted):
            raise WrongResultError(f"{vector.operation}, {vector.source}: wrong")
        counts["accepted" if accepted else "refused"] += 1
    return counts


def job(target: str, profile: str, family: str) -> Job:
    def prepare() -> Trial:
        try:
            elf = image(target, profile, family)
        except LabError as error:
            raise RunError(str(error)) from None
        every = vectors(family)
        return Trial(lambda: run(elf, every), digest([elf], [target, *map(repr, every)]))

    def run(elf: Path, every: Sequence[Vector]) -> Result:
        try:
            counts = check(bench(target, elf, family), family, every)
        except WrongResultError as error:
            return Result(None, Counts(0, 1), str(error))
        told = f"{counts['accepted']} accepted, {counts['refused']} refused"
        return Result(None, Counts(counts.total(), 0), told)

    return Job(f"{target} {profile} x{family} ed{family}", prepare)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--profile", choices=tuple(PROFILES), action="append")
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--known", type=Path, metavar="RECORD", help="of a run before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    options = parser.parse_args(arguments)
    jobs = [
        job(target, profile, family)
        for family in options.family or FAMILIES
        for target in options.target or TARGETS
        for profile in options.profile or (PROFILES if target == THOROUGH else ("balanced",))
    ]
    return run_level(jobs, options.jobs, Known(options.known, None))


if __name__ == "__main__":
    sys.exit(main())
