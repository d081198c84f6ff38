# SPDX-License-Identifier: MIT
"""Synthetic power traces at the study's sampling, and parts of them changed."""

from dataclasses import replace
from typing import Any

from lab.power import energy
from lab.power.analysis import Analysis, Question
from lab.power.instrument import Converter, Setup
from lab.power.synthesis import Device, Job, Pattern, Sampling, Synthetic, shunt_for, synthesise
from lab.power.trace import Current, Trace

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
