# SPDX-License-Identifier: MIT
"""From a published row to the cases that the lab runs for it, or why there are none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lab import curves
from lab.errors import LabError, UnknownNameError
from lab.model import Case
from lab.published import Figure, Rule, Table
from lab.runner.selection import DEFAULT_CURVE, Selection, select
from lab.targets import catalogue as targets
from lab.targets.toolchain import Toolchain

WHIT = "whit"
# The operation that hashes the published set-up's short message. Libraries without a hash
# are given Whit's, of SHA-256: that of the default curve.
HASH = "hash"

Cases = tuple[Case, ...]  # whose figures add up
_OURS = re.compile(rf"^{WHIT}(?: \(\w+\))? has no (\w+)$")


@dataclass(frozen=True)
class Share:
    """A library's part of a row: what to run for it on each of the row's curves."""

    options: tuple[Cases, ...] = ()
    lack: str | None = None  # why it cannot be run


@dataclass(frozen=True)
class Plan:
    """What is run for a row."""

    figure: Figure
    table: Table
    rule: Rule
    theirs: Share
    ours: Share

    @property
    def curve(self) -> str:
        """The lab's name of the row's curve."""
        return self.table.terms.curves.get(self.figure.curve, self.figure.curve)

    @property
    def absent(self) -> str | None:
        """What to do about a library that no registry has."""
        return self.table.terms.absent.get(self.figure.library)

    @cached_property
    def cases(self) -> frozenset[Case]:
        return frozenset(
            case for share in (self.theirs, self.ours) for cases in share.options for case in cases
        )


class Planner:
    """Finds the cases of rows; what it has asked the catalogues once it remembers."""

    def __init__(self, local_sources: Sequence[str] = ()) -> None:
        """`local_sources` are libraries whose sources the user names."""
        self._local_sources = tuple(local_sources)
        self._cases: dict[tuple[str, str, str, str, str], Case | str] = {}
        self._compilers: dict[str, str | None] = {}

    def plan(self, table: Table, figure: Figure) -> Plan:
        rule = table.rule(figure)
        curves = rule.curves or (table.terms.curves.get(figure.curve, figure.curve),)
        usual = () if rule.message else (figure.operation,)
        operations = rule.operations.get(figure.operation, usual)
        if rule.measure is None and rule.beside is None:
            none = Share(lack=rule.absent)
            return Plan(figure, table, rule, none, none)
        library = rule.library or figure.library
        configuration = rule.configuration or table.terms.configurations.get(
            figure.configuration, figure.configuration
        )
        theirs = self._share(rule, library, configuration, curves, operations)
        ours = self._share(rule, WHIT, rule.profile, curves, operations)
        return Plan(figure, table, rule, theirs, ours)

    def _share(
        self,
        rule: Rule,
        library: str,
        variant: str,
        curves: tuple[str, ...],
        operations: tuple[str, ...],
    ) -> Share:
        options: list[Cases] = []
        for curve in curves:
            cases: list[Case] = []
            for operation in operations:
                found = (
                    self._case(rule.target, WHIT, rule.profile, DEFAULT_CURVE, HASH)
                    if operation == HASH
                    else self._case(rule.target, library, variant, curve, operation)
                )
                if isinstance(found, str):
                    return Share(lack=found)
                cases.append(found)
            options.append(tuple(cases))
        return Share(tuple(options))

    def _case(
        self, target: str, library: str, variant: str, curve: str, operation: str
    ) -> Case | str:
        """The case, or why there is none."""
        key = (target, library, variant, curve, operation)
        if key not in self._cases:
            try:
                self._cases[key] = self._select(*key)
            except LabError as error:
                self._cases[key] = _reason(error)
        return self._cases[key]

    def _select(self, target: str, library: str, variant: str, curve: str, operation: str) -> Case:
        ours = library == WHIT
        cases, _ = select(
            Selection(
                targets=(target,),
                libraries=(library,),
                curves=(curve,),
                operations=(operation,),
                configurations=() if ours else (variant,),
                profiles=(variant,) if ours else (),
                local_sources=self._local_sources,
            )
        )
        lack = self._compiler_lack(target)
        if lack is not None:
            raise LabError(lack)
        return cases[0]

    def _compiler_lack(self, target: str) -> str | None:
        if target not in self._compilers:
            try:
                Toolchain(targets.find(target))
                self._compilers[target] = None
            except LabError as error:
                self._compilers[target] = str(error)
        return self._compilers[target]


def _reason(error: LabError) -> str:
    """A name that the lab does not know is something that it has not; what Whit has not
    is to come."""
    text = str(error)
    if isinstance(error, UnknownNameError):
        return f"the lab has no {text.split(';')[0].removeprefix('unknown ')}"
    return _OURS.sub(r"Whit has no \1 yet", text)


def references(plan: Plan, plans: Sequence[Plan]) -> Iterator[Plan]:
    """The rows that a row is compared with, the best first: that of another library for
    the same curve and operation; that of the same library for secp256r1; its ECDH there."""
    row = plan.figure
    near = sorted((each for each in plans if each is not plan), key=lambda each: _apart(plan, each))
    for other in near:
        if other.figure.library != row.library and same_work(plan, other):
            yield other
    for operation in dict.fromkeys((row.operation, "ecdh")):
        for other in near:
            if (
                other.figure.library == row.library
                and not same_work(plan, other)
                and other.curve == DEFAULT_CURVE
                and other.figure.operation == operation
            ):
                yield other


def yardsticks(plan: Plan, plans: Sequence[Plan]) -> Iterator[Plan]:
    """The rows that say what Whit's cycles are worth where the row's library was not measured and
    no other does the same: those of the same table and operation, the nearest field first."""
    if plan.curve not in curves.names():
        return
    bits, row = curves.find(plan.curve).field_bits, plan.figure

    def distance(other: Plan) -> int:
        return abs(curves.find(other.curve).field_bits - bits)

    alike = (
        other
        for other in plans
        if (other.figure.table, other.figure.operation) == (row.table, row.operation)
        and other.figure.library != row.library
        and other.curve in curves.names()
    )
    yield from sorted(alike, key=distance)


def same_work(plan: Plan, other: Plan) -> bool:
    return (other.curve, other.figure.operation) == (plan.curve, plan.figure.operation)


def _apart(plan: Plan, other: Plan) -> tuple[bool, ...]:
    """Rows of the same table and with the same hash, or one of its family, are nearest."""
    ours, theirs = plan.figure, other.figure
    return (
        ours.table != theirs.table,
        ours.configuration != theirs.configuration,
        ours.configuration.split("-")[0] != theirs.configuration.split("-")[0],
    )
