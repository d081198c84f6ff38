# SPDX-License-Identifier: MIT
"""From the files of an amalgamation to those of a drop-in."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from tools.emission import schemes
from tools.emission.choice import LICENCE, Choice
from tools.emission.declarations import Declaration
from tools.emission.judge import Judge
from tools.emission.macros import Meanings, Table, said
from tools.emission.plain_names import plain
from tools.emission.prototypes import defined_once
from tools.emission.reach import Reach
from tools.emission.remarks import names, relevant, titled
from tools.emission.render import Render, comment_of, tidy
from tools.emission.source import Node, Piece, SourceError, parse
from tools.emission.walk import TEMPLATE, Walk

HEADER, SOURCE, INCLUDED = "whit.h", "whit.c", "whit.inc"
INCLUDED_TOP = "/* Templates that whit.c includes, each for several sizes. */"
GUARD = "WHIT_H"
# Headers of the sources define most of them, and of those compilers do not warn.
QUIET = (
    "/* The compiler and its width of limbs decide which macros are used. */",
    "#ifdef __GNUC__",
    '#pragma GCC diagnostic ignored "-Wunused-macros"',
    "#endif",
)
ASKED = re.compile(r"(?:#\s*(?:ifdef|ifndef)|\bdefined\b\s*\(?)\s*(\w+)")
DEFINED = re.compile(r"^\s*#\s*define\s+(\w+)", re.M)
MENTIONED = re.compile(r"(?:#\s*(?:define|undef|ifdef|ifndef)|\bdefined\b\s*\(?)\s*(\w+)")


def emit(texts: Mapping[str, str], choice: Choice) -> dict[str, str]:
    """The files of a drop-in, from whit.h, whit.c and whit.inc as a whole."""
    asked: set[str] = set()
    files = {name: _parsed(texts[name], name) for name in (SOURCE, INCLUDED)}
    files[HEADER] = _decided(choice) + _guarded(_parsed(texts[HEADER], HEADER))
    walk = Walk(files, Table(_meanings(choice)), Judge(choice.core.calls, asked.add))
    walk.file(SOURCE)
    declarations = walk.declarations()
    interface = Interface(declarations, schemes.parts(choice.schemes))
    render = Render(Reach(walk, declarations, HEADER, interface.is_root))
    opened = [f"#ifndef {GUARD}", f"#define {GUARD}", ""]
    opening = [*choice.guard(asked), *(["", *QUIET] if choice.core.portable else [])]
    result = {
        HEADER: _text([*choice.title(), *opened, *render.file(HEADER), "", "#endif"]),
        SOURCE: _text([*choice.short_title(), "", *opening, "", *render.file(SOURCE)]),
    }
    if render.shared:
        return _with_templates(result, render)
    text = defined_once(plain(result[SOURCE], [result[HEADER]]))
    gone = names(texts.values()) - names([result[HEADER], text])
    result[SOURCE] = _text(relevant(titled(text), gone).splitlines())
    return result


@lru_cache(maxsize=3)
def _parsed(text: str, name: str) -> list[Node]:
    """The tree of a file, which stays as it is: many drop-ins come from one amalgamation."""
    return parse(text, name)


def _with_templates(files: dict[str, str], render: Render) -> dict[str, str]:
    """The files and the one that whit.c includes."""
    held = [(comment_of(branch.piece), render.section(branch)) for branch in render.shared]
    sections: list[str] = []
    for number, (title, section) in enumerate(held, 1):
        directive = "#if" if number == 1 else "#elif"
        sections += ["", f"{directive} {TEMPLATE} == {number} {title}", *section]
    texts = [*files.values(), *sections]
    zeros = _said_to_be_0(render.absent, texts)
    source = _or_0(files[SOURCE], render.absent.keys() - set(ASKED.findall("\n".join(texts))))
    included = [LICENCE, INCLUDED_TOP, *zeros, *sections, "", "#endif"]
    return {**files, SOURCE: _text(source), INCLUDED: _text(included)}


class Interface:
    """What a drop-in is to offer: public functions and objects that its schemes need and that the
    build has."""

    def __init__(self, declarations: list[Declaration], held: frozenset[str]) -> None:
        self.held = held
        self.defined = {
            name
            for each in declarations
            if each.kind in ("function", "object")
            for name in each.names
        }
        shown = [each for each in declarations if _in_header(each)]
        self.functions = {
            name
            for each in shown
            if each.kind in ("prototype", "function") and not each.object
            for name in each.names
        }
        self.public = {name for each in shown for name in each.names}

    def is_root(self, each: Declaration) -> bool:
        if each.kind not in ("function", "object"):
            return False
        if not each.static:
            return all(name in self.public for name in each.names) and self._offers(each.names)
        if not _in_header(each):
            return False
        return self._offers((each.uses & self.functions) - each.names)

    def _offers(self, names: "set[str] | frozenset[str]") -> bool:
        return all(name in self.defined and schemes.wanted(name, self.held) for name in names)


def _said_to_be_0(absent: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Definitions of what conditions ask of each size or curve and only some have, for compilers
    that warn of a name that is none. What is asked for being defined stays as it is."""
    text = "\n".join(texts)
    mentioned = {match[1] for match in MENTIONED.finditer(text)}
    lines = [f"#define {name} 0" for name in sorted(absent) if name not in mentioned]
    title = "/* What conditions ask of each size or curve, and none of these has. */"
    return ["", title, *lines] if lines else []


def _or_0(text: str, absent: Iterable[str]) -> list[str]:
    """A file's lines, and 0 for those of these names that only conditionals define, behind the last
    one that does, for compilers that warn of a name in a condition that is none."""
    lines = text.splitlines()
    always: set[str] = set()
    ends: dict[str, int] = {}
    for node in parse(text, SOURCE):
        if isinstance(node, Piece):
            always.update(DEFINED.findall("\n".join(node.lines)))
        elif node.end:
            held = lines[node.branches[0].piece.line : node.end.line]
            ends |= dict.fromkeys(DEFINED.findall("\n".join(held)), node.end.line)
    undecided = ends.keys() & set(absent) - always
    for name in sorted(undecided, key=lambda name: (ends[name], name), reverse=True):
        lines[ends[name] : ends[name]] = [f"#ifndef {name}", f"#define {name} 0", "#endif"]
    return lines


def _in_header(each: Declaration) -> bool:
    return any(piece.file == HEADER for piece in each.pieces)


def _meanings(choice: Choice) -> dict[str, Meanings]:
    known = choice.core.meanings()
    if choice.core.portable:
        for option in choice.undecided():
            values = (said(option.name, value) for value in option.values)
            known[option.name] = (None, *values)
    return known


def _decided(choice: Choice) -> list[Node]:
    """What is decided, in front of the header."""
    lines = [f"#define {name} {value}" for name, value in choice.macros().items()]
    return parse("\n".join([*lines, ""]), HEADER)


def _guarded(nodes: list[Node]) -> list[Node]:
    """What stands inside the header's include guard."""
    for node in nodes:
        if not isinstance(node, Piece):
            branch = node.branches[0]
            if branch.piece.argument == GUARD:
                return branch.body[1:]
    raise SourceError(f"{HEADER} has no include guard {GUARD}")


def _text(lines: list[str]) -> str:
    return "\n".join([*tidy(lines), ""])
