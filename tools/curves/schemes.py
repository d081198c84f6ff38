# SPDX-License-Identifier: MIT
"""The schemes of short Weierstrass curves: a folder of src/scheme each, with a scheme.toml. Those
that name `forms` are of other curves: form_schemes.py.

From these files, and from the prototypes of the public headers that they name, the generators write
which bodies an instance includes, the headers of curves, and the dispatch over sizes.

    headers    the public headers: their functions that take a curve first are the scheme's, and
               each is named below. One that stands in the folder is copied to include/whit
    bodies     templates, without .inc, in the order in which an instance includes them
    steps      those of restartable operations, which come after all bodies
    after      schemes whose bodies come before
    needs      what a curve must have: "ecdsa", "recovery", "cofactor" or "map"; also for one
               function
    option     the build option that the scheme needs, such as WHIT_STEPS
    sizes      for each buffer of a fixed length: `name`, that of WHIT_<CURVE>_<NAME>_BYTES, and how
               many bytes: `prefix`, and multiples of those of a `field` element and `order`
    types      objects whose fields are private: of whit_<name>, how many bytes a curve's
               whit_<curve>_<name> has, as a macro of `field` and `order`, their sizes in bits
    functions  the name in a curve's header, whit_<curve>_<name>, and the function that it calls; or
               a table with `calls` and what differs from others:
               fixed_length   inputs that have the length of their `sizes`
               any_length     buffers that would have it, and come with a length
               twice          each argument is taken twice: src/scheme/ecdsa/hardened.h

Outputs, and private keys, have the length of their `sizes`; other inputs come with a length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tools.curves.primes import CurveError

ROOT = Path(__file__).resolve().parent.parent.parent
PROTOTYPE = re.compile(r"^whit_status (whit_\w+)\(\s*(const whit_curve \*curve[^;]*)\);", re.M)
ANSWER = re.compile(r"\bwhit_(\w+)_answer\b")
ANSWERS = re.compile(r"^typedef struct whit_(\w+)_answer \{(.*?)^\}", re.M | re.S)
VALUE = re.compile(r"(\w+);")
KNOWN_ANSWERS = "known_answers"  # the bodies that selftests.py writes
NEEDS = ("", "ecdsa", "recovery", "cofactor", "map")
# Those of tools/emission/schemes.py.
INTERFACE_KEYS = {"interface", "parts", "objects", "choices", "default", "variants", "option"}
LAB_KEYS = {"lab"}  # that of tools/adapter.py
SCHEME_KEYS = {
    *("headers", "bodies", "steps", "after", "needs", "sizes", "types", "functions"),
}
FUNCTION_KEYS = {"calls", "needs", "fixed_length", "any_length", "twice"}
SIZE_KEYS = {"name", "prefix", "field", "order"}


@dataclass(frozen=True)
class Size:
    """The length of a buffer: bytes besides multiples of a field element and of the order."""

    name: str
    prefix: int = 0
    field: int = 0
    order: int = 0

    def of(self, field_bytes: int, order_bytes: int) -> int:
        return self.prefix + self.field * field_bytes + self.order * order_bytes


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generic function, as its prototype has it."""

    text: str

    @cached_property
    def name(self) -> str:
        return re.split(r"[ *]", self.text)[-1]

    @cached_property
    def type(self) -> str:
        return self.text.removesuffix(self.name).strip()

    @property
    def is_output(self) -> bool:
        return self.type == "uint8_t *"


@dataclass(frozen=True)
class Function:
    """A function that takes a curve first."""

    name: str  # in the headers of curves
    calls: str
    parameters: tuple[Parameter, ...]
    needs: tuple[str, ...]
    sizes: dict[str, Size] = field(hash=False)  # of its buffers of a fixed length
    twice: bool
    option: str

    @property
    def arguments(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]

    @property
    def hashes(self) -> bool:
        return "hash" in self.arguments


@dataclass(frozen=True)
class Scheme:
    name: str
    headers: tuple[str, ...]
    own: dict[str, str] = field(hash=False)  # the text of those that stand in its folder
    bodies: tuple[str, ...]
    steps: tuple[str, ...]
    after: tuple[str, ...]
    needs: tuple[str, ...]
    option: str
    sizes: dict[str, Size] = field(hash=False)
    types: dict[str, str] = field(hash=False)
    answers: dict[str, tuple[str, ...]] = field(hash=False)  # that its headers declare
    functions: tuple[Function, ...] = ()


def text_list(data: dict[str, object], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise CurveError(f"{key} is no list of names")
    return tuple(value)


def known_keys(data: dict[str, object], known: set[str], what: str) -> None:
    if unknown := sorted(set(data) - known):
        raise CurveError(f"{what} has no {unknown[0]}")


def need(data: dict[str, object]) -> tuple[str, ...]:
    found = data.get("needs", "")
    if found not in NEEDS:
        raise CurveError(f"nothing needs {found}")
    return (str(found),) if found else ()


def prototypes(headers: list[Path]) -> dict[str, tuple[Parameter, ...]]:
    """Parameters of every function of the headers that takes a curve first."""
    return {
        match[1]: tuple(Parameter(" ".join(part.split())) for part in match[2].split(","))
        for header in headers
        for match in PROTOTYPE.finditer(header.read_text())
    }


def known_answers(headers: list[Path]) -> dict[str, tuple[str, ...]]:
    """The values of known answers, by the scheme in whose name a header declares them."""
    return {
        match[1]: tuple(VALUE.findall(match[2]))
        for header in headers
        for match in ANSWERS.finditer(header.read_text())
    }


def function(
    name: str,
    given: object,
    scheme: dict[str, object],
    prototype: dict[str, tuple[Parameter, ...]],
    sizes: dict[str, Size],
) -> Function:
    data = given if isinstance(given, dict) else {"calls": given}
    known_keys(data, FUNCTION_KEYS, f"function {name}")
    calls = str(data["calls"])
    if calls not in prototype:
        raise CurveError(f"{calls} is in none of its headers")
    fixed, any_length = text_list(data, "fixed_length"), text_list(data, "any_length")
    parameters = prototype[calls]
    lengths = {each.name.removesuffix("_length") for each in parameters if "_length" in each.name}
    held = {}
    for each in parameters:
        usual = each.is_output or each.name == "private_key"
        if each.name in lengths and each.name not in any_length and (usual or each.name in fixed):
            if each.name not in sizes:
                raise CurveError(f"{calls}: {each.name} has no size")
            held[each.name] = sizes[each.name]
    return Function(
        *(name, calls, parameters, tuple(dict.fromkeys(need(scheme) + need(data))), held),
        *(bool(data.get("twice", False)), str(scheme.get("option", ""))),
    )


def path(folder: Path, include: Path, header: str) -> Path:
    """Where a public header of a scheme is written by hand."""
    return folder / header if (folder / header).is_file() else include / header


def load(folder: Path, include: Path, known: dict[str, Size]) -> Scheme:
    """One scheme, and of the buffers of others what is known."""
    data = tomllib.loads((folder / "scheme.toml").read_text())
    try:
        known_keys(data, SCHEME_KEYS | INTERFACE_KEYS | LAB_KEYS, "a scheme")
        headers = text_list(data, "headers")
        sizes = {}
        for name, size in data.get("sizes", {}).items():
            known_keys(size, SIZE_KEYS, f"size {name}")
            sizes[name] = Size(**size)
        places = [path(folder, include, header) for header in headers]
        own = {place.name: place.read_text() for place in places if place.parent == folder}
        prototype = prototypes(places)
        functions = tuple(
            function(name, given, data, prototype, known | sizes)
            for name, given in data.get("functions", {}).items()
        )
        left = sorted(set(prototype) - {each.calls for each in functions})
        if left:
            raise CurveError(f"{left[0]} is not among its functions")
        bodies, steps = text_list(data, "bodies"), text_list(data, "steps")
        for body in (*bodies, *steps):
            if not (folder / f"{body}.inc").is_file() and body != KNOWN_ANSWERS:
                raise CurveError(f"there is no {body}.inc")
        return Scheme(
            *(folder.name, headers, own, bodies, steps, text_list(data, "after")),
            *(need(data), str(data.get("option", "")), sizes, data.get("types", {})),
            *(known_answers(places), functions),
        )
    except (CurveError, KeyError, TypeError) as error:
        raise CurveError(f"src/scheme/{folder.name}/scheme.toml: {error}") from error


def declares(path: Path, key: str) -> bool:
    """Whether a declaration has a key: `headers` are of short Weierstrass curves, `forms` those of
    others. Some have neither, as they take no curve."""
    return key in tomllib.loads(path.read_text())


def load_all(root: Path = ROOT) -> list[Scheme]:
    """All, each after those that it names; those with an option after those without."""
    declared = root.glob("src/scheme/*/scheme.toml")
    folders = {path.parent.name: path.parent for path in declared if declares(path, "headers")}
    found: dict[str, Scheme] = {}
    known: dict[str, Size] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above or name not in folders:
            raise CurveError(f"src/scheme/{above[-1]}/scheme.toml: it cannot come after {name}")
        data = tomllib.loads((folders[name] / "scheme.toml").read_text())
        for other in data.get("after", []):
            visit(other, (*above, name))
        if name not in found:
            found[name] = load(folders[name], root / "include" / "whit", known)
            for buffer, size in found[name].sizes.items():
                known.setdefault(buffer, size)

    for name in sorted(folders):
        visit(name, ())
    return sorted(found.values(), key=lambda scheme: (scheme.option != "", order_of(scheme, found)))


def order_of(scheme: Scheme, found: dict[str, Scheme]) -> int:
    """How many have to come before: a key comes before what signs with it."""
    return 1 + max((order_of(found[other], found) for other in scheme.after), default=0)


def functions_of(schemes: list[Scheme]) -> list[Function]:
    return [function for scheme in schemes for function in scheme.functions]


def answered(schemes: list[Scheme]) -> list[tuple[Scheme, tuple[str, ...]]]:
    """The schemes that have known answers, with their values."""
    found = {name: values for scheme in schemes for name, values in scheme.answers.items()}
    return [(scheme, found[scheme.name]) for scheme in schemes if scheme.name in found]


def headers_of(schemes: list[Scheme]) -> list[str]:
    return [header for scheme in schemes for header in scheme.headers]


def listed(names: list[str]) -> str:
    """a, b and c"""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def bodies_of(schemes: list[Scheme]) -> Iterator[str]:
    """What an instance includes, in order."""
    for kind in ("bodies", "steps"):
        for scheme in schemes:
            for body in getattr(scheme, kind):
                written = body == KNOWN_ANSWERS
                yield f"generated/scheme/{body}" if written else f"scheme/{scheme.name}/{body}"


def sizes_of(schemes: list[Scheme]) -> dict[str, Size]:
    """By name, what the header of a curve says in WHIT_<CURVE>_<NAME>_BYTES."""
    return {size.name: size for scheme in schemes for size in scheme.sizes.values()}


def types_of(schemes: list[Scheme]) -> dict[str, str]:
    """By name, how many bytes the objects of a curve have, by its sizes."""
    return {name: count for scheme in schemes for name, count in scheme.types.items()}
