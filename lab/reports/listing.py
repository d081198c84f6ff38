# SPDX-License-Identifier: MIT
"""Lists of what the command line takes."""

import textwrap
from collections.abc import Sequence

from lab.model import Thing

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
