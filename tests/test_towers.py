# SPDX-License-Identifier: MIT
"""The tables of curves for pairings: what is wrong with one is said; exponents as rows of steps."""

import random
import tomllib
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.runner.tools import ROOT
from tools.curves import towers
from tools.curves.exponents import DIVIDES, MULTIPLIES, steps
from tools.curves.primes import CurveError
from tools.curves.read import load
from tools.curves.weierstrass import Curve


@cache
def curve(name: str) -> Curve:
    return load(ROOT / "curves" / f"{name}.toml")


def complaint(name: str, **changes: Any) -> str:
    of = curve(name)
    assert of.tower is not None
    return towers.complaint(
        of.p, of.a, of.b, of.order, of.cofactor, replace(of.tower, **changes)
    ).removeprefix("pairing: ")


def test_every_curve_for_pairings_has_a_table() -> None:
    for path in (ROOT / "curves").glob("*.toml"):
        data = tomllib.loads(path.read_text())
        assert ("pairing" in data) == (data.get("family") == "pairing"), path.name


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("bn_p158", {}, ""),
        ("bn_p158", {"u": 0x4000000030}, "p is not that of its family"),
        ("bn_p158", {"family": "bls12"}, "p is not that of its family"),
        ("bn_p158", {"residue": 16, "xi": (16, 1)}, "a residue of its tower is not small"),
        ("bn_p158", {"residue": 1, "xi": (1, 1)}, "xi is a square"),
        ("bn_p158", {"residue": 2, "xi": (2, 1)}, "xi is a cube"),
        ("bn_p158", {"multiplies": True}, "its second group is not on its twist"),
        ("bn_p158", {"b": (4, 4)}, "its second group is not on its twist"),
        ("bn_p158", {"base": ((1, 2), (3, 4))}, "its second base point is not on its twist"),
        ("bn_p256", {}, ""),  # of which points of order 97 pass a part of the proof
        ("miracl_mnt6_160", {}, ""),
        ("miracl_mnt6_160", {"residue": 3}, "a residue of its tower is not small"),
        ("miracl_mnt6_160", {"multiplies": False}, "a quadratic twist is not of type M"),
        ("miracl_mnt6_160", {"xi": (0, 0, 1)}, "xi is not that of its tower"),
        ("miracl_cp2_512", {"xi": (1,)}, "xi is not that of its tower"),
    ],
)
def test_what_is_wrong_is_said(name: str, changes: dict[str, Any], said: str) -> None:
    assert complaint(name, **changes) == said


def test_relations_of_other_points_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the relation, which points of order 2 satisfy."""

    def twice(u: int) -> tuple[int, ...]:
        return 2 * u, -2

    own = towers.FAMILIES["mnt6"]
    for family in (replace(own, relation=twice), replace(own, loop_relation=twice)):
        monkeypatch.setitem(towers.FAMILIES, "mnt6", family)
        assert complaint("miracl_mnt6_160") == "other points pass a test of its second group"
        monkeypatch.undo()


def test_a_base_point_of_another_order_is_seen() -> None:
    """A point of the twist whose last multiple by the order is another than infinity."""
    of = curve("miracl_cp2_512")
    assert of.tower is not None
    field = towers.TwistField(of.p, of.tower)
    a, b = towers.coefficients(field, of.a, of.b)
    x = next(x for x in range(2, 99) if pow(x**3 + a[0] * x + b[0], (of.p - 1) // 2, of.p) == 1)
    y = pow(x**3 + a[0] * x + b[0], (of.p + 1) // 4, of.p)
    said = complaint("miracl_cp2_512", base=((x,), (y,)))
    assert said == "its second base point has another order"


def test_malformed_tables_are_refused() -> None:
    table = tomllib.loads((ROOT / "curves" / "bn_p158.toml").read_text())["pairing"]
    for changes in ({"family": "bn13"}, {"twist": "E"}, {"xi": ["0x1"]}, {"xi": ["0x1", "0x2"]}):
        with pytest.raises(CurveError, match="bn_p158"):
            towers.read("bn_p158", {**table, **changes}, 17, (1, 2))


def test_steps_give_the_exponent() -> None:
    drawn = random.Random(1)
    for exponent in (1, 2, 3, 7, 1 << 200, (1 << 64) - 1, *(drawn.getrandbits(255) for _ in "abc")):
        value = 1
        *listed, end = steps(exponent)
        for step in listed:
            value <<= step >> 2
            value += {0: 0, MULTIPLIES: 1, DIVIDES: -1}[step & 3]
        assert value == exponent
        assert end == 0
        assert 0 not in listed
        assert max(listed, default=0) < 256
