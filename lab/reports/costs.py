# SPDX-License-Identifier: MIT
"""The cost table: a library a row, what its operations take, what its image occupies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lab.model import ALL, ALL_PARTS, Sample
from lab.reports.figures import count, kilocycles, ratio, verdict
from lab.reports.grid import grid, markdown

HEADER = ("library", "keygen", "ecdh", "sign", "verify", "flash B", "stack B", "constant time")
LEGEND = (
    "keygen, ecdh, sign, verify: thousands of cycles. flash, stack: of the image with all four."
)


@dataclass(frozen=True)
class _Row:
    """One library, or one of its variants."""

    library: str
    variant: str
    samples: Mapping[str, Sample]  # by operation

    def values(self) -> tuple[int | None, ...]:
        """The figures in the header's order; None for what was not sampled."""
        together = self.samples.get(ALL)
        return (
            *(self._cycles(operation) for operation in ALL_PARTS),
            together.flash_bytes if together else None,
            together.stack_bytes if together else None,
        )

    def cells(self) -> tuple[str, ...]:
        *cycles, flash_bytes, stack_bytes = self.values()
        together = self.samples.get(ALL)
        return (
            f"{self.library} ({self.variant})",
            *(kilocycles(value) for value in cycles),
            count(flash_bytes),
            count(stack_bytes),
            verdict(together.constant_time if together else None),
        )

    def _cycles(self, operation: str) -> int | None:
        sample = self.samples.get(operation)
        return sample.cycles if sample else None


def _rows(samples: Iterable[Sample]) -> list[_Row]:
    """Whit first, then the others by name; the samples are of one target and curve."""
    found: dict[tuple[bool, str, str], dict[str, Sample]] = {}
    for sample in samples:
        key = (sample.library != "whit", sample.library, sample.case.variant)
        found.setdefault(key, {})[sample.operation] = sample
    return [_Row(key[1], key[2], members) for key, members in sorted(found.items())]


def as_text(samples: Sequence[Sample]) -> str:
    """For a terminal, and under each other library its ratio to Whit."""
    rows = _rows(samples)
    base = rows[0].values() if rows and rows[0].library == "whit" else None
    lines: list[Sequence[str]] = []
    for row in rows:
        lines.append(row.cells())
        if base and row is not rows[0]:
            pairs = zip(row.values(), base, strict=True)
            lines.append(("  times Whit's", *(ratio(*pair) for pair in pairs), ""))
    return grid(HEADER, lines)


def as_markdown(samples: Sequence[Sample]) -> str:
    """For a document."""
    return markdown(HEADER, [row.cells() for row in _rows(samples)])
