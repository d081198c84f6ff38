# SPDX-License-Identifier: MIT
"""Comments without the paragraphs that are about names which a drop-in does not have."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

COLUMNS = 100
_COMMENT = re.compile(r"^/\*.*?\*/\n", re.M | re.S)
_ANY = re.compile(r"/\*.*?\*/", re.S)
_NAME = re.compile(r"[A-Za-z]\w*_\w+")
_ITEM = re.compile(r" \* \w+  +\S")


def names(texts: Iterable[str]) -> set[str]:
    """Those that code has, comments aside."""
    return {name for text in texts for name in _NAME.findall(_ANY.sub(" ", text))}


def relevant(text: str, gone: set[str]) -> str:
    """A file of C without the paragraphs of comments whose every name is gone. A comment of one
    paragraph right above code says what that code is, and stays."""

    def kept(found: "re.Match[str]") -> str:
        above_code = not text.startswith("\n", found.end())
        left = _left(_paragraphs(found[0]), gone)
        if above_code and not left:
            return found[0]
        return _joined(left)

    return _COMMENT.sub(kept, text)


@dataclass
class Paragraph:
    lines: list[str]
    item: bool  # of a list

    def is_gone(self, gone: set[str]) -> bool:
        said = set(_NAME.findall("\n".join(self.lines)))
        return bool(said) and said <= gone


def _paragraphs(comment: str) -> list[Paragraph]:
    """What empty lines divide, and the items of a list."""
    lines = comment.rstrip("\n").removesuffix("*/").rstrip().splitlines()
    lines[0] = f" * {lines[0].removeprefix('/*').lstrip()}"
    found: list[Paragraph] = []
    fresh = True
    for line in lines:
        item = bool(_ITEM.match(line))
        if line.strip() == "*":
            fresh = True
        elif fresh or item:
            found.append(Paragraph([line], item))
            fresh = False
        else:
            found[-1].lines.append(line)
    return found


def _left(paragraphs: list[Paragraph], gone: set[str]) -> list[Paragraph]:
    """What is not about names that are gone; nor does a list that is gone need an introduction."""
    left: list[Paragraph] = []
    for number, each in enumerate(paragraphs):
        items = list(takewhile(lambda paragraph: paragraph.item, paragraphs[number + 1 :]))
        about_nothing = bool(items) and all(item.is_gone(gone) for item in items)
        if not each.is_gone(gone) and (each.item or not about_nothing):
            left.append(each)
    return left


def _joined(paragraphs: list[Paragraph]) -> str:
    lines: list[str] = []
    before: Paragraph | None = None
    for each in paragraphs:
        if before is not None and not (each.item and before.item):
            lines.append(" *")
        lines += each.lines
        before = each
    if not lines:
        return ""
    lines[0] = f"/*{lines[0].removeprefix(' *')}"
    ended = f"{lines[-1]} */"
    lines[-1:] = [ended] if len(ended) <= COLUMNS else [lines[-1], " */"]
    return "\n".join([*lines, ""])
