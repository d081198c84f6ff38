# SPDX-License-Identifier: MIT
"""What the command line of `whit advise` takes and gives."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from test_advice import WHIT, sample

from lab.commands import advise as command
from lab.commands.main import main
from lab.commands.options import EVERY
from lab.model import Case, Sample
from lab.runner import Selection, Settings, select
from lab.store import Results
from lab.targets.boards import Part

BASE = "--target cortex-m4 --clock 64MHz"


def whit(monkeypatch: pytest.MonkeyPatch, arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["whit", "advise", *arguments.split()])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    ours = [replace(each, target="cortex-m4", profile="fast") for each in WHIT]
    Results(tmp_path).append(ours)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (BASE, "nothing to do"),
        (f"{BASE} --sign-every -30s", "--sign-every -30s: not a number with a unit of ms, s, "),
        (f"{BASE} --sign-every 0s", "--sign-every 0s: must be more than zero"),
        (f"{BASE} --sign-every 30", "--sign-every 30: not a number with a unit of"),
        (f"{BASE} --sign-every 9{'9' * 400}s", "--sign-every 9"),
        (f"{BASE} --sign-every 1s --battery 2xAB", "unknown battery 'AB'; valid: AA, AAA, "),
        (f"{BASE} --sign-every 1s --flash 3x", "--flash 3x: not a number with a unit of"),
        (f"{BASE} --sign-every 1s --active-current 5", "--active-current 5: not a number"),
        (
            f"{BASE} --sign-every 1s --curve secp256k2",
            "unknown curve 'secp256k2'; nearest: secp256",
        ),
        (f"{BASE} --sign-every 1s --rank-by luck", "unknown ranking 'luck'"),
        (f"{BASE} --sign-every 1s --format xml", "unknown format 'xml'"),
        (f"{BASE} --sign-every 1s --security -1", "Invalid value for '--security'"),
        (
            f"{BASE} --sign-every 1s --active-current 5mA --sleep-current 6mA",
            "the sleep current, 0.006 A, is more than the active one, 0.005 A",
        ),
        (f"{BASE} --sign-every 1s --top 0", "Invalid value for '--top'"),
        (f"{BASE} --boot-every 1d", "--boot-every needs --verify-on-boot"),
        ("--sign-every 1s", "--board or --clock is needed"),
        (
            "--target cortex-m5 --clock 1MHz --sign-every 1s",
            "unknown target 'cortex-m5'; nearest: ",
        ),
        ("--board no-board --sign-every 1s", "unknown board 'no-board'"),
        ("--board stm32h7", "unknown board 'stm32h7'; nearest: stm32"),
        ("--board ATmega328P", "unknown board 'ATmega328P'; nearest: arduino-nano, arduino-uno; "),
        (f"{BASE} --sign-every 1s --wait-states 16", "Invalid value for '--wait-states': Input"),
        (f"{BASE} --sign-every 1s --wait-states -1", "Invalid value for '--wait-states': Input"),
        (
            "--board nrf52840 --sign-every 1s --wait-states 2",
            "--board has its wait states; leave out --wait-states",
        ),
        (
            "--target nrf52840 --clock 64MHz --sign-every 1s",
            "nrf52840 is a board; use --board nrf52840",
        ),
        (
            "--target avr --clock 16MHz --sign-every 1s --wait-states 1",
            "--wait-states 1: the lab has no model of the flash of avr",
        ),
        ("--target cortex-m4 --clock 0.1Hz --sign-every 1s", "--clock must be at least 1 Hz"),
        (f"{BASE} --sign-every 1s --curve P-257", "unknown curve 'P-257'; nearest: P-256, "),
    ],
)
def test_wrong_input_is_one_line(
    arguments: str,
    message: str,
    results: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert whit(monkeypatch, arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"whit: {message}")
    assert err.count("\n") == 1


def test_the_command_ranks(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"{BASE} --sign-every 30s --verify-on-boot --boot-every 1d --curve secp256r1"
    assert whit(monkeypatch, f"{arguments} --format json --ram 2k") == 0
    found = json.loads(capsys.readouterr().out)
    assert [option["variant"] for option in found["options"]] == ["fast"]
    assert found["device"]["ram_bytes"] == 2048
    assert [rate["period_seconds"] for rate in found["demand"]["rates"]] == [30, 86_400]
    assert {each["kind"] for each in found["left_out"]} >= {"no sample"}


@pytest.mark.parametrize(
    ("arguments", "bits"),
    [("", 112), ("--curve secp160r1", 0), ("--curve all", 112), ("--security 128", 128)],
)
def test_weak_curves_must_be_asked_for(
    arguments: str,
    bits: int,
    results: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whit(monkeypatch, f"{BASE} --sign-every 30s --library micro-ecc --format json {arguments}")
    assert json.loads(capsys.readouterr().out)["demand"]["security_bits"] == bits


def test_when_nothing_fits_the_reasons_are_shown(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"{BASE} --sign-every 30s --flash 1k --curve secp256r1 --library whit"
    assert whit(monkeypatch, arguments) == 1
    out = capsys.readouterr().out
    assert "Nothing fits." in out
    assert "does not fit into flash: whit (fast) secp256r1 [4,000 B of 1,024 B]" in out


def test_what_is_missing_is_measured_when_asked(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Case] = []

    def measured(cases: Sequence[Case], *_: object) -> list[Sample]:
        asked.extend(cases)
        return [sample(case.operation, target=case.target) for case in cases]

    monkeypatch.setattr(command, "measured", measured)
    arguments = f"{BASE} --verify-every 1h --keygen-every 1d --library whit --format json"
    names = "--curve secp256r1 --curve secp192r1 --security 128"
    assert whit(monkeypatch, f"{arguments} {names} --measure") == 0
    found = json.loads(capsys.readouterr().out)
    every, _ = select(
        Selection.of(
            targets=("cortex-m4",),
            libraries=("whit",),
            curves=("secp256r1",),
            operations=("verify",),
            configurations=(EVERY,),
            profiles=(EVERY,),
        )
    )
    variants = {case.variant for case in every}
    assert variants >= {"small", "small, least", "balanced", "fast", "fast, randomise"}
    assert {option["variant"] for option in found["options"]} == variants
    kept = {("fast", "verify"), ("fast", "all")}
    plain = [case for case in asked if case.configuration is None]
    assert {(case.profile, case.operation) for case in plain} == {
        (profile, operation)
        for profile in ("small", "balanced", "fast")
        for operation in ("verify", "keygen", "all")
    } - kept
    assert {case.curve for case in asked} == {"secp256r1"}


def test_samples_of_the_core_do_not_serve_a_flash_that_waits(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def measured(cases: Sequence[Case], *_: object) -> list[Sample]:
        asked.extend(case.target for case in cases if case.profile == "fast")
        return [sample(case.operation, target="cortex-m4", board="nrf52840") for case in cases]

    monkeypatch.setattr(command, "measured", measured)
    arguments = "--board nrf52840 --sign-every 1h --library whit --curve secp256r1 --measure"
    assert whit(monkeypatch, arguments) == 0
    assert asked == ["nrf52840", "nrf52840"]  # without an option, and randomised


def test_a_part_without_a_file_is_measured_with_its_wait_states(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The samples of its core, which have none, do not serve."""
    asked: list[tuple[Case, Part | None]] = []

    def measured(cases: Sequence[Case], settings: Settings, *_: object) -> list[Sample]:
        asked.extend((case, settings.part) for case in cases)
        return [replace(sample(case.operation), board_cycles=9_000_000) for case in cases]

    monkeypatch.setattr(command, "measured", measured)
    arguments = f"{BASE} --wait-states 3 --flash 64k --ram 8k --sign-every 1h --library whit"
    assert whit(monkeypatch, f"{arguments} --curve secp256r1 --format json --measure") == 0
    assert {(case.target, part) for case, part in asked} == {("cortex-m4", Part(64_000_000, 3))}
    assert "fast" in {case.profile for case, _ in asked}
    found = json.loads(capsys.readouterr().out)
    assert found["device"]["wait_states"] == 3
    assert (found["device"]["flash_bytes"], found["device"]["ram_bytes"]) == (65_536, 8192)
    assert all(option["on_board"] for option in found["options"])
