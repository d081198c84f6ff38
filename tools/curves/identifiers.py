# SPDX-License-Identifier: MIT
"""generated/instance/names.h: what sources compiled once a size call their functions and
types, and what each is called at one size.

field_mul is whit_field_256_mul where WHIT_FIELD_SIZE is 256. The names are those that headers and
bodies without include guard declare, found here, so that nobody keeps a list. They are pasted and
not written out: clangd then finds a definition where it stands, and a new function changes one
line. A public function's body has the name of its contract, whit_ecdh, and is whit_ecdh_256."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.curves.text import NOTICE

LEXEME = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|[^\s\w]")
# Families whose names another size, a macro, an enumeration or a generated file declares.
MENTIONED = (
    *("scalar_", "formula_", "bytecode_", "edwards_", "montgomery_", "pairing_"),
    *("scheme_", "weierstrass_", "whit_eddsa", "whit_twisted_", "whit_x_", "whit_agreement_"),
    "whit_paired_",
)
FLOORS = ("native", "field", "group", "pairing", "scheme")


@dataclass(frozen=True)
class Family:
    """Names that begin alike, and what is pasted for them: before and after the tag."""

    prefix: str
    before: str
    tag: str
    after: str = "_"

    def define(self, name: str, suffixes: "dict[str, str]") -> str:
        rest = name.removeprefix(self.prefix)
        for suffix, macro in suffixes.items():
            if rest.endswith(suffix):
                stem = rest.removesuffix(suffix)
                return f"#define {name} WHIT_JOIN5({self.before}, {self.tag}, _, {stem}, {macro})"
        return f"#define {name} WHIT_JOIN4({self.before}, {self.tag}, {self.after}, {rest})"


# Some stand for others in builds that do not tell them apart: what is pasted for these is a macro.
FAMILIES = (
    Family("field_public_", "WHIT_FIELD_PUBLIC", "WHIT_FIELD_SIZE"),
    Family("formula_", "WHIT_FORMULA_FIELD", "WHIT_FIELD_SIZE"),
    Family("field_", "whit_field_", "WHIT_FIELD_SIZE"),
    Family("scalar_", "whit_field_", "WHIT_SCALAR_SIZE"),
    Family("weierstrass_", "whit_weierstrass_", "WHIT_SIZE"),
    Family("scheme_", "whit_scheme_", "WHIT_SIZE"),
    Family("bytecode_", "whit_compact_", "WHIT_SIZE"),
    Family("coordinate_", "whit_coordinate_", "WHIT_CURVE_NAME"),
    Family("montgomery_", "whit_montgomery_", "WHIT_CURVE_NAME"),
    Family("edwards_public_", "WHIT_EDWARDS_PUBLIC", "WHIT_CURVE_NAME"),
    Family("edwards_", "whit_edwards_", "WHIT_CURVE_NAME"),
    Family("quadratic_", "whit_quadratic_", "WHIT_CURVE_NAME"),
    Family("twist_", "whit_twist_", "WHIT_CURVE_NAME"),
    Family("cubic_", "whit_cubic_", "WHIT_CURVE_NAME"),
    Family("full_", "whit_full_", "WHIT_CURVE_NAME"),
    Family("pairing_", "whit_pairing_", "WHIT_CURVE_NAME"),
    Family("bls_", "whit_bls_", "WHIT_CURVE_NAME"),
    Family("signing_", "whit_signing_", "WHIT_BLS_ARRANGED"),
    Family("whit_paired_", "whit_", "WHIT_CURVE_NAME"),
    Family("whit_arranged_", "whit_", "WHIT_BLS_ARRANGED"),
    Family("whit_agreement_", "whit_", "WHIT_CURVE_NAME"),
    # scalar_add and its siblings are names of a family themselves.
    Family("whit_twisted_scalar_", "whit_", "WHIT_CURVE_NAME", "_scalar_"),
    Family("whit_twisted_", "whit_", "WHIT_CURVE_NAME"),
    Family("whit_x_", "whit_", "WHIT_X_NAME"),
    Family("whit_eddsa_", "whit_", "WHIT_EDDSA_NAME"),
    Family("whit_eddsactx_", "whit_", "WHIT_EDDSA_NAME", "ctx_"),
    Family("whit_eddsaph_", "whit_", "WHIT_EDDSA_NAME", "ph_"),
)
# Ends of names, and the macros that are these ends or nothing.
SUFFIXES = {
    "field_": {"_any": "WHIT_FIELD_ANY"},
    "weierstrass_": {"_formula": "WHIT_FORMULA"},
}


def family(name: str) -> Family | None:
    return next((each for each in FAMILIES if name.startswith(each.prefix)), None)


def code(text: str) -> str:
    """Without comments, strings and directives."""
    return DIRECTIVE.sub("", LEXEME.sub(" ", text))


def mentioned(text: str) -> Iterator[str]:
    """The names of some families wherever they stand, in macros too."""
    for token in TOKEN.findall(LEXEME.sub(" ", text)):
        if token.startswith(MENTIONED):
            yield token


def declared(text: str) -> Iterator[str]:
    """The names that a file declares outside of braces and parentheses."""
    depth = parentheses = 0
    tokens = TOKEN.findall(code(text))
    for token, following in zip(tokens, [*tokens[1:], ";"], strict=False):
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
        elif token in "()":
            parentheses += 1 if token == "(" else -1
        elif depth == 0 and parentheses == 0 and following in ("(", "{", "[", "=", ";"):
            yield token


def is_instantiated(text: str) -> bool:
    """Whether a file is compiled once a size: a header or body without include guard."""
    return "#ifndef WHIT_" not in text


def sources(source: Path) -> Iterable[str]:
    for folder in (*FLOORS, *(f"generated/{floor}" for floor in FLOORS)):
        for path in sorted((source / folder).rglob("*")):
            if path.suffix in (".h", ".inc") and is_instantiated(path.read_text()):
                yield path.read_text()


def names_of(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The internal and the public names that differ by size."""
    internal, public = set(), set()
    for text in texts:
        for name in (*declared(text), *mentioned(text)):
            if family(name):
                internal.add(name)
            elif name.startswith("whit_"):
                public.add(name)
    return sorted(internal), sorted(public)


def names_header(texts: Iterable[str]) -> str:
    """src/generated/instance/names.h."""
    internal, _ = names_of(texts)
    lines = []
    for name in internal:
        of = family(name)
        assert of is not None
        lines.append(of.define(name, SUFFIXES.get(of.prefix, {})))
    return "\n".join(
        [
            NOTICE.rstrip(),
            "/* The names of what is compiled once a size: what sources call field_mul is",
            " * whit_field_256_mul where WHIT_FIELD_SIZE is 256. */",
            "#ifndef WHIT_INSTANCE_NAMES_H",
            "#define WHIT_INSTANCE_NAMES_H",
            "",
            '#include "base/config.h"',
            "",
            *lines,
            "",
            "#endif",
            "",
        ]
    )


def public_header(texts: Iterable[str]) -> str:
    """src/generated/instance/public.h."""
    _, public = names_of(texts)
    return "\n".join(
        [
            NOTICE.rstrip(),
            "/* The public functions of one size: the body of whit_ecdh is whit_ecdh_256 where",
            " * WHIT_SIZE is 256. */",
            "#ifndef WHIT_INSTANCE_PUBLIC_H",
            "#define WHIT_INSTANCE_PUBLIC_H",
            "",
            '#include "base/config.h"',
            "",
            *(f"#define {name} WHIT_JOIN({name}_, WHIT_SIZE)" for name in public),
            "",
            "#endif",
            "",
        ]
    )


def public_end(texts: Iterable[str]) -> str:
    """src/generated/instance/public_end.h."""
    _, public = names_of(texts)
    return "\n".join(
        [
            NOTICE.rstrip(),
            "/* Behind the last size of the amalgamation: the functions that choose a size have",
            " * the names of their contracts themselves. */",
            "#ifndef WHIT_INSTANCE_PUBLIC_END_H",
            "#define WHIT_INSTANCE_PUBLIC_END_H",
            "",
            *(f"#undef {name}" for name in public),
            "",
            "#endif",
            "",
        ]
    )
