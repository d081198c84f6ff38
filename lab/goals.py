# SPDX-License-Identifier: MIT
"""goals.toml: what Whit must reach, and the peers it is held against."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lab.curves import Curve
from lab.declarations import Declaration
from lab.model import ALL, ALL_PARTS, PROFILES
from lab.paths import ROOT

GOALS = ROOT / "goals.toml"
EVERY = "all"
MEMORIES = ("flash_bytes", "stack_bytes", "ram_bytes")
MILLISECONDS = "milliseconds"
PROPERTIES: Mapping[str, Callable[[Curve], bool]] = {
    "cofactor": lambda curve: curve.cofactor != 1 and curve.form == "weierstrass",
    "a": lambda curve: curve.a not in (0, curve.p - 3),
}


@dataclass(frozen=True)
class Goal:
    """One figure that a build of Whit must not exceed."""

    curve: str
    target: str  # a core, or a board
    profile: str
    operation: str  # or `all`, the image that holds the four
    figure: str  # "cycles", "milliseconds" of a board, or one of MEMORIES
    most: int
    record: str  # the best that was published


@dataclass(frozen=True)
class Duel:
    """A build of Whit against builds of one peer, on the same cores or boards."""

    name: str
    says: str
    targets: tuple[str, ...]
    curve: str
    profile: str
    library: str
    configurations: tuple[str, ...]
    cycles: float  # at most so many times the peer's, in each operation
    flash: float | None  # the same of the image with all four; None: not compared


@dataclass(frozen=True)
class Reason:
    """Why curves cost more than the law of growth says."""

    name: str
    says: str
    where: str | None  # one of PROPERTIES
    curves: tuple[str, ...]
    operations: tuple[str, ...]  # empty: all
    most: float  # how many times the law it explains

    def explains(self, curve: Curve, operation: str, times: float) -> bool:
        applies = curve.name in self.curves or (
            self.where is not None and PROPERTIES[self.where](curve)
        )
        return applies and times <= self.most and operation in (self.operations or (operation,))


@dataclass(frozen=True)
class Goals:
    """All of the file."""

    goals: tuple[Goal, ...]
    duels: tuple[Duel, ...]
    beaten: Mapping[str, tuple[str, ...]]  # configurations by library
    reasons: tuple[Reason, ...] = ()

    def must_be_beaten(self, library: str, configuration: str | None) -> bool:
        """Is there to be a build of Whit that is faster and not larger than this one?"""
        named = self.beaten.get(library, ())
        return EVERY in named or configuration in named


def load(path: Path = GOALS) -> Goals:
    """Read the file."""
    file = Declaration.read(path)
    goals = tuple(_goals(file.table("goals")))
    duels = tuple(_duel(name, table) for name, table in file.tables("duels").items())
    named = file.table("beaten")
    beaten = {library: named.texts(library) for library in named.names()}
    reasons = tuple(_reason(name, table) for name, table in file.tables("reasons").items())
    file.finish()
    return Goals(goals, duels, beaten, reasons)


def _goals(file: Declaration) -> Iterator[Goal]:
    for curve in file.names():
        for target, profiles in file.tables(curve).items():
            for profile, table in _tables(profiles).items():
                if profile not in PROFILES:
                    raise table.error("profile", f"must be among {', '.join(PROFILES)}")
                record = table.text("record")
                for operation, figure, most in _figures(table):
                    yield Goal(curve, target, profile, operation, figure, most, record)
                table.finish()


def _tables(table: Declaration) -> Mapping[str, Declaration]:
    return {name: table.table(name) for name in table.names()}


def _figures(table: Declaration) -> Iterator[tuple[str, str, int]]:
    if table.has("kilocycles"):
        for operation, most in _by_operation(table.table("kilocycles")):
            yield operation, "cycles", 1000 * most
    if table.has(MILLISECONDS):
        for operation, most in _by_operation(table.table(MILLISECONDS)):
            yield operation, MILLISECONDS, most
    for figure in MEMORIES:
        if table.has(figure):
            yield ALL, figure, table.natural(figure)
    if table.has("image_bytes"):
        for operation, most in _by_operation(table.table("image_bytes")):
            yield operation, "flash_bytes", most


def _by_operation(table: Declaration) -> Iterator[tuple[str, int]]:
    known = (*ALL_PARTS, "sign_message")
    for operation in table.names():
        if operation not in known:
            raise table.error(operation, f"must be among {', '.join(known)}")
        yield operation, table.natural(operation)


def _duel(name: str, table: Declaration) -> Duel:
    duel = Duel(
        name=name,
        says=table.text("says"),
        targets=table.texts("targets"),
        curve=table.text("curve"),
        profile=table.text("profile"),
        library=table.text("library"),
        configurations=table.texts("configurations"),
        cycles=table.quantity("cycles"),
        flash=table.quantity("flash") if table.has("flash") else None,
    )
    table.finish()
    return duel


def _reason(name: str, table: Declaration) -> Reason:
    where = table.text("where") if table.has("where") else None
    if where is not None and where not in PROPERTIES:
        raise table.error("where", f"must be among {', '.join(PROPERTIES)}")
    reason = Reason(
        name=name,
        says=table.text("says"),
        where=where,
        curves=table.texts("curves", ()),
        operations=table.texts("operations", ()),
        most=table.quantity("most"),
    )
    table.finish()
    return reason
