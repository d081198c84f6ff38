# SPDX-License-Identifier: MIT
"""The tables of curves: what each is and what it costs, from the smallest field on."""

from collections.abc import Sequence

from lab import curves
from lab.curves import Curve
from lab.model import ALL, Sample
from lab.reports.figures import count, kilocycles
from lab.reports.table import Table

_HEADER = ("curve", "field", "order", "cofactor", "security", "hash",
          "ecdh", "sign", "verify", "flash B", "stack B")  # fmt: skip
_LEGEND = (
    "field, order, security: bits. hash: that of the curve's header. ecdh, sign, verify: thousands "
    "of cycles. flash, stack: of the image with keygen, ecdh, sign and verify."
)
_FORMS_HEADER = ("curve", "form", "field", "order", "cofactor", "security",
                 "keygen", "ecdh", "flash B", "stack B")  # fmt: skip
_FORMS_LEGEND = (
    "field, order, security: bits. keygen, ecdh: thousands of cycles. flash, stack: of the image "
    "with ecdh alone."
)
_LARGE = 10_000


def table(samples: Sequence[Sample]) -> Table:
    """Every curve of curves/ in short Weierstrass form; a dash for what was not sampled. The
    samples are of one target, library and variant."""
    rows = [
        (
            curve.name,
            *_numbers(curve),
            curve.hash if curve.ecdsa else "no ECDSA",
            *_costs(curve, samples, ("ecdh", "sign", "verify"), ALL),
        )
        for curve in curves.declared()
    ]
    return Table(_HEADER, rows, legend=_LEGEND)


def forms(samples: Sequence[Sample]) -> Table:
    """The same of curves in Montgomery and Edwards form that are for key agreement."""
    rows = [
        (
            curve.name,
            curve.form,
            *_numbers(curve),
            *_costs(curve, samples, ("keygen", "ecdh"), "ecdh"),
        )
        for curve in curves.every()
        if curve.form != "weierstrass" and not curve.signs_messages
    ]
    return Table(_FORMS_HEADER, rows, left=2, legend=_FORMS_LEGEND)


def _numbers(curve: Curve) -> tuple[str, ...]:
    bits = (curve.field_bits, curve.order_bits)
    return (*map(str, bits), cofactor(curve), str(curve.security_bits))


def _costs(
    curve: Curve, samples: Sequence[Sample], operations: Sequence[str], image: str
) -> tuple[str, ...]:
    """Cycles of operations, and the bytes of an image."""
    of = {sample.operation: sample for sample in samples if sample.curve == curve.name}
    cycles = (of[name].cycles if name in of else None for name in operations)
    whole = of.get(image)
    return (
        *map(kilocycles, cycles),
        count(whole.flash_bytes if whole else None),
        count(whole.stack_bytes if whole else None),
    )


def cofactor(curve: Curve) -> str:
    """In full, or how long it is."""
    value = curve.cofactor
    return str(value) if value < _LARGE else f"{value.bit_length()} bits"
