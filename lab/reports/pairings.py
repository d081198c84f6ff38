# SPDX-License-Identifier: MIT
"""What BLS signatures cost, curve by curve: Whit beside the other libraries; and what each of many
costs."""

from collections.abc import Mapping, Sequence

from lab import curves
from lab.model import BLS, BLS_COUNTS, OPERATIONS, PAIRING, PROFILES, Operation, Sample
from lab.reports.figures import NONE, count, kilocycles
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
MANY_LEGEND = (
    "Thousands of cycles for each signature, emulated, and in brackets how many times those of "
    "`verify`. Flash is that of an image that does nothing else, with the most signatures that "
    "were measured; stack includes what the call takes of everything below, and not the "
    "signatures, which the caller has. Signatures are in the first group, messages have 20 bytes; "
    "each call reads and checks all keys and signatures that it is given. –: not measured."
)
MANY_HEADER = (
    *("curve", "build", "call"),
    *(f"of {size}" for size in (1, *BLS_COUNTS)),
    *("flash B", "stack B"),
)
PREFIX = "bls_"
*_, ALONE = BLS  # verification of one

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


def many(samples: Sequence[Sample]) -> Table:
    """A row for each of Whit's builds and each call that verifies or adds up, where it was measured
    with many signatures; the samples are of one core."""
    found: dict[Build, dict[str, Sample]] = {}
    for each in samples:
        ours = each.library == WHIT and each.configuration is None
        if each.operation in PAIRING and ours and each.board is None and each.error is None:
            found.setdefault((each.curve, each.profile or ""), {})[each.operation] = each
    rows = [
        (*build, kind.removeprefix(PREFIX), *_of_many(kind, found[build]))
        for build in sorted(found, key=_size)
        if any(OPERATIONS[name].batch for name in found[build])
        for kind in _kinds()
        if any(OPERATIONS[name].kind == kind for name in found[build])
    ]
    return Table(MANY_HEADER, rows, left=3, legend=MANY_LEGEND)


def _size(build: Build) -> tuple[int, int]:
    curve, profile = build
    return curves.names().index(curve), list(PROFILES).index(profile)


def _kinds() -> Sequence[str]:
    """What takes signatures of others: verification first."""
    taking = [each for each in map(OPERATIONS.__getitem__, PAIRING) if _takes(each)]
    return tuple(dict.fromkeys(each.kind for each in taking))


def _takes(operation: Operation) -> bool:
    """Is a signature an input?"""
    return any(each.buffer == "signature" and each.direction == "in"
               for each in operation.parameters)  # fmt: skip


def _of_many(kind: str, of: Mapping[str, Sample]) -> tuple[str, ...]:
    """The cells of a row, from the samples of one build."""
    by_size = {OPERATIONS[name].batch or 1: each for name, each in of.items()
               if OPERATIONS[name].kind == kind}  # fmt: skip
    alone = of[ALONE].cycles if ALONE in of else None
    cells = []
    for size in (1, *BLS_COUNTS):
        cycles = by_size[size].cycles if size in by_size else None
        each = None if cycles is None else cycles / size
        ratio = f" ({each / alone:.2f})" if each and alone and kind != ALONE else ""
        cells.append(NONE if each is None else f"{kilocycles(round(each))}{ratio}")
    largest = by_size[max(by_size)]
    return (*cells, count(largest.flash_bytes), count(largest.stack_bytes))


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
