# SPDX-License-Identifier: MIT
"""Rules: from a published row to what the lab runs for it. published/README.md says how
they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from lab.declarations import Declaration

Measure = Literal["time", "flash", "stack", "energy", "ratio", "transfer", "length"]
Pick = Literal["least", "most"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
PICKS: tuple[Pick, ...] = get_args(Pick)
DEFAULT_PROFILE = "balanced"


@dataclass(frozen=True)
class Rule:
    """How the lab answers the rows of a table that match. A name of the document that no
    mapping holds is the lab's too."""

    name: str
    match: Mapping[str, tuple[str, ...]]  # column: values
    measure: Measure | None  # None: nothing of it can be measured
    target: str
    library: str | None  # None: that of the row
    configuration: str | None  # the lab's for every row; None: by the row's
    operations: Mapping[str, tuple[str, ...]]  # of the document: the lab's, that add up
    curves: tuple[str, ...]  # a row is about one of these
    pick: Pick | None  # that which takes least or most
    profile: str  # Whit's
    ticks_hertz: int | None  # of the timer that the document read
    i2c_hertz: int | None  # of the bus over which both ends send their public keys
    link: str | None  # over which a device is asked for a message, by a model
    message: str | None  # its format
    absent: str | None  # why there is no measure
    beside: Measure | None  # what is said of the rule's operations alone, where it has none
    remark: str | None  # to be said with each row

    def matches(self, columns: Mapping[str, str]) -> bool:
        return all(columns[column] in values for column, values in self.match.items())


@dataclass(frozen=True)
class Cause:
    """Why rows that match differ from what was published."""

    name: str
    match: Mapping[str, tuple[str, ...]]
    says: str

    def matches(self, columns: Mapping[str, str]) -> bool:
        return all(columns[column] in values for column, values in self.match.items())


def read_cause(name: str, file: Declaration, columns: tuple[str, ...]) -> Cause:
    """One cause of a table."""
    cause = Cause(name, _matching(file, columns), file.text("says"))
    file.finish()
    return cause


def _matching(file: Declaration, columns: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    match = _lists(file, "match")
    for column in match:
        if column not in columns:
            raise file.error("match", f"names {column!r}, which is no column")
    return match


def read(name: str, file: Declaration, columns: tuple[str, ...]) -> Rule:
    """One rule of a table."""
    match = _matching(file, columns)
    rule = Rule(
        name=name,
        match=match,
        measure=_one_of(file, "measure", MEASURES),
        target=file.text("target", ""),
        library=file.text("library", "") or None,
        configuration=file.text("configuration", "") or None,
        operations=_lists(file, "operations"),
        curves=file.texts("curves", ()),
        pick=_one_of(file, "pick", PICKS),
        profile=file.text("profile", DEFAULT_PROFILE),
        ticks_hertz=file.natural("ticks_hertz") if file.has("ticks_hertz") else None,
        i2c_hertz=file.natural("i2c_hertz") if file.has("i2c_hertz") else None,
        link=file.text("link", "") or None,
        message=file.text("message", "") or None,
        absent=file.text("absent", "") or None,
        beside=_one_of(file, "beside", MEASURES),
        remark=file.text("remark", "") or None,
    )
    if (rule.measure is None) != (rule.absent is not None):
        raise file.error("absent", "must say why there is no measure, where there is none")
    _check_message(rule, file)
    if not rule.target and (rule.beside or rule.measure not in (None, "length")):
        raise file.error("target", "is missing")
    if rule.beside is not None and rule.absent is None:
        raise file.error("beside", "is for what is absent")
    if (rule.pick is None) != (not rule.curves):
        raise file.error("pick", "must say which of the curves, where there are several")
    file.finish()
    return rule


def _check_message(rule: Rule, file: Declaration) -> None:
    if (rule.message is not None) != (rule.measure in ("transfer", "length")):
        raise file.error("message", "must be the format of what is sent, and of nothing else")
    if (rule.link is not None) != (rule.measure == "transfer"):
        raise file.error("link", "must be that of a transfer, and of nothing else")


Choice = TypeVar("Choice", bound=str)


def _one_of(file: Declaration, key: str, valid: tuple[Choice, ...]) -> Choice | None:
    if not file.has(key):
        return None
    chosen = file.text(key)
    for each in valid:
        if each == chosen:
            return each
    raise file.error(key, f"must be one of {', '.join(valid)}")


def _lists(file: Declaration, key: str) -> Mapping[str, tuple[str, ...]]:
    """An optional table of lists of texts."""
    if not file.has(key):
        return {}
    table = file.table(key)
    return {name: table.texts(name) for name in table.names()}


def texts(file: Declaration, key: str) -> Mapping[str, str]:
    """An optional table of texts."""
    if not file.has(key):
        return {}
    table = file.table(key)
    return {name: table.text(name) for name in table.names()}
