# SPDX-License-Identifier: MIT
"""Encodings of points of a pairing's groups, and of what is none: on Python's integers and by
PARI."""

import random
from collections.abc import Callable, Iterator

from cypari import pari

from lab import oracle
from lab.curves import Curve
from lab.oracle.pairing import PairingOracle, Point
from tests.bls import Bls
from tools.curves import towers

SMALL = [n for n in range(2, 2000) if all(n % d for d in range(2, n))]


class Points:
    """The groups on Python's integers, and encodings of their points."""

    def __init__(self, bls: Bls) -> None:
        self.bls = bls
        self.right: PairingOracle = oracle.pairing(bls.curve)

    def first(self, scalar: int, compressed: bool = True, base: Point = None) -> bytes:
        start = base or self.right.first(self.bls.curve.base)
        point = self.right.multiply(scalar, start)
        assert point is not None
        (x, *_), (y, *_) = point
        return self.bls.encoded((x,), (y,), False, compressed)

    def second(self, scalar: int, compressed: bool = True) -> bytes:
        point = self.right.multiply(scalar, self.right.untwisted(self.right.tower.base))
        numbers = self.right.twisted(point)
        below = self.bls.below
        return self.bls.encoded(numbers[:below], numbers[below:], True, compressed)

    def of(self, second: bool) -> Callable[[int, bool], bytes]:
        return self.second if second else self.first


def strangers(bls: Bls, second: bool, drawn: random.Random) -> Iterator[bytes]:
    """Points of the curve outside the group, by PARI: any one; one with no part in the group; one
    of each small order, and its sum with one of the group."""
    right = oracle.pairing(bls.curve)
    tower, p, order = right.tower, bls.curve.p, bls.curve.order
    if not second and bls.curve.cofactor == 1:
        return
    below = tower.below if second else 1
    polynomial = {
        1: "x-1",
        2: "x^2+1",
        3: f"x^3-({tower.cubic})",
        4: f"(x^2-{tower.quartic[0] if tower.quartic else 0})^2+1",
    }[below]
    pari(f"g=ffgen(({polynomial})*Mod(1,{p}),'g); o=g^0; setrand({drawn.randrange(1, 2**31)})")
    root = pari(f"g^2-{tower.quartic[0]}" if below == 4 else "g")
    basis = {1: "[o]", 2: "[o,g]", 3: "[o,g,g^2]", 4: f"[o,{root},g,g*({root})]"}[below]
    pari(f"basis={basis}; element(c)=sum(i=1,#c,c[i]*basis[i])")
    if second:
        sign = 1 if tower.multiplies else -1
        xi, b = [*tower.xi], [*tower.b]
        pari(f"a={bls.curve.a}*element({xi})^({2 * sign}); b=element({b})")
    else:
        pari(f"a={bls.curve.a}*o; b={bls.curve.b}*o")
    pari("e=ellinit([a,b],g)")
    points = points_of_curve(bls.curve, second)
    pari(f"any()=my(q=random(e));while(ellmul(e,q,{order})==[0],q=random(e));q")
    pari(f"of(m)=my(q=[0]);while(q==[0],q=ellmul(e,random(e),{points}/m));q")
    pari("q=any()")
    yield encoded_of_pari(bls, second, below)
    pari(f"q=ellmul(e,q,{order})")
    yield encoded_of_pari(bls, second, below)
    for prime in SMALL:
        power = prime ** valuation(points, prime)
        if power > 1:
            pari(f"q=of({power}); while(ellmul(e,q,{prime})!=[0],q=ellmul(e,q,{prime}))")
            yield encoded_of_pari(bls, second, below)
            pari(f"q=elladd(e,q,ellmul(e,any(),{points // order}))")
            yield encoded_of_pari(bls, second, below)


def valuation(number: int, prime: int) -> int:
    times = 0
    while number % prime == 0:
        number //= prime
        times += 1
    return times


def points_of_curve(curve: Curve, second: bool) -> int:
    """How many a group is a part of."""
    if not second:
        return curve.order * curve.cofactor
    assert curve.tower is not None
    trace = curve.p + 1 - curve.order * curve.cofactor
    family = towers.FAMILIES[curve.tower.family]
    return towers.twist_order(curve.p, trace, curve.order, family)


def encoded_of_pari(bls: Bls, second: bool, below: int) -> bytes:
    """The point q there."""
    tower, p = oracle.pairing(bls.curve).tower, bls.curve.p
    found = []
    for axis in (1, 2):
        terms = [int(each) for each in pari(f"Vecrev(lift(q[{axis}].pol))")]
        terms += [0] * (below - len(terms))
        if below == 4:
            real = tower.quartic[0]
            one, two, three, four = terms
            terms = [one + real * three, three, two + real * four, four]
        found.append([each % p for each in terms])
    return bls.encoded(found[0], found[1], second, False)


def compressed_of(bls: Bls, point: bytes, second: bool) -> bytes:
    below, size = bls.below if second else 1, bls.number_bytes
    numbers = point[not bls.has_flags :]
    listed = [int.from_bytes(numbers[i * size :][:size]) for i in range(2 * below)]
    return bls.encoded(listed[below - 1 :: -1], listed[: below - 1 : -1], second)


def wrong_points(bls: Bls, second: bool, drawn: random.Random) -> Iterator[tuple[str, bytes]]:
    """Encodings that are none of a point of a group, and the status of a public key."""
    points, p, size = Points(bls), bls.curve.p, bls.number_bytes
    below = bls.below if second else 1
    short, long = (points.of(second)(5, compressed) for compressed in (True, False))
    yield "LENGTH", short + b"\0"
    yield "LENGTH", short[:-1]
    yield "LENGTH", long[:-1]
    yield "LENGTH", b""
    for outside in strangers(bls, second, drawn):
        yield "ORDER", outside
        yield "ORDER", compressed_of(bls, outside, second)
    yield "CURVE", long[:-1] + bytes([long[-1] ^ 1])
    for number in range(1, 200):
        text = bls.encoded((number, *(0,) * (below - 1)), (0,) * below, second)
        if not has_point(bls, number, second):
            yield "CURVE", text
            break
    start = 0 if bls.has_flags else 1
    for place in range(below):
        beyond = bytearray(short)
        at = start + place * size
        beyond[at : at + size] = p.to_bytes(size)
        beyond[0] |= short[0] & 0xE0 if bls.has_flags else 0
        yield "RANGE", bytes(beyond)
        beyond = bytearray(long)
        at += below * size
        beyond[at : at + size] = p.to_bytes(size)
        yield "RANGE", bytes(beyond)
    if bls.has_flags:
        yield "INFINITY", b"\xc0" + bytes(len(short) - 1)
        yield "INFINITY", b"\x40" + bytes(len(long) - 1)
        yield "PREFIX", b"\xe0" + bytes(len(short) - 1)
        yield "PREFIX", b"\xc0" + bytes(len(short) - 2) + b"\1"
        yield "PREFIX", b"\x60" + bytes(len(long) - 1)
        yield "PREFIX", bytes([short[0] & 0x7F]) + short[1:]
        for flags in (0x80, 0x20, 0xA0):
            yield "PREFIX", bytes([long[0] | flags]) + long[1:]
    else:
        yield "INFINITY", b"\0"
        yield "LENGTH", b"\1"
        for prefix in (0, 1, 4, 6):
            yield "PREFIX", bytes([prefix]) + short[1:]
        for prefix in (0, 2, 3, 5, 6):
            yield "PREFIX", bytes([prefix]) + long[1:]


def has_point(bls: Bls, number: int, second: bool) -> bool:
    """Whether a number in the prime's field is the x of a point."""
    curve, tower = bls.curve, oracle.pairing(bls.curve).tower
    p = curve.p
    if second and tower.below > 1:
        right = oracle.pairing(curve)
        field = right.field
        x = right.embedded((number,))
        sign = 1 if tower.multiplies else -1
        xi = field.power(right.embedded(tower.xi), 2 * sign)
        a = field.scale(curve.a, xi)
        value = field.add(field.mul(field.add(field.mul(x, x), a), x), right.embedded(tower.b))
        norm = field.one
        for times in range(tower.below):
            norm = field.mul(norm, conjugate(right, value, times))
        assert not any(norm[1:])
        return pow(norm[0], (p - 1) // 2, p) in (0, 1)
    linear, constant = curve.a, curve.b
    if second:
        sign = 1 if tower.multiplies else -1
        linear, constant = curve.a * pow(tower.xi[0], 2 * sign, p), tower.b[0]
    return pow(number**3 + linear * number + constant, (p - 1) // 2, p) in (0, 1)


def conjugate(right: PairingOracle, value: tuple[int, ...], times: int) -> tuple[int, ...]:
    return right.field.frobenius(value, times) if times else value
