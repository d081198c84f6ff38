# SPDX-License-Identifier: MIT
"""Expanded tokens into declarations: what each defines, what it uses and on what lines."""

import re
from dataclasses import dataclass, field

from tools.emission.macros import Definition, Token
from tools.emission.source import Piece, RefusedError, SourceError

WORD = re.compile(r"[A-Za-z_]\w*")
ATTRIBUTES = ("__attribute__", "__attribute", "__asm__", "asm", "_Alignas", "__declspec")
AGGREGATES = ("struct", "union", "enum")


@dataclass(eq=False)
class Declaration:
    """One declaration at file scope."""

    kind: str = ""  # function, prototype, object, type, check or linkage
    names: frozenset[str] = frozenset()  # what it defines or declares
    uses: set[str] = field(default_factory=set)
    pieces: dict[Piece, None] = field(default_factory=dict)
    macros: dict[Definition, None] = field(default_factory=dict)
    static: bool = False
    object: bool = False  # no function

    def where(self) -> str:
        return str(next(iter(self.pieces), "nowhere"))


class Splitter:
    """Takes the tokens of a file as they come and cuts them into declarations."""

    def __init__(self) -> None:
        self.done: list[Declaration] = []
        self._tokens: list[Token] = []
        self._depth = 0
        self._body = False  # inside a function's body
        self._current = Declaration()
        self._beside = 0
        self._linkage = 0
        self.certain = True  # that what comes is compiled

    @property
    def between(self) -> bool:
        """Whether no declaration is begun."""
        return not self._tokens

    def beside(self, inside: bool) -> None:
        """Enter or leave tokens that stand in place of others: they count as used alone."""
        self._beside += 1 if inside else -1

    def add(self, token: Token) -> None:
        for piece in token.pieces:
            self._current.pieces[piece] = None
        if token.definition is not None:
            self._current.macros[token.definition] = None
            return
        if token.kind == "text":
            self._current.uses.update(WORD.findall(token.text))
        elif token.kind == "name":
            self._current.uses.add(token.text)
        if token.beside or self._beside:
            return
        if token.kind == "sign":
            self._sign(token)
        else:
            self._tokens.append(token)

    def _sign(self, token: Token) -> None:
        self._tokens.append(token)
        if token.text in "([{":
            if token.text == "{" and self._depth == 0:
                if self._is_linkage():
                    self._linkage += 1
                    self._end("linkage")
                    return
                self._body = self._is_function()
            self._depth += 1
        elif token.text in ")]}":
            self._depth -= 1
            if self._depth < 0:
                if token.text != "}" or not self._linkage:
                    raise SourceError(f"{self._current.where()}: {token.text} closes nothing")
                self._depth = 0
                self._linkage -= 1
                self._end("linkage")
            elif self._depth == 0 and token.text == "}" and self._body:
                self._end("function")
        elif token.text == ";" and self._depth == 0:
            self._end("")

    def _is_linkage(self) -> bool:
        return [token.text for token in self._tokens[:-1]] == ["extern", '"C"']

    def _is_function(self) -> bool:
        outside = _outside(self._tokens[:-1])
        return (
            "=" not in outside
            and bool(outside)
            and outside[-1] == "()"
            and outside[0] not in ("typedef", *AGGREGATES)
        ) or (outside[:1] == ["struct"] and outside[-1] == "()" and len(outside) > 3)

    def _end(self, kind: str) -> None:
        current = self._current
        texts = [token for token in self._tokens if token.text != "__extension__"]
        self._current = Declaration()
        self._tokens = []
        self._body = False
        if len(texts) == 1 and texts[0].text == ";":
            return
        outside = _outside(texts)
        current.static = "static" in outside
        names = set(_enumerators(texts)) if "enum" in outside else set()
        names |= {
            outside[position + 1]
            for position, word in enumerate(outside[:-1])
            if word in AGGREGATES and outside[position + 2 : position + 3] == ["{}"]
        }
        name = _declared(outside, texts)
        if name:
            names.add(name)
        if kind:
            current.kind = kind
        elif _is_check(texts):
            current.kind = "check"
        elif outside[0] == "typedef":
            current.kind = "type"
        elif "=" in outside or "()" not in outside:
            if "=" in outside:
                current.kind = "object"
            elif outside[-2:] == ["{}", ";"] or outside[-3:-2][0] in AGGREGATES:
                current.kind = "type"
            else:
                current.kind = "prototype" if "extern" in outside else "object"
            current.object = current.kind != "type"
        else:
            current.kind = "prototype"
        current.names = frozenset(names)
        if current.kind == "check" and self.certain:
            _refuse(texts)
        if not names and current.kind not in ("linkage", "check"):
            raise SourceError(f"{current.where()}: no name in {' '.join(outside)}")
        self.done.append(current)

    def finish(self) -> list[Declaration]:
        if self._tokens or self._depth or self._linkage:
            raise SourceError(f"{self._current.where()}: a declaration does not end")
        return self.done


def _refuse(given: list[Token]) -> None:
    """An assertion of 0 is how sources refuse a choice."""
    if [token.text for token in given[1:4]] == ["(", "0", ","]:
        texts = (token.text[1:-1] for token in given if token.kind == "text")
        raise RefusedError("".join(texts).replace('\\"', '"'))


def _outside(given: list[Token]) -> list[str]:
    """The texts of tokens outside parentheses and braces, which are () and {}; no attributes."""
    result: list[str] = []
    depth = 0
    attribute = False
    for token in given:
        text = token.text
        if text in ("(", "[", "{"):
            if depth == 0 and not attribute:
                result.append({"(": "()", "[": "[]", "{": "{}"}[text])
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                attribute = False
        elif depth == 0:
            if text in ATTRIBUTES:
                attribute = True
            else:
                result.append(text)
    return result


def _declared(outside: list[str], given: list[Token]) -> str:
    """The name that a declaration declares."""
    words = outside
    if "=" in words:
        words = words[: words.index("=")]
    if words and words[-1] == ";":
        words = words[:-1]
    if words.count("()") == 2 and words[-1] == "()" and words[-2] == "()":
        return _in_parentheses(given)
    while words and words[-1] in ("()", "[]", "{}", ","):
        words = words[:-1]
    if words and WORD.fullmatch(words[-1]) and len(words) > 1:
        return words[-1] if words[-2] not in AGGREGATES or outside[-2:] != ["{}", ";"] else ""
    return ""


def _in_parentheses(given: list[Token]) -> str:
    """The name in (*name)(...)."""
    for first, second, third in zip(given, given[1:], given[2:], strict=False):
        if first.text == "(" and second.text == "*" and third.kind == "name":
            return third.text
    return ""


def _enumerators(given: list[Token]) -> list[str]:
    result: list[str] = []
    depth = 0
    fresh = False
    inside = False
    for token in given:
        if token.text == "enum" and depth == 0:
            inside = True
        if token.text in ("(", "[", "{"):
            depth += 1
            fresh = token.text == "{" and depth == 1 and inside
        elif token.text in (")", "]", "}"):
            depth -= 1
        elif depth == 1 and inside:
            if fresh and token.kind == "name":
                result.append(token.text)
            fresh = token.text == ","
    return result


def _is_check(given: list[Token]) -> bool:
    """typedef char name[condition ? 1 : -1], or a static assertion."""
    texts = [token.text for token in given]
    if texts[0] in ("_Static_assert", "static_assert"):
        return True
    return texts[:2] == ["typedef", "char"] and texts[-6:] == ["1", ":", "-", "1", "]", ";"]
