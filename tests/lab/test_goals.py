# SPDX-License-Identifier: MIT
"""Goals beside what was measured."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE

from lab import goals
from lab.errors import LabError
from lab.goals import Goal
from lab.model import ALL
from lab.reports import goals as reported
from lab.reports.table import markdown

FILE = """
[goals.secp256r1.fake.balanced]
record = "somebody: 5,000"
kilocycles = { ecdh = 1_000 }
flash_bytes = 3_000
ram_bytes = 800
image_bytes = { ecdh = 2_000 }

[duels.one]
says = "is faster"
targets = ["fake"]
curve = "secp256r1"
profile = "fast"
library = "peer"
configurations = ["default"]
cycles = 0.5

[beaten]
peer = ["all"]
"""


def read(place: Path, text: str) -> goals.Goals:
    path = place / "goals.toml"
    path.write_text(text)
    return goals.load(path)


def test_the_file_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, FILE)

    def goal(operation: str, figure: str, most: int) -> Goal:
        return Goal("secp256r1", "fake", "balanced", operation, figure, most, "somebody: 5,000")

    assert found.goals == (
        goal("ecdh", "cycles", 1_000_000),
        goal(ALL, "flash_bytes", 3_000),
        goal(ALL, "ram_bytes", 800),
        goal("ecdh", "flash_bytes", 2_000),
    )
    assert found.duels[0].flash is None
    assert found.must_be_beaten("peer", "any")
    assert not found.must_be_beaten("other", "any")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("balanced]", "quick]", "must be among small, balanced, fast"),
        ("ecdh = 1_000", "hash = 1_000", "must be among keygen, ecdh, sign, verify"),
        ("flash_bytes", "flesh_bytes", "flesh_bytes is not a known key"),
        ("cycles = 0.5", "cycles = -1", "not negative"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(LabError, match=message):
        read(tmp_path, FILE.replace(old, new))


def test_a_goal_is_held_against_whit_and_the_best_peer(tmp_path: Path) -> None:
    asked = read(tmp_path, FILE).goals
    ecdh = replace(SAMPLE, operation="ecdh", cycles=1_000_001, flash_bytes=2_000)
    whole = replace(SAMPLE, operation=ALL, cycles=None, flash_bytes=3_000, ram_static_bytes=11)
    peers = [
        replace(each, library="peer", profile=None, configuration=name, cycles=cycles,
                flash_bytes=size)
        for each in (ecdh, whole)
        for name, cycles, size in (("a", 4_000_000, 900), ("b", 2_000_000, 1_500))
    ]  # fmt: skip
    elsewhere = [replace(each, board="a-board", cycles=1, flash_bytes=1) for each in peers]
    found = reported.outcomes([ecdh, whole, *peers, *elsewhere], asked)
    assert [outcome.reached for outcome in found] == [False, True, True, True]
    assert [outcome.measured for outcome in found] == [1_000_001, 3_000, 800, 2_000]
    rows = markdown(reported.parts(found)).splitlines()
    assert rows[0].startswith("3 of 4 goals that are measured are reached, 1 missed; 0 are not")
    assert rows[4] == (
        "| secp256r1 | fake | balanced | ecdh | 1,000 | 1,000 | 1.00 | 2,000 | 0.50 | peer (b) | "
        "**no** |"
    )
    assert "| flash, ecdh alone | 2,000 | 2,000 | 1.00 | 900 | 2.22 | peer (a) | yes |" in rows[7]


def test_what_was_not_measured_is_neither_reached_nor_missed(tmp_path: Path) -> None:
    found = reported.outcomes([], read(tmp_path, FILE).goals)
    assert {outcome.reached for outcome in found} == {None}
    assert markdown(reported.parts(found)).count("| not measured |") == 4


def test_the_flash_of_one_operation_is_that_of_the_smallest_build_that_does_not_leak(
    tmp_path: Path,
) -> None:
    asked = read(tmp_path, FILE).goals
    plain = replace(SAMPLE, operation="ecdh", cycles=1_000, flash_bytes=2_100)
    whole = replace(SAMPLE, operation=ALL, cycles=None, flash_bytes=3_100)
    least = [
        replace(each, configuration="least", cycles=900, flash_bytes=1_900)
        for each in (plain, whole)
    ]
    leaking = replace(plain, configuration="leaky", flash_bytes=1_000, constant_time=False)
    found = reported.outcomes([plain, whole, *least, leaking], asked)
    assert [outcome.measured for outcome in found if outcome.goal.figure != "ram_bytes"] == [
        1_000,
        3_100,
        1_900,
    ]


def test_a_goal_of_time_is_held_against_samples_of_its_board(tmp_path: Path) -> None:
    text = """
[goals.secp256r1.a-board.balanced]
record = "somebody: 100 ms"
milliseconds = { sign = 50 }

[beaten]
"""
    asked = read(tmp_path, text).goals
    on_core = replace(SAMPLE, operation="sign", time_seconds=0.001)
    slow = replace(on_core, board="a-board", time_seconds=0.0501)
    assert [each.reached for each in reported.outcomes([on_core], asked)] == [None]
    (missed,) = reported.outcomes([on_core, slow], asked)
    assert (missed.measured, missed.reached) == (51, False)
    (reached,) = reported.outcomes([replace(slow, time_seconds=0.05)], asked)
    assert (reached.measured, reached.reached) == (50, True)
    assert "| sign, ms | 50 | 51 | 1.02 |" in markdown(reported.parts([missed]))
