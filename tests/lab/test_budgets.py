# SPDX-License-Identifier: MIT
"""What the main builds take, measured anew and held to budgets.toml."""

import tomllib
from collections.abc import Mapping

import pytest

from lab.runner import Lab
from tools.develop.budgets import BUDGETS, Budget, figures, recorded, text

MORE, LESS = 1.01, 0.95


def read() -> list[Budget]:
    tables = tomllib.loads(BUDGETS.read_text())
    return [
        Budget(target, curve, profile, own)
        for target, curves in tables.items()
        for curve, profiles in curves.items()
        for profile, own in profiles.items()
    ]


def strays(budget: Mapping[str, int], measured: Mapping[str, int]) -> list[str]:
    """What is too far above its budget, or so far below that the budget guards nothing."""
    return [
        f"{name}: {measured[name]:,} for {figure:,}"
        for name, figure in budget.items()
        if not LESS * figure <= measured[name] <= MORE * figure
    ]


def test_a_figure_that_leaves_its_budget_is_found() -> None:
    budget = {"keygen": 1000, "flash_bytes": 2000}
    assert strays(budget, {"keygen": 1010, "flash_bytes": 1900}) == []
    assert strays(budget, {"keygen": 1011, "flash_bytes": 2000}) == ["keygen: 1,011 for 1,000"]
    assert strays(budget, {"keygen": 1000, "flash_bytes": 1899}) == ["flash_bytes: 1,899 for 2,000"]


def test_budgets_are_those_of_the_newest_samples() -> None:
    assert BUDGETS.read_text() == text(recorded())
    assert read() == recorded()


@pytest.mark.slow
@pytest.mark.parametrize("budget", read(), ids=lambda b: f"{b.target}-{b.curve}-{b.profile}")
@pytest.mark.sampled(2)
def test_the_main_builds_keep_to_their_budgets(budget: Budget) -> None:
    lab = Lab()
    samples = [lab.measure(case) for case in budget.cases]
    assert [sample.error for sample in samples] == [None] * len(samples)
    own = figures({sample.operation: sample for sample in samples})
    assert strays(budget.figures, own) == []
