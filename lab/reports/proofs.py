# SPDX-License-Identifier: MIT
"""What secrets decide, as a table with the places below it, and as data."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from lab.findings import DEPENDENT, Dependence, Proof
from lab.model import OPERATIONS
from lab.reports.figures import NONE, count
from lab.reports.fronts import OURS
from lab.reports.table import Table

FAMILIES = ("gcc", "clang")
_SIZE = re.compile(r"_\d{2,6}(?=_|$)")
_HEADER = ("build", "target", "curve", "operation", "instructions", "declared", "verdict")
_LEGEND = (
    "Proved: no secret decides a branch, an address, or how long an instruction takes, but at "
    "the declared places, where what decides is public. That holds for all secrets with the same "
    "public data, for this image, and for the cycle model of the core."
)
_BY_COMPILER_LEGEND = (
    "Of the same operations on one core, by compiler and level. Proved, and how many places are "
    "declared; or findings."
)
_DECLARED_LEGEND = (
    "Branches, and instructions that IT skips, which secrets decide only by what is public anyway. "
    "Sizes are left out of names of functions."
)
_LEAKS_LEGEND = (
    "Instructions that a secret decides, by kind, of one run each, and the place that the run came "
    "by most often. Nothing is declared for peers: branches alone may be on what a library makes "
    "public, such as whether a nonce was refused."
)
_BY_CORE_LEGEND = (
    "Of key generation, key agreement and signing, as the curve has them: whether no secret "
    "decides anything but at declared places, and how many of these there are."
)


def table(found: Sequence[Proof]) -> Table:
    """A row for each run."""
    rows = [
        (
            _build(each),
            each.target,
            each.curve or NONE,
            each.operation,
            count(each.instructions),
            str(len(each.dependences) - len(each.leaks)),
            verdict(each),
        )
        for each in found
    ]
    return Table(_HEADER, rows, left=4, legend=_LEGEND)


def by_core(recorded: Sequence[Proof]) -> Table:
    """A row for each curve and profile of Whit's, a column for each core, over all operations but
    those that take operands: the public arithmetic."""
    found = [
        each
        for each in recorded
        if each.library == OURS and not each.cflags and not OPERATIONS[each.operation].operands
    ]
    targets = sorted({each.target for each in found})
    curves = dict.fromkeys((each.curve, each.variant) for each in found)
    rows = [
        (
            curve,
            variant,
            *(
                _together(
                    [
                        each
                        for each in found
                        if (each.curve, each.variant, each.target) == (curve, variant, target)
                    ]
                )
                for target in targets
            ),
        )
        for curve, variant in curves
    ]
    return Table(("curve", "profile", *targets), rows, left=2, legend=_BY_CORE_LEGEND)


def by_compiler(recorded: Sequence[Proof]) -> Table:
    """A row for each curve and build of Whit's with flags of a compiler, a column for each of
    these, over all operations."""
    found: dict[tuple[str, str], dict[str, list[Proof]]] = {}
    for each in recorded:
        if each.library == OURS and each.cflags:
            family = next(name for name in reversed(FAMILIES) if name in each.compiler)
            row = found.setdefault((each.curve, each.variant), {})
            row.setdefault(f"{family} {each.cflags}", []).append(each)
    columns = sorted({column for row in found.values() for column in row}, key=_level)
    rows = [
        (*build, *(_together(row.get(column, ())) for column in columns))
        for build, row in found.items()
    ]
    return Table(("curve", "build", *columns), rows, left=2, legend=_BY_COMPILER_LEGEND)


def _level(column: str) -> tuple[str, bool, str]:
    """Compilers as they are, the smallest code first."""
    family, flags = column.split(" ", 1)
    return str(FAMILIES.index(family)), flags != "-Os", flags


def declared(recorded: Sequence[Proof]) -> Table:
    """A row for each reason, with the builds, cores and functions where it is given."""
    found: dict[str, tuple[set[str], set[str], set[str]]] = {}
    for each in recorded:
        for one in each.dependences if each.library == OURS else ():
            builds, targets, functions = found.setdefault(one.reason, (set(), set(), set()))
            builds.add(each.variant)
            targets.add(each.target)
            functions.add(_SIZE.sub("", one.place.function.partition(".")[0]))
    rows = [
        (
            reason,
            "; ".join(sorted(builds)),
            ", ".join(sorted(targets)),
            ", ".join(sorted(functions)),
        )
        for reason, (builds, targets, functions) in sorted(found.items())
        if reason
    ]
    return Table(("reason", "builds", "cores", "functions"), rows, left=4, legend=_DECLARED_LEGEND)


def leaks(recorded: Sequence[Proof]) -> Table:
    """A row for each run of a peer."""
    rows = []
    for each in recorded:
        if each.library == OURS:
            continue
        kinds = Counter(one.what for one in each.leaks)
        counted = [sum(kinds[what] for what in group) for group in _KINDS.values()]
        cells = (str(number) if number else None for number in counted)
        rows.append((_build(each), each.operation, *cells, _most_often(each)))
    header = ("library", "operation", *_KINDS, "most often")
    return Table(header, rows, left=2, legend=_LEAKS_LEGEND)


# Of what peers are found to leak, the columns.
_KINDS: Mapping[str, Sequence[str]] = {
    "branches": (DEPENDENT[0], DEPENDENT[1], DEPENDENT[4]),
    "addresses": (DEPENDENT[2],),
    "operands": (DEPENDENT[3], DEPENDENT[5]),
}


_MANGLED = "_R"  # names of functions in Rust, which say all of their types


def _most_often(found: Proof) -> str | None:
    if found.proved:
        return None
    place = max(found.leaks, key=lambda each: each.times).place
    if place.file is None:
        return place.function
    line = f"{place.file}:{place.line}"
    return line if place.function.startswith(_MANGLED) else f"{place.function}, {line}"


def _together(found: Sequence[Proof]) -> str | None:
    """Of all operations of a build; None where there is none."""
    if not found:
        return None
    leaks = sum(len(each.leaks) for each in found)
    if leaks:
        return f"{leaks} finding{'s' * (leaks > 1)}"
    declared = {(one.place.function, one.place.line) for each in found for one in each.dependences}
    return f"proved, {len(declared)}"


def _build(found: Proof) -> str:
    """A library's; a program of the user's own has no variants."""
    return f"{found.library} ({found.variant})" if found.variant else found.library


def verdict(found: Proof) -> str:
    leaks = len(found.leaks)
    return "proved" if found.proved else f"{leaks} finding{'s' * (leaks > 1)}"


def _as_text(found: Sequence[Proof]) -> str:
    """The table, and the places of each run."""
    return table(found).text() + "".join(map(_places, found))


def _places(found: Proof) -> str:
    if not found.dependences:
        return ""
    run = f"{found.curve} {found.operation}".strip()
    title = f"{_build(found)}, {run}, {found.target}"
    ordered = sorted(found.dependences, key=lambda each: bool(each.reason))
    return "\n".join(["", f"{title}:", *map(_told, ordered), ""])


def _told(each: Dependence) -> str:
    times = f", {count(each.times)} times" if each.times > 1 else ""
    cause = f"; flags of {each.cause}" if each.cause != each.place else ""
    kind = f"declared, {each.reason}" if each.reason else f"A SECRET DECIDES {each.what}"
    return f"  {kind}{times}\n    {each.place}{cause}"


def _as_json(found: Sequence[Proof]) -> str:
    """One array of objects, a line each."""
    lines = (json.dumps(each.record()) for each in found)
    return "[\n" + ",\n".join(lines) + "\n]\n"


TABLES: Mapping[str, Callable[[Sequence[Proof]], Table]] = {
    "proofs": by_core,
    "compilers": by_compiler,
    "declared": declared,
    "leaks": leaks,
}
FORMATS: Mapping[str, Callable[[Sequence[Proof]], str]] = {
    "text": _as_text,
    "json": _as_json,
}
