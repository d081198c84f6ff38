# SPDX-License-Identifier: MIT
"""What a link is, and what a message costs a device on it. SI units throughout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


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


class Link(Protocol):
    """A link. A message is the payload of a datagram of UDP, in bytes, or of the link's own frames
    where it carries no IP."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def radio(self) -> Radio | None:
        """None where a board's is asked, or there is none."""

    @property
    def sources(self) -> Mapping[str, str]: ...

    def frames(self, message_bytes: int) -> tuple[int, ...]:
        """The bytes of each frame on the air, everything counted that takes time there."""

    def sent(self, message_bytes: int, loss: float) -> Cost: ...

    def received(self, message_bytes: int, loss: float) -> Cost: ...


def attempts(loss: float, most: int) -> float:
    """How often a frame is sent on average that is sent again until it arrives, `most` times:
    1 + p + ... + p^(most - 1)."""
    return sum(loss**i for i in range(most))
