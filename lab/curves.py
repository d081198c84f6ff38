# SPDX-License-Identifier: MIT
"""The curves of curves/*.toml: their numbers, and how many bytes these have.

tools/curves.py checks that the numbers are those of a curve."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.declarations import Declaration
from lab.errors import UnknownNameError
from lab.model import Sizes
from lab.paths import CURVES

DEFAULT_HASH = "sha256"


@dataclass(frozen=True)
class Curve:
    """The curve y² = x³ + a x + b modulo p, with a base point of prime order."""

    name: str
    aliases: tuple[str, ...]
    p: int
    a: int
    b: int
    base: tuple[int, int]
    order: int
    cofactor: int
    security_bits: int
    hash: str  # of messages, where nothing else is said
    ecdsa: bool
    pairing: bool

    @property
    def field_bits(self) -> int:
        return self.p.bit_length()

    @property
    def order_bits(self) -> int:
        return self.order.bit_length()

    @property
    def sizes(self) -> Sizes:
        return Sizes(
            field=-(-self.field_bits // 8),
            order=-(-self.order_bits // 8),
            digest=hashlib.new(self.hash).digest_size,
        )


def load(path: Path) -> Curve:
    """Read one curve's file."""
    file = Declaration.read(path)
    curve = Curve(
        name=file.text("name"),
        aliases=file.texts("aliases", ()),
        p=_number(file, "p"),
        a=_number(file, "a"),
        b=_number(file, "b"),
        base=(_number(file, "gx"), _number(file, "gy")),
        order=_number(file, "order"),
        cofactor=_number(file, "cofactor"),
        security_bits=file.number("security_bits"),
        hash=file.text("hash", DEFAULT_HASH),
        ecdsa=file.flag("ecdsa", default=True),
        pairing=file.text("family", "") == "pairing",
    )
    if curve.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    if curve.hash not in hashlib.algorithms_guaranteed:
        raise file.error("hash", f"names {curve.hash!r}, which is none")
    return curve


def _number(file: Declaration, key: str) -> int:
    try:
        return int(file.text(key), 16)
    except ValueError as error:
        raise file.error(key, "must be a hexadecimal number") from error


@cache
def every(directory: Path = CURVES) -> tuple[Curve, ...]:
    """All curves, from the smallest field to the largest."""
    loaded = (load(path) for path in directory.glob("*.toml"))
    return tuple(sorted(loaded, key=lambda curve: (curve.field_bits, curve.name.lower())))


def names() -> tuple[str, ...]:
    return tuple(curve.name for curve in every())


def find(name: str) -> Curve:
    """The curve of that name; UnknownNameError when there is none."""
    for curve in every():
        if curve.name == name:
            return curve
    raise UnknownNameError("curve", name, names())
