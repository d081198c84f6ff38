# SPDX-License-Identifier: MIT
"""Questions of C, answered in Python: conditions on macros whose values are known."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache

OPERATORS = ((r"&&", " and "), (r"\|\|", " or "), (r"!(?!=)", " not "))
DEFINED = re.compile(r"\bdefined\s*\(?\s*(\w+)\s*\)?")
CALL = re.compile(r"\b(WHIT_HAS|WHIT_LISTS)\((\w+)\)")
PASTED = re.compile(
    r"\b(WHIT_USES_SIZE|WHIT_USES_LADDER|WHIT_USES_PLAIN|WHIT_USES_FIELD|WHIT_PLAIN_FIELD"
    r"|WHIT_PAIRS_FIELD)\((\w+)\)"
)
JOINED = re.compile(r"\bWHIT_JOIN\((\w+), (\w+)\)")
OF_PRIME = re.compile(r"\bWHIT_(USES|SIGNS|SOLE)_PRIME\((\w+)\)")
NAME = re.compile(r"\b[A-Za-z_]\w*\b")


class QuestionError(Exception):
    """A condition that is not one of macros and numbers."""


def answer(
    question: str, macros: Mapping[str, str], has: Callable[[str], bool] = lambda name: False
) -> int:
    """The value of a condition where undefined macros count 0, as in C."""
    return _value(question, macros, has, 0)


def _value(text: str, macros: Mapping[str, str], has: Callable[[str], bool], depth: int) -> int:
    if depth > 40:
        raise QuestionError(f"a macro means itself: {text}")
    text = DEFINED.sub(lambda match: "1" if match[1] in macros else "0", text)
    text = OF_PRIME.sub(r"WHIT_\1_\2", PASTED.sub(r"\1_\2", text))
    text = CALL.sub(lambda match: str(int(has(match[2]))), text)

    def joined(match: re.Match[str]) -> str:
        return "".join(macros.get(part, part) for part in match.groups())

    def number(match: re.Match[str]) -> str:
        meaning = macros.get(match[0], "0") or "1"
        return str(_value(meaning, macros, has, depth + 1))

    return _of_numbers(NAME.sub(number, JOINED.sub(joined, text)))


@cache
def _of_numbers(text: str) -> int:
    """The value of a condition without names. Most are asked often."""
    for operator, word in OPERATORS:
        text = re.sub(operator, word, text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise QuestionError(f"no condition: {text}") from error
    return _number(tree.body)


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return int(not _number(operand))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand)
        case ast.BoolOp(op=ast.And(), values=values):
            return int(all(_number(value) for value in values))
        case ast.BoolOp(values=values):
            return int(any(_number(value) for value in values))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _number(left) + _number(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _number(left) - _number(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _number(left) * _number(right)
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return _number(left) % _number(right)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _compared(operator, _number(left), _number(right))
    raise QuestionError(f"no condition: {ast.dump(node)}")


def _compared(operator: ast.cmpop, left: int, right: int) -> int:
    found = {
        ast.Eq: left == right,
        ast.NotEq: left != right,
        ast.Lt: left < right,
        ast.LtE: left <= right,
        ast.Gt: left > right,
        ast.GtE: left >= right,
    }
    return int(found[type(operator)])
