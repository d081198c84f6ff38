#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn curves/*.toml into the library's curve objects, headers and size instances.

    tools/curves.py                         write the generated files of the library
    tools/curves.py --check                 fail if any of them would change
    tools/curves.py --with DIR --output DIR  the same with more curves, such as the tests' toys

A curve is data: one TOML file gives its object, its base-point combs, its header, and a place in
the dispatch of the generic functions. Every curve is checked before anything is written.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import endomorphism
from build_facts import facts_header
from curve_header import curve_header
from curve_templates import (
    curve_source,
    dispatch_source,
    field_declaration,
    field_source,
    size_declaration,
    size_source,
    sized_header,
    sizes_header,
)
from files import write
from form_header import form_header
from forms import FormCurve, form_source, load_all, named
from known_answers import curve_answers, hash_answers
from primes import (
    LIMB_WIDTHS,
    REDUCTIONS,
    CurveError,
    element_bits,
    is_prime,
    reduction_at,
    round_up,
)

ROOT = Path(__file__).resolve().parent.parent
PUBLIC_HEADERS = ("key.h", "ecdh.h", "ecdsa.h", "selftest.h")
STEPS_HEADERS = ("steps.h",)  # of functions that builds have with WHIT_STEPS=1
RANDOMISED_HEADERS = ("randomised.h",)  # and with WHIT_RANDOMISE=1

OID = r"|[0-2](\.[0-9]+){1,12}"
NUMBERS = ("p", "a", "b", "gx", "gy", "order", "cofactor")

Affine = tuple[int, int] | None


@dataclass(frozen=True)
class Comb:
    """The shape of a base-point table; see struct whit_base in src/group/curve.h."""

    teeth: int
    blocks: int

    def is_incomplete(self, bits: int) -> bool:
        """Whether all columns but the last take incomplete additions; see
        src/group/weierstrass_multiply.inc."""
        return (self.teeth * self.blocks - 1) * self.spacing(bits) + 5 <= bits

    def spacing(self, bits: int) -> int:
        # At least two: the comb's argument for incomplete additions needs it.
        return max(2, -(-bits // (self.teeth * self.blocks)))


# Base-point tables by profile, and for parts whose constants are in program memory, which have
# little of it: there half the table. Curves for pairings have the least one throughout: with them
# it serves key generation alone.
COMBS = {"balanced": Comb(4, 2), "fast": Comb(5, 4), "fast_apart": Comb(5, 2)}
# As many additions, some more doublings: where the other's would be complete or its table large.
SHORT_COMB = Comb(5, 3)
TOY_COMBS = {"balanced": Comb(4, 1), "fast": Comb(6, 2)}  # orders are short for more teeth
PAIRING_COMBS = {"balanced": Comb(4, 1), "fast": Comb(4, 1)}

HASHES = {"sha1": 160, "sha224": 224, "sha256": 256, "sha384": 384, "sha512": 512}


@dataclass(frozen=True)
class Curve:
    """Domain parameters of a short Weierstrass curve, its base point of prime order."""

    name: str
    sources: tuple[str, ...]
    security_bits: int
    reduction: str
    hash: str
    ecdsa: bool
    oid: str
    pairing: bool
    p: int
    a: int
    b: int
    g: tuple[int, int]
    order: int
    cofactor: int
    twist: Curve | None = None  # an isomorphic curve with the cheaper doubling, to work on

    @property
    def worked(self) -> Curve:
        """The curve whose points the arithmetic sees."""
        return self.twist or self

    @property
    def scale(self) -> int:
        """The Z of (x, y) -> (x Z^2, y Z^3), the way to the curve that is worked on."""
        x, y = self.worked.g
        return y * self.g[0] * pow(self.g[1] * x, -1, self.p) % self.p

    @property
    def values(self) -> tuple[int, ...]:
        """What is to be below p."""
        return (self.a, self.b, *self.g)

    @property
    def field_size(self) -> int:
        return element_bits(self.p)

    @property
    def scalar_size(self) -> int:
        return round_up(self.order.bit_length(), 16)

    @property
    def size(self) -> int:
        """The tag of the template instance: one number, or two run together."""
        if self.field_size == self.scalar_size:
            return self.field_size
        return self.field_size * 1000 + self.scalar_size

    @property
    def combs(self) -> dict[str, Comb]:
        if self.order.bit_length() < 64:
            return TOY_COMBS
        if self.pairing:
            return PAIRING_COMBS
        bits = self.order.bit_length()
        if bits > 256 or COMBS["fast"].is_incomplete(bits) < SHORT_COMB.is_incomplete(bits):
            return {**COMBS, "fast": SHORT_COMB}
        return COMBS

    @property
    def two_adicity(self) -> int:
        """The s of p - 1 = q 2^s with q odd."""
        return ((self.p - 1) & (1 - self.p)).bit_length() - 1

    @property
    def root(self) -> int:
        """An element of order 2^s, which square roots start from."""
        base = next(z for z in range(2, self.p) if pow(z, (self.p - 1) // 2, self.p) != 1)
        return pow(base, (self.p - 1) >> self.two_adicity, self.p)

    @property
    def oid_octets(self) -> bytes:
        """The content of the DER encoding of the object identifier [X.690, 8.19]."""
        first, second, *rest = (int(part) for part in self.oid.split("."))
        octets = b""
        for part in (40 * first + second, *rest):
            groups = [part & 0x7F]
            while part := part >> 7:
                groups.append(part & 0x7F | 0x80)
            octets += bytes(reversed(groups))
        return octets

    @property
    def named_reduction(self) -> str:
        """The kernel that its file asks for."""
        return self.reduction

    def reduction_at(self, width: int) -> str:
        """The kernel that reduces modulo p with limbs of `width` bits."""
        return reduction_at(self.reduction, self.p, width)

    def reduction_constant(self, width: int) -> int:
        """The constant of that kernel."""
        return REDUCTIONS[self.reduction_at(width)].constant(self.p, width)

    def radix(self, width: int, bits: int) -> int:
        """What an element of `bits` bits is multiplied with in memory."""
        return 1 if REDUCTIONS[self.reduction_at(width)].plain else 2**bits

    @property
    def doubling(self) -> str:
        if self.a == 0:
            return "double_a_zero"
        return "double_a_minus_3" if self.a == self.p - 3 else "double_a_any"

    def add(self, p: Affine, q: Affine) -> Affine:
        """The sum of two affine points; None is the point at infinity."""
        if p is None or q is None:
            return q if p is None else p
        if p[0] == q[0] and (p[1] + q[1]) % self.p == 0:
            return None
        if p == q:
            slope = (3 * p[0] * p[0] + self.a) * pow(2 * p[1], -1, self.p)
        else:
            slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, self.p)
        x = (slope * slope - p[0] - q[0]) % self.p
        return x, (slope * (p[0] - x) - p[1]) % self.p

    def negate(self, point: Affine) -> Affine:
        return None if point is None else (point[0], -point[1] % self.p)

    def multiply(self, k: int, point: Affine) -> Affine:
        """k times a point."""
        result: Affine = None
        for bit in bin(k % self.order)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result

    def odd_multiples(self, count: int) -> list[tuple[int, int]]:
        """G, 3 G, 5 G and so on."""
        found = [self.multiply(2 * i + 1, self.g) for i in range(count)]
        return [point for point in found if point is not None]

    def comb_table(self, comb: Comb) -> list[tuple[int, int]]:
        """The points of a base-point table, block after block."""
        step = 2 ** comb.spacing(self.order.bit_length())
        table = []
        tooth: Affine = self.g
        for _ in range(comb.blocks):
            teeth = []
            for _ in range(comb.teeth):
                teeth.append(tooth)
                tooth = self.multiply(step, tooth)
            for entry in range(2 ** (comb.teeth - 1)):
                point = teeth[-1]
                for t, weight in enumerate(teeth[:-1]):
                    point = self.add(point, weight if entry >> t & 1 else self.negate(weight))
                if point is None:
                    raise CurveError(f"{self.name}: the comb holds the point at infinity")
                table.append(point)
        return table


def load(path: Path) -> Curve:
    """Read and check one curve file, and that of its twist. Raises CurveError."""
    curve, twist = read(path)
    if twist:
        other, another = read(path.with_name(f"{twist}.toml"))
        if another:
            raise CurveError(f"{path.name}: its twist has a twist")
        curve = replace(curve, twist=other)
        check_twist(curve, other)
    check(curve)
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
        )
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


def check(curve: Curve) -> None:
    """Ranges, primality, the discriminant, the base point and its order, the Hasse interval."""
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
    for complaint, holds in claims:
        if not holds():
            raise CurveError(f"{curve.name}: {complaint}")
    found = endomorphism.find(curve)
    if found is not None and (complaint := found.complaint(curve)):
        raise CurveError(f"{curve.name}: {complaint}")


def generate(curves: list[Curve], others: list[FormCurve], output: Path) -> dict[Path, str]:
    """The generated files by path: of short Weierstrass curves and of those in other forms."""
    public = ROOT / "include" / "whit"
    headers = [public / name for name in PUBLIC_HEADERS]
    steps_headers = [public / name for name in STEPS_HEADERS]
    randomised_headers = [public / name for name in RANDOMISED_HEADERS]
    source, include = output / "src", output / "include" / "whit"
    instance = source / "instance"
    files = {
        source / "curve" / "sizes.h": sizes_header(curves, others, named(others)),
        source / "curve" / "primes.h": facts_header(curves, others),
        source / "scheme" / "dispatch.c": dispatch_source(curves, headers),
        source / "scheme" / "dispatch_steps.c": dispatch_source(
            curves, steps_headers, "WHIT_STEPS"
        ),
        source / "scheme" / "dispatch_randomised.c": dispatch_source(
            curves, randomised_headers, "WHIT_RANDOMISE"
        ),
        include / "sized.h": sized_header(curves, headers + steps_headers + randomised_headers),
        source / "answers" / "hashes.c": hash_answers(ROOT / "include" / "whit" / "hash.h"),
    }
    for curve in curves:
        files[source / "curve" / f"{curve.name}.c"] = curve_source(curve, LIMB_WIDTHS)
        files[source / "answers" / f"{curve.name}.c"] = curve_answers(curve)
        files[include / f"{curve.name}.h"] = curve_header(curve)
        files[instance / f"size_{curve.size}.h"] = size_declaration(curve)
        files[instance / f"size_{curve.size}.c"] = size_source(curve)
    for other in others:
        files[instance / f"{other.form}_{other.name}.c"] = form_source(other)
        if other.agrees:
            files[include / f"{other.name}.h"] = form_header(other)
    sizes = {size for curve in curves for size in (curve.field_size, curve.scalar_size)}
    for size in sorted(sizes | {size for other in others for size in other.field_sizes}):
        files[instance / f"field_{size}.h"] = field_declaration(size, curves, others)
        files[instance / f"field_{size}.c"] = field_source(size, curves, others)
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    parser.add_argument("--with", dest="more", type=Path, help="a folder of more curve files")
    parser.add_argument("--output", type=Path, default=ROOT, help="the tree the files go to")
    arguments = parser.parse_args()
    try:
        folders = [ROOT / "curves"] + ([arguments.more] if arguments.more else [])
        for folder in folders:
            if not folder.is_dir():
                raise CurveError(f"{folder} is no folder")
        curves = [load(path) for folder in folders for path in sorted(folder.glob("*.toml"))]
        others = [curve for folder in folders for curve in load_all(folder)]
        files = generate(curves, others, arguments.output)
    except CurveError as error:
        print(f"curves: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
    if arguments.check:
        for path in stale:
            print(f"curves: {path} is not what its source gives", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        write(path, files[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
