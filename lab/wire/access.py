# SPDX-License-Identifier: MIT
"""How senders share a link's channel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scheduled:
    """Each has its own time or wire: frames are lost, but never to each other. `answer_seconds`:
    what the receiver's answer to a frame takes of the channel."""

    attempts: int
    answer_seconds: float


@dataclass(frozen=True)
class Aloha:
    """Who has a frame sends it once, on a channel that is drawn. It may send for `duty_cycle` of
    the time."""

    channels: int
    duty_cycle: float

    @property
    def attempts(self) -> int:
        return 1


@dataclass(frozen=True)
class Backoff:
    """A wait of a whole number of slots, each number as probable as another."""

    slot_seconds: float
    least: int
    most: int

    @property
    def mean_seconds(self) -> float:
        return self.slot_seconds * (self.least + self.most) / 2


@dataclass(frozen=True)
class Carrier:
    """Who has a frame waits, looks whether another sends, and sends `turnaround_seconds` after a
    look at a free channel: those who look meanwhile do not see it. A frame whose channel was busy
    in all looks is given up. Until a receiver wakes, which it does each `wake_seconds`, a frame is
    repeated."""

    attempts: int
    backoffs: tuple[Backoff, ...]  # before each look
    again: Backoff  # before the first look for a frame that was sent in vain
    look_seconds: float
    turnaround_seconds: float
    answer_seconds: float  # from the frame's end to that of its acknowledgement
    missing_seconds: float  # from the frame's end until none can come
    space_seconds: float  # behind an acknowledgement
    wake_seconds: float = 0

    def held_seconds(self, air_seconds: float) -> float:
        """Of a frame that is heard, on average, without its answer."""
        return air_seconds + self.wake_seconds / 2

    def lost_seconds(self, air_seconds: float) -> float:
        """Of one that is not."""
        return self.wake_seconds or air_seconds


Access = Scheduled | Aloha | Carrier
