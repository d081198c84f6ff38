# SPDX-License-Identifier: MIT
"""What is asked of a fleet, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lab.advice import Battery
from lab.wire.coap import Resource, notified
from lab.wire.link import Cost, Link, Radio

WITHIN = 1.96  # standard errors on either side of 95% of what chance gives
UNLIKELY = 3.3  # standard errors beyond which one estimate in a thousand lies


@dataclass(frozen=True)
class Sensor:
    """A device, and what it does each period: compute for `sign_seconds`, then send."""

    name: str
    active_amperes: float
    sleep_amperes: float
    volts: float
    radio: Radio
    sign_seconds: float
    message_bytes: int


@dataclass(frozen=True)
class Verifying:
    """What a signature takes of one core: one by one if `batch` is 1, and else in batches."""

    seconds: float
    batch: int = 1
    error_seconds: float = 0.0  # standard error


@dataclass(frozen=True)
class Fleet:
    """Sensors that report unasked, and sleep in between with their radio off."""

    sensor: Sensor
    link: Link
    period_seconds: float
    sensors: int
    cell: int  # sensors that share the channel of a receiver
    loss: float  # of frames, for other reasons than collisions
    battery: Battery
    spread: float  # of batteries' charges: standard deviation over mean
    verifying: Verifying
    busy: float  # most of a core's time that is planned for

    @property
    def frames(self) -> tuple[float, ...]:
        """The seconds on the air of each frame of a message."""
        size = Resource().notification_bytes(self.sensor.message_bytes)
        return tuple(map(self.link.air, self.link.frames(size)))

    def cost(self, failing: float) -> Cost:
        """Of a message, when so many of its frames' transmissions fail."""
        return notified(self.link, Resource(), self.sensor.message_bytes, failing)


@dataclass(frozen=True)
class Estimate:
    """A figure with its standard error, which is 0 where chance has no part in it."""

    value: float
    error: float = 0.0

    def __add__(self, other: Estimate) -> Estimate:
        """Of figures that are independent."""
        return Estimate(self.value + other.value, (self.error**2 + other.error**2) ** 0.5)

    def scaled(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.error * abs(factor))

    def through(self, function: Callable[[float], float]) -> Estimate:
        """A function of it, to the first order."""
        here, there = function(self.value), function(self.value + self.error)
        return Estimate(here, abs(there - here))

    def agrees(self, exact: float) -> bool:
        """Whether chance alone may be what lies between; rounding is no difference."""
        rounding = 1e-9 * abs(exact)
        return bool(abs(self.value - exact) <= UNLIKELY * self.error + rounding)


@dataclass(frozen=True)
class Figures:
    """What a fleet costs. A bound is what the figure does not exceed."""

    sign_joules: Estimate  # a reading
    radio_joules: Estimate
    mean_amperes: Estimate  # of a sensor
    life_seconds: Estimate  # of a battery of mean charge
    replacements: Estimate  # a year
    air_share: Estimate  # of the time that a cell's channel is held
    collisions: Estimate  # of transmissions, the share that meets another
    delivered: Estimate  # of readings
    rate: Estimate  # readings a second at the gateway
    offered: Estimate  # cores' worth of work
    cores: Estimate
    delay_seconds: Estimate  # from a reading's arrival until it is verified
    slowest_seconds: Estimate | None = None  # that of which 99% stay below; by simulation alone
    worst_year: Estimate | None = None  # replacements, if all start with new batteries
    delay_is_bound: bool = False

    def all(self) -> Mapping[str, Estimate]:
        return {name: value for name, value in vars(self).items() if isinstance(value, Estimate)}
