# SPDX-License-Identifier: MIT
"""What constant time costs: the best builds that have it and the best that do not, by core."""

from collections.abc import Sequence

from lab.model import Sample
from lab.reports.figures import NONE, kilocycles, verdict
from lab.reports.fronts import OURS, build_name
from lab.reports.grid import markdown
from lab.reports.rivals import best, build_of, builds, leaking

SECRET = ("keygen", "ecdh", "sign")
PRICE_HEADER = ("core", "operation", "Whit", "best peer with it", "Whit by that",
                "best peer without", "Whit by that")  # fmt: skip
PRICE_LEGEND = (
    "Thousands of cycles of the fastest build, and Whit's by the peer's. Without it is a build in "
    "which the trace of some operation differed between keys."
)
VERDICTS_LEGEND = (
    "Whether traces were the same for the keys of every operation with a secret that was measured."
)


def price(samples: Sequence[Sample]) -> str:
    """A row for each core and operation; the samples are of one curve."""
    leaks = leaking(samples)
    rows = []
    for target in sorted({sample.target for sample in samples if sample.board is None}):
        for operation in SECRET:
            here = [sample for sample in samples if sample.target == target]
            own = best(builds(here, operation, ours=True))
            peers = builds(here, operation, ours=False)
            constant = best(peer for peer in peers if build_of(peer) not in leaks)
            other = best(peer for peer in peers if build_of(peer) in leaks)
            if own is not None and peers:
                cells = (*_against(own[1], constant), *_against(own[1], other))
                rows.append((target, operation, kilocycles(own[1]), *cells))
    return markdown(PRICE_HEADER, rows, left=2)


def _against(own: int, peer: tuple[Sample, int] | None) -> tuple[str, str]:
    if peer is None:
        return NONE, NONE
    sample, cycles = peer
    return f"{kilocycles(cycles)} {build_name(sample.case)}", f"{own / cycles:.2f}"


def verdicts(samples: Sequence[Sample]) -> str:
    """A row for each build, a column for each core; the samples are of one curve."""
    chosen = [each for each in samples if each.board is None]
    targets = sorted({sample.target for sample in chosen})
    by_build: dict[tuple[bool, str], dict[str, bool | None]] = {}
    for sample in chosen:
        key = (sample.library != OURS, build_name(sample.case))
        told = by_build.setdefault(key, {})
        told[sample.target] = _both(told.get(sample.target), sample)
    rows = [
        (name, *(verdict(told.get(target)) for target in targets))
        for (_, name), told in sorted(by_build.items())
    ]
    return markdown(("build", *targets), rows)


def _both(before: bool | None, sample: Sample) -> bool | None:
    """No, if any operation says so; nothing, while none with a secret was measured."""
    if before is False or sample.constant_time is None:
        return before
    return sample.constant_time
