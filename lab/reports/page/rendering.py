# SPDX-License-Identifier: MIT
"""The page's parts put together. The same samples give the same bytes."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from lab.model import Sample
from lab.reports.page.content import Extras, content

_HERE = Path(__file__).parent
_SCRIPTS = (
    "format.js",
    "table.js",
    "chart.js",
    "choices.js",
    "drawings.js",
    "bars.js",
    "records.js",
    "page.js",
)


def render(samples: Sequence[Sample], extras: Extras) -> bytes:
    """The whole page."""
    data = json.dumps(content(samples, extras), ensure_ascii=False, separators=(",", ":"))
    pieces = {
        "style": _part("page.css"),
        "data": data.replace("<", "\\u003c"),  # so that nothing in it ends the element
        "script": "\n".join(_part(name) for name in _SCRIPTS),
    }
    page = re.sub(r"\{\{(\w+)\}\}", lambda match: pieces[match[1]], _part("page.html"))
    return page.encode()


def _part(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
