# SPDX-License-Identifier: MIT
"""What signing costs that guards against faults, beside plain signing."""

from collections.abc import Sequence

from lab.model import GUARDED, Case, Sample
from lab.reports.figures import count, kilocycles
from lab.reports.fronts import OURS
from lab.reports.grid import markdown
from lab.reports.rivals import build_of

_PLAIN = ("sign_message", "sign")  # of a message: EdDSA's `sign` is
HEADER = ("core", "build", "plain", "hedged", "checked", "flash B: plain", "hedged", "checked",
          "stack B: plain", "hedged", "checked")  # fmt: skip
LEGEND = (
    "Thousands of cycles, and flash and stack of images that sign and do nothing else. Plain is "
    "the deterministic signature of a message; checked, on curves of ECDSA, that of a digest."
)


def as_markdown(samples: Sequence[Sample]) -> str:
    """Whit's builds in which both were measured; the samples are of one curve."""
    found: dict[Case, dict[str, Sample]] = {}
    for sample in samples:
        if sample.library == OURS and sample.configuration is None and sample.board is None:
            found.setdefault(build_of(sample), {})[sample.operation] = sample
    rows = []
    for case in sorted(found, key=lambda case: (case.target, case.variant)):
        of = found[case]
        plain = next((of[name] for name in _PLAIN if name in of), None)
        if plain is None or not set(GUARDED) <= of.keys():
            continue
        each = (plain, *(of[name] for name in GUARDED))
        cells = [
            *(kilocycles(sample.cycles) for sample in each),
            *(count(sample.flash_bytes) for sample in each),
            *(count(sample.stack_bytes) for sample in each),
        ]
        rows.append((case.target, case.variant, *cells))
    return markdown(HEADER, rows, left=2)
