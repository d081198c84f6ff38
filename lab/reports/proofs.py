# SPDX-License-Identifier: MIT
"""What secrets decide, as a table with the places below it, and as data."""

import json
from collections.abc import Callable, Mapping, Sequence

from lab.findings import Dependence, Proof
from lab.reports.figures import NONE, count
from lab.reports.table import Table

_HEADER = ("build", "target", "curve", "operation", "instructions", "declared", "verdict")
_LEGEND = (
    "Proved: no secret decides a branch, an address, or how long an instruction takes, but at "
    "the declared places, where what decides is public. That holds for all secrets with the same "
    "public data, for this image, and for the cycle model of the core."
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


def by_core(found: Sequence[Proof]) -> Table:
    """A row for each curve and profile, a column for each core, over all operations."""
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


FORMATS: Mapping[str, Callable[[Sequence[Proof]], str]] = {
    "text": _as_text,
    "json": _as_json,
}
