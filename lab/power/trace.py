# SPDX-License-Identifier: MIT
"""The model: samples of a current, digital channels, and a device's own record of its tasks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lab.errors import LabError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

UNIFORM = 12**-0.5  # standard deviation of what lies anywhere within 1, equally likely
BOUND = 3**-0.5  # and within 1 to either side


@dataclass(frozen=True, eq=False)
class Current:
    """What a device takes, sample by sample. `volts` is the supply's, before the shunt, whose drop
    is not the device's. The errors are bounds to either side."""

    seconds: Floats
    amperes: Floats
    volts: Floats
    shunt_ohms: float = 0.0
    step_amperes: float = 0.0  # between two codes; 0 where values are not quantised
    offset_error_amperes: float = 0.0
    gain_error: float = 0.0  # relative, of current and voltage together
    ceiling_amperes: float = float("inf")  # what the instrument gives for all that is more

    @cached_property
    def watts(self) -> Floats:
        return self.amperes * (self.volts - self.amperes * self.shunt_ohms)

    @cached_property
    def interval(self) -> float:
        """Between two samples, as a rule."""
        return float(np.median(np.diff(self.seconds)))

    @cached_property
    def long_interval(self) -> float:
        """That few intervals exceed: samples that were lost are no interval."""
        return float(np.quantile(np.diff(self.seconds), 0.98))


@dataclass(frozen=True, eq=False)
class Channel:
    """A digital input: its edges, which alternate, and how well each is known."""

    name: str
    seconds: Floats
    rising: Flags
    deviations: Floats  # standard, in seconds


@dataclass(frozen=True, eq=False)
class Trace:
    """What an instrument recorded."""

    source: str
    current: Current | None
    channels: Mapping[str, Channel] = field(default_factory=dict)


def edges(name: str, seconds: Floats, high: Flags) -> Channel:
    """Of samples: an edge lies anywhere between two that differ."""
    at = np.flatnonzero(high[1:] != high[:-1])
    before, after = seconds[at], seconds[at + 1]
    return Channel(name, (before + after) / 2, high[at + 1], (after - before) * UNIFORM)


def transitions(name: str, seconds: Floats, high: Flags) -> Channel:
    """Of a list with a line a change, of any channel: a line is when it was."""
    at = np.flatnonzero(high[1:] != high[:-1]) + 1
    return Channel(name, seconds[at], high[at], np.zeros(len(at)))


@dataclass(frozen=True)
class Task:
    """In ticks that do not run over. `number` counts from 1."""

    number: int
    name: str
    start: int
    stop: int

    def __str__(self) -> str:
        return f"task {self.number} ({self.name})"


@dataclass(frozen=True)
class TimeTrace:
    """What timelib wrote. In mode power it is of the very run that the power trace shows."""

    source: str
    mode: Literal["timing", "power"]
    hertz: int
    marker_ticks: int
    tasks: tuple[Task, ...]

    @property
    def tick(self) -> float:
        return 1 / self.hertz


_PREFIX = "timelib,"
_VERSION = "1"
_COUNTER = 1 << 32
_LONGEST_MARKER = 1 << 29


def read_times(source: str, text: str) -> TimeTrace:
    """From a log with timelib's lines among others."""
    clock: tuple[Literal["timing", "power"], int, int] | None = None
    tasks: list[Task] = []
    base = last = 0  # of the counter, which runs over
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith(_PREFIX):
            continue
        words = line.strip().split(",")[1:]
        where = f"{source}, line {number}"
        if words[0] == "clock":
            if clock is not None:
                raise LabError(f"{where}: a second stream begins; keep one a file")
            clock = _clock(where, words)
        elif clock is None:
            raise LabError(f"{where}: no line timelib,clock comes before it")
        else:
            name, start, stop = _task(where, words)
            base += _COUNTER * (start < last)
            begun = base + start
            base += _COUNTER * (stop < start)
            last = stop
            tasks.append(Task(len(tasks) + 1, name, begun, base + stop))
    if clock is None or not tasks:
        raise LabError(f"{source}: no {'task' if clock else 'line timelib,clock'} of timelib in it")
    return TimeTrace(source, *clock, tuple(tasks))


def _clock(where: str, words: list[str]) -> tuple[Literal["timing", "power"], int, int]:
    if len(words) != 5 or not all(word.isdecimal() and word.isascii() for word in words[3:]):
        raise LabError(f"{where}: not timelib,clock,VERSION,MODE,HERTZ,TICKS; was it cut off?")
    if words[1] != _VERSION:
        raise LabError(f"{where}: version {words[1]} of timelib's lines; this reads {_VERSION}")
    hertz, marker = int(words[3]), int(words[4])
    if not 1 <= hertz < _COUNTER or marker > _LONGEST_MARKER:
        raise LabError(f"{where}: a clock of {hertz} Hz with markers of {marker} ticks")
    if words[2] == "timing":
        return "timing", hertz, marker
    if words[2] == "power":
        return "power", hertz, marker
    raise LabError(f"{where}: mode {words[2]!r} is neither timing nor power")


def _task(where: str, words: list[str]) -> tuple[str, int, int]:
    whole = len(words) == 4 and words[0] == "task" and words[1] != ""
    if not whole or not all(word.isdecimal() and word.isascii() for word in words[2:]):
        raise LabError(f"{where}: not timelib,task,NAME,START,STOP; was it cut off?")
    start, stop = int(words[2]), int(words[3])
    if start >= _COUNTER or stop >= _COUNTER:
        raise LabError(f"{where}: ticks beyond 32 bits")
    return words[1], start, stop


def write_times(times: TimeTrace) -> str:
    """As timelib writes it."""
    lines = [f"clock,{_VERSION},{times.mode},{times.hertz},{times.marker_ticks}"]
    lines += [
        f"task,{task.name},{task.start % _COUNTER},{task.stop % _COUNTER}" for task in times.tasks
    ]
    return "".join(f"{_PREFIX}{line}\n" for line in lines)
