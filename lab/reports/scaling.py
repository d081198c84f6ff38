# SPDX-License-Identifier: MIT
"""What ECDH costs against the size of the field, drawn from samples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import correlation, linear_regression
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
_SPECIAL, _ANY = "primes of a special form", "other primes"
_FORMS = {"montgomery": "Montgomery curves", "edwards": "Edwards curves"}
_KINDS = (_SPECIAL, _ANY, *_FORMS.values())
_FEWEST_SIZES = 3  # a line through two points says nothing about a law
_LEAST_SHARE = 0.9  # of what differs between curves that a law has to account for, to be one
_TICKS_BITS = (112, 160, 224, 256, 384, 512, 638, 1024, 1536)


@dataclass(frozen=True)
class Point:
    """One curve of the drawing."""

    curve: Curve
    cycles: int

    @property
    def plain(self) -> bool:
        """Whether the law is fitted to it: the scalar is as long as the field, and a public key's
        order needs no check; of other forms, no kernel knows the prime."""
        return self.curve.agrees or self.curve.cofactor == 1


@dataclass(frozen=True)
class Fit:
    """cycles = factor · bits ^ exponent."""

    exponent: float
    factor: float
    share: float  # of the variance of the logarithms that it accounts for, r²

    @property
    def holds(self) -> bool:
        """Whether the exponent says anything: where kernels know some of the primes and not
        others, the line through both is a mean and no law."""
        return self.share >= _LEAST_SHARE

    def cycles(self, bits: int) -> float:
        return float(self.factor * bits**self.exponent)

    def times(self, point: Point) -> float:
        """How many times what the law says it takes."""
        return point.cycles / self.cycles(point.curve.field_bits)


@dataclass(frozen=True)
class Law:
    """That of one kind of curves."""

    kind: str
    points: tuple[Point, ...]
    fit: Fit

    @property
    def ends_bits(self) -> tuple[int, int]:
        sizes = [point.curve.field_bits for point in self.points if point.plain]
        return min(sizes), max(sizes)


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


def kind_of(curve: Curve) -> str:
    """Of the prime in short Weierstrass form; what the curve is in another."""
    return _FORMS.get(curve.form, _SPECIAL if curve.special_prime else _ANY)


def laws(measured: Iterable[Point]) -> tuple[Law, ...]:
    """One for each kind that has enough sizes."""
    found: dict[str, list[Point]] = {kind: [] for kind in _KINDS}
    for point in measured:
        found[kind_of(point.curve)].append(point)
    return tuple(
        Law(kind, tuple(members), line)
        for kind, members in found.items()
        if (line := fit(members)) is not None
    )


def fit(measured: Sequence[Point]) -> Fit | None:
    """Least squares of the logarithms over the plain curves; None when these have too few
    sizes."""
    whole = [point for point in measured if point.plain]
    if len({point.curve.field_bits for point in whole}) < _FEWEST_SIZES:
        return None
    bits = [log(point.curve.field_bits) for point in whole]
    cycles = [log(point.cycles) for point in whole]
    line = linear_regression(bits, cycles)
    same = len(set(cycles)) == 1
    share = 1.0 if same else correlation(bits, cycles) ** 2
    return Fit(line.slope, exp(line.intercept), share)


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG. The same samples give the same bytes."""
    measured = points(samples)
    if not measured:
        raise LabError(f"results/ has no ecdh of {LIBRARY} on {TARGET} to draw")

    def plot(figure: "Figure") -> None:
        _plot(figure.add_subplot(), measured)
        figure.legend(frameon=False, loc="outside lower center", ncols=2, fontsize=8)

    return svg("ECDH by field size", (7.2, 5.6), plot)


_COLOURS = dict(zip(_KINDS, ("#1f5fa8", "#b5541c", "#2f7d32", "#7b4397"), strict=True))
_NOT_PLAIN = dict.fromkeys(_FORMS.values(), "kernels know the prime")
_CHECKED = "larger cofactor: the key's order is checked"


def _plot(axes: "Axes", measured: Sequence[Point]) -> None:
    for kind, colour in _COLOURS.items():
        for plain in (True, False):
            chosen = [
                point for point in measured if (kind_of(point.curve), point.plain) == (kind, plain)
            ]
            label = kind if plain else f"{kind}, {_NOT_PLAIN.get(kind, _CHECKED)}"
            if chosen:
                axes.scatter(
                    [point.curve.field_bits for point in chosen],
                    [point.cycles for point in chosen],
                    18,
                    colour if plain else "none",
                    edgecolors=colour,
                    label=label,
                    zorder=3,
                )
    for law in laws(measured):
        if not law.fit.holds:
            continue
        axes.plot(
            law.ends_bits,
            [law.fit.cycles(end) for end in law.ends_bits],
            color=_COLOURS[law.kind],
            lw=1,
            label=f"{law.kind}: cycles ∝ bits ^ {law.fit.exponent:.2f}",
        )
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
