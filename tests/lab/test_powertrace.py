# SPDX-License-Identifier: MIT
"""Energies from power traces, against synthetic ones whose truth is known."""

import json
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest
from synthetic_traces import (
    AMPERES,
    DEVICE,
    JOBS,
    VOLTS,
    asked,
    changed,
    current_of,
    energies,
    made,
)

from lab.errors import LabError
from lab.power import energy
from lab.power.align import Alignment
from lab.power.analysis import Question, analyse
from lab.power.synthesis import (
    Device,
    Job,
    Pattern,
    Sampling,
    Synthetic,
    least_marker,
)
from lab.power.trace import Current, Trace, edges
from lab.reports.powertrace import as_csv, as_json, as_text, draw

# -- against the truth ---------------------------------------------------------------------------


def any_trace(seed: int) -> Synthetic:
    """At the study's sampling, and whatever else a bench may bring."""
    random = np.random.default_rng([seed, 21])
    interval, codes = random.uniform(2.5e-3, 10e-3), random.uniform(100, 500)
    step = AMPERES / codes
    device = Device(
        volts=VOLTS,
        active_amperes=AMPERES * random.uniform(0.99, 1.01),
        idle_amperes=AMPERES * random.uniform(0.1, 1),
        led_amperes=AMPERES * random.uniform(0.3, 0.9),
        clock_error=random.uniform(-5e-3, 5e-3),
        ripple=float(random.choice([0, 0.05])),
        ripple_seconds=random.uniform(0.03, 0.3),
    )
    sampling = Sampling(
        interval,
        jitter=float(random.choice([0, 0.3])) * interval,
        clock_error=random.uniform(-1e-4, 1e-4),
        noise_amperes=float(random.choice([0, 0.3, 0.5, 1, 2])) * step,
        offset_codes=random.uniform(-1, 1),
    )
    pattern = Pattern(
        max(least_marker(sampling), 0.03) * random.uniform(1, 1.5),
        pause_seconds=0.1,
        mode=str(random.choice(["power", "timing"])),
    )
    jobs = tuple(Job(name, random.uniform(0.15, 0.5)) for name in ("sign", "verify"))
    return made(codes, device, sampling, pattern, jobs, seed)


def errors(traces: int) -> Any:
    """What each energy is off, and what it is said to be off at most, relative to the truth."""
    rows = [
        (found.joules / truth - 1, found.uncertainty / truth)
        for synthetic in map(any_trace, range(traces))
        for found, truth in zip(
            energies(analyse(synthetic.trace, asked(synthetic))), synthetic.joules, strict=True
        )
    ]
    return np.array(rows).T


def check_errors(traces: int) -> None:
    error, stated = errors(traces)
    assert abs(error).max() <= 0.03
    assert np.mean(abs(error) <= stated) >= 0.95
    assert np.quantile(stated, 0.95) <= 0.03, "what is stated is of use"
    assert np.mean(abs(error) <= 0.25 * stated) < 0.95, "and not beyond all that happens"


def test_energies_are_within_3_percent_and_their_uncertainty() -> None:
    check_errors(60)


@pytest.mark.slow
def test_so_they_are_in_a_thousand_traces() -> None:
    check_errors(1000)


@pytest.mark.parametrize("noise", [0.0, 0.5, 2.0])
def test_the_uncertainty_covers_each_cause_alone(noise: float) -> None:
    """A converter without offset, a clock that is right, a shunt at which half a code is 0.5%."""
    inside = []
    for seed in range(60):
        off = np.random.default_rng(seed).uniform(-0.5, 0.5) / 100
        device = replace(DEVICE, active_amperes=AMPERES * (1 + off))
        synthetic = made(
            100, device, Sampling(0.01, noise_amperes=noise * AMPERES / 100), jobs=JOBS[:1],
            seed=seed,
        )  # fmt: skip
        trace = changed(synthetic, offset_error_amperes=0.0)
        (found,) = energies(analyse(trace, asked(synthetic, clock_error=1e-5)))
        inside.append(abs(found.joules - synthetic.joules[0]) <= found.uncertainty)
    assert np.mean(inside) >= 0.93


@pytest.mark.parametrize("codes", [16, 17])
def test_below_17_codes_the_resolution_is_too_coarse(codes: int) -> None:
    exact = replace(DEVICE, led_amperes=2 * AMPERES)
    synthetic = made(codes, exact, Sampling(0.01))
    found = analyse(synthetic.trace, asked(synthetic))
    told = "the resolution does not allow 3%" in as_text(found)
    assert told == (codes < 17)
    assert [each.is_coarse for each in found.averages] == [codes < 17] * 3
    assert json.loads(as_json(found))[0]["resolution_allows_target"] == (codes >= 17)


def test_quantisation_is_what_a_converter_does() -> None:
    levels = np.linspace(-0.5, 0.5, 201)
    grid = np.linspace(-8, 8, 4001)
    for noise in (0.1, 0.25, 0.4):
        density = np.exp(-0.5 * grid**2) / np.sqrt(2 * np.pi)
        codes = np.rint(levels[:, None] + noise * grid)
        means = (codes * density).sum(axis=1) * (grid[1] - grid[0])
        assert energy.quantisation(1.0, noise) == pytest.approx(
            np.sqrt(np.mean((means - levels) ** 2)), rel=0.02
        )
    assert energy.quantisation(2.0, 0.0) == pytest.approx(2 * 12**-0.5)
    assert energy.quantisation(1.0, 0.001) == pytest.approx(12**-0.5, rel=0.01)
    assert energy.quantisation(0.0, 1.0) == 0


def test_the_factor_is_that_of_student() -> None:
    """JCGM 100, table G.2, at 95.45%."""
    table = {1: 13.97, 2: 4.53, 3: 3.31, 4: 2.87, 5: 2.65, 10: 2.28, 20: 2.13, 50: 2.05, inf: 2.0}
    for freedom, factor in table.items():
        assert energy.coverage(freedom) == pytest.approx(factor, abs=0.02)
    assert energy.coverage(4.9) == energy.coverage(4)


# -- what goes into an energy --------------------------------------------------------------------


def test_a_marker_is_in_no_energy() -> None:
    dim, bright = (made(device=replace(DEVICE, led_amperes=led)) for led in (8e-3, 40e-3))
    found = [energies(analyse(each.trace, asked(each))) for each in (dim, bright)]
    for one, other in zip(*found, strict=True):
        assert one.joules == pytest.approx(other.joules, rel=0.001)


def test_the_shunt_s_drop_is_not_the_device_s() -> None:
    synthetic = made(400, replace(DEVICE, led_amperes=8e-3))
    with_drop = energies(analyse(synthetic.trace, asked(synthetic)))
    without = energies(analyse(changed(synthetic, shunt_ohms=0.0), asked(synthetic)))
    assert without[0].joules / with_drop[0].joules > 1.2
    assert with_drop[0].joules == pytest.approx(synthetic.joules[0], rel=0.01)


def test_the_clock_s_drift_is_found() -> None:
    jobs = tuple(Job("sign", 1.0) for _ in range(8))
    synthetic = made(device=replace(DEVICE, clock_error=0.004), jobs=jobs)
    found = analyse(synthetic.trace, asked(synthetic)).alignment
    assert found.drift is not None
    assert found.drift_deviation is not None
    assert abs(found.drift + 0.004) <= 3 * found.drift_deviation < 0.002


def test_of_many_runs_only_noise_averages() -> None:
    noisy = Sampling(0.01, noise_amperes=3 * AMPERES / 100)
    synthetic = made(sampling=noisy, jobs=tuple(Job("sign", 0.3) for _ in range(9)))
    found = analyse(synthetic.trace, asked(synthetic))
    (average,) = found.averages
    assert len(average.runs) == 9
    assert average.energy is not None
    one = np.mean([each.causes["noise"].joules for each in energies(found)])
    assert average.energy.causes["noise"].joules == pytest.approx(one / 3, rel=0.1)
    static = energies(found)[0].causes["instrument"].joules
    assert average.energy.causes["instrument"].joules == pytest.approx(static, rel=0.1)
    assert average.energy.joules == pytest.approx(synthetic.joules[0], rel=0.02)


def test_times_of_another_run_fit_too() -> None:
    synthetic = made(pattern=Pattern(0.04, mode="timing"))
    assert synthetic.times.mode == "timing"
    found = energies(analyse(synthetic.trace, asked(synthetic)))
    for each, truth in zip(found, synthetic.joules, strict=True):
        assert abs(each.joules - truth) <= each.uncertainty


def test_markers_alone_are_enough() -> None:
    synthetic = made()
    question = Question(marker_seconds=0.04, names=("keygen", "sign", "verify"))
    found = analyse(synthetic.trace, question)
    assert [each.name for each in found.averages] == ["keygen", "sign", "verify"]
    for each, truth in zip(energies(found), synthetic.joules, strict=True):
        assert abs(each.joules - truth) <= each.uncertainty
        assert each.causes["edges"].joules / each.joules > 0.005, "less is known without times"
    unnamed = analyse(synthetic.trace, replace(question, names=()))
    assert [each.name for each in unnamed.averages] == ["task 1", "task 2", "task 3"]
    with pytest.raises(LabError, match="3 tasks, which is no multiple of the 2 names"):
        analyse(synthetic.trace, replace(question, names=("a", "b")))


def test_a_pin_on_a_digital_channel_marks_as_well() -> None:
    synthetic = made()
    current = current_of(synthetic)
    led = edges("D0", current.seconds, current.amperes > 1.25 * AMPERES)
    dark = changed(synthetic, amperes=np.minimum(current.amperes, AMPERES))
    trace = replace(dark, channels={"D0": led})
    found = analyse(trace, asked(synthetic, channels=(("D0", None),)))
    for each, truth in zip(energies(found), synthetic.joules, strict=True):
        assert each.joules == pytest.approx(truth, rel=0.02)
    with pytest.raises(LabError, match="no digital channel 'D1'; it has D0"):
        analyse(trace, asked(synthetic, channels=(("D1", None),)))
    with pytest.raises(LabError, match="no marker"):
        analyse(trace, asked(synthetic))


def test_a_pin_that_is_high_while_a_task_runs() -> None:
    seconds = np.arange(0, 1, 1e-3)
    sign, verify = (
        (begin < seconds) & (seconds < end) for begin, end in ((0.1003, 0.3001), (0.4996, 0.7999))
    )
    channels = {name: edges(name, seconds, high) for name, high in (("D0", sign), ("D1", verify))}
    watts = np.where(sign, 3e-3, 5e-3)
    current = Current(seconds, watts / 3, np.full(len(seconds), 3.0))
    question = Question(channels=(("D0", "sign"), ("D1", "verify")), gates=True)
    found = analyse(Trace("gates", current, channels), question)
    assert [each.name for each in found.averages] == ["sign", "verify"]
    assert [each.joules for each in energies(found)] == pytest.approx([6e-4, 1.5e-3], rel=0.01)
    timed = analyse(Trace("gates", None, channels), question)
    assert [one.energy for one in timed.runs] == [None, None]
    assert timed.runs[0].interval.seconds == pytest.approx(
        0.2, abs=timed.runs[0].seconds_uncertainty
    )
    assert "200" in as_text(timed)
    with pytest.raises(LabError, match="no current"):
        draw(timed)


# -- reports -------------------------------------------------------------------------------------


def test_reports_have_every_run() -> None:
    synthetic = made(jobs=(*JOBS, *JOBS))
    found = analyse(synthetic.trace, asked(synthetic))
    tasks = json.loads(as_json(found))
    assert [(task["task"], len(task["runs"])) for task in tasks] == [
        ("keygen", 2), ("sign", 2), ("verify", 2),
    ]  # fmt: skip
    assert tasks[1]["energy_joules"] == pytest.approx(synthetic.joules[1], rel=0.02)
    header, *lines = as_csv(found).splitlines()
    assert header.startswith("number,task,start_seconds,seconds,")
    assert len(lines) == 6
    table = as_text(found).splitlines()
    assert table[0].split()[:3] == ["task", "runs", "samples"]
    assert table[2].split()[:2] == ["keygen", "2"]


@pytest.mark.parametrize(("drift", "way"), [(-0.00143, "faster"), (0.00143, "slower")])
def test_the_clock_is_fast_or_slow(drift: float, way: str) -> None:
    synthetic = made()
    found = analyse(synthetic.trace, asked(synthetic))
    found = replace(found, alignment=replace(found.alignment, drift=drift, drift_deviation=0.001))
    text = " ".join(as_text(found).split())
    assert f"The device's clock is 0.143% ± 0.200% {way} than the trace's." in text


def test_drawings_show_tasks_and_are_the_same_each_time() -> None:
    synthetic = made()
    found = analyse(synthetic.trace, asked(synthetic))
    whole = draw(found)
    assert whole == draw(found)
    assert whole.count(b"verify") == 1
    assert b"verify" not in draw(found, 1.2)
    with pytest.raises(LabError, match="no two samples"):
        draw(found, 0.001)


def test_an_alignment_without_times_says_no_drift() -> None:
    synthetic = made()
    found = analyse(synthetic.trace, Question(marker_seconds=0.04))
    assert found.alignment == Alignment(found.alignment.intervals)
    assert "clock" not in as_text(found)
