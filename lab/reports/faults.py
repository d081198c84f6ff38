# SPDX-License-Identifier: MIT
"""What forgeries did under faults."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby

from lab.findings import OUTCOMES, Faults, Opening
from lab.reports.figures import count
from lab.reports.table import Table


def as_text(found: Sequence[Faults]) -> str:
    """A table for each library and operation, and below it what accepted."""
    groups = groupby(found, lambda each: (each.target, each.library, each.variant, each.operation))
    return "\n".join(_group(list(members)) for _, members in groups)


def as_json(found: Sequence[Faults]) -> str:
    """One array of objects."""
    return (
        json.dumps([asdict(each) | {"accepted": each.accepted} for each in found], indent=2) + "\n"
    )


def as_markdown(found: Iterable[Faults]) -> str:
    """A row for each library, operation and forgery; then the places where a fault accepts."""
    ordered = sorted(found, key=lambda each: (_name(each), each.forgery))
    header = ("verification", "forgery", "executed", "skipped", "accepted", "flipped", "accepted")
    rows = [
        (
            _name(one),
            one.forgery,
            count(one.coverage.executed),
            count(sum(one.skipped.values())),
            count(one.skipped["accepted"]),
            count(sum(one.flipped.values())),
            count(one.flipped["accepted"]),
        )
        for one in ordered
    ]
    places = [
        f"- {_name(one)}, {line}\n" for one in ordered for line in _openings(one).splitlines()
    ]
    return f"{Table(header, rows, left=2).markdown()}\n{''.join(places)}"


def as_rows(found: Iterable[Faults]) -> list[object]:
    """What a page shows of each, less the places."""
    return [
        {name: value for name, value in asdict(one).items() if name != "openings"}
        | {"accepted": one.accepted}
        for one in found
    ]


def _name(one: Faults) -> str:
    return f"{one.library} ({one.variant}), {one.operation}, {one.curve}, {one.target}"


def _group(members: Sequence[Faults]) -> str:
    one = members[0]
    header = ("forgery", "executed", "distinct", "exhausted", "tried", *OUTCOMES,
              "flips", *OUTCOMES)  # fmt: skip
    rows = [
        (
            each.forgery,
            count(each.coverage.executed),
            count(each.coverage.distinct),
            count(each.coverage.distinct_exhausted),
            count(each.coverage.tried),
            *(count(each.skipped[outcome]) for outcome in OUTCOMES),
            count(sum(each.flipped.values())),
            *(count(each.flipped[outcome]) for outcome in OUTCOMES),
        )
        for each in members
    ]
    total = sum(each.accepted for each in members)
    return (
        f"{one.library} ({one.variant}), {one.curve} {one.operation}, on {one.target}, "
        f"{one.compiler}: {count(total)} faults accept a forgery\n"
        f"the last {one.tail:,} executed instructions, each bit of their results; before these "
        f"each execution of\ninstructions executed {one.rare} times at most, {one.sample} "
        f"executions of others, {one.bits} bits of each result;\nseed {one.seed}\n\n"
        f"{Table(header, rows).text()}{''.join(map(_openings, members))}"
    )


def _openings(found: Faults) -> str:
    """A line for each instruction whose fault accepted."""
    groups: dict[tuple[str, str], list[Opening]] = {}
    for opening in found.openings:
        groups.setdefault((str(opening.place), opening.instruction), []).append(opening)
    return "".join(
        f"{found.forgery}: {place}: {instruction}: {_faults(members)}\n"
        for (place, instruction), members in groups.items()
    )


def _faults(openings: Sequence[Opening]) -> str:
    skips = sum(opening.register is None for opening in openings)
    words = [f"skipped ({skips} of {openings[0].executions} executions)"] if skips else []
    for register in sorted({opening.register for opening in openings if opening.register}):
        bits = sorted(
            {one.bit for one in openings if one.register == register and one.bit is not None}
        )
        words.append(f"{register} bit {', '.join(map(str, bits))}")
    return "; ".join(words)


FORMATS: Mapping[str, Callable[[Sequence[Faults]], str]] = {"text": as_text, "json": as_json}
