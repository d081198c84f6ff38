# SPDX-License-Identifier: MIT
"""Where each task lies in a trace, by its marks alone or by the device's own times with them.

Every mark is an equation: at a tick of the device, a time of the trace. A line through all of them,
by least squares, gives the offset and the ratio of the two clocks, and so each start and stop much
better than a single mark does. Where the times come from another run, each task has an offset of
its own, and only the ratio is common."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.errors import LabError
from lab.power.markers import GAP, START_PULSE, STOP_PULSE, Pair, Pulse
from lab.power.trace import BOUND, UNIFORM, Floats, Task, TimeTrace

# How far the marks may be from where they should, in standard deviations: what lies anywhere
# within an interval is never beyond 3 ** 0.5 of them.
_BEYOND = 4.0
_LATE_TICKS = 2.0  # by which timelib may be late for an edge, as it reads a counter in a loop


@dataclass(frozen=True)
class Interval:
    """A task in the time of the trace. The deviations are standard: of where it begins and ends,
    and, of its duration, what is each task's own and what is common to all, relative."""

    number: int
    name: str
    start: float
    stop: float
    place_deviation: float
    duration_deviation: float
    clock_deviation: float = 0.0

    @property
    def seconds(self) -> float:
        return self.stop - self.start

    def __str__(self) -> str:
        return f"task {self.number} ({self.name})"


@dataclass(frozen=True)
class Alignment:
    """Of all tasks. `drift` is by how much the device's clock is slow against the trace's."""

    intervals: tuple[Interval, ...]
    drift: float | None = None
    drift_deviation: float | None = None


def _named(names: Sequence[str], count: int) -> list[str]:
    """Names in their order, over and over; numbers where there are none."""
    if not names:
        return [f"task {number}" for number in range(1, count + 1)]
    if count % len(names):
        raise LabError(
            f"the trace has {count} tasks, which is no multiple of the {len(names)} names "
            f"{', '.join(names)}: the last of them would be {names[count % len(names) - 1]}"
        )
    return [names[at % len(names)] for at in range(count)]


def by_markers(
    pairs: Sequence[Pair], marker: float, names: Sequence[str], clock_error: float
) -> Alignment:
    """Without times of the device: a task lies between its markers' gaps, which are as long as the
    device's clock has it."""
    gap = GAP * marker
    found = []
    for number, (name, pair) in enumerate(zip(_named(names, len(pairs)), pairs, strict=True), 1):
        start, stop = pair.start.fall + gap, pair.stop.rise - gap
        if stop <= start:
            raise LabError(f"task {number} ({name}): its markers leave it no time")
        spread = pair.start.fall_deviation, pair.stop.rise_deviation
        own = float(np.hypot(np.hypot(*spread), 2 * gap * clock_error * BOUND))
        found.append(Interval(number, name, start, stop, max(spread), own))
    return Alignment(tuple(found))


def by_gates(gates: Sequence[Pulse], names: Sequence[str]) -> Alignment:
    """A pin was high while each task ran."""
    return Alignment(
        tuple(
            Interval(
                number,
                name,
                gate.rise,
                gate.fall,
                max(gate.rise_deviation, gate.fall_deviation),
                float(np.hypot(gate.rise_deviation, gate.fall_deviation)),
            )
            for number, (name, gate) in enumerate(
                zip(_named(names, len(gates)), gates, strict=True), 1
            )
        )
    )


@dataclass(frozen=True)
class _Mark:
    tick: float
    second: float
    deviation: float
    name: str


def _marks(task: Task, mark: Pair | Pulse, ticks: int) -> list[_Mark]:
    """The edges of a task's pulses, and the ticks at which timelib makes them."""
    if isinstance(mark, Pulse):
        return [
            _Mark(task.start, mark.rise, mark.rise_deviation, "the pin's rise"),
            _Mark(task.stop, mark.fall, mark.fall_deviation, "the pin's fall"),
        ]
    begun, ended = mark.start, mark.stop
    low = task.start - GAP * ticks
    high = task.stop + GAP * ticks
    return [
        _Mark(low - START_PULSE * ticks, begun.rise, begun.rise_deviation, "the start marker"),
        _Mark(low, begun.fall, begun.fall_deviation, "the start marker"),
        _Mark(high, ended.rise, ended.rise_deviation, "the stop marker"),
        _Mark(high + STOP_PULSE * ticks, ended.fall, ended.fall_deviation, "the stop marker"),
    ]


@dataclass(frozen=True, eq=False)
class _Edges:
    """All marks as columns; `group` numbers those with a common offset."""

    device: Floats  # seconds by the device's clock
    trace: Floats
    deviations: Floats
    group: np.typing.NDArray[np.intp]
    task: np.typing.NDArray[np.intp]
    names: tuple[str, ...]


def by_times(times: TimeTrace, marks: Sequence[Pair | Pulse], error: float) -> Alignment:
    """With the device's own times. `error` bounds how far the ratio of the clocks is from 1."""
    for task in times.tasks:
        if task.stop == task.start:
            raise LabError(f"{times.source}: {task}: takes no tick of its clock")
    _check_count(times, marks)
    edges = _columns(times, marks)
    ratio, deviation = _fit(edges)
    offsets, _ = _offsets(edges, ratio, deviation)
    _check_marks(times, edges, edges.trace - offsets[edges.group] - ratio * edges.device, error)
    _check_ratio(ratio, deviation, error)
    ratio, deviation = _with_known(ratio, deviation, error)
    offsets, place = _offsets(edges, ratio, deviation)
    found = []
    for at, task in enumerate(times.tasks):
        group = 0 if times.mode == "power" else at
        ticks = task.start, task.stop
        start, stop = (offsets[group] + ratio * tick * times.tick for tick in ticks)
        found.append(
            Interval(
                task.number,
                task.name,
                start,
                stop,
                float(place[group]),
                2**0.5 * UNIFORM * times.tick,
                deviation / ratio,
            )
        )
    return Alignment(tuple(found), ratio - 1, deviation)


def _columns(times: TimeTrace, marks: Sequence[Pair | Pulse]) -> _Edges:
    rows = [
        (at, mark)
        for at, (task, each) in enumerate(zip(times.tasks, marks, strict=True))
        for mark in _marks(task, each, times.marker_ticks)
    ]
    deviations = np.array([mark.deviation for _, mark in rows])
    task = np.array([at for at, _ in rows])
    return _Edges(
        device=np.array([mark.tick for _, mark in rows]) * times.tick,
        trace=np.array([mark.second for _, mark in rows]),
        deviations=np.hypot(deviations, _LATE_TICKS * BOUND * times.tick),
        group=np.zeros_like(task) if times.mode == "power" else task,
        task=task,
        names=tuple(mark.name for _, mark in rows),
    )


def _means(edges: _Edges, values: Floats) -> Floats:
    """Of each group, weighted."""
    weights = edges.deviations**-2
    return np.bincount(edges.group, weights * values) / np.bincount(edges.group, weights)


def _fit(edges: _Edges) -> tuple[float, float]:
    """Seconds of the trace in one of the device, and the deviation. Tasks that come about as
    regularly as samples are marked with errors that drift as a clock does: a line through many
    marks is taken to be no better than one through the two that are furthest apart."""
    weights = edges.deviations**-2
    device = edges.device - _means(edges, edges.device)[edges.group]
    trace = edges.trace - _means(edges, edges.trace)[edges.group]
    power = float(np.sum(weights * device**2))
    ratio = float(np.sum(weights * device * trace)) / power
    if edges.group.max() > 0:
        return ratio, power**-0.5
    ends = float(np.median(edges.deviations)) * 2**0.5 / float(np.ptp(edges.device))
    return ratio, max(power**-0.5, ends)


def _check_ratio(ratio: float, deviation: float, error: float) -> None:
    if abs(ratio - 1) > error + _BEYOND * deviation:
        raise LabError(
            f"the times of the device do not fit the trace: its clock would be off by "
            f"{abs(ratio - 1):.2%}, more than {error:.2%}; is the trace of another program, or "
            "the clock's frequency wrong?"
        )


def _with_known(ratio: float, deviation: float, error: float) -> tuple[float, float]:
    """The ratio from the marks and what is known of clocks, each as much as it is worth."""
    if error == 0:
        return 1.0, 0.0
    fitted, known = deviation**-2, (error * BOUND) ** -2
    return (fitted * ratio + known) / (fitted + known), (fitted + known) ** -0.5


def _offsets(edges: _Edges, ratio: float, deviation: float) -> tuple[Floats, Floats]:
    """Of each group, and how well the marks in it are placed."""
    middle, extent = _means(edges, edges.device), np.zeros(edges.group.max() + 1)
    np.maximum.at(extent, edges.group, abs(edges.device - middle[edges.group]))
    own = np.bincount(edges.group, edges.deviations**-2) ** -0.5
    return _means(edges, edges.trace) - ratio * middle, np.hypot(own, deviation * extent)


def _check_count(times: TimeTrace, marks: Sequence[Pair | Pulse]) -> None:
    if len(marks) == len(times.tasks):
        return
    told = f"{times.source} has {len(times.tasks)} tasks and the trace marks of {len(marks)}"
    for task, mark in zip(times.tasks, marks, strict=False):
        expected = (task.stop - task.start) * times.tick
        ends = (mark.rise, mark.fall) if isinstance(mark, Pulse) else _between(mark, times)
        if abs(ends[1] - ends[0] - expected) > 0.05 * expected + _slack(mark):
            raise LabError(
                f"{told}: {task} takes {1000 * expected:.4g} ms, and what is marked from "
                f"{ends[0]:.6g} s takes {1000 * (ends[1] - ends[0]):.4g} ms"
            )
    if len(marks) < len(times.tasks):
        raise LabError(f"{told}: {times.tasks[len(marks)]} has none")
    last = marks[len(times.tasks)]
    rise = last.rise if isinstance(last, Pulse) else last.start.rise
    raise LabError(f"{told}: none is that which begins at {rise:.6g} s")


def _between(pair: Pair, times: TimeTrace) -> tuple[float, float]:
    gap = GAP * times.marker_ticks * times.tick
    return pair.start.fall + gap, pair.stop.rise - gap


def _slack(mark: Pair | Pulse) -> float:
    if isinstance(mark, Pulse):
        return _BEYOND * (mark.rise_deviation + mark.fall_deviation)
    return _BEYOND * (mark.start.fall_deviation + mark.stop.rise_deviation)


def _check_marks(times: TimeTrace, edges: _Edges, off: Floats, error: float) -> None:
    """Refuse marks that no line goes through. The first is named that is not where the marks before
    it have it; the line itself may be off by all of them."""
    if (abs(off) <= _BEYOND * edges.deviations).all():
        return
    worst = int(np.argmax(abs(off) / edges.deviations))
    late = float(off[worst])
    for at in range(1, len(off)):
        if edges.group[at] != edges.group[at - 1]:
            continue
        passed = edges.device[at] - edges.device[at - 1]
        apart = edges.trace[at] - edges.trace[at - 1] - passed
        doubt = float(np.hypot(edges.deviations[at], edges.deviations[at - 1]))
        if abs(apart) > error * abs(passed) + _BEYOND * doubt:
            worst, late = at, float(apart)
            break
    raise LabError(
        f"{times.source} does not fit the trace: {edges.names[worst]} of "
        f"{times.tasks[edges.task[worst]]} is at {edges.trace[worst]:.6g} s, "
        f"{1000 * abs(late):.3g} ms from where the times have it"
    )
