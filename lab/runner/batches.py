# SPDX-License-Identifier: MIT
"""What workers are given, and what they bring back."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from lab.errors import LabError
from lab.model import Case
from lab.runner.measuring import CACHE, DEFAULT_KEYS, DEFAULT_SEED
from lab.targets.boards import Part

Batch = tuple[Case, ...]
Found = TypeVar("Found")  # what comes of a case


@dataclass(frozen=True)
class Settings:
    """What every worker's lab is made from."""

    seed: str = DEFAULT_SEED
    keys: int = DEFAULT_KEYS
    cached: bool = True
    cache_directory: str = str(CACHE)
    sources: tuple[tuple[str, str], ...] = ()  # checkouts of libraries in no registry
    probe: str | None = None  # a board; there is one, so there is no pool
    part: Part | None = None  # without a file, over cores
    recorded: str | None = None  # results whose samples stand where images are theirs
    traced: str | None = None  # results whose traces do
    cflags: tuple[str, ...] = ()  # the user's


def portable(local_sources: Mapping[str, Path]) -> tuple[tuple[str, str], ...]:
    """Checkouts as settings hold them, wherever a worker runs."""
    return tuple((name, str(place.resolve())) for name, place in local_sources.items())


@dataclass(frozen=True)
class Outcome(Generic[Found]):
    """What a worker brings back, of each case of its batch."""

    found: tuple[Found, ...]
    said: tuple[str, ...] = ()


class LostError(LabError):
    """A batch killed every worker that tried it."""


class WorkerPool(Protocol):
    """Those who do the work."""

    def work(
        self, perform: "Perform[Found]", settings: Settings, batches: Sequence[Batch]
    ) -> Generator[tuple[Batch, Outcome[Found] | LostError], None, None]:
        """Each batch with what came of it, in the order in which they are done. Who stops asking
        closes it, which ends the workers."""


Perform = Callable[[Settings, Batch], Outcome[Found]]


def batches(cases: Sequence[Case]) -> tuple[Batch, ...]:
    """Cases by what they share: target, compiler, library, variant, curve."""
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        key = (case.target, case.compiler, case.library, case.variant, case.curve)
        groups.setdefault(key, []).append(case)
    return tuple(tuple(group) for group in groups.values())
