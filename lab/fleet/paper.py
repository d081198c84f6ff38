# SPDX-License-Identifier: MIT
"""A fleet's figures by closed formulas."""

from lab.fleet import airtime, battery
from lab.fleet.gateway import Gateway
from lab.fleet.model import Estimate, Figures, Fleet


def gateway_of(fleet: Fleet) -> Gateway:
    """What arrives at it, on paper."""
    rate = fleet.sensors / fleet.period_seconds * airtime.of(fleet).delivered
    return Gateway(rate, fleet.verifying, fleet.busy)


def figures(fleet: Fleet) -> Figures:
    air = airtime.of(fleet)
    signing, radio = battery.joules(fleet, air.failing)
    amperes = battery.mean_amperes(fleet, air.failing)
    life = battery.Life(fleet, amperes)
    gateway = gateway_of(fleet)
    measured = fleet.verifying.error_seconds / fleet.verifying.seconds
    return Figures(
        sign_joules=Estimate(signing),
        radio_joules=Estimate(radio),
        mean_amperes=Estimate(amperes),
        life_seconds=Estimate(life.mean_charge_seconds),
        replacements=Estimate(life.replacements),
        air_share=Estimate(air.held),
        collisions=Estimate(air.collides),
        delivered=Estimate(air.delivered),
        rate=Estimate(gateway.rate),
        offered=Estimate(gateway.offered, gateway.offered * measured),
        cores=Estimate(gateway.cores),
        delay_seconds=Estimate(gateway.delay_seconds),
        delay_is_bound=fleet.verifying.batch > 1,
    )
