# SPDX-License-Identifier: MIT
"""The study of coordinates beside the published one: examples/coordinates, and Piñol's library."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from lab import published
from lab.errors import LabError
from lab.model import Sample
from lab.reports.figures import NONE, count
from lab.reports.table import Table

LIBRARY = "coordinates"
BOARD = "cc2538-16mhz"
SOURCE = "mossinger2016"
TIMES, ENERGIES = "2", "5"
# Its names for coordinates; .32 and .32sw follow, without a window and with one.
PUBLISHED = {"affine": "af", "homogeneous": "hm", "jacobian": "jb"}
WIDTHS = (32, 16)
WINDOWS = ("", "-window")
UNIT = "jacobian-32"  # whose time is 1

Figures = Mapping[tuple[str, str, str], float]  # by table, configuration and operation


def table(samples: Sequence[Sample]) -> Table:
    """A row for each of the twelve configurations."""
    own = {
        (each.configuration, each.operation): each
        for each in samples
        if each.library == LIBRARY and each.board == BOARD
    }
    known = _published()
    names = [
        f"{kind}-{width}{window}" for width in WIDTHS for kind in PUBLISHED for window in WINDOWS
    ]
    missing = [name for name in names if (name, "keygen") not in own]
    if missing:
        raise LabError(f"results/ has no samples of {LIBRARY}, {missing[0]} on {BOARD}")
    header = ("coordinates", "word", "window", "keygen s", "sign s", "verify s", "keygen mJ",
              "flash B", "x", "published s", "published mJ", "published x")  # fmt: skip
    rows = [_row(name, own, known) for name in names]
    return Table(header, rows, left=1, legend=_legend(own, known))


def _row(
    name: str, own: Mapping[tuple[str | None, str], Sample], known: Figures
) -> tuple[str, ...]:
    kind, width, *window = name.split("-")
    theirs = _called(name)
    keygen = own[name, "keygen"]
    times = (_seconds(own[name, each]) for each in ("keygen", "sign", "verify"))
    return (
        *(kind, width, "4" if window else NONE),
        *(f"{each:.3f}" for each in times),
        f"{1000 * (keygen.energy_joules or 0):.1f}",
        count(own[name, "verify"].flash_bytes),
        f"{_seconds(keygen) / _seconds(own[UNIT, 'keygen']):.2f}",
        _figure(known, TIMES, theirs, "{:.3f}"),
        _figure(known, ENERGIES, theirs, "{:,.0f}", 1000),
        _relative(known, theirs),
    )


def _seconds(sample: Sample) -> float:
    if sample.time_seconds is None:
        raise LabError(f"{sample.configuration}, {sample.operation}: no time")
    return sample.time_seconds


def _called(name: str) -> str:
    """What the study calls a configuration."""
    kind, width, *window = name.split("-")
    return f"{PUBLISHED[kind]}.{width}{'sw' if window else ''}"


def _published() -> Figures:
    tables = (each for each in published.tables() if each.source == SOURCE)
    return {
        (figure.table, figure.configuration, figure.operation): figure.value
        for each in tables
        for figure in each.figures
        if figure.library == "pinol"
    }


def _figure(known: Figures, table: str, name: str, form: str, factor: float = 1) -> str:
    found = known.get((table, name, "keygen"))
    return NONE if found is None else form.format(factor * found)


def _relative(known: Figures, name: str) -> str:
    found, unit = (known.get((TIMES, each, "keygen")) for each in (name, _called(UNIT)))
    return NONE if found is None or unit is None else f"{found / unit:.2f}"


def _legend(own: Mapping[tuple[str | None, str], Sample], known: Figures) -> str:
    """What the columns are, and whether both have the same order."""
    kinds = [f"{kind}-32" for kind in PUBLISHED]
    ours = [_seconds(own[name, "keygen"]) for name in kinds]
    theirs = [known[TIMES, _called(name), "keygen"] for name in kinds]
    falling = all(a > b for times in (ours, theirs) for a, b in pairwise(times))
    order = "In both" if falling else "Not in both"
    made = own[UNIT, "keygen"]
    return (
        f"secp256r1 on {BOARD}; {made.compiler}; time and energy modelled from emulated cycles. "
        f"x: keygen beside that of {UNIT}. {order}, affine coordinates take longest and Jacobian "
        "ones least."
    )
