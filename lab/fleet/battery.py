# SPDX-License-Identifier: MIT
"""Batteries: what a sensor draws on average, how long one lasts, how many a year are replaced."""

from dataclasses import dataclass

from lab.advice import formulas
from lab.fleet.model import Fleet


def joules(fleet: Fleet, failing: float) -> tuple[float, float]:
    """Of a reading: to sign it, and to send it when so many transmissions fail."""
    sensor = fleet.sensor
    signing = formulas.energy_joules(sensor.sign_seconds, sensor.active_amperes, sensor.volts)
    return signing, sensor.radio.joules(fleet.cost(failing))


def mean_amperes(fleet: Fleet, failing: float) -> float:
    """I = I_sleep + the sum of (I_state - I_sleep) t_state / T over what is done each period."""
    sensor, cost = fleet.sensor, fleet.cost(failing)
    states = (
        (sensor.sign_seconds, sensor.active_amperes),
        (cost.sending_seconds, sensor.radio.sending_amperes),
        (cost.listening_seconds, sensor.radio.listening_amperes),
    )
    return sensor.sleep_amperes + sum(
        formulas.extra_amperes(seconds, amperes, sensor.sleep_amperes, fleet.period_seconds)
        for seconds, amperes in states
    )


@dataclass(frozen=True)
class Life:
    """How long batteries of a charge last."""

    fleet: Fleet
    amperes: float

    @property
    def mean_charge_seconds(self) -> float:
        """A battery of mean charge."""
        battery = self.fleet.battery
        days = formulas.life_days(battery.charge_coulombs, battery.loss_per_year, self.amperes)
        return days * formulas.DAY_SECONDS

    @property
    def mean_seconds(self) -> float:
        """Over charges Q with variance v, to the second order:
        L(Q) + v L''(Q) / 2 with L'' = -s / (I + s Q)^2."""
        battery = self.fleet.battery
        rate = formulas.loss_rate(battery.loss_per_year)
        charge = battery.charge_coulombs
        bent = -rate / (self.amperes + rate * charge) ** 2
        return self.mean_charge_seconds + (self.fleet.spread * charge) ** 2 * bent / 2

    @property
    def replacements(self) -> float:
        """A year, in the long run: one a sensor for each mean life."""
        return self.fleet.sensors * formulas.YEAR_SECONDS / self.mean_seconds
