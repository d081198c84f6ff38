# SPDX-License-Identifier: MIT
"""Advice as text and as JSON."""

import json
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import isinf

from lab.advice import NO_SAMPLE, Advice, Device, LeftOut, Option, Rate
from lab.reports.figures import NONE, count, verdict
from lab.reports.grid import grid

MOST_NAMED = 4
WIDTH = 100
_DAY_SECONDS = 86_400.0


def as_text(advice: Advice) -> str:
    """What fits, best first; then what was left out, and what the figures leave out."""
    parts = [_heading(advice)]
    if advice.options:
        parts.append(grid(_header(advice), [_row(each, advice) for each in advice.options], left=2))
    else:
        parts.append("Nothing fits.\n")
    if advice.left_out:
        parts.append(_left_out(advice))
    parts.append("".join(f"Note: {note}.\n" for note in advice.notes))
    return "\n".join(parts)


def as_json(advice: Advice) -> str:
    """One object."""
    return (
        json.dumps(
            {
                "device": asdict(advice.device),
                "demand": asdict(advice.demand),
                "battery": asdict(advice.battery) if advice.battery else None,
                "ranking": advice.ranking,
                "options": [_record(option) for option in advice.options],
                "left_out": [asdict(each) for each in advice.left_out],
                "notes": advice.notes,
            },
            indent=2,
        )
        + "\n"
    )


FORMATS: Mapping[str, Callable[[Advice], str]] = {"table": as_text, "json": as_json}


def _record(option: Option) -> dict[str, object]:
    days = option.days
    return asdict(option) | {
        "days": None if days is None or isinf(days) else days,
        "time_seconds": option.time_seconds,
        "energy_joules": option.energy_joules,
        "wire_bytes": option.wire_bytes,
        "frames": option.frames,
        "shares": [asdict(share) | {"wire_bytes": share.wire_bytes} for share in option.shares],
    }


def _heading(advice: Advice) -> str:
    demand = advice.demand
    wishes = [_often(rate) for rate in demand.rates]
    if demand.message_bytes:
        wishes.append(f"messages of {demand.message_bytes} B")
    if demand.security_bits:
        wishes.append(f"security of {demand.security_bits} bits or more")
    if demand.latency_seconds is not None:
        wishes.append(f"at most {demand.latency_seconds * 1e3:g} ms each")
    if demand.variable_time:
        wishes.append("time may depend on secrets")
    lines = [_device(advice.device), "; ".join(wishes)]
    if advice.battery:
        cell = advice.battery
        hours = cell.charge_coulombs / 3.6
        lines.append(f"{cell.name}: {cell.description}, {cell.volts:g} V, {hours:,.0f} mAh")
    lines.append(f"Ranked by {advice.ranking}, best first.")
    return "\n".join(lines) + "\n"


def _device(device: Device) -> str:
    known = [f"{device.core} at {device.clock_hz / 1e6:g} MHz"]
    if device.flash_bytes is not None:
        known.append(f"{device.flash_bytes:,} B of flash")
    if device.ram_bytes is not None:
        known.append(f"{device.ram_bytes:,} B of RAM")
    if device.active_amperes is not None:
        known.append(f"{_milliamperes(device.active_amperes)} active")
    if device.sleep_amperes is not None:
        known.append(f"{_milliamperes(device.sleep_amperes)} asleep")
    if device.volts is not None:
        known.append(f"{device.volts:g} V")
    return f"{device.name}: {', '.join(known)}"


def _milliamperes(amperes: float) -> str:
    return f"{amperes * 1e3:g} mA" if amperes >= 1e-3 else f"{amperes * 1e6:g} µA"


def _often(rate: Rate) -> str:
    if rate.period_seconds is None:
        return f"{rate.operation} on boot"
    units = (("d", _DAY_SECONDS), ("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3))
    for unit, seconds in units:
        if rate.period_seconds >= seconds:
            return f"{rate.operation} every {rate.period_seconds / seconds:g} {unit}"
    return f"{rate.operation} every {rate.period_seconds:g} s"


def _header(advice: Advice) -> tuple[str, ...]:
    times = (f"{operation} ms" for operation in advice.demand.operations)
    radio = ("frames",) if advice.device.link else ()
    return ("library", "curve", *times, "mJ", "flash B", "RAM B", "wire B", *radio, "constant",
            "days")  # fmt: skip


def _row(option: Option, advice: Advice) -> tuple[str, ...]:
    energy = option.energy_joules
    return (
        f"{option.library} ({option.variant})",
        option.curve,
        *(_digits(share.time_seconds * 1e3) for share in option.shares),
        NONE if energy is None else _digits(energy * 1e3),
        f"{'≤ ' if option.flash_is_bound else ''}{count(option.flash_bytes)}",
        count(option.ram_bytes),
        count(option.wire_bytes),
        *((count(option.frames),) if advice.device.link else ()),
        verdict(option.constant_time),
        NONE if option.days is None else _digits(option.days),
    )


def _digits(value: float) -> str:
    """Three digits that count, or all before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3g}"


def _left_out(advice: Advice) -> str:
    """A paragraph for each kind of reason, the most frequent first."""
    lines = ["Left out:"]
    for kind, number in sorted(advice.counts.items(), key=lambda each: (-each[1], each[0])):
        members = [each for each in advice.left_out if each.kind == kind]
        named = [_named(each) for each in members[:MOST_NAMED]]
        if number > MOST_NAMED:
            named.append(f"{number - MOST_NAMED} more")
        hint = " (--measure measures them)" if kind == NO_SAMPLE else ""
        text = f"{kind}{hint}: {', '.join(named)}"
        lines += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines) + "\n"


def _named(each: LeftOut) -> str:
    return f"{each.library} ({each.variant}) {each.curve} [{each.detail}]"
