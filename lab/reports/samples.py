# SPDX-License-Identifier: MIT
"""Samples as a table, JSON, or CSV."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from lab import curves
from lab.model import Sample
from lab.reports.figures import count, thousandths, verdict
from lab.reports.table import Table

_DECIDING = ("-O", "-f", "-m")  # not those of warnings, definitions and folders


def as_json(samples: Sequence[Sample]) -> str:
    """One array of objects."""
    return json.dumps([sample.record() for sample in samples], indent=2) + "\n"


def as_csv(samples: Sequence[Sample]) -> str:
    """A header and a line a sample; an empty field is null."""
    names = [field.name for field in fields(Sample)]
    return Table(names, [tuple(sample.record().values()) for sample in samples]).csv()


def as_table(samples: Sequence[Sample]) -> str:
    """A table for each target; below it what failed, and why."""
    groups: dict[tuple[str, str, str], list[Sample]] = {}
    for sample in samples:
        group = (sample.board or sample.target, sample.compiler, sample.origin)
        groups.setdefault(group, []).append(sample)
    return "\n".join(_group(*group, members) for group, members in groups.items())


def _group(target: str, compiler: str, origin: str, samples: Sequence[Sample]) -> str:
    good = [sample for sample in samples if sample.error is None]
    failed = _failed(samples)
    keys = f"{samples[0].keys} keys"
    found = {sample.curve for sample in samples}
    if len(found) > 1:
        return f"{target}, {compiler}, {keys}\n{origin}\n\n{_of_curves(good)}{failed}"
    heading = f"{target}, {found.pop()}, {compiler}, {keys}\n{origin}\n\n"
    return heading + (_of_one_curve(good) if good else "") + failed


def variant(sample: Sample) -> str:
    """What was built, with the flags of its own that decide what code the compiler makes."""
    words = sample.flags.split()
    standard = [place for place, word in enumerate(words) if word.startswith("-std=")]
    own = words[standard[0] + 1 :] if standard else []
    return " ".join((sample.case.variant, *(word for word in own if word[:2] in _DECIDING)))


def _failed(samples: Sequence[Sample]) -> str:
    """A line for what failed for the same reason."""
    curves: dict[tuple[str, str], dict[str, list[str]]] = {}
    for sample in samples:
        if sample.error is not None:
            reason = f"{sample.library} ({variant(sample)})", sample.error
            curves.setdefault(reason, {}).setdefault(sample.curve, []).append(sample.operation)
    lines = []
    for (build, error), operations in curves.items():
        cases = "; ".join(f"{curve} {', '.join(names)}" for curve, names in operations.items())
        lines.append(f"failed: {build}, {cases}: {error}\n")
    return "".join(lines)


def _has_chip(samples: Sequence[Sample]) -> bool:
    return any(sample.chip_joules is not None for sample in samples)


def _of_board(samples: Sequence[Sample]) -> tuple[str, ...]:
    """The columns that a board adds, and that its part alone does."""
    if not any(sample.board for sample in samples):
        return ()
    return ("on board", "ms", "mJ", *(("chip mJ",) if _has_chip(samples) else ()))


def _on_board(sample: Sample, has_chip: bool) -> tuple[str, ...]:
    if sample.board is None:
        return ()
    chip = (thousandths(sample.chip_joules),) if has_chip else ()
    return (
        count(sample.board_cycles),
        thousandths(sample.time_seconds),
        thousandths(sample.energy_joules),
        *chip,
    )


def _of_curves(samples: Sequence[Sample]) -> str:
    """From the smallest field to the largest."""
    header = ("curve", "library", "operation", "bits", "cycles", *_of_board(samples),
              "flash B", "stack B", "constant")  # fmt: skip
    rows = [
        (
            sample.curve,
            f"{sample.library} ({variant(sample)})",
            sample.operation,
            str(curve.field_bits),
            count(sample.cycles),
            *_on_board(sample, _has_chip(samples)),
            count(sample.flash_bytes),
            count(sample.stack_bytes),
            verdict(sample.constant_time),
        )
        for curve in curves.known()
        for sample in samples
        if sample.curve == curve.name
    ]
    return Table(header, rows, left=3).text()


def _of_one_curve(samples: Sequence[Sample]) -> str:
    header = ("library", "variant", "operation", "cycles", "least", "most", *_of_board(samples),
              "flash B", "stack B", "constant time")  # fmt: skip
    rows = [
        (
            sample.library,
            variant(sample),
            sample.operation,
            count(sample.cycles),
            count(sample.cycles_min),
            count(sample.cycles_max),
            *_on_board(sample, _has_chip(samples)),
            count(sample.flash_bytes),
            count(sample.stack_bytes),
            verdict(sample.constant_time),
        )
        for sample in samples
    ]
    return Table(header, rows, left=3).text()


FORMATS: Mapping[str, Callable[[Sequence[Sample]], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
}
