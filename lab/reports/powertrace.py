# SPDX-License-Identifier: MIT
"""What tasks took in a power trace, as a table, as data, and drawn."""

import json
from collections.abc import Callable, Mapping
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from lab.errors import LabError
from lab.model import Value
from lab.power.analysis import Analysis
from lab.power.energy import CAUSES, LEAST_CODES, TARGET, Average, Energy, Run
from lab.power.trace import Current, Flags
from lab.reports.drawing import svg
from lab.reports.figures import NONE
from lab.reports.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEGEND = (
    "ms: how long a task runs, on average of its runs. mA, mW: while it runs. codes: steps of the "
    "converter in that current. ±: the energy lies within it at 95%."
)
_COARSE = (
    f"{{names}}: fewer than {LEAST_CODES} codes: the resolution does not allow {TARGET:.0%}, half "
    "a code is more; take a larger shunt or amplification."
)
_CLOCK = "The device's clock is {drift:.3%} ± {deviation:.3%} {way} than the trace's."


def table(found: Analysis) -> Table:
    """A row a task."""
    header = ("task", "runs", "samples", "ms", "± ms", "mA", "codes", "mW", "mJ", "± mJ", "±")
    return Table(header, [_cells(each) for each in found.averages], legend=_legend(found))


def _cells(each: Average) -> list[Value]:
    energy = each.energy
    watts = energy.joules / each.seconds if energy else None
    own = sum(run.seconds_uncertainty for run in each.runs) / len(each.runs)
    return [
        each.name,
        len(each.runs),
        sum(run.samples for run in each.runs),
        f"{1000 * each.seconds:,.2f}",
        f"{1000 * own:.2g}",
        _milli(each.amperes),
        NONE if each.codes is None else f"{each.codes:,.1f}",
        _milli(watts),
        _milli(energy.joules if energy else None),
        NONE if energy is None else f"{1000 * energy.uncertainty:.2g}",
        NONE if energy is None else f"{energy.uncertainty / energy.joules:.2%}",
    ]


def _milli(value: float | None) -> str:
    return NONE if value is None else f"{1000 * value:,.4g}"


def _legend(found: Analysis) -> str:
    parts = [_LEGEND]
    if found.alignment.drift is not None and found.alignment.drift_deviation is not None:
        parts.append(
            _CLOCK.format(
                drift=abs(found.alignment.drift),
                deviation=2 * found.alignment.drift_deviation,
                way="faster" if found.alignment.drift < 0 else "slower",
            )
        )
    if found.found and found.found.threshold_amperes is not None:
        parts.append(f"Marks are above {1000 * found.found.threshold_amperes:.4g} mA.")
    if found.found and found.found.others:
        one = found.found.others == 1
        parts.append("1 pulse is no mark." if one else f"{found.found.others} pulses are no marks.")
    coarse = [each.name for each in found.averages if each.is_coarse]
    if coarse:
        parts.append(_COARSE.format(names=", ".join(coarse)))
    return " ".join(parts)


def as_text(found: Analysis) -> str:
    return table(found).text()


def as_csv(found: Analysis) -> str:
    """A line a run."""
    rows = [_record(run) for run in found.runs]
    return Table(tuple(rows[0]), [tuple(row.values()) for row in rows]).csv()


def as_json(found: Analysis) -> str:
    """An array with an object a task, and its runs in it."""
    tasks = [
        {
            "task": each.name,
            "seconds": each.seconds,
            "amperes": each.amperes,
            "codes": each.codes,
            **_of_energy(each.energy),
            "resolution_allows_target": not each.is_coarse,
            "runs": [_record(run) for run in each.runs],
        }
        for each in found.averages
    ]
    return json.dumps(tasks, indent=2) + "\n"


def _record(run: Run) -> dict[str, Value]:
    return {
        "number": run.interval.number,
        "task": run.interval.name,
        "start_seconds": run.interval.start,
        "seconds": run.interval.seconds,
        "seconds_uncertainty": run.seconds_uncertainty,
        "samples": run.samples,
        "amperes": run.amperes,
        "codes": run.codes,
        **_of_energy(run.energy),
    }


def _of_energy(energy: Energy | None) -> dict[str, Value]:
    values: dict[str, Value] = {
        "energy_joules": energy.joules if energy else None,
        "uncertainty_joules": energy.uncertainty if energy else None,
    }
    for cause in CAUSES:
        values[f"{cause}_joules"] = energy.causes[cause].joules if energy else None
    return values


FORMATS: Mapping[str, Callable[[Analysis], str]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
}

_MOST_POINTS = 4000  # of more, the least and the largest of each stretch are drawn
_TASK, _MARK, _LINE = "#1f5fa8", "#b5541c", "#333333"


def draw(found: Analysis, seconds: float = inf) -> bytes:
    """The power over time with its tasks and marks, of the first seconds, as an SVG."""
    current = found.trace.current
    if current is None:
        raise LabError(f"{found.trace.source}: no current in it to draw")
    begin = float(current.seconds[0])
    inside = current.seconds <= begin + seconds
    if int(inside.sum()) < 2:
        raise LabError(f"{seconds:.3g} s hold no two samples to draw")

    def plot(figure: "Figure") -> None:
        _plot(figure.add_subplot(), found, current, inside)
        figure.legend(frameon=False, loc="outside upper right", ncols=3, fontsize=7.5)

    return svg("Power trace", (9.6, 4.2), plot)


def _plot(axes: "Axes", found: Analysis, current: Current, inside: Flags) -> None:
    times, watts = current.seconds[inside], current.watts[inside]
    if len(times) > _MOST_POINTS:
        pieces = np.array_split(np.arange(len(times)), _MOST_POINTS // 2)
        shown = np.array(
            [
                place
                for piece in pieces
                for place in sorted({piece[watts[piece].argmin()], piece[watts[piece].argmax()]})
            ]
        )
        times, watts = times[shown], watts[shown]
    begin, end = float(times[0]), float(times[-1])
    style = {"marker": ".", "markersize": 3} if len(times) < 400 else {}
    axes.plot(times - begin, 1000 * watts, color=_LINE, lw=0.8, label="power", **style)  # type: ignore[arg-type]
    for colour, label, spans in (
        (_TASK, "task", [(run.interval.start, run.interval.stop) for run in found.runs]),
        (_MARK, "mark", [(mark.rise, mark.fall) for mark in found.marks if found.found]),
    ):
        for start, stop in spans:
            if start < end:
                axes.axvspan(start - begin, min(stop, end) - begin, color=colour, alpha=0.2, lw=0,
                             label=label)  # fmt: skip
                label = ""  # once is enough
    top = axes.get_ylim()[1]
    for run in found.runs:
        middle = (run.interval.start + run.interval.stop) / 2
        if middle < end:
            axes.annotate(_told(run), (middle - begin, top), ha="center", va="top", fontsize=7)
    axes.set(xlabel="s", ylabel="mW", xlim=(0, end - begin))


def _told(run: Run) -> str:
    if run.energy is None:
        return run.interval.name
    return f"{run.interval.name}\n{_milli(run.energy.joules)} mJ"
