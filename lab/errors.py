# SPDX-License-Identifier: MIT
"""What the lab tells a user when it cannot go on: one line, and an exit code."""

from collections.abc import Iterable
from difflib import get_close_matches

NEAREST = 3
MOST_LISTED = 12


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

    def __init__(self, kind: str, name: str, valid: Iterable[str]) -> None:
        names = tuple(valid)
        nearest = get_close_matches(name, names, NEAREST)
        told = [f"unknown {kind} {name!r}"]
        if nearest:
            told.append(f"nearest: {', '.join(nearest)}")
        if len(names) <= MOST_LISTED or not nearest:
            told.append(f"valid: {', '.join(names)}")
        super().__init__("; ".join(told))


class UnsupportedError(LabError):
    """A combination that cannot be measured, such as an operation a library lacks."""

    exit_code = 2


class WrongResultError(LabError):
    """A library computed something that the independent implementation contradicts."""
