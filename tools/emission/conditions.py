# SPDX-License-Identifier: MIT
"""What a condition of #if says where some macros are open, and what is left of it.

A condition is taken apart at its ||, && and !; what these join is an atom, whose macros are
expanded with every meaning they may have. Where all meanings agree the atom is decided."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tools.emission.macros import OPEN, Definition, Table, Token, tokens
from tools.emission.source import Branch, SourceError

LIMIT = 256  # combinations of meanings that are tried for one atom


@dataclass
class Atom:
    """A part of a condition without logic of its own, and what it was found to be."""

    tokens: tuple[Token, ...]
    found: set[bool | None] = field(default_factory=set)
    used: dict[Definition, None] = field(default_factory=dict)  # the macros that it expanded

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


def spelled(given: Iterable[Token]) -> str:
    """Tokens as one writes them in a condition."""
    text = " ".join(token.text for token in given)
    text = re.sub(r"([(!~]) ", r"\1", text)
    text = re.sub(r" ([),])", r"\1", text)
    return re.sub(r"\b(\w+) \(", _call, text)


def _call(match: re.Match[str]) -> str:
    return f"{match[1]}("


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


class Judge:
    """Decides conditions by a table of macros, and remembers what it was asked."""

    def __init__(self, calls: dict[str, int], asked: Callable[[str], None]) -> None:
        self.calls = calls  # what __has_feature(x) and its like are known to give
        self.asked = asked

    def judge(self, condition: Condition, table: Table) -> bool | None:
        """Whether it holds here; None where that is open. Notes it in the atoms."""
        match condition:
            case Atom():
                value = self._atom(condition, table)
                condition.found.add(value)
                return value
            case Not(part):
                value = self.judge(part, table)
                return None if value is None else not value
            case Joined(sign, parts):
                strong = sign == "||"
                result: bool | None = not strong
                for part in parts:
                    value = self.judge(part, table)
                    if value == strong:
                        return strong
                    if value is None:
                        result = None
                        table = assumed(table, part, not strong)
                return result

    def _atom(self, atom: Atom, table: Table) -> bool | None:
        used: dict[Definition, None] = {}
        values = {self._value(atom.tokens, each, used) for each in self._tables(atom, table)}
        truths = {None if value is None else value != 0 for value in values}
        atom.used.update(used)  # decided here, it may be decided otherwise elsewhere
        return truths.pop() if len(truths) == 1 else None

    def _tables(self, atom: Atom, table: Table) -> Iterator[Table]:
        """One table for each combination of what the names in an atom may mean."""
        names = self._names(atom.tokens, table)
        # What is called is defined, or this would be no C.
        called = {
            first.text
            for first, second in itertools.pairwise(atom.tokens)
            if second.text == "(" and not first.text.startswith("_")
        }
        choices = []
        for name in names:
            meanings = table.of(name)
            kept = tuple(each for each in meanings if each is not None or name not in called)
            if len(meanings) > 1:
                choices.append((name, kept or meanings))
        count = 1
        for _, meanings in choices:
            count *= len(meanings)
        if count > LIMIT:
            raise SourceError(f"#if {atom.text()}: too much of it is open")
        for chosen in itertools.product(*(meanings for _, meanings in choices)):
            each = table.copy() if choices else table
            for (name, _), meaning in zip(choices, chosen, strict=True):
                each[name] = (meaning,)
            yield each

    @staticmethod
    def _names(given: Iterable[Token], table: Table) -> list[str]:
        """Names that a condition comes upon, expanded."""
        found: dict[str, None] = {}
        for token in (*given, *table.expand(list(given))):
            if token.kind == "name":
                found[token.text] = None
            if token.definition is not None:
                found[token.definition.name] = None
        return [name for name in found if name != "defined"]

    def _value(
        self, given: tuple[Token, ...], table: Table, used: dict[Definition, None]
    ) -> int | None:
        ready: list[Token] = []
        position = 0
        while position < len(given):
            token = given[position]
            if token.text == "defined":
                position += 1
                if given[position].text == "(":
                    name = given[position + 1].text
                    position += 2
                else:
                    name = given[position].text
                meaning = table.of(name)[0]
                self.asked(name)
                if isinstance(meaning, Definition):
                    used[meaning] = None
                ready.append(Token("0" if meaning is None else "1", "number"))
            else:
                ready.append(token)
            position += 1
        expanded = table.expand(ready)
        for token in expanded:
            if token.definition is not None:
                used[token.definition] = None
        plain = [token for token in expanded if token.kind != "mark" and not token.beside]
        return Arithmetic(plain, table, self).value()


def assumed(table: Table, condition: Condition, holds: bool) -> Table:
    """The table where a condition is known to hold or not to: what it says of definedness."""
    match condition:
        case Not(part):
            return assumed(table, part, not holds)
        case Joined(sign, parts) if (sign == "&&") == holds:
            for part in parts:
                table = assumed(table, part, holds)
            return table
        case Atom(tokens=given) if given[0].text == "defined":
            name = next(token.text for token in given[1:] if token.kind == "name")
            meanings = table.of(name)
            kept = tuple(each for each in meanings if (each is not None) == holds)
            if kept and len(kept) < len(meanings):
                table = table.copy()
                table[name] = kept
    return table


class Arithmetic:
    """The value of an expanded expression, None where it is not known."""

    LEVELS = (
        ("||",),
        ("&&",),
        ("|",),
        ("^",),
        ("&",),
        ("==", "!="),
        ("<", ">", "<=", ">="),
        ("<<", ">>"),
        ("+", "-"),
        ("*", "/", "%"),
    )

    def __init__(self, given: list[Token], table: Table, judge: Judge) -> None:
        self.given = given
        self.table = table
        self.judge = judge
        self.position = 0

    def value(self) -> int | None:
        result = self._choice()
        if self.position != len(self.given):
            raise SourceError(f"#if {spelled(self.given)}: not understood")
        return result

    def _next(self) -> str:
        return self.given[self.position].text if self.position < len(self.given) else ""

    def _choice(self) -> int | None:
        first = self._level(0)
        if self._next() != "?":
            return first
        self.position += 1
        yes = self._choice()
        self._expect(":")
        no = self._choice()
        if first is None:
            return yes if yes == no else None
        return yes if first else no

    def _expect(self, text: str) -> None:
        if self._next() != text:
            raise SourceError(f"#if {spelled(self.given)}: {text} expected")
        self.position += 1

    def _level(self, number: int) -> int | None:
        if number == len(self.LEVELS):
            return self._operand()
        left = self._level(number + 1)
        while self._next() in self.LEVELS[number]:
            sign = self._next()
            self.position += 1
            left = _joined(sign, left, self._level(number + 1))
        return left

    def _operand(self) -> int | None:
        token = self.given[self.position] if self.position < len(self.given) else None
        if token is None:
            raise SourceError(f"#if {spelled(self.given)}: an operand is missing")
        self.position += 1
        if token.text == "(":
            value = self._choice()
            self._expect(")")
            return value
        if token.text in ("!", "-", "+", "~"):
            value = self._operand()
            if value is None:
                return None
            return {"!": int(not value), "-": -value, "+": value, "~": ~value}[token.text]
        if token.kind == "number":
            return int(re.sub(r"[uUlL]+$", "", token.text), 0)
        if token.kind == "char":
            return ord(token.text[1:-1])
        if token.kind == "name":
            return self._name(token.text)
        raise SourceError(f"#if {spelled(self.given)}: {token.text} is not understood")

    def _name(self, name: str) -> int | None:
        self.judge.asked(name)
        if self._next() == "(":
            start = self.position
            depth = 0
            while True:
                depth += {"(": 1, ")": -1}.get(self._next(), 0)
                self.position += 1
                if depth == 0:
                    break
            call = name + "".join(token.text for token in self.given[start : self.position])
            return self.judge.calls.get(call)
        return None if OPEN in self.table.of(name) else 0


def _joined(sign: str, left: int | None, right: int | None) -> int | None:
    if sign == "&&":
        if left == 0 or right == 0:
            return 0
        return None if left is None or right is None else 1
    if sign == "||":
        if left not in (0, None) or right not in (0, None):
            return 1
        return None if left is None or right is None else 0
    if left is None or right is None:
        return None
    match sign:
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "&":
            return left & right
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case ">":
            return int(left > right)
        case "<=":
            return int(left <= right)
        case ">=":
            return int(left >= right)
        case "<<":
            return left << right
        case ">>":
            return left >> right
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if right == 0:
        return None
    return left // right if sign == "/" else left % right


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
