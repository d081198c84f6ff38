# SPDX-License-Identifier: MIT
"""Public exponents as rows of bytes, which MP_TURNS and MP_DIGIT of src/mp/mp.h read."""

from collections.abc import Sequence

from tools.curves.text import fill

MOST_TURNS = 63
MULTIPLIES, DIVIDES = 1, 3


def steps(exponent: int) -> list[int]:
    """A positive exponent from the highest digit on, which is left out, in the form without
    neighbours: digits 0, 1 and -1, no two of which that are not 0 stand side by side."""
    digits = []
    while exponent:
        digit = 2 - exponent % 4 if exponent % 2 else 0
        digits.append(digit)
        exponent = (exponent - digit) // 2
    found, turns = [], 0
    for digit in reversed(digits[:-1]):
        turns += 1
        if digit or turns == MOST_TURNS:
            sign = {0: 0, 1: MULTIPLIES, -1: DIVIDES}[digit]
            found.append(4 * turns + sign)
            turns = 0
    return [*found, *([4 * turns] if turns else []), 0]


def bytes_of(name: str, values: Sequence[int]) -> str:
    listed = fill(", ".join(f"0x{value:02x}" for value in values), "    ")
    return f"static const uint8_t {name}[] WHIT_ROM = {{\n{listed}\n}};\n"
