# SPDX-License-Identifier: MIT
"""Write what the C tests must know of curves: toys.h, a line for each toy curve, and
curve_table.c, for each curve of the library good and bad inputs and what is to come of them.

    python3 -m tests.unit.tables --output DIRECTORY [--curve NAME ...]

The numbers are PARI's, the nonces of RFC 6979 those of tests/unit/curves.py; neither shares
anything with the library.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.unit.curves import Curve, Point, library_curves, read_curve, rfc6979_nonce

TOYS = Path(__file__).resolve().parent / "toys"
MESSAGE = b"sample"
NOTICE = "/* SPDX-License-Identifier: MIT */\n/* Written by tests/unit/tables.py. */\n"

# Points are looked for one x after the other where about one in 2 h is of order n.
GREATEST_COFACTOR_SEARCHED = 64


@dataclass(frozen=True)
class Signature:
    """A signature, or something like it, of a digest. Without a nonce it is for verifying only."""

    name: str
    digest: bytes
    r: int
    s: int
    status: str = "OK"
    public: Point | None = None
    private: int = 0
    nonce: int = 0
    recovery_id: int = -1


class Case:
    """Inputs for one curve, all of them given by its name."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        self._random = random.Random(curve.name)
        self.private_a, self.private_b = self.scalar(), self.scalar()
        self.public_a, self.public_b = (curve.multiply(k) for k in (self.private_a, self.private_b))

    def scalar(self) -> int:
        return self._random.randrange(2, self.curve.order - 1)

    # Points

    def x_without_point(self) -> int:
        return next(x for x in self._some_x() if self.curve.lift(x) is None)

    def outside(self) -> Point | None:
        """A point of the curve that is not of order n, and not of an order that divides h."""
        curve = self.curve
        if curve.cofactor == 1:
            return None
        points = (curve.lift(x) for x in self._some_x())
        return next(
            point
            for point in points
            if point
            and curve.multiply(curve.order, point)
            and curve.multiply(curve.cofactor, point)
        )

    def small(self) -> Point | None:
        """A point whose order divides h."""
        curve = self.curve
        if curve.cofactor == 1:
            return None
        points = (curve.lift(x) for x in self._some_x())
        multiples = (curve.multiply(curve.order, point) for point in points if point)
        return next(point for point in multiples if point)

    def _some_x(self) -> Iterator[int]:
        while True:
            yield self._random.randrange(self.curve.p)

    # Signatures

    def digest(self, z: int) -> bytes:
        """A digest of the order's length whose leftmost bits are z."""
        curve = self.curve
        return (z << (8 * curve.order_bytes - curve.order.bit_length())).to_bytes(
            curve.order_bytes, "big"
        )

    def signed(
        self, name: str, digest: bytes, private: int = 0, nonce: int = 0, s: int = 0
    ) -> Signature:
        """The signature with a nonce, or with s instead of the right one."""
        curve = self.curve
        d, k = private or self.private_a, nonce or self.scalar()
        point = curve.multiply(k)
        assert point is not None
        r = point[0] % curve.order
        right = pow(k, -1, curve.order) * (curve.leftmost(digest) + r * d) % curve.order
        identifier = point[0] // curve.order << 1 | point[1] & 1
        return Signature(
            name,
            digest,
            r,
            s or right,
            public=curve.multiply(d),
            private=d,
            nonce=k,
            recovery_id=identifier if curve.recoverable else -1,
        )

    def forged(self, name: str, point: Point, s: int, digest: bytes) -> Signature:
        """A signature of which the point R and s are chosen: the key is what fits."""
        curve = self.curve
        n = curve.order
        r = point[0] % n
        inverse = pow(r, -1, n)
        left = curve.multiply(s * inverse % n, point)
        right = curve.multiply(-curve.leftmost(digest) * inverse % n)
        public = curve.add(left, right)
        identifier = point[0] // n << 1 | point[1] & 1
        return Signature(
            name,
            digest,
            r,
            s,
            public=public,
            recovery_id=identifier if curve.recoverable else -1,
        )

    def point_from(self, x: int) -> Point | None:
        """The first point of order n from x on, if one is to be found."""
        curve = self.curve
        if curve.cofactor > GREATEST_COFACTOR_SEARCHED:
            return None
        while x < curve.p:
            point = curve.lift(x)
            if point and x % curve.order and curve.has_order(point):
                return point
            x += 1
        return None

    def signatures(self) -> Iterator[Signature]:
        curve = self.curve
        n, d = curve.order, self.private_a
        some = hashlib.sha256(MESSAGE).digest()
        zero = bytes(curve.order_bytes)
        yield self.signed("an ordinary signature", self.digest(self.scalar()))
        yield self.signed("a nonce that is the private key", self.digest(self.scalar()), d, d)
        yield self.signed("a nonce that is the opposite of the key", some, d, n - d)
        yield self.signed("nonce 1", some, d, 1)
        yield self.signed("nonce n - 1", some, d, n - 1)
        yield self.signed("private key 1", some, 1)
        yield self.signed("private key n - 1", some, n - 1)
        yield self.signed("a digest of zeros", zero)
        yield self.signed("a digest of ones", b"\xff" * curve.order_bytes)
        yield self.signed("a digest that is the order", self.digest(n))
        yield self.signed("a digest of one byte", b"\x01")
        yield self.signed("a digest of one zero byte", b"\x00")
        yield self.signed("a digest longer than the order", some * (1 + curve.order_bytes // 32))
        yield self.signed("one byte less than the order", b"\xa5" * (curve.order_bytes - 1))
        yield from self._chosen(some)
        yield from self._cancelling()
        yield from self._refused(some)

    def _chosen(self, some: bytes) -> Iterator[Signature]:
        """Valid signatures with numbers that chance does not bring."""
        curve = self.curve
        n, k = curve.order, self.scalar()
        point = curve.multiply(k)
        assert point is not None
        for s in (1, 2, n - 1):
            z = (s * k - point[0] * self.private_a) % n
            name = f"s = {s}" if s < n - 1 else "s = n - 1"
            yield self.signed(name, self.digest(z), nonce=k)
        tiny = self.point_from(1)
        if tiny:
            yield self.forged("a tiny r", tiny, self.scalar(), some)
            yield self.forged("a tiny r and s = 1", tiny, 1, some)
        # r is x - n, or x less a multiple of n: only the remainder counts.
        wrapped = self.point_from(n) if n < curve.p else None
        if wrapped:
            yield self.forged("an x above the order", wrapped, self.scalar(), some)
        if n < curve.p and curve.cofactor > 1:
            multiples = ((m, curve.multiply(m)) for m in range(2, 400))
            above = next((m for m, point in multiples if point and point[0] >= n), None)
            if above:
                yield self.signed("an x of many orders", some, nonce=above)

    def _cancelling(self) -> Iterator[Signature]:
        """u G and v Q that are equal, where an addition must double, or opposite."""
        curve = self.curve
        n, d, k = curve.order, self.private_a, self.scalar()
        point = curve.multiply(k)
        assert point is not None
        z = point[0] * d % n
        yield self.signed("u G = v Q", self.digest(z), d, k)
        cancelling = self.digest(n - z)
        yield Signature(
            "u G = -v Q",
            cancelling,
            point[0] % n,
            self.scalar(),
            "ERROR_SIGNATURE_INVALID",
            curve.multiply(d),
        )

    def _refused(self, some: bytes) -> Iterator[Signature]:
        """Numbers out of range, and good signatures with something altered."""
        curve = self.curve
        n = curve.order
        good = self.signed("", some)
        full = 256**curve.order_bytes - 1
        for name, value in (("0", 0), ("n", n), ("n + 1", n + 1), ("all ones", full)):
            for r, s, which in ((value, good.s, "r"), (good.r, value, "s")):
                yield Signature(
                    f"{which} is {name}", some, r, s, "ERROR_SIGNATURE_RANGE", good.public
                )
        for name, r, s in (
            ("r + 1", good.r % (n - 1) + 1, good.s),
            ("s + 1", good.r, good.s % (n - 1) + 1),
            ("-r", n - good.r, good.s),
            ("r and s swapped", good.s, good.r),
        ):
            yield Signature(name, some, r, s, "ERROR_SIGNATURE_INVALID", good.public)
        other = hashlib.sha256(b"another").digest()
        yield Signature(
            "another digest", other, good.r, good.s, "ERROR_SIGNATURE_INVALID", good.public
        )
        yield Signature(
            "another key", some, good.r, good.s, "ERROR_SIGNATURE_INVALID", self.public_b
        )


# C


def initializer(data: bytes | None) -> str:
    """An array as an expression; NULL for none."""
    if data is None:
        return "NULL"
    return f"(const uint8_t[]){{{', '.join(map(str, data))}}}"


def signature_row(case: Case, signature: Signature) -> str:
    curve = case.curve
    o = curve.order_bytes
    halves = b"".join(number.to_bytes(o, "big") for number in (signature.r, signature.s))
    key = signature.private.to_bytes(o, "big") if signature.private else None
    nonce = case.digest(signature.nonce) if signature.private else None
    assert signature.public is not None, (curve.name, signature.name)
    fields = (
        f'"{signature.name}"',
        f"WHIT_{signature.status}",
        initializer(curve.encode(signature.public)),
        initializer(signature.digest),
        str(len(signature.digest)),
        initializer(halves),
        initializer(key),
        initializer(nonce),
        str(signature.recovery_id),
    )
    return "    {" + ", ".join(fields) + "},\n"


def curve_rows(curve: Curve) -> tuple[str, str]:
    """The signatures of a curve, and its entry."""
    case = Case(curve)
    f, o = curve.field_bytes, curve.order_bytes
    rows = "".join(signature_row(case, signature) for signature in case.signatures())
    outside, small = case.outside(), case.small()
    digest = hashlib.new(curve.hash, MESSAGE).digest()
    nonce = rfc6979_nonce(curve, case.private_a, digest, curve.hash)
    derived = case.signed("", digest, case.private_a, nonce)

    def x_of(k: int, point: Point | None) -> bytes:
        product = curve.multiply(k, point)
        assert product is not None
        return product[0].to_bytes(f, "big")

    cleared = case.private_a * curve.cofactor
    fields = {
        "name": f'"{curve.name}"',
        "curve": f"&whit_{curve.name}",
        "base": f"&whit_{curve.name}_base",
        "hash": f"&whit_{curve.hash}",
        "field_bytes": str(f),
        "order_bytes": str(o),
        "security_bits": str(curve.security_bits),
        "cofactor_is_one": str(int(curve.cofactor == 1)),
        "recoverable": str(int(curve.recoverable)),
        "prime": initializer(curve.p.to_bytes(f, "big")),
        "order": initializer(curve.order.to_bytes(o, "big")),
        "private_a": initializer(case.private_a.to_bytes(o, "big")),
        "private_b": initializer(case.private_b.to_bytes(o, "big")),
        "public_a": initializer(curve.encode(case.public_a)),
        "public_b": initializer(curve.encode(case.public_b)),
        "secret": initializer(x_of(case.private_a, case.public_b)),
        "secret_cofactor": initializer(x_of(cleared, case.public_b)),
        "x_without_point": initializer(case.x_without_point().to_bytes(f, "big")),
        "outside": initializer(outside and curve.encode(outside)),
        "secret_outside": initializer(outside and x_of(cleared, outside)),
        "small": initializer(small and curve.encode(small)),
        "derived": initializer(
            b"".join(number.to_bytes(o, "big") for number in (derived.r, derived.s))
        ),
        "signatures": f"{curve.name}_signatures",
        "signature_count": f"sizeof {curve.name}_signatures / sizeof *{curve.name}_signatures",
    }
    entry = "".join(f"        .{key} = {value},\n" for key, value in fields.items())
    array = f"static const signature_case {curve.name}_signatures[] = {{\n{rows}}};\n"
    return array, f"    {{\n{entry}    }},\n"


def curve_table(names: Sequence[str]) -> str:
    """curve_table.c, with these curves."""
    curves = [curve for curve in library_curves() if not names or curve.name in names]
    rows = [curve_rows(curve) for curve in curves]
    externs = "".join(
        f"extern const whit_curve whit_{curve.name};\n"
        f"extern const whit_base whit_{curve.name}_base;\n"
        for curve in curves
    )
    arrays = "\n".join(array for array, _ in rows)
    entries = "".join(entry for _, entry in rows)
    return (
        f'{NOTICE}#include "curve_table.h"\n\n{externs}\n{arrays}\n'
        f"const curve_case curve_cases[] = {{\n{entries}}};\n"
        f"const size_t curve_case_count = {len(curves)};\n"
    )


def toy_list(names: Sequence[str] = ()) -> str:
    """toys.h: TOY(name, p, a, b, n, h, gx, gy) for each toy, or these; a = p - 3 as -3."""
    lines = []
    for path in sorted(TOYS.glob("*.toml")):
        if names and path.stem not in names:
            continue
        c = read_curve(path)
        a = -3 if c.a == c.p - 3 else c.a
        numbers = (c.p, a, c.b, c.order, c.cofactor, *c.g)
        lines.append(f"TOY({c.name}, {', '.join(map(str, numbers))})\n")
    return NOTICE + "".join(lines)


def write(directory: Path, names: Sequence[str] = ()) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "toys.h").write_text(toy_list())
    (directory / "curve_table.c").write_text(curve_table(names))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--curve", action="append", default=[], help="only this one; repeatable")
    arguments = parser.parse_args()
    write(arguments.output, arguments.curve)


if __name__ == "__main__":
    main()
