# SPDX-License-Identifier: MIT
"""The front: what no other library or configuration beats in both bytes and cycles."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from lab.model import ALL, ALL_PARTS, Case, Sample

OURS = "whit"
# Of Whit's options those whose images give up time or flash and nothing else, as a profile does:
# WHIT_LEAST, of 1 or, with ECDH alone, 2; WHIT_LADDER, of 1 or 2; WHIT_X_COMB.
_LIKE_PROFILES = (None, "least", "least-ecdh", "lines", "lines-compiled", "comb", "ladder")
Memory = Literal["flash_bytes", "stack_bytes"]
MEMORIES: tuple[Memory, ...] = get_args(Memory)
MEMORY_NAMES: Mapping[Memory, str] = {"flash_bytes": "flash", "stack_bytes": "stack"}


def is_counted(sample: Sample) -> bool:
    """Whether it is of a peer, or of Whit without an option that gives up more than time, such as
    constant time."""
    return sample.library != OURS or sample.configuration in _LIKE_PROFILES


@dataclass(frozen=True)
class Point:
    """A build of a library: the cycles of one operation, the bytes of an image."""

    sample: Sample  # of the operation
    size_bytes: int
    cycles: int

    @property
    def costs(self) -> tuple[int, int]:
        return self.size_bytes, self.cycles

    @property
    def ours(self) -> bool:
        """A build of Whit that counts for it; others count neither for it nor against it."""
        return self.sample.library == OURS and is_counted(self.sample)

    @property
    def theirs(self) -> bool:
        return self.sample.library != OURS

    @property
    def name(self) -> str:
        """Of the build, among those of one target."""
        return build_name(self.sample.case)

    def beats(self, other: "Point") -> bool:
        """Not larger, not slower, and not the same."""
        return (
            self.size_bytes <= other.size_bytes
            and self.cycles <= other.cycles
            and self.costs != other.costs
        )


def build_name(case: Case) -> str:
    """The library and how it was built."""
    compiler = "" if case.compiler == "gcc" else f", {case.compiler}"
    return f"{case.library} ({case.variant}{compiler})"


def build_of(sample: Sample) -> Case:
    """The sample's build: its case, whatever the operation."""
    return replace(sample.case, operation="")


def cycles_of(sample: Sample) -> int | None:
    """On a board with its wait states, on a core without."""
    return sample.cycles if sample.board_cycles is None else sample.board_cycles


def front(points: Iterable[Point]) -> tuple[Point, ...]:
    """The points that no other beats, from the smallest to the fastest. Of equal points all
    are on the front."""
    found: list[Point] = []
    for point in sorted(points, key=lambda each: each.costs):
        if not found or point.cycles < found[-1].cycles or point.costs == found[-1].costs:
            found.append(point)
    return tuple(found)


@dataclass(frozen=True)
class Mark:
    """How a drawing shows a point."""

    point: Point
    hollow: bool  # time or addresses depend on secrets
    named: bool  # Whit's, and those on the front


def marks(drawn: Sequence[Point], leaking: Collection[Case]) -> tuple[Mark, ...]:
    """Of all points of one front; `leaking` are builds."""
    best = {id(point) for point in front(drawn)}
    return tuple(
        Mark(point, build_of(point.sample) in leaking, point.ours or id(point) in best)
        for point in drawn
    )


def points(samples: Iterable[Sample], memory: Memory, image: str) -> tuple[Point, ...]:
    """What each sample of an operation costs. The bytes are those of the image that holds
    `image`, which is the operation itself or `all`."""
    chosen = tuple(samples)
    sizes = {
        build_of(sample): getattr(sample, memory) for sample in chosen if sample.operation == image
    }
    return tuple(_points(chosen, sizes))


def _points(samples: Iterable[Sample], sizes: Mapping[Case, int | None]) -> Iterator[Point]:
    for sample in samples:
        size = sizes.get(build_of(sample))
        cycles = cycles_of(sample)
        if size is not None and cycles is not None:
            yield Point(sample, size, cycles)


@dataclass(frozen=True)
class Front:
    """The front of one target, curve and operation."""

    target: str
    curve: str
    operation: str
    image: str  # whose bytes these are: the operation, or `all`
    memory: Memory
    every: tuple[Point, ...]  # build, also those that are not on the front

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Those on the front."""
        return front(self.every)

    @property
    def ours(self) -> tuple[Point, ...]:
        return tuple(point for point in self.every if point.ours)

    @property
    def theirs(self) -> tuple[Point, ...]:
        return tuple(point for point in self.every if point.theirs)

    def beaten_by(self, point: Point) -> tuple[Point, ...]:
        """The builds of Whit that beat one of a peer, or the other way round."""
        rivals = self.ours if point.theirs else self.theirs
        return tuple(rival for rival in rivals if rival.beats(point))

    def masters(self) -> tuple[Point, ...]:
        """The peers' builds that beat every build of Whit."""
        return tuple(
            point
            for point in self.theirs
            if self.ours and all(point.beats(own) for own in self.ours)
        )


def fronts(samples: Iterable[Sample]) -> Iterator[Front]:
    """Every front that the samples have."""
    groups: dict[tuple[str, str], list[Sample]] = {}
    for sample in samples:
        groups.setdefault((sample.case.target, sample.curve), []).append(sample)
    for (target, curve), members in sorted(groups.items()):
        for operation in sorted({sample.operation for sample in members} - {ALL}):
            for image in (operation, ALL) if operation in ALL_PARTS else (operation,):
                chosen = [each for each in members if each.operation in (operation, image)]
                for memory in MEMORIES:
                    every = points(chosen, memory, image)
                    if every:
                        yield Front(target, curve, operation, image, memory, every)
