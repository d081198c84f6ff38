# SPDX-License-Identifier: MIT
"""Ordinary names in place of those that tell sizes, and the library's prefix, apart.

Sources say field_mul; a build of several sizes maps that to whit_field_256_mul and its siblings,
and functions of several files have the prefix for the linker. A drop-in is one file, and where it
has one size nothing is left to tell apart: the maps go."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

_MAP = re.compile(r"#define (?!whit_)(\w+) +(?:WHIT_JOIN\d\(([\w, ]+)\)|(whit_\w+))")
_DEFINED = re.compile(r"# *define (\w+)(?: +(\S.*))?")
_MENTIONED = re.compile(r"#(?:define|undef) (\w+)")


def plain(text: str, beside: Iterable[str]) -> str:
    """A file of a drop-in without maps to names that nothing else says, in it or in the files
    beside it."""
    lines = text.splitlines()
    values = _values(lines)
    targets = {
        found[1]: frozenset(_targets(found, values))
        for line in lines
        if (found := _MAP.fullmatch(line))
    }
    said = Counter(target for each in targets.values() for target in each)
    elsewhere = Counter(word for each in (text, *beside) for word in _words(each))
    elsewhere.update(_pasted(lines, said))
    dropped = {
        name
        for name, each in targets.items()
        if len(each) == 1 and all(_free(name, target, said, elsewhere) for target in each)
    }
    kept = [line for line in lines if not ((found := _MAP.fullmatch(line)) and found[1] in dropped)]
    return "\n".join([*_used(kept), ""])


def _free(name: str, target: str, said: Counter[str], elsewhere: Counter[str]) -> bool:
    """Whether one name alone maps to a target that no line says whole; that of a kernel or of its
    portable twin has another ending, and stays."""
    prefixed = target == f"whit_{name}"
    ordinary = target.startswith("whit_") and (prefixed or bool(re.search(r"_\d+_", target)))
    return ordinary and said[target] == 1 and elsewhere[target] == int(prefixed)


def _values(lines: Sequence[str]) -> dict[str, frozenset[str]]:
    """What macros may stand for."""
    values: dict[str, set[str]] = {}
    for line in lines:
        if found := _DEFINED.fullmatch(line):
            values.setdefault(found[1], set()).add(found[2] or "")
    return {name: frozenset(each) for name, each in values.items()}


def _pasted(lines: Sequence[str], targets: Iterable[str]) -> Iterable[str]:
    """The targets that dispatch joins of a beginning and an end, with a size between them."""
    words = {word for line in lines if not _MAP.fullmatch(line) for word in _words(line)}
    before = tuple(word for word in words if re.fullmatch(r"whit_\w+_", word))
    after = tuple(word for word in words if re.fullmatch(r"_[a-z]\w+", word))
    return (target for target in targets if target.startswith(before) and target.endswith(after))


def _targets(found: re.Match[str], values: dict[str, frozenset[str]]) -> Iterable[str]:
    """The names that a map may come out as."""
    if found[3]:
        return [found[3]]
    pieces = [piece.strip() for piece in found[2].split(",")]
    return map("".join, product(*(values.get(piece, (piece,)) for piece in pieces)))


def _used(lines: list[str]) -> list[str]:
    """Without the macros that maps alone asked."""
    while True:
        said = Counter(word for line in lines for word in _words(line))
        own = Counter(found[1] for line in lines if (found := _MENTIONED.match(line)))
        idle = {
            name
            for name, times in own.items()
            if said[name] == times
            and re.fullmatch(r"WHIT_(?:JOIN\d?_?|\w*SIZE|FORM\w*|FIELD_\w+)", name)
        }
        kept = [
            line for line in lines if not ((found := _MENTIONED.match(line)) and found[1] in idle)
        ]
        if len(kept) == len(lines):
            return kept
        lines = kept


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
