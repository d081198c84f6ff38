# SPDX-License-Identifier: MIT
"""Marks of tasks in a trace: timelib's pulses, on a digital channel or as a LED's current on top of
the device's, and pins that are high while a task runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lab.errors import LabError
from lab.power.trace import Channel, Current, edges

# timelib's pattern, in multiples of its marker's length; firmware/timelib/timelib.h has the same.
START_PULSE, STOP_PULSE, GAP = 1, 2, 1

LEAST_SAMPLES = 3  # in the shortest pulse
_TOLERANCE = 0.45  # of a marker's length, by which a pulse's may be off
_CLEAR = 3.0  # deviations of noise that a range of thresholds has at least
_MEDIAN = 0.6745  # of a normal distribution's distances from its middle, in deviations
_THRESHOLDS = 96  # tried, where none is given
_CALLED = {START_PULSE: "start", STOP_PULSE: "stop"}
_CLOSE = 1e-9  # seconds: below what any clock here resolves


@dataclass(frozen=True)
class Pulse:
    """High from rise to fall, and the standard deviations of both."""

    rise: float
    fall: float
    rise_deviation: float
    fall_deviation: float

    @property
    def seconds(self) -> float:
        return self.fall - self.rise


@dataclass(frozen=True)
class Pair:
    """The markers of one task."""

    start: Pulse
    stop: Pulse


@dataclass(frozen=True)
class Found:
    """Markers, and how they were told."""

    pairs: tuple[Pair, ...]
    others: int  # pulses that are as long as no marker
    threshold_amperes: float | None


def pulses(channel: Channel) -> tuple[Pulse, ...]:
    """What is high from edge to edge; what the trace's ends cut off is left out."""
    first = int(np.argmax(channel.rising)) if channel.rising.any() else len(channel.rising)
    times, spread = channel.seconds[first:].tolist(), channel.deviations[first:].tolist()
    ends = zip(times[::2], times[1::2], spread[::2], spread[1::2], strict=False)
    return tuple(Pulse(*each) for each in ends)


def in_channel(channel: Channel, marker: float) -> Found:
    """Markers of that many seconds on a digital channel."""
    _check_length(marker, 2 * float(channel.deviations.max(initial=0.0)) * 3**0.5, channel.name)
    return _paired(pulses(channel), marker, f"channel {channel.name}", None)


def in_current(current: Current, marker: float, threshold: float | None) -> Found:
    """Markers of that many seconds in a current, which is above a threshold during pulses. Where
    none is given, the one in the middle of the widest range in which all show the same pairs:
    nothing else lies between the device's current and that with its LED."""
    _check_length(marker, current.long_interval, "the current")
    if threshold is None:
        threshold = _threshold(current, marker)
    return _paired(_above(current, threshold), marker, "the current", threshold)


def _check_length(marker: float, interval: float, where: str) -> None:
    # An interval is a difference of two times, and rounded.
    if marker <= 0 or marker * (1 + 1e-6) + _CLOSE < LEAST_SAMPLES * interval:
        raise LabError(
            f"markers of {1000 * marker:.3g} ms cannot be told in {where}, sampled every "
            f"{1000 * interval:.3g} ms: make them {LEAST_SAMPLES * 1000 * interval:.3g} ms or more"
        )


def _above(current: Current, threshold: float) -> tuple[Pulse, ...]:
    return pulses(edges("current", current.seconds, current.amperes > threshold))


def _threshold(current: Current, marker: float) -> float:
    low, high = float(current.amperes.min()), float(current.amperes.max())
    if high <= low:
        raise LabError(f"no marker: the current is {1000 * low:.3g} mA all the time")
    tried = np.linspace(low, high, _THRESHOLDS + 2)[1:-1]
    told = [_pairs(_kinds(current, float(each), marker)) for each in tried]
    bounds = [0, *(at for at in range(1, len(told)) if told[at] != told[at - 1]), len(told)]
    least = max(_CLEAR * _noise(current), 2 * current.step_amperes) / (tried[1] - tried[0])
    spans = [each for each in pairwise(bounds) if told[each[0]][0] and each[1] - each[0] >= least]
    if not spans:
        raise LabError(
            f"no marker: the current is nowhere high for {1000 * marker:.3g} ms and then, behind a "
            f"task, for {STOP_PULSE * 1000 * marker:.3g} ms"
        )
    first, end = max(spans, key=lambda span: span[1] - span[0])
    return float((tried[first] + tried[end - 1]) / 2)


def _noise(current: Current) -> float:
    """Its deviation, from samples that follow each other: marks and tasks are few of them."""
    return float(np.median(abs(np.diff(current.amperes)))) / (_MEDIAN * 2**0.5)


def _kinds(current: Current, threshold: float, marker: float) -> list[int]:
    """As _kind tells them, of all pulses, without those that are no markers."""
    channel = edges("current", current.seconds, current.amperes > threshold)
    times = channel.seconds[len(channel.rising) and int(not channel.rising[0]) :]
    lengths = (times[1::2] - times[: len(times) // 2 * 2 : 2]) / marker
    kinds = sum(kind * (abs(lengths - kind) <= _TOLERANCE) for kind in _CALLED)
    return [int(kind) for kind in np.atleast_1d(kinds) if kind]


def _pairs(kinds: Sequence[int]) -> tuple[int, int]:
    """How many there are of a start and its stop, and how many markers are of no pair."""
    pairs = sum(pair == (START_PULSE, STOP_PULSE) for pair in pairwise(kinds))
    return pairs, len(kinds) - 2 * pairs


def _kind(pulse: Pulse, marker: float) -> int:
    """START_PULSE, STOP_PULSE, or 0 for what is as long as neither."""
    for kind in _CALLED:
        if abs(pulse.seconds - kind * marker) <= _TOLERANCE * marker:
            return kind
    return 0


def _paired(found: Sequence[Pulse], marker: float, where: str, threshold: float | None) -> Found:
    marked = [(kind, pulse) for pulse in found if (kind := _kind(pulse, marker))]
    others = len(found) - len(marked)
    for number, (kind, pulse) in enumerate(marked):
        wanted = STOP_PULSE if number % 2 else START_PULSE
        if kind != wanted:
            raise LabError(
                f"{where}: task {number // 2 + 1}: a marker of a {_CALLED[wanted]} should come, "
                f"and at {pulse.rise:.6g} s comes one of a {_CALLED[kind]}"
            )
    if len(marked) % 2:
        raise LabError(
            f"{where}: task {len(marked) // 2 + 1}: begins at {marked[-1][1].rise:.6g} s, and no "
            "marker of a stop follows"
        )
    if not marked:
        told = f"; {others} pulses are as long as none" if others else ""
        raise LabError(f"{where}: no marker of {1000 * marker:.3g} ms{told}")
    taken = [pulse for _, pulse in marked]
    pairs = tuple(Pair(*each) for each in zip(taken[::2], taken[1::2], strict=True))
    for number, pair in enumerate(pairs, 1):
        if pair.stop.rise - pair.start.fall < (2 * GAP - _TOLERANCE) * marker:
            raise LabError(
                f"{where}: task {number}: its markers, at {pair.start.rise:.6g} s and "
                f"{pair.stop.rise:.6g} s, leave no room for a task"
            )
    return Found(pairs, others, threshold)


def gates(channel: Channel) -> tuple[Pulse, ...]:
    """A pin that is high while a task runs."""
    found = pulses(channel)
    if not found:
        raise LabError(f"channel {channel.name}: never rises and falls again")
    return found
