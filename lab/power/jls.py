# SPDX-License-Identifier: MIT
"""Joulescope's own files, by its package pyjls, which only they need."""

from pathlib import Path

import numpy as np

from lab.errors import LabError
from lab.power import instrument
from lab.power.instrument import Setup
from lab.power.trace import Channel, Floats, Trace, edges

INSTALL = "pip install pyjls==0.17.0"
_DIGITAL = 8


def read_jls(path: Path, setup: Setup) -> Trace:
    """Signals current, voltage, and digital inputs by their number, all of one sampling rate."""
    try:
        from pyjls import Reader
    except ImportError:
        raise LabError(f"{path}: files of Joulescope need pyjls: {INSTALL}") from None
    try:
        with Reader(str(path)) as reader:
            found = {
                signal.name: (float(signal.sample_rate), _samples(reader, signal))
                for signal in reader.signals.values()
                if signal.signal_type == 0 and signal.length > 1 and signal.sample_rate > 0
            }
    except LabError:
        raise
    except Exception as error:  # what its binding raises has no common class
        raise LabError(f"{path}: not a JLS file that pyjls reads: {error}") from None
    if "current" not in found:
        raise LabError(f"{path}: no signal `current`; it has {', '.join(found) or 'none'}")
    rate, amperes = found["current"]
    seconds = np.arange(len(amperes)) / rate
    volts = found.get("voltage", (rate, None))
    if volts[1] is not None and (volts[0] != rate or len(volts[1]) != len(amperes)):
        raise LabError(f"{path}: current and voltage are not sampled alike")
    there = ~np.isnan(amperes)
    recorded = None if volts[1] is None else volts[1][there]
    current = instrument.of_amperes(seconds[there], amperes[there], recorded, setup)
    return Trace(str(path), current, _channels(found))


def _samples(reader: object, signal: object) -> Floats:
    data = reader.fsr(signal.signal_id, 0, signal.length)  # type: ignore[attr-defined]
    if data.dtype == np.uint8 and signal.length > len(data):  # type: ignore[attr-defined]
        data = np.unpackbits(data, bitorder="little")[: signal.length]  # type: ignore[attr-defined]
    return np.asarray(data, dtype=np.float64)


def _channels(found: dict[str, tuple[float, Floats]]) -> dict[str, Channel]:
    names = {name: f"D{name}" for name in map(str, range(_DIGITAL))}
    names |= {f"gpi[{number}]": f"D{number}" for number in range(_DIGITAL)}
    channels = {}
    for name, own in names.items():
        if name in found:
            rate, values = found[name]
            channels[own] = edges(own, np.arange(len(values)) / rate, values > 0)
    return channels
