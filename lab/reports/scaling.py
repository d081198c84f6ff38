# SPDX-License-Identifier: MIT
"""What ECDH costs against the size of the field, drawn from samples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import linear_regression
from typing import TYPE_CHECKING

from lab import curves
from lab.curves import Curve
from lab.errors import LabError
from lab.model import Case, Sample
from lab.reports.drawing import svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TARGET, LIBRARY, PROFILE = "cortex-m4", "whit", "balanced"

_NAMED = ("secp112r1", "secp160r1", "secp256r1", "secp384r1", "secp521r1", "bls12_381", "ss_p1536")
_TICKS_BITS = (112, 160, 224, 256, 384, 512, 638, 1024, 1536)


@dataclass(frozen=True)
class Point:
    """One curve of the drawing."""

    curve: Curve
    cycles: int

    @property
    def plain(self) -> bool:
        """The scalar is as long as the field, and a public key's order needs no check."""
        return self.curve.cofactor == 1


@dataclass(frozen=True)
class Fit:
    """cycles = factor · bits ^ exponent."""

    exponent: float
    factor: float

    def cycles(self, bits: int) -> float:
        return float(self.factor * bits**self.exponent)


def points(samples: Iterable[Sample]) -> tuple[Point, ...]:
    """Whit's ECDH on the core, a point a curve, from the smallest field to the largest."""
    wanted = Case(TARGET, LIBRARY, "", "ecdh", profile=PROFILE)
    return of_cases(sample for sample in samples if replace(sample.case, curve="") == wanted)


def of_cases(samples: Iterable[Sample]) -> tuple[Point, ...]:
    """The same of samples that differ in nothing but their curve."""
    found: Mapping[str, int] = {
        sample.curve: sample.cycles for sample in samples if sample.cycles is not None
    }
    return tuple(Point(curve, found[curve.name]) for curve in curves.every() if curve.name in found)


def fit(measured: Sequence[Point]) -> Fit | None:
    """Least squares of the logarithms over the curves of cofactor 1; None when these have
    one size only."""
    whole = [point for point in measured if point.plain]
    if len({point.curve.field_bits for point in whole}) < 2:
        return None
    line = linear_regression(
        [log(point.curve.field_bits) for point in whole], [log(point.cycles) for point in whole]
    )
    return Fit(line.slope, exp(line.intercept))


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG. The same samples give the same bytes."""
    measured = points(samples)
    if not measured:
        raise LabError(f"results/ has no ecdh of {LIBRARY} on {TARGET} to draw")

    def plot(figure: "Figure") -> None:
        _plot(figure.add_subplot(), measured)

    return svg("ECDH by field size", (7.2, 4.8), plot)


def _plot(axes: "Axes", measured: Sequence[Point]) -> None:
    series = (
        ("cofactor 1", True, "#1f5fa8", "#1f5fa8"),
        ("larger cofactor: the key's order is checked", False, "none", "#b5541c"),
    )
    for label, plain, inside, edge in series:
        chosen = [point for point in measured if point.plain == plain]
        if chosen:
            bits = [point.curve.field_bits for point in chosen]
            cycles = [point.cycles for point in chosen]
            axes.scatter(bits, cycles, 18, inside, edgecolors=edge, label=label, zorder=3)
    fitted = fit(measured)
    if fitted is not None:
        sizes = [point.curve.field_bits for point in measured if point.plain]
        ends = (sizes[0], sizes[-1])
        label = f"cycles ∝ bits ^ {fitted.exponent:.2f}"
        axes.plot(ends, [fitted.cycles(end) for end in ends], color="#888888", lw=1, label=label)
    for point in measured:
        if point.curve.name in _NAMED:
            axes.annotate(
                point.curve.name,
                (point.curve.field_bits, point.cycles),
                xytext=(5, -9),
                textcoords="offset points",
                fontsize=7,
            )
    _label(axes)


def _label(axes: "Axes") -> None:
    from matplotlib.ticker import NullLocator

    axes.set(xscale="log", yscale="log", xlabel="bits of the field", ylabel="cycles")
    axes.set_xticks(_TICKS_BITS, [str(bits) for bits in _TICKS_BITS])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(visible=True, which="major", color="#dddddd", lw=0.5)
    axes.set_title(f"ECDH by Whit ({PROFILE}) on an emulated {TARGET}", fontsize=10)
    axes.legend(frameon=False, loc="upper left")
