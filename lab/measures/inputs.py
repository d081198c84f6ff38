# SPDX-License-Identifier: MIT
"""Seeded inputs for operations.

Over the keys of one measurement an operation's secrets differ and its public inputs
stay the same, so that the runs can be compared; an operation without secrets gets
other public inputs each time."""

import hashlib
from collections.abc import Mapping
from itertools import count

from lab import oracle
from lab.model import POOL_BYTES, Operation

MESSAGE = b"All we have to decide is what to do with the time that is given us."


def stream(seed: str, label: str, length: int) -> bytes:
    """Reproducible bytes that look random."""
    return hashlib.shake_256(f"{seed}\0{label}".encode()).digest(length)


def private_key(seed: str, label: str) -> bytes:
    """A valid private key."""
    for attempt in count():
        key = stream(seed, f"{label} {attempt}", 32)
        if oracle.is_private_key(key):
            return key
    raise AssertionError


def pool(seed: str, label: str) -> bytes:
    return stream(seed, f"{label} pool", POOL_BYTES)


def other_side(seed: str) -> bytes:
    """The private key of the other end of a key agreement."""
    return private_key(seed, "other side")


def make(operation: Operation, seed: str, index: int) -> Mapping[str, bytes]:
    """The inputs of one run."""
    own = private_key(seed, f"key {index}")
    message = MESSAGE if operation.secrets else MESSAGE + f" ({index})".encode()
    public = oracle.public_key(own)
    available = {
        "pool": pool(seed, f"key {index}"),
        "private_key": own,
        "public_key": public,
        "message": message,
        "digest": oracle.digest(message),
    }
    if operation.name == "ecdh":
        available["public_key"] = oracle.public_key(other_side(seed))
    if operation.name == "verify":
        available["signature"] = oracle.sign(own, message)
    if operation.name == "decompress":
        available["compressed"] = oracle.compress(public)
    wanted = {
        parameter.buffer for parameter in operation.parameters if parameter.direction != "out"
    }
    return {name: data for name, data in available.items() if name in wanted | {"pool"}}


def bad(operation: Operation, inputs: Mapping[str, bytes]) -> tuple[Mapping[str, bytes], ...]:
    """Inputs that a library must refuse: it does not validate what it accepts of these."""

    def flipped(name: str, position: int) -> Mapping[str, bytes]:
        data = bytearray(inputs[name])
        data[position] ^= 1
        return {**inputs, name: bytes(data)}

    if operation.name == "verify":
        return (flipped("signature", 31), flipped("signature", 63), flipped("public_key", 63))
    if operation.name in ("ecdh", "validate"):
        return (flipped("public_key", 63),)
    if operation.name == "decompress":
        return ({**inputs, "compressed": _compressed_off_curve(inputs["compressed"])},)
    return ()


def _compressed_off_curve(compressed: bytes) -> bytes:
    """An x that no point has: about every second one."""
    x = int.from_bytes(compressed[1:])
    for step in count(1):
        candidate = compressed[:1] + (x ^ step).to_bytes(32)
        if not oracle.is_compressed_point(candidate):
            return candidate
    raise AssertionError
