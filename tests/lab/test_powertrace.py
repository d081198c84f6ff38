# SPDX-License-Identifier: MIT
"""Energies from power traces, against synthetic ones whose truth is known."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from lab.errors import LabError
from lab.power import energy, markers
from lab.power.align import Alignment
from lab.power.analysis import Analysis, Question, analyse
from lab.power.instrument import Converter, Setup
from lab.power.synthesis import (
    Device,
    Job,
    Pattern,
    Sampling,
    Synthetic,
    least_marker,
    shunt_for,
    synthesise,
)
from lab.power.trace import Current, Trace, edges
from lab.reports.powertrace import as_csv, as_json, as_text, draw

VOLTS, AMPERES = 5.0, 18.6e-3
CONVERTER = Converter(3.25)
JOBS = (Job("keygen", 0.31), Job("sign", 0.42), Job("verify", 0.55))
DEVICE = Device(VOLTS, AMPERES, 0.3 * AMPERES, 0.5 * AMPERES)


def setup_for(codes: float) -> Setup:
    return Setup(VOLTS, shunt_for(AMPERES, codes, CONVERTER), CONVERTER)


def made(
    codes: float = 100,
    device: Device = DEVICE,
    sampling: Sampling | None = None,
    pattern: Pattern | None = None,
    jobs: tuple[Job, ...] = JOBS,
    seed: int = 1,
) -> Synthetic:
    sampling = sampling or Sampling(0.01, noise_amperes=0.7 * AMPERES / codes)
    pattern = pattern or Pattern(0.04)
    return synthesise(jobs, device, sampling, pattern, setup_for(codes), seed)


def current_of(synthetic: Synthetic) -> Current:
    assert synthetic.trace.current is not None
    return synthetic.trace.current


def changed(synthetic: Synthetic, **values: object) -> Trace:
    current = replace(current_of(synthetic), **values)  # type: ignore[arg-type]
    return Trace("changed", current)


def asked(synthetic: Synthetic, **values: Any) -> Question:
    return replace(Question(times=synthetic.times), **values)


def energies(found: Analysis) -> list[energy.Energy]:
    known = [one.energy for one in found.runs]
    assert all(known)
    return [each for each in known if each is not None]


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
    """Without a converter's offset, and with a shunt at which half a code is 0.5%."""
    inside = []
    for seed in range(60):
        off = np.random.default_rng(seed).uniform(-0.5, 0.5) / 100
        device = replace(DEVICE, active_amperes=AMPERES * (1 + off))
        synthetic = made(
            100, device, Sampling(0.01, noise_amperes=noise * AMPERES / 100), jobs=JOBS[:1],
            seed=seed,
        )  # fmt: skip
        trace = changed(synthetic, offset_error_amperes=0.0)
        (found,) = energies(analyse(trace, asked(synthetic)))
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


# -- what is refused, and where ------------------------------------------------------------------


def without(synthetic: Synthetic, begin: float, end: float) -> Trace:
    """Without the LED between two times after the start of the recording."""
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    dark = np.where(
        (at > begin) & (at < end), np.minimum(current.amperes, AMPERES), current.amperes
    )
    return changed(synthetic, amperes=dark)


def without_samples(synthetic: Synthetic, begin: float, end: float) -> Trace:
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    kept = (at < begin) | (at > end)
    return changed(
        synthetic,
        seconds=current.seconds[kept], amperes=current.amperes[kept], volts=current.volts[kept],
    )  # fmt: skip


def stretched(synthetic: Synthetic) -> Trace:
    return changed(synthetic, seconds=current_of(synthetic).seconds * 1.05)


def late(synthetic: Synthetic) -> Trace:
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    return changed(synthetic, seconds=current.seconds + 0.08 * (at > 1.3))


# The start markers of the tasks are at 0.2, 0.95 and 1.81 s of a recording, the stop markers at
# 0.63, 1.49 and 2.48 s.
REFUSED: dict[str, tuple[Callable[[Synthetic], Trace], str]] = {
    "a start marker": (
        lambda made: without(made, 0.9, 1.1), r"task 2: a marker of a start should come",
    ),
    "a stop marker": (
        lambda made: without(made, 0.5, 0.8), r"task 1: a marker of a stop should come",
    ),
    "the last marker": (lambda made: without(made, 2.3, 2.8), r"task 3: begins at .* no marker of"),
    "a whole task": (
        lambda made: without(made, 0.9, 1.7),
        r"has 3 tasks and the trace marks of 2: task 2 \(sign\) takes 420 ms, and what is marked",
    ),
    "the last task": (
        lambda made: without(made, 1.7, 2.8), r"marks of 2: task 3 \(verify\) has none",
    ),
    "all markers": (lambda made: without(made, 0, 9), r"no marker: the current is nowhere high"),
    "the clock": (stretched, r"its clock would be off by [45]\.\d+%, more than 1.00%"),
    "a marker's place": (late, r"marker of task [23] \((sign|verify)\) is at .* ms from where"),
    "samples": (
        lambda made: without_samples(made, 1.1, 1.3), r"task 2 \(sign\): samples lack in 2\d\d of",
    ),
    "range": (
        lambda made: changed(made, ceiling_amperes=0.9 * AMPERES),
        r"task 1 \(keygen\): \d+ samples are at the end of the instrument's range",
    ),
    "polarity": (
        lambda made: changed(made, volts=-current_of(made).volts),
        r"task 1 .*takes -.* sign wrong",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_aligned_is_refused(name: str) -> None:
    change, told = REFUSED[name]
    synthetic = made()
    analyse(synthetic.trace, asked(synthetic))
    with pytest.raises(LabError, match=told):
        analyse(change(synthetic), asked(synthetic))


def test_a_task_without_samples_is_refused() -> None:
    synthetic = made(jobs=(Job("hash", 0.008), Job("sign", 0.3)))
    with pytest.raises(LabError, match=r"task 1 \(hash\): [78][.0-9]* ms with [01] samples"):
        analyse(synthetic.trace, asked(synthetic))


def test_markers_of_less_than_three_samples_are_refused() -> None:
    synthetic = made(pattern=Pattern(0.025))
    with pytest.raises(LabError, match=r"markers of 25 ms cannot be told .* make them 30 ms"):
        analyse(synthetic.trace, asked(synthetic))


def test_a_threshold_may_be_given() -> None:
    synthetic = made()
    found = analyse(synthetic.trace, asked(synthetic, threshold_amperes=1.2 * AMPERES))
    assert found.found is not None
    assert found.found.threshold_amperes == 1.2 * AMPERES
    with pytest.raises(LabError, match="no marker of 40 ms"):
        analyse(synthetic.trace, asked(synthetic, threshold_amperes=0.5 * AMPERES))


def test_pulses_that_are_no_marks_are_told() -> None:
    synthetic = made()
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    burst = np.where((at > 0.3) & (at < 0.315), 1.5 * AMPERES, current.amperes)
    found = analyse(changed(synthetic, amperes=burst), asked(synthetic))
    assert found.found is not None
    assert found.found.others == 1
    assert "1 pulse is no mark" in as_text(found)


def test_a_current_that_never_changes_has_no_marker() -> None:
    seconds = np.arange(0, 1, 0.01)
    flat = Current(seconds, np.full(len(seconds), AMPERES), np.full(len(seconds), VOLTS))
    with pytest.raises(LabError, match=r"18\.6 mA all the time"):
        markers.in_current(flat, 0.04, None)


def test_questions_that_lack_something_are_refused() -> None:
    synthetic = made()
    for question, told in (
        (Question(), "--marker says how long"),
        (Question(gates=True), "--channel names it"),
        (Question(marker_seconds=0.04, channels=(("a", None), ("b", None))), "on one channel"),
    ):
        with pytest.raises(LabError, match=told):
            analyse(synthetic.trace, question)
    with pytest.raises(LabError, match="no current in it"):
        analyse(Trace("digital", None), Question(marker_seconds=0.04))


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
