# SPDX-License-Identifier: MIT
"""MACwBB by affine arithmetic on Python's integers, as doc/macwbb.md states it."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from lab.curves import Curve
from lab.oracle.plain import PlainOracle, Point

ISSUED, WEIGHT, ISSUANCE, SHOWING = 1, 2, 3, 4


@dataclass(frozen=True)
class Showing:
    """What a holder sends, and of the attributes those that it discloses, counted from 1."""

    s: Point
    e: int
    response: int
    hidden: tuple[int, ...]
    disclosed: dict[int, int]


class Macwbb:
    """The scheme on one curve. `binding` is whether disclosed attributes are in the hash: without
    it the scheme is broken, and tests show how."""

    def __init__(self, curve: Curve, binding: bool = True) -> None:
        self.curve, self.q = curve, curve.order
        self._field, self._order = curve.sizes.field, curve.sizes.order
        self._group = PlainOracle(curve)
        self._binding = binding

    def multiply(self, k: int, point: Point) -> Point:
        return self._group.multiply(k % self.q, point)

    def add(self, left: Point, right: Point) -> Point:
        return self._group.add(left, right)

    def number(self, value: int) -> bytes:
        return value.to_bytes(self._order, "big")

    def numbers(self, values: Sequence[int]) -> bytes:
        return b"".join(map(self.number, values))

    def point(self, point: Point, compressed: bool = True) -> bytes:
        assert point is not None
        x, y = (each.to_bytes(self._field, "big") for each in point)
        return bytes([2 | point[1] & 1]) + x if compressed else b"\4" + x + y

    def decoded(self, data: bytes) -> Point:
        x = int.from_bytes(data[1 : 1 + self._field], "big")
        if data[0] == 4:
            return x, int.from_bytes(data[1 + self._field :], "big")
        _, y = self._group.split(self._group.decompress(data), self._field)
        return x, y

    def hashed(self, *parts: bytes) -> int:
        digest = hashlib.new(self.curve.hash, b"".join(parts)).digest()
        return int.from_bytes(digest, "big") % self.q

    def begin(self, domain: int, parameters: Sequence[Point]) -> bytes:
        first = b"MACwBB" + bytes([domain, len(parameters) - 1]) + self.number(self.q)
        return first + b"".join(map(self.point, parameters))

    def of_keys(self, private_key: bytes, public_key: bytes) -> tuple[list[int], int]:
        """The issuer's key and the one attribute that the lab makes of a key pair."""
        x, y = (int.from_bytes(public_key[at:][: self._field], "big") for at in (0, self._field))
        return [int.from_bytes(private_key, "big"), y % self.q], x % self.q

    def parameters(self, key: Sequence[int]) -> list[Point]:
        return [self.multiply(x, self.curve.base) for x in key]

    def weight(self, key: Sequence[int], attributes: dict[int, int]) -> int:
        return (key[0] + sum(m * key[i] for i, m in attributes.items())) % self.q

    def issue(self, key: Sequence[int], attributes: Sequence[int]) -> list[Point]:
        weight = self.weight(key, dict(enumerate(attributes, 1)))
        s = self.multiply(pow(weight, -1, self.q), self.curve.base)
        return [s, *(self.multiply(x, s) for x in key[1:])]

    def prove_issue(
        self, key: Sequence[int], credential: Sequence[Point], chosen: random.Random
    ) -> tuple[int, int]:
        parameters = self.parameters(key)
        digest = self._issued(parameters, self.multiply(key[0], credential[0]), credential)
        weights = self._weights(digest, len(key))
        k = sum(c * x for c, x in zip(weights, key, strict=True)) % self.q
        v = chosen.randrange(1, self.q)
        a, b = (self.multiply(v, each) for each in (self.curve.base, credential[0]))
        e = self._issuance_challenge(digest, a, b)
        return e, (v + e * k) % self.q

    def accept(
        self,
        parameters: Sequence[Point],
        credential: Sequence[Point],
        attributes: Sequence[int],
        proof: tuple[int, int],
    ) -> bool:
        curve, (e, response) = self.curve, proof
        s0: Point = curve.base
        for m, s in zip(attributes, credential[1:], strict=True):
            s0 = self.add(s0, self.multiply(-m % self.q, s))
        digest = self._issued(parameters, s0, credential)
        weights = self._weights(digest, len(parameters))
        m_sum = self._combined(weights, parameters)
        z_sum = self._combined(weights, [s0, *credential[1:]])
        a, b = (
            self.add(self.multiply(response, base), self.multiply(-e % self.q, total))
            for base, total in ((curve.base, m_sum), (credential[0], z_sum))
        )
        return self._issuance_challenge(digest, a, b) == e

    def _combined(self, weights: Sequence[int], points: Sequence[Point]) -> Point:
        total: Point = None
        for c, point in zip(weights, points, strict=True):
            total = self.add(total, self.multiply(c, point))
        return total

    def _issued(self, parameters: Sequence[Point], s0: Point, credential: Sequence[Point]) -> bytes:
        points = b"".join(map(self.point, (s0, *credential)))
        hashed = hashlib.new(self.curve.hash, self.begin(ISSUED, parameters) + points)
        return hashed.digest()

    def _weights(self, digest: bytes, count: int) -> list[int]:
        return [self.hashed(bytes([WEIGHT, i]), digest) for i in range(count)]

    def _issuance_challenge(self, digest: bytes, a: Point, b: Point) -> int:
        return self.hashed(bytes([ISSUANCE]), digest, self.point(a), self.point(b))

    def challenge(
        self,
        parameters: Sequence[Point],
        disclosed: dict[int, int],
        t: Point,
        s: Point,
        nonce: bytes,
    ) -> int:
        numbers = sum(1 << (i - 1) for i in disclosed).to_bytes(4, "big")
        values = [disclosed[i] for i in sorted(disclosed)] if self._binding else []
        begun = self.begin(SHOWING, parameters)
        return self.hashed(
            begun, numbers, self.numbers(values), self.point(t), self.point(s), nonce
        )

    def show(
        self,
        parameters: Sequence[Point],
        credential: Sequence[Point],
        attributes: Sequence[int],
        disclosed: set[int],
        nonce: bytes,
        chosen: random.Random,
        signs: tuple[int, int] = (1, -1),
    ) -> Showing:
        """`signs` of e in the two kinds of responses: any others give what is refused."""
        curve, q = self.curve, self.q
        hidden = [i for i in range(1, len(attributes) + 1) if i not in disclosed]
        r, v, *drawn = (chosen.randrange(1, q) for _ in range(2 + len(hidden)))
        s = self.multiply(r, credential[0])
        t = self.multiply(v, curve.base)
        for i, w in zip(hidden, drawn, strict=True):
            t = self.add(t, self.multiply(w * r % q, credential[i]))
        shown = {i: attributes[i - 1] for i in disclosed}
        e = self.challenge(parameters, shown, t, s, nonce)
        responses = (
            (w + signs[1] * e * attributes[i - 1]) % q for i, w in zip(hidden, drawn, strict=True)
        )
        return Showing(s, e, (v + signs[0] * e * r) % q, tuple(responses), shown)

    def verify_show(self, key: Sequence[int], showing: Showing, nonce: bytes) -> bool:
        curve, q = self.curve, self.q
        count = len(key) - 1
        hidden = [i for i in range(1, count + 1) if i not in showing.disclosed]
        k = -showing.e * self.weight(key, showing.disclosed)
        k += sum(key[i] * response for i, response in zip(hidden, showing.hidden, strict=True))
        t = self.add(self.multiply(showing.response, curve.base), self.multiply(k % q, showing.s))
        parameters = self.parameters(key)
        return self.challenge(parameters, showing.disclosed, t, showing.s, nonce) == showing.e

    def forge(
        self,
        parameters: Sequence[Point],
        credential: Sequence[Point],
        attributes: Sequence[int],
        nonce: bytes,
        chosen: random.Random,
    ) -> Showing:
        """Disclose all attributes, the first of them false: t has w S1 r more than it should, and
        the false value is what makes that right once e is known. It takes a hash without the
        disclosed attributes."""
        curve, q = self.curve, self.q
        r, v, w = (chosen.randrange(1, q) for _ in range(3))
        s = self.multiply(r, credential[0])
        t = self.add(self.multiply(v, curve.base), self.multiply(w * r % q, credential[1]))
        shown = dict(enumerate(attributes, 1))
        e = self.challenge(parameters, shown, t, s, nonce)
        shown[1] = (shown[1] - w * pow(e, -1, q)) % q
        return Showing(s, e, (v + e * r) % q, (), shown)

    def encoded(self, showing: Showing) -> bytes:
        return self.point(showing.s) + self.numbers([showing.e, showing.response, *showing.hidden])

    def read(self, data: bytes, disclosed: dict[int, int]) -> Showing:
        compressed, o = 1 + self._field, self._order
        numbers = [
            int.from_bytes(data[at : at + o], "big") for at in range(compressed, len(data), o)
        ]
        return Showing(
            self.decoded(data[:compressed]), numbers[0], numbers[1], tuple(numbers[2:]), disclosed
        )
