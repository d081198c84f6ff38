# SPDX-License-Identifier: MIT
"""The oracle of hedged signatures: without noise it gives those of OpenSSL."""

import pytest

from lab import curves, oracle
from lab.measures import inputs
from lab.oracle.curve25519 import EdwardsOracle

MESSAGE = b"a message"


@pytest.mark.parametrize("name", ["ed25519", "ed448"])
def test_eddsa(name: str) -> None:
    curve = curves.find(name)
    right = EdwardsOracle(curve)
    key = inputs.private_key(right, "hedged", "key")
    start = right.domain(None) + right.prefix(key)
    assert right.sign_with(key, MESSAGE, start) == right.sign(key, MESSAGE)
    noise = [bytes(right.noise_bytes), b"\1" * right.noise_bytes]
    made = {right.sign_hedged(key, MESSAGE, each) for each in noise} | {right.sign(key, MESSAGE)}
    assert len(made) == 3
    assert all(right.verify(right.public_key(key), MESSAGE, each) for each in made)


@pytest.mark.parametrize("name", ["secp160r1", "secp256r1", "secp521r1"])
def test_ecdsa(name: str) -> None:
    right = oracle.of(curves.find(name))
    key = inputs.private_key(right, "hedged", "key")
    assert right.sign_hedged(key, MESSAGE, b"") == right.sign(key, MESSAGE)
    assert right.noise_bytes == len(right.digest(MESSAGE))
    hedged = right.sign_hedged(key, MESSAGE, bytes(right.noise_bytes))
    assert hedged != right.sign(key, MESSAGE)
    assert right.verify(right.public_key(key), right.digest(MESSAGE), hedged)
