# SPDX-License-Identifier: MIT
"""Which key takes longest: the forms, the verdict, and what a run of them finds."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.errors import UnsupportedError
from lab.measures import keys as forms
from lab.model import Case
from lab.reports import worst_key as report
from lab.runner import Lab, Silence, time_keys
from lab.store import Findings
from lab.timings import ALL_ONES, RUN_KEY, KeyTimes

FOUND = KeyTimes(
    "core", "peer", "1", "default", "secp256r1", "ecdh", 9, 100, 150, 200,
    {ALL_ONES: 200, "two": 180}, "seed", "cc 1", "-O", "00",
)  # fmt: skip


@pytest.mark.parametrize("name", ["secp112r2", "secp160r1", "secp256r1", "secp521r1"])
def test_every_form_is_a_valid_key(name: str) -> None:
    curve = curves.find(name)
    keys = forms.special(curve)
    assert all(oracle.of(curve).is_private_key(key) for key in keys.values())
    ones = int.from_bytes(keys[ALL_ONES])
    assert ones.bit_count() == ones.bit_length() == curve.order.bit_length() - 1
    assert len(set(keys.values())) == len(keys)


def test_clamped_keys_have_no_form() -> None:
    with pytest.raises(UnsupportedError, match="curve25519"):
        forms.special(curves.find("curve25519"))


@pytest.mark.parametrize(
    ("special", "verdict"),
    [
        ({ALL_ONES: 200, "two": 180}, True),
        ({ALL_ONES: 199, "two": 180}, False),  # a random key took longer
        ({ALL_ONES: 220, "two": 221}, False),
        ({ALL_ONES: 220, "two": None}, True),
        ({ALL_ONES: None, "two": 180}, None),
    ],
)
def test_all_ones_is_worst_when_nothing_takes_longer(
    special: dict[str, int | None], verdict: bool | None
) -> None:
    assert replace(FOUND, special=special).all_ones_is_worst is verdict


def test_reports(tmp_path: Path) -> None:
    found = [FOUND, replace(FOUND, library="other", special={ALL_ONES: None, "two": 180})]
    assert "refused" in report.as_text(found)
    assert "| peer (default) | core | secp256r1 | 9 |" in report.table(found).markdown()
    first, second = json.loads(report.as_json(found))
    assert (first["all_ones_is_worst"], second["all_ones_is_worst"]) == (True, None)
    store = Findings(tmp_path)
    store.replace("keys", [one.record() for one in found], RUN_KEY)
    assert {one.library: one for one in map(KeyTimes.from_record, store.read("keys"))} == {
        one.library: one for one in found
    }


@pytest.mark.slow
def test_times_of_keys_are_those_of_the_emulator() -> None:
    whit = Case("cortex-m4", "whit", "secp160r1", "ecdh", None, "balanced")
    peer = Case("cortex-m4", "micro-ecc", "secp160r1", "ecdh", "default")
    lab = Lab()
    ours, theirs = (time_keys(lab, case, 3, "test", Silence()) for case in (whit, peer))
    assert set(ours.special.values()) == {ours.cycles} == {ours.cycles_min, ours.cycles_max}
    assert theirs.cycles_min < theirs.cycles_max
    assert len(set(theirs.special.values())) > 1
