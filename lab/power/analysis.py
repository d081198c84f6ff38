# SPDX-License-Identifier: MIT
"""From a trace, and what is known of its marks, to each task's energy."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.errors import UnsupportedError
from lab.power import markers
from lab.power.align import Alignment, by_gates, by_markers, by_times
from lab.power.energy import Average, Run, averages, runs
from lab.power.markers import Found, Pulse
from lab.power.trace import Channel, TimeTrace, Trace

CLOCK_ERROR = 0.01  # of a device's clock, unless a user knows better: an RC oscillator's


@dataclass(frozen=True)
class Question:
    """How tasks are marked. `channels` are pairs of a digital channel and, of gates, the task that
    it is high for; without any the marks are in the current."""

    times: TimeTrace | None = None
    channels: tuple[tuple[str, str | None], ...] = ()
    gates: bool = False  # a channel is high while a task runs
    marker_seconds: float | None = None
    threshold_amperes: float | None = None
    names: tuple[str, ...] = ()
    clock_error: float = CLOCK_ERROR


@dataclass(frozen=True)
class Analysis:
    """The answer, and what a drawing shows of it."""

    trace: Trace
    runs: tuple[Run, ...]
    averages: tuple[Average, ...]
    alignment: Alignment
    marks: tuple[Pulse, ...]
    found: Found | None  # of markers, where tasks are marked by them


def analyse(trace: Trace, question: Question) -> Analysis:
    """LabError where something does not fit, with the place."""
    times = question.times
    gates = question.gates or (times is not None and times.marker_ticks == 0)
    found = None
    if gates:
        marks, alignment = _by_gates(trace, question)
    else:
        marker = _marker_seconds(question)
        found = _markers(trace, question, marker)
        marks = tuple(each for pair in found.pairs for each in (pair.start, pair.stop))
        alignment = (
            by_times(times, found.pairs, question.clock_error)
            if times
            else by_markers(found.pairs, marker, question.names, question.clock_error)
        )
    measured = runs(trace.current, alignment.intervals)
    return Analysis(trace, measured, averages(measured), alignment, marks, found)


def _channel(trace: Trace, name: str) -> Channel:
    if name not in trace.channels:
        had = ", ".join(trace.channels) or "none"
        raise UnsupportedError(f"{trace.source}: no digital channel {name!r}; it has {had}")
    return trace.channels[name]


def _marker_seconds(question: Question) -> float:
    if question.marker_seconds is not None:
        return question.marker_seconds
    if question.times is None:
        raise UnsupportedError("without timelib's times --marker says how long a marker is")
    return question.times.marker_ticks * question.times.tick


def _markers(trace: Trace, question: Question, marker: float) -> Found:
    if len(question.channels) > 1:
        raise UnsupportedError("markers are on one channel; --gate takes several")
    if question.channels:
        return markers.in_channel(_channel(trace, question.channels[0][0]), marker)
    if trace.current is None:
        raise UnsupportedError(f"{trace.source}: no current in it; --channel names where marks are")
    return markers.in_current(trace.current, marker, question.threshold_amperes)


def _by_gates(trace: Trace, question: Question) -> tuple[tuple[Pulse, ...], Alignment]:
    if not question.channels:
        raise UnsupportedError("a pin that is high while a task runs: --channel names it")
    found = [
        (gate, task or name)
        for name, task in question.channels
        for gate in markers.gates(_channel(trace, name))
    ]
    found.sort(key=lambda each: each[0].rise)
    gates = tuple(gate for gate, _ in found)
    if question.times:
        return gates, by_times(question.times, gates, question.clock_error)
    names: Sequence[str] = question.names or [name for _, name in found]
    return gates, by_gates(gates, names)
