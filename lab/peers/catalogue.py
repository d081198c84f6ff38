# SPDX-License-Identifier: MIT
"""The libraries declared in peers/*/peer.toml. Whit is one of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lab import curves
from lab.declarations import Declaration
from lab.errors import LabError, UnknownNameError
from lab.model import OPERATIONS, PROFILES
from lab.paths import PEERS

EVERY_CURVE = "all"


@dataclass(frozen=True)
class Crate:
    """A crate that carries the sources, pinned by Cargo.lock beside peer.toml."""

    name: str
    version: str
    directory: str  # inside the crate
    download: str  # how much comes over the network, in words


@dataclass(frozen=True)
class Variant:
    """A way to build a library: a peer's configuration or a profile of Whit's."""

    name: str
    description: str
    operations: tuple[str, ...]
    defines: tuple[str, ...]


@dataclass(frozen=True)
class Library:
    """A library and how to build it."""

    name: str
    version: str
    licence: str
    description: str
    curves: tuple[str, ...]
    caveats: tuple[str, ...]
    directory: Path
    crate: Crate | None  # None: the amalgamation of this checkout
    standard: str
    sources: tuple[str, ...]
    includes: tuple[str, ...]  # in `directory`
    flags: tuple[str, ...]
    defines: tuple[str, ...]
    other_curves: tuple[str, ...]  # defines for each curve that an image is not for
    variant_kind: Literal["configuration", "profile"]
    variants: tuple[Variant, ...]

    def variant(self, name: str) -> Variant:
        for variant in self.variants:
            if variant.name == name:
                return variant
        raise UnknownNameError(
            f"{self.variant_kind} of {self.name}", name, (item.name for item in self.variants)
        )


def load(directory: Path) -> Library:
    """Read one library's file."""
    file = Declaration.read(directory / "peer.toml")
    operations = file.texts("operations")
    build = file.table("build")
    profiles = file.tables("profiles")
    configurations = file.tables("configurations")
    if bool(profiles) == bool(configurations):
        raise file.error("configurations", "or profiles must be given, and not both")
    library = Library(
        name=file.text("name"),
        version=file.text("version"),
        licence=file.text("licence"),
        description=file.text("description"),
        curves=_curves(file),
        caveats=file.texts("caveats"),
        directory=directory,
        crate=_crate(file.table("source")),
        standard=build.text("standard"),
        sources=build.texts("sources"),
        includes=build.texts("includes", ()),
        flags=build.texts("flags", ()),
        defines=build.texts("defines", ()),
        other_curves=build.texts("other_curves", ()),
        variant_kind="profile" if profiles else "configuration",
        variants=tuple(
            _variant(name, table, operations)
            for name, table in (profiles or configurations).items()
        ),
    )
    build.finish()
    file.finish()
    if library.name != directory.name:
        raise file.error("name", f"must be {directory.name!r}, as the folder is called")
    _check_names(file, library)
    return library


def _curves(file: Declaration) -> tuple[str, ...]:
    """Those of curves/ that the library has, in the order of curves/."""
    named = file.texts("curves")
    if named == (EVERY_CURVE,):
        return curves.names()
    for name in named:
        if name not in curves.names():
            raise file.error("curves", f"names {name!r}, which is none of curves/")
    return tuple(sorted(named, key=curves.names().index))


def _crate(source: Declaration) -> Crate | None:
    kind = source.text("kind")
    if kind == "amalgamation":
        crate = None
    elif kind == "crate":
        crate = Crate(
            name=source.text("crate"),
            version=source.text("crate_version"),
            directory=source.text("directory"),
            download=source.text("download"),
        )
    else:
        raise source.error("kind", 'must be "crate" or "amalgamation"')
    source.finish()
    return crate


def _variant(name: str, table: Declaration, operations: tuple[str, ...]) -> Variant:
    variant = Variant(
        name=name,
        description=table.text("description"),
        operations=table.texts("operations", operations),
        defines=table.texts("defines", ()),
    )
    table.finish()
    return variant


def _check_names(file: Declaration, library: Library) -> None:
    for variant in library.variants:
        if library.variant_kind == "profile" and variant.name not in PROFILES:
            raise file.error("profiles", f"must be among {', '.join(PROFILES)}")
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


def require(library: Library, curve: str) -> None:
    """Refuse a curve that the library does not have."""
    if curve not in library.curves:
        raise LabError(f"{library.name} has no {curve}; it has {', '.join(library.curves)}")
