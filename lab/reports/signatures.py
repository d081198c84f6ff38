# SPDX-License-Identifier: MIT
"""What batches of signatures and signing that guards against faults cost, beside the plain."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lab.model import BATCHES, GUARDED, Case, Sample
from lab.reports.figures import NONE, count, kilocycles
from lab.reports.fronts import OURS, build_of
from lab.reports.table import Table

_LARGEST = max(BATCHES, key=lambda name: BATCHES[name])
_BATCHES_HEADER = ("core", "build", "alone", *(f"of {size}" for size in BATCHES.values()),
                   "flash B", "RAM B", "stack B")  # fmt: skip
_BATCHES_LEGEND = (
    "Thousands of cycles for each signature, and in brackets how many times those of one that is "
    f"verified alone. flash, RAM, stack: of the image with batches of {BATCHES[_LARGEST]}; RAM is "
    "the room that these take."
)
_PLAIN = ("sign_message", "sign")  # of a message: EdDSA's `sign` is
_GUARDED_HEADER = ("core", "build", "plain", "hedged", "checked",
                   "flash B: plain", "hedged", "checked",
                   "stack B: plain", "hedged", "checked")  # fmt: skip
_GUARDED_LEGEND = (
    "Thousands of cycles, and flash and stack of images that sign and do nothing else. Plain is "
    "the deterministic signature of a message; checked, on curves of ECDSA, that of a digest."
)


def batches(samples: Iterable[Sample]) -> Table:
    """Whit's builds that verified batches; the samples are of one curve."""
    rows = [
        (case.target, case.variant, *_of_batches(of))
        for case, of in _builds(samples)
        if "verify" in of and not BATCHES.keys().isdisjoint(of)
    ]
    return Table(_BATCHES_HEADER, rows, left=2, legend=_BATCHES_LEGEND)


def _of_batches(of: Mapping[str, Sample]) -> tuple[str, ...]:
    alone, largest = of["verify"].cycles, of.get(_LARGEST)
    cells = [kilocycles(alone)]
    for name, size in BATCHES.items():
        cycles = of[name].cycles if name in of else None
        each = None if cycles is None else cycles / size
        ratio = f" ({each / alone:.2f})" if each and alone else ""
        cells.append(NONE if each is None else f"{kilocycles(round(each))}{ratio}")
    memories = ("flash_bytes", "ram_static_bytes", "stack_bytes")
    return (*cells, *(count(getattr(largest, name) if largest else None) for name in memories))


def guarded(samples: Iterable[Sample]) -> Table:
    """Whit's builds in which all ways to sign were measured; the samples are of one curve."""
    rows = []
    for case, of in _builds(samples):
        plain = next((of[name] for name in _PLAIN if name in of), None)
        if plain is not None and set(GUARDED) <= of.keys():
            rows.append(
                (case.target, case.variant, *_of_signing([plain, *(of[name] for name in GUARDED)]))
            )
    return Table(_GUARDED_HEADER, rows, left=2, legend=_GUARDED_LEGEND)


def _of_signing(each: Sequence[Sample]) -> tuple[str, ...]:
    return (
        *(kilocycles(sample.cycles) for sample in each),
        *(count(sample.flash_bytes) for sample in each),
        *(count(sample.stack_bytes) for sample in each),
    )


def _builds(samples: Iterable[Sample]) -> Iterator[tuple[Case, Mapping[str, Sample]]]:
    """Whit's on cores as it comes, by core and profile, with their operations."""
    found: dict[Case, dict[str, Sample]] = {}
    for sample in samples:
        if sample.library == OURS and sample.configuration is None and sample.board is None:
            found.setdefault(build_of(sample), {})[sample.operation] = sample
    for case in sorted(found, key=lambda case: (case.target, case.variant)):
        yield case, found[case]
