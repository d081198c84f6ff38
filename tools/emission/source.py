# SPDX-License-Identifier: MIT
"""A C file as a tree: pieces of whole lines, and conditionals with their branches."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Kind = Literal["blank", "comment", "code", "define", "undef", "include", "error", "pragma"]

# What may hold a comment's beginning without being one, and comments.
LEXEME = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
UNENDED = re.compile(rf"(?:{LEXEME.pattern}|[^/]|/(?!\*))*", re.S)
DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)[ \t]*(.*)", re.S)
OPENING = ("if", "ifdef", "ifndef")


class EmissionError(Exception):
    """A drop-in cannot be emitted; the message says why."""


class RefusedError(EmissionError):
    """The sources refuse this choice."""


class SourceError(EmissionError):
    """Text that this reader does not take for C."""


@dataclass(eq=False)
class Piece:
    """Whole lines that stand or go together: a comment, a directive, a line of code."""

    kind: Kind
    lines: list[str]
    file: str
    line: int

    @cached_property
    def text(self) -> str:
        """Without comments and line ends."""
        return stripped("\n".join(self.lines))

    @cached_property
    def argument(self) -> str:
        """What follows a directive's name."""
        match = DIRECTIVE.match(self.text)
        return match[2].strip() if match else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(eq=False)
class Branch:
    """One branch of a conditional: #if, #ifdef, #ifndef, #elif or #else, and what it holds."""

    directive: str
    piece: Piece
    body: "list[Node]" = field(default_factory=list)


@dataclass(eq=False)
class Conditional:
    branches: list[Branch]
    end: Piece | None = None


Node = Piece | Conditional


def stripped(text: str) -> str:
    """Text with each comment a blank and its lines joined."""
    text = text.replace("\\\n", " ")
    if "/*" in text or "//" in text:
        text = LEXEME.sub(lambda match: " " if match[0].startswith("/") else match[0], text)
    return text.replace("\n", " ").strip()


def pieces(text: str, file: str) -> Iterator[Piece]:
    """The lines, grouped where a comment or a backslash joins them."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    number = 0
    while number < len(lines):
        first = number
        number += 1
        joined = lines[first]
        while joined.endswith("\\") or ("/*" in joined and _inside_comment(joined)):
            if number == len(lines):
                raise SourceError(f"{file}:{first + 1}: what begins here does not end")
            joined += "\n" + lines[number]
            number += 1
        yield Piece(_kind(joined), lines[first:number], file, first + 1)


def _inside_comment(text: str) -> bool:
    match = UNENDED.match(text)
    return match is not None and match.end() < len(text)


def _kind(text: str) -> Kind:
    bare = stripped(text)
    if not bare:
        return "comment" if text.strip() else "blank"
    match = DIRECTIVE.match(bare)
    if match is None:
        return "code"
    name = match[1]
    if name in ("define", "undef", "include", "error", "pragma"):
        return name  # type: ignore[return-value]
    if name in (*OPENING, "elif", "else", "endif"):
        return "code"  # a part of a conditional, not a piece of its own
    raise SourceError(f"#{name} is no directive that is understood")


def parse(text: str, file: str) -> list[Node]:
    """The tree of a file."""
    top: list[Node] = []
    bodies = [top]
    opened: list[Conditional] = []
    for piece in pieces(text, file):
        match = DIRECTIVE.match(piece.text)
        name = match[1] if match else ""
        if name in OPENING:
            conditional = Conditional([Branch(name, piece)])
            bodies[-1].append(conditional)
            opened.append(conditional)
            bodies.append(conditional.branches[0].body)
        elif name in ("elif", "else"):
            if not opened:
                raise SourceError(f"{piece}: #{name} without #if")
            bodies.pop()
            opened[-1].branches.append(Branch(name, piece))
            bodies.append(opened[-1].branches[-1].body)
        elif name == "endif":
            if not opened:
                raise SourceError(f"{piece}: #endif without #if")
            opened.pop().end = piece
            bodies.pop()
        else:
            bodies[-1].append(piece)
    if opened:
        raise SourceError(f"{opened[-1].branches[0].piece}: #if without #endif")
    return top
