# SPDX-License-Identifier: MIT
"""What a plan is made of: choices with their reasons; and what C says by itself: a source read as
the compiler of one build does, for its macros and for what is left of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from tools.files import ROOT
from tools.plan.questions import answer

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)[ \t]*(.*)")
DEFINITION = re.compile(r"(\w+)\b(?!\()[ \t]*(.*)")


@dataclass(frozen=True)
class Choice:
    """One thing that a build takes, and why."""

    part: str
    taken: str
    why: str
    kernels: tuple[str, ...] = ()


@dataclass
class Branches:
    """One conditional that is open: whether it stands where lines count, whether its present
    branch does, and whether any did."""

    around: bool
    here: bool
    taken: bool

    def turn(self, holds: bool) -> None:
        self.here = self.around and not self.taken and holds
        self.taken = self.taken or holds


@cache
def logical_lines(text: str) -> tuple[str, ...]:
    """Those of a source without its comments; a backslash goes on."""
    return tuple(COMMENT.sub("", text).replace("\\\n", " ").splitlines())


@cache
def source(file: str) -> str:
    return (ROOT / "src" / file).read_text()


def read(
    file: str, before: Mapping[str, str], has: Callable[[str], bool] = lambda name: False
) -> tuple[dict[str, str], str]:
    """read_text of a file of src."""
    return read_text(source(file), before, has)


def read_text(
    text: str, before: Mapping[str, str], has: Callable[[str], bool] = lambda name: False
) -> tuple[dict[str, str], str]:
    """The macros without arguments that hold behind a source, where these hold before it and the
    build has these curves, and the lines that count."""
    macros, left = dict(before), []
    open_now: list[Branches] = []
    for line in logical_lines(text):
        counts = not open_now or open_now[-1].here
        match = DIRECTIVE.match(line)
        if match is None:
            left += [line] if counts else []
            continue
        word, rest = match[1], match[2].strip()
        if word in ("if", "ifdef", "ifndef"):
            question = rest if word == "if" else f"{'!' * (word == 'ifndef')}defined({rest})"
            holds = counts and answer(question, macros, has) != 0
            open_now.append(Branches(counts, holds, holds))
        elif word in ("elif", "else"):
            branch = open_now[-1]
            asked = branch.around and not branch.taken
            branch.turn(asked and (word == "else" or answer(rest, macros, has) != 0))
        elif word == "endif":
            open_now.pop()
        elif counts and word == "define" and (found := DEFINITION.fullmatch(rest)):
            macros[found[1]] = found[2].strip()
        elif counts and word == "undef":
            macros.pop(rest, None)
    return macros, "\n".join(left)


def value(name: str, macros: Mapping[str, str]) -> int:
    """What a macro comes to. It is defined."""
    return answer(macros[name], macros)
