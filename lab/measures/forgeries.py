# SPDX-License-Identifier: MIT
"""Inputs of a verification that no library may accept.

Some are what an attacker has anyway; the others are made so that skipping one check would be
enough: r and s of zero, which give the point at infinity without a range check; and a key of
order two on another curve with the same formulas, which leaves k G alone to decide."""

from collections.abc import Mapping
from itertools import count

from lab import oracle
from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.measures import inputs as generated
from lab.model import Operation
from lab.oracle import Oracle
from lab.oracle.nonces import leftmost_bits

EVERY = ("random", "other-message", "other-key", "zero", "zero-r", "zero-s", "off-curve")
DESCRIPTIONS: Mapping[str, str] = {
    "random": "a random signature",
    "other-message": "the key's signature of another message",
    "other-key": "another key's signature of the message",
    "zero": "r = s = 0",
    "zero-r": "r = 0 in a good signature",
    "zero-s": "s = 0 in a good signature",
    "off-curve": "a key of order two that is not on the curve, and r = x(k G)",
}
_WITH_HASH = ("random", "other-message", "other-key", "zero")


def kinds(curve: Curve) -> tuple[str, ...]:
    """The forgeries that there are on a curve."""
    return _WITH_HASH if curve.signs_messages else EVERY


def make(kind: str, operation: Operation, curve: Curve, seed: str) -> Mapping[str, bytes]:
    """The inputs of a forgery; UnsupportedError where the curve has none of the kind."""
    if kind not in kinds(curve):
        raise UnsupportedError(f"{curve.name} has no forgery {kind}")
    right = oracle.of(curve)
    good = generated.make(operation, curve, seed, 0)
    size = curve.sizes.order
    r, s = good["signature"][:size], good["signature"][size:]
    zero = bytes(size)
    own = generated.private_key(right, seed, "key 0")
    if kind == "random":
        r, s = (generated.private_key(right, seed, f"forged {half}") for half in "rs")
    elif kind == "other-message":
        other = right.sign(own, b"another message")
        r, s = other[:size], other[size:]
    elif kind == "other-key":
        other_key = generated.private_key(right, seed, "another key")
        return {**good, "public_key": right.public_key(other_key)}
    elif kind == "off-curve":
        return {**good, **_off_curve(right, curve, good["digest"], seed)}
    else:
        r = r if kind == "zero-s" else zero
        s = s if kind == "zero-r" else zero
    return {**good, "signature": r + s}


def _off_curve(right: Oracle, curve: Curve, digest: bytes, seed: str) -> Mapping[str, bytes]:
    """The key (x, 0) has order two, and k is such that v = r k / z is even: u G + v Q = k G."""
    n, size = curve.order, curve.sizes.order
    z = leftmost_bits(digest, n.bit_length()) % n
    x = next(x for x in count(1) if (x**3 + curve.a * x + curve.b) % curve.p)
    for attempt in count():
        k = int.from_bytes(generated.private_key(right, seed, f"nonce {attempt}"))
        point = right.public_key(k.to_bytes(size))
        r = int.from_bytes(point[: curve.sizes.field]) % n
        s = z * pow(k, -1, n) % n
        if r and s and r * pow(s, -1, n) % n % 2 == 0:
            break
    return {
        "public_key": right.join(x, 0, curve.sizes.field),
        "signature": right.join(r, s, size),
    }
