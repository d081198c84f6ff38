# SPDX-License-Identifier: MIT
"""The fronts of one curve on one core, drawn."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, hypot, log10
from typing import TYPE_CHECKING

from lab.errors import LabError
from lab.model import Sample
from lab.reports.best_peer import leaking
from lab.reports.drawing import svg
from lab.reports.fronts import MEMORIES, MEMORY_NAMES, OURS, Mark, Point, front, marks, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TARGET, CURVE, OPERATIONS = "cortex-m4", "secp256r1", ("ecdh", "sign", "verify")


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG of the fronts of some operations, each in an image of its own."""
    known = [sample for sample in samples if (sample.case.target, sample.curve) == (TARGET, CURVE)]
    chosen = [sample for sample in known if sample.operation in OPERATIONS]
    if not chosen:
        raise LabError(f"results/ has no {' or '.join(OPERATIONS)} on {CURVE}, {TARGET} to draw")
    leaks = leaking(known)
    of_libraries = looks(
        (each.library for each in chosen), {each.library for each in chosen if each.published}
    )

    def plot(figure: "Figure") -> None:
        grid = figure.subplots(len(OPERATIONS), len(MEMORIES), squeeze=False)
        for row, operation in zip(grid, OPERATIONS, strict=True):
            members = [sample for sample in chosen if sample.operation == operation]
            for axes, memory in zip(row, MEMORIES, strict=True):
                _plot(axes, marks(points(members, memory, operation), leaks), of_libraries)
                axes.set_title(f"{operation}: {MEMORY_NAMES[memory]}", fontsize=9, loc="left")
                axes.set(xlabel=f"bytes of {MEMORY_NAMES[memory]}", ylabel="cycles")
        figure.suptitle(
            f"{CURVE} on an emulated {TARGET}; hollow: time or addresses depend on secrets; "
            "star: published, in no registry",
            fontsize=10,
        )
        _legend(figure, of_libraries)

    return svg(f"Flash and stack against cycles, {CURVE} on {TARGET}", _INCHES, plot)


_INCHES = (8.2, 9.6)
_PLOT_POINTS = (225.0, 165.0)  # about as large as one of the drawings comes out

Look = tuple[str, str]

# Whit's is the first; a library keeps its colour and mark by its place in the alphabet.
_OURS = ("#1f5fa8", "o")
_COLOURS = ("#b5541c", "#2f7d4f", "#8a4fa3", "#9a7b00", "#b03060", "#4a6b7c", "#111111", "#17a0a8")
_MARKS = ("s", "^", "D", "v", "P", "X", "<", ">")
_PUBLISHED = "*"
_STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 5, 7), (1, 1.2, 1.5, 1.8, 2, 2.5, 3, 4, 5, 6, 8))
_FEWEST_TICKS = 3


def _mark_of(place: int) -> str:
    """Another in each round of the colours, so that no two libraries look alike."""
    return _MARKS[(place + place // len(_COLOURS)) % len(_MARKS)]


def looks(libraries: Iterable[str], published: Collection[str] = ()) -> Mapping[str, Look]:
    """The colour and the mark of each library."""
    others = sorted(set(libraries) - {OURS})
    return {OURS: _OURS} | {
        library: (
            _COLOURS[place % len(_COLOURS)],
            _PUBLISHED if library in published else _mark_of(place),
        )
        for place, library in enumerate(others)
    }


def _legend(figure: "Figure", of_libraries: Mapping[str, Look]) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], color=colour, marker=mark, ls="", ms=5, label=library)
        for library, (colour, mark) in of_libraries.items()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=5, frameon=False)


def _plot(axes: "Axes", drawn: Sequence[Mark], of_libraries: Mapping[str, Look]) -> None:
    """Whit's points lie on top and have their profiles beside them; of peers, those on the
    front have their names."""
    best = front(mark.point for mark in drawn)
    for each in sorted(drawn, key=lambda each: each.point.ours):
        point = each.point
        colour, mark = of_libraries[point.sample.library]
        inside = "white" if each.hollow else colour
        axes.scatter(
            [point.size_bytes], [point.cycles], 30 if point.ours else 20, inside,
            marker=mark, edgecolors=colour, linewidths=1, zorder=4 if point.ours else 3,
        )  # fmt: skip
    axes.set(xscale="log", yscale="log")
    limits = axes.get_xlim(), axes.get_ylim()
    axes.step(
        [*(point.size_bytes for point in best), limits[0][1]],
        [*(point.cycles for point in best), best[-1].cycles],
        where="post",
        color="#888888",
        lw=1,
        zorder=2,
    )
    axes.set(xlim=limits[0], ylim=limits[1])
    _name(axes, drawn, best, of_libraries)
    _mark(axes)


@dataclass(frozen=True)
class _Box:
    """A part of a drawing, in points from its lower left corner."""

    left: float
    low: float
    right: float
    high: float

    def meets(self, other: "_Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.low < other.high
            and other.low < self.high
        )


_LETTER, _LINE, _DOT = 3.7, 7.5, 3.5  # points, at the size of the names
_LEADER = {"arrowstyle": "-", "lw": 0.4, "color": "#888888", "shrinkB": 3}
_WIDER = 1.18  # how much wider bold letters are


def _name(
    axes: "Axes",
    drawn: Sequence[Mark],
    best: Iterable[Point],
    of_libraries: Mapping[str, Look],
) -> None:
    """Names where there is room, joined to their points where they are not beside them."""
    limits = axes.get_xlim(), axes.get_ylim()

    def at(point: Point) -> tuple[float, float]:
        across, up = (
            length * log10(value / low) / log10(high / low)
            for value, (low, high), length in zip(point.costs, limits, _PLOT_POINTS, strict=True)
        )
        return across, up

    dots = (at(mark.point) for mark in drawn)
    taken = [_Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in dots]
    taken += _steps([at(point) for point in best])
    named = (mark.point for mark in drawn if mark.named)
    for point, text in _names(sorted(named, key=lambda each: not each.ours)):
        wide = _LETTER * len(text) * (_WIDER if point.ours else 1)
        for aside, up in _offsets(wide):
            x, y = at(point)
            box = _Box(x + aside, y + up, x + aside + wide, y + up + _LINE)
            inside = box.left >= 0 and box.low >= 0 and box.high <= _PLOT_POINTS[1]
            if inside and box.right <= _PLOT_POINTS[0] and not any(map(box.meets, taken)):
                taken.append(box)
                far = _distance(wide, aside, up) >= _NEAR
                axes.annotate(
                    text, point.costs, xytext=(aside, up + 1.5), textcoords="offset points",
                    fontsize=7, color=of_libraries[point.sample.library][0],
                    fontweight="bold" if point.ours else "normal", zorder=5,
                    arrowprops=_LEADER if far else None,
                )  # fmt: skip
                break


def _steps(best: Sequence[tuple[float, float]]) -> Iterator[_Box]:
    """The line of the front, from its smallest build on."""
    ends = [*best[1:], (_PLOT_POINTS[0], best[-1][1])]
    for (x, y), (next_x, next_y) in zip(best, ends, strict=True):
        yield _Box(x, y - 1, next_x, y + 1)
        yield _Box(next_x - 1, next_y, next_x + 1, y)


_NEAR = 7.0  # points: what is no further from its name needs no line to it


def _offsets(wide: float) -> Iterable[tuple[float, float]]:
    """Of a name's lower left corner from its point, the nearest first."""
    right, left, middle = _DOT + 2, -wide - _DOT - 2, -wide / 2
    asides = [middle, *(right + 12 * step for step in range(7)),
              *(left - 12 * step for step in range(7))]  # fmt: skip
    ups = [_DOT + 1 + 4 * step for step in range(16)]
    ups = [-_LINE / 2, *ups, *(-up - _LINE for up in ups)]
    near = [(aside, up) for aside in asides for up in ups if (aside, up) != (middle, ups[0])]
    return sorted(near, key=lambda each: (_distance(wide, *each), each))


def _distance(wide: float, aside: float, up: float) -> float:
    """Of the name from its point; what lies beside it is a little nearer than it is."""
    across = max(aside, -aside - wide, 0)
    return hypot(across, 1.2 * max(up, -up - _LINE, 0))


def _names(named: Iterable[Point]) -> Iterator[tuple[Point, str]]:
    """What stands beside a point; equal builds of a library share a name."""
    labels: dict[tuple[str, int, int], tuple[Point, list[str]]] = {}
    for point in named:
        case = point.sample.case
        word = case.variant if case.compiler == "gcc" else f"{case.variant}, {case.compiler}"
        labels.setdefault((case.library, *point.costs), (point, []))[1].append(word)
    for point, words in labels.values():
        text = "" if words == ["default"] else ", ".join(words)
        yield point, text if point.ours else f"{point.sample.library} {text}".rstrip()


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
