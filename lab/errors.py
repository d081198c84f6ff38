# SPDX-License-Identifier: MIT
"""What the lab tells a user when it cannot go on: one line, and an exit code."""

from collections.abc import Iterable
from difflib import get_close_matches

NEAREST = 3
MOST_LISTED = 12
LEAST_PREFIX = 3
# What `whit list` has of a kind, by the kind's name in errors.
LISTED = {
    "target": "targets",
    "board": "boards",
    "library": "libraries",
    "curve": "curves",
    "operation": "operations",
}


def first_error(told: str) -> str:
    """The line in which a program says what is wrong: the first that begins so, or the last."""
    lines = told.strip().splitlines() or ["no message"]
    return next((line for line in lines if line.startswith("error")), lines[-1]).strip()


class LabError(Exception):
    """Something failed; the message is one line and says what to do about it."""

    exit_code = 1


class FetchError(LabError):
    """A peer's sources could not be had."""


class ToolchainError(LabError):
    """A compiler is not installed."""


class ProbeError(LabError):
    """A debugger has no connection to a board."""


class UnknownNameError(LabError):
    """A name on the command line that nothing answers to."""

    exit_code = 2

    def __init__(
        self,
        kind: str,
        name: str,
        valid: Iterable[str],
        aliases: Iterable[str] = (),
        like: Iterable[str] = (),  # valid ones that are near for another reason than their letters
    ) -> None:
        names = tuple(valid)
        near = list(dict.fromkeys((*like, *nearest(name, (*names, *aliases)))))[:NEAREST]
        told = [f"unknown {kind} {name!r}"]
        if near:
            told.append(f"nearest: {', '.join(near)}")
        if len(names) <= MOST_LISTED or (not near and kind not in LISTED):
            told.append(f"valid: {', '.join(names)}")
        elif kind in LISTED:
            told.append(f"whit list {LISTED[kind]} has all {len(names)}")
        super().__init__("; ".join(told))


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """Those that are most like it, or begin with it, in letters of either case."""
    folded = {each.casefold(): each for each in reversed(tuple(names))}
    asked = name.casefold()
    found = get_close_matches(asked, folded, NEAREST)
    if len(asked) >= LEAST_PREFIX:
        found += [each for each in reversed(folded) if each.startswith(asked)]
    return [folded[each] for each in dict.fromkeys(found)][:NEAREST]


class UnsupportedError(LabError):
    """A combination that cannot be measured, such as an operation a library lacks."""

    exit_code = 2


class WrongResultError(LabError):
    """A library computed something that the independent implementation contradicts."""
