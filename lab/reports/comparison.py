# SPDX-License-Identifier: MIT
"""Whit's builds of one curve beside the best of its peers, for each core."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from lab import curves
from lab.model import ALL, ALL_PARTS, Case, Sample
from lab.reports.best_peer import leaking
from lab.reports.figures import NONE, count, kilocycles, verdict
from lab.reports.fronts import OURS, build_name, build_of, is_counted
from lab.reports.table import Table

_LEGEND = (
    "Cycles in thousands; flash and stack: bytes, of the image with {image}. In brackets how many "
    "times the least of any peer it is. The peers shown are those with the least of something."
)
_MEMORIES = {"flash B": "flash_bytes", "stack B": "stack_bytes"}

Figures = tuple[int | None, ...]


@dataclass(frozen=True)
class _Build:
    """What a build takes, in the order of the columns."""

    case: Case
    figures: Figures
    constant: bool | None

    @property
    def ours(self) -> bool:
        return self.case.library == OURS

    @property
    def known(self) -> tuple[float, ...]:
        """The figures; what was not measured is more than any."""
        return tuple(inf if each is None else each for each in self.figures)

    def beats(self, other: "_Build") -> bool:
        """In something, and is beaten in nothing."""
        pairs = zip(self.known, other.known, strict=True)
        return self.known != other.known and all(own <= their for own, their in pairs)

    @property
    def order(self) -> tuple[bool, tuple[float, ...], str]:
        """Whit first, and the fastest of each before the others."""
        return not self.ours, self.known, build_name(self.case)


def operations_of(curve: str) -> tuple[str, ...]:
    """The four, as far as the curve has them."""
    found = curves.find(curve)
    return tuple(name for name in ALL_PARTS if name in found.operations)


def image_of(curve: str) -> str:
    """The image whose bytes are compared: that with everything, or with key agreement."""
    return ALL if ALL in curves.find(curve).operations else "ecdh"


def _legend(curve: str) -> str:
    """What the columns are."""
    whole = image_of(curve) == ALL
    return _LEGEND.format(image="all operations and key agreement" if whole else "ecdh alone")


def table(samples: Sequence[Sample]) -> Table:
    """Rows of each core: the samples are of one curve."""
    curve = samples[0].curve
    operations = operations_of(curve)
    header = ("core", "build", *operations, *_MEMORIES, "constant time")
    rows = []
    for target in sorted({sample.target for sample in samples if sample.board is None}):
        here = [each for each in samples if each.target == target and each.board is None]
        builds = _builds(here, operations, image_of(curve))
        least = _least(each.figures for each in builds if not each.ours)
        best = [each for each in builds if not each.ours and _leads(each, least)]
        rows += [
            (target, build_name(each.case), *_cells(each, least, len(operations)))
            for each in sorted(builds, key=lambda build: build.order)
            if each.ours or (each in best and not any(other.beats(each) for other in best))
        ]
    return Table(header, rows, left=2, legend=_legend(curve))


def _builds(samples: Sequence[Sample], operations: Sequence[str], image: str) -> list[_Build]:
    by_build: dict[Case, dict[str, Sample]] = {}
    for sample in samples:
        if is_counted(sample):
            by_build.setdefault(build_of(sample), {})[sample.operation] = sample
    leaks = leaking(samples)
    return [
        _Build(case, _figures(members, operations, image), _constant(case in leaks, members))
        for case, members in by_build.items()
    ]


def _figures(members: Mapping[str, Sample], operations: Sequence[str], image: str) -> Figures:
    cycles = (members[name].cycles if name in members else None for name in operations)
    whole = members.get(image)
    memories = (getattr(whole, name) if whole else None for name in _MEMORIES.values())
    return (*cycles, *memories)


def _constant(leaks: bool, members: Mapping[str, Sample]) -> bool | None:
    """Where operations with secrets were traced, whether any of them leaks."""
    traced = any(each.constant_time is not None for each in members.values())
    return not leaks if traced else None


def _least(figures: Iterable[Figures]) -> Figures:
    columns = zip(*figures, strict=True)
    return tuple(min((each for each in column if each is not None), default=None)
                 for column in columns)  # fmt: skip


def _leads(build: _Build, least: Figures) -> bool:
    pairs = zip(build.figures, least, strict=True)
    return any(own is not None and own == best for own, best in pairs)


def _cells(build: _Build, least: Figures, operations: int) -> tuple[str, ...]:
    bests = least or (None,) * len(build.figures)
    cells = [
        _cell(own, best, cycles=index < operations)
        for index, (own, best) in enumerate(zip(build.figures, bests, strict=True))
    ]
    return (*cells, verdict(build.constant))


def _cell(own: int | None, best: int | None, *, cycles: bool) -> str:
    if own is None:
        return NONE
    shown = kilocycles(own) if cycles else count(own)
    return f"{shown} ({own / best:.2f})" if best else shown
