# SPDX-License-Identifier: MIT
"""From names on a command line to cases that results/ has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lab import curves
from lab.errors import LabError, UnsupportedError
from lab.model import PROFILES, Case
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Library
from lab.runner.selection import (
    DEFAULT_CONFIGURATION,
    EVERY,
    Selection,
    check_operations,
    chosen,
    lack,
    unavailable,
)
from lab.targets import boards
from lab.targets import catalogue as targets
from lab.targets.compilers import FAMILIES


def select_recorded(
    selection: Selection, recorded: Iterable[Case]
) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """Those of the recorded cases that were asked for, and a line for what can no longer be
    built. An empty tuple is everything. A core brings its boards, whose images are the same;
    the configuration `default` is also a build of Whit's without an option."""
    every = sorted(recorded, key=_order)
    asked = _asked(selection, every)
    possible = _Possible(selection.local_sources)
    cases: list[Case] = []
    missing: dict[str, None] = {}
    for case in every:
        named = _names_of(case)
        if any(names and named[kind] not in names for kind, names in asked.items()):
            continue
        reason = possible.lack(case)
        if reason is None:
            cases.append(case)
        else:
            missing[reason] = None
    if not cases:
        raise UnsupportedError("; ".join(missing) or "results/ has no such case")
    return tuple(cases), tuple(missing)


def _order(case: Case) -> tuple[str, ...]:
    """Cases that are built together stand together."""
    return (case.target, case.library, case.compiler, case.variant, case.curve, case.operation)


def _names_of(case: Case) -> Mapping[str, str | None]:
    return {
        "target": case.target,
        "library": case.library,
        "curve": case.curve,
        "operation": case.operation,
        "configuration": case.configuration or DEFAULT_CONFIGURATION,
        "profile": case.profile,
        "compiler": case.compiler,
    }


def _asked(selection: Selection, recorded: Iterable[Case]) -> Mapping[str, tuple[str, ...]]:
    """The names of each kind; none where everything is meant."""
    configurations = {case.configuration or DEFAULT_CONFIGURATION: None for case in recorded}
    valid: Mapping[str, tuple[tuple[str, ...], Iterable[str]]] = {
        "library": (selection.libraries, libraries.names()),
        "curve": (selection.curves, curves.names()),
        "configuration": (selection.configurations, configurations),
        "profile": (selection.profiles, PROFILES),
        "compiler": (selection.compilers, FAMILIES),
    }
    return {
        "target": _targets(selection.targets),
        "operation": check_operations(selection.operations),
        **{
            kind: () if EVERY in names else chosen(kind, names, tuple(known), ())
            for kind, (names, known) in valid.items()
        },
    }


def _targets(asked: tuple[str, ...]) -> tuple[str, ...]:
    """Boards by their own names and by those of their cores."""
    if EVERY in asked:
        return ()
    for name in asked:
        targets.find(name)
    return (*asked, *(name for name in boards.names() if asked and boards.find(name).core in asked))


@dataclass
class _Possible:
    """What can be built; what was asked of the catalogues is remembered."""

    local_sources: tuple[str, ...]
    _libraries: dict[str, Library] = field(default_factory=dict)
    _cores: dict[tuple[str, str], str] = field(default_factory=dict)

    def lack(self, case: Case) -> str | None:
        """Why a case that was measured once cannot be measured now."""
        try:
            if case.library not in self._libraries:
                self._libraries[case.library] = libraries.find(case.library)
            if (case.target, case.compiler) not in self._cores:
                target = targets.find(case.target, compiler=case.compiler)
                self._cores[case.target, case.compiler] = target.name
            library, curve = self._libraries[case.library], curves.find(case.curve)
            core = self._cores[case.target, case.compiler]
            return unavailable(library, self.local_sources) or lack(
                core, library, library.build(case), curve, case.operation
            )
        except LabError as error:
            return str(error)
