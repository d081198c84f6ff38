# SPDX-License-Identifier: MIT
"""Curves as the tests see them: the files of curves/ as numbers, PARI's arithmetic, the nonces
of RFC 6979."""

import hmac
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cypari import pari

pari.allocatemem(256 << 20, silent=True)

ROOT = Path(__file__).resolve().parent.parent.parent
CURVES = ROOT / "curves"

Point = tuple[int, int]


@dataclass(frozen=True)
class Curve:
    name: str
    p: int
    a: int
    b: int
    g: Point
    order: int
    cofactor: int
    security_bits: int
    hash: str
    ecdsa: bool
    pairing: bool

    @property
    def field_bytes(self) -> int:
        return (self.p.bit_length() + 7) // 8

    @property
    def order_bytes(self) -> int:
        return (self.order.bit_length() + 7) // 8

    @property
    def recoverable(self) -> bool:
        """Whether x div n and a bit fit a byte, for every x."""
        return self.p.bit_length() <= self.order.bit_length() + 6

    @cached_property
    def _pari(self) -> Any:
        return pari(f"ellinit([{self.a}, {self.b}], {self.p})")

    def _to_pari(self, point: Point | None) -> Any:
        if point is None:
            return pari("[0]")
        return pari(f"[Mod({point[0]}, {self.p}), Mod({point[1]}, {self.p})]")

    @staticmethod
    def _from_pari(point: Any) -> Point | None:
        return None if len(point) == 1 else (int(point[0].lift()), int(point[1].lift()))

    def multiply(self, k: int, point: Point | None = None) -> Point | None:
        """k times a point, by default the base point; None is infinity."""
        return self._from_pari(self._pari.ellmul(self._to_pari(point or self.g), pari(k)))

    def add(self, p: Point | None, q: Point | None) -> Point | None:
        return self._from_pari(self._pari.elladd(self._to_pari(p), self._to_pari(q)))

    def holds(self, point: Point) -> bool:
        x, y = point
        return (y * y - x**3 - self.a * x - self.b) % self.p == 0

    def has_order(self, point: Point) -> bool:
        return self.cofactor == 1 or self.multiply(self.order, point) is None

    def lift(self, x: int, parity: int = 0) -> Point | None:
        """The point with this x and parity of y."""
        square = pari((x**3 + self.a * x + self.b) % self.p)
        if square.kronecker(self.p) < 0:
            return None
        y = int(square.Mod(self.p).sqrt().lift())
        if y % 2 != parity:
            y = self.p - y
        return (x, y) if y < self.p else None

    def encode(self, point: Point | None) -> bytes:
        """The uncompressed point."""
        assert point is not None
        return b"\x04" + b"".join(value.to_bytes(self.field_bytes, "big") for value in point)

    def decode(self, data: bytes) -> Point:
        f = self.field_bytes
        assert len(data) == 1 + 2 * f
        assert data[0] == 4
        return int.from_bytes(data[1 : 1 + f], "big"), int.from_bytes(data[1 + f :], "big")

    def leftmost(self, data: bytes) -> int:
        """bits2int of RFC 6979, 2.3.2: the leftmost bits, as many as the order has."""
        excess = 8 * len(data) - self.order.bit_length()
        return int.from_bytes(data, "big") >> max(0, excess)


def read_curve(path: Path) -> Curve:
    data = tomllib.loads(path.read_text())
    numbers = {key: int(data[key], 16) for key in ("p", "a", "b", "order", "cofactor")}
    return Curve(
        name=data["name"],
        g=(int(data["gx"], 16), int(data["gy"], 16)),
        security_bits=data["security_bits"],
        hash=data.get("hash", "sha256"),
        ecdsa=data.get("ecdsa", True),
        pairing=data.get("family") == "pairing",
        **numbers,
    )


@cache
def library_curves() -> tuple[Curve, ...]:
    return tuple(read_curve(path) for path in sorted(CURVES.glob("*.toml")))


def rfc6979_nonce(curve: Curve, private: int, digest: bytes, hash_name: str) -> int:
    """RFC 6979, 3.2."""
    o = curve.order_bytes
    size = hmac.new(b"", b"", hash_name).digest_size
    seed = private.to_bytes(o, "big") + (curve.leftmost(digest) % curve.order).to_bytes(o, "big")
    v, k = b"\x01" * size, bytes(size)
    for step in (b"\x00", b"\x01"):
        k = hmac.digest(k, v + step + seed, hash_name)
        v = hmac.digest(k, v, hash_name)
    while True:
        stream = b""
        while len(stream) < o:
            v = hmac.digest(k, v, hash_name)
            stream += v
        candidate = curve.leftmost(stream[:o])
        if 0 < candidate < curve.order:
            return candidate
        k = hmac.digest(k, v + b"\x00", hash_name)
        v = hmac.digest(k, v, hash_name)
