# SPDX-License-Identifier: MIT
"""Advice from made-up samples, and what the command line takes."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from pathlib import Path

import pytest
from fakes import SAMPLE
from test_reports import same

from lab.advice import Demand, Device, Link, Rate, advise, battery, formulas
from lab.advice.batteries import cells
from lab.commands import advise as command
from lab.commands.main import main
from lab.errors import LabError, UnknownNameError
from lab.model import Case, Sample
from lab.reports.advising import as_json, as_text
from lab.store import Results

DEVICE = Device(
    name="a-board",
    core="core-a",
    board="a-board",
    clock_hz=10e6,
    flash_bytes=10_000,
    ram_bytes=2_000,
    active_amperes=10e-3,
    sleep_amperes=1e-6,
    volts=3.0,
    link=Link(
        bits_per_second=250e3,
        frame_bytes=127,
        overhead_bytes=27,
        transmit_amperes=20e-3,
        receive_amperes=24e-3,
    ),
)
SIGNING = Demand(rates=(Rate("sign", 30.0),), message_bytes=40, security_bits=128)


def sample(operation: str, **changes: object) -> Sample:
    figures = {"flash_bytes": 4_000, "stack_bytes": 1_000, "ram_static_bytes": 100}
    whole = {"target": "core-a", "operation": operation, **figures, **changes}
    return replace(SAMPLE, **whole)  # type: ignore[arg-type]


def library(name: str, **changes: object) -> list[Sample]:
    """One that signs in 200 ms and verifies in 400 ms at 10 MHz."""
    own = {"library": name, "profile": None, "configuration": "default"}
    return [
        sample("sign", **own | {"cycles": 2_000_000} | changes),
        sample("verify", **own | {"cycles": 4_000_000, "constant_time": None} | changes),
        sample("all", **own | {"flash_bytes": 7_000} | changes | {"cycles": None}),
    ]


WHIT = library("whit", profile="fast", configuration=None)
KNOWN = [
    *WHIT,
    *library("small", cycles=8_000_000, flash_bytes=2_000),
    *library("leaky", constant_time=False),
    *library("unchecked", constant_time=None),
    *library("large", flash_bytes=10_001),
    *library("hungry", stack_bytes=1_901),
    *library("weak", curve="secp160r1"),
    *library("slow", cycles=301_000_000),
    *library("broken", error="it does not link", cycles=None),
]
UNSAMPLED = [Case("core-a", "missing", "secp256r1", name, "default") for name in ("sign", "verify")]
UNABLE = [Case("core-a", "unable", "secp256r1", "keygen", "default")]
CASES = [*(each.case for each in KNOWN), *UNSAMPLED, *UNABLE]
SAMPLES = {each.case: each for each in KNOWN}


def test_formulas() -> None:
    assert formulas.time_seconds(2_000_000, 10e6) == 0.2
    assert formulas.energy_joules(0.2, 10e-3, 3.0) == pytest.approx(6e-3)
    assert [formulas.frames(size, 127, 27) for size in (0, 1, 100, 101)] == [0, 1, 1, 2]
    assert formulas.air_seconds(101, 127, 27, 250e3) == pytest.approx(8 * (101 + 54) / 250e3)
    assert formulas.extra_amperes(0.2, 10e-3, 1e-6, 30.0) == pytest.approx(9.999e-3 / 150)


def test_life_without_losses_is_charge_by_current() -> None:
    assert formulas.life_days(86_400.0, 0.0, 1.0) == pytest.approx(1.0)
    assert formulas.life_days(1.0, 0.0, 0.0) == float("inf")


def test_losses_shorten_life() -> None:
    """A charge that would last for a year, of which a tenth is lost in that time."""
    rate = -log(0.9)
    left = formulas.life_days(formulas.YEAR_SECONDS, 0.1, 1.0) / 365.25
    # The solution of dQ/dt = -1 - s Q from Q = 1 is zero there.
    assert (1 + 1 / rate) * exp(-rate * left) - 1 / rate == pytest.approx(0, abs=1e-9)
    assert 0.9 < left < 1
    nearly = formulas.life_days(1000.0, 1e-12, 1e-6)
    assert nearly == pytest.approx(formulas.life_days(1000.0, 0.0, 1e-6), rel=1e-6)


def test_batteries_in_series_add_volts() -> None:
    one, two = battery("AA"), battery("2xAA")
    assert (two.volts, two.end_volts) == (2 * one.volts, 2 * one.end_volts)
    assert two.charge_coulombs == one.charge_coulombs == 2800 * 3.6
    with pytest.raises(UnknownNameError, match="unknown battery 'AAB'; nearest: AA"):
        battery("2xAAB")
    for wrong in ("0xAA", "xAA", "-1xAA", ""):
        with pytest.raises(UnknownNameError):
            battery(wrong)


def test_a_battery_without_a_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "batteries.toml"
    path.write_text(
        "[X]\ndescription = ''\nvolts = 1\nend_volts = 1\nmilliampere_hours = 1\n"
        "loss_per_year = 0.1\nsources = []\n"
    )
    with pytest.raises(LabError, match=r"X\.sources must name"):
        cells(path)


def test_what_fits_is_ranked_and_the_rest_says_why() -> None:
    advice = advise(CASES, SAMPLES, DEVICE, SIGNING, battery("2xAA"))
    assert [option.library for option in advice.options] == ["whit", "small"]
    reasons = {each.library: (each.kind, each.detail) for each in advice.left_out}
    assert reasons == {
        "leaky": ("time depends on secrets", "sign"),
        "unchecked": ("constant time not checked", "sign"),
        "large": ("does not fit into flash", "10,001 B of 10,000 B"),
        "hungry": ("does not fit into RAM", "2,001 B of 2,000 B"),
        "weak": ("security too low", "80 bits"),
        "slow": ("cannot keep up", "busy 100% of the time"),
        "broken": ("failed", "sign: it does not link"),
        "missing": ("no sample", "sign"),
        "unable": ("operation not offered", "sign"),
    }


def test_figures_of_an_option() -> None:
    (best, _) = advise(CASES, SAMPLES, DEVICE, SIGNING, battery("2xAA")).options
    (share,) = best.shares
    assert share.time_seconds == 0.2
    assert (share.sent_bytes, share.received_bytes, share.frames) == (40 + 64, 0, 2)
    assert share.energy_joules == pytest.approx(0.2 * 10e-3 * 3)
    air = 8 * (104 + 2 * 27) / 250e3
    assert share.radio_joules == pytest.approx(air * 20e-3 * 3)
    assert (best.flash_bytes, best.flash_is_bound, best.ram_bytes) == (4_000, False, 1_100)
    mean = 1e-6 + (0.2 * (10e-3 - 1e-6) + air * (20e-3 - 1e-6)) / 30
    assert best.mean_amperes == pytest.approx(mean)
    cell = battery("2xAA")
    assert best.days == formulas.life_days(cell.charge_coulombs, cell.loss_per_year, mean)


def test_several_operations_share_an_image() -> None:
    demand = Demand(rates=(Rate("sign", 30.0), Rate("verify", None)))
    (option,) = advise([each.case for each in WHIT], SAMPLES, DEVICE, demand).options
    assert (option.flash_bytes, option.flash_is_bound) == (7_000, True)
    assert option.time_seconds == pytest.approx(0.6)
    alone = {case: each for case, each in SAMPLES.items() if each.operation != "all"}
    (option,) = advise([each.case for each in WHIT], alone, DEVICE, demand).options
    assert (option.flash_bytes, option.ram_bytes) == (8_000, 1_200)


def test_an_operation_without_a_period_takes_no_charge() -> None:
    once = Demand(rates=(Rate("verify", None),))
    (option,) = advise([each.case for each in WHIT], SAMPLES, DEVICE, once).options
    assert option.mean_amperes == DEVICE.sleep_amperes


def test_key_agreement_sends_and_receives_a_key() -> None:
    for curve, size in (("secp256r1", 65), ("curve25519", 32)):
        known = sample("ecdh", cycles=1000, curve=curve)
        demand = Demand(rates=(Rate("ecdh", 60.0),))
        (option,) = advise([known.case], {known.case: known}, DEVICE, demand).options
        (share,) = option.shares
        assert (share.sent_bytes, share.received_bytes) == (size, size)


def test_samples_of_the_board_come_first() -> None:
    ours = WHIT[0]
    waits = replace(ours, board="a-board", board_cycles=3_000_000)
    (option,) = advise([ours.case], SAMPLES | {waits.case: waits}, DEVICE, SIGNING).options
    assert option.time_seconds == pytest.approx(0.3)
    assert option.on_board


def test_wishes() -> None:
    allowed = replace(SIGNING, variable_time=True)
    found = {each.library for each in advise(CASES, SAMPLES, DEVICE, allowed).options}
    assert found == {"whit", "small", "leaky", "unchecked"}
    hasty = replace(SIGNING, latency_seconds=0.5)
    advice = advise(CASES, SAMPLES, DEVICE, hasty)
    assert [each.library for each in advice.options] == ["whit"]
    assert ("small", "too slow", "sign takes 800 ms, 500 ms allowed") in {
        (each.library, each.kind, each.detail) for each in advice.left_out
    }
    by_flash = advise(CASES, SAMPLES, DEVICE, SIGNING, ranking="flash")
    assert [each.library for each in by_flash.options] == ["small", "whit"]


def test_what_is_not_known_is_said() -> None:
    bare = replace(DEVICE, active_amperes=None, volts=None, link=None)
    advice = advise(CASES, SAMPLES, bare, SIGNING, battery("AA"))
    assert {option.days for option in advice.options} == {None}
    assert {option.energy_joules for option in advice.options} == {None}
    assert any(note.startswith("no energy") for note in advice.notes)
    assert any(note.startswith("no days") for note in advice.notes)
    assert (advice.ranking, advice.options[0].library) == ("time", "whit")
    restless = replace(DEVICE, sleep_amperes=None)
    assert advise(CASES, SAMPLES, restless, SIGNING, battery("AA")).ranking == "energy"
    low = advise(CASES, SAMPLES, DEVICE, SIGNING, battery("AA"))
    assert "AA gives 1.5 V, the supply is 3 V" in low.notes


def test_text() -> None:
    text = as_text(advise(CASES, SAMPLES, DEVICE, SIGNING, battery("2xAA")))
    same("advice.txt", text)
    assert max(map(len, text.splitlines())) <= 100


def test_json() -> None:
    found = json.loads(as_json(advise(CASES, SAMPLES, DEVICE, SIGNING, battery("2xAA"))))
    best = found["options"][0]
    assert best["library"] == "whit"
    assert best["wire_bytes"] == 104
    assert best["days"] == pytest.approx(1539, abs=1)  # 2,800 mAh at 71 µA: 1,643, less losses
    assert len(found["left_out"]) == 9
    assert found["device"]["clock_hz"] == 10e6


# The command.

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
        (f"{BASE} --boot-every 1d", "--boot-every needs --verify-on-boot"),
        ("--sign-every 1s", "--board or --clock is needed"),
        (
            "--target cortex-m5 --clock 1MHz --sign-every 1s",
            "unknown target 'cortex-m5'; nearest: ",
        ),
        ("--board no-board --sign-every 1s", "unknown board 'no-board'"),
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
    assert {option["variant"] for option in found["options"]} == {"small", "balanced", "fast"}
    kept = {("fast", "verify"), ("fast", "all")}
    assert {(case.profile, case.operation) for case in asked} == {
        (profile, operation)
        for profile in ("small", "balanced", "fast")
        for operation in ("verify", "keygen", "all")
    } - kept
    assert {case.curve for case in asked} == {"secp256r1"}
