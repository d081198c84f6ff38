# SPDX-License-Identifier: MIT
"""What a level is asked, what a job is, and what comes of it."""

import random
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tests.runner.host import Kind
from tests.runner.tools import Counts

Level = Literal["check", "test", "campaign", "vectors", "portable"]
Part = Literal["cores", "clang", "gcc"]


@dataclass(frozen=True)
class Options:
    level: Level
    seed: int
    every_curve: bool = False  # of every vector on each core
    case: str | None = None  # one unit test or suite, and nothing else

    @property
    def campaign(self) -> bool:
        return self.level == "campaign"

    def budget(self, multiplications: float) -> float:
        """What a sample may cost that a campaign makes in full, and `test` half of."""
        return multiplications if self.campaign else multiplications / 2


@dataclass(frozen=True)
class Result:
    units: Counts | None
    vectors: Counts | None
    output: str  # of what failed, or asked to be shown

    @property
    def counts(self) -> Counts:
        return (self.units or Counts(0, 0)) + (self.vectors or Counts(0, 0))


@dataclass(frozen=True)
class Trial:
    """A program that was built, with its input, ready to run."""

    run: Callable[[], Result]
    digest: str = ""  # of the program and its input; without one it is never known


@dataclass(frozen=True)
class Job:
    name: str
    prepare: Callable[[], Trial]
    shown: bool = False  # print the output of success too
    kind: Kind = "units"

    @property
    def part(self) -> Part:
        """The emulated cores, or the compiler for this host that its name gives."""
        if "clang" in self.name:
            return "clang"
        return "gcc" if "gcc" in self.name else "cores"


def third_in_test(jobs: Iterable[Job], options: Options) -> Iterator[Job]:
    """One in three of these jobs, which the seed chooses; all at another level than `test`, and
    when one case or suite is asked for."""
    every = list(jobs)
    if options.level != "test" or options.case is not None:
        yield from every
        return
    names = [job.name for job in every]
    dice = random.Random(f"{options.seed} {' '.join(names)}")
    chosen = set(dice.sample(names, (len(names) + 2) // 3))
    yield from (job for job in every if job.name in chosen)


CURVE_COUNTS = re.compile(r"^(\w+): (\d+) accepted, (\d+) rejected", re.MULTILINE)


def account(output: str) -> str:
    """The sum of what the vector runner printed for each curve."""
    of_curves = {
        name: (int(accepted), int(rejected))
        for name, accepted, rejected in CURVE_COUNTS.findall(output)
    }
    accepted, rejected = (sum(counts[i] for counts in of_curves.values()) for i in (0, 1))
    parts = ", ".join(f"{name} {sum(counts)}" for name, counts in of_curves.items())
    total = f"{accepted + rejected} vectors: {accepted} accepted, {rejected} rejected"
    return textwrap.fill(f"{total} ({parts})", 92)


def failures(counts: Counts, output: str) -> str:
    return output.rstrip() if counts.failed else ""
