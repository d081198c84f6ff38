# SPDX-License-Identifier: MIT
"""The curves of the lab: their numbers, how many bytes these have, and what each is for.

They are curves/*.toml, in short Weierstrass form, and those of curves/montgomery and
curves/edwards; tools/curves checks that the numbers are those of a curve. Where a library signs
on one of them by a scheme of its own, that is a curve of another name here."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import get_args

from lab.declarations import Declaration
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import (
    ALL,
    ALL_PARTS,
    EDDSA_OPERATIONS,
    OPERATIONS,
    PAIRING,
    RANDOM_NONCE_OPERATIONS,
    Ability,
    BlsSuite,
    Form,
    Operation,
    Sizes,
    parts,
)
from lab.paths import CURVES
from lab.towers import Element as Element
from lab.towers import Tower
from lab.towers import read as read_tower

DEFAULT_HASH = "sha256"
FORMS_HASH = "sha512"
INTEGERS_BITS = (16, 32, 64, 128, 256, 512, 1024, 2048, 3072, 4096)
AGREEMENT = "ecdh"  # what files of other forms call a scheme without a standard
OPEN_DIGEST_BYTES = 64
BLS_HASH = "sha256"  # on every curve: what hashes to it is the same
HYDROGEN, _HYDROGEN_CURVE = "hydrogen25519", "curve25519"
HYDROGEN_HASH = "gimli"


@dataclass(frozen=True)
class Suite:
    """How messages are hashed to a curve [RFC 9380, 8]: the suites' name up to RO_ or NU_, their k,
    and the map's Z, 0 where it is to be found, or the Montgomery curve that has it; a and b of the
    curve that is mapped to where an isogeny leads from there, its degree, and by what its y is
    divided. second has Z, a and b for the second group of a pairing, () where it is to be found."""

    name: str
    security_bits: int
    z: int
    montgomery: str
    isogenous: tuple[int, int] | None
    degree: int = 1
    divisor: int = 1
    second: tuple[Element, ...] = ()

    @property
    def hash(self) -> str:
        return self.name.split(":")[1].split("_")[0].lower().replace("-", "")


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
    scheme: str = ""  # of the other forms: a standard's, or AGREEMENT
    special_prime: bool = False  # of a form that has a reduction of its own
    suite: Suite | None = None
    tower: Tower | None = None  # of the curves that have a pairing
    signing: BlsSuite | None = None  # as some library signs by pairings on it

    @property
    def field_bits(self) -> int:
        return self.p.bit_length()

    @property
    def clearing(self) -> int:
        """What multiplies points that messages are hashed to, to bring them into the group of the
        base point."""
        by_parameter = self.tower is not None and self.tower.family in ("bls12", "bls24")
        return 1 - self.tower.u if self.tower and by_parameter else self.cofactor

    @property
    def order_bits(self) -> int:
        return self.order.bit_length()

    @property
    def sizes(self) -> Sizes:
        # A hash with digests of any length has no size of its own: hashlib's is 0.
        fixed = 0 if self.hydrogen else hashlib.new(self.hash).digest_size
        digest = fixed or OPEN_DIGEST_BYTES
        field = -(-self.field_bits // 8)
        if self.form in ("weierstrass", "integers"):
            return Sizes(field, -(-self.order_bits // 8), digest, self.form)
        # In Edwards form a point is encoded as one coordinate and one bit of the other. Private
        # keys, and the number beside the point in a signature, are as long as encoded points.
        encoded = self.field_bits // 8 + 1 if self.form == "edwards" else field
        form: Form = "edwards" if self.signs_messages else "montgomery"
        return Sizes(field=encoded, order=encoded, digest=digest, form=form)

    @property
    def operations(self) -> tuple[str, ...]:
        """What can be asked for on it."""
        abilities = self._abilities
        found = (each.name for each in OPERATIONS.values() if abilities & set(each.needs))
        return (*found, *((ALL,) if self.signatures else ()))

    @property
    def _abilities(self) -> frozenset[Ability]:
        having: Mapping[Ability, bool] = {
            "weierstrass": self.form == "weierstrass",
            "ecdsa": self.form == "weierstrass" and self.ecdsa,
            "bls": self.tower is not None and self.suite is not None,
            "messages": self.signs_messages,
            "eddsa": self.eddsa,
            "x": self.form in ("montgomery", "edwards") and not self.signs_messages,
            "agreement": self.agrees,
            "integers": self.form == "integers",
            # A point of a Montgomery curve is longer than a public key.
            "suite": self.suite is not None and self.form != "montgomery",
        }
        return frozenset(ability for ability, has in having.items() if has)

    def sizes_for(self, operation: str) -> Sizes:
        """What an image for the operation is built for."""
        degree = self.tower.below if self.tower and operation in PAIRING else 0
        return replace(self.sizes, bls_degree=degree, batch=_batch(operation))

    @property
    def signatures(self) -> str | None:
        """The scheme, or None."""
        if self.hydrogen:
            return "libhydrogen's"
        return "EdDSA" if self.eddsa else "ECDSA" if self.ecdsa else None

    def hash_of(self, operation: str) -> str | None:
        """The hash that the operation computes, if it does."""
        if not any(self._named(name).hashes for name in parts(operation)):
            return None
        return BLS_HASH if operation in PAIRING else self.hash

    def operation(self, name: str) -> Operation:
        """What the name stands for here, in the image called `all` too."""
        if name not in (*self.operations, *(ALL_PARTS if ALL in self.operations else ())):
            raise UnsupportedError(f"{self.name} has no {name}")
        return self._named(name)

    def _named(self, name: str) -> Operation:
        if self.hydrogen:
            return RANDOM_NONCE_OPERATIONS.get(name, OPERATIONS[name])
        return EDDSA_OPERATIONS.get(name, OPERATIONS[name]) if self.eddsa else OPERATIONS[name]

    @property
    def agrees(self) -> bool:
        """Is it for key agreement that no standard has?"""
        return self.scheme == AGREEMENT

    @property
    def scheme_name(self) -> str:
        """What the library's functions for keys of bytes are called after."""
        return self.name if self.agrees else self.scheme

    @property
    def eddsa(self) -> bool:
        return self.form == "edwards" and not self.agrees

    @property
    def hydrogen(self) -> bool:
        """Is it for the signatures that libhydrogen alone has?"""
        return self.name == HYDROGEN

    @property
    def signs_messages(self) -> bool:
        """Do signatures include their hash, so that an image has keys and buffers as for EdDSA?"""
        return self.eddsa or self.hydrogen

    def under(self, operation: str) -> "Curve":
        """The curve that an operation of an image for this one works on: X25519's in
        the key agreement of an image for ed25519."""
        if not self.signs_messages or operation != "ecdh":
            return self
        return find("curve448" if self.name == "ed448" else "curve25519")


def _batch(operation: str) -> int:
    return max(OPERATIONS[name].batch for name in parts(operation))


_B: Mapping[Form, str] = {"weierstrass": "b", "edwards": "d"}  # what files call the coefficient
_HASHLIB = {"shake256": "shake_256"}


def load(path: Path) -> Curve:
    """Read one curve's file."""
    file = Declaration.read(path)
    form = _form(file)
    hash_name = file.text("hash", DEFAULT_HASH if form == "weierstrass" else FORMS_HASH)
    curve = Curve(
        name=file.text("name"),
        aliases=file.texts("aliases", ()),
        p=_number(file, "p"),
        a=_number(file, "a"),
        b=_number(file, _B[form]) if form in _B else 1,
        base=(_number(file, "gx"), _number(file, "gy")),
        order=_number(file, "order"),
        cofactor=_number(file, "cofactor"),
        security_bits=file.number("security_bits"),
        hash=_HASHLIB.get(hash_name, hash_name),
        ecdsa=file.flag("ecdsa", default=form == "weierstrass"),
        pairing=file.text("family", "") == "pairing",
        form=form,
        scheme=file.text("scheme", ""),
        special_prime=file.has("reduction"),
    )
    if file.has("pairing"):
        table = file.table("pairing")
        tower = read_tower(table, curve.b, curve.base)
        table.finish()
        curve = replace(curve, tower=tower)
    if file.has("hash_to_curve"):
        curve = replace(curve, suite=_suite(file.table("hash_to_curve")))
    if curve.name != path.stem:
        raise file.error("name", f"must be {path.stem!r}, as the file is called")
    if curve.hash not in hashlib.algorithms_guaranteed:
        raise file.error("hash", f"names {curve.hash!r}, which is none")
    return curve


def _form(file: Declaration) -> Form:
    """What the file says, or short Weierstrass."""
    named = file.text("form", "weierstrass")
    for form in get_args(Form):
        if named == form:
            return form  # type: ignore[no-any-return]
    raise file.error("form", f"must be among {', '.join(get_args(Form))}")


def _suite(file: Declaration) -> Suite:
    isogenous, degree, divisor = None, 1, 1
    second: tuple[Element, ...] = ()
    if file.has("isogeny"):
        isogeny = file.table("isogeny")
        isogenous = (_number(isogeny, "a"), _number(isogeny, "b"))
        degree, divisor = isogeny.natural("degree"), isogeny.number("divisor")
    if file.has("second"):
        table = file.table("second")
        isogeny = table.table("isogeny")
        second = (_element(table, "z"), _element(isogeny, "a"), _element(isogeny, "b"))
    suite = Suite(
        name=file.text("suite"),
        security_bits=file.natural("security"),
        z=file.number("z") if file.has("z") else 0,
        montgomery=file.text("montgomery", ""),
        isogenous=isogenous,
        degree=degree,
        divisor=divisor,
        second=second,
    )
    file.finish()
    return suite


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
    """Those of curves/ in short Weierstrass form, from the smallest field to the largest."""
    return _by_size(load(path) for path in directory.glob("*.toml"))


@cache
def every(directory: Path = CURVES) -> tuple[Curve, ...]:
    """All curves, in the same order."""
    others = [load(path) for path in directory.glob("*/*.toml")]
    signing = (
        replace(curve, name=HYDROGEN, aliases=(), hash=HYDROGEN_HASH, suite=None)
        for curve in others
        if curve.name == _HYDROGEN_CURVE
    )
    return _by_size((*declared(directory), *others, *signing))


@cache
def integers() -> tuple[Curve, ...]:
    """Integers modulo odd numbers that have no form, which are asked for as curves are."""
    return tuple(_integers(bits) for bits in INTEGERS_BITS)


def _integers(bits: int) -> Curve:
    name = f"integers{bits}"
    drawn = int.from_bytes(hashlib.shake_256(name.encode()).digest(bits // 8))
    modulus = drawn | 1 << bits - 1 | 1
    return Curve(
        name=name,
        aliases=(f"{bits} bits",),
        p=modulus,
        a=0,
        b=0,
        base=(0, 0),
        order=modulus,
        cofactor=1,
        security_bits=0,
        hash=DEFAULT_HASH,
        ecdsa=False,
        pairing=False,
        form="integers",
    )


def known() -> tuple[Curve, ...]:
    """What can be asked for as a curve, in this order."""
    return (*every(), *integers())


def _by_size(loaded: Iterable[Curve]) -> tuple[Curve, ...]:
    return tuple(sorted(loaded, key=lambda curve: (curve.field_bits, curve.name.lower())))


@cache
def names() -> tuple[str, ...]:
    return tuple(curve.name for curve in known())


def find(name: str) -> Curve:
    """The curve of that name; UnknownNameError when there is none."""
    for curve in known():
        if curve.name == name:
            return curve
    raise _unknown(name, names())


def named(word: str, among: Sequence[str] | None = None) -> str:
    """The name of the curve that a user means by its name or an alias: in letters of either case,
    with or without blanks, hyphens and underscores. UnknownNameError when there is none among
    these."""
    meant = _by_word().get(_plain(word))
    valid = names() if among is None else among
    if meant is None or meant not in valid:
        raise _unknown(word, valid)
    return meant


def words() -> tuple[str, ...]:
    """What a shell can complete: names, and aliases without blanks."""
    aliases = (alias for curve in known() for alias in curve.aliases if " " not in alias)
    return tuple(dict.fromkeys((*names(), *aliases)))


@cache
def _by_word() -> Mapping[str, str]:
    """Curves by their names and aliases; where a word could be both, it is the name."""
    words = {_plain(alias): curve.name for curve in known() for alias in curve.aliases}
    return words | {_plain(curve.name): curve.name for curve in known()}


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]", "", word).casefold()


def _unknown(word: str, valid: Sequence[str]) -> UnknownNameError:
    aliases = [alias for curve in known() if curve.name in valid for alias in curve.aliases]
    return UnknownNameError("curve", word, valid, aliases)
