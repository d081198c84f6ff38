# SPDX-License-Identifier: MIT
"""Tokens, macro definitions and their expansion.

A macro may have several meanings at once, where conditions that stay open define it. Its first
definition is expanded; what the others name is kept beside it, as tokens marked `beside`, which
count as used and are no part of the text. Each expansion leaves a `mark` token, which says what
definition was used and on what lines."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tools.emission.source import Piece, SourceError

TOKEN = re.compile(
    r"""(?P<name>[A-Za-z_]\w*)
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<text>(?:L|u8?|U)?"(?:\\.|[^"\\])*")
      | (?P<char>'(?:\\.|[^'\\])*')
      | (?P<sign>\.\.\.|\#\#|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
    """,
    re.X,
)


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    kind: str  # name, number, text, char, sign or mark
    pieces: tuple[Piece, ...] = ()  # the lines that it comes from
    hidden: frozenset[str] = frozenset()  # macros that it came out of
    beside: bool = False
    definition: "Definition | None" = None  # of a mark


@dataclass(eq=False)
class Definition:
    """A #define."""

    name: str
    parameters: tuple[str, ...] | None
    variadic: bool
    body: tuple[Token, ...]
    piece: Piece
    pastes: bool = field(init=False)

    def __post_init__(self) -> None:
        self.pastes = any(token.text in ("##", "#") for token in self.body)


class Open:
    """A meaning that is not known: defined by the compiler or the user, or with what value."""


OPEN: Final = Open()

# The meanings of a name: definitions, not a macro (None), anything (OPEN).
Meanings = tuple[Definition | Open | None, ...]
UNDEFINED: Final[Meanings] = (None,)
UNKNOWN: Final[Meanings] = (None, OPEN)
# What <stdint.h>, which all files include, says of the compiler's types.
OF_TYPES: Final = re.compile(r"(U?INT(\d+|PTR|MAX)|PTRDIFF|SIZE)_MAX")

_read: dict[int, tuple[Piece, tuple[Token, ...]]] = {}


def tokens(text: str, piece: Piece | None = None) -> list[Token]:
    """The tokens of a text without comments."""
    origin = (piece,) if piece is not None else ()
    return [Token(match[0], match.lastgroup or "", origin) for match in TOKEN.finditer(text)]


def spelled(given: Iterable[Token]) -> str:
    """Tokens as one writes them in a condition."""
    text = " ".join(token.text for token in given)
    text = re.sub(r"([(!~]) ", r"\1", text)
    text = re.sub(r" ([),])", r"\1", text)
    return re.sub(r"\b(\w+) \(", r"\1(", text)


def piece_tokens(piece: Piece) -> tuple[Token, ...]:
    """Those of a piece of code, read once."""
    if id(piece) not in _read:
        _read[id(piece)] = (piece, tuple(tokens(piece.text, piece)))
    return _read[id(piece)][1]


def definition(piece: Piece) -> Definition:
    """What a #define says."""
    match = re.match(r"(\w+)(\(([^()]*)\))?(.*)", piece.argument, re.S)
    if match is None:
        raise SourceError(f"{piece}: #define of nothing")
    parameters = None
    variadic = False
    if match[2] is not None:
        names = [name.strip() for name in match[3].split(",")] if match[3].strip() else []
        variadic = bool(names) and names[-1] == "..."
        parameters = tuple("__VA_ARGS__" if name == "..." else name for name in names)
    return Definition(match[1], parameters, variadic, tuple(tokens(match[4])), piece)


def said(name: str, value: str) -> Definition:
    """What the command line or the compiler defines."""
    return Definition(name, None, False, tuple(tokens(value)), Piece("define", [], name, 0))


class Table:
    """What each name means at one point of the walk."""

    def __init__(self, meanings: dict[str, Meanings]) -> None:
        self.meanings = meanings
        self.besides: dict[Definition, list[Token]] = {}  # emptied when a macro changes

    def of(self, name: str) -> Meanings:
        """What a name means. Of those that are the compiler's nothing is known, if not said."""
        found = self.meanings.get(name)
        if found is not None:
            return found
        if OF_TYPES.fullmatch(name):
            return (OPEN,)
        return UNKNOWN if name.startswith("_") else UNDEFINED

    def __setitem__(self, name: str, meanings: Meanings) -> None:
        self.meanings[name] = meanings
        self.besides = {}

    def copy(self) -> "Table":
        return Table(dict(self.meanings))

    def merge(self, others: Sequence["Table"]) -> None:
        """Take over what each of the others holds, one of which is true."""
        names = {name for table in others for name in table.meanings}
        merged: dict[str, Meanings] = {}
        for name in names:
            found: dict[Definition | Open | None, None] = {}
            for table in others:
                found.update(dict.fromkeys(table.of(name)))
            merged[name] = tuple(found)
        self.meanings = merged
        self.besides = {}

    def expand(self, given: Sequence[Token]) -> list[Token]:
        """The tokens with all macros expanded, and a mark for each."""
        done: list[Token] = []
        left = list(reversed(given))
        while left:
            token = left.pop()
            if token.kind != "name" or token.text in token.hidden:
                done.append(token)
                continue
            known = [each for each in self.of(token.text) if isinstance(each, Definition)]
            if not known:
                done.append(token)
                continue
            # The shortest stands for all.
            known.sort(key=lambda each: len(each.body))
            whole: list[Token] = [token]
            arguments: list[list[Token]] = []
            if any(each.parameters is not None for each in known):
                if not left or left[-1].text != "(" or left[-1].beside != token.beside:
                    done += [_mark(each, (token,)) for each in known if token.beside]
                    done.append(token)
                    continue
                arguments = _arguments(token, left, whole)
            left += reversed(self._replaced(known[0], token, arguments, whole))
            if None in self.of(token.text):
                done.append(replace(token, beside=True))
            # Before the rest, so that nothing stands between a name and its arguments.
            for each in known[1:]:
                done += self._besides(each, known[0], token, arguments, whole)
        return done

    def _besides(
        self,
        each: Definition,
        shown: Definition,
        name: Token,
        arguments: list[list[Token]],
        whole: list[Token],
    ) -> list[Token]:
        """What a definition names that is true where the one that is expanded is not. Until a
        macro changes that is the same each time, where arguments are in both and in no name."""
        known = self.besides.get(each)
        if known is None:
            body = [
                replace(token, beside=True)
                for token in self._replaced(each, name, arguments, whole)
            ]
            found = {
                (token.kind, token.text, token.definition): token
                for token in self.expand(body)
                if token.kind in ("name", "text", "mark")
            }
            known = list(found.values())
            pastes = any(t.definition is not None and t.definition.pastes for t in known)
            if not pastes and {*(each.parameters or ())} <= {t.text for t in shown.body}:
                self.besides[each] = known
        return [replace(token, pieces=name.pieces) for token in known]

    def _replaced(
        self,
        each: Definition,
        name: Token,
        arguments: list[list[Token]],
        whole: list[Token],
    ) -> list[Token]:
        """The body of a macro with its arguments filled in, behind a mark."""
        hidden = name.hidden | {each.name}
        origin = name.pieces
        mark = _mark(each, whole)
        if each.parameters is None:
            return [mark, *(_came(token, origin, hidden, name.beside) for token in each.body)]
        bound = _bound(each, name, arguments)
        mentioned = {token.text for token in each.body}
        result = [mark]
        for parameter, given in bound.items():
            if parameter not in mentioned:
                result += [token for token in given if token.kind == "mark"]
        body = each.body
        index = 0
        while index < len(body):
            token = body[index]
            before = index > 0 and body[index - 1].text == "##"
            after = index + 1 < len(body) and body[index + 1].text == "##"
            if token.text == "#" and index + 1 < len(body) and body[index + 1].text in bound:
                text = " ".join(t.text for t in bound[body[index + 1].text] if t.kind != "mark")
                quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
                result.append(Token(quoted, "text", origin, hidden, name.beside))
                result += [t for t in bound[body[index + 1].text] if t.kind == "mark"]
                index += 2
                continue
            if token.text == "##":
                index += 1
                continue
            if token.text in bound:
                given = bound[token.text]
                piece = given if before or after else self.expand(given)
                piece = [
                    replace(token, hidden=token.hidden | hidden) if token.kind == "name" else token
                    for token in piece
                ]
            else:
                piece = [_came(token, origin, hidden, name.beside)]
            if before:
                _paste(result, piece, hidden, origin)
            else:
                if after and not piece:
                    piece = [Token("", "sign", origin, hidden, name.beside)]
                result += piece
            index += 1
        return [token for token in result if token.text or token.kind == "mark"]


def _came(token: Token, origin: tuple[Piece, ...], hidden: frozenset[str], beside: bool) -> Token:
    return Token(token.text, token.kind, origin, hidden, beside)


def _mark(each: Definition, whole: Iterable[Token]) -> Token:
    origin = tuple(dict.fromkeys(piece for token in whole for piece in token.pieces))
    return Token("", "mark", origin, definition=each)


def _arguments(name: Token, left: list[Token], whole: list[Token]) -> list[list[Token]]:
    """Take the arguments of a call off the tokens that are left."""
    whole.append(left.pop())
    depth = 1
    found: list[list[Token]] = [[]]
    while left:
        token = left.pop()
        whole.append(token)
        if token.kind == "sign" and token.beside == name.beside:
            if token.text == "(":
                depth += 1
            elif token.text == ")":
                depth -= 1
                if depth == 0:
                    return found
            elif token.text == "," and depth == 1:
                found.append([])
                continue
        found[-1].append(token)
    where = name.pieces[0] if name.pieces else "a condition"
    raise SourceError(f"{where}: the call of {name.text} does not end")


def _bound(each: Definition, name: Token, arguments: list[list[Token]]) -> dict[str, list[Token]]:
    assert each.parameters is not None
    count = len(each.parameters)
    if each.variadic:
        rest: list[Token] = []
        for number, argument in enumerate(arguments[count - 1 :]):
            if number:
                rest.append(Token(",", "sign", name.pieces, frozenset(), name.beside))
            rest += argument
        arguments = [*arguments[: count - 1], rest]
    if count == 0 and arguments == [[]]:
        arguments = []
    if len(arguments) != count:
        where = name.pieces[0] if name.pieces else "a condition"
        raise SourceError(f"{where}: {name.text} has {len(arguments)} arguments, takes {count}")
    return dict(zip(each.parameters, arguments, strict=True))


def _paste(
    result: list[Token], piece: list[Token], hidden: frozenset[str], origin: tuple[Piece, ...]
) -> None:
    """Join the last token of the result and the first of a piece."""
    marks = [token for token in piece if token.kind == "mark"]
    piece = [token for token in piece if token.kind != "mark"]
    position = len(result) - 1
    while position >= 0 and result[position].kind == "mark":
        position -= 1
    if not piece:
        result += marks
        return
    if position < 0:
        result += [*marks, *piece]
        return
    last = result[position]
    text = last.text + piece[0].text
    read = tokens(text)
    if len(read) > 1:
        raise SourceError(f"{origin[0] if origin else 'a condition'}: ## makes {text!r}")
    kind = read[0].kind if read else "sign"
    # Marks before the name, which arguments may follow.
    joined = Token(text, kind, origin, hidden, last.beside or piece[0].beside)
    result[position : position + 1] = [*marks, joined]
    result += piece[1:]
