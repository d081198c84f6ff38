# SPDX-License-Identifier: MIT
"""Exchanges with openssl, 200 for each curve that it knows: keys, secrets and signatures in both
directions, and alterations that both refuse."""

import random
from functools import cache

import pytest

from tests.oracles.library import Library
from tests.oracles.openssl import Openssl
from tests.unit.curves import Curve, library_curves

EXCHANGES = 200
DIGEST_BYTES = (20, 28, 32, 48, 64)

pytestmark = pytest.mark.slow


@cache
def openssl_of(curve: str) -> Openssl | None:
    found = next(c for c in library_curves() if c.name == curve)
    return Openssl.find(curve, found.field_bytes, found.order_bytes)


KNOWN = [curve for curve in library_curves() if openssl_of(curve.name)]


def test_openssl_knows_the_curves_that_it_should() -> None:
    families = ("secp", "prime", "brainpool", "sm2")
    ours = {curve.name for curve in library_curves() if curve.name.startswith(families)}
    assert {curve.name for curve in KNOWN} == ours
    assert len(ours) == 35


def private_key(curve: Curve, drawn: random.Random) -> bytes:
    """One in eight near an end of the range."""
    n = curve.order
    ends = (1, 2, 3, n - 3, n - 2, n - 1)
    k = drawn.choice(ends) if drawn.randrange(8) == 0 else drawn.randrange(1, n)
    return k.to_bytes(curve.order_bytes, "big")


def altered(data: bytes, bits: int, drawn: random.Random) -> bytes:
    """With one of the leftmost bits flipped."""
    bit = drawn.randrange(min(bits, 8 * len(data)))
    return bytes(byte ^ (0x80 >> bit % 8 if i == bit // 8 else 0) for i, byte in enumerate(data))


@pytest.mark.parametrize("curve", KNOWN, ids=lambda curve: curve.name)
def test_exchanges(curve: Curve, library: Library, drawn: random.Random) -> None:
    ssl = openssl_of(curve.name)
    assert ssl is not None
    for _ in range(EXCHANGES):
        ours, theirs = private_key(curve, drawn), private_key(curve, drawn)
        our_public = library.must("public", curve.name, ours)
        their_public = ssl.public(theirs)
        assert our_public == ssl.public(ours)
        assert library.must("validate", curve.name, their_public) == b""
        secret = library.must("ecdh", curve.name, ours, their_public)
        assert secret == ssl.derive(theirs, our_public)
        assert secret == library.must("ecdh", curve.name, theirs, our_public)
        cofactor = library.must("cofactor", curve.name, ours, their_public)
        assert cofactor == ssl.derive(theirs, our_public, cofactor=True)
        if curve.ecdsa:
            exchange_signatures(curve, library, ssl, drawn)


def exchange_signatures(curve: Curve, library: Library, ssl: Openssl, drawn: random.Random) -> None:
    private = private_key(curve, drawn)
    public = ssl.public(private)
    digest = drawn.randbytes(drawn.choice(DIGEST_BYTES))
    ours = library.must("derive", curve.name, private, digest, curve.hash)
    assert ssl.verify(public, digest, ours)
    theirs = ssl.sign(private, digest)
    assert library.must("verify", curve.name, public, digest, theirs) == b""
    wrong = altered(theirs, 8 * len(theirs), drawn)
    assert library.ask("verify", curve.name, public, digest, wrong) is None
    assert not ssl.verify(public, digest, wrong)
    other = altered(digest, curve.order.bit_length(), drawn)
    assert library.ask("verify", curve.name, public, other, theirs) is None
    assert not ssl.verify(public, other, ours)
