# SPDX-License-Identifier: MIT
"""What must be in results/: every build on every core that it suits."""

from collections.abc import Container, Iterable

from lab.errors import UnsupportedError
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.selection import EVERY, Selection, select
from lab.targets import catalogue as targets

# Those of which libraries are compared on every core.
CURVES = (
    "secp256r1",
    "secp256k1",
    "secp384r1",
    "secp521r1",
    "curve25519",
    "ed25519",
    "curve448",
    "ed448",
)


def measured_cores(cases: Iterable[Case]) -> tuple[str, ...]:
    """Those that any library was measured on, boards apart."""
    found = {case.target for case in cases}
    return tuple(name for name in targets.names() if name in found and targets.find(name).emulation)


def unmeasured(
    samples: Container[Case], cores: Iterable[str], curves: Iterable[str] | None = None
) -> tuple[Case, ...]:
    """The cases of these cores and curves, of CURVES if none are named, that have no sample though
    their build suits the core. Those of libraries whose sources the user has to name are left
    out."""
    every = (EVERY,)
    selection = Selection.of(
        targets=cores,
        libraries=every,
        curves=tuple(curves or CURVES),
        configurations=every,
        profiles=every,
    )
    try:
        cases, _ = select(selection)
    except UnsupportedError:  # nothing can be built
        return ()
    return tuple(case for case in cases if case not in samples and suits(case))


def suits(case: Case) -> bool:
    """Whether the build is one to measure on the core: not where it gives the images of another,
    nor where its file says that it is for others."""
    core = targets.find(case.target).name
    return all(
        not targets.is_any(core, each.unchanged_on)
        and (each.suits is None or targets.is_any(core, each.suits))
        for each in libraries.find(case.library).build(case)
    )
