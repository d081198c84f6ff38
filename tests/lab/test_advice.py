# SPDX-License-Identifier: MIT
"""Advice from made-up samples."""

import json
import re
from dataclasses import replace
from math import exp, log
from pathlib import Path

import pytest
from fakes import SAMPLE
from test_reports import same

from lab.advice import Demand, Device, Link, Rate, advise, battery, formulas
from lab.advice.batteries import CELLS, cells
from lab.declarations import Declaration
from lab.errors import LabError, UnknownNameError
from lab.model import Case, Sample
from lab.reports.advising import as_json, as_text

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


@pytest.mark.parametrize("name", cells())
def test_every_source_of_a_battery_says_how_it_is_known(name: str) -> None:
    for source in Declaration.read(CELLS).table(name).texts("sources"):
        assert re.search(r"quote|not verified|assumed", source), source


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
        "leaky": ("time or addresses depend on secrets", "sign"),
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


def test_a_device_without_a_file_has_nothing_to_record() -> None:
    described = replace(DEVICE, name="core-a", board=None, wait_states=3)
    cases = [each.case for each in WHIT]
    advice = advise(cases, SAMPLES, described, SIGNING)
    assert not advice.options[0].on_board
    assert any("they are too short; --measure counts it" in note for note in advice.notes)
    assert "core-a at 10 MHz, 3 wait states, " in as_text(advice)
    assert "  200*  " in as_text(advice)
    assert advice.recording is None
    lacking = advise(cases, {}, described, SIGNING)
    assert lacking.recording is not None
    assert lacking.recording.startswith("whit measure --target core-a --library whit ")


def test_what_the_flash_adds_is_left_out_aloud() -> None:
    waiting, prompt = (replace(DEVICE, wait_states=count) for count in (2, 0))
    cases = [each.case for each in WHIT]
    advice = advise(cases, SAMPLES, waiting, SIGNING)
    assert not advice.options[0].on_board
    assert any("they are too short" in note for note in advice.notes)
    assert "  200*  " in as_text(advice)
    assert advice.recording == (
        "whit measure --target a-board --library whit --curve secp256r1 --operation sign "
        "--profile all --configuration all --save"
    )
    advice = advise(cases, SAMPLES, prompt, SIGNING)
    assert advice.options[0].on_board
    assert not any("wait" in note for note in advice.notes)
    assert advice.recording is None


def test_the_command_that_records_what_is_missing() -> None:
    more = [Case("core-a", name, "secp384r1", "sign", "default") for name in "bcd"]
    demand = Demand(rates=(Rate("sign", 30.0), Rate("verify", None)))
    assert advise([*CASES, *more], SAMPLES, DEVICE, demand).recording == (
        "whit measure --target core-a --library all --curve NAME --operation sign "
        "--operation verify --operation all --profile all --configuration all --save"
    )


def test_what_does_not_recur_is_not_ranked_by_days() -> None:
    once = Demand(rates=(Rate("verify", None),))
    advice = advise(CASES, SAMPLES, DEVICE, once, battery("2xAA"))
    assert advice.ranking == "energy"
    assert any(note.startswith("verify on boot takes no charge") for note in advice.notes)


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


def test_text_has_no_empty_columns() -> None:
    bare = replace(DEVICE, active_amperes=None, volts=None, link=None)
    lines = as_text(advise(CASES, SAMPLES, bare, SIGNING)).splitlines()
    header = next(line for line in lines if line.startswith("library"))
    assert header.split() == [
        "library", "curve", "sign", "ms", "flash", "B", "RAM", "B", "wire", "B",
    ]  # fmt: skip
    allowed = as_text(advise(CASES, SAMPLES, DEVICE, replace(SIGNING, variable_time=True)))
    assert "constant" in allowed


def test_text_shows_the_best() -> None:
    text = as_text(advise(CASES, SAMPLES, DEVICE, SIGNING), 1)
    assert "whit (fast)" in text
    assert "small (default)" not in text
    assert "1 more fit; --top 2 shows them.\n" in text


def test_weak_curves_are_named_once() -> None:
    weak = [*library("weak", curve="secp160r1"), *library("weaker", curve="secp160r1")]
    known = {each.case: each for each in weak}
    assert "security too low: secp160r1 [80 bits]\n" in as_text(
        advise(known, known, DEVICE, SIGNING)
    )


def test_json() -> None:
    found = json.loads(as_json(advise(CASES, SAMPLES, DEVICE, SIGNING, battery("2xAA"))))
    best = found["options"][0]
    assert best["library"] == "whit"
    assert best["wire_bytes"] == 104
    assert best["days"] == pytest.approx(1539, abs=1)  # 2,800 mAh at 71 µA: 1,643, less losses
    assert len(found["left_out"]) == 9
    assert found["device"]["clock_hz"] == 10e6
