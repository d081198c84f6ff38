# SPDX-License-Identifier: MIT
"""What ECDH costs against the size of the field, drawn from samples."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lab.errors import LabError
from lab.model import Case, Sample
from lab.reports.drawing import svg
from lab.reports.scaling_fit import FORMS, KERNELS, Point, laws, of_cases

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TARGET, LIBRARY, PROFILE = "cortex-m4", "whit", "balanced"

_NAMED = ("secp112r1", "secp256r1", "secp384r1", "secp521r1", "bls12_381", "ss_p1536")
_TICKS_BITS = (112, 160, 256, 384, 512, 638, 1024, 1536)


def draw(samples: Iterable[Sample]) -> bytes:
    """An SVG. The same samples give the same bytes."""
    measured = points(samples)
    if not measured:
        raise LabError(f"results/ has no ecdh of {LIBRARY} on {TARGET} to draw")

    def plot(figure: "Figure") -> None:
        _plot(figure.add_subplot(), measured)
        figure.legend(frameon=False, loc="outside right center", fontsize=7.5)

    return svg("ECDH by field size", (9.6, 5.4), plot)


_HUES = ("#1f5fa8", "#b5541c", "#8a7a00", "#2f7d32", "#7b4397")
_COLOURS = dict(zip((*KERNELS.values(), *FORMS.values()), _HUES, strict=True))
_NOT_PLAIN = dict.fromkeys(FORMS.values(), "kernels know the prime")
_CHECKED = "larger cofactor"


def points(samples: Iterable[Sample]) -> tuple[Point, ...]:
    """Whit's ECDH on the core, a point a curve, from the smallest field to the largest."""
    wanted = Case(TARGET, LIBRARY, "", "ecdh", profile=PROFILE)
    return of_cases(sample for sample in samples if replace(sample.case, curve="") == wanted)


def _plot(axes: "Axes", measured: Sequence[Point]) -> None:
    for kind, colour in _COLOURS.items():
        for plain in (True, False):
            chosen = [point for point in measured if (point.kind, point.plain) == (kind, plain)]
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
