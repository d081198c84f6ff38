# SPDX-License-Identifier: MIT
"""A fleet's figures by simulation. The same seed gives the same figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lab.advice import formulas
from lab.fleet import battery, cells, paper
from lab.fleet.contention import Floats
from lab.fleet.gateway import Gateway
from lab.fleet.gateway import cores as cores_for
from lab.fleet.model import UNLIKELY, Estimate, Figures, Fleet

MOST_SENSORS = 100_000  # of the fleet, whose batteries are followed
LIVES = 5  # of a battery, for so long
READINGS, BEFORE = 6_000, 2_000  # at a core, and how many of these come before it is settled
CORES = 200  # whose spread says how sure a figure is
STEPS = ("cells", "batteries", "gateway")


def figures(fleet: Fleet, seed: int, told: Callable[[str], None] = lambda _: None) -> Figures:
    """`told` hears which of STEPS begins."""
    of_cells, of_batteries, of_gateway = np.random.default_rng(seed).spawn(3)
    told(STEPS[0])
    air = cells.simulate(fleet, of_cells)
    amperes = air.failing.through(lambda share: battery.mean_amperes(fleet, share))
    life = amperes.through(lambda drawn: battery.Life(fleet, drawn).mean_charge_seconds)
    told(STEPS[1])
    replaced, worst = _batteries(fleet, amperes, of_batteries)
    rate = air.delivered.scaled(fleet.sensors / fleet.period_seconds)
    told(STEPS[2])
    delay, slowest = _queue(paper.gateway_of(fleet), of_gateway)
    verifying = fleet.verifying
    measured = verifying.error_seconds * rate.value
    offered = rate.scaled(verifying.seconds)
    return Figures(
        sign_joules=Estimate(battery.joules(fleet, 0)[0]),
        radio_joules=air.failing.through(lambda share: battery.joules(fleet, share)[1]),
        mean_amperes=amperes,
        life_seconds=life,
        replacements=replaced,
        air_share=air.held,
        collisions=air.collides,
        delivered=air.delivered,
        rate=rate,
        offered=Estimate(offered.value, (offered.error**2 + measured**2) ** 0.5),
        cores=_cores(offered, fleet.busy),
        delay_seconds=delay,
        slowest_seconds=slowest,
        worst_year=worst,
    )


def _cores(offered: Estimate, busy: float) -> Estimate:
    """A whole number, which chance may move by one where the work is near a step."""
    margin = UNLIKELY * offered.error
    least, there, most = (cores_for(offered.value + step, busy) for step in (-margin, 0, margin))
    return Estimate(there, float(least != most))


def _lives(fleet: Fleet, amperes: float, charges: Floats) -> Floats:
    rate = formulas.loss_rate(fleet.battery.loss_per_year)
    return np.log1p(rate * charges / amperes) / rate if rate else charges / amperes


def _batteries(
    fleet: Fleet, amperes: Estimate, chance: np.random.Generator
) -> tuple[Estimate, Estimate]:
    """Replacements a year in the long run, and in the worst year of a fleet whose sensors all
    start with new batteries."""
    count = min(fleet.sensors, MOST_SENSORS)
    scale = fleet.sensors / count

    def drawn(many: int) -> Floats:
        mean = fleet.battery.charge_coulombs
        charges = chance.normal(mean, fleet.spread * mean, many)
        return _lives(fleet, amperes.value, np.maximum(charges, mean / 100))

    span = LIVES * battery.Life(fleet, amperes.value).mean_charge_seconds
    settled = _renewals(_residual(drawn, count, chance), drawn, span)
    per_sensor = np.bincount(settled[0], minlength=count)
    years = span / formulas.YEAR_SECONDS
    by_chance = per_sensor.std(ddof=1) / np.sqrt(count) if count > 1 else float(per_sensor[0])
    replaced = Estimate(per_sensor.mean(), float(by_chance)).scaled(fleet.sensors / years)
    drift = amperes.through(lambda drawn: battery.Life(fleet, drawn).replacements).error
    moments = _renewals(drawn(count), drawn, span)[1] / formulas.YEAR_SECONDS
    worst = int(np.unique(np.floor(moments), return_counts=True)[1].max())
    error = np.sqrt(worst * max(0.0, 1 - worst / count))
    return replaced + Estimate(0, drift), Estimate(worst, float(error)).scaled(scale)


def _residual(drawn: Callable[[int], Floats], count: int, chance: np.random.Generator) -> Floats:
    """What is left of the batteries that are found in use at some moment: long ones are found more
    often, each at any point of its life."""
    pool = drawn(2 * count)
    found = pool[chance.choice(len(pool), count, p=pool / pool.sum())]
    return found * chance.random(count)


def _renewals(
    first: Floats, drawn: Callable[[int], Floats], span: float
) -> tuple[np.ndarray, Floats]:
    """Whose batteries end within a span, and when; `first`: when the first ones do."""
    sensors, moments = np.arange(len(first)), first
    whose, when = [], []
    while len(sensors):
        within = moments < span
        sensors, moments = sensors[within], moments[within]
        whose.append(sensors)
        when.append(moments)
        moments = moments + drawn(len(moments))
    return np.concatenate(whose), np.concatenate(when)


def _queue(gateway: Gateway, chance: np.random.Generator) -> tuple[Estimate, Estimate]:
    """From a reading's arrival at a core until it is verified: on average, and what 99% stay
    below. Sensors are many and independent, so that readings come at random."""
    batch = gateway.verifying.batch
    count = READINGS // batch
    gaps = chance.exponential(1 / gateway.core_rate, (CORES, count * batch))
    arrives = gaps.cumsum(axis=1).reshape(CORES, count, batch)
    takes, order = batch * gateway.verifying.seconds, np.arange(count)
    # d_k = max(d_(k-1), a_k) + t, for all k at once.
    done = takes * (order + 1) + np.maximum.accumulate(arrives[:, :, -1] - takes * order, axis=1)
    delays = (done[:, :, None] - arrives)[:, BEFORE // batch :].reshape(CORES, -1)
    return _mean(delays.mean(axis=1)), _mean(np.quantile(delays, 0.99, axis=1))


def _mean(each: Floats) -> Estimate:
    return Estimate(float(each.mean()), float(each.std(ddof=1) / np.sqrt(len(each))))


def unsigned(fleet: Fleet, message_bytes: int) -> Fleet:
    """The same fleet with readings of this length that nobody signs."""
    return replace(
        fleet, sensor=replace(fleet.sensor, sign_seconds=0.0, message_bytes=message_bytes)
    )
