# SPDX-License-Identifier: MIT
"""Samples as a table, JSON, or CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from lab.model import Sample
from lab.reports.figures import count, verdict
from lab.reports.grid import grid


def as_json(samples: Sequence[Sample]) -> str:
    """One array of objects."""
    return json.dumps([sample.record() for sample in samples], indent=2) + "\n"


def as_csv(samples: Sequence[Sample]) -> str:
    """A header and a line a sample; an empty field is null."""
    text = io.StringIO()
    names = [field.name for field in fields(Sample)]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(sample.record() for sample in samples)
    return text.getvalue()


def as_table(samples: Sequence[Sample]) -> str:
    """A table for each target and curve."""
    groups: dict[tuple[str, ...], list[Sample]] = {}
    for sample in samples:
        group = (sample.target, sample.curve, sample.compiler, sample.origin)
        groups.setdefault(group, []).append(sample)
    return "\n".join(_group(group, members) for group, members in groups.items())


def _group(group: tuple[str, ...], samples: Sequence[Sample]) -> str:
    header = ("library", "variant", "operation", "cycles", "least", "most",
              "flash B", "stack B", "constant time")  # fmt: skip
    rows = [
        (
            sample.library,
            sample.case.variant,
            sample.operation,
            count(sample.cycles),
            count(sample.cycles_min),
            count(sample.cycles_max),
            count(sample.flash_bytes),
            count(sample.stack_bytes),
            verdict(sample.constant_time),
        )
        for sample in samples
    ]
    target, curve, compiler, origin = group
    keys = samples[0].keys
    title = f"{target}, {curve}, {compiler}, {keys} keys\n{origin}\n\n"
    return title + grid(header, rows, left=3)


FORMATS: Mapping[str, Callable[[Sequence[Sample]], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
}
