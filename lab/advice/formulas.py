# SPDX-License-Identifier: MIT
"""The models: seconds, joules, frames, days. SI units throughout.

A battery feeds the device without a switching converter, so that the current it gives is the
one that the device draws, whatever its voltage.
"""

from math import ceil, log1p

DAY_SECONDS = 86_400.0
YEAR_SECONDS = 365.25 * DAY_SECONDS


def time_seconds(cycles: int, clock_hz: float) -> float:
    """t = n / f."""
    return cycles / clock_hz


def energy_joules(seconds: float, amperes: float, volts: float) -> float:
    """E = U I t."""
    return volts * amperes * seconds


def frames(payload_bytes: int, frame_bytes: int, overhead_bytes: int) -> int:
    """How many frames carry a payload, when a frame of `frame_bytes` has that much overhead."""
    return ceil(payload_bytes / (frame_bytes - overhead_bytes))


def air_seconds(
    payload_bytes: int, frame_bytes: int, overhead_bytes: int, bits_per_second: float
) -> float:
    """The time on the air of a payload and the overhead of its frames."""
    count = frames(payload_bytes, frame_bytes, overhead_bytes)
    return 8 * (payload_bytes + count * overhead_bytes) / bits_per_second


def extra_amperes(seconds: float, amperes: float, sleep_amperes: float, period: float) -> float:
    """What a state that lasts `seconds` once a period adds to the mean current of sleep:
    (I - I_sleep) t / T."""
    return (amperes - sleep_amperes) * seconds / period


def loss_rate(loss_per_year: float) -> float:
    """s = -ln(1 - loss) / year, of what is left."""
    return -log1p(-loss_per_year) / YEAR_SECONDS


def life_days(charge_coulombs: float, loss_per_year: float, amperes: float) -> float:
    """How long a charge lasts under a mean current and its own losses.

    dQ/dt = -I - s Q with s of `loss_rate`, so that t = ln(1 + s Q / I) / s; without
    losses t = Q / I.
    """
    if amperes <= 0:
        return float("inf")
    rate = loss_rate(loss_per_year)
    seconds = log1p(rate * charge_coulombs / amperes) / rate if rate else charge_coulombs / amperes
    return seconds / DAY_SECONDS
