# SPDX-License-Identifier: MIT
"""Ordinary names in place of those that tell sizes, and the library's prefix, apart.

Sources say field_mul; a build of several sizes maps that to whit_field_256_mul and its siblings,
and functions of several files have the prefix for the linker. A drop-in is one file, and where it
has one size nothing is left to tell apart: the maps go. Where two names come out as one, the
shorter stands for both; a public function has the name that the linker sees where it is defined."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from tools.emission.renaming import renamed

_MAP = re.compile(r"#define (\w+) +(?:WHIT_JOIN\d?\(([\w, ]+)\)|(whit_\w+))")
_DEFINED = re.compile(r"# *define (\w+)(?: +(\S.*))?")
_SAME = re.compile(r"#define (?!WHIT_|whit_)(\w+) +([A-Za-z]\w+)")
_DEFINES = re.compile(r"# *define (\w+)")
_UNDEFINED = re.compile(r"# *undef (\w+)")
_MENTIONED = re.compile(r"#(?:define|undef) (\w+)")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
PUBLIC = "whit_"
_SIZES = ("WHIT_SIZE", "WHIT_FIELD_SIZE", "WHIT_SCALAR_SIZE")


def plain(text: str, beside: Iterable[str]) -> str:
    """A file of a drop-in without maps to names that nothing else says, in it or in the files
    beside it."""
    lines = text.splitlines()
    values = _values(lines)
    otherwise = {
        found[1] for line in lines if (found := _DEFINES.match(line)) and not _MAP.fullmatch(line)
    }
    targets = {
        found[1]: frozenset(_targets(found, values))
        for line in lines
        if (found := _MAP.fullmatch(line)) and found[1] not in otherwise
    }
    fixed = {word for each in beside for word in _words(each)}
    fixed.update(word for each in STRING.findall(text) for word in _words(each))
    fixed.update(_pasted(lines, {target for each in targets.values() for target in each}))
    shorter = _alike(targets, fixed)
    lines = _without(lines, targets.keys() & {*shorter, *shorter.values()})
    lines = renamed("\n".join(lines), shorter).split("\n")
    shorter = _the_same(lines)
    lines = _without(lines, shorter)
    lines = renamed("\n".join(lines), shorter).split("\n")
    return "\n".join([*_used(_said_for_nothing(_settled(_at_their_size(lines, targets)))), ""])


def _alike(targets: dict[str, frozenset[str]], fixed: set[str]) -> dict[str, str]:
    """For names that come out as one, and for that, the one that stands for all; where it is
    nothing that has to be as it is."""
    groups: dict[str, list[str]] = {}
    for name, each in targets.items():
        for target in each:
            groups.setdefault(target, []).append(name)
    shorter: dict[str, str] = {}
    for target, names in groups.items():
        alone = all(len(targets[name]) == 1 and not name.startswith(PUBLIC) for name in names)
        if alone and target.startswith(PUBLIC) and target not in fixed:
            first = min(names, key=lambda name: (len(name), name))
            shorter |= dict.fromkeys((target, *names), first)
    return shorter


def _the_same(lines: Sequence[str]) -> dict[str, str]:
    """Names that are defined as another one, once and for good, and that code calls."""
    said = Counter(found[1] for line in lines if (found := _MENTIONED.match(line)))
    asked = {word for line in lines if line.startswith(("#if", "#elif")) for word in _words(line)}
    code = {word for line in lines if not line.startswith("#") for word in _words(line)}
    result = {}
    depth = 0
    for line in lines:
        depth += line.startswith("#if") - line.startswith("#endif")
        found = _SAME.fullmatch(line)
        if found is None or depth or said[found[1]] != 1 or found[2] in said:
            continue
        if found[1] in code - asked:
            result[found[1]] = found[2]
    return result


def _at_their_size(lines: Sequence[str], targets: dict[str, frozenset[str]]) -> list[str]:
    """Public functions of the one size by the names that the linker sees, where a map makes these:
    from its #define to its #undef."""
    said = Counter(found[1] for line in lines if (found := _MENTIONED.match(line)))
    opened = {found[1]: n for n, line in enumerate(lines) if (found := _MAP.fullmatch(line))}
    closed = {found[1]: n for n, line in enumerate(lines) if (found := _UNDEFINED.fullmatch(line))}
    names = {
        name: next(iter(each))
        for name, each in targets.items()
        if name.startswith(PUBLIC) and len(each) == 1 and said[name] == 2
    }
    names = {name: each for name, each in names.items() if name in opened and name in closed}
    if not names:
        return list(lines)
    first, last = min(opened[name] for name in names), max(closed[name] for name in names)
    held = [line for line in lines[first : last + 1] if not _is_of(line, names)]
    inside = renamed("\n".join(held), names).split("\n")
    return [*lines[:first], *inside, *lines[last + 1 :]]


def _is_of(line: str, names: Iterable[str]) -> bool:
    """Whether a directive defines or undefines one of these names."""
    found = _MENTIONED.match(line)
    return found is not None and found[1] in names


def _without(lines: Sequence[str], names: Iterable[str]) -> list[str]:
    """Lines without the definitions of these names, nor the comment that is about them alone."""
    gone = [_is_of(line, names) for line in lines]
    kept: list[str] = []
    position = 0
    while position < len(lines):
        end = position
        if lines[position].startswith("/*"):
            while end < len(lines) and not lines[end].rstrip().endswith("*/"):
                end += 1
            below = end + 1
            while below < len(lines) and not lines[below]:
                below += 1
            after = below
            while after < len(lines) and gone[after]:
                after += 1
            if after > below and (after == len(lines) or not lines[after]):
                position = after
                continue
        kept += [line for n, line in enumerate(lines[position : end + 1], position) if not gone[n]]
        position = end + 1
    return kept


def _settled(lines: Sequence[str]) -> list[str]:
    """Without what undefines a macro to define it again as it was."""
    values: dict[str, str] = {}
    left: dict[str, int] = {}  # undefined on which line, since which there were directives alone
    gone: set[int] = set()
    depth = 0
    for number, line in enumerate(lines):
        depth += line.startswith("#if") - line.startswith("#endif")
        found = _MENTIONED.match(line)
        if found is None:
            left = {} if line else left
            continue
        name = found[1]
        if line.startswith("#undef") and not depth and name in values:
            left[name] = number
            continue
        if name in left and values[name] == line and not depth:
            gone |= {left[name], number}
        left.pop(name, None)
        values.pop(name, None)
        if not depth and not line.endswith("\\"):
            values[name] = line
    return [line for number, line in enumerate(lines) if number not in gone]


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


def _said_for_nothing(lines: list[str]) -> list[str]:
    """Without the definitions of sizes that nothing asks before they end."""
    text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), "\n".join(lines)).split("\n")
    asks: dict[str, set[str]] = {}  # of a macro: what its value has
    for line in text:
        if found := _DEFINES.match(line):
            asks.setdefault(found[1], set()).update(_words(line))
    gone: set[int] = set()
    opened: dict[str, int] = {}
    for number, line in enumerate([*text, *(f"#undef {name}" for name in _SIZES)]):
        found = _MENTIONED.match(line)
        if found and found[1] in _SIZES:
            start = opened.pop(found[1], None)
            if start is not None and not _asked(text[start + 1 : number], found[1], asks):
                gone |= {start, number} if line.startswith("#undef") else {start}
            if line.startswith("#define"):
                opened[found[1]] = number
    return [line for number, line in enumerate(lines) if number not in gone]


def _asked(lines: Iterable[str], name: str, asks: dict[str, set[str]]) -> bool:
    """Whether code or a condition asks a macro, itself or by others."""
    waiting = [word for line in lines if not _MENTIONED.match(line) for word in _words(line)]
    seen: set[str] = set()
    while waiting:
        word = waiting.pop()
        if word not in seen:
            seen.add(word)
            waiting += asks.get(word, ())
    return name in seen


def _used(lines: list[str]) -> list[str]:
    """Without the macros that only maps and comments mention."""
    while True:
        said = Counter(_words(COMMENT.sub("", "\n".join(lines))))
        own = Counter(found[1] for line in lines if (found := _MENTIONED.match(line)))
        idle = {
            name
            for name, times in own.items()
            if said[name] == times
            and re.fullmatch(r"WHIT_(?:JOIN\d?_?|\w*SIZE|CURVE_NAME|FORM\w*|FIELD_\w+)", name)
        }
        kept = [
            line for line in lines if not ((found := _MENTIONED.match(line)) and found[1] in idle)
        ]
        if len(kept) == len(lines):
            return kept
        lines = kept


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
