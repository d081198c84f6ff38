# SPDX-License-Identifier: MIT
"""Quantities as a user types them: 30s, 512k, 13mA, 16MHz."""

import re
from collections.abc import Mapping
from math import isfinite

from lab.errors import UnsupportedError

_NUMBER = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(?P<unit>[^\W\d_]*|%)")

MOMENTS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3}
DURATIONS = {"ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
SIZES = {"": 1.0, "B": 1.0, "k": 1024.0, "kB": 1024.0, "KiB": 1024.0, "M": 2.0**20, "MiB": 2.0**20}
CURRENTS = {"A": 1.0, "mA": 1e-3, "uA": 1e-6, "µA": 1e-6, "nA": 1e-9}
VOLTAGES = {"": 1.0, "V": 1.0, "mV": 1e-3}
CHARGES = {"mAh": 3.6, "Ah": 3600.0}
COUNTS = {"": 1.0, "k": 1e3, "M": 1e6}
SHARES = {"%": 0.01, "": 0.01}
FREQUENCIES = {"": 1.0, "Hz": 1.0, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9}


def quantity(option: str, text: str, units: Mapping[str, float], *, zero: bool = False) -> float:
    """The number that a text stands for, in SI units. It is positive, or zero where that has
    a meaning."""
    named = ", ".join(unit for unit in units if unit)
    match = _NUMBER.fullmatch(text.strip())
    if match is None or match["unit"] not in units:
        raise UnsupportedError(f"{option} {text}: not a number with a unit of {named}")
    value = float(match["number"]) * units[match["unit"]]
    if not isfinite(value) or (value == 0 and not zero):
        raise UnsupportedError(f"{option} {text}: must be more than zero")
    return value


def optional(
    option: str, text: str | None, units: Mapping[str, float], *, zero: bool = False
) -> float | None:
    """The same of an option that may be absent."""
    return None if text is None else quantity(option, text, units, zero=zero)


def size(option: str, text: str | None) -> int | None:
    """Bytes; k is 1024."""
    value = optional(option, text, SIZES, zero=True)
    return None if value is None else int(value)
