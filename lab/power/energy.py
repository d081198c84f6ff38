# SPDX-License-Identifier: MIT
"""The energy of a task, and how uncertain it is.

A task's energy is the mean power of the samples in it times its duration. What makes it uncertain
is kept apart, combined as the square root of the sum of squares, and multiplied by the factor of
Student's t for 95.45% at the degrees of freedom of Welch and Satterthwaite [JCGM 100, 5.1.2, G.4].

Quantisation [WK08]: if the noise before the converter is large against a step, the error of the
mean goes down like noise. If it is small, every sample of a task has the same error. The error of
the expected code is a Fourier series in the current, whose terms Gaussian noise makes smaller by
its characteristic function; over all currents its mean square is, with a step q and a deviation s,
    q^2 * sum over k of exp(-4 pi^2 k^2 s^2 / q^2) / (2 pi^2 k^2),
which is q^2 / 12 without noise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot, inf, pi, sqrt, tan

import numpy as np

from lab.errors import LabError
from lab.power.align import Interval
from lab.power.trace import BOUND, UNIFORM, Current, Flags, Floats

TARGET = 0.03  # what the analyser is to reach
# With fewer codes of current half a code is more than that, whatever else is known.
LEAST_CODES = ceil(0.5 / TARGET)
_LEAST_MEAN = LEAST_CODES * (1 - 1e-9)  # a mean of equal codes is rounded
LEAST_SAMPLES = 2  # without which there is no estimate of the noise
CONFIDENCE = 0.9545
TRACE_CLOCK_ERROR = 100e-6  # of the instrument's own clock: a plain crystal's bound

_NORMAL = 2.0  # the factor at that confidence without doubt about the deviation
_HOLE = 3.0  # usual intervals without a sample
_MOST_LOST = 0.1  # of a task's time, in holes
_DISTINCT = 3  # codes that noise must reach to be told from a level between two codes
_SHARE = 0.01  # of a task's samples, that a code must have
_TERMS = 500  # of a sum whose rest is below a thousandth
_PLACES = 3.0  # deviations of a task's place, by which samples at its ends may be others


@dataclass(frozen=True)
class Contribution:
    """One cause of uncertainty, as a standard deviation. What is shared is the same error in every
    run of a task, so that more runs do not make it smaller."""

    joules: float
    freedom: float = inf
    shared: bool = False


CAUSES = ("noise", "quantisation", "edges", "clock", "instrument")


@dataclass(frozen=True)
class Energy:
    """Of one run of a task, or of the mean of several."""

    joules: float
    causes: Mapping[str, Contribution]

    @property
    def deviation(self) -> float:
        return sqrt(sum(each.joules**2 for each in self.causes.values()))

    @property
    def uncertainty(self) -> float:
        """To either side, at 95%."""
        return coverage(_freedom(self.causes.values())) * self.deviation


@dataclass(frozen=True)
class Run:
    """One task of the trace. Energy, current and codes are None where no current was recorded."""

    interval: Interval
    samples: int
    amperes: float | None
    codes: float | None
    energy: Energy | None

    @property
    def seconds_uncertainty(self) -> float:
        """Of its duration, to either side, at 95%."""
        own, common = self.interval.duration_deviation, self.interval.clock_deviation
        return _NORMAL * hypot(own, self.interval.seconds * hypot(common, _CLOCK))


_CLOCK = TRACE_CLOCK_ERROR * BOUND


@dataclass(frozen=True)
class Average:
    """All runs of a task."""

    name: str
    runs: tuple[Run, ...]
    energy: Energy | None

    @property
    def seconds(self) -> float:
        return sum(run.interval.seconds for run in self.runs) / len(self.runs)

    @property
    def amperes(self) -> float | None:
        return _mean(run.amperes for run in self.runs)

    @property
    def codes(self) -> float | None:
        return _mean(run.codes for run in self.runs)

    @property
    def is_coarse(self) -> bool:
        """Whether the resolution does not allow 3%."""
        return any(run.codes is not None and run.codes < _LEAST_MEAN for run in self.runs)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def coverage(freedom: float) -> float:
    """The factor of Student's t: exact for 1 and 2 degrees of freedom, by its series in 1 / freedom
    [AS64, 26.7.5] for more. What lies between is rounded down."""
    if freedom < 1:
        raise ValueError(freedom)
    if freedom < 2:
        return tan(pi * CONFIDENCE / 2)
    if freedom < 3:
        return CONFIDENCE * sqrt(2 / (1 - CONFIDENCE**2))
    n, z = (freedom if freedom == inf else float(int(freedom))), _NORMAL
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def _freedom(causes: Iterable[Contribution]) -> float:
    known = [each for each in causes if each.joules > 0]
    total = sum(each.joules**2 for each in known)
    doubtful = sum(each.joules**4 / each.freedom for each in known)
    return total**2 / doubtful if doubtful else inf


def quantisation(step: float, noise: float) -> float:
    """What remains of it in the mean of many samples, as a standard deviation."""
    if step == 0:
        return 0.0
    if noise == 0:
        return step * UNIFORM
    square = (pi * np.arange(1, _TERMS)) ** 2
    terms = np.exp(-4 * square * (noise / step) ** 2) / (2 * square)
    return step * sqrt(float(np.sum(terms)))


def runs(current: Current | None, intervals: Sequence[Interval]) -> tuple[Run, ...]:
    """Every task; LabError for one that cannot be measured."""
    if current is None:
        return tuple(Run(each, 0, None, None, None) for each in intervals)
    return tuple(_run(current, each) for each in intervals)


def averages(found: Iterable[Run]) -> tuple[Average, ...]:
    """By name, in the order in which they first came."""
    named: dict[str, list[Run]] = {}
    for run in found:
        named.setdefault(run.interval.name, []).append(run)
    return tuple(Average(name, tuple(of), _average(of)) for name, of in named.items())


def _average(of: Sequence[Run]) -> Energy | None:
    known = [run.energy for run in of if run.energy is not None]
    if not known:
        return None
    count, causes = len(known), {}
    for name in CAUSES:
        each = [energy.causes[name] for energy in known]
        if each[0].shared:
            causes[name] = Contribution(sum(one.joules for one in each) / count, shared=True)
        else:
            joules = sqrt(sum(one.joules**2 for one in each)) / count
            causes[name] = Contribution(joules, _freedom(each))
    return Energy(sum(energy.joules for energy in known) / count, causes)


def _run(current: Current, interval: Interval) -> Run:
    guard = _PLACES * interval.place_deviation
    inside = (current.seconds >= interval.start + guard) & (
        current.seconds <= interval.stop - guard
    )
    count = int(inside.sum())
    _check_samples(current, interval, inside, count)
    weights = _weights(current.seconds[inside], interval)
    amperes, watts = current.amperes[inside], current.watts[inside]
    mean_amperes, mean_watts = float(weights @ amperes), float(weights @ watts)
    if mean_watts <= 0:
        raise LabError(
            f"{interval}: takes {1000 * mean_watts:.3g} mW; is the current's sign wrong?"
        )
    codes = mean_amperes / current.step_amperes if current.step_amperes else None
    energy = Energy(
        mean_watts * interval.seconds,
        _causes(current, interval, inside, weights, mean_amperes, mean_watts),
    )
    return Run(interval, count, mean_amperes, codes, energy)


def _check_samples(current: Current, interval: Interval, inside: Flags, count: int) -> None:
    if interval.start < current.seconds[0] or interval.stop > current.seconds[-1]:
        raise LabError(
            f"{interval}: runs from {interval.start:.6g} s to {interval.stop:.6g} s, and the "
            f"current was recorded from {current.seconds[0]:.6g} s to {current.seconds[-1]:.6g} s"
        )
    if count < LEAST_SAMPLES:
        raise LabError(
            f"{interval}: {1000 * interval.seconds:.3g} ms with {count} samples surely in it; "
            f"{LEAST_SAMPLES} are needed: repeat it inside one task, or sample faster"
        )
    ends = np.array([interval.start, interval.stop])
    gaps = np.diff(np.sort(np.concatenate([current.seconds[inside], ends])))
    lost = float(gaps[gaps > _HOLE * current.long_interval].sum())
    if lost > _MOST_LOST * interval.seconds:
        raise LabError(
            f"{interval}: samples lack in {1000 * lost:.3g} of its {1000 * interval.seconds:.3g} ms"
        )
    full = int((current.amperes[inside] >= current.ceiling_amperes).sum())
    if full:
        raise LabError(
            f"{interval}: {full} samples are at the end of the instrument's range; take a smaller "
            "shunt or amplification"
        )


def _weights(seconds: Floats, interval: Interval) -> Floats:
    """Each sample stands for the time to the middle between it and the next."""
    middles = (seconds[1:] + seconds[:-1]) / 2
    bounds = np.concatenate([[interval.start], middles, [interval.stop]])
    return np.diff(bounds) / interval.seconds


def _causes(
    current: Current,
    interval: Interval,
    inside: Flags,
    weights: Floats,
    amperes: float,
    watts: float,
) -> dict[str, Contribution]:
    seconds, joules = interval.seconds, watts * interval.seconds
    spread = float(np.std(current.watts[inside], ddof=1))
    # Energy for each ampere more: the drop at the shunt grows as well.
    slope = abs(float(weights @ current.volts[inside]) - 2 * amperes * current.shunt_ohms) * seconds
    static = hypot(current.offset_error_amperes * slope, current.gain_error * joules) * BOUND
    clock = hypot(interval.clock_deviation, _CLOCK)
    return {
        "noise": Contribution(
            seconds * spread * sqrt(float(weights @ weights)), int(inside.sum()) - 1
        ),
        "quantisation": Contribution(slope * _step_error(current, inside), shared=True),
        "edges": Contribution(joules * interval.duration_deviation / seconds),
        "clock": Contribution(joules * clock, shared=True),
        "instrument": Contribution(static, shared=True),
    }


def _step_error(current: Current, inside: Flags) -> float:
    """In amperes. Noise counts only where it is seen: samples on one code, or on two, may be of a
    current without any that lies between them."""
    step, values = current.step_amperes, current.amperes[inside]
    if step == 0:
        return 0.0
    _, counts = np.unique(np.rint(values / step), return_counts=True)
    if int((counts >= _SHARE * len(values)).sum()) < _DISTINCT:
        return quantisation(step, 0.0)
    noise = sqrt(max(0.0, float(np.var(values, ddof=1)) - step**2 / 12))
    return quantisation(step, noise)
