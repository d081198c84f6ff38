# SPDX-License-Identifier: MIT
"""The curves of the lab: their numbers, how many bytes these have, and what each is for.

Those of the library are curves/*.toml, all in short Weierstrass form; tools/curves.py
checks that the numbers are those of a curve. Two that only peers have stand here."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from lab.declarations import Declaration
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import (
    ALL,
    ALL_PARTS,
    BLS,
    EDDSA_OPERATIONS,
    OPERATIONS,
    SIGNING,
    Form,
    Operation,
    Sizes,
)
from lab.paths import CURVES

DEFAULT_HASH = "sha256"
OPEN_DIGEST_BYTES = 64
BLS_HASH = "sha256"  # on every curve: what hashes to it is the same

Element = tuple[int, ...]  # of a field over the prime's: its coordinates, the real one first


@dataclass(frozen=True)
class Pairing:
    """What BLS signatures need besides the curve, whose points the signatures are. Public keys
    are points of y² = x³ + a x + b over the prime's field or that with a root i of -1."""

    a: Element
    b: Element
    base: tuple[Element, Element]
    map_z: int  # Z of Shallue's and van de Woestijne's map in RFC 9380, 6.6.1
    hash_surplus_bits: int  # how much longer than the prime are numbers that it reduces
    clearing: int  # what multiplies a point to bring it into the group of the base point

    @property
    def degree(self) -> int:
        return len(self.b)


@dataclass(frozen=True)
class Curve:
    """A curve modulo p, with a base point of prime order. In Weierstrass form
    y² = x³ + a x + b, in Montgomery form b y² = x³ + a x² + x, in Edwards form
    a x² + y² = 1 + b x² y²."""

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
    form: Form = "weierstrass"
    special_prime: bool = False  # of a form that has a reduction of its own
    groups: Pairing | None = None  # of the curves whose pairing some library here computes

    @property
    def field_bits(self) -> int:
        return self.p.bit_length()

    @property
    def order_bits(self) -> int:
        return self.order.bit_length()

    @property
    def sizes(self) -> Sizes:
        # A hash whose digest is as long as one asks for has none of a size here.
        digest = hashlib.new(self.hash).digest_size or OPEN_DIGEST_BYTES
        if self.form == "edwards":
            # A point is one coordinate and one bit of the other, and s has as many bytes.
            encoded = self.field_bits // 8 + 1
            return Sizes(field=encoded, order=encoded, digest=digest, form=self.form)
        return Sizes(
            field=-(-self.field_bits // 8),
            order=-(-self.order_bits // 8),
            digest=digest,
            form=self.form,
        )

    @property
    def operations(self) -> tuple[str, ...]:
        """What can be asked for on it."""
        if self.form == "montgomery":
            return ("keygen", "ecdh")
        if self.form == "edwards":
            return ("keygen", "sign", "verify", ALL)
        lacking = (frozenset() if self.ecdsa else _SIGNING) | (set() if self.groups else set(BLS))
        return tuple(name for name in (*OPERATIONS, ALL) if name not in lacking)

    def sizes_for(self, operation: str) -> Sizes:
        """What an image for the operation is built for."""
        degree = self.groups.degree if self.groups and operation in BLS else 0
        return replace(self.sizes, bls_degree=degree)

    @property
    def signatures(self) -> str | None:
        """The scheme, or None."""
        return "EdDSA" if self.form == "edwards" else "ECDSA" if self.ecdsa else None

    def hash_of(self, operation: str) -> str | None:
        """The hash that the operation computes, if it does."""
        hashing = ("sign", "verify", ALL) if self.form == "edwards" else ("sign_message",)
        if operation in ("bls_sign", "bls_verify"):
            return BLS_HASH
        return self.hash if operation in hashing else None

    def operation(self, name: str) -> Operation:
        """What the name stands for here, in the image called `all` too."""
        if name not in (*self.operations, *(ALL_PARTS if ALL in self.operations else ())):
            raise UnsupportedError(f"{self.name} has no {name}")
        return EDDSA_OPERATIONS.get(name, OPERATIONS[name]) if self.eddsa else OPERATIONS[name]

    @property
    def eddsa(self) -> bool:
        return self.form == "edwards"

    def under(self, operation: str) -> "Curve":
        """The curve that an operation of an image for this one works on: X25519's in
        the key agreement of an image for ed25519."""
        if not self.eddsa or operation != "ecdh":
            return self
        return find("curve448" if self.name == "ed448" else "curve25519")


_SIGNING = SIGNING | {ALL}

_P25519 = 2**255 - 19
_L25519 = 2**252 + 27742317777372353535851937790883648493
_P448 = 2**448 - 2**224 - 1
_L448 = 2**446 - 0x8335DC163BB124B65129C96FDE933D8D723A70AADC873D6D54A7BB0D
PEERS_CURVES = (
    Curve(  # RFC 7748, section 4.1
        name="curve25519",
        aliases=("X25519",),
        p=_P25519,
        a=486662,
        b=1,
        base=(9, 14781619447589544791020593568409986887264606134616475288964881837755586237401),
        order=_L25519,
        cofactor=8,
        security_bits=128,
        hash="sha512",
        ecdsa=False,
        pairing=False,
        form="montgomery",
    ),
    Curve(  # RFC 8032, section 5.1
        name="ed25519",
        aliases=("Ed25519",),
        p=_P25519,
        a=-1,
        b=-121665 * pow(121666, -1, _P25519) % _P25519,
        base=(
            15112221349535400772501151409588531511454012693041857206046113283949847762202,
            46316835694926478169428394003475163141307993866256225615783033603165251855960,
        ),
        order=_L25519,
        cofactor=8,
        security_bits=128,
        hash="sha512",
        ecdsa=False,
        pairing=False,
        form="edwards",
    ),
    Curve(  # RFC 7748, section 4.2
        name="curve448",
        aliases=("X448",),
        p=_P448,
        a=156326,
        b=1,
        base=(
            5,
            int(
                "7D235D1295F5B1F66C98AB6E58326FCECBAE5D34F55545D060F75DC2"
                "8DF3F6EDB8027E2346430D211312C4B150677AF76FD7223D457B5B1A",
                16,
            ),
        ),
        order=_L448,
        cofactor=4,
        security_bits=223,
        hash="shake_256",
        ecdsa=False,
        pairing=False,
        form="montgomery",
    ),
    Curve(  # RFC 8032, section 5.2
        name="ed448",
        aliases=("Ed448",),
        p=_P448,
        a=1,
        b=-39081,
        base=(
            int(
                "4F1970C66BED0DED221D15A622BF36DA9E146570470F1767EA6DE324"
                "A3D3A46412AE1AF72AB66511433B80E18B00938E2626A82BC70CC05E",
                16,
            ),
            int(
                "693F46716EB6BC248876203756C9C7624BEA73736CA3984087789C1E"
                "05A0C2D73AD3FF1CE67C39C4FDBD132C4ED7C8AD9808795BF230FA14",
                16,
            ),
        ),
        order=_L448,
        cofactor=4,
        security_bits=223,
        hash="shake_256",
        ecdsa=False,
        pairing=False,
        form="edwards",
    ),
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
        special_prime=file.has("reduction"),
    )
    if file.has("pairing"):
        curve = replace(curve, groups=_groups(file.table("pairing"), curve))
    if curve.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    if curve.hash not in hashlib.algorithms_guaranteed:
        raise file.error("hash", f"names {curve.hash!r}, which is none")
    return curve


def _groups(file: Declaration, curve: Curve) -> Pairing:
    """The public keys' group; where nothing is said of it, it is the curve's own."""
    apart = file.has("second_b")
    groups = Pairing(
        a=(0, 0) if apart else (curve.a,),
        b=_element(file, "second_b") if apart else (curve.b,),
        base=(_element(file, "second_x"), _element(file, "second_y"))
        if apart
        else ((curve.base[0],), (curve.base[1],)),
        map_z=_number(file, "map_z"),
        hash_surplus_bits=file.natural("hash_surplus_bits"),
        clearing=_number(file, "clearing"),
    )
    file.finish()
    return groups


def _element(file: Declaration, key: str) -> Element:
    coordinates = tuple(_parsed(file, key, text) for text in file.texts(key))
    if len(coordinates) != 2:
        raise file.error(key, "must be two numbers")
    return coordinates


def _number(file: Declaration, key: str) -> int:
    return _parsed(file, key, file.text(key))


def _parsed(file: Declaration, key: str, text: str) -> int:
    try:
        return int(text, 16)
    except ValueError as error:
        raise file.error(key, "must be a hexadecimal number") from error


@cache
def declared(directory: Path = CURVES) -> tuple[Curve, ...]:
    """Those of curves/, from the smallest field to the largest."""
    return _by_size(load(path) for path in directory.glob("*.toml"))


@cache
def every() -> tuple[Curve, ...]:
    """All curves, in the same order."""
    return _by_size((*declared(), *PEERS_CURVES))


def _by_size(loaded: Iterable[Curve]) -> tuple[Curve, ...]:
    return tuple(sorted(loaded, key=lambda curve: (curve.field_bits, curve.name.lower())))


def names() -> tuple[str, ...]:
    return tuple(curve.name for curve in every())


def find(name: str) -> Curve:
    """The curve of that name; UnknownNameError when there is none."""
    for curve in every():
        if curve.name == name:
            return curve
    raise UnknownNameError("curve", name, names())
