# SPDX-License-Identifier: MIT
"""How close the models of cores come to what was measured on silicon."""

from collections.abc import Mapping, Sequence
from statistics import median

from lab.errors import LabError
from lab.model import Case, Sample
from lab.published import Check
from lab.reports.figures import NONE
from lab.reports.table import Table

HEADER = ("code", "routine", "core", "part", "waits", "published", "lab", "lab / published", "half")
FITTED, HELD_OUT = "fitted", "held out"


def table(checks: Sequence[Check], samples: Sequence[Sample]) -> Table:
    """A row a routine; the legend has the medians of both halves."""
    newest = {sample.case: sample for sample in samples}
    return Table(HEADER, [_row(check, newest) for check in checks], 4, _legend(checks, newest))


def _row(check: Check, samples: Mapping[Case, Sample]) -> tuple[str, ...]:
    ratio = _ratio(check, samples)
    return (
        check.code,
        check.routine,
        check.core,
        check.part,
        NONE if check.wait_states is None else str(check.wait_states),
        f"{check.published:,g}" if check.published % 1 else f"{check.published:,.0f}",
        f"{check.modelled(samples):,}",
        f"{ratio:.3f}",
        FITTED if check.fitted else HELD_OUT,
    )


def _legend(checks: Sequence[Check], samples: Mapping[Case, Sample]) -> str:
    halves = []
    for name, fitted in ((FITTED, True), (HELD_OUT, False)):
        ratios = [_ratio(check, samples) for check in checks if check.fitted == fitted]
        halves.append(
            f"{name}: {len(ratios)} rows, median {median(ratios):.3f}, "
            f"{min(ratios):.3f} to {max(ratios):.3f}"
        )
    sources = dict.fromkeys(f"{check.code}: {check.source}" for check in checks)
    return (
        f"waits: wait states of the flash; {NONE} where nobody says. Cycles modelled, of a user's "
        f"own copy or by the newest sample. {'; '.join(halves)}.\n\n{'. '.join(sources)}."
    )


def _ratio(check: Check, samples: Mapping[Case, Sample]) -> float:
    ratio = check.ratio(samples)
    if ratio is None:
        raise LabError(f"results/ has no sample for {check.code}, {check.routine} on {check.core}")
    return ratio
