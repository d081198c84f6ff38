# SPDX-License-Identifier: MIT
"""What is asked, and what is answered."""

from collections.abc import Mapping
from dataclasses import dataclass

from lab.advice.batteries import Battery


@dataclass(frozen=True)
class Link:
    """What a frame costs on the air."""

    bits_per_second: float
    frame_bytes: int  # the longest frame, overhead included
    overhead_bytes: int  # of each frame
    transmit_amperes: float
    receive_amperes: float


@dataclass(frozen=True)
class Device:
    """A core at a clock, with what is free for the library. What is not known is None."""

    name: str
    core: str
    board: str | None
    clock_hz: float
    flash_bytes: int | None
    ram_bytes: int | None
    active_amperes: float | None
    sleep_amperes: float | None
    volts: float | None
    link: Link | None = None
    wait_states: int | None = None  # of the flash

    @property
    def flash_waits(self) -> bool:
        """Whether the flash is known to keep the core waiting."""
        return bool(self.wait_states)

    @property
    def recorded_as(self) -> str:
        """Whose samples in results/ would serve best: a device without a file has its core's."""
        return self.board if self.board and self.flash_waits else self.core


@dataclass(frozen=True)
class Rate:
    """An operation that recurs. Without a period it happens once, when the device starts."""

    operation: str
    period_seconds: float | None


@dataclass(frozen=True)
class Demand:
    """What the device is to do."""

    rates: tuple[Rate, ...]
    message_bytes: int = 0
    security_bits: int = 0
    latency_seconds: float | None = None  # no operation may take longer
    variable_time: bool = False  # may time and addresses depend on secrets?

    @property
    def operations(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rate.operation for rate in self.rates))


@dataclass(frozen=True)
class Share:
    """What one operation costs each time."""

    operation: str
    cycles: int
    time_seconds: float
    energy_joules: float | None  # of computing
    sent_bytes: int
    received_bytes: int
    frames: int | None
    radio_joules: float | None

    @property
    def wire_bytes(self) -> int:
        return self.sent_bytes + self.received_bytes


@dataclass(frozen=True)
class Option:
    """A build of a library on a curve that fits."""

    library: str
    variant: str
    compiler: str
    curve: str
    security_bits: int
    shares: tuple[Share, ...]
    flash_bytes: int
    flash_is_bound: bool  # the image holds more than is asked for, or several were added
    ram_bytes: int  # static, and the deepest stack
    constant_time: bool | None
    mean_amperes: float | None
    days: float | None
    on_board: bool  # the cycles hold what the board's flash adds

    @property
    def time_seconds(self) -> float:
        """Of each operation once."""
        return sum(share.time_seconds for share in self.shares)

    @property
    def energy_joules(self) -> float | None:
        """Of each operation once, and its frames where there is a radio."""
        parts = [share.energy_joules for share in self.shares]
        radio = [share.radio_joules or 0.0 for share in self.shares]
        known = [part for part in parts if part is not None]
        return sum(known) + sum(radio) if len(known) == len(parts) else None

    @property
    def wire_bytes(self) -> int:
        return sum(share.wire_bytes for share in self.shares)

    @property
    def frames(self) -> int | None:
        known = [share.frames for share in self.shares if share.frames is not None]
        return sum(known) if len(known) == len(self.shares) else None


@dataclass(frozen=True)
class LeftOut:
    """A build that does not serve, and why: a kind of reason, and what about it."""

    library: str
    variant: str
    curve: str
    kind: str
    detail: str


@dataclass(frozen=True)
class Advice:
    """The answer: what fits, best first, and the rest."""

    device: Device
    demand: Demand
    battery: Battery | None
    ranking: str
    options: tuple[Option, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
    recording: str | None  # the command that records what there is no sample of
    counts: Mapping[str, int]  # of what was left out, by kind
