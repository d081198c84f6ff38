# SPDX-License-Identifier: MIT
"""The parts of a condition of #if, and what is left of it where some are decided.

A condition is taken apart at its ||, && and !; what these join is an atom, whose macros judge.py
expands with every meaning they may have. Where all meanings agree the atom is decided."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.emission.macros import Definition, Token, spelled, tokens
from tools.emission.source import Branch, SourceError


@dataclass
class Atom:
    """A part of a condition without logic of its own, and what it was found to be."""

    tokens: tuple[Token, ...]
    found: set[bool | None] = field(default_factory=set)
    used: dict[Definition, None] = field(default_factory=dict)  # the macros that it expanded
    absent: dict[str, None] = field(default_factory=dict)  # names in it that may be no macros, so 0

    def decided(self) -> bool | None:
        return next(iter(self.found)) if len(self.found) == 1 else None

    def text(self) -> str:
        return spelled(self.tokens)


@dataclass
class Not:
    part: "Condition"

    def decided(self) -> bool | None:
        value = self.part.decided()
        return None if value is None else not value


@dataclass
class Joined:
    """Parts joined by && or by ||."""

    sign: str
    parts: "list[Condition]"

    def decided(self) -> bool | None:
        values = [part.decided() for part in self.parts]
        strong = self.sign == "||"
        if strong in values:
            return strong
        return None if None in values else not strong


Condition = Atom | Not | Joined


def of_branch(branch: Branch) -> Condition | None:
    """The condition of a branch; none for #else."""
    given = tuple(tokens(branch.piece.argument))
    match branch.directive:
        case "else":
            return None
        case "ifdef":
            return Atom(tuple(tokens(f"defined({given[0].text})")))
        case "ifndef":
            return Not(Atom(tuple(tokens(f"defined({given[0].text})"))))
        case _:
            return _parsed(given)


def _parsed(given: tuple[Token, ...]) -> Condition:
    for sign in ("||", "&&"):
        parts = _split(given, sign)
        if len(parts) > 1:
            return Joined(sign, [_parsed(part) for part in parts])
    if given and given[0].text == "!" and _one_operand(given[1:]):
        return Not(_parsed(given[1:]))
    if given and given[0].text == "(" and _closing(given, 0) == len(given) - 1:
        return _parsed(given[1:-1])
    return Atom(given)


def _closing(given: tuple[Token, ...], start: int) -> int:
    depth = 0
    for position in range(start, len(given)):
        depth += {"(": 1, ")": -1}.get(given[position].text, 0)
        if depth == 0:
            return position
    raise SourceError(f"#if {spelled(given)}: unbalanced")


def _one_operand(given: tuple[Token, ...]) -> bool:
    """Whether all of this is the operand of the ! before it."""
    if not given:
        return False
    if given[0].text == "!":
        return _one_operand(given[1:])
    position = 0
    if given[0].kind == "name":
        position = 1
        if given[0].text == "defined" and len(given) > 1 and given[1].text != "(":
            position = 2
    if position < len(given) and given[position].text == "(":
        return _closing(given, position) == len(given) - 1
    return position == len(given) or (position == 0 and len(given) == 1)


def _split(given: tuple[Token, ...], sign: str) -> list[tuple[Token, ...]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in given:
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 and token.text == sign:
            parts.append([])
        else:
            parts[-1].append(token)
    if depth == 0 and any(token.text == "?" for token in given):
        return [given]
    return [tuple(part) for part in parts]


def atoms(condition: Condition) -> Iterator[Atom]:
    match condition:
        case Atom():
            yield condition
        case Not(part):
            yield from atoms(part)
        case Joined(_, parts):
            for part in parts:
                yield from atoms(part)


def left_over(condition: Condition) -> Condition:
    """What of an open condition is still to be asked."""
    match condition:
        case Joined(sign, parts):
            kept = [left_over(part) for part in parts if part.decided() is None]
            return kept[0] if len(kept) == 1 else Joined(sign, kept)
        case Not(part):
            return Not(left_over(part))
    return condition


def opposite(condition: Condition) -> Condition:
    """What holds where this does not."""
    return condition.part if isinstance(condition, Not) else Not(condition)


def written(condition: Condition, within: str = "") -> str:
    match condition:
        case Atom():
            text = condition.text()
            simple = len(condition.tokens) == 1 or condition.tokens[0].text == "defined"
            simple = simple or _one_operand(condition.tokens)
            return text if simple or within != "!" else f"({text})"
        case Not(part):
            return "!" + written(part, "!")
        case Joined(sign, parts):
            text = f" {sign} ".join(written(part, sign) for part in parts)
            return f"({text})" if within and within != sign else text
