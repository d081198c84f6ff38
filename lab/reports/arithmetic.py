# SPDX-License-Identifier: MIT
"""What the public arithmetic costs, core by core."""

from collections.abc import Sequence

from lab.model import ARITHMETIC, OPERATIONS, SHOWING, Sample
from lab.reports.figures import NONE, count
from lab.reports.table import Table

NUMBERS = tuple(name for name in ARITHMETIC if "integers" in OPERATIONS[name].needs)
POINTS = (*(name for name in ARITHMETIC if name not in NUMBERS), *SHOWING)
LEGEND = "Emulated; numbers are as the library has them. {}"
MODELLED = "time modelled from emulated cycles"


def integers(samples: Sequence[Sample]) -> Table:
    """A row for each core and length of a modulus: thousands of cycles."""
    rows = [
        (target, curve.removeprefix("integers"), *_thousands(own, NUMBERS), *_largest(own))
        for (target, curve, _), own in _grouped(samples)
        if curve.startswith("integers")
    ]
    header = ("core", "bits", *(f"{each} kcycles" for each in NUMBERS), "flash B", "stack B")
    legend = LEGEND.format("flash B and stack B: of the operation that takes most.")
    return Table(header, rows, left=1, legend=legend)


def integers_on(samples: Sequence[Sample], board: str) -> Table:
    """A row for each length of a modulus: milliseconds on one board."""
    rows = [
        (curve.removeprefix("integers"), *_milliseconds(own, NUMBERS))
        for (_, curve, _), own in _grouped(samples, board)
        if curve.startswith("integers")
    ]
    header = ("bits", *(f"{each} ms" for each in NUMBERS))
    return Table(header, rows, left=0, legend=LEGEND.format(f"{board}; {MODELLED}."))


def points_on(samples: Sequence[Sample], board: str) -> Table:
    """A row for each build: secp256r1 in milliseconds on one board."""
    rows = [
        (profile or NONE, *_milliseconds(own, POINTS), *_largest(own))
        for (_, curve, profile), own in _grouped(samples, board)
        if curve == "secp256r1"
    ]
    header = ("profile", *(f"{each} ms" for each in POINTS), "flash B", "stack B")
    return Table(header, rows, left=1, legend=LEGEND.format(f"secp256r1 on {board}; {MODELLED}."))


def points(samples: Sequence[Sample]) -> Table:
    """A row for each core and build: secp256r1 in thousands of cycles."""
    rows = [
        (target, profile or NONE, *_thousands(own, POINTS), *_largest(own))
        for (target, curve, profile), own in _grouped(samples)
        if curve == "secp256r1"
    ]
    header = ("core", "profile", *(f"{each} kcycles" for each in POINTS), "flash B", "stack B")
    legend = LEGEND.format("secp256r1; a credential has one attribute, which is hidden.")
    return Table(header, rows, left=2, legend=legend)


def _grouped(
    samples: Sequence[Sample], board: str | None = None
) -> list[tuple[tuple[str, str, str | None], dict[str, Sample]]]:
    """Those of Whit without options, of cores or of a board, by core, curve and profile."""
    found: dict[tuple[str, str, str | None], dict[str, Sample]] = {}
    for each in samples:
        plain = each.library == "whit" and each.configuration is None and each.board == board
        if plain and each.operation in (*NUMBERS, *POINTS) and each.case.compiler == "gcc":
            key = (each.target, each.curve, each.profile)
            found.setdefault(key, {})[each.operation] = each
    return sorted(found.items(), key=lambda each: (each[0][0], _bits(each[0][1]), each[0][2] or ""))


def _bits(curve: str) -> int:
    digits = curve.removeprefix("integers")
    return int(digits) if digits.isdigit() else 0


def _thousands(own: dict[str, Sample], operations: Sequence[str]) -> list[str]:
    found = (own.get(each) for each in operations)
    return [NONE if each is None or each.cycles is None else f"{each.cycles / 1000:,.1f}"
            for each in found]  # fmt: skip


def _milliseconds(own: dict[str, Sample], operations: Sequence[str]) -> list[str]:
    found = (own.get(each) for each in operations)
    times = (None if each is None else each.time_seconds for each in found)
    return [NONE if each is None else _three_digits(1000 * each) for each in times]


def _three_digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _largest(own: dict[str, Sample]) -> tuple[str, str]:
    flash = max(each.flash_bytes or 0 for each in own.values())
    return count(flash), count(max(each.stack_bytes or 0 for each in own.values()))
