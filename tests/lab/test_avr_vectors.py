# SPDX-License-Identifier: MIT
"""Test vectors on an emulated AVR, whose limbs have 8 bits and whose constants lie in program
memory: a sample of those that the repository holds, or in a campaign all of several curves."""

import hashlib
import random
import shutil
from collections.abc import Mapping

import pytest

from lab import curves
from lab.curves import Curve
from lab.model import OPERATIONS, Bench, Case
from lab.runner import Lab
from lab.targets.bench import open_bench
from tests.runner.tools import VECTORS
from tests.vectors.record import Expect, Hash, Operation, Record, read_lines

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed"),
]

TARGET = "avr-atmega1284p"
SEED = "avr"
SAMPLE = 10  # of each operation
CAMPAIGN = ("secp160r1", "secp192k1", "secp224r1", "secp256k1", "secp256r1", "brainpoolP256r1")

# The lab's operation, the buffers that a vector's fields go to, and the one that is the result.
WAYS = {
    Operation.ECDH: ("ecdh", ("private_key", "public_key"), "secret"),
    Operation.VERIFY: ("verify", ("public_key", "digest", "signature"), None),
    Operation.SIGN: ("sign_message", ("private_key", "message"), "signature"),
    Operation.VALIDATE: ("validate", ("public_key",), None),
}


def inputs(record: Record, curve: Curve) -> Mapping[str, bytes] | None:
    """The buffers of the lab's operation; None where it has no room for the vector's, or hashes
    otherwise."""
    name, buffers, _ = WAYS[record.operation]
    given = dict(zip(buffers, record.fields, strict=False))
    if given.get("public_key", b"\4")[:1] != b"\4":
        return None
    if "public_key" in given:
        given["public_key"] = given["public_key"][1:]
    if "digest" in given and record.hash != Hash.NONE:
        given["digest"] = hashlib.new(record.hash.name, given["digest"]).digest()
    if name == "sign_message" and record.hash.name.lower() != curve.hash_of(name):
        return None
    sizes = curve.sizes.buffers
    fits = all(
        len(content) <= sizes[buffer] if buffer == "message" else len(content) == sizes[buffer]
        for buffer, content in given.items()
    )
    return given if fits else None


def vectors(name: str, operation: Operation) -> list[Record]:
    return [
        record
        for record in read_lines(VECTORS / "subset.jsonl")
        if (record.curve, record.operation) == (name, operation)
        and inputs(record, curves.find(name)) is not None
    ]


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab()


def bench(lab: Lab, name: str, operation: Operation) -> Bench:
    workshop = lab.workshop(TARGET)
    built = workshop.build(Case(TARGET, "whit", name, WAYS[operation][0], profile="balanced"))
    return open_bench(workshop.target, built.image.elf, curves.find(name).sizes)


def check(bench: Bench, record: Record) -> None:
    operation, _, result = WAYS[record.operation]
    given = inputs(record, curves.find(record.curve))
    assert given is not None
    run = bench.run(OPERATIONS[operation], given)
    assert (run.value != 0) == (record.expect == Expect.INVALID), record
    if result is not None and record.expect != Expect.INVALID:
        same = run.outputs[result] == record.fields[-1]
        assert same == (record.expect == Expect.VALID), record


@pytest.mark.parametrize("operation", WAYS, ids=lambda operation: operation.name.lower())
def test_a_sample_of_vectors(lab: Lab, operation: Operation) -> None:
    every = vectors("secp256r1", operation)
    chosen = random.Random(SEED).sample(every, min(SAMPLE, len(every)))
    assert chosen
    print(f"{len(chosen)} of {len(every)}: {[record.key[1:] for record in chosen]}")
    machine = bench(lab, "secp256r1", operation)
    for record in chosen:
        check(machine, record)


@pytest.mark.campaign
@pytest.mark.parametrize("name", CAMPAIGN)
def test_the_vectors_of_curves(lab: Lab, name: str) -> None:
    tried = 0
    for operation in WAYS:
        every = vectors(name, operation)
        machine = bench(lab, name, operation)
        for record in every:
            check(machine, record)
        tried += len(every)
    print(f"{name}: {tried} vectors")
    assert tried
