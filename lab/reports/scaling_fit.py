# SPDX-License-Identifier: MIT
"""What an operation costs against the size of the field: one law for each kind of curves.

What a kernel multiplies takes a fraction of what loops take, so that only curves with the same kind
of kernel are compared: one that knows the prime, one for any prime of the length, or none. Of which
kind a curve is, targets/kernels.json says of Whit's builds; curves of others are told by their
prime's form."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from statistics import correlation, linear_regression
from typing import TypedDict

from lab import curves
from lab.curves import Curve
from lab.model import Sample
from lab.paths import TARGETS

_SPECIAL, _ANY = "primes of a special form", "other primes"
KERNELS = {
    "prime": "a kernel knows the prime",
    "length": "a kernel for any prime of the length",
    "none": "no kernel of its own",
}
FORMS = {"montgomery": "Montgomery curves", "edwards": "Edwards curves"}
KINDS = (*KERNELS.values(), _SPECIAL, _ANY, *FORMS.values())
_OURS = "whit"
_FEWEST_SIZES = 3  # a line through two points says nothing about a law
_LEAST_SHARE = 0.9  # of what differs between curves that a law has to account for, to be one


@dataclass(frozen=True)
class Point:
    """What one curve takes."""

    curve: Curve
    cycles: int
    kind: str

    @property
    def plain(self) -> bool:
        """Whether the law is fitted to it: the scalar is as long as the field, and a public key's
        order needs no check; of other forms, no kernel knows the prime."""
        return self.curve.agrees or self.curve.cofactor == 1


@dataclass(frozen=True)
class Fit:
    """cycles = factor · bits ^ exponent."""

    exponent: float
    factor: float
    share: float  # of the variance of the logarithms that it accounts for, r²

    @property
    def holds(self) -> bool:
        """Whether the exponent says anything: where curves of a kind are not alike, the line
        through them is a mean and no law."""
        return self.share >= _LEAST_SHARE

    def cycles(self, bits: int) -> float:
        return float(self.factor * bits**self.exponent)

    def times(self, point: Point) -> float:
        """How many times what the law says it takes."""
        return point.cycles / self.cycles(point.curve.field_bits)


@dataclass(frozen=True)
class Law:
    """That of one kind of curves."""

    kind: str
    points: tuple[Point, ...]
    fit: Fit

    @property
    def ends_bits(self) -> tuple[int, int]:
        sizes = [point.curve.field_bits for point in self.points if point.plain]
        return min(sizes), max(sizes)


def of_cases(samples: Iterable[Sample]) -> tuple[Point, ...]:
    """A point a curve, from the smallest field to the largest; the samples differ in nothing but
    their curve."""
    found = {sample.curve: sample for sample in samples if sample.cycles is not None}
    return tuple(
        Point(curve, sample.cycles, _kind(curve, sample))
        for curve in curves.every()
        if (sample := found.get(curve.name)) is not None and sample.cycles is not None
    )


def _kind(curve: Curve, sample: Sample) -> str:
    """By its kernel in Whit's build; else by its prime's form. In another form than short
    Weierstrass, by that."""
    if curve.form in FORMS:
        return FORMS[curve.form]
    known = _known()
    instruction_set = known["targets"].get(sample.target)
    if sample.library != _OURS or sample.profile is None or instruction_set is None:
        return _SPECIAL if curve.special_prime else _ANY
    of_profile = known["kernels"][instruction_set][sample.profile]
    kind = next((kind for kind, having in of_profile.items() if curve.name in having), "none")
    return KERNELS[kind]


class _Known(TypedDict):
    """The instruction set of each core and board, and curves by set, profile and kind of kernel."""

    targets: Mapping[str, str]
    kernels: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]


@cache
def _known() -> _Known:
    found: _Known = json.loads((TARGETS / "kernels.json").read_text(encoding="utf-8"))
    return found


def laws(measured: Iterable[Point]) -> tuple[Law, ...]:
    """One for each kind that has enough sizes."""
    found: dict[str, list[Point]] = {kind: [] for kind in KINDS}
    for point in measured:
        found[point.kind].append(point)
    return tuple(
        Law(kind, tuple(members), line)
        for kind, members in found.items()
        if (line := fit(members)) is not None
    )


def fit(measured: Sequence[Point]) -> Fit | None:
    """Least squares of the logarithms over the plain curves; None when these have too few
    sizes."""
    whole = [point for point in measured if point.plain]
    if len({point.curve.field_bits for point in whole}) < _FEWEST_SIZES:
        return None
    bits = [log(point.curve.field_bits) for point in whole]
    cycles = [log(point.cycles) for point in whole]
    line = linear_regression(bits, cycles)
    same = len(set(cycles)) == 1
    share = 1.0 if same else correlation(bits, cycles) ** 2
    return Fit(line.slope, exp(line.intercept), share)
