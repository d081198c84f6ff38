# SPDX-License-Identifier: MIT
"""Rows of products by UMAAL: what the multiplications of ARMv7E-M share."""

from tools.kernels.thumb import Thumb

FIXED = ["f0", "f1", "f2", "f3"]


def start_row(t: Thumb, s: str, fixed: list[str], first: int) -> None:
    """Columns from `first` on = s times the fixed limbs, where nothing has been yet."""
    t.take(f"t{first}", f"t{first + 1}")
    t(f"umull $t{first}, $t{first + 1}, ${s}, ${fixed[0]}")
    for i, f in enumerate(fixed[1:], first + 1):
        t.take(f"t{i + 1}")
        t(f"mov $t{i + 1}, #0")
        t(f"umaal $t{i}, $t{i + 1}, ${s}, ${f}")


def row(t: Thumb, s: str, fixed: list[str], first: int, extra: str) -> None:
    """Add s times the fixed limbs and the word `extra` at column `first`."""
    for i, f in enumerate(fixed, first):
        t(f"umaal $t{i}, ${extra}, ${s}, ${f}")
    t.rename(extra, f"t{first + len(fixed)}")
