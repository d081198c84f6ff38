# SPDX-License-Identifier: MIT
"""What BLS signatures cost, curve by curve: Whit beside the other libraries."""

from collections.abc import Sequence

from lab import curves
from lab.model import BLS, PROFILES, Sample
from lab.reports.figures import count, kilocycles
from lab.reports.table import Table

LEGEND = (
    "k: thousands of cycles, emulated. Flash is that of an image that does nothing else; stack "
    "includes what the call takes of everything below. Signatures are in the first group, messages "
    "have 20 bytes. Bits are the curve's security after the tower number field sieve. –: not "
    "measured."
)
HEADER = (
    *("curve", "bits", "library", "build"),
    *("key k", "sign k", "verify k"),
    *("sign flash B", "verify flash B", "sign stack B", "verify stack B"),
)
WHIT = "whit"

Build = tuple[str, str]  # a library and its variant


def table(samples: Sequence[Sample]) -> Table:
    """A row for each curve, library and build, of samples of one core."""
    found = {
        (each.curve, _build(each), each.operation): each
        for each in samples
        if each.operation in BLS and each.board is None and each.error is None
    }
    rows = [
        _row(curve, build, [found.get((curve, build, operation)) for operation in BLS])
        for curve in curves.names()
        for build in sorted({key[1] for key in found if key[0] == curve}, key=_place)
    ]
    return Table(HEADER, rows, left=4, legend=LEGEND)


def _build(sample: Sample) -> Build:
    return sample.library, sample.profile or sample.configuration or ""


def _place(build: Build) -> tuple[bool, int, Build]:
    """Whit first, from the smallest profile to the fastest."""
    library, variant = build
    profiles = list(PROFILES)
    return library != WHIT, profiles.index(variant) if variant in profiles else 0, build


def _row(curve: str, build: Build, measured: Sequence[Sample | None]) -> tuple[str, ...]:
    _, signing, verifying = measured
    return (
        curve,
        str(curves.find(curve).security_bits),
        *build,
        *(kilocycles(each.cycles if each else None) for each in measured),
        *(count(each.flash_bytes if each else None) for each in (signing, verifying)),
        *(count(each.stack_bytes if each else None) for each in (signing, verifying)),
    )
