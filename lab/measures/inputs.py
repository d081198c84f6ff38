# SPDX-License-Identifier: MIT
"""Seeded inputs for operations.

Over the keys of one measurement an operation's secrets differ and its public inputs
stay the same, so that the runs can be compared; an operation without secrets gets
other public inputs each time."""

import hashlib
import random
from collections.abc import Mapping
from itertools import count, product

from lab import oracle
from lab.curves import Curve
from lab.model import BATCHES, BLS_MANY, HASHING, PAIRING, POOL_BYTES, VERIFYING, Operation
from lab.oracle import Oracle

MULTIPLYING = ("ecdh", "point_mul")  # the public key of another
BLS_VERIFYING = ("bls_verify", "bls_verify_prepared")
SUMMED = ("bls_aggregate_verify", "bls_fast_aggregate_verify")  # one signature of all
ONE_MESSAGE = "bls_fast_aggregate_verify"
# As long as that of the CC2538 study, whose signatures include its hash.
SHORT_MESSAGE = b"a short message"
# As long as that of the automotive study, which has signatures by pairings.
BLS_MESSAGE = "message number {:05}"
MESSAGE = b"All we have to decide is what to do with the time that is given us."


def stream(seed: str, label: str, length: int) -> bytes:
    """Reproducible bytes that look random."""
    return hashlib.shake_256(f"{seed}\0{label}".encode()).digest(length)


def material(right: Oracle, seed: str, label: str) -> bytes:
    """Random bytes of which a library that draws them makes a private key, or a nonce."""
    for attempt in count():
        drawn = stream(seed, f"{label} {attempt}", right.order_bytes)
        if right.key_from(drawn) is not None:
            return drawn
    raise AssertionError


def private_key(right: Oracle, seed: str, label: str) -> bytes:
    """A valid private key."""
    key = right.key_from(material(right, seed, label))
    assert key is not None
    return key


def pool(seed: str, label: str, length: int = POOL_BYTES) -> bytes:
    return stream(seed, f"{label} pool", length)


def other_side(right: Oracle, seed: str) -> bytes:
    """The private key of the other end of a key agreement."""
    return private_key(right, seed, "other side")


def make(operation: Operation, curve: Curve, seed: str, index: int) -> Mapping[str, bytes]:
    """The inputs of one run."""
    if operation.name in BLS_MANY:
        return _make_bls_many(operation, curve, seed, index)
    if operation.name in PAIRING:
        return _make_bls(operation, curve, seed, index)
    if operation.name in BATCHES:
        return _make_batch(operation, curve, seed, index)
    right = oracle.of(curve)
    own = private_key(right, seed, f"key {index}")
    message = MESSAGE if operation.secrets else MESSAGE + f" ({index})".encode()
    public = right.public_key(own)
    available = {
        "pool": pool(seed, f"key {index}"),
        "private_key": own,
        "public_key": public,
        "message": message,
        "digest": right.digest(message),
    }
    if operation.name == "hash":
        available["message"] = SHORT_MESSAGE
    if operation.name == HASHING:
        available["message"] = stream(seed, f"message {index}", len(MESSAGE))
    if operation.name in MULTIPLYING:
        available["public_key"] = right.public_key(other_side(right, seed))
    if operation.name in VERIFYING:
        available["signature"] = right.sign(own, message)
    if operation.name == "verify_show":
        available |= _showing(curve, own, public, right.digest(message), seed)
    if operation.name == "decompress":
        available["compressed"] = right.compress(public)
    return _wanted(operation, available)


def _showing(
    curve: Curve, private_key: bytes, public_key: bytes, nonce: bytes, seed: str
) -> Mapping[str, bytes]:
    """Of a credential by MACwBB, as firmware/adapter.h lays it out."""
    scheme = oracle.macwbb(curve)
    key, attribute = scheme.of_keys(private_key, public_key)
    credential = scheme.issue(key, [attribute])
    chosen = random.Random(seed)
    showing = scheme.show(scheme.parameters(key), credential, [attribute], set(), nonce, chosen)
    return {
        "compressed": scheme.point(showing.s),
        "signature": scheme.numbers([showing.e, showing.response]),
        "message": scheme.numbers(showing.hidden),
    }


def _make_bls(operation: Operation, curve: Curve, seed: str, index: int) -> Mapping[str, bytes]:
    """The same of an operation of BLS signatures."""
    own = private_key(oracle.of(curve), seed, f"key {index}")
    message = BLS_MESSAGE.format(0 if operation.secrets else index).encode()
    available = {"pool": pool(seed, f"key {index}"), "private_key": own, "message": message}
    if operation.name in BLS_VERIFYING:
        right = oracle.bls(curve)
        available["public_key"] = right.public_key(own)
        available["signature"] = right.sign(own, message)
    return _wanted(operation, available)


def _make_bls_many(
    operation: Operation, curve: Curve, seed: str, index: int
) -> Mapping[str, bytes]:
    """The same of many BLS signatures, by as many keys."""
    right, numbers = oracle.bls(curve), range(operation.batch)
    own = [private_key(oracle.of(curve), seed, f"key {index} {each}") for each in numbers]
    one = operation.kind == ONE_MESSAGE
    messages = [BLS_MESSAGE.format(index if one else each).encode() for each in numbers]
    signatures = [right.sign(*signed) for signed in zip(own, messages, strict=True)]
    summed = operation.kind in SUMMED
    available = {
        "signature": right.aggregate(signatures) if summed else b"".join(signatures),
        "message": messages[0] if one else b"".join(messages),
        "pool": pool(seed, f"key {index}", curve.sizes_for(operation.name).pool),
    }
    if any(parameter.buffer == "public_key" for parameter in operation.parameters):
        available["public_key"] = b"".join(map(right.public_key, own))
    return _wanted(operation, available)


def _make_batch(operation: Operation, curve: Curve, seed: str, index: int) -> Mapping[str, bytes]:
    """The same of a batch: signatures by as many keys, of messages that are equally long."""
    right = oracle.of(curve)
    own = [private_key(right, seed, f"key {index} {each}") for each in range(operation.batch)]
    messages = [MESSAGE + f" ({index}, {each:02})".encode() for each in range(operation.batch)]
    signatures = (right.sign(*signed) for signed in zip(own, messages, strict=True))
    return {
        "public_key": b"".join(map(right.public_key, own)),
        "message": b"".join(messages),
        "signature": b"".join(signatures),
        "pool": pool(seed, f"key {index}"),
    }


def _wanted(operation: Operation, available: Mapping[str, bytes]) -> Mapping[str, bytes]:
    wanted = {
        parameter.buffer for parameter in operation.parameters if parameter.direction != "out"
    }
    return {name: data for name, data in available.items() if name in wanted | {"pool"}}


def bad(
    operation: Operation, curve: Curve, inputs: Mapping[str, bytes]
) -> tuple[Mapping[str, bytes], ...]:
    """Inputs that a library must refuse: it does not validate what it accepts of these."""
    right = oracle.of(curve)

    def flipped(name: str, position: int) -> Mapping[str, bytes]:
        return _flipped(inputs, name, position)

    if operation.name in BATCHES:
        sides = product(("message", "signature", "public_key"), (0, -1))
        return tuple(flipped(name, position) for name, position in sides)
    if operation.name in BLS_MANY:
        return _bad_many(operation, curve, inputs)
    if operation.name in BLS_VERIFYING:
        pairing = oracle.bls(curve)
        of_signature = (
            flipped("message", -1),
            flipped("signature", -1),
            {**inputs, "signature": pairing.negated(inputs["signature"])},
        )
        if operation.operands:  # the key was read before
            return of_signature
        strange = pairing.outside_subgroup(inputs["public_key"])
        return (*of_signature, flipped("public_key", -1), {**inputs, "public_key": strange})
    if operation.name in VERIFYING:
        r_end = curve.sizes.order - 1
        unreduced = right.unreduced(inputs["signature"])
        larger = ({**inputs, "signature": unreduced},) if unreduced else ()
        flips = (flipped("signature", r_end), flipped("signature", -1), flipped("public_key", -1))
        return (*flips, *larger)
    if operation.name == "verify_show":
        # The first byte tells which y: of -S.
        ends = (flipped(name, -1) for name in ("signature", "message", "digest", "private_key"))
        return (flipped("compressed", 0), flipped("signature", curve.sizes.order - 1), *ends)
    if operation.name == "sign_checked":
        # Of another key pair: what is signed does not verify.
        if "public_key" not in inputs:
            return (flipped("private_key", -1),)
        negated = right.negated(inputs["public_key"])
        return ({**inputs, "public_key": negated},)
    if operation.name in ("ecdh", "validate") and curve.form != "weierstrass":
        # RFC 7748 refuses none.
        return tuple({**inputs, "public_key": key} for key in right.refused())
    if operation.name in ("ecdh", "validate"):
        stranger = right.outside_subgroup()
        outside = ({**inputs, "public_key": stranger},) if stranger else ()
        return (flipped("public_key", -1), *outside)
    if operation.name == "decompress":
        return ({**inputs, "compressed": _compressed_off_curve(right, inputs["compressed"])},)
    return ()


def _flipped(inputs: Mapping[str, bytes], name: str, position: int) -> Mapping[str, bytes]:
    """With a bit of a byte changed."""
    data = bytearray(inputs[name])
    data[position] ^= 1
    return {**inputs, name: bytes(data)}


def _bad_many(
    operation: Operation, curve: Curve, inputs: Mapping[str, bytes]
) -> tuple[Mapping[str, bytes], ...]:
    """Few, as each may take as long as the good one. What a batch must refuse has the right sum."""
    signatures, size = inputs["signature"], 2 * curve.sizes.field
    bad = [_flipped(inputs, "signature", -1)]  # off the curve
    if "public_key" not in inputs:
        return tuple(bad)
    keys, length = inputs["public_key"], len(inputs["public_key"]) // operation.batch
    strange = oracle.bls(curve).outside_subgroup(keys[:length])
    bad.append({**inputs, "public_key": strange + keys[length:]})
    if operation.kind in SUMMED:
        bad.append(_flipped(inputs, "message", -1))
    else:
        first, second, rest = signatures[:size], signatures[size:][:size], signatures[2 * size :]
        bad.append({**inputs, "signature": second + first + rest})
    return tuple(bad)


def _compressed_off_curve(right: Oracle, compressed: bytes) -> bytes:
    """An x that no point has: about every second one."""
    x = int.from_bytes(compressed[1:])
    for step in count(1):
        candidate = compressed[:1] + (x ^ step).to_bytes(right.field_bytes)
        if not right.is_compressed_point(candidate):
            return candidate
    raise AssertionError
