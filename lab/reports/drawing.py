# SPDX-License-Identifier: MIT
"""Drawings as SVG. The same samples give the same bytes."""

import io
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from lab.errors import LabError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LACKING = "drawing needs matplotlib; make setup installs it"
# Text stays text, and nothing in the file depends on when it was drawn.
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "whit",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def check() -> None:
    """LabError where nothing can be drawn, before the work whose result is."""
    if find_spec("matplotlib") is None:
        raise LabError(_LACKING)


def svg(title: str, inches: tuple[float, float], plot: Callable[["Figure"], None]) -> bytes:
    """What `plot` puts into a figure."""
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise LabError(_LACKING) from error
    metadata = {"Date": None, "Creator": None, "Title": title}
    with rc_context(_STYLE):  # type: ignore[arg-type]
        figure = Figure(figsize=inches, layout="constrained")
        plot(figure)
        output = io.BytesIO()
        FigureCanvasSVG(figure)
        figure.savefig(output, format="svg", metadata=metadata)
    return output.getvalue()
