# SPDX-License-Identifier: MIT
"""Which jobs each level holds, and what those on emulated cores leave to a campaign."""

from typing import get_args

import pytest

from tests.runner import core
from tests.runner.core_jobs import LAYERED, own_kernels, shares, whole_builds
from tests.runner.jobs import Level, Options
from tests.runner.levels import Plan

BUILDS = tuple(build for build, _ in whole_builds(campaign=False))


def test_every_suite_is_run_in_one_of_the_builds_that_hold_it() -> None:
    shared = shares(BUILDS, 1)
    for suite in {suite for build in BUILDS for suite in build.suites}:
        (build,) = (build for build in BUILDS if suite in shared[build])
        assert suite in build.suites


def test_a_build_is_asked_for_suites_that_it_holds() -> None:
    shared = shares(BUILDS, 1)
    assert list(shared) == list(BUILDS)
    for build, suites in shared.items():
        assert set(suites) <= set(build.suites)
    layered, in_steps = BUILDS[0], BUILDS[len(LAYERED)]
    assert "field" in layered.suites
    assert "field" not in in_steps.suites
    assert "steps" in shared[in_steps]


def test_seeds_bring_every_suite_to_every_build() -> None:
    """In time; and a seed always chooses alike."""
    assert shares(BUILDS, 7) == shares(BUILDS, 7)
    many = [shares(BUILDS, seed) for seed in range(200)]
    for build in BUILDS:
        assert {suite for shared in many for suite in shared[build]} == set(build.suites)


@pytest.mark.parametrize("level", get_args(Level))
def test_a_level_names_its_jobs(level: Level) -> None:
    names = [job.name for job in Plan(Options(level, 1)).jobs()]
    assert names
    assert len(set(names)) == len(names)


def test_a_test_tries_a_share_of_builds_and_in_time_all() -> None:
    def names(level: Level, seed: int, case: str | None = None) -> set[str]:
        return {job.name for job in Plan(Options(level, seed, case=case)).jobs()}

    tests = [names("test", seed) for seed in range(12)]
    whole = set.union(*tests)
    assert names("test", 3) == tests[3]
    assert all(0.6 * len(whole) < len(each) < 0.9 * len(whole) for each in tests)
    assert "gcc 64-bit balanced layered asan+ubsan" in set.intersection(*tests)
    assert names("test", 1, "field") == names("test", 2, "field")
    assert names("campaign", 1) == names("campaign", 2)


def test_a_campaign_tries_every_core() -> None:
    """Those that have room for the tests; also one that was added since."""
    tried = {build.target for build, _ in whole_builds(campaign=True)}
    assert tried == set(core.targets())
    assert {core.kernels_of(name) for name in tried} == {core.kernels_of(n) for n in own_kernels()}
