# SPDX-License-Identifier: MIT
"""The schemes of Montgomery and Edwards curves: a folder of src/scheme each, with a scheme.toml.

    forms      of which curves it is for: "montgomery", "edwards"; "pairing" are those that have one
    header     the template of a curve's public header, in the folder: C with @words@
    bodies     templates, without .inc, in the order in which a curve's instance includes them
    arrangements  of pairings: templates before each of which those of `arranged` are included again
    arranged   templates that are included once for each arrangement
    hashed     likewise, where a build has the hash of the curve's suite
    comb       of Montgomery curves: the template that the instance of their Edwards curve includes
    defines    macros that the bodies ask, and their values, in which @words@ may stand too
    beside     of a scheme that every curve of the form has beside its own: the name of its header
    needs      of such a scheme: "map", where it is for curves that messages are hashed to
    curves     what the `scheme` of a curve's file may be, each with the header's words
    words      the same by the form of the curve, where all its curves share them

Other @words@ come from the curve's file; FormScheme.words has them.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.curves.forms import FormCurve
from tools.curves.pairing_schemes import PAIRING, pairing_words
from tools.curves.primes import CurveError
from tools.curves.schemes import INTERFACE_KEYS, LAB_KEYS, ROOT, declares, known_keys, text_list
from tools.curves.text import LICENCE, NOTICE
from tools.curves.weierstrass import Curve

COLUMNS = 100
ITEM, CODE = "  - ", "    "  # what a list's items and lines of code in a comment begin with
KEYS = {
    *("forms", "header", "beside", "needs", "bodies", "comb", "defines", "curves", "words"),
    *("arrangements", "arranged", "hashed"),
}
REFERENCE = re.compile(r"\[[^][]*\]")  # stays in one line
WORD = re.compile(r"@(\w+)@")
COMMENT = re.compile(r"^/\*.*?\*/$", re.M | re.S)
PROTOTYPE = re.compile(r"^(whit_status \w+\()([^;{]*)\);$", re.M)
FUNCTION = re.compile(r"^whit_status whit_@name@_(\w+)\(", re.M)
CALL = re.compile(r"^(.*?\w\()(.*)\);$")


@dataclass(frozen=True)
class FormScheme:
    name: str
    forms: tuple[str, ...]
    template: str
    bodies: tuple[str, ...]
    defines: dict[str, str] = field(hash=False)
    own_words: dict[str, dict[str, object]] = field(hash=False)  # by scheme and by form
    beside: str
    comb: str
    needs_map: bool
    arrangements: tuple[str, ...] = ()
    arranged: tuple[str, ...] = ()
    hashed: tuple[str, ...] = ()

    @property
    def templates(self) -> tuple[str, ...]:
        """All of its folder."""
        combs = (self.comb,) if self.comb else ()
        return (*self.bodies, *combs, *self.arrangements, *self.arranged, *self.hashed)

    def serves(self, curve: FormCurve) -> bool:
        """Whether a curve has it beside its own."""
        fits = not self.needs_map or curve.mapping is not None
        return bool(self.beside) and curve.form in self.forms and fits

    def words(self, curve: FormCurve) -> dict[str, str]:
        """What stands for each @word@ of a curve's header."""
        hashes = ["hash"] if curve.hash.startswith("sha") and curve.hash != "shake256" else []
        includes = ["random", "status", *(["shake256"] if curve.hash == "shake256" else hashes)]
        found: dict[str, object] = {
            "name": curve.header,
            "NAME": curve.header.upper(),
            "title": curve.aliases[0] if curve.aliases else curve.name,
            "security": curve.security_bits,
            "bytes": curve.private_bytes if curve.agrees else curve.point_bytes,
            "point_bytes": curve.point_bytes,
            "order_bytes": (curve.order.bit_length() + 7) // 8,
            "order_bits": curve.scalar_size,
            "field_bits": max(curve.field_sizes),
            "twice": 2 * curve.point_bytes,
            "prime_bits": curve.p.bit_length(),
            "top_bit": curve.p.bit_length() - 1,
            "cofactor": curve.cofactor,
            "a": nearest_to_zero(curve.a, curve.p),
            "d": nearest_to_zero(curve.d, curve.p),
            "edwards": int(curve.form == "edwards"),
            "combed": f"WHIT_HAS({curve.edwards})" if curve.edwards else 0,
            "shake": int(curve.hash == "shake256"),
            "domain": curve.domain,
            "includes": "\n".join(f"#include <whit/{each}.h>" for each in sorted(includes)),
            **map_words(curve),
            **self.own_words.get(curve.form, {}),
            **self.own_words.get(curve.scheme, {}),
        }
        return {word: str(value) for word, value in found.items()}

    def spelled(self, text: str, curve: FormCurve | Curve) -> str:
        """With words in place of their names, in words too."""
        words = pairing_words(curve) if isinstance(curve, Curve) else self.words(curve)

        def word(match: re.Match[str]) -> str:
            if match[1] not in words:
                raise CurveError(f"src/scheme/{self.name}: {curve.name} has no word {match[1]}")
            return words[match[1]]

        while WORD.search(text):
            text = WORD.sub(word, text)
        return text

    def header_name(self, curve: FormCurve | Curve) -> str:
        """That of the public header of a curve, without .h."""
        if isinstance(curve, Curve) or self.beside:
            return self.spelled(self.beside, curve)
        return curve.header

    def header(self, curve: FormCurve | Curve) -> str:
        """The public header of a curve."""
        text = self.spelled(self.template, curve).replace("+ -", "- ")
        text = re.sub(r"\n{3,}", "\n\n", text)
        text = COMMENT.sub(lambda match: filled(match[0]), text)
        text = PROTOTYPE.sub(lambda match: aligned(match[1], match[2]), text)
        return text.replace(LICENCE, NOTICE, 1)

    def functions(self) -> tuple[list[str], list[str]]:
        """Those of the public header, without the curve's name; and those that every arrangement
        has, without its name either."""
        every = FUNCTION.findall(self.template)
        names = [f"{each}_" for each in self.arrangements]
        parts = (name.removeprefix(names[0]) for name in every if names)
        arranged = [part for part in parts if all(name + part in every for name in names)]
        taken = {name + part for name in names for part in arranged}
        return [name for name in every if name not in taken], arranged

    def macros(self, curve: FormCurve) -> dict[str, str]:
        """What is defined before the bodies."""
        return {name: self.spelled(value, curve) for name, value in self.defines.items()}


def map_words(curve: FormCurve) -> dict[str, object]:
    """Of an Edwards curve that messages are hashed to."""
    mapping, other = curve.mapping, curve.montgomery
    if mapping is None or other is None or other.mapping is None:
        return {}
    return {
        "suite": mapping.suite,
        "map_security": mapping.security_bits,
        "element_bytes": mapping.element_bytes(curve.p),
        "montgomery": other.name,
        "x_name": other.header,
        "X_NAME": other.header.upper(),
        "x_suite": other.mapping.suite,
        "x_bytes": other.point_bytes,
        "x_point_bytes": 2 * other.point_bytes,
    }


def nearest_to_zero(value: int, p: int) -> int:
    """Of the numbers that are the same modulo p."""
    return value if value <= p // 2 else value - p


def paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """Lines that are filled together: up to an empty one, an item, the end of a list, or code."""
    held: list[str] = []
    for line in lines:
        listed = bool(held) and held[0].startswith(ITEM)
        ends = line.startswith(ITEM) or (listed and line[:1] != " ")
        changes = not listed and bool(held) and is_code(line) != is_code(held[0])
        if held and (not line or ends or changes):
            yield held
            held = []
        if line:
            held.append(line)
        else:
            yield []
    if held:
        yield held


def is_code(line: str) -> bool:
    """Of a line that belongs to no list."""
    return line.startswith(CODE)


def statements(lines: list[str]) -> Iterator[str]:
    """Lines of code in a comment: what ends with a semicolon begins a line, and a call has its
    arguments below each other."""
    for each in re.split(r"(?<=;)\s+", " ".join(line.strip() for line in lines)):
        call = CALL.match(each)
        head = f" * {CODE}"
        text = aligned(head + call[1], call[2]) if call else head + each
        yield from (f" *{line[2:]}" for line in text.splitlines())


def filled(comment: str) -> str:
    """A comment with its lines as long as they may be."""
    text = comment.removeprefix("/*").removesuffix("*/").rstrip()
    lines = [line.removeprefix(" *").removeprefix(" ") for line in text.splitlines()]
    done: list[str] = []
    for paragraph in paragraphs(lines):
        if paragraph and is_code(paragraph[0]):
            done += statements(paragraph)
            continue
        item = bool(paragraph) and paragraph[0].startswith(ITEM)
        wrap = textwrap.TextWrapper(COLUMNS, break_on_hyphens=False)
        wrap.initial_indent = " *   " if item else " * "
        wrap.subsequent_indent = " *     " if item else " * "
        joined = " ".join(line.strip() for line in paragraph)
        whole = REFERENCE.sub(lambda match: match[0].replace(" ", "\0"), joined)
        done += [line.replace("\0", " ") for line in wrap.wrap(whole)] or [" *"]
    end = " */" if len(done[-1]) + 3 <= COLUMNS else "\n */"
    return "/*" + "\n".join(done).removeprefix(" *") + end


def aligned(head: str, parameters: str) -> str:
    """A prototype, or a call, with its parameters below each other."""
    parts = [" ".join(each.split()) for each in parameters.split(",")]
    pieces = [*(f"{part}," for part in parts[:-1]), f"{parts[-1]});"]
    lines, current = [], head
    for piece in pieces:
        if len(current) + len(piece) > COLUMNS and current != head:
            lines.append(current.rstrip())
            current = " " * len(head)
        current += f"{piece} "
    return "\n".join([*lines, current.rstrip()])


def needs_map(data: dict[str, object]) -> bool:
    found = data.get("needs", "")
    if found not in ("", "map") or (found and "beside" not in data):
        raise CurveError(f"nothing of a form needs {found}")
    return found == "map"


def load(folder: Path) -> FormScheme:
    data = tomllib.loads((folder / "scheme.toml").read_text())
    try:
        known_keys(data, KEYS | INTERFACE_KEYS | LAB_KEYS, "a scheme of a form")
        bodies = text_list(data, "bodies")
        found = FormScheme(
            *(folder.name, text_list(data, "forms"), (folder / data["header"]).read_text()),
            *(bodies, data.get("defines", {}), data.get("words", {}) | data.get("curves", {})),
            *(data.get("beside", ""), data.get("comb", ""), needs_map(data)),
            *(text_list(data, key) for key in ("arrangements", "arranged", "hashed")),
        )
        for body in found.templates:
            if not (folder / f"{body}.inc").is_file():
                raise CurveError(f"there is no {body}.inc")
    except (CurveError, KeyError, OSError, TypeError) as error:
        raise CurveError(f"src/scheme/{folder.name}/scheme.toml: {error}") from error
    return found


def load_form_schemes(root: Path = ROOT) -> list[FormScheme]:
    found = sorted(root.glob("src/scheme/*/scheme.toml"))
    return [load(path.parent) for path in found if declares(path, "forms")]


def scheme_of(curve: FormCurve, schemes: Iterable[FormScheme]) -> FormScheme:
    """The one that a curve's file names."""
    for scheme in schemes:
        named = curve.scheme in scheme.own_words and not scheme.beside
        if named and curve.form in scheme.forms:
            return scheme
    raise CurveError(f"{curve.name}: no folder of src/scheme has {curve.scheme} for its form")


def header_names(curve: FormCurve) -> list[str]:
    """Those of the public headers of a curve, without .h."""
    return [scheme.header_name(curve) for scheme in schemes_of(curve, load_form_schemes())]


def pairing_headers(curve: Curve) -> list[str]:
    """Those that a curve in Weierstrass form has for its pairing, without .h."""
    if curve.tower is None:
        return []
    schemes = (each for each in load_form_schemes() if PAIRING in each.forms)
    return [scheme.header_name(curve) for scheme in schemes]


def schemes_of(curve: FormCurve, schemes: Iterable[FormScheme]) -> tuple[FormScheme, ...]:
    """That one, and those which every curve of the form has beside it."""
    schemes = tuple(schemes)
    beside = (each for each in schemes if each.serves(curve))
    return (scheme_of(curve, schemes), *beside)
