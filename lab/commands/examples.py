# SPDX-License-Identifier: MIT
"""What commands print that read results/ alone, for the examples in documents."""

import io
import shlex
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module

from typer.exceptions import TyperException

from lab.errors import LabError

READING = ("advise", "fleet", "list")


def output(line: str) -> str:
    """Of `whit LINE`; LabError where it would measure, or fails."""
    words = shlex.split(line)
    if not words or words[0] not in READING or _measures(words):
        raise LabError(
            f"an example must be one of {', '.join(READING)} and measure nothing, not {line!r}"
        )
    program = import_module("lab.commands.app")  # which has the command that asks for this
    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            code = program.app(words, standalone_mode=False)
        except TyperException as error:
            raise LabError(f"`whit {line}`: {error.format_message()}") from error
    if code:
        raise LabError(f"`whit {line}` exits with {code}")
    return printed.getvalue()


def _measures(words: Sequence[str]) -> bool:
    return (words[0] == "fleet" and "--verification" not in words) or "--measure" in words
