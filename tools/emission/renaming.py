# SPDX-License-Identifier: MIT
"""Names replaced in a text, and what a name's parentheses hold laid out anew in as few lines as
fit."""

import re
from collections.abc import Mapping, Sequence

COLUMNS = 100
WORD = re.compile(r"[A-Za-z_]\w*")
# Of text that stays as it is: comments, strings, characters.
ASIDE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with other names in it, but for its comments."""
    result: list[str] = []
    end = 0
    for found in _places(text, names):
        if found.start() < end:
            continue  # among arguments that are laid out already
        result.append(text[end : found.start()])
        new = names[found[0]]
        close = _closing(text, found.end())
        if close is None or "\n" not in text[found.end() : close]:
            result.append(new)
            end = found.end()
            continue
        inner = renamed(text[found.end() + 1 : close - 1], names)
        indent = re.match(r"\n( *)", inner)
        column = len(indent[1]) if indent else _column(result) + len(new) + 1
        opened = f"{new}({indent[0] if indent else ''}"
        result.append(f"{opened}{_filled(inner, column, _tail(text, close))}")
        end = close
    return "".join([*result, text[end:]])


def _column(pieces: Sequence[str]) -> int:
    """How much stands on the last line of a text in pieces."""
    width = 0
    for piece in reversed(pieces):
        _, newline, line = piece.rpartition("\n")
        width += len(line)
        if newline:
            break
    return width


def _places(text: str, names: Mapping[str, str]) -> list[re.Match[str]]:
    aside = [found.span() for found in ASIDE.finditer(text)]
    places = []
    position = 0
    for found in WORD.finditer(text):
        while position < len(aside) and aside[position][1] <= found.start():
            position += 1
        hidden = position < len(aside) and aside[position][0] <= found.start()
        if found[0] in names and not hidden:
            places.append(found)
    return places


def _closing(text: str, start: int) -> int | None:
    """Behind the parenthesis that closes the one at `start`; none where there is a directive or a
    comment within, or no parenthesis."""
    if not text.startswith("(", start):
        return None
    depth = 0
    for found in re.finditer(r"[()]|\\\n|/\*|\n#", text[start:]):
        if found[0] not in "()":
            return None
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return start + found.end()
    return None


def _tail(text: str, close: int) -> int:
    """How much follows on the line of a closing parenthesis, with it."""
    end = text.find("\n", close)
    return (len(text) if end < 0 else end) - close + 1


def _filled(inner: str, column: int, tail: int) -> str:
    """Arguments in lines of at most so many columns, aligned, and what closes them."""
    pieces = _arguments(" ".join(inner.split()))
    text = ""
    used = column
    for number, piece in enumerate(pieces):
        last = number + 1 == len(pieces)
        more = piece if last else f"{piece},"
        room = COLUMNS - (tail if last else 0)
        if text and used + 1 + len(more) > room:
            text += "\n" + " " * column + more
            used = column + len(more)
        else:
            text += f" {more}" if text else more
            used += len(more) + (1 if number else 0)
    return f"{text})"


def _arguments(text: str) -> list[str]:
    found = [""]
    depth = 0
    for sign in text:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [piece.strip() for piece in found]
