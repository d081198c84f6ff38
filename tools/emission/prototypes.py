# SPDX-License-Identifier: MIT
"""Contracts above definitions, in place of prototypes that nothing needs.

The library declares its internal functions in headers, with their contracts. In a drop-in of one
file a function that is defined before it is called has no use for a prototype: its contract goes to
the definition."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_HEAD = r"^(?P<head>[A-Za-z_][\w *]*?[ *])(?P<name>\w+)\((?P<arguments>[^;{}#\"]*)\)"
_PROTOTYPE = re.compile(_HEAD + r";\n", re.M)
_DEFINITION = re.compile(_HEAD + r"\n\{\n", re.M)
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_MACRO = re.compile(r"^#define (\w+)((?:.*\\\n)*.*)\n", re.M)
_DIRECTIVE = re.compile(r"^#(?:.*\\\n)*.*\n", re.M)
_WORD = re.compile(r"\w+")
_PASTED = re.compile(r"(\w+)##\w+##(\w+)")


@dataclass(frozen=True)
class Contract:
    """Prototypes that stand together, and the comment above them."""

    start: int
    end: int
    comment: str
    prototypes: tuple["re.Match[str]", ...]


def defined_once(text: str) -> str:
    """A file of C without the prototypes that nothing needs."""
    file = _File(text)
    edits: list[tuple[int, int, str]] = []
    for contract in file.contracts():
        found = file.definitions_of(contract)
        if found is None:
            continue
        edits.append((contract.start, contract.end, ""))
        if contract.comment:
            edits.append((found[0].start(), found[0].start(), contract.comment))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


class _File:
    def __init__(self, text: str) -> None:
        self.text = text
        self.inside = _conditional(text)
        self.definitions: dict[str, list[re.Match[str]]] = {}
        for found in _DEFINITION.finditer(text):
            self.definitions.setdefault(found["name"], []).append(found)
        self.code = _DIRECTIVE.sub(_blank, _COMMENT.sub(_blank, text))
        self.places: dict[str, list[int]] = {}
        for word in _WORD.finditer(self.code):
            self.places.setdefault(word[0], []).append(word.start())
        plain = _COMMENT.sub(_blank, text)
        self.macros: dict[str, str] = dict(_MACRO.findall(plain))

    def contracts(self) -> list[Contract]:
        result = []
        prototypes = list(_PROTOTYPE.finditer(self.text))
        while prototypes:
            group = [prototypes.pop(0)]
            while prototypes and prototypes[0].start() == group[-1].end():
                group.append(prototypes.pop(0))
            comment = self._above(group[0].start())
            start = group[0].start() - len(comment)
            result.append(Contract(start, group[-1].end(), comment, tuple(group)))
        return result

    def _above(self, position: int) -> str:
        """The comment on the lines right above a position."""
        before = self.text[:position]
        if not before.endswith("*/\n"):
            return ""
        start = before.rfind("/*")
        return before[start:] if before[start - 1 : start] in ("", "\n") else ""

    def definitions_of(self, contract: Contract) -> "list[re.Match[str]] | None":
        """The definitions that a contract's prototypes can do without, if they all can: they follow
        one another where one comment is for them all."""
        found = [self._needless(prototype) for prototype in contract.prototypes]
        definitions = [each for each in found if each is not None]
        if len(definitions) < len(found):
            return None
        if not contract.comment:
            return definitions
        if any(self._above(each.start()) for each in definitions):
            return None
        for first, second in pairwise(definitions):
            between = self.code[first.end() : second.start()]
            if second.start() < first.end() or between.count("\n}\n") != 1:
                return None
        # What is below the prototypes is told by the comment too.
        return None if self.text[contract.end : contract.end + 1] not in ("\n", "") else definitions

    def _needless(self, prototype: "re.Match[str]") -> "re.Match[str] | None":
        """The definition of a function whose prototype nothing needs."""
        name = prototype["name"]
        definitions = self.definitions.get(name, [])
        if len(definitions) != 1 or self._is_inside(prototype) or self._is_inside(definitions[0]):
            return None
        (definition,) = definitions
        same = "".join(prototype["arguments"].split()) == "".join(definition["arguments"].split())
        words = _WORD.findall(prototype["head"])
        if not same or not set(words) <= set(_WORD.findall(definition["head"])):
            return None
        called = any(
            self._is_between(each, prototype.end(), definition.start())
            for each in self._alias(name)
        )
        return None if called else definition

    def _is_inside(self, found: "re.Match[str]") -> bool:
        return bool(self.inside[bisect_right([at for at, _ in self.inside], found.start()) - 1][1])

    def _is_between(self, name: str, start: int, end: int) -> bool:
        places = self.places.get(name, [])
        position = bisect_right(places, start)
        return position < len(places) and places[position] < end

    def _alias(self, name: str) -> set[str]:
        """A name, and the macros that it may come out of."""
        found = {name}
        while True:
            more = {
                macro
                for macro, body in self.macros.items()
                if macro not in found and self._mentions(body, found, name)
            }
            if not more:
                return found
            found |= more

    @staticmethod
    def _mentions(body: str, names: set[str], whole: str) -> bool:
        if names & set(_WORD.findall(body)):
            return True
        return any(whole.startswith(a) and whole.endswith(b) for a, b in _PASTED.findall(body))


def _conditional(text: str) -> Sequence[tuple[int, int]]:
    """How many conditionals are open from which position on."""
    depth = 0
    found = [(0, 0)]
    for each in re.finditer(r"^#(if|endif)", text, re.M):
        depth += 1 if each[1] == "if" else -1
        found.append((each.start(), depth))
    return found


def _blank(found: "re.Match[str]") -> str:
    """As long, and nothing in it."""
    return re.sub(r"[^\n]", " ", found[0])
