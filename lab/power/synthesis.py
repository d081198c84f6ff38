# SPDX-License-Identifier: MIT
"""Traces of a device whose energies are known: what an instrument would have recorded of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from lab.errors import LabError, UnsupportedError
from lab.power import instrument
from lab.power.instrument import Converter, Setup, Shunt
from lab.power.markers import GAP, LEAST_SAMPLES, START_PULSE, STOP_PULSE
from lab.power.trace import Floats, Task, TimeTrace, Trace

MOST_SAMPLES = 10_000_000
_COUNTER = 1 << 32


@dataclass(frozen=True)
class Device:
    """Its currents: while it computes, marks included, between tasks, and of its LED on top. Within
    a task the current swings by `ripple`, relative, once in `ripple_seconds`."""

    volts: float
    active_amperes: float
    idle_amperes: float
    led_amperes: float
    ticks_per_second: int = 32768
    clock_error: float = 0.0  # by which it is fast
    ripple: float = 0.0
    ripple_seconds: float = 1.0


@dataclass(frozen=True)
class Job:
    """A task and how long it takes, in true seconds."""

    name: str
    seconds: float


@dataclass(frozen=True)
class Sampling:
    """How the instrument looks: at single moments, `jitter` seconds late at most."""

    interval: float
    jitter: float = 0.0
    clock_error: float = 0.0  # by which its clock is fast
    noise_amperes: float = 0.0  # deviation of every sample, before the converter
    offset_codes: float = 0.0  # of the converter


@dataclass(frozen=True)
class Pattern:
    """When the device marks, and what it does between tasks."""

    marker_seconds: float
    pause_seconds: float = 0.2
    mode: str = "power"  # of the time trace: power, or timing, of another run


@dataclass(frozen=True)
class Synthetic:
    """A trace, the device's own times, and the truth about each of its tasks."""

    trace: Trace
    codes: Floats
    times: TimeTrace
    joules: tuple[float, ...]
    seconds: tuple[float, ...]


def shunt_for(amperes: float, codes: float, converter: Converter) -> Shunt:
    """At which a current is so many codes."""
    return Shunt(codes * converter.step_volts / amperes)


def synthesise(
    jobs: Sequence[Job],
    device: Device,
    sampling: Sampling,
    pattern: Pattern,
    setup: Setup,
    seed: int,
) -> Synthetic:
    """All jobs in order. The same arguments give the same trace."""
    random = np.random.default_rng(seed)
    starts, length = _schedule(jobs, pattern)
    if length / sampling.interval > MOST_SAMPLES:
        raise UnsupportedError(
            f"a trace of {length:,.3g} s, a sample each {1000 * sampling.interval:.3g} ms, has "
            f"more than {MOST_SAMPLES:,} samples"
        )
    times = _times(jobs, starts, device, pattern, random)
    lost = setup.shunt.ohms if setup.shunt else 0.0
    joules = tuple(_joules(job.seconds, device, lost) for job in jobs)
    seconds = np.arange(0.0, length, sampling.interval)
    true = seconds + sampling.jitter * random.random(len(seconds))
    amperes = _amperes(true, jobs, starts, device, pattern)
    amperes += sampling.noise_amperes * random.standard_normal(len(true))
    codes = _codes(amperes, sampling, setup)
    shown = (true + random.random()) * (1 + sampling.clock_error)
    current = instrument.of_codes(shown, codes, None, setup)
    trace = Trace("synthetic", current)
    return Synthetic(trace, codes, times, joules, tuple(job.seconds for job in jobs))


def _schedule(jobs: Sequence[Job], pattern: Pattern) -> tuple[Floats, float]:
    """When each task starts, and when the recording ends."""
    before = (START_PULSE + GAP) * pattern.marker_seconds
    behind = (GAP + STOP_PULSE + GAP) * pattern.marker_seconds
    at, starts = pattern.pause_seconds, []
    for job in jobs:
        starts.append(at + before)
        at += before + job.seconds + behind + pattern.pause_seconds
    return np.array(starts), at


def _times(
    jobs: Sequence[Job],
    starts: Floats,
    device: Device,
    pattern: Pattern,
    random: np.random.Generator,
) -> TimeTrace:
    """As timelib has them. Of another run tasks follow each other without marks."""
    if pattern.mode == "timing":
        lengths = np.array([job.seconds for job in jobs])
        starts = np.cumsum(lengths) - lengths + pattern.pause_seconds * np.arange(len(jobs))
    hertz = device.ticks_per_second * (1 + device.clock_error)
    begun = int(random.integers(_COUNTER))
    phase = random.random()
    tasks = []
    for number, (job, start) in enumerate(zip(jobs, starts.tolist(), strict=True), 1):
        ends = (int(hertz * at + phase) for at in (start, start + job.seconds))
        tasks.append(Task(number, job.name, *(begun + tick for tick in ends)))
    # timelib counts ticks of the device's clock, and they are what the marker lasts.
    marker = round(pattern.marker_seconds * hertz)
    return TimeTrace(
        "synthetic",
        "timing" if pattern.mode == "timing" else "power",
        device.ticks_per_second,
        marker,
        tuple(tasks),
    )


def _amperes(
    seconds: Floats, jobs: Sequence[Job], starts: Floats, device: Device, pattern: Pattern
) -> Floats:
    marker = pattern.marker_seconds
    amperes = np.full(len(seconds), device.idle_amperes)
    for job, start in zip(jobs, starts.tolist(), strict=True):
        stop = start + job.seconds
        first, gap = start - (START_PULSE + GAP) * marker, GAP * marker
        last = stop + gap + STOP_PULSE * marker
        for begin, end, value in (
            (first, last + gap, device.active_amperes),
            (first, start - gap, device.active_amperes + device.led_amperes),
            (stop + gap, last, device.active_amperes + device.led_amperes),
        ):
            amperes[(seconds >= begin) & (seconds < end)] = value
        inside = (seconds >= start) & (seconds < stop)
        swing = np.sin(2 * pi * (seconds[inside] - start) / device.ripple_seconds)
        amperes[inside] *= 1 + device.ripple * swing
    return amperes


def _joules(seconds: float, device: Device, ohms: float) -> float:
    """The integral of I (V - I R), I = A (1 + r sin wt), in closed form."""
    w, r = 2 * pi / device.ripple_seconds, device.ripple
    first = (1 - np.cos(w * seconds)) / w  # of sin
    second = seconds / 2 - np.sin(2 * w * seconds) / (4 * w)  # of its square
    linear = device.active_amperes * (seconds + r * first)
    square = device.active_amperes**2 * (seconds + 2 * r * first + r**2 * second)
    return float(device.volts * linear - ohms * square)


def _codes(amperes: Floats, sampling: Sampling, setup: Setup) -> Floats:
    if setup.shunt is None or setup.converter is None:
        raise UnsupportedError("a synthetic trace needs a shunt and a converter")
    step = setup.converter.step_volts / (setup.shunt.gain * setup.shunt.ohms)
    codes = np.rint(amperes / step + setup.converter.zero_code + sampling.offset_codes)
    return np.clip(codes, 0, setup.converter.codes - 1)


def check_range(device: Device, setup: Setup) -> None:
    """LabError where marks, with the LED, are beyond what the converter reads."""
    if setup.shunt is None or setup.converter is None:
        return
    amperes = device.active_amperes + device.led_amperes
    volts = amperes * setup.shunt.gain * setup.shunt.ohms
    if volts >= setup.converter.reference_volts - 2 * setup.converter.step_volts:
        raise LabError(
            f"the device's {1000 * amperes:.3g} mA with its LED are {volts:.3g} V at the "
            f"converter, beyond its reference of {setup.converter.reference_volts:.3g} V"
        )


def least_marker(sampling: Sampling) -> float:
    """Seconds of the shortest marker that such samples show."""
    return LEAST_SAMPLES * (sampling.interval + sampling.jitter)
