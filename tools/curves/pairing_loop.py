# SPDX-License-Identifier: MIT
"""The exponents of a curve's pairing, and how many lines its loop has."""

from tools.curves.exponents import steps
from tools.curves.towers import Tower
from tools.curves.weierstrass import Curve


def exponents(curve: Curve, tower: Tower) -> dict[str, int]:
    """Those that a family reads, without their signs."""
    if tower.family == "k2":
        return {"loop": curve.order - 1, "exponent": (curve.p + 1) // curve.order}
    found = {"loop": abs(tower.of_family.loop(tower.u))}
    if tower.family == "bn":
        found["parameter"] = abs(tower.u)
    return found


def loop_lines(curve: Curve, tower: Tower) -> int:
    """How many lines Miller's loop has, and what comes after it."""
    listed = steps(exponents(curve, tower)["loop"])
    return sum((step >> 2) + (step & 3 != 0) for step in listed) + tower.of_family.lines
