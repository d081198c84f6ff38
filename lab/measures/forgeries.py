# SPDX-License-Identifier: MIT
"""Inputs that a verification must reject.

Any attacker can send some of them. Others are made so that a verification that skips one check
accepts them: r and s of zero, which give the point at infinity if their range is not checked, and
a key of order two on another curve with the same formulas, with which k G alone decides. The rest
become valid by one flipped bit of an argument. That is a bit of a length, or of a pointer: a forger
has put the valid data at an address that differs in this bit."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from lab import oracle
from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.measures import inputs as generated
from lab.model import Operation
from lab.oracle import Oracle
from lab.oracle.nonces import leftmost_bits

LONGER = {"prefix-128": 7, "prefix-256": 8}  # the bit of the length by which it is
CUT, CUT_BIT = "cut-128", 7
BESIDE = ("key-beside", "content-beside", "signature-beside")
EVERY = (
    *("random", "other-message", "other-key", "zero", "zero-r", "zero-s", "off-curve"),
    "zero-digest",
    *(*LONGER, CUT, *BESIDE),
)
DESCRIPTIONS: Mapping[str, str] = {
    "random": "a random signature",
    "other-message": "the key's signature of another message",
    "other-key": "another key's signature of the message",
    "zero": "r = s = 0",
    "zero-r": "r = 0 in a good signature",
    "zero-s": "s = 0 in a good signature",
    "off-curve": "a key of order two that is not on the curve, and r = x(k G)",
    "zero-digest": "a signature of a digest of zeros, which dead stack holds",
    "prefix-128": "the signature of a message of 32 bytes, for it and 128 more",
    "prefix-256": "the same, and 256 more",
    CUT: "the signature of 160 bytes, for the first 32 of them",
    "key-beside": "another key's signature, with that key one bit of an address away",
    "content-beside": "the signature of another message or digest, with that one bit away",
    "signature-beside": "a random signature, with a good one a bit away",
}
_OF_ECDSA = ("zero-r", "zero-s", "off-curve", "zero-digest")
_BYTES = 32  # of a message that a longer one begins with


@dataclass(frozen=True)
class Forgery:
    """`inputs` are given to the verification. `beside` has data that lies wherever an address
    differs by one bit from that of an input, by that input. `bits` are those whose flip is meant to
    make it pass. `dead` is the value of all bytes of dead stack, where that matters."""

    inputs: Mapping[str, bytes]
    beside: Mapping[bytes, bytes] = field(default_factory=dict)
    bits: frozenset[int] = frozenset()
    dead: int | None = None


def kinds(curve: Curve, operation: Operation) -> tuple[str, ...]:
    """The forgeries that there are of an operation on a curve."""
    hashing = any(parameter.buffer == "message" for parameter in operation.parameters)
    lacking = {*(_OF_ECDSA if curve.signs_messages else ()), *(() if hashing else (*LONGER, CUT))}
    return tuple(kind for kind in EVERY if kind not in lacking)


def make(kind: str, operation: Operation, curve: Curve, seed: str) -> Forgery:
    """A forgery; UnsupportedError where the curve has none of the kind."""
    if kind not in kinds(curve, operation):
        raise UnsupportedError(f"{curve.name} has no forgery {kind} of {operation.name}")
    good = generated.make(operation, curve, seed, 0)
    if kind in LONGER or kind == CUT:
        return _of_length(kind, good, curve, seed)
    if kind == "zero-digest":
        return Forgery({**good, "signature": _of_zeros(curve, seed)}, dead=0)
    plain = Forgery(_inputs("random" if kind in BESIDE else kind, good, curve, seed))
    return _beside(kind, plain, good, curve, seed) if kind in BESIDE else plain


def _of_length(kind: str, good: Mapping[str, bytes], curve: Curve, seed: str) -> Forgery:
    """Behind what stands in the buffer of a message there are zeros."""
    right = oracle.of(curve)
    own = generated.private_key(right, seed, "key 0")
    bit = LONGER.get(kind, CUT_BIT)
    start, more = generated.stream(seed, "prefix", _BYTES), bytes(1 << bit)
    presented, signed = (start, start + more) if kind == CUT else (start + more, start)
    inputs = {**good, "message": presented, "signature": right.sign(own, signed)}
    return Forgery(inputs, bits=frozenset({bit}))


def _of_zeros(curve: Curve, seed: str) -> bytes:
    """r = x(v Q) and s = r / v: for a digest of zeros that is right, whosever key Q is."""
    right, n, size = oracle.of(curve), curve.order, curve.sizes.order
    own = int.from_bytes(generated.private_key(right, seed, "key 0"))
    for attempt in count():
        v = int.from_bytes(generated.private_key(right, seed, f"factor {attempt}"))
        point = right.public_key((v * own % n).to_bytes(size))
        r = int.from_bytes(point[: curve.sizes.field]) % n
        if r:
            return right.join(r, r * pow(v, -1, n) % n, size)
    raise AssertionError


def _beside(
    kind: str, plain: Forgery, good: Mapping[str, bytes], curve: Curve, seed: str
) -> Forgery:
    right = oracle.of(curve)
    content = "message" if "message" in good else "digest"
    if kind == "signature-beside":
        return replace(plain, beside={plain.inputs["signature"]: good["signature"]})
    if kind == "key-beside":
        other = right.public_key(generated.private_key(right, seed, "another key"))
        key = good["public_key"]
        encoded = {b"\4" + other: b"\4" + key} if curve.form == "weierstrass" else {}
        return Forgery({**good, "public_key": other}, {**encoded, other: key})
    signed = good[content]
    other = generated.stream(seed, "another message", len(signed))
    return Forgery({**good, content: other}, {other: signed})


def _inputs(kind: str, good: Mapping[str, bytes], curve: Curve, seed: str) -> Mapping[str, bytes]:
    right = oracle.of(curve)
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
        digest = good["digest"] if "digest" in good else right.digest(good["message"])
        return {**good, **_off_curve(right, curve, digest, seed)}
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
