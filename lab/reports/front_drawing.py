# SPDX-License-Identifier: MIT
"""The fronts of one curve on one core, drawn."""

from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from lab.errors import LabError
from lab.model import Sample
from lab.reports.drawing import svg
from lab.reports.fronts import MEMORIES, MEMORY_NAMES, Point, front, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TARGET, CURVE, OPERATIONS = "cortex-m4", "secp256r1", ("ecdh", "verify")


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG of the fronts of some operations, each in an image of its own."""
    chosen = [
        sample
        for sample in samples
        if (sample.case.target, sample.curve) == (TARGET, CURVE) and sample.operation in OPERATIONS
    ]
    if not chosen:
        raise LabError(f"results/ has no {' or '.join(OPERATIONS)} on {CURVE}, {TARGET} to draw")

    def plot(figure: "Figure") -> None:
        grid = figure.subplots(len(OPERATIONS), len(MEMORIES), squeeze=False)
        for row, operation in zip(grid, OPERATIONS, strict=True):
            members = [sample for sample in chosen if sample.operation == operation]
            for axes, memory in zip(row, MEMORIES, strict=True):
                _plot(axes, points(members, memory, operation))
                axes.set_title(f"{operation}: {MEMORY_NAMES[memory]}", fontsize=9, loc="left")
                axes.set(xlabel=f"bytes of {MEMORY_NAMES[memory]}", ylabel="cycles")
        figure.suptitle(f"{CURVE} on an emulated {TARGET}", fontsize=10)
        handles, labels = grid[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=5, frameon=False)

    return svg(f"Flash and stack against cycles, {CURVE} on {TARGET}", (7.2, 7.0), plot)


# Whit's is the first; a library keeps its colour and mark by its place in the alphabet.
_OURS = ("#1f5fa8", "o")
_COLOURS = ("#b5541c", "#2f7d4f", "#8a4fa3", "#9a7b00", "#b03060", "#4a6b7c")
_MARKS = ("s", "^", "D", "v", "P", "X")
_STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.5, 1.8, 2, 2.5, 3, 4, 5, 6, 8))
_FEWEST_TICKS = 3


def _mark_of(place: int) -> str:
    """Another in each round of the colours, so that no two libraries look alike."""
    return _MARKS[(place + place // len(_COLOURS)) % len(_MARKS)]


def looks(libraries: Iterable[str]) -> Mapping[str, tuple[str, str]]:
    """The colour and the mark of each library."""
    others = sorted(set(libraries) - {"whit"})
    return {"whit": _OURS} | {
        library: (_COLOURS[place % len(_COLOURS)], _mark_of(place))
        for place, library in enumerate(others)
    }


def _plot(axes: "Axes", drawn: Sequence[Point]) -> None:
    best = front(drawn)
    of_libraries = looks(point.sample.library for point in drawn)
    for library, (colour, mark) in of_libraries.items():
        members = [point for point in drawn if point.sample.library == library]
        if members:
            sizes = [point.size_bytes for point in members]
            cycles = [point.cycles for point in members]
            axes.scatter(sizes, cycles, 22, colour, marker=mark, label=library, zorder=3)
    axes.step(
        [point.size_bytes for point in best],
        [point.cycles for point in best],
        where="post",
        color="#888888",
        lw=1,
        zorder=2,
    )
    for place, names in _labels(best).items():
        axes.annotate(
            ", ".join(names), place, xytext=(4, 4), textcoords="offset points", fontsize=7
        )
    axes.set(xscale="log", yscale="log")
    _mark(axes)


def _labels(best: Iterable[Point]) -> Mapping[tuple[int, int], Sequence[str]]:
    """What stands beside a point of the front; equal builds share one label."""
    labels: dict[tuple[int, int], list[str]] = {}
    for point in best:
        case = point.sample.case
        name = case.variant if case.compiler == "gcc" else f"{case.variant}, {case.compiler}"
        labels.setdefault(point.costs, []).append(name)
    return labels


def _mark(axes: "Axes") -> None:
    """Ticks with figures in full, few: fronts often span less than a decade."""
    from matplotlib.ticker import NullLocator

    for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        ticks = _ticks(*limits)
        axis.set_ticks(ticks, [_short(tick) for tick in ticks])
        axis.set_minor_locator(NullLocator())
    axes.grid(visible=True, which="major", color="#dddddd", lw=0.5)


def _ticks(low: float, high: float) -> Sequence[float]:
    """At least three round values within the limits, from the coarsest steps that give them."""
    found: Sequence[float] = ()
    for steps in _STEPS:
        found = [
            step * 10**power
            for power in range(floor(log10(low)), floor(log10(high)) + 1)
            for step in steps
            if low <= step * 10**power <= high
        ]
        if len(found) >= _FEWEST_TICKS:
            break
    return found


def _short(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1e3:g} k" if value >= 1e3 else f"{value:g}"
