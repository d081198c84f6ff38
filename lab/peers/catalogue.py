# SPDX-License-Identifier: MIT
"""The libraries declared in peers/*/peer.toml. Whit is one of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Literal, get_args

from lab import curves
from lab.curves import Curve
from lab.declarations import Declaration
from lab.errors import LabError, UnknownNameError
from lab.model import OPERATIONS, PROFILES, BlsSuite, Case, Map
from lab.paths import PEERS

EVERY_CURVE = "all"
INTEGERS = "integers"
OTHER_CURVES = "default"  # those without a suite of their own


@dataclass(frozen=True)
class Crate:
    """A crate that carries the sources, pinned by Cargo.lock beside peer.toml."""

    name: str
    version: str
    directory: str  # inside the crate
    download: str  # how much comes over the network, in words


@dataclass(frozen=True)
class Crates:
    """Crates in Rust, with all that they depend on, pinned by Cargo.lock beside peer.toml. The
    adapter is adapter.rs, a crate that cargo builds with them into an archive."""

    download: str
    library: tuple[str, ...]  # what of Rust's own library is built for them


@dataclass(frozen=True)
class Debian:
    """The upstream archive of a Debian source package, pinned by its SHA-256."""

    package: str
    version: str
    archive: str  # the file's name
    sha256: str
    directory: str  # inside the archive, below its one folder
    download: str


@dataclass(frozen=True)
class Local:
    """Sources that are in no registry: the command line names a directory with them."""

    hint: str  # what that directory is


@dataclass(frozen=True)
class Amalgamation:
    """That of this checkout."""


Source = Crate | Crates | Debian | Local | Amalgamation

# A [build] for what Cargo.toml tells cargo.
_BY_CARGO = {"standard": "", "sources": []}


@dataclass(frozen=True)
class Variant:
    """A way to build a library: a peer's configuration or a profile of Whit's. What is
    listed under [build] and under the configuration adds up. Cores go by their names, by
    instruction sets, or by "32-bit", as `is_any` of lab/targets/catalogue.py says."""

    name: str
    description: str
    operations: tuple[str, ...]
    curves: tuple[str, ...]
    cores: tuple[str, ...] | None  # that it can be built for; None: any
    sources: tuple[str, ...]
    own_sources: tuple[str, ...]  # in this repository
    flags: tuple[str, ...]
    defines: tuple[str, ...]
    suits: tuple[str, ...] | None = None  # those on which samples of it must be; None: all of them
    due: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # on which, of further curves
    leaks_on: tuple[str, ...] = ()  # where traces of a few keys may be equal, and it leaks
    profiles: tuple[str, ...] | None = None  # those of Whit's that an option is for; None: any
    unchanged_on: tuple[str, ...] = ()  # those for which it gives the images of another build


@dataclass(frozen=True)
class Public:
    """Branches that may depend on secrets, since what decides them is public: those in lines of
    source with some text, or in functions of some name."""

    line: str  # part of it; empty: any
    function: str  # with * for any characters; empty: any
    reason: str
    lineless: bool = False  # only those to which the compiler gives no line


@dataclass(frozen=True)
class Library:
    """A library and how to build it."""

    name: str
    version: str
    licence: str
    description: str
    curves: tuple[str, ...]
    caveats: tuple[str, ...]
    study: bool  # no program takes it: `all` leaves it out
    directory: Path
    source: Source
    missing: str  # why it cannot be measured; empty when it can
    standard: str
    sources: tuple[str, ...]
    own_sources: tuple[str, ...]  # in this repository
    includes: tuple[str, ...]  # in `directory`
    source_includes: tuple[str, ...]  # in the sources' directory
    flags: tuple[str, ...]
    defines: tuple[str, ...]
    other_curves: tuple[str, ...]  # defines for each curve that an image is not for
    other_operations: Mapping[str, tuple[str, ...]]  # defines for each that it does not hold
    own_operations: Mapping[str, tuple[str, ...]]  # by what is defined for those it has
    variant_kind: Literal["configuration", "profile"]
    variants: tuple[Variant, ...]
    options: tuple[Variant, ...]  # configurations that any profile may have, where there are any
    public: tuple[Public, ...]  # for `whit prove`
    without: tuple[str, ...]  # a curve and an operation that it has not on it, each
    integers_curve: str  # the curve of its builds for integers
    bls: Mapping[str, BlsSuite]  # how it signs by pairings, by curves

    def curve(self, name: str) -> Curve:
        """A curve, with the suite by which the library signs on it by pairings."""
        found = curves.find(name)
        suite = self.bls.get(name, self.bls.get(OTHER_CURVES))
        return replace(found, signing=suite) if suite and found.tower else found

    @property
    def in_rust(self) -> bool:
        """Cargo builds it, its adapter too."""
        return isinstance(self.source, Crates)

    def variant(self, name: str) -> Variant:
        return _named(self, self.variant_kind, name, self.variants)

    def build(self, case: Case) -> tuple[Variant, ...]:
        """What adds up to the build of a case."""
        if self.variant_kind == "configuration":
            return (self.variant(case.configuration or ""),)
        profile = self.variant(case.profile or "")
        if case.configuration is None:
            return (profile,)
        return profile, _named(self, "configuration", case.configuration, self.options)


def _named(library: Library, kind: str, name: str, variants: tuple[Variant, ...]) -> Variant:
    for variant in variants:
        if variant.name == name:
            return variant
    names = (variant.name for variant in variants)
    raise UnknownNameError(f"{kind} of {library.name}", name, names)


@dataclass(frozen=True)
class Common:
    """What a variant has where it says nothing else."""

    operations: tuple[str, ...]
    curves: tuple[str, ...]
    cores: tuple[str, ...] | None


def load(directory: Path) -> Library:
    """Read one library's file."""
    file = Declaration.read(directory / "peer.toml")
    named = _curves(file)
    common = Common(
        operations=(*_operations(file.texts("operations")), *_more_operations(file, directory)),
        curves=named,
        cores=_optional(file, "cores"),
    )
    source = _source(file.table("source"))
    by_cargo = isinstance(source, Crates)
    build = Declaration(directory, _BY_CARGO) if by_cargo else file.table("build")
    profiles = file.tables("profiles")
    configurations = file.tables("configurations")
    if not profiles and not configurations:
        raise file.error("configurations", "or profiles must be given")
    library = Library(
        name=file.text("name"),
        version=file.text("version"),
        licence=file.text("licence"),
        description=file.text("description"),
        curves=named,
        caveats=file.texts("caveats"),
        study=file.flag("study", default=False),
        directory=directory,
        source=source,
        missing=file.text("missing", ""),
        standard=build.text("standard"),
        sources=build.texts("sources"),
        own_sources=build.texts("own_sources", ()),
        includes=build.texts("includes", ()),
        source_includes=build.texts("source_includes", ()),
        flags=build.texts("flags", ()),
        defines=build.texts("defines", ()),
        other_curves=build.texts("other_curves", ()),
        other_operations=_lists(build, "other_operations"),
        own_operations={
            define: _operations(served)
            for define, served in _lists(build, "own_operations").items()
        },
        variant_kind="profile" if profiles else "configuration",
        variants=tuple(
            _variant(name, table, common) for name, table in (profiles or configurations).items()
        ),
        options=tuple(
            _variant(name, table, common)
            for name, table in (configurations if profiles else {}).items()
        ),
        public=tuple(_public(table) for table in file.tables("public").values()),
        without=file.texts("without", ()),
        integers_curve=file.text("integers_curve", ""),
        bls={name: _suite(table) for name, table in file.tables("bls").items()},
    )
    build.finish()
    file.finish()
    if library.name != directory.name:
        raise file.error("name", f"must be {directory.name!r}, as the folder is called")
    _check_names(file, library)
    return library


def _curves(file: Declaration, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Those that the library has, in the lab's order; `all` is all of curves/ in Weierstrass
    form, `integers` all that stand for one."""
    named = file.texts("curves", default)
    for every, meant in ((EVERY_CURVE, curves.declared()), (INTEGERS, curves.integers())):
        if every in named:
            others = tuple(name for name in named if name != every)
            named = (*(curve.name for curve in meant), *others)
    for name in named:
        if name not in curves.names():
            raise file.error("curves", f"names {name!r}, which is none")
    return tuple(sorted(named, key=curves.names().index))


def _operations(words: Iterable[str]) -> tuple[str, ...]:
    """Names, and for one that ends in * all that begin like it."""
    found: dict[str, None] = {}
    for word in words:
        meant = [name for name in OPERATIONS if name.startswith(word[:-1])]
        found |= dict.fromkeys(meant if meant and word.endswith("*") else [word])
    return tuple(found)


def _more_operations(file: Declaration, directory: Path) -> tuple[str, ...]:
    """Those of another file of the folder, which a program writes."""
    if not file.has("more_operations"):
        return ()
    return Declaration.read(directory / file.text("more_operations")).texts("operations")


def _optional(
    file: Declaration, key: str, default: tuple[str, ...] | None = None
) -> tuple[str, ...] | None:
    return file.texts(key) if file.has(key) else default


def _lists(file: Declaration, key: str) -> Mapping[str, tuple[str, ...]]:
    if not file.has(key):
        return {}
    table = file.table(key)
    return {name: table.texts(name) for name in table.names()}


def _source(table: Declaration) -> Source:
    kind = table.text("kind")
    source: Source
    if kind == "amalgamation":
        source = Amalgamation()
    elif kind == "crate":
        source = Crate(
            name=table.text("crate"),
            version=table.text("crate_version"),
            directory=table.text("directory"),
            download=table.text("download"),
        )
    elif kind == "crates":
        source = Crates(table.text("download"), table.texts("library", ("core",)))
    elif kind == "debian":
        source = debian_package(table)
    elif kind == "local":
        source = Local(hint=table.text("hint"))
    else:
        raise table.error("kind", 'must be "crate", "crates", "debian", "local" or "amalgamation"')
    table.finish()
    return source


def debian_package(table: Declaration) -> Debian:
    """A table that pins one."""
    return Debian(
        package=table.text("package"),
        version=table.text("package_version"),
        archive=table.text("archive"),
        sha256=table.text("sha256"),
        directory=table.text("directory", ""),
        download=table.text("download"),
    )


def _variant(name: str, table: Declaration, common: Common) -> Variant:
    form = table.text("form", "")
    variant = Variant(
        name=name,
        description=table.text("description"),
        operations=table.texts("operations", common.operations),
        curves=tuple(
            each
            for each in _curves(table, common.curves)
            if not form or curves.find(each).form == form
        ),
        cores=_optional(table, "cores", common.cores),
        sources=table.texts("sources", ()),
        own_sources=table.texts("own_sources", ()),
        flags=table.texts("flags", ()),
        defines=table.texts("defines", ()),
        suits=_optional(table, "suits"),
        due=_lists(table, "due"),
        leaks_on=table.texts("leaks_on", ()),
        profiles=_optional(table, "profiles"),
        unchanged_on=table.texts("unchanged_on", ()),
    )
    table.finish()
    return variant


def _public(table: Declaration) -> Public:
    public = Public(
        table.text("line", ""),
        table.text("function", ""),
        table.text("reason"),
        table.flag("lineless", default=False),
    )
    if not public.line and not public.function:
        raise table.error("line", "or function must be given")
    table.finish()
    return public


def _suite(table: Declaration) -> BlsSuite:
    named = table.text("map")
    for each in get_args(Map):
        if named == each:
            security = table.natural("security") if table.has("security") else 0
            suite = BlsSuite(each, table.text("tag").encode(), security)
            table.finish()
            return suite
    raise table.error("map", f"must be among {', '.join(get_args(Map))}")


def _check_names(file: Declaration, library: Library) -> None:
    for pair in library.without:
        if pair not in map(" ".join, product(library.curves, OPERATIONS)):
            raise file.error("without", f"names {pair!r}, which is no curve and operation of it")
    for name in library.bls:
        if name != OTHER_CURVES and name not in library.curves:
            raise file.error("bls", f"names {name!r}, which is no curve of it")
    for operation in library.other_operations:
        if operation not in OPERATIONS:
            raise file.error("build.other_operations", f"names {operation!r}, which is none")
    for served in library.own_operations.values():
        for operation in served:
            if operation not in OPERATIONS:
                raise file.error("build.own_operations", f"names {operation!r}, which is none")
    for variant in (*library.variants, *library.options):
        if library.in_rust and (variant.sources or variant.defines):
            raise file.error(f"configurations.{variant.name}", "has what is not for cargo")
        if (
            variant in library.variants
            and library.variant_kind == "profile"
            and variant.name not in PROFILES
        ):
            raise file.error("profiles", f"must be among {', '.join(PROFILES)}")
        for name in variant.due:
            if name not in variant.curves:
                raise file.error("due", f"names {name!r}, which {variant.name} does not have")
        for operation in variant.operations:
            if operation not in OPERATIONS:
                raise file.error("operations", f"names {operation!r}, which is none")


def names(directory: Path = PEERS) -> tuple[str, ...]:
    """All libraries, Whit first."""
    found = sorted(path.parent.name for path in directory.glob("*/peer.toml"))
    return tuple(sorted(found, key=lambda name: name != "whit"))


def find(name: str, directory: Path = PEERS) -> Library:
    """The library of that name; UnknownNameError when there is none."""
    if name not in names(directory):
        raise UnknownNameError("library", name, names(directory))
    return load(directory / name)


def curve_of(case: Case) -> Curve:
    """The curve of a case, as its library has it."""
    return find(case.library).curve(case.curve)


def require(library: Library, curve: str) -> None:
    """Refuse a curve that the library does not have."""
    if curve not in library.curves:
        raise LabError(f"{library.name} has no {curve}; it has {', '.join(library.curves)}")
