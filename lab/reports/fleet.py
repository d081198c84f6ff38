# SPDX-License-Identifier: MIT
"""What a fleet of signing sensors costs, as a table and as data."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from lab.fleet.model import WITHIN, Estimate, Figures, Fleet
from lab.fleet.verification import Measured
from lab.reports.figures import NONE
from lab.reports.table import Table

WIDTH = 100
_DAY = 86_400.0
_GATEWAY = ("offered", "cores", "delay_seconds")


@dataclass(frozen=True)
class Row:
    """A figure, by the name that it has in data."""

    name: str
    label: str
    unit: str
    scale: float = 1.0  # from SI units to the unit


ROWS = (
    Row("sign_joules", "to sign a reading", "mJ", 1e3),
    Row("radio_joules", "to send it", "mJ", 1e3),
    Row("mean_amperes", "current of a sensor", "µA", 1e6),
    Row("life_seconds", "life of a battery", "days", 1 / _DAY),
    Row("replacements", "batteries replaced", "a year"),
    Row("worst_year", "in the worst year, all new at first", "a year"),
    Row("air_share", "air of a cell", "%", 100),
    Row("collisions", "transmissions that collide", "%", 100),
    Row("delivered", "readings that arrive", "%", 100),
    Row("rate", "signatures at the gateway", "a second"),
    Row("offered", "work for its cores", "cores"),
    Row("cores", "cores needed", "cores"),
    Row("delay_seconds", "until verified, on average", "µs", 1e6),
    Row("slowest_seconds", "until verified, 99% below", "µs", 1e6),
)


@dataclass(frozen=True)
class Report:
    """The fleet, and its figures: of unsigned readings on paper, of signed ones on paper, and by
    simulation."""

    fleet: Fleet
    build: str  # that signs
    curve: str
    message: str
    seed: int
    unsigned: Figures
    paper: Figures
    simulated: Figures
    measured: Measured | None
    notes: tuple[str, ...]


def _cells(row: Row, report: Report) -> Sequence[str]:
    paper, found = _get(report.paper, row), _get(report.simulated, row)
    without = None if row.name in _GATEWAY else _get(report.unsigned, row)
    bound = "≤ " if _is_bound(row, report) else ""
    return (
        f"{row.label}, {row.unit}",
        NONE if without is None else _digits(without.value * row.scale),
        NONE if paper is None else bound + _digits(paper.value * row.scale),
        NONE if found is None else _digits(found.value * row.scale),
        NONE if found is None or not found.error else f"{found.error * WITHIN * row.scale:.2g}",
        "≠" if agrees(row, report) is False else "",
    )


def _get(figures: Figures, row: Row) -> Estimate | None:
    return figures.all().get(row.name)


def _is_bound(row: Row, report: Report) -> bool:
    return row.name == "delay_seconds" and report.paper.delay_is_bound


def agrees(row: Row, report: Report) -> bool | None:
    """Whether simulation and paper do, as far as chance lets them; None where one has no figure."""
    paper, found = _get(report.paper, row), _get(report.simulated, row)
    if paper is None or found is None:
        return None
    if _is_bound(row, report) and found.value <= paper.value:
        return True
    return found.agrees(paper.value)


def _digits(value: float) -> str:
    """Six digits that count, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 1e5 else f"{value:,.6g}"


def table(report: Report) -> Table:
    header = ("", "unsigned", "signed", "simulated", "± 95%", "")
    rows = [_cells(row, report) for row in ROWS]
    return Table(header, rows, left=1)


def as_text(report: Report) -> str:
    notes = "".join(_wrapped(f"Note: {note}.", 6) for note in report.notes)
    return "\n".join((_heading(report), table(report).text(), notes))


def _heading(report: Report) -> str:
    fleet, battery = report.fleet, report.fleet.battery
    sensor = fleet.sensor
    lines = [
        f"{fleet.sensors:,} sensors: {sensor.name} signs with {report.build} on {report.curve} in "
        f"{1e3 * sensor.sign_seconds:.3g} ms, emulated, and sends {report.message} of "
        f"{sensor.message_bytes} bytes in {_frames(fleet)}, every "
        f"{fleet.period_seconds:,g} s",
        f"{battery.name}: {battery.charge_coulombs / 3.6:,.0f} mAh with a spread of "
        f"{fleet.spread:.0%}, of which {battery.loss_per_year:.1%} are lost a year",
        f"{fleet.link.description}; modelled; cells of {fleet.cell:,}; {100 * fleet.loss:.3g}% of "
        "frames lost",
        _verified(report),
    ]
    return "".join(_wrapped(line, 2) for line in lines)


def _frames(fleet: Fleet) -> str:
    count = len(fleet.frames)
    return f"{count} frame{'s' * (count > 1)}"


def _verified(report: Report) -> str:
    measured, planned = report.measured, report.fleet.verifying
    limit = f"cores are planned to be busy {report.fleet.busy:.0%} of the time at most"
    if measured is None:
        return f"Gateway: a signature takes {1e6 * planned.seconds:,.3g} µs, as given; {limit}"
    times = [f"{_time(measured.singly.seconds, measured.singly.error_seconds)} singly"]
    if measured.batches is not None:
        batch = measured.batches
        times.append(f"{_time(batch.seconds, batch.error_seconds)} in batches of {batch.batch}")
    return (
        f"Gateway: a signature takes {', '.join(times)}, measured on this machine: "
        f"{measured.signatures:,} real ones by {measured.workers} processes of Dask on "
        f"{measured.processor}, {measured.rate:,.0f} a second with all that is around it; {limit}"
    )


def _time(seconds: float, error: float) -> str:
    return f"{1e6 * seconds:,.3g} ± {1e6 * WITHIN * error:.2g} µs"


def _wrapped(text: str, indent: int) -> str:
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def as_json(report: Report) -> str:
    """One object; figures in SI units, shares of 1."""
    fleet = report.fleet
    content = {
        "sensor": asdict(fleet.sensor),
        "build": report.build,
        "curve": report.curve,
        "message": report.message,
        "link": fleet.link.name,
        "period_seconds": fleet.period_seconds,
        "sensors": fleet.sensors,
        "cell": fleet.cell,
        "loss": fleet.loss,
        "battery": asdict(fleet.battery),
        "spread": fleet.spread,
        "busy": fleet.busy,
        "verifying": asdict(fleet.verifying),
        "measured": None if report.measured is None else asdict(report.measured),
        "seed": report.seed,
        "figures": [_record(row, report) for row in ROWS],
        "notes": report.notes,
    }
    return json.dumps(content, indent=2) + "\n"


def _record(row: Row, report: Report) -> Mapping[str, object]:
    paper, found = _get(report.paper, row), _get(report.simulated, row)
    without = None if row.name in _GATEWAY else _get(report.unsigned, row)
    return {
        "name": row.name,
        "unsigned": None if without is None else without.value,
        "paper": None if paper is None else paper.value,
        "paper_is_bound": _is_bound(row, report),
        "simulated": None if found is None else found.value,
        "standard_error": None if found is None else found.error,
        "agrees": agrees(row, report),
    }


def as_csv(report: Report) -> str:
    """The figures of `as_json`."""
    records = [_record(row, report) for row in ROWS]
    cells = [[str(value) if value is not None else None for value in r.values()] for r in records]
    return Table(tuple(records[0]), cells).csv()


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
}
