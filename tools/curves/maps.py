# SPDX-License-Identifier: MIT
"""How messages are hashed to a curve: the table hash_to_curve of its file, and what follows.

suite       the name of its suites, in RFC 9380, 8 or after its pattern, up to RO_ or NU_:
            expansion, hash and map
security    the suite's k, in bits
z           the map's Z, near zero; of the map of Shallue and van de Woestijne the file has it where
            it is not the one that RFC 9380, H.1 finds
montgomery  in place of z, of an Edwards curve: the curve whose map it has
isogeny     of the simplified map where a or b is 0: the curve that is mapped to, by its `a` and
            `b`, the `degree` of the isogeny that leads from there, and the `divisor` by which its
            y is that of a normalised one with the same kernel; of x it is the square
second      of a curve for pairings with the simplified map: `z` and `isogeny` of its second group
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from tools.curves.fields import Element, PrimeField
from tools.curves.isogenies import Isogeny, right_side
from tools.curves.primes import PRIMES, CurveError

SUITE = re.compile(r"\w+_(XMD|XOF):([A-Z0-9-]+)_(SSWU|SVDW|ELL2)_")
KEYS = {"suite", "security", "z", "montgomery", "isogeny", "second"}
SSWU, SVDW, ELLIGATOR = "SSWU", "SVDW", "ELL2"


@dataclass(frozen=True)
class Target:
    """Of a map to a group: its Z, () where it is to be found, and the isogeny that follows."""

    z: Element
    isogeny: Isogeny | None


@dataclass(frozen=True)
class Map:
    suite: str
    security_bits: int
    montgomery: str
    first: Target
    second: Target

    @property
    def parts(self) -> tuple[str, str, str]:
        """Expansion, hash and map."""
        found = SUITE.fullmatch(self.suite)
        assert found is not None
        return found[1], found[2].lower().replace("-", ""), found[3]

    @property
    def hash(self) -> str:
        return self.parts[1]

    @property
    def z(self) -> int:
        return self.first.z[0] if self.first.z else 0

    @property
    def by_svdw(self) -> bool:
        return self.parts[2] == SVDW

    @property
    def degree(self) -> int:
        """As struct whit_map has it."""
        isogeny = self.first.isogeny
        return isogeny.degree if isogeny else 0 if self.by_svdw else 1

    def element_bytes(self, p: int) -> int:
        """L: of so many bytes an element of the field is made [RFC 9380, 5.1]."""
        return (p.bit_length() + self.security_bits + 7) // 8


def read(data: dict[str, Any]) -> Map | None:
    """That of a curve's file."""
    given = data.get("hash_to_curve")
    if given is None:
        return None
    second = given.get("second", {})
    if unknown := sorted((set(given) - KEYS) | (set(second) - {"z", "isogeny"})):
        raise CurveError(f"{data['name']}: hash_to_curve has no {unknown[0]}")
    if not SUITE.fullmatch(given["suite"]):
        raise CurveError(f"{data['name']}: {given['suite']} is no suite")
    return Map(
        suite=given["suite"],
        security_bits=given["security"],
        montgomery=given.get("montgomery", ""),
        first=_target(given),
        second=_target(second),
    )


def _target(given: dict[str, Any]) -> Target:
    isogeny = given.get("isogeny")
    if isogeny is not None:
        values = (_element(isogeny["a"]), _element(isogeny["b"]))
        isogeny = Isogeny(*values, isogeny["degree"], isogeny["divisor"])
    return Target(_element(given.get("z", [])), isogeny)


def _element(given: int | str | list[str]) -> Element:
    if isinstance(given, int):
        return (given,)
    return tuple(int(each, 16) for each in ([given] if isinstance(given, str) else given))


def is_square(value: int, p: int) -> bool:
    return pow(value, (p - 1) // 2, p) in (0, 1)


def root(value: int, p: int) -> int:
    """The even square root of a square, for p = 3 mod 4 or p = 5 mod 8."""
    found = pow(value, (p + 1) // 4, p) if p % 4 == 3 else pow(value, (p + 3) // 8, p)
    if (found * found - value) % p:
        found = found * pow(2, (p - 1) // 4, p) % p
    assert (found * found - value) % p == 0
    return found if found % 2 == 0 else p - found


Claims = tuple[tuple[str, Callable[[], bool]], ...]


def claims(found: Map, p: int, a: int, b: int, hash_name: str) -> Claims:
    """What is to be so of a map to a short Weierstrass curve."""
    field = PrimeField(p)
    return (
        ("its map is not SSWU or SVDW by XMD", lambda: found.parts[::2] in MAPS),
        ("the hash of its suite is not its own", lambda: found.hash == hash_name),
        ("an element is made of too many bytes", lambda: halves_fit(found, p)),
        ("SSWU is for p = 3 mod 4", lambda: found.by_svdw or p % 4 == 3),
        *target_claims(found, found.first, field, (a,), (b,)),
    )


MAPS = {("XMD", SSWU), ("XMD", SVDW)}


def target_claims(found: Map, target: Target, field: PrimeField, a: Element, b: Element) -> Claims:
    """What is to be so of a map to one of the groups."""
    if found.by_svdw:
        return (
            ("its map has an isogeny that it has no use for", lambda: target.isogeny is None),
            (
                "its Z is none for SVDW",
                lambda: fits_svdw(field, a, b, chosen_z(target, field, a, b)),
            ),
        )
    to_a, to_b = image(target, a, b)
    isogeny, z = target.isogeny, target.z
    minus_one = field.number(-1)
    return (
        ("its map has no Z", lambda: len(z) == field.degree),
        ("a b = 0, and its map has no isogeny", lambda: any(to_a) and any(to_b)),
        (
            "its Z is a square or -1",
            lambda: not field.is_square(z) and reduced(z, field) != minus_one,
        ),
        (
            "g(b / (Z a)) is no square for its Z",
            lambda: field.is_square(
                right_side(
                    *(field, to_a, to_b),
                    field.mul(to_b, field.inverse(field.mul(z, to_a))),
                )
            ),
        ),
        ("its isogeny is not of odd degree", lambda: isogeny is None or isogeny.degree % 2 == 1),
        (
            "its isogeny leads to another curve",
            lambda: isogeny is None or isogeny.leads(field, a, b),
        ),
    )


def halves_fit(found: Map, p: int) -> bool:
    """Whether half of the bytes of an element, rounded up, are a number below p."""
    return 8 * -(-found.element_bytes(p) // 2) < p.bit_length()


def reduced(element: Element, field: PrimeField) -> Element:
    return tuple(each % field.p for each in element)


def constants(found: Map, p: int, a: int, b: int) -> list[int]:
    """Those of struct whit_map."""
    field, target = PrimeField(p), found.first
    if found.by_svdw:
        values = svdw_constants(field, (a,), (b,), chosen_z(target, field, (a,), (b,)))
    else:
        z = reduced(target.z, field)
        values = [z, field.even_root(field.scale(-1, z))]
        if target.isogeny:
            values += [target.isogeny.a, target.isogeny.b]
            values += polynomials(target, field, (a,), (b,))
    return [each for (each,) in values]


def second_constants(found: Map, field: PrimeField, a: Element, b: Element) -> list[Element]:
    """Those of src/pairing/map_svdw.inc or map_sswu.inc, for a curve's second group."""
    target = found.second
    if found.by_svdw:
        return svdw_constants(field, a, b, chosen_z(target, field, a, b))
    z = reduced(target.z, field)
    to_a, to_b = image(target, a, b)
    ratio = field.scale(-1, field.mul(to_b, field.inverse(to_a)))
    exception = field.scale(-1, field.mul(ratio, field.inverse(z)))
    return [z, ratio, exception, to_a, to_b, *polynomials(target, field, a, b)]


def polynomials(target: Target, field: PrimeField, a: Element, b: Element) -> list[Element]:
    """The coefficients of its isogeny's."""
    rows = target.isogeny.polynomials(field, a, b) if target.isogeny else []
    return [each for row in rows for each in row]


# The simplified map of Shallue, van de Woestijne and Ulas.


def image(target: Target, a: Element, b: Element) -> tuple[Element, Element]:
    """The curve that is mapped to."""
    return (target.isogeny.a, target.isogeny.b) if target.isogeny else (a, b)


# The map of Shallue and van de Woestijne.


def _slope(field: PrimeField, a: Element, z: Element) -> Element:
    """3 Z^2 + 4 a"""
    return field.add(field.scale(3, field.mul(z, z)), field.scale(4, a))


def fits_svdw(field: PrimeField, a: Element, b: Element, z: Element) -> bool:
    """Whether it is a Z for the map [RFC 9380, 6.6.1]."""
    at_z = right_side(field, a, b, z)
    if not any(at_z) or not any(_slope(field, a, z)):
        return False
    half = field.scale(pow(-2, -1, field.p), z)
    at_half = right_side(field, a, b, half)
    # -(3 Z^2 + 4 a) / (4 g(Z)) and its numerator times g(Z) are squares alike.
    product = field.scale(-1, field.mul(at_z, _slope(field, a, z)))
    return field.is_square(product) and (field.is_square(at_z) or field.is_square(at_half))


def chosen_z(target: Target, field: PrimeField, a: Element, b: Element) -> Element:
    """Its Z, or the one nearest to 0 that fits, a positive one first [RFC 9380, H.1]."""
    if target.z:
        return reduced(target.z, field)
    candidates = (field.number(sign * n) for n in count(1) for sign in (1, -1))
    return next(z for z in candidates if fits_svdw(field, a, b, z))


def svdw_constants(field: PrimeField, a: Element, b: Element, z: Element) -> list[Element]:
    """Z, g(Z), -Z / 2, the even square root of -g(Z) (3 Z^2 + 4 a), and -4 g(Z) / (3 Z^2 + 4 a)
    [RFC 9380, F.1]."""
    at_z, slope = right_side(field, a, b, z), _slope(field, a, z)
    minus = field.scale(-1, at_z)
    return [
        z,
        at_z,
        field.scale(pow(-2, -1, field.p), z),
        field.even_root(field.mul(minus, slope)),
        field.scale(4, field.mul(minus, field.inverse(slope))),
    ]


# Elligator 2, on the Montgomery curve of an Edwards curve.


def elligator_claims(
    found: Map, p: int, a: int, hash_name: str
) -> tuple[tuple[str, Callable[[], bool]], ...]:
    """What is to be so of a map to y^2 = x^3 + a x^2 + x."""
    expansion = "XOF" if hash_name == "shake256" else "XMD"
    wanted = 2 if p % 8 == 5 else -1
    return (
        ("its map is not ELL2", lambda: found.parts[::2] == (expansion, ELLIGATOR)),
        ("its map is for p = 5 mod 8 or 3 mod 4", lambda: p % 8 == 5 or p % 4 == 3),
        ("the hash of its suite is not its own", lambda: found.hash == hash_name),
        ("its Z is not the one that the map is made for", lambda: found.z == wanted),
        ("its Z is a square", lambda: not is_square(found.z, p)),
        ("a^2 - 4 is a square", lambda: not is_square(a * a - 4, p)),
        ("an element is made of too many bytes", lambda: halves_fit(found, p)),
    )


def is_pair(p: int, edwards_a: int, d: int, a: int) -> bool:
    """Whether a Montgomery curve leads to an Edwards curve by the maps of RFC 7748: for a = -1 the
    birational one of 4.1, where d = -(A - 2) / (A + 2); for a = 1 the 4-isogeny of 4.2, where d =
    (2 - A) / 4."""
    if edwards_a == 1:
        return (4 * d + a - 2) % p == 0 and p == PRIMES["p448"]
    return (d * (a + 2) + a - 2) % p == 0 and p == PRIMES["p25519"]


def elligator_constants(p: int, edwards_a: int, a: int) -> list[int]:
    """Those of src/group/edwards_map.inc."""
    return [a] if edwards_a == 1 else [a, root(-a - 2, p)]
