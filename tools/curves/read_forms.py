# SPDX-License-Identifier: MIT
"""Curve files of Montgomery and Edwards curves: read and checked."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tools.curves import maps
from tools.curves.forms import FormCurve, is_square
from tools.curves.primes import REDUCTIONS, CurveError, is_prime

FORMS = ("montgomery", "edwards")
NUMBERS = {
    "montgomery": ("p", "a", "gx", "gy", "order", "cofactor"),
    "edwards": ("p", "a", "d", "gx", "gy", "order", "cofactor"),
}


def load(path: Path) -> FormCurve:
    """Read and check one curve file. Raises CurveError."""
    curve = read(path)
    check(curve)
    return curve


def read(path: Path) -> FormCurve:
    """A curve as its file has it, unchecked."""
    try:
        data = tomllib.loads(path.read_text())
        form = data["form"]
        if form not in FORMS or form != path.parent.name:
            raise CurveError(f"{path.name}: its form is not that of its folder")
        numbers = {key: int(data[key], 16) for key in NUMBERS[form]}
        curve = FormCurve(
            name=data["name"],
            sources=tuple(data["sources"]),
            form=form,
            scheme=data["scheme"],
            security_bits=data["security_bits"],
            reduction=data.get("reduction", "montgomery"),
            hash=data.get("hash", ""),
            domain=data.get("domain", ""),
            edwards=data.get("edwards", ""),
            p=numbers["p"],
            a=numbers["a"],
            d=numbers.get("d", 0),
            g=(numbers["gx"], numbers["gy"]),
            order=numbers["order"],
            cofactor=numbers["cofactor"],
            aliases=tuple(data.get("aliases", ())),
            mapping=maps.read(data),
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise CurveError(f"{path.name}: {error!r}") from error
    if curve.name != path.stem:
        raise CurveError(f"{path.name}: the file is not named after its curve")
    if curve.mapping and form == "edwards":
        other = path.parent.parent / "montgomery" / f"{curve.mapping.montgomery}.toml"
        curve = replace(curve, montgomery=read(other))
    return curve


def check(curve: FormCurve) -> None:
    """Ranges, primality, completeness, the base point and its order, the Hasse interval."""
    p, n, h = curve.p, curve.order, curve.cofactor
    x, y = curve.g
    montgomery = curve.form == "montgomery"
    claims: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("p is not an odd prime", lambda: p % 2 == 1 and is_prime(p)),
        ("p - 1 is a power of two, which square roots exclude", lambda: (p - 1) & (p - 2) != 0),
        (
            "a coefficient or coordinate is not below p",
            lambda: all(0 <= v < p for v in (curve.a, curve.d, x, y)),
        ),
        (
            "its reduction is for no such prime",
            lambda: curve.reduction in REDUCTIONS and REDUCTIONS[curve.reduction].fits(p),
        ),
        ("the order is not an odd prime", lambda: n % 2 == 1 and is_prime(n)),
        ("the cofactor is not a power of two above one", lambda: h > 1 and h & (h - 1) == 0),
        ("the order is outside the Hasse interval", lambda: (p + 1 - n * h) ** 2 <= 4 * p),
        (
            "scalars are longer than the order",
            lambda: not curve.agrees or p.bit_length() < n.bit_length() + h.bit_length(),
        ),
        (
            "the order has not the security that is claimed",
            lambda: 0 < curve.security_bits <= (n.bit_length() + 3) // 2,
        ),
    )
    if montgomery:
        claims += (
            ("the curve is singular", lambda: curve.a not in (2, p - 2)),
            (
                "the base point is not on the curve",
                lambda: (y * y - x**3 - curve.a * x * x - x) % p == 0,
            ),
            ("the base point has another order", lambda: ladder(curve, n) == 0 and x != 0),
        )
    else:
        claims += (
            ("a is not 1 or -1", lambda: curve.a in (1, p - 1)),
            (
                "the formulas are not complete",
                lambda: is_square(curve.a, p) and not is_square(curve.d, p),
            ),
            (
                "the base point is not on the curve",
                lambda: (curve.a * x * x + y * y - 1 - curve.d * x * x * y * y) % p == 0,
            ),
            (
                "the base point has another order",
                lambda: curve.multiply(n, curve.g) == (0, 1) and curve.g != (0, 1),
            ),
        )
    if curve.mapping:
        claims += map_claims(curve)
    for complaint, holds in claims:
        if not holds():
            raise CurveError(f"{curve.name}: {complaint}")


def map_claims(curve: FormCurve) -> tuple[tuple[str, Callable[[], bool]], ...]:
    """Of hashing to a curve, by the map of its Montgomery curve."""
    other, mapping = curve.montgomery or curve, curve.mapping
    assert mapping is not None
    if other.mapping is None:
        return (("its Montgomery curve has no map", lambda: False),)
    merged = replace(mapping, first=other.mapping.first)
    hash_name = curve.hash or mapping.hash
    return (
        (
            "its Montgomery curve has another field, order or cofactor, or is another's",
            lambda: (
                curve.montgomery is None
                or (other.p, other.order, other.cofactor, other.edwards)
                == (curve.p, curve.order, curve.cofactor, curve.name)
            ),
        ),
        *maps.elligator_claims(merged, curve.p, other.a, hash_name),
        (
            "the curves are no pair that the map knows",
            lambda: curve.montgomery is None or maps.is_pair(curve.p, curve.a, curve.d, other.a),
        ),
    )


def ladder(curve: FormCurve, k: int) -> int:
    """The z of k times the base point of a Montgomery curve, by its x-coordinate."""
    p, a24 = curve.p, curve.a24
    x1 = curve.g[0]
    (x2, z2), (x3, z3) = (1, 0), (x1, 1)
    for bit in bin(k)[2:]:
        if bit == "1":
            (x2, z2), (x3, z3) = (x3, z3), (x2, z2)
        plus, minus = x2 + z2, x2 - z2
        cross, other = (x3 - z3) * plus, (x3 + z3) * minus
        x3, z3 = (cross + other) ** 2 % p, x1 * (cross - other) ** 2 % p
        square, less = plus * plus, minus * minus
        x2, z2 = square * less % p, (square - less) * (square + a24 * (square - less)) % p
        if bit == "1":
            (x2, z2), (x3, z3) = (x3, z3), (x2, z2)
    return z2


def paths(folder: Path) -> list[Path]:
    """The files below a folder of curve files, form by form."""
    return [path for form in FORMS for path in sorted((folder / form).glob("*.toml"))]


def load_all(folder: Path) -> list[FormCurve]:
    return [load(path) for path in paths(folder)]
