# SPDX-License-Identifier: MIT
"""Welch's t-test of two groups of runs, at every sample, from sums of powers.

First order compares means. Second order compares the means of centred squares, each group about
its own mean; their variance comes of the fourth central moment [SM15]. Sums are whole numbers, so
that a variance of zero is found as zero."""

import math

import numpy as np
from numpy.typing import NDArray

from lab.errors import LabError
from lab.leakage.record import CERTAIN

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

SINGLE = 4.5  # the threshold of a test at one sample [GJJR11]
# What rounding leaves of a variance of centred squares that is zero, beside the fourth moment.
_NOISE = 1e-12
_STEPS = 300  # of the continued fraction: enough for groups of 5,000 runs

Powers = tuple[NDArray[np.uint64], NDArray[np.uint64]]  # sums by [power, sample] of each group


def first_order(powers: Powers, runs: tuple[int, int]) -> Floats:
    """t at each sample."""
    means, variances = [], []
    for sums, n in zip(powers, runs, strict=True):
        ones, squares = sums[0].astype(np.int64), sums[1].astype(np.int64)
        means.append(ones / n)
        variances.append((n * squares - ones * ones) / (n * (n - 1)))
    return _welch(means, variances, runs, 0.0)


def second_order(powers: Powers, runs: tuple[int, int]) -> Floats:
    """The same of centred squares."""
    means, variances, scale = [], [], np.zeros(powers[0].shape[1])
    for sums, n in zip(powers, runs, strict=True):
        one, two, three, four = (each / n for each in _shifted(sums, n))
        square = one * one
        second = two - square
        fourth = four - 4 * one * three + 6 * square * two - 3 * square * square
        constant = two == square
        second[constant] = fourth[constant] = 0.0
        means.append(second)
        scale = np.maximum(scale, four)
        variances.append(np.maximum(fourth - second * second, 0.0) * n / (n - 1))
    return _welch(means, variances, runs, scale * _NOISE)


def _shifted(sums: NDArray[np.uint64], n: int) -> tuple[Whole, Whole, Whole, Whole]:
    """The sums of powers of what the samples have beyond their mean, rounded down: exactly, as
    whole numbers, so that nothing cancels later."""
    ones, squares, cubes, fourths = (each.astype(np.int64) for each in sums)
    c = ones // n
    return (
        ones - n * c,
        squares - 2 * c * ones + n * c**2,
        cubes - 3 * c * squares + 3 * c**2 * ones - n * c**3,
        fourths - 4 * c * cubes + 6 * c**2 * squares - 4 * c**3 * ones + n * c**4,
    )


def _welch(
    means: list[Floats], variances: list[Floats], runs: tuple[int, int], noise: Floats | float
) -> Floats:
    """Zero where the groups do not differ; CERTAIN, by its sign, where they do and do not vary.
    Variances up to `noise` are none."""
    difference = means[0] - means[1]
    clean = [np.where(each <= noise, 0.0, each) for each in variances]
    error = np.sqrt(clean[0] / runs[0] + clean[1] / runs[1])
    same = np.abs(difference) <= np.sqrt(noise)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(same & (error == 0), 0.0, difference / error)
    return np.clip(t, -CERTAIN, CERTAIN)


def varying(powers: Powers, runs: tuple[int, int]) -> NDArray[np.bool_]:
    """Where samples are not the same in all runs of both groups."""
    ones, squares = (powers[0][p] + powers[1][p] for p in (0, 1))
    n = sum(runs)
    return np.asarray(n * squares != ones * ones)


def threshold(samples: int, runs: tuple[int, int]) -> float:
    """That |t| which so many samples without a leak exceed with the chance with which a single
    one, by many runs, exceeds SINGLE: by Šidák's correction [DZDS17], and by Student's
    distribution with the degrees of freedom of the smaller group, at least which Welch's has."""
    if min(runs) < 2:
        raise LabError("a test needs two runs of each group")
    chance = math.erfc(SINGLE / math.sqrt(2))
    single = -math.expm1(math.log1p(-chance) / max(samples, 1))
    low, high = SINGLE, SINGLE
    while tails(high, min(runs) - 1) > single:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tails(middle, min(runs) - 1) > single else (low, middle)
    return high


def tails(t: float, freedom: int) -> float:
    """The chance that Student's |t| is larger: the regularised incomplete beta function of
    freedom / (freedom + t²) at freedom / 2 and 1/2."""
    return _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """By its continued fraction [DLMF, 8.17.22], which converges fast where x is below the mean;
    elsewhere from the other end."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    ends = a * math.log(x) + b * math.log1p(-x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + ends) / a
    value = 1.0
    for step in range(_STEPS, 0, -1):
        m = step // 2
        if step % 2:
            factor = -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            factor = m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m))
        value = 1 + factor * x / value
    return front / value
