# SPDX-License-Identifier: MIT
"""Which library on which curve suits a device, from samples."""

from lab.advice.batteries import Battery, battery
from lab.advice.ranking import RANKINGS, TOO_WEAK, advise
from lab.advice.records import (
    Advice,
    Demand,
    Device,
    LeftOut,
    Link,
    Option,
    Rate,
    Share,
)

__all__ = [
    "RANKINGS",
    "TOO_WEAK",
    "Advice",
    "Battery",
    "Demand",
    "Device",
    "LeftOut",
    "Link",
    "Option",
    "Rate",
    "Share",
    "advise",
    "battery",
]
