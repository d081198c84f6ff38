# SPDX-License-Identifier: MIT
"""What the Python package of ports/python has of the library's lists: an exception for each status,
hash functions, and the curves that its sources hold."""

import textwrap
from collections.abc import Callable, Iterator, Sequence

from tools.curves.forms import FormCurve
from tools.curves.read import read as read_curve
from tools.curves.read_forms import read as read_form
from tools.curves.weierstrass import Curve
from tools.files import ROOT
from tools.rust.bindings import form_headers
from tools.rust.declarations import Declaration, read

INCLUDE = ROOT / "include" / "whit"
PREFIX, OK = "WHIT_ERROR_", "WHIT_OK"
# Statuses that begin so are kinds of one error.
GROUPS = {
    "PRIVATE_KEY_": ("PrivateKeyError", "Private key"),
    "PUBLIC_KEY_": ("PublicKeyError", "Public key"),
    "KEY_": ("KeyDecodingError", "Key in DER"),
    "SIGNATURE_": ("SignatureError", "Signature"),
    "RANDOM_": ("RandomError", "Random source"),
}
WIDTH = 100


def header(name: str) -> list[Declaration]:
    return list(read((INCLUDE / f"{name}.h").read_text(encoding="utf-8")))


def class_of(name: str, base: str, told: str, status: str = "") -> str:
    lines = [f"class {name}({base}):", f'    """{told[:1].upper()}{told[1:]}"""']
    return "\n".join([*lines, *([f"\n    status = {status}"] if status else [])])


def errors(_: Sequence[str]) -> str:
    found = [class_of(name, "Error", f"{of}: refused.") for name, of in GROUPS.values()]
    for each in header("status"):
        if each.kind == "value" and each.name.startswith(PREFIX):
            short = each.name.removeprefix(PREFIX)
            name = f"{short.title().replace('_', '')}Error"
            kinds = [group for start, group in GROUPS.items() if short.startswith(start)]
            base, of = kinds[0] if kinds else ("Error", "")
            told = ": ".join(filter(None, (of, f"{each.comment.removesuffix('.')}.")))
            found.append(class_of(name, base, told, each.value))
    return "\n\n\n".join(found)


def ok(_: Sequence[str]) -> str:
    return next(each.value for each in header("status") if each.name == OK)


def hashes(_: Sequence[str]) -> str:
    names = [each.name for each in header("hash") if each.kind == "object"]
    short = [name.removeprefix("whit_") for name in names]
    return "\n".join(f'{name.upper()}: Final = Hash("{name}")' for name in short)


def _curves(names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Each curve's name in Python, how it is made, and what it is."""
    for path in sorted((ROOT / "curves").glob("*.toml")):
        curve = read_curve(path)[0]
        if curve.name in names and curve.ecdsa:
            made = f'Curve("{curve.name}", hashes.{curve.hash.upper()})'
            yield curve.name, made, f"{curve.security_bits}-bit security. {sources(curve)}."
    for name, of in form_headers().items():
        if of in names:
            form = read_form(next((ROOT / "curves").glob(f"*/{of}.toml")))
            size = f"WHIT_{name.upper()}_PUBLIC_KEY_BYTES"
            (held,) = (each.value for each in header(name) if each.name == size)
            told = f"{form.security_bits}-bit security. {sources(form)}."
            yield name, f'{form.form.title()}Curve("{name}", {held})', told


def sources(curve: Curve | FormCurve) -> str:
    return "; ".join(curve.sources)


def curves(names: Sequence[str]) -> str:
    lines = []
    for name, made, told in _curves(names):
        lines += textwrap.wrap(told, WIDTH, initial_indent="# ", subsequent_indent="# ")
        lines.append(f"{name}: Final = {made}")
    return "\n".join(lines)


def names(held: Sequence[str]) -> str:
    return "\n".join(f"    {name}," for name, _, _ in _curves(held))


WORDS: dict[str, Callable[[Sequence[str]], str]] = {
    "python.errors": errors,
    "python.ok": ok,
    "python.hashes": hashes,
    "python.curves": curves,
    "python.names": names,
}
