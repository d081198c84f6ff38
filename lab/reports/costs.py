# SPDX-License-Identifier: MIT
"""The cost table: a library a row, what its operations take, what its image occupies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lab.model import ALL, ALL_PARTS, Sample
from lab.reports.figures import NONE, count, kilocycles, ratio, verdict
from lab.reports.fronts import is_counted
from lab.reports.table import Table

_HEADER = ("library", "keygen", "ecdh", "sign", "verify", "flash B", "stack B", "constant time")
_LEGEND = (
    "keygen, ecdh, sign, verify: thousands of cycles. flash, stack: of the image with all four."
)
_ALONE_LEGEND = (
    "kcycles: thousands. flash: of the image with that operation alone, and at the end of that "
    "with all four."
)
_LIBRARIES_LEGEND = (
    "Each library's fastest build, by the sum of the four operations, and its smallest, where that "
    "is another."
)
_LEVELS_LEGEND = (
    "Whit's three profiles, and of each peer the build that is fastest at the target's level. "
    "Times faster: the four operations together at the target's level by those at this one."
)


@dataclass(frozen=True, eq=False)
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

    @property
    def known(self) -> tuple[int, ...]:
        """Those that are not None."""
        return tuple(value for value in self.values() if value is not None)

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
    return Table(_HEADER, lines).text()


def table(samples: Iterable[Sample]) -> Table:
    """A row for each build."""
    return Table(_HEADER, [row.cells() for row in _rows(samples)], legend=_LEGEND)


def alone(samples: Iterable[Sample]) -> Table:
    """A row for each build that counts: what each operation takes in an image of its own."""
    header = ["library"]
    for operation in ALL_PARTS:
        header += [f"{operation} kcycles", "flash B"]
    lines = []
    for row in _rows(sample for sample in samples if is_counted(sample)):
        cells = [f"{row.library} ({row.variant})"]
        for operation in ALL_PARTS:
            found = row.samples.get(operation)
            cells += [kilocycles(found.cycles), count(found.flash_bytes)] if found else [NONE] * 2
        together = row.samples.get(ALL)
        lines.append((*cells, count(together.flash_bytes if together else None)))
    return Table((*header, "all B"), lines, legend=_ALONE_LEGEND)


def libraries(samples: Iterable[Sample]) -> Table:
    """The fastest and the smallest build of each library, of those that were measured whole."""
    by_library: dict[str, list[_Row]] = {}
    for row in _rows(sample for sample in samples if is_counted(sample)):
        if None not in row.values():
            by_library.setdefault(row.library, []).append(row)
    ends = [(min(rows, key=_slowness), min(rows, key=_size)) for rows in by_library.values()]
    cells = [row.cells() for each in ends for row in dict.fromkeys(each)]
    return Table(_HEADER, cells, legend=f"{_LIBRARIES_LEGEND} {_LEGEND}")


def fastest(samples: Iterable[Sample]) -> tuple[Sample, ...]:
    """Of the fastest build of each peer, the sample of the image with all four operations."""
    rows = [row for row in _rows(samples) if row.library != "whit" and None not in row.values()]
    best: dict[str, _Row] = {}
    for row in sorted(rows, key=_slowness):
        best.setdefault(row.library, row)
    return tuple(row.samples[ALL] for row in best.values())


def levels(found: Iterable[tuple[str, Sample]]) -> Table:
    """Builds as they come, and with other levels of optimisation. Each is given with the flags that
    it was built with after the target's."""
    groups: dict[tuple[bool, str, str], dict[str, list[Sample]]] = {}
    for cflags, sample in found:
        build = (sample.library != "whit", sample.library, sample.case.variant)
        groups.setdefault(build, {}).setdefault(cflags, []).append(sample)
    lines = []
    for _, by_flags in sorted(groups.items()):
        base: _Row | None = None
        for cflags, samples in sorted(by_flags.items()):
            (row,) = _rows(samples)
            base = base or row
            library, *cells = row.cells()
            lines.append((library, cflags or _level(samples[0].flags), *cells, _gain(base, row)))
    library, *others = _HEADER
    header = (library, "level", *others, "times faster")
    return Table(header, lines, left=2, legend=f"{_LEGEND} {_LEVELS_LEGEND}")


def _level(flags: str) -> str:
    """That of a target's flags."""
    return next((word for word in reversed(flags.split()) if word.startswith("-O")), "-O0")


def _gain(base: _Row, row: _Row) -> str:
    if base is row or None in (*base.values(), *row.values()):
        return NONE
    return f"{_slowness(base)[0] / _slowness(row)[0]:.2f}"


def _slowness(row: _Row) -> tuple[int, int]:
    """Together the four operations; of equal builds the smaller is meant."""
    *cycles, flash_bytes, _ = row.known
    return sum(cycles), flash_bytes


def _size(row: _Row) -> tuple[int, int]:
    *cycles, flash_bytes, _ = row.known
    return flash_bytes, sum(cycles)
