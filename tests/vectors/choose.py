# SPDX-License-Identifier: MIT
"""Fewer test vectors: samples that fit a budget, and the committed subset."""

import random
from collections.abc import Iterable

from tests.vectors import curves
from tests.vectors.record import Operation, Record

SUBSET_SEED = 2
EVERY_COMMENT = "secp256r1"  # the curve of which the subset holds the most

# Scalar multiplications, roughly; the rest is what a core needs to read a record.
MULTIPLICATIONS = {
    Operation.ECDH: 1.0,
    Operation.ECDH_SPKI: 1.0,
    Operation.VERIFY: 1.2,
    Operation.VERIFY_DER: 1.2,
    Operation.VERIFY_DER_LOW: 1.2,
    Operation.SIGN_DIGEST: 0.5,
    Operation.SIGN: 1.1,  # once from the message, once from the digest
    Operation.PUBLIC_KEY: 0.4,
    Operation.VALIDATE: 0.01,
    Operation.DECOMPRESS: 0.2,
    Operation.SPKI: 0.01,
}


def cost(record: Record) -> float:
    """In scalar multiplications on a curve of 256 bits; one grows as the bits cubed."""
    curve = curves.find(record.curve)
    bits = 8 * max(curve.field_bytes, curve.order_bytes)
    return MULTIPLICATIONS[record.operation] * (bits / 256) ** 3


def sample(records: Iterable[Record], budget: float, seed: int | str) -> list[Record]:
    """Records that cost the budget, or a little more; each curve gets the same share. A curve's
    records are drawn in turn from the strata (file, flags, result) in random order."""
    generator = random.Random(seed)
    queues = {
        curve: _shuffled(of_curve, generator) for curve, of_curve in sorted(_by_curve(records))
    }
    spent = dict.fromkeys(queues, 0.0)
    chosen: list[Record] = []
    left = budget
    while left > 0 and queues:
        curve = min(queues, key=lambda name: spent[name])
        record = queues[curve].pop()
        if not queues[curve]:
            del queues[curve]
        spent[curve] += cost(record)
        left -= cost(record)
        chosen.append(record)
    return chosen


def _by_curve(records: Iterable[Record]) -> list[tuple[str, list[Record]]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.curve, []).append(record)
    return list(found.items())


def _shuffled(records: list[Record], generator: random.Random) -> list[Record]:
    """To be popped from the end: a record of every stratum before a second one of any."""
    strata: dict[object, list[Record]] = {}
    for record in records:
        key = (record.source, record.flags, record.expect)
        strata.setdefault(key, []).append(record)
    ranked: list[tuple[int, float, Record]] = []
    for stratum in strata.values():
        generator.shuffle(stratum)
        ranked += [(rank, generator.random(), record) for rank, record in enumerate(stratum)]
    ranked.sort(key=lambda entry: entry[:2], reverse=True)
    return [record for _, _, record in ranked]


def subset(records: list[Record]) -> list[Record]:
    """A random order, from which a record is taken when it shows something new."""
    shuffled = records[:]
    random.Random(SUBSET_SEED).shuffle(shuffled)
    seen: set[object] = set()
    chosen: list[Record] = []
    for record in shuffled:
        fresh = novelties(record)
        if not fresh <= seen:
            seen |= fresh
            chosen.append(record)
    return sorted(chosen, key=lambda record: record.key)


def novelties(record: Record) -> set[object]:
    """On each curve every operation, hash and result. On one also each flag and result of
    every file, and each comment and result (they repeat from file to file); on the others
    each flag and result."""
    found: set[object] = {(record.curve, record.operation, record.hash, record.expect)}
    if record.curve == EVERY_COMMENT:
        found |= {(record.source, flag, record.expect) for flag in record.flags}
        found |= {(record.source, record.expect), (record.comment, record.expect)}
    else:
        found |= {(record.curve, flag, record.expect) for flag in record.flags}
    return found
