# SPDX-License-Identifier: MIT
"""Lists of what the command line takes, and the verdict of traces."""

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from lab.findings import Difference, What
from lab.model import Constancy, Thing
from lab.reports.figures import count

_WIDTH = 100


def as_list(things: Sequence[Thing]) -> str:
    """A name and its description a paragraph, the names in a column."""
    column = max((len(thing.name) for thing in things), default=0) + 2
    return "".join(
        textwrap.fill(
            thing.description,
            _WIDTH,
            initial_indent=thing.name.ljust(column),
            subsequent_indent=" " * column,
        )
        + "\n"
        for thing in things
    )


def as_constancy(found: Constancy) -> str:
    """How many different traces there were."""
    draws = ", ".join(f"{runs} with {count_}" for count_, runs in found.draws.items())
    spread = (
        f"always {count(found.cycles_min)}"
        if found.cycles_min == found.cycles_max
        else f"{count(found.cycles_min)} to {count(found.cycles_max)}"
    )
    verdict = "constant time" if found.constant else "NOT constant time"
    return (
        f"{found.library} ({found.variant}), {found.curve} {found.operation}, on {found.target}: "
        f"{verdict}\n"
        f"{found.secrets} secrets; draws of randomness: {draws}\n"
        f"  distinct program-counter traces  {found.program_counters}\n"
        f"  distinct data-address traces     {found.addresses}\n"
        f"  distinct cycle traces            {found.cycles}\n"
        f"  cycles                           {spread}\n"
        f"{_parting(found.difference) if found.difference else ''}"
    )


def _parting(difference: Difference) -> str:
    """The first instruction that tells two runs apart, and by what."""
    values = (difference.first, difference.second)
    told = ("none" if value is None else _value(difference.what, value) for value in values)
    return (
        f"  first difference                 {difference.what}, after "
        f"{count(difference.instruction)} instructions:\n"
        f"    {difference.place}: {' and '.join(told)}\n"
    )


def _value(what: What, value: int) -> str:
    return count(value) if what == "cycles" else f"{value:#x}"


def constancies_as_json(found: Sequence[Constancy]) -> str:
    """One array of objects."""
    records = [asdict(each) | {"constant_time": each.constant} for each in found]
    return json.dumps(records, indent=2) + "\n"


def constancies_as_text(found: Sequence[Constancy]) -> str:
    """A paragraph each."""
    return "\n".join(map(as_constancy, found))


CONSTANCY_FORMATS: Mapping[str, Callable[[Sequence[Constancy]], str]] = {
    "text": constancies_as_text,
    "json": constancies_as_json,
}
