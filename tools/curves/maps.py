# SPDX-License-Identifier: MIT
"""How messages are hashed to a curve: the table hash_to_curve of its file, and what follows.

suite       the name of its suites in RFC 9380, 8, up to RO_ or NU_: expansion, hash and map
security    the suite's k, in bits
z           the map's Z, near zero
montgomery  in place of z, of an Edwards curve: the curve whose map it has
isogeny     of the simplified map where a or b is 0: the curve that is mapped to, by its `a` and
            `b`, the `degree` of the isogeny that leads from there, and the `divisor` by which its
            y is that of a normalised one with the same kernel; of x it is the square
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tools.curves.primes import PRIMES, CurveError

SUITE = re.compile(r"\w+_(XMD|XOF):([A-Z0-9-]+)_(SSWU|ELL2)_")
KEYS = {"suite", "security", "z", "montgomery", "isogeny"}
SSWU, ELLIGATOR = "SSWU", "ELL2"


@dataclass(frozen=True)
class Isogeny:
    a: int
    b: int
    degree: int
    divisor: int


@dataclass(frozen=True)
class Map:
    suite: str
    security_bits: int
    z: int
    montgomery: str
    isogeny: Isogeny | None

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
    def degree(self) -> int:
        return self.isogeny.degree if self.isogeny else 1

    def element_bytes(self, p: int) -> int:
        """L: of so many bytes an element of the field is made [RFC 9380, 5.1]."""
        return (p.bit_length() + self.security_bits + 7) // 8


def read(data: dict[str, Any]) -> Map | None:
    """That of a curve's file."""
    given = data.get("hash_to_curve")
    if given is None:
        return None
    if unknown := sorted(set(given) - KEYS):
        raise CurveError(f"{data['name']}: hash_to_curve has no {unknown[0]}")
    if not SUITE.fullmatch(given["suite"]):
        raise CurveError(f"{data['name']}: {given['suite']} is no suite")
    isogeny = given.get("isogeny")
    if isogeny is not None:
        values = (int(isogeny["a"], 16), int(isogeny["b"], 16))
        isogeny = Isogeny(*values, isogeny["degree"], isogeny["divisor"])
    other = given.get("montgomery", "")
    return Map(given["suite"], given["security"], given.get("z", 0), other, isogeny)


def is_square(value: int, p: int) -> bool:
    return pow(value, (p - 1) // 2, p) in (0, 1)


def root(value: int, p: int) -> int:
    """The even square root of a square, for p = 3 mod 4 or p = 5 mod 8."""
    found = pow(value, (p + 1) // 4, p) if p % 4 == 3 else pow(value, (p + 3) // 8, p)
    if (found * found - value) % p:
        found = found * pow(2, (p - 1) // 4, p) % p
    assert (found * found - value) % p == 0
    return found if found % 2 == 0 else p - found


# The simplified map of Shallue, van de Woestijne and Ulas.


def image(isogeny: Isogeny | None, a: int, b: int) -> tuple[int, int]:
    """The curve that is mapped to."""
    return (isogeny.a, isogeny.b) if isogeny else (a, b)


def claims(
    found: Map, p: int, a: int, b: int, hash_name: str
) -> tuple[tuple[str, Callable[[], bool]], ...]:
    """What is to be so of a map to a short Weierstrass curve of prime order."""
    to_a, to_b = image(found.isogeny, a, b)
    z = found.z

    def right_side(x: int) -> int:
        return (x**3 + to_a * x + to_b) % p

    return (
        ("its map is not SSWU by XMD", lambda: found.parts[::2] == ("XMD", SSWU)),
        ("its map is for p = 3 mod 4", lambda: p % 4 == 3),
        ("the hash of its suite is not its own", lambda: found.hash == hash_name),
        ("a b = 0, and its map has no isogeny", lambda: to_a * to_b % p != 0),
        ("its Z is a square or -1", lambda: not is_square(z, p) and (z + 1) % p != 0),
        (
            "g(b / (Z a)) is no square for its Z",
            lambda: is_square(right_side(to_b * pow(z * to_a, -1, p)), p),
        ),
        ("an element is made of too many bytes", lambda: halves_fit(found, p)),
        (
            "its isogeny leads to another curve",
            lambda: found.isogeny is None or leads(found.isogeny, p, a, b),
        ),
    )


def halves_fit(found: Map, p: int) -> bool:
    """Whether half of the bytes of an element, rounded up, are a number below p."""
    return 8 * -(-found.element_bytes(p) // 2) < p.bit_length()


def polynomials(isogeny: Isogeny, p: int, a: int, b: int) -> list[list[int]]:
    """N, H and M of (x, y) -> (N / H^2, y M / H^3), the highest coefficient first; of degree 3.

    With the x of its kernel, t = 2 (3 x^2 + A) and w = 4 (x^3 + A x + B) a normalised isogeny leads
    from (A, B) to (A - 5 t, B - 7 (w + x t)) by X + t / (X - x) + w / (X - x)^2 [Vel71]. The curve
    that it leads to gives t and w + x t, and these x."""
    if isogeny.degree != 3:
        raise CurveError("isogenies are of degree 3")
    from_a, from_b = isogeny.a, isogeny.b
    scale = pow(isogeny.divisor, -1, p)
    t = (from_a - a * pow(scale, -4, p)) * pow(5, -1, p) % p
    moment = (from_b - b * pow(scale, -6, p)) * pow(7, -1, p) % p
    square = (t * pow(2, -1, p) - from_a) * pow(3, -1, p) % p
    x = (moment - 4 * from_b) * pow(4 * square + 4 * from_a + t, -1, p) % p
    w = 4 * (x**3 + from_a * x + from_b) % p
    first = [1, -2 * x, x * x + t, w - t * x]
    kernel = [1, -x]
    # The derivative of N / H^2 is (N' H - 2 N) / H^3.
    slope = [3, 2 * first[1], first[2]]
    product = [3, slope[1] - 3 * x, slope[2] - slope[1] * x, -slope[2] * x]
    second = [one - 2 * two for one, two in zip(product, first, strict=True)]
    scaled = [[scale**2 * each for each in first], kernel, [scale**3 * each for each in second]]
    return [[each % p for each in row] for row in scaled]


def leads(isogeny: Isogeny, p: int, a: int, b: int) -> bool:
    """Whether it takes points to points of the curve, and sums to sums."""
    numerator, kernel, slope = polynomials(isogeny, p, a, b)

    def value(row: list[int], x: int) -> int:
        total = 0
        for each in row:
            total = (total * x + each) % p
        return total

    def mapped(point: tuple[int, int]) -> tuple[int, int]:
        x, y = point
        inverse = pow(value(kernel, x), -1, p)
        return value(numerator, x) * inverse**2 % p, y * value(slope, x) * inverse**3 % p

    def added(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
        rise = (two[1] - one[1]) * pow(two[0] - one[0], -1, p)
        x = (rise * rise - one[0] - two[0]) % p
        return x, (rise * (one[0] - x) - one[1]) % p

    points: list[tuple[int, int]] = []
    x = 1
    while len(points) < 2:
        right = (x**3 + isogeny.a * x + isogeny.b) % p
        if is_square(right, p):
            points.append((x, root(right, p)))
        x += 1
    images = [mapped(point) for point in points]
    on_curve = all((y * y - x**3 - a * x - b) % p == 0 for x, y in images)
    return on_curve and mapped(added(*points)) == added(*images)


def constants(found: Map, p: int, a: int, b: int) -> list[int]:
    """Those of struct whit_map."""
    values = [found.z % p, root(-found.z % p, p)]
    if found.isogeny:
        values += [found.isogeny.a, found.isogeny.b]
        values += [each for row in polynomials(found.isogeny, p, a, b) for each in row]
    return values


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
