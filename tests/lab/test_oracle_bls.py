# SPDX-License-Identifier: MIT
"""The oracle of BLS signatures: groups, and their orders."""

from dataclasses import replace

import pytest

from lab import curves, oracle
from lab.errors import UnsupportedError
from lab.model import BlsSuite

PAIRING = [curve.name for curve in curves.declared() if curve.tower is not None]
LONG = ("bn_p638", "bls12_638", "ss_p1536")  # seconds in plain Python
by_name = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in PAIRING],
)


@pytest.mark.slow
@pytest.mark.sampled(1)
@by_name
def test_public_keys_are_in_a_group_of_the_order(name: str) -> None:
    curve = curves.find(name)
    right, tower = oracle.bls(curve), curve.tower
    assert tower is not None
    assert right.second.has(tower.base)
    assert right.second.multiply(curve.order, tower.base) is None
    one = right.public_key((1).to_bytes(curve.sizes.order))
    assert len(one) == curve.sizes_for("bls_sign").buffers["public_key"]
    assert one != right.outside_subgroup(one)


@by_name
def test_signatures_are_in_the_group_of_the_base_point(name: str) -> None:
    curve = replace(curves.find(name), signing=BlsSuite("SVDW", b"RELIC"))
    right, plain = oracle.bls(curve), oracle.of(curve)
    key = (2).to_bytes(curve.sizes.order)
    signature = right.sign(key, b"sample")
    assert plain.is_point(signature)
    assert plain.is_point(right.negated(signature))
    assert right.negated(signature) != signature
    assert signature != right.sign(key, b"Sample")
    minus_one = (curve.order - 2).to_bytes(curve.sizes.order)
    assert right.sign(minus_one, b"sample") == right.negated(signature)


def test_tags_decide_what_is_signed() -> None:
    curve, key = curves.find("bn_p158"), (1).to_bytes(20)
    points = {
        oracle.bls(replace(curve, signing=BlsSuite("SVDW", tag))).sign(key, b"sample")
        for tag in (b"RELIC", b"other")
    }
    assert len(points) == 2


def test_without_a_suite_nothing_is_hashed() -> None:
    right = oracle.bls(curves.find("bn_p158"))
    with pytest.raises(UnsupportedError, match="no library says how it hashes messages to bn_p158"):
        right.sign((1).to_bytes(20), b"sample")


def test_other_curves_have_none() -> None:
    with pytest.raises(UnsupportedError, match="secp256r1 has no BLS signatures"):
        oracle.bls(curves.find("secp256r1"))
