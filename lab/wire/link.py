# SPDX-License-Identifier: MIT
"""What a link is, and what a message costs a device on it. SI units throughout."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from lab.wire.access import Access


@dataclass(frozen=True)
class Cost:
    """What one message takes on average, for the device that sends or receives it. `seconds` runs
    until the other side has it; the radio sends and listens in parts of that, or right after."""

    frames: float  # on the air, those that are sent again counted
    seconds: float
    sending_seconds: float
    listening_seconds: float
    delivered: float  # how probable it is that it arrives at all

    def __add__(self, other: Cost) -> Cost:
        """One after the other."""
        return Cost(
            self.frames + other.frames,
            self.seconds + other.seconds,
            self.sending_seconds + other.sending_seconds,
            self.listening_seconds + other.listening_seconds,
            self.delivered * other.delivered,
        )


@dataclass(frozen=True)
class Radio:
    """What a radio takes in its two states."""

    volts: float
    sending_amperes: float
    listening_amperes: float
    source: str

    def joules(self, cost: Cost) -> float:
        """U (I_send t_send + I_listen t_listen)."""
        sending = self.sending_amperes * cost.sending_seconds
        return self.volts * (sending + self.listening_amperes * cost.listening_seconds)


@dataclass(frozen=True)
class Link(ABC):
    """A link. A message is the payload of a datagram of UDP, in bytes, or of the link's own frames
    where it carries no IP. `radio` is None where a board's is asked, or there is none."""

    name: str
    description: str
    sources: Mapping[str, str]
    radio: Radio | None

    @abstractmethod
    def frames(self, message_bytes: int) -> tuple[int, ...]:
        """The bytes of each frame on the air, everything counted that takes time there."""

    @abstractmethod
    def air(self, frame_bytes: int) -> float:
        """The seconds of a frame of so many bytes on the air."""

    @property
    @abstractmethod
    def access(self) -> Access:
        """How it is shared by those who send."""

    @abstractmethod
    def sent(self, message_bytes: int, loss: float) -> Cost: ...

    @abstractmethod
    def received(self, message_bytes: int, loss: float) -> Cost: ...


def parts(length: int, most: int) -> list[int]:
    """A length in parts, all but the last as long as they may be; nothing is one part of 0."""
    whole, rest = divmod(length, most)
    return [most] * whole + ([rest] if rest or not whole else [])


def attempts(loss: float, most: int) -> float:
    """How often a frame is sent on average that is sent again until it arrives, `most` times:
    1 + p + ... + p^(most - 1)."""
    return sum(loss**i for i in range(most))
