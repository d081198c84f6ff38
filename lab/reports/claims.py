# SPDX-License-Identifier: MIT
"""What is claimed of Whit's builds against those of peers, and where it is not so."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from lab import curves
from lab.errors import LabError
from lab.goals import Duel, Goals
from lab.model import ALL, ALL_PARTS, Case, Sample
from lab.paths import shown
from lab.reports.figures import NONE, count
from lab.reports.fronts import Front, Point, build_name, cycles_of, front, fronts
from lab.reports.table import Part, Table, text

# In the order in which they are shown.
CLAIMS: Mapping[str, str] = {
    "dominated": "no build of a peer is both smaller and faster than every build of Whit",
    "slower": "to every build of micro-ecc, of RELIC and of wolfCrypt's generic code there is one "
    "of Whit that is faster and no larger",
    "front_of_flash": "every point on the front of flash against cycles is a build of Whit",
    "front_of_stack": "every point on the front of stack against cycles is a build of Whit",
    "duels": "builds of Whit keep to what goals.toml asks against named builds of peers",
}

_HEADING = """\
# Where what is claimed of Whit against its peers is not so, by the newest samples in results/: for
# each claim of `whit front`, the builds of peers and the operations; `in all` counts the bytes of
# the image with all four. The list is to shrink: `whit front` and tests/lab/test_claims.py fail
# where there is more than stands here, and where something here is no longer true.
# `whit front --save` writes what is true, and adds to the list with --accept only.
"""


@dataclass(frozen=True)
class Finding:
    """One thing that a claim is about, and whether it is so; None where samples are missing."""

    claim: str
    subject: str  # where, and which build
    operation: str
    holds: bool | None
    told: str = ""  # with figures


Exceptions = frozenset[tuple[str, str, str]]  # claim, subject, operation


def findings(samples: Iterable[Sample], goals: Goals) -> tuple[Finding, ...]:
    """Everything that can be said of samples of cores, at zero wait states; duels are fought on
    boards too."""
    by_case = {sample.case: sample for sample in samples}
    chosen = [sample for sample in by_case.values() if sample.board is None]
    return (
        *(
            finding
            for each in fronts(chosen)
            if each.ours and each.theirs
            for finding in _of_front(each, goals)
        ),
        *(finding for duel in goals.duels for finding in _of_duel(duel, by_case)),
    )


def _of_front(each: Front, goals: Goals) -> Iterator[Finding]:
    operation = f"{each.operation} in all" if each.image == ALL else each.operation
    memory = each.memory.removesuffix("_bytes")
    best = {id(point) for point in front((*each.ours, *each.theirs))}
    masters = {id(point) for point in each.masters()}

    def finding(claim: str, point: Point, holds: bool) -> Finding:
        subject = f"{each.target} {each.curve} {point.name}"
        told = f"{count(point.size_bytes)} B, {count(point.cycles)} cycles"
        return Finding(claim, subject, operation, holds, told)

    for point in each.theirs:
        yield finding(f"front_of_{memory}", point, id(point) not in best)
        if memory == "flash":
            yield finding("dominated", point, id(point) not in masters)
            case = point.sample.case
            if goals.must_be_beaten(case.library, case.configuration):
                faster = any(own.cycles < point.cycles for own in each.beaten_by(point))
                yield finding("slower", point, faster)


def _of_duel(duel: Duel, samples: Mapping[Case, Sample]) -> Iterator[Finding]:
    for target in duel.targets:
        for configuration in duel.configurations:
            ours = Case(target, "whit", duel.curve, "", profile=duel.profile)
            theirs = Case(target, duel.library, duel.curve, "", configuration)
            subject = f"{target} {duel.curve} {build_name(ours)} against {build_name(theirs)}"
            for operation in (*_operations(duel.curve), ALL):
                own = samples.get(replace(ours, operation=operation))
                peer = samples.get(replace(theirs, operation=operation))
                if operation != ALL:
                    yield _held(subject, operation, duel.cycles, own, peer)
                elif duel.flash is not None:
                    yield _held(subject, "flash", duel.flash, own, peer)


def _operations(curve: str) -> tuple[str, ...]:
    """Those of the four that the curve has."""
    known = curves.find(curve).operations
    return tuple(name for name in ALL_PARTS if name in known)


def _held(
    subject: str, figure: str, factor: float, own: Sample | None, peer: Sample | None
) -> Finding:
    def of(sample: Sample | None) -> int | None:
        if sample is None:
            return None
        return sample.flash_bytes if figure == "flash" else cycles_of(sample)

    left, right = of(own), of(peer)
    if left is None or right is None:
        return Finding("duels", subject, figure, None)
    told = f"{count(left)} for {count(right)}, {left / right:.3f}× where {factor:g}× is asked"
    return Finding("duels", subject, figure, left <= factor * right, told)


def exceptions(found: Iterable[Finding]) -> Exceptions:
    """Those that do not hold."""
    return frozenset(
        (each.claim, each.subject, each.operation) for each in found if each.holds is False
    )


def read(path: Path) -> Exceptions:
    """The exceptions that are known; none where there is no file."""
    if not path.exists():
        return frozenset()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LabError(f"{shown(path)}: {error}") from error
    for claim in tables:
        if claim not in CLAIMS:
            raise LabError(f"{shown(path)}: {claim} is not a claim; {', '.join(CLAIMS)} are")
    return frozenset(
        (claim, subject, operation)
        for claim, subjects in tables.items()
        for subject, operations in subjects.items()
        for operation in operations
    )


def written(known: Exceptions) -> str:
    """The file that `read` reads."""
    parts = [_HEADING]
    for claim in CLAIMS:
        parts.append(f"\n[{claim}]\n")
        for subject, operations in _grouped(claim, known).items():
            names = ", ".join(f'"{operation}"' for operation in operations)
            parts.append(f'"{subject}" = [{names}]\n')
    return "".join(parts)


def _grouped(claim: str, known: Exceptions) -> Mapping[str, Sequence[str]]:
    """Operations by subject."""
    found: dict[str, list[str]] = {}
    for other, subject, operation in sorted(known):
        if other == claim:
            found.setdefault(subject, []).append(operation)
    return found


_PLACES_HEADER = ("core", "curve", *CLAIMS)
_PLACES_LEGEND = (
    "Of so many builds and operations of peers, each alone and in the image with all four, the "
    "claim does not hold for the first number."
)


def _places(found: Iterable[Finding]) -> list[tuple[str, ...]]:
    """A row for each core and curve: how often each claim does not hold, of how often it could."""
    by_place: dict[tuple[str, str], dict[str, list[bool]]] = {}
    for each in found:
        target, curve, *_ = each.subject.split()
        if each.holds is not None:
            of = by_place.setdefault((target, curve), {})
            of.setdefault(each.claim, []).append(each.holds)
    return [
        (
            *place,
            *(
                f"{verdicts.count(False)} of {len(verdicts)}" if verdicts else NONE
                for verdicts in (of.get(claim, []) for claim in CLAIMS)
            ),
        )
        for place, of in sorted(by_place.items())
    ]


def places(found: Iterable[Finding]) -> Table:
    """By core and curve, for a document."""
    names = (*_PLACES_HEADER[:2], *(claim.replace("_", " ") for claim in CLAIMS))
    return Table(names, _places(found), left=2, legend=_PLACES_LEGEND)


def as_text(found: Sequence[Finding], known: Exceptions) -> str:
    """How often each claim holds, and the exceptions: known, new, and no longer true."""
    broken = exceptions(found)
    new, gone = broken - known, known - broken
    rows = [
        (
            claim,
            *(
                count(sum(each.claim == claim and each.holds is holds for each in found))
                for holds in (True, False, None)
            ),
            count(sum(each[0] == claim for each in new)),
            count(sum(each[0] == claim for each in gone)),
        )
        for claim in CLAIMS
    ]
    header = ("claim", "holds", "does not", "no samples", "new", "no longer")
    says = "".join(f"{claim}: {says}.\n" for claim, says in CLAIMS.items())
    where = Table(_PLACES_HEADER, _places(found), left=2)
    parts: list[Part] = [Table(header, rows), says, "Does not hold:\n", where]
    unknown = frozenset(
        (each.claim, each.subject, each.operation) for each in found if each.holds is None
    )
    for title, members in (
        ("does not hold", broken & known),
        ("new: does not hold", new),
        ("no longer true, and in the list", gone),
        ("no samples", unknown),
    ):
        for claim in CLAIMS:
            lines = [
                (subject, ", ".join(operations))
                for subject, operations in _grouped(claim, members).items()
            ]
            if lines:
                parts.append(Table((f"{claim}: {title}", "operations"), lines, left=2))
    return text(parts)


def as_json(found: Sequence[Finding], known: Exceptions) -> str:
    """One array, with figures."""
    rows = [
        asdict(each) | {"known": (each.claim, each.subject, each.operation) in known}
        for each in found
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


FORMATS: Mapping[str, Callable[[Sequence[Finding], Exceptions], str]] = {
    "text": as_text,
    "json": as_json,
}
