# SPDX-License-Identifier: MIT
"""The tables hash_to_curve of curves' files: what is wrong with one is said; isogenies."""

from dataclasses import replace
from functools import cache

import pytest

from tests.runner.tools import ROOT
from tools.curves import maps
from tools.curves.fields import PrimeField
from tools.curves.read import load
from tools.curves.towers import TwistField, coefficients
from tools.curves.weierstrass import Curve


@cache
def curve(name: str) -> Curve:
    return load(ROOT / "curves" / f"{name}.toml")


def complaint(name: str, **changes: object) -> str:
    """Of the map to the first group, with some of its values changed."""
    of = curve(name)
    assert of.mapping is not None
    first = of.mapping.first
    if set(changes) & {"a", "degree", "divisor"}:
        assert first.isogeny is not None
        changes = {"isogeny": replace(first.isogeny, **changes)}  # type: ignore[arg-type]
    mapping = replace(of.mapping, first=replace(first, **changes))  # type: ignore[arg-type]
    found = maps.claims(mapping, of.p, of.a, of.b, of.hash)
    return next((each for each, holds in found if not holds()), "")


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("bls12_381", {}, ""),
        ("bls12_381", {"z": (4,)}, "its Z is a square or -1"),
        ("bls12_381", {"z": ()}, "its map has no Z"),
        ("bls12_381", {"isogeny": None}, "a b = 0, and its map has no isogeny"),
        ("bls12_381", {"degree": 9}, "its isogeny leads to another curve"),
        ("bls12_381", {"degree": 10}, "its isogeny is not of odd degree"),
        ("bls12_381", {"divisor": 12}, "its isogeny leads to another curve"),
        ("secp256k1", {"a": (5,)}, "its isogeny leads to another curve"),
        ("bn254_snark", {}, ""),
        ("bn254_snark", {"z": (4,)}, "its Z is none for SVDW"),
        ("miracl_mnt6_160", {"z": (1,)}, "its Z is none for SVDW"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(name: str, changes: dict[str, object], said: str) -> None:
    found = complaint(name, **changes)
    # With another degree or curve g(b / (Z a)) may be no square, which is said first.
    assert found == said or (said and found.startswith("g(b / (Z a))"))


def test_second_maps_are_checked() -> None:
    of = curve("bls12_381")
    assert of.mapping is not None
    assert of.tower is not None
    field = TwistField(of.p, of.tower)
    a, b = coefficients(field, of.a, of.b)
    for z, said in (((-2, -1), ""), ((2, 0), "its Z is a square or -1"), ((2,), "no Z")):
        target = replace(of.mapping.second, z=z)
        claims = maps.target_claims(of.mapping, target, field, a, b)
        assert said in next((each for each, holds in claims if not holds()), "")


def test_isogenies_are_those_of_rfc_9380() -> None:
    """The ends of the polynomials of appendix E.2, and of E.3 the divisors."""
    of = curve("bls12_381")
    assert of.mapping is not None
    assert of.mapping.first.isogeny is not None
    field = PrimeField(of.p)
    above, kernel, slope = of.mapping.first.isogeny.polynomials(field, (of.a,), (of.b,))
    assert [len(above), len(kernel), len(slope)] == [12, 6, 16]
    assert above[-1] == (
        0x11A05F2B1E833340B809101DD99815856B303E88A2D7005FF2627B56CDB4E2C85610C2D5F2E62D6EAEAC1662734649B7,
    )
    assert slope[0] == (
        0x15E6BE4E990F03CE4EA50B3B42DF2EB5CB181D8F84965A3957ADD4FA95AF01B2B665027EFEC01C7704B456BE69C8B604,
    )


def test_points_are_brought_into_groups_of_the_order() -> None:
    for name in ("bls12_381", "kss18_508", "bls24_509"):
        of = curve(name)
        assert of.cofactor > 1
        assert of.clearing % of.order
    assert curve("bls12_381").clearing == 0xD201000000010001  # RFC 9380, 8.8.1
