# SPDX-License-Identifier: MIT
"""The arithmetic of #if where the values of some names are open."""

import re
from collections.abc import Callable, Mapping

from tools.emission.macros import OPEN, Table, Token, spelled
from tools.emission.source import SourceError


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

    def __init__(
        self,
        given: list[Token],
        table: Table,
        calls: Mapping[str, int],
        asked: Callable[[str], None],
    ) -> None:
        self.given = given
        self.table = table
        self.calls = calls  # what __has_feature(x) and its like are known to give
        self.asked = asked
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
            left = joined(sign, left, self._level(number + 1))
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
        self.asked(name)
        if self._next() == "(":
            start = self.position
            depth = 0
            while True:
                depth += {"(": 1, ")": -1}.get(self._next(), 0)
                self.position += 1
                if depth == 0:
                    break
            call = name + "".join(token.text for token in self.given[start : self.position])
            return self.calls.get(call)
        return None if OPEN in self.table.of(name) else 0


def joined(sign: str, left: int | None, right: int | None) -> int | None:
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
