# SPDX-License-Identifier: MIT
"""Tables in documents, rendered from results between two markers:

<!-- whit:costs target=cortex-m4 curve=secp256r1 -->
...
<!-- whit:end -->

`costs` has a library a row, `curves` a curve a row.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from lab.errors import LabError
from lab.model import Sample
from lab.reports import costs, of_curves

_BLOCK = re.compile(
    r"(?P<open><!-- whit:(?P<table>costs|curves)(?P<filters>(?: [a-z]+=[^ ]+)*) -->\n)"
    r"(?P<body>.*?)"
    r"(?P<close><!-- whit:end -->)",
    re.DOTALL,
)
_FILTERS = ("target", "curve", "library", "configuration", "profile", "compiler")
_VARIANT = {"configuration": "default", "profile": "balanced", "compiler": "gcc"}


@dataclass(frozen=True)
class _Table:
    """A way to render samples."""

    as_markdown: Callable[[Sequence[Sample]], str]
    legend: str
    defaults: Mapping[str, str]


_TABLES = {
    "costs": _Table(costs.as_markdown, costs.LEGEND, {"curve": "secp256r1"} | _VARIANT),
    "curves": _Table(of_curves.as_markdown, of_curves.LEGEND, {"library": "whit"} | _VARIANT),
}


def render(text: str, samples: Iterable[Sample]) -> str:
    """The document with every table rendered anew."""
    known = tuple(samples)
    if text.count("<!-- whit:") != 2 * len(_BLOCK.findall(text)):
        raise LabError("a marker <!-- whit:... --> is misspelt or has no partner")
    return _BLOCK.sub(lambda match: _block(match, known), text)


def _block(match: re.Match[str], samples: tuple[Sample, ...]) -> str:
    filters = dict(item.split("=", 1) for item in match["filters"].split())
    if "target" not in filters or not set(filters) <= set(_FILTERS):
        raise LabError(f"a table needs target=... and takes {', '.join(_FILTERS)}")
    table = _TABLES[match["table"]]
    chosen = [sample for sample in samples if _matches(sample, {**table.defaults, **filters})]
    if not chosen:
        raise LabError(f"results/ has no samples for{match['filters']}")
    compilers = sorted({sample.compiler for sample in chosen})
    origins = sorted({sample.origin for sample in chosen})
    notes = f"{table.legend} {'; '.join(compilers)}; {'; '.join(origins)}.\n"
    return f"{match['open']}{table.as_markdown(chosen)}\n{notes}{match['close']}"


def _matches(sample: Sample, filters: Mapping[str, str]) -> bool:
    """Is the sample's case one of these? `all` matches any; what a case does not have, such
    as a peer's profile, is not compared. A board is a target of its own."""
    case = asdict(sample.case)
    return all(case[name] in (value, None) or value == "all" for name, value in filters.items())
