# SPDX-License-Identifier: MIT
"""Curve files of short Weierstrass curves: read, and checked before anything is written."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from tools.curves import endomorphism, maps, towers
from tools.curves.fields import PrimeField
from tools.curves.isogenies import right_side
from tools.curves.primes import REDUCTIONS, CurveError, is_prime
from tools.curves.weierstrass import HASHES, Curve

OID = r"|[0-2](\.[0-9]+){1,12}"
NUMBERS = ("p", "a", "b", "gx", "gy", "order", "cofactor")


def load(path: Path) -> Curve:
    """Read and check one curve file, and that of its twist. Raises CurveError."""
    curve = with_twist(path)
    check(curve)
    return curve


def with_twist(path: Path) -> Curve:
    """Read one curve file, and that of its twist, which is one; no more is checked, as that takes
    a while. Raises CurveError."""
    curve, twist = read(path)
    if twist:
        other, another = read(path.with_name(f"{twist}.toml"))
        if another:
            raise CurveError(f"{path.name}: its twist has a twist")
        curve = replace(curve, twist=other)
        check_twist(curve, other)
    return curve


def read(path: Path) -> tuple[Curve, str]:
    """A curve as its file has it, unchecked, and the name of its twist, if any."""
    try:
        data = tomllib.loads(path.read_text())
        numbers = {key: int(data[key], 16) for key in NUMBERS}
        if data["form"] != "weierstrass":
            raise CurveError(f"{path.name}: only Weierstrass curves so far")
        curve = Curve(
            name=data["name"],
            sources=tuple(data["sources"]),
            security_bits=data["security_bits"],
            reduction=data.get("reduction", "montgomery"),
            hash=data.get("hash", "sha256"),
            ecdsa=data.get("ecdsa", True),
            oid=data.get("oid", ""),
            pairing=data.get("family") == "pairing",
            p=numbers["p"],
            a=numbers["a"],
            b=numbers["b"],
            g=(numbers["gx"], numbers["gy"]),
            order=numbers["order"],
            cofactor=numbers["cofactor"],
            mapping=maps.read(data),
        )
        if "pairing" in data:
            tower = towers.read(curve.name, data["pairing"], curve.b, curve.g)
            curve = replace(curve, tower=tower)
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise CurveError(f"{path.name}: {error!r}") from error
    if data["name"] != path.stem:
        raise CurveError(f"{path.name}: the file is not named after its curve")
    return curve, data.get("twist", "")


def check_twist(curve: Curve, twist: Curve) -> None:
    """Whether (x, y) -> (x Z^2, y Z^3) takes one curve and base point to the other [RFC 5639, 2.2].
    The twist is a curve of its own, checked as such."""
    p, (x, y) = curve.p, curve.g
    same = ("p", "order", "cofactor", "reduction", "pairing")
    if any(getattr(curve, name) != getattr(twist, name) for name in same):
        raise CurveError(f"{curve.name}: its twist is over another field or of another order")
    if 0 in (x, y, *twist.g):
        raise CurveError(f"{curve.name}: a base point's coordinate is 0, which tells no scale")
    z = curve.scale
    if (x * z**2 - twist.g[0]) % p != 0 or (y * z**3 - twist.g[1]) % p != 0:
        raise CurveError(f"{curve.name}: its base point is not that of its twist")
    if (curve.a * z**4 - twist.a) % p != 0 or (curve.b * z**6 - twist.b) % p != 0:
        raise CurveError(f"{curve.name}: its twist is no isomorphic curve")


@cache
def check(curve: Curve) -> None:
    """Ranges, primality, the discriminant, the base point and its order, the Hasse interval; once
    for the same parameters."""
    p, n, h = curve.p, curve.order, curve.cofactor
    x, y = curve.g
    # In this order: what comes later may need what comes before.
    claims: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("p is not prime", lambda: is_prime(p)),
        ("p is even", lambda: p % 2 == 1),
        ("p - 1 is a power of two, which square roots exclude", lambda: (p - 1) & (p - 2) != 0),
        (
            "a coefficient or coordinate is not below p",
            lambda: all(0 <= v < p for v in curve.values),
        ),
        (
            "its reduction is for no such prime",
            lambda: curve.reduction in REDUCTIONS and REDUCTIONS[curve.reduction].fits(p),
        ),
        ("its hash is unknown", lambda: curve.hash in HASHES),
        ("its object identifier is malformed", lambda: re.fullmatch(OID, curve.oid) is not None),
        ("the order is not prime", lambda: is_prime(n)),
        ("the order is too small for the windows", lambda: n > 64),
        ("the curve is singular", lambda: (4 * curve.a**3 + 27 * curve.b**2) % p != 0),
        (
            "the base point is not on the curve",
            lambda: (y * y - x**3 - curve.a * x - curve.b) % p == 0,
        ),
        ("the order is outside the Hasse interval", lambda: (p + 1 - n * h) ** 2 <= 4 * p),
        (
            "the order has not the security that is claimed",
            lambda: 0 < curve.security_bits <= n.bit_length() // 2,
        ),
        (
            "the base point has another order",
            lambda: curve.multiply(n - 1, curve.g) == (x, p - y),
        ),
    )
    if curve.mapping:
        claims += (
            (
                "its map is for a curve that is worked on, not for its twist",
                lambda: not curve.twist,
            ),
            *maps.claims(curve.mapping, p, curve.a, curve.b, curve.hash),
            ("points are not brought into the base point's group", lambda: clears(curve)),
        )
    for complaint, holds in claims:
        if not holds():
            raise CurveError(f"{curve.name}: {complaint}")
    found = endomorphism.find(curve)
    if found is not None and (complaint := found.complaint(curve)):
        raise CurveError(f"{curve.name}: {complaint}")
    if curve.tower is not None:
        problem = towers.complaint(curve.p, curve.a, curve.b, n, h, curve.tower)
        if problem:
            raise CurveError(f"{curve.name}: {problem}")
        check_second_map(curve, curve.tower)


def clears(curve: Curve) -> bool:
    """Whether its multiple of some points has the base point's order, or is infinity."""
    field, x, points = PrimeField(curve.p), 0, 0
    if curve.clearing % curve.order == 0:
        return False
    while curve.cofactor > 1 and points < 3:
        x += 1
        right = right_side(field, (curve.a,), (curve.b,), (x,))
        if field.is_square(right):
            points += 1
            ((y,),) = (field.square_root(right),)
            found = curve.multiple(abs(curve.clearing), (x, y))
            if curve.multiple(curve.order, found) is not None:
                return False
    return True


def check_second_map(curve: Curve, tower: towers.Tower) -> None:
    """The map to the second group of a curve that has a tower."""
    if curve.mapping is None:
        raise CurveError(f"{curve.name}: no map to the curve")
    field = towers.TwistField(curve.p, tower)
    a, b = towers.coefficients(field, curve.a, curve.b)
    for complaint, holds in maps.target_claims(curve.mapping, curve.mapping.second, field, a, b):
        if not holds():
            raise CurveError(f"{curve.name}: of its second group, {complaint}")
