# SPDX-License-Identifier: MIT
"""What the jobs on emulated cores leave to a campaign."""

from tests.runner.core_jobs import LAYERED, shares, whole_builds

BUILDS = tuple(build for build, _ in whole_builds(campaign=False))


def test_every_suite_meets_every_set_of_kernels_once() -> None:
    shared = shares(BUILDS, 1)
    for kernels in {build.kernels for build in BUILDS}:
        alike = [build for build in BUILDS if build.kernels == kernels]
        run = [suite for build in alike for suite in shared[build]]
        assert sorted(run) == sorted({suite for build in alike for suite in build.suites})


def test_a_build_is_asked_for_suites_that_it_holds() -> None:
    shared = shares(BUILDS, 1)
    assert list(shared) == list(BUILDS)
    for build, suites in shared.items():
        assert set(suites) <= set(build.suites)
    layered, in_steps = BUILDS[0], BUILDS[len(LAYERED)]
    assert "field" in shared[layered]
    assert "steps" in shared[in_steps]


def test_seeds_bring_every_suite_to_every_build() -> None:
    """In time; and a seed always chooses alike."""
    assert shares(BUILDS, 7) == shares(BUILDS, 7)
    many = [shares(BUILDS, seed) for seed in range(60)]
    for build in BUILDS:
        assert {suite for shared in many for suite in shared[build]} == set(build.suites)
