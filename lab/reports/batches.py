# SPDX-License-Identifier: MIT
"""What each signature of a batch costs, beside one that is verified alone."""

from collections.abc import Mapping, Sequence

from lab.model import BATCHES, Case, Sample
from lab.reports.figures import NONE, count, kilocycles
from lab.reports.fronts import OURS
from lab.reports.grid import markdown
from lab.reports.rivals import build_of

_LARGEST = max(BATCHES, key=lambda name: BATCHES[name])
HEADER = ("core", "build", "alone", *(f"of {size}" for size in BATCHES.values()),
          "flash B", "RAM B", "stack B")  # fmt: skip
LEGEND = (
    "Thousands of cycles for each signature, and in brackets how many times those of one that is "
    f"verified alone. flash, RAM, stack: of the image with batches of {BATCHES[_LARGEST]}; RAM is "
    "the room that these take."
)


def as_markdown(samples: Sequence[Sample]) -> str:
    """Whit's builds that verified batches; the samples are of one curve."""
    found: dict[Case, dict[str, Sample]] = {}
    for sample in samples:
        if sample.library == OURS and sample.configuration is None and sample.board is None:
            found.setdefault(build_of(sample), {})[sample.operation] = sample
    rows = [
        (case.target, case.variant, *_cells(found[case]))
        for case in sorted(found, key=lambda case: (case.target, case.variant))
        if "verify" in found[case] and not BATCHES.keys().isdisjoint(found[case])
    ]
    return markdown(HEADER, rows, left=2)


def _cells(of: Mapping[str, Sample]) -> tuple[str, ...]:
    alone, largest = of["verify"].cycles, of.get(_LARGEST)
    cells = [kilocycles(alone)]
    for name, size in BATCHES.items():
        cycles = of[name].cycles if name in of else None
        each = None if cycles is None else cycles / size
        ratio = f" ({each / alone:.2f})" if each and alone else ""
        cells.append(NONE if each is None else f"{kilocycles(round(each))}{ratio}")
    memories = ("flash_bytes", "ram_static_bytes", "stack_bytes")
    return (*cells, *(count(getattr(largest, name) if largest else None) for name in memories))
