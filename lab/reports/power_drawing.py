# SPDX-License-Identifier: MIT
"""A power trace of emulated runs, as figure 1 of mossinger2016 has one of a board, and what is read
from it."""

from collections.abc import Iterable

from lab.errors import LabError
from lab.model import Sample
from lab.power.analysis import Question, analyse
from lab.power.instrument import Converter, Setup
from lab.power.synthesis import Device, Job, Pattern, Sampling, shunt_for, synthesise
from lab.reports import powertrace

BOARD, LIBRARY, CURVE = "zolertia-remote", "micro-ecc", "secp256r1"
OPERATIONS = ("keygen", "sign", "verify")
VOLTS, REFERENCE_VOLTS, CODES = 5.0, 3.25, 100  # the study's supply and reference
_LED_SHARE = 0.5  # of the board's current, on top; the study does not say
_NOISE_CODES, _SEED = 0.5, 1


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG. The same samples give the same bytes."""
    found = {
        sample.operation: sample
        for sample in samples
        if (sample.board, sample.library, sample.curve) == (BOARD, LIBRARY, CURVE)
        and sample.configuration == "default"
        and not sample.published
    }
    jobs, watts = [], 0.0
    for name in OPERATIONS:
        sample = found.get(name)
        if sample is None or not sample.time_seconds or not sample.energy_joules:
            raise LabError(f"results/ has no {name} of {LIBRARY} on {BOARD} to draw")
        jobs.append(Job(name, sample.time_seconds))
        watts = sample.energy_joules / sample.time_seconds
    amperes, converter = watts / VOLTS, Converter(REFERENCE_VOLTS)
    setup = Setup(VOLTS, shunt_for(amperes, CODES, converter), converter)
    device = Device(VOLTS, amperes, amperes, _LED_SHARE * amperes)
    sampling = Sampling(0.01, noise_amperes=_NOISE_CODES * amperes / CODES)
    made = synthesise(jobs, device, sampling, Pattern(0.04), setup, _SEED)
    return powertrace.draw(analyse(made.trace, Question(times=made.times)))
