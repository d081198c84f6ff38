# SPDX-License-Identifier: MIT
"""What must be in results/: every build on every core that it suits."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from lab.errors import UnsupportedError
from lab.model import Case, Sample
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Library
from lab.runner.selection import EVERY, Selection, select
from lab.targets import catalogue as targets

# Those on which every build that has one of them is compared, on each core that it suits. peer.toml
# names further ones, as `due`, of builds that are made for them or that others are held against.
CURVES = ("secp256r1", "curve25519", "ed25519", "curve448", "ed448")


def measured_cores(cases: Iterable[Case]) -> tuple[str, ...]:
    """Those that any library was measured on, boards apart."""
    found = {case.target for case in cases}
    return tuple(name for name in targets.names() if name in found and targets.find(name).emulation)


def unmeasured(
    samples: Mapping[Case, Sample], cores: Iterable[str], curves: Iterable[str] | None = None
) -> tuple[Case, ...]:
    """The cases of these cores and curves, of those that are due if none are named, that have no
    sample though their build suits the core, or one of a peer's other version. Those of libraries
    whose sources the user has to name are left out."""
    every = (EVERY,)
    selection = Selection.of(
        targets=cores,
        libraries=every,
        curves=every if curves is None else curves,
        configurations=every,
        profiles=every,
    )
    try:
        cases, _ = select(selection)
    except UnsupportedError:  # nothing can be built
        return ()
    found = {name: libraries.find(name) for name in {case.library for case in cases}}
    places = {replace(case, operation="") for case in cases}
    asked = {
        place
        for place in places
        if suits(place, found[place.library])
        and (curves is not None or due(place, found[place.library]))
    }
    return tuple(
        case
        for case in cases
        if replace(case, operation="") in asked and not _has(samples, case, found[case.library])
    )


def _has(samples: Mapping[Case, Sample], case: Case, library: Library) -> bool:
    """Whether there is a sample, and of the version that a peer's file names."""
    sample = samples.get(case)
    ours = library.variant_kind == "profile"
    return sample is not None and (ours or sample.version == library.version)


def suits(case: Case, library: Library) -> bool:
    """Whether the build is one to measure on the core: not where it gives the images of another,
    nor where its file says that it is for others."""
    core = targets.core_of(case.target)
    return all(
        targets.is_any(core, each.suits) and not targets.is_any(core, each.unchanged_on)
        for each in library.build(case)
    )


def due(case: Case, library: Library) -> bool:
    """Whether samples of the build that suits a core are to be there for the curve."""
    core = targets.core_of(case.target)
    return case.curve in CURVES or all(
        targets.is_any(core, each.due.get(case.curve, ())) for each in library.build(case)
    )
