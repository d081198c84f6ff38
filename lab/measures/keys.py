# SPDX-License-Identifier: MIT
"""Private keys of special form, some of which are said to take longest."""

from collections.abc import Mapping

from lab import oracle
from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.timings import ALL_ONES


def special(curve: Curve) -> Mapping[str, bytes]:
    """Keys by form, each below the order. All ones: as many as a key is sure to have room
    for, which is one bit less than the order has."""
    if curve.form != "weierstrass":
        raise UnsupportedError(f"keys of {curve.name} have bits that are fixed")
    bits, size = curve.order.bit_length() - 1, oracle.of(curve).order_bytes
    values = {
        ALL_ONES: (1 << bits) - 1,
        "order less two": curve.order - 2,
        "every second bit": int("10" * (bits // 2), 2),
        "highest bit alone": 1 << (bits - 1),
        "two": 2,
    }
    return {form: value.to_bytes(size) for form, value in values.items()}
