# SPDX-License-Identifier: MIT
"""Constant time: what traces say, by build and core, and what it costs."""

import json
from collections.abc import Callable, Mapping, Sequence

from lab.findings import Constancy, Difference, What
from lab.model import Sample
from lab.reports.best_peer import best, builds, leaking
from lab.reports.figures import NONE, count, kilocycles, verdict
from lab.reports.fronts import OURS, build_name, build_of
from lab.reports.table import Table

SECRET = ("keygen", "ecdh", "sign")
_PRICE_HEADER = ("core", "operation", "Whit", "best peer with it", "Whit by that",
                 "best peer without", "Whit by that")  # fmt: skip
_PRICE_LEGEND = (
    "Thousands of cycles of the fastest build, and Whit's by the peer's. Without it is a build in "
    "which the trace of some operation differed between keys."
)
_VERDICTS_LEGEND = (
    "Whether traces were the same for the keys of every operation with a secret that was measured."
)


def price(samples: Sequence[Sample]) -> Table:
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
    return Table(_PRICE_HEADER, rows, left=2, legend=_PRICE_LEGEND)


def _against(own: int, peer: tuple[Sample, int] | None) -> tuple[str, str]:
    if peer is None:
        return NONE, NONE
    sample, cycles = peer
    return f"{kilocycles(cycles)} {build_name(sample.case)}", f"{own / cycles:.2f}"


def verdicts(samples: Sequence[Sample]) -> Table:
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
    return Table(("build", *targets), rows, legend=_VERDICTS_LEGEND)


def _both(before: bool | None, sample: Sample) -> bool | None:
    """No, if any operation says so; nothing, while none with a secret was measured."""
    if before is False or sample.constant_time is None:
        return before
    return sample.constant_time


def as_text(found: Constancy) -> str:
    """How many different traces there were."""
    draws = ", ".join(f"{runs} with {count_}" for count_, runs in found.draws.items())
    build = f"{found.library} ({found.variant})" if found.variant else found.library
    run = f"{found.curve} {found.operation}".strip()
    spread = (
        f"always {count(found.cycles_min)}"
        if found.cycles_min == found.cycles_max
        else f"{count(found.cycles_min)} to {count(found.cycles_max)}"
    )
    return (
        f"{build}, {run}, on {found.target}: {found.verdict}\n"
        f"{found.secrets} secrets{f'; draws of randomness: {draws}' if draws else ''}\n"
        f"  distinct program-counter traces  {found.program_counters}\n"
        f"  distinct data-address traces     {found.addresses}\n"
        f"  distinct cycle traces            {found.cycles}\n"
        f"  cycles                           {spread}\n"
        f"{_parting(found.difference) if found.difference else ''}"
    )


def _parting(difference: Difference) -> str:
    """The first instruction that tells two runs apart, and by what."""
    values = (difference.first, difference.second)
    told = ("none" if value is None else _value(difference.what, value) for value in values)
    return (
        f"  first difference                 {difference.what}, after "
        f"{count(difference.instruction)} instructions:\n"
        f"    {difference.place}: {' and '.join(told)}\n"
    )


def _value(what: What, value: int) -> str:
    return count(value) if what == "cycles" else f"{value:#x}"


def _as_json(found: Sequence[Constancy]) -> str:
    """One array of objects."""
    return json.dumps([each.record() for each in found], indent=2) + "\n"


def _as_text(found: Sequence[Constancy]) -> str:
    """A paragraph each."""
    return "\n".join(map(as_text, found))


FORMATS: Mapping[str, Callable[[Sequence[Constancy]], str]] = {
    "text": _as_text,
    "json": _as_json,
}
