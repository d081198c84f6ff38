# SPDX-License-Identifier: MIT
"""What stands between a device's current and a number in a file: supply, shunt, amplifier,
converter."""

from dataclasses import dataclass

import numpy as np

from lab.errors import UnsupportedError
from lab.power.trace import Current, Floats

MCP3008_CODES = 1 << 10
MCP3008_ERROR_CODES = 1.0  # integral nonlinearity, at most [MCP3008, DC accuracy]
_LEVELS = 200_000  # samples that are looked at for the step between their values
_MOST_STEPS = 1e6  # from the least value to the largest; beyond it is a rounding of the file's


@dataclass(frozen=True)
class Shunt:
    """Its voltage, amplified, is what is recorded."""

    ohms: float
    gain: float = 1.0


@dataclass(frozen=True)
class Converter:
    """Code 0 is at 0 V and the last one a step below the reference."""

    reference_volts: float
    codes: int = MCP3008_CODES
    zero_code: float = 0.0  # what it reads without a current

    @property
    def step_volts(self) -> float:
        return self.reference_volts / self.codes


@dataclass(frozen=True)
class Setup:
    """What a user says of it. `supply_volts` may be in the file; the errors are bounds."""

    supply_volts: float | None = None
    shunt: Shunt | None = None
    converter: Converter | None = None
    offset_error_amperes: float | None = None
    gain_error: float = 0.0

    def volts(self, recorded: Floats | None, count: int) -> Floats:
        """The supply's, of each sample."""
        if self.supply_volts is not None:
            return np.full(count, self.supply_volts)
        if recorded is None:
            raise UnsupportedError("the supply's voltage is not in the trace; --supply says it")
        return recorded


def of_codes(seconds: Floats, codes: Floats, recorded: Floats | None, setup: Setup) -> Current:
    """From a converter's codes."""
    if setup.shunt is None or setup.converter is None:
        raise UnsupportedError("codes of a converter need --shunt and --reference")
    shunt, converter = setup.shunt, setup.converter
    last = converter.codes - 1
    wrong = np.flatnonzero((codes < 0) | (codes > last) | (codes != np.rint(codes)))
    if len(wrong):
        raise UnsupportedError(
            f"sample {wrong[0] + 1}: {codes[wrong[0]]:g} is no code of 0 to {last}"
        )
    step = converter.step_volts / (shunt.gain * shunt.ohms)
    error = MCP3008_ERROR_CODES * step
    return Current(
        seconds=seconds,
        amperes=(codes - converter.zero_code) * step,
        volts=setup.volts(recorded, len(seconds)),
        shunt_ohms=shunt.ohms,
        step_amperes=step,
        offset_error_amperes=_or(setup.offset_error_amperes, error),
        gain_error=setup.gain_error,
        ceiling_amperes=(last - converter.zero_code) * step * (1 - 1e-9),
    )


def of_drop(seconds: Floats, drop: Floats, recorded: Floats | None, setup: Setup) -> Current:
    """From the voltage over a shunt, behind its amplifier."""
    if setup.shunt is None:
        raise UnsupportedError("a voltage over a shunt needs --shunt")
    amperes = drop / (setup.shunt.gain * setup.shunt.ohms)
    return _plain(seconds, amperes, recorded, setup, setup.shunt.ohms)


def of_amperes(seconds: Floats, amperes: Floats, recorded: Floats | None, setup: Setup) -> Current:
    """From an instrument that gives the device's own current and, if at all, its own voltage."""
    return _plain(seconds, amperes, recorded, setup, 0.0)


def _plain(
    seconds: Floats, amperes: Floats, recorded: Floats | None, setup: Setup, ohms: float
) -> Current:
    return Current(
        seconds=seconds,
        amperes=amperes,
        volts=setup.volts(recorded, len(seconds)),
        shunt_ohms=ohms,
        step_amperes=_step(amperes),
        offset_error_amperes=_or(setup.offset_error_amperes, 0.0),
        gain_error=setup.gain_error,
    )


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value


def _step(amperes: Floats) -> float:
    """Of values that are all multiples of one step, the step; otherwise 0."""
    levels = np.unique(amperes[:_LEVELS])
    if len(levels) < 2:
        return 0.0
    apart = np.diff(levels)
    # Values that differ by a rounding are one.
    apart = apart[apart > 1e-9 * max(abs(levels[0]), abs(levels[-1]))]
    if len(apart) == 0:
        return 0.0
    step = float(apart.min())
    multiples = apart / step
    on_grid = abs(multiples - np.rint(multiples)) < 0.02 * np.maximum(1.0, multiples**0.5)
    few = float(levels[-1] - levels[0]) < _MOST_STEPS * step
    return step if few and bool(on_grid.all()) else 0.0
