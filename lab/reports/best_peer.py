# SPDX-License-Identifier: MIT
"""Whit's best build against the best of its peers', for each core and operation."""

from collections.abc import Callable, Iterable, Sequence

from lab.model import ALL_PARTS, Case, Sample
from lab.reports.figures import NONE
from lab.reports.fronts import OURS, build_name, build_of
from lab.reports.table import Table

_LEGEND = (
    "Cycles of Whit's fastest build by those of the fastest build of any peer, each operation by "
    "itself: below 1 Whit is faster. In brackets that peer's build."
)

Of = Callable[[Sample], int | None]


def cycles(sample: Sample) -> int | None:
    return sample.cycles


def builds(samples: Iterable[Sample], operation: str, ours: bool) -> list[Sample]:
    """Those of Whit as it comes, or those of its peers, of one operation on cores."""
    return [
        sample
        for sample in samples
        if sample.operation == operation
        and sample.board is None
        and (sample.library == OURS) == ours
        and not (ours and sample.configuration)
    ]


def best(samples: Iterable[Sample], of: Of = cycles) -> tuple[Sample, int] | None:
    """The sample with the least of something, and how much; by name among equals."""
    found = [(sample, figure) for sample in samples if (figure := of(sample)) is not None]
    return min(found, key=lambda each: (each[1], build_name(each[0].case)), default=None)


def leaking(samples: Iterable[Sample]) -> frozenset[Case]:
    """The builds in which time or addresses depend on secrets, in any operation."""
    return frozenset(build_of(each) for each in samples if each.constant_time is False)


def ratios(samples: Sequence[Sample]) -> Table:
    """Two rows a core: all peers, and those that are constant in time. The samples are of one
    curve."""
    leaks = leaking(samples)
    rows = []
    for target in sorted({sample.target for sample in samples}):
        here = [sample for sample in samples if sample.target == target]
        constant = [each for each in here if build_of(each) not in leaks]
        for title, members in (("all", here), ("in constant time", constant)):
            cells = [_cell(members, operation) for operation in ALL_PARTS]
            if set(cells) != {NONE}:
                rows.append((target, title, *cells))
    return Table(("core", "peers", *ALL_PARTS), rows, left=2, legend=_LEGEND)


def _cell(samples: Sequence[Sample], operation: str) -> str:
    own = best(builds(samples, operation, ours=True))
    peer = best(builds(samples, operation, ours=False))
    if own is None or peer is None:
        return NONE
    return f"{own[1] / peer[1]:.2f} ({_short(peer[0].case)})"


def _short(case: Case) -> str:
    variant = "" if case.variant == "default" else f" {case.variant}"
    return f"{case.library}{variant}"
