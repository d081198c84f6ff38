# SPDX-License-Identifier: MIT
"""What an operation costs against the size of the field: one law for each kind of curves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import correlation, linear_regression

from lab import curves
from lab.curves import Curve
from lab.model import Sample

_SPECIAL, _ANY = "primes of a special form", "other primes"
FORMS = {"montgomery": "Montgomery curves", "edwards": "Edwards curves"}
KINDS = (_SPECIAL, _ANY, *FORMS.values())
_FEWEST_SIZES = 3  # a line through two points says nothing about a law
_LEAST_SHARE = 0.9  # of what differs between curves that a law has to account for, to be one


@dataclass(frozen=True)
class Point:
    """What one curve takes."""

    curve: Curve
    cycles: int

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
        """Whether the exponent says anything: where kernels know some of the primes and not
        others, the line through both is a mean and no law."""
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
    found: Mapping[str, int] = {
        sample.curve: sample.cycles for sample in samples if sample.cycles is not None
    }
    return tuple(Point(curve, found[curve.name]) for curve in curves.every() if curve.name in found)


def kind_of(curve: Curve) -> str:
    """Of the prime in short Weierstrass form; what the curve is in another."""
    return FORMS.get(curve.form, _SPECIAL if curve.special_prime else _ANY)


def laws(measured: Iterable[Point]) -> tuple[Law, ...]:
    """One for each kind that has enough sizes."""
    found: dict[str, list[Point]] = {kind: [] for kind in KINDS}
    for point in measured:
        found[kind_of(point.curve)].append(point)
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
