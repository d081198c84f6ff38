# SPDX-License-Identifier: MIT
"""The table of curves: what each is and what it costs, from the smallest field on."""

from collections.abc import Sequence

from lab import curves
from lab.curves import Curve
from lab.model import ALL, Sample
from lab.reports.figures import count, kilocycles
from lab.reports.grid import markdown

HEADER = ("curve", "field", "order", "cofactor", "security", "hash",
          "ecdh", "sign", "verify", "flash B", "stack B")  # fmt: skip
LEGEND = (
    "field, order, security: bits. hash: that of the curve's header. ecdh, sign, verify: thousands "
    "of cycles. flash, stack: of the image with keygen, ecdh, sign and verify."
)
_LARGE = 10_000


def as_markdown(samples: Sequence[Sample]) -> str:
    """Every curve of curves/; a dash for what was not sampled. The samples are of one
    target, library and variant."""
    of = {(sample.curve, sample.operation): sample for sample in samples}

    def cycles(curve: Curve, operation: str) -> str:
        sample = of.get((curve.name, operation))
        return kilocycles(sample.cycles if sample else None)

    rows = []
    for curve in curves.declared():
        together = of.get((curve.name, ALL))
        rows.append(
            (
                curve.name,
                str(curve.field_bits),
                str(curve.order_bits),
                cofactor(curve),
                str(curve.security_bits),
                curve.hash if curve.ecdsa else "no ECDSA",
                *(cycles(curve, operation) for operation in ("ecdh", "sign", "verify")),
                count(together.flash_bytes if together else None),
                count(together.stack_bytes if together else None),
            )
        )
    return markdown(HEADER, rows)


def cofactor(curve: Curve) -> str:
    """In full, or how long it is."""
    value = curve.cofactor
    return str(value) if value < _LARGE else f"{value.bit_length()} bits"
