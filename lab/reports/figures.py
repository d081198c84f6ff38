# SPDX-License-Identifier: MIT
"""Figures as text. What a target cannot give is a dash."""

NONE = "–"


def count(number: int | None) -> str:
    """A whole number, thousands apart."""
    return NONE if number is None else f"{number:,}"


def kilocycles(cycles: int | None) -> str:
    """Cycles in thousands, rounded."""
    return NONE if cycles is None else f"{(cycles + 500) // 1000:,}"


def milliseconds(cycles: int | None, hertz: int) -> str:
    """The time that cycles take at a clock."""
    return NONE if cycles is None else f"{cycles * 1000 / hertz:,.1f} ms"


def thousandths(value: float | None) -> str:
    """Seconds as milliseconds, joules as millijoules."""
    return NONE if value is None else f"{value * 1000:,.2f}"


def verdict(constant: bool | None) -> str:
    if constant is None:
        return NONE
    return "yes" if constant else "no"


def ratio(value: int | None, base: int | None) -> str:
    """How many times the base."""
    return NONE if value is None or not base else f"{value / base:.2f}×"
