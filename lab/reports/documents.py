# SPDX-License-Identifier: MIT
"""Tables in documents, rendered from results between two markers:

<!-- whit:costs target=cortex-m4 curve=secp256r1 -->
...
<!-- whit:end -->

`costs` has a library a row, `curves` and `forms` a curve, `laws` a curve beside what its field's
size says, `ratios` and `price` a core, `beside`, `batches`, `guarded` and `verdicts` a build,
`claims` a core and curve, `goals` a goal, `profiles` a missed one; `records` lists what the goals
come from.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict

from lab import goals
from lab.errors import LabError
from lab.findings import CyclesBySymbol
from lab.goals import Goal
from lab.model import Sample
from lab.reports import (
    batches,
    beside,
    claims,
    constancy,
    costs,
    guarded,
    laws,
    of_curves,
    profiles,
    rivals,
)
from lab.reports import goals as of_goals

_BLOCK = re.compile(
    r"(?P<open><!-- whit:(?P<table>[a-z]+)(?P<filters>(?: [a-z]+=[^ ]+)*) -->\n)"
    r"(?P<body>.*?)"
    r"(?P<close><!-- whit:end -->)",
    re.DOTALL,
)
_FILTERS = ("target", "curve", "library", "configuration", "profile", "compiler")
_VARIANT = {"configuration": "default", "profile": "balanced", "compiler": "gcc"}
_EVERY = {"configuration": "all", "profile": "all", "compiler": "gcc"}

Filters = Mapping[str, str]
Table = Callable[[Filters, Sequence[Sample]], str]  # its filters, all samples


def _of_target(
    as_markdown: Callable[[Sequence[Sample]], str], legend: str, defaults: Filters
) -> Table:
    """A table of samples of one target, which says how they were made."""

    def table(filters: Filters, samples: Sequence[Sample]) -> str:
        _check(filters, _FILTERS, needs=("target",))
        chosen = _matching(samples, {**defaults, **filters})
        compilers = sorted({sample.compiler for sample in chosen})
        origins = sorted({sample.origin for sample in chosen})
        notes = f"{legend} {'; '.join(compilers)}; {'; '.join(origins)}."
        return f"{as_markdown(chosen)}\n{notes}\n"

    return table


def _of_curve(as_markdown: Callable[[Sequence[Sample]], str], legend: str) -> Table:
    """A table of every build on every core, for one curve."""

    def table(filters: Filters, samples: Sequence[Sample]) -> str:
        _check(filters, ("curve",))
        chosen = _matching(samples, {"curve": "secp256r1", **_EVERY, **filters})
        return f"{as_markdown(chosen)}\n{legend}\n"

    return table


def _beside(filters: Filters, samples: Sequence[Sample]) -> str:
    _check(filters, ("curve",), needs=("curve",))
    chosen = _matching(samples, {**_EVERY, **filters})
    return f"{beside.as_markdown(chosen)}\n{beside.legend(filters['curve'])}\n"


def _laws(filters: Filters, samples: Sequence[Sample]) -> str:
    _check(filters, ("target", "profile"), needs=("target",))
    build = {"library": "whit", "curve": "all"} | _VARIANT
    chosen = _matching(samples, {**build, **filters})
    return f"{laws.as_markdown(chosen, goals.load().reasons)}\n{laws.LEGEND}\n"


def _goals(filters: Filters, samples: Sequence[Sample]) -> str:
    outcomes = of_goals.outcomes(samples, _asked(filters))
    return f"{of_goals.as_markdown(outcomes)}\n{of_goals.LEGEND}\n"


def _profiles(found: Sequence[CyclesBySymbol]) -> Table:
    """Of records of cycles by symbol, which are no samples."""

    def table(filters: Filters, samples: Sequence[Sample]) -> str:
        return profiles.as_markdown(of_goals.outcomes(samples, _asked(filters)), found)

    return table


def _claims(filters: Filters, samples: Sequence[Sample]) -> str:
    _check(filters, ())
    found = claims.findings(samples, goals.load())
    return f"{claims.as_markdown(found)}\n{claims.PLACES_LEGEND}\n"


def _records(filters: Filters, _: Sequence[Sample]) -> str:
    return of_goals.records(_asked(filters))


def _asked(filters: Filters) -> Sequence[Goal]:
    """The goals of some curves, separated by commas, or of all."""
    _check(filters, ("curve",))
    every = goals.load().goals
    if "curve" not in filters:
        return every
    chosen = [goal for goal in every if goal.curve in filters["curve"].split(",")]
    if not chosen:
        raise LabError(f"goals.toml has no goals for {filters['curve']}")
    return chosen


_TABLES: Mapping[str, Table] = {
    "costs": _of_target(costs.as_markdown, costs.LEGEND, {"curve": "secp256r1"} | _VARIANT),
    "curves": _of_target(of_curves.as_markdown, of_curves.LEGEND, {"library": "whit"} | _VARIANT),
    "forms": _of_target(
        of_curves.forms_as_markdown, of_curves.FORMS_LEGEND, {"library": "whit"} | _VARIANT
    ),
    "ratios": _of_curve(rivals.as_markdown, rivals.LEGEND),
    "beside": _beside,
    "batches": _of_curve(batches.as_markdown, batches.LEGEND),
    "guarded": _of_curve(guarded.as_markdown, guarded.LEGEND),
    "price": _of_curve(constancy.price, constancy.PRICE_LEGEND),
    "verdicts": _of_curve(constancy.verdicts, constancy.VERDICTS_LEGEND),
    "goals": _goals,
    "records": _records,
    "claims": _claims,
    "laws": _laws,
}


def render(text: str, samples: Iterable[Sample], profiled: Iterable[CyclesBySymbol] = ()) -> str:
    """The document with every table rendered anew."""
    known, tables = tuple(samples), {**_TABLES, "profiles": _profiles(tuple(profiled))}
    if text.count("<!-- whit:") != 2 * len(_BLOCK.findall(text)):
        raise LabError("a marker <!-- whit:... --> is misspelt or has no partner")
    return _BLOCK.sub(lambda match: _block(match, known, tables), text)


def _block(match: re.Match[str], samples: tuple[Sample, ...], tables: Mapping[str, Table]) -> str:
    name = match["table"]
    if name not in tables:
        raise LabError(f"there is no table {name}; there are {', '.join(tables)}")
    filters = dict(item.split("=", 1) for item in match["filters"].split())
    return f"{match['open']}{tables[name](filters, samples)}{match['close']}"


def _check(filters: Filters, known: Sequence[str], needs: Sequence[str] = ()) -> None:
    if not set(needs) <= set(filters) <= set(known):
        needed = f"needs {'=... and '.join(needs)}=... and " if needs else ""
        raise LabError(f"a table {needed}takes {', '.join(known) or 'nothing'}")


def _matching(samples: Iterable[Sample], filters: Filters) -> list[Sample]:
    chosen = [sample for sample in samples if _matches(sample, filters)]
    if not chosen:
        words = " ".join(f"{name}={value}" for name, value in filters.items())
        raise LabError(f"results/ has no samples for {words}")
    return chosen


def _matches(sample: Sample, filters: Filters) -> bool:
    """Is the sample's case one of these? `all` matches any; what a case does not have, such
    as a peer's profile, is not compared. A board is a target of its own."""
    case = asdict(sample.case)
    return all(case[name] in (value, None) or value == "all" for name, value in filters.items())
