# SPDX-License-Identifier: MIT
"""Whether a condition holds, by a table of macros some of which are open."""

import itertools
from collections.abc import Callable, Iterable, Iterator

from tools.emission.arithmetic import Arithmetic
from tools.emission.conditions import Atom, Condition, Joined, Not
from tools.emission.macros import OPEN, Definition, Table, Token
from tools.emission.source import SourceError

LIMIT = 256  # combinations of meanings that are tried for one atom


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
        absent: dict[str, None] = {}
        values = {
            self._value(atom.tokens, each, used, absent) for each in self._tables(atom, table)
        }
        for name in absent:
            meanings = table.of(name)
            if None in meanings and OPEN not in meanings:
                atom.absent[name] = None
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
        self,
        given: tuple[Token, ...],
        table: Table,
        used: dict[Definition, None],
        absent: dict[str, None],
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
        absent.update((name, None) for name in _free(plain))
        return Arithmetic(plain, table, self.calls, self.asked).value()


def _free(given: list[Token]) -> Iterator[str]:
    """Names that count as 0: not those of calls of what is no macro here, nor what they are given,
    which where it is one is pasted."""
    depth = 0  # of parentheses within such a call
    called = False
    for token, follows in itertools.zip_longest(given, given[1:]):
        if called or depth:
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            called = False
        elif token.kind == "name":
            called = follows is not None and follows.text == "("
            if not called:
                yield token.text


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
