# SPDX-License-Identifier: MIT
"""Inputs of fixed against random tests: one secret is the same in every run of the one group, and
all else that is secret or drawn is new in each run of both."""

from collections.abc import Mapping, Sequence

from lab import oracle
from lab.curves import Curve
from lab.measures import inputs as generated
from lab.measures.checks import MAKING_KEYS, SIGNING
from lab.model import POOL_BYTES, Operation

# Outputs that anyone may know.
PUBLIC = ("public_key", "signature", "compressed")


def choices(operation: Operation) -> Sequence[str]:
    """What can be fixed: a nonce where one is drawn."""
    key = "private_key" in operation.secrets or operation.name in MAKING_KEYS
    drawn = operation.name in SIGNING and "pool" in operation.secrets and not operation.hashes
    return (*(("key",) if key else ()), *(("nonce",) if drawn else ()))


def make(
    operation: Operation, curve: Curve, seed: str, index: int, fixed: str
) -> Mapping[str, bytes]:
    """The inputs of a run, with what is fixed: key, nonce or nothing."""
    right = oracle.of(curve)
    own = 0 if fixed == "key" else index
    given = {**generated.make(operation, curve, seed, own)}
    front = b""
    if operation.name in MAKING_KEYS:
        front = generated.material(right, seed, f"key {own}")
    elif "nonce" in choices(operation):
        front = generated.material(right, seed, f"nonce {0 if fixed == 'nonce' else index}")
    rest = generated.stream(seed, f"run {index}", POOL_BYTES - len(front))
    return {**given, "pool": front + rest}


def public_output(operation: Operation) -> str | None:
    """The buffer of the output that is public, if it has one."""
    for parameter in operation.parameters:
        if parameter.direction == "out" and parameter.buffer in PUBLIC:
            return parameter.buffer
    return None
