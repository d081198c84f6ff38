# SPDX-License-Identifier: MIT
"""From names on a command line to cases."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

from lab import curves
from lab.curves import Curve
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import (
    ALL,
    ALL_PARTS,
    DEFAULT_OPERATIONS,
    OPERATIONS,
    PROFILES,
    Case,
    Thing,
    parts,
)
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Library, Local, Variant
from lab.peers.sources import needs_source
from lab.targets import boards, rustc
from lab.targets import catalogue as targets
from lab.targets.catalogue import DEFAULT_COMPILER
from lab.targets.compilers import FAMILIES, family_of, named
from lab.targets.emulated import follows

DEFAULT_TARGET = "cortex-m4"
DEFAULT_CURVE = "secp256r1"
DEFAULT_PROFILE = "balanced"
DEFAULT_CONFIGURATION = "default"
DEFAULT_LIBRARIES = ("whit", "micro-ecc", "p256-m")  # the others are larger downloads
EVERY = "all"
KINDS = ("targets", "boards", "libraries", "curves", "operations")
MOST_NAMED = 8  # of the curves that a library lacks; of more, the number is said


@dataclass(frozen=True)
class Selection:
    """What was asked for; an empty tuple is the default, `all` is everything. Of the
    operations, `all` is the image that holds the four."""

    targets: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    curves: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    configurations: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    compilers: tuple[str, ...] = ()
    local_sources: tuple[str, ...] = ()  # libraries whose sources the user names

    @classmethod
    def of(cls, **asked: Iterable[str] | None) -> Self:
        """From options; one that was not given is None."""
        return cls(**{name: tuple(words or ()) for name, words in asked.items()})


def select(selection: Selection) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """The cases, and a line for each combination that a library does not have."""
    chosen_targets = _targets(selection.targets)
    compilers = _compilers(selection.compilers)
    every = libraries.names()
    chosen_libraries = chosen("library", selection.libraries, every, DEFAULT_LIBRARIES)
    chosen_curves = _curves(selection.curves)
    operations = check_operations(selection.operations) or DEFAULT_OPERATIONS
    profiles = chosen("profile", selection.profiles, tuple(PROFILES), (DEFAULT_PROFILE,))
    found = [libraries.find(name) for name in chosen_libraries]
    if EVERY in selection.libraries:
        found = [library for library in found if not library.study]
    _check_configurations(selection.configurations, found)
    lacks = {library.name: unavailable(library, selection.local_sources) for library in found}
    loaded = [library for library in found if not lacks[library.name]]
    cases: list[Case] = []
    missing: dict[str, None] = dict.fromkeys(filter(None, lacks.values()))
    missing |= dict.fromkeys(_curves_missing(loaded, chosen_curves))
    for target, compiler, library in product(chosen_targets, compilers, loaded):
        core = targets.find(target).images
        if family_of(compiler) not in targets.find(target).compilers:
            missing[f"{target} has no {compiler}"] = None
            continue
        if library.in_rust and compiler != DEFAULT_COMPILER:
            missing[f"{library.name} is built by rustc, not by {compiler}"] = None
            continue
        for build in _builds(library, selection.configurations, profiles):
            for curve in chosen_curves:
                for operation in operations if curve.name in library.curves else ():
                    reason = lack(core, library, build.variants, curve, operation)
                    if reason is None:
                        case = Case(target, library.name, curve.name, operation, *build.names)
                        cases.append(replace(case, compiler=compiler))
                    else:
                        missing[reason] = None
    if not cases:
        raise UnsupportedError("; ".join(missing) or "nothing matches")
    return tuple(cases), tuple(missing)


def select_emulated(
    selection: Selection, kind: str = "operation", operations: tuple[str, ...] = tuple(OPERATIONS)
) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """select() of emulated targets and these operations; `kind` is what errors call them."""
    chosen = _emulated(selection.targets)
    for name in selection.operations:
        if name not in operations:
            raise UnknownNameError(kind, name, operations)
    return select(replace(selection, targets=chosen))


def select_emulated_targets(
    selection: Selection,
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Emulated targets, each with its compilers, and a line for each that has none of these."""
    found, missing = [], []
    chosen = _targets(_emulated(selection.targets))
    for target, compiler in product(chosen, _compilers(selection.compilers)):
        if family_of(compiler) in targets.find(target).compilers:
            found.append((target, compiler))
        else:
            missing.append(f"{target} has no {compiler}")
    if not found:
        raise UnsupportedError("; ".join(missing))
    return tuple(found), tuple(missing)


def _emulated(asked: tuple[str, ...]) -> tuple[str, ...]:
    """Every emulated core, if all are asked for; UnsupportedError for what is not emulated."""
    emulated = tuple(name for name in targets.names() if targets.find(name).emulation)
    for name in asked:
        if name != EVERY and targets.find(name).emulation is None:
            raise UnsupportedError(f"{name} is not emulated; choose from {', '.join(emulated)}")
    return emulated if EVERY in asked else asked


def select_traceable(selection: Selection) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """select(), limited to what can be traced: operations with secrets on emulated targets."""
    secret = tuple(name for name, operation in OPERATIONS.items() if operation.secrets)
    return select_emulated(selection, "operation with secrets", secret)


def select_provable(selection: Selection) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """select_traceable(), limited to cores for whose instructions the lab has rules."""
    followed = tuple(name for name in targets.names() if follows(targets.find(name)))
    for name in selection.targets:
        if name != EVERY and not follows(targets.find(name)):
            raise UnsupportedError(
                f"the lab cannot follow secrets on {name}; choose from {', '.join(followed)}"
            )
    chosen = followed if EVERY in selection.targets else selection.targets
    return select_traceable(replace(selection, targets=chosen))


def catalogue(kind: str) -> tuple[Thing, ...]:
    """What there is of a kind: targets, libraries, curves or operations."""
    if kind == "targets":
        return tuple(Thing(name, targets.find(name).description) for name in targets.names())
    if kind == "boards":
        return tuple(Thing(name, _board(name)) for name in boards.names())
    if kind == "libraries":
        return tuple(_library_thing(libraries.find(name)) for name in libraries.names())
    if kind == "curves":
        known = tuple(libraries.find(name) for name in libraries.names())
        return tuple(Thing(curve.name, _described(curve, known)) for curve in curves.known())
    if kind == "operations":
        together = Thing(ALL, f"the image that holds {', '.join(ALL_PARTS)} and no hash")
        return (*(Thing(name, item.description) for name, item in OPERATIONS.items()), together)
    raise UnknownNameError("list", kind, KINDS)


def _board(name: str) -> str:
    board = boards.find(name)
    return f"{board.description}; {board.core} at {board.clock_hz / 1e6:g} MHz"


def _library_thing(library: Library) -> Thing:
    variants = ", ".join(variant.name for variant in library.variants)
    options = "".join(f"; with {option.name}: {option.description}" for option in library.options)
    remarks = (library.missing, *library.caveats) if library.missing else library.caveats
    caveats = "".join(f"; {remark}" for remark in remarks)
    kind = "profiles" if library.variant_kind == "profile" else "configurations"
    return Thing(
        library.name,
        f"{library.version}, {library.licence}: {library.description}. "
        f"{kind.capitalize()}: {variants}{options}{caveats}",
    )


def _described(curve: Curve, known: Iterable[Library]) -> str:
    having = [library.name for library in known if curve.name in library.curves]
    if curve.form == "integers":
        return f"integers modulo an odd number of {curve.field_bits} bits; in {', '.join(having)}"
    cofactor = curve.cofactor
    shown = str(cofactor) if cofactor < 1000 else f"of {cofactor.bit_length()} bits"
    also = f"; also {', '.join(curve.aliases)}" if curve.aliases else ""
    signing = curve.hash if curve.signatures else "no ECDSA"
    return (
        f"{curve.field_bits}-bit field, {curve.order_bits}-bit order, cofactor {shown}, "
        f"{curve.security_bits}-bit security, {signing}; "
        f"in {', '.join(having)}{also}"
    )


def _targets(asked: Sequence[str]) -> tuple[str, ...]:
    """Every core, if all are asked for: boards are named one by one."""
    if EVERY in asked:
        return targets.names()
    for name in asked:
        targets.find(name)
    return tuple(dict.fromkeys(asked)) or (DEFAULT_TARGET,)


def chosen(
    kind: str, asked: Sequence[str], valid: tuple[str, ...], default: tuple[str, ...]
) -> tuple[str, ...]:
    """The names that were asked for, each once; UnknownNameError for one that is not valid."""
    if not asked:
        return default
    if EVERY in asked:
        return valid
    for name in asked:
        if name not in valid:
            raise UnknownNameError(kind, name, (*valid, EVERY))
    return tuple(dict.fromkeys(asked))


def _compilers(asked: Sequence[str]) -> tuple[str, ...]:
    """Families, or programs of the user's own."""
    own = [named(word) for word in asked if word != EVERY]
    if EVERY in asked:
        return (*FAMILIES, *(word for word in own if word not in FAMILIES))
    return tuple(dict.fromkeys(own)) or (targets.DEFAULT_COMPILER,)


def _curves(asked: Sequence[str]) -> tuple[Curve, ...]:
    """In the order of curves.known(), if there are several."""
    names = chosen("curve", asked, curves.names(), (DEFAULT_CURVE,))
    return tuple(curve for curve in curves.known() if curve.name in names)


def unavailable(library: Library, local_sources: tuple[str, ...]) -> str | None:
    """Why nothing of a library can be measured."""
    if library.missing:
        return f"{library.name}: {library.missing}"
    if isinstance(library.source, Local) and library.name not in local_sources:
        return needs_source(library, library.source)
    if library.in_rust and rustc.lacking():
        return f"{library.name}: {rustc.lacking()}"
    return None


def _curves_missing(loaded: Iterable[Library], asked: Sequence[Curve]) -> Iterator[str]:
    """A line for each library that lacks curves."""
    for library in loaded:
        lacking = [curve.name for curve in asked if curve.name not in library.curves]
        if len(lacking) > MOST_NAMED:
            yield f"{library.name} has {len(asked) - len(lacking)} of {len(asked)} curves"
        elif lacking:
            yield f"{library.name} has no {', '.join(lacking)}"


def check_operations(asked: Sequence[str]) -> tuple[str, ...]:
    """Each once; UnknownNameError for one that is none."""
    for name in asked:
        if name not in OPERATIONS and name != ALL:
            raise UnknownNameError("operation", name, (*OPERATIONS, ALL))
    return tuple(dict.fromkeys(asked))


def _check_configurations(asked: Iterable[str], loaded: Sequence[Library]) -> None:
    peers = [library for library in loaded if library.variant_kind == "configuration"]
    found = [variant for library in peers for variant in library.variants]
    found += [option for library in loaded for option in library.options]
    valid = dict.fromkeys(variant.name for variant in found)
    for name in asked:
        if name != EVERY and name not in valid:
            raise UnknownNameError("configuration", name, (*valid, EVERY))


@dataclass(frozen=True)
class _Build:
    """A configuration of a peer; a profile of Whit's, with an option or without."""

    configuration: Variant | None
    profile: Variant | None

    @property
    def variants(self) -> tuple[Variant, ...]:
        return tuple(each for each in (self.profile, self.configuration) if each)

    @property
    def names(self) -> tuple[str | None, str | None]:
        return (
            self.configuration.name if self.configuration else None,
            self.profile.name if self.profile else None,
        )


def _builds(
    library: Library, configurations: tuple[str, ...], profiles: tuple[str, ...]
) -> Iterator[_Build]:
    """Whit's options come beside its builds without any."""

    def wanted(variants: Iterable[Variant], asked: Sequence[str]) -> list[Variant]:
        return [each for each in variants if EVERY in asked or each.name in asked]

    if library.variant_kind == "configuration":
        for variant in wanted(library.variants, configurations or (DEFAULT_CONFIGURATION,)):
            yield _Build(variant, None)
        return
    for profile in wanted(library.variants, profiles):
        yield _Build(None, profile)
        for option in wanted(library.options, configurations):
            if option.profiles is None or profile.name in option.profiles:
                yield _Build(option, profile)


def lack(
    core: str, library: Library, variants: Sequence[Variant], curve: Curve, operation: str
) -> str | None:
    """Why a library that has the curve has not the operation on it."""
    if library.in_rust and targets.find(core).rust is None:
        return f"{library.name} is not for {core}, which is no target of Rust's here"
    for variant in variants:
        name = f"{library.name} ({variant.name})"
        if not targets.is_any(core, variant.cores):
            return f"{name} is not for {core}"
        if curve.name not in variant.curves:
            return f"{name} has no {curve.name}"
        if not set(parts(operation)) <= set(variant.operations):
            return f"{name} has no {operation}"
    if any(f"{curve.name} {part}" in library.without for part in parts(operation)):
        return f"{library.name} has no {operation} on {curve.name}"
    if operation not in curve.operations:
        without = "" if curve.signatures else " ECDSA: no"
        return f"{curve.name} has no{without} {operation}"
    return None
