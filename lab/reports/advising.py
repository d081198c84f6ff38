# SPDX-License-Identifier: MIT
"""Advice as text and as JSON."""

import json
import textwrap
from collections.abc import Callable
from dataclasses import asdict
from math import isinf

from lab.advice import TOO_WEAK, Advice, Device, LeftOut, Option, Rate
from lab.model import OPERATIONS
from lab.reports.figures import NONE, count, verdict
from lab.reports.table import Table

MOST_NAMED = 4
TOP = 12
WIDTH = 100
_DAY_SECONDS = 86_400.0


def as_text(advice: Advice, top: int = TOP) -> str:
    """The `top` of what fits, best first; what was left out; what the figures leave out."""
    parts = [_heading(advice), _options(advice, top) if advice.options else "Nothing fits.\n"]
    if advice.left_out:
        parts.append(_left_out(advice))
    if advice.recording:
        parts.append(f"To record what has no sample:\n{_command(advice.recording)}")
    parts.append("".join(_wrapped(f"Note: {note}.", 6) for note in advice.notes))
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
                "recording": advice.recording,
            },
            indent=2,
        )
        + "\n"
    )


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
    if any(OPERATIONS[operation].secrets for operation in demand.operations):
        may = "may" if demand.variable_time else "must not"
        wishes.append(f"secrets {may} show in time or addresses")
    lines = [*_lines(_device(advice.device), 2), *_lines("; ".join(wishes), 2)]
    if advice.battery:
        cell = advice.battery
        hours = cell.charge_coulombs / 3.6
        lines.append(f"{cell.name}: {cell.description}, {cell.volts:g} V, {hours:,.0f} mAh")
    lines.append(f"Ranked by {advice.ranking}, best first.")
    return "\n".join(lines) + "\n"


def _device(device: Device) -> str:
    known = [f"{device.core} at {device.clock_hz / 1e6:g} MHz"]
    if device.wait_states:
        known.append(f"{device.wait_states} wait state{'s' * (device.wait_states > 1)}")
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


def _options(advice: Advice, top: int) -> str:
    """Columns that would hold nothing, or the same in each row, are left out."""
    shown = advice.options[:top]
    rows = [_row(option, advice) for option in shown]
    text = Table(tuple(rows[0]), [tuple(row.values()) for row in rows], left=2).text()
    rest = len(advice.options) - len(shown)
    return text + (f"{rest} more fit; --top {len(advice.options)} shows them.\n" if rest else "")


def _row(option: Option, advice: Advice) -> dict[str, str]:
    """Cells by their column."""
    any_of = advice.options
    cells = {"library": f"{option.library} ({option.variant})", "curve": option.curve}
    mark = "*" if advice.device.flash_waits and not option.on_board else ""
    for share in option.shares:
        cells[f"{share.operation} ms"] = _digits(share.time_seconds * 1e3) + mark
    if any(each.energy_joules is not None for each in any_of):
        cells["mJ"] = _known(option.energy_joules, lambda joules: _digits(joules * 1e3))
    cells["flash B"] = f"{'≤ ' if option.flash_is_bound else ''}{count(option.flash_bytes)}"
    cells["RAM B"] = count(option.ram_bytes)
    if any(each.wire_bytes for each in any_of):
        cells["wire B"] = count(option.wire_bytes)
    if advice.demand.variable_time:
        cells["constant"] = verdict(option.constant_time)
    if any(each.days is not None for each in any_of):
        cells["days"] = _known(option.days, _digits)
    return cells


def _known(value: float | None, shown: Callable[[float], str]) -> str:
    return NONE if value is None else shown(value)


def _digits(value: float) -> str:
    """Three digits that count, or all before the point."""
    for least, places in ((99.95, 0), (9.995, 1), (0.9995, 2)):
        if value >= least:
            return f"{value:,.{places}f}"
    return f"{value:.3g}"


def _left_out(advice: Advice) -> str:
    """A paragraph for each kind of reason, the most frequent first."""
    lines = ["Left out:"]
    for kind, _ in sorted(advice.counts.items(), key=lambda each: (-each[1], each[0])):
        names = [*dict.fromkeys(_named(each) for each in advice.left_out if each.kind == kind)]
        named = names[:MOST_NAMED]
        if len(names) > MOST_NAMED:
            named.append(f"{len(names) - MOST_NAMED} more")
        lines += textwrap.wrap(
            f"{kind}: {', '.join(named)}", WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    return "\n".join(lines) + "\n"


def _named(each: LeftOut) -> str:
    """A build; or a curve, where the build does not matter."""
    build = "" if each.kind == TOO_WEAK else f"{each.library} ({each.variant}) "
    return f"{build}{each.curve} [{each.detail}]"


def _command(words: str) -> str:
    """For a shell, over several lines."""
    lines = textwrap.wrap(words, WIDTH - 6, break_on_hyphens=False)
    return "  " + " \\\n    ".join(lines) + "\n"


def _lines(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def _wrapped(text: str, indent: int) -> str:
    return "\n".join(_lines(text, indent)) + "\n"
