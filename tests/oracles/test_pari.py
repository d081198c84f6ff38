# SPDX-License-Identifier: MIT
"""PARI as the oracle: operations of every curve, 50 where openssl does not know it; and all
domain parameters."""

import random
from math import isqrt

import pytest
from cypari import pari

from tests.oracles.library import Library
from tests.oracles.test_openssl import KNOWN
from tests.unit.curves import Curve, Point, library_curves, rfc6979_nonce

OPERATIONS = 50
OPERATIONS_BESIDE_OPENSSL = 5
CURVES = library_curves()

# PARI proves primes up to here in seconds; above, a test that no composite is known to pass.
GREATEST_PROOF_BITS = 400
WEAKER_THAN_HALF_THE_ORDER_BITS = 8

pytestmark = pytest.mark.slow


def number(value: int, length: int) -> bytes:
    return value.to_bytes(length, "big")


def secret_of(curve: Curve, k: int, public: Point) -> bytes:
    product = curve.multiply(k, public)
    assert product is not None
    return number(product[0], curve.field_bytes)


def point_of_the_curve(curve: Curve, drawn: random.Random) -> Point:
    """Any point: seldom of the base point's order where the cofactor is large."""
    while True:
        point = curve.lift(drawn.randrange(curve.p), drawn.randrange(2))
        if point:
            return point


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_keys_and_secrets(curve: Curve, library: Library, drawn: random.Random) -> None:
    o = curve.order_bytes
    for _ in range(OPERATIONS_BESIDE_OPENSSL if curve in KNOWN else OPERATIONS):
        d, e = drawn.randrange(1, curve.order), drawn.randrange(1, curve.order)
        public = curve.multiply(e)
        assert public is not None
        encoded = curve.encode(public)
        assert library.must("public", curve.name, number(e, o)) == encoded
        compressed = library.must("compress", curve.name, encoded)
        assert compressed == bytes([2 + public[1] % 2]) + encoded[1 : 1 + curve.field_bytes]
        assert library.must("decompress", curve.name, compressed) == encoded
        shared = library.must("ecdh", curve.name, number(d, o), encoded)
        assert shared == secret_of(curve, d, public)
        any_point = point_of_the_curve(curve, drawn)
        answer = library.ask("cofactor", curve.name, number(d, o), curve.encode(any_point))
        cleared = curve.multiply(curve.cofactor, any_point)
        assert answer == (cleared and secret_of(curve, d, cleared))
        good = library.ask("validate", curve.name, curve.encode(any_point)) is not None
        assert good == curve.has_order(any_point)


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_signatures(curve: Curve, library: Library, drawn: random.Random) -> None:
    """The signature of the definition; verified; refused when altered; its key recovered."""
    n, o = curve.order, curve.order_bytes
    shift = 8 * o - n.bit_length()
    for _ in range(OPERATIONS_BESIDE_OPENSSL if curve in KNOWN else OPERATIONS):
        d, k = drawn.randrange(1, n), drawn.randrange(1, n)
        digest = drawn.randbytes(drawn.choice((1, 20, 32, 64, 100)))
        point, public = curve.multiply(k), curve.multiply(d)
        assert point is not None
        r = point[0] % n
        s = pow(k, -1, n) * (curve.leftmost(digest) + r * d) % n
        signature = number(r, o) + number(s, o)
        given = number(k << shift, o)
        assert library.must("sign", curve.name, number(d, o), digest, given) == signature
        encoded = curve.encode(public)
        assert library.must("verify", curve.name, encoded, digest, signature) == b""
        wrong = number(r, o) + number(s % (n - 1) + 1, o)
        assert library.ask("verify", curve.name, encoded, digest, wrong) is None
        if curve.recoverable:
            identifier = bytes([point[0] // n << 1 | point[1] % 2])
            recovered = library.must("recover", curve.name, identifier, digest, signature)
            assert recovered == encoded
        derived = library.must("derive", curve.name, number(d, o), digest, curve.hash)
        point = curve.multiply(rfc6979_nonce(curve, d, digest, curve.hash))
        assert point is not None
        assert derived[:o] == number(point[0] % n, o)


# Parameters


def is_prime(value: int) -> bool:
    if value.bit_length() > GREATEST_PROOF_BITS:
        return bool(pari(value).ispseudoprime())
    return bool(pari(value).isprime())


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_parameters(curve: Curve, library: Library, drawn: random.Random) -> None:
    p, n, h = curve.p, curve.order, curve.cofactor
    assert is_prime(p)
    assert is_prime(n)
    assert n != p  # or logarithms are easy
    assert (4 * curve.a**3 + 27 * curve.b**2) % p != 0
    assert curve.holds(curve.g)
    assert curve.multiply(n) is None
    check_number_of_points(curve, drawn)
    assert h % n != 0
    bits = int.from_bytes(library.must("security", curve.name), "big")
    assert bits == curve.security_bits
    half = n.bit_length() // 2
    assert bits <= half
    if not curve.pairing:
        assert bits >= half - WEAKER_THAN_HALF_THE_ORDER_BITS
        # No pairing takes logarithms to a field that is small.
        assert all(pow(p, k, n) != 1 for k in range(1, 21))


def check_number_of_points(curve: Curve, drawn: random.Random) -> None:
    """h n points: within Hasse's bounds, and the only multiple of n there; else what else the
    number could be is told apart by what it does to points."""
    total = curve.order * curve.cofactor
    width = 2 * isqrt(curve.p) + 1
    assert abs(curve.p + 1 - total) <= width
    if curve.order > 2 * width:
        return
    for _ in range(20):
        assert curve.multiply(total, point_of_the_curve(curve, drawn)) is None
    # Supersingular with a trace of zero.
    if curve.b == 0 and curve.p % 4 == 3:
        assert total == curve.p + 1
    elif curve.p.bit_length() <= 160:
        assert total == int(pari(f"ellcard(ellinit([{curve.a}, {curve.b}], {curve.p}))"))
