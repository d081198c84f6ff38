# SPDX-License-Identifier: MIT
"""What each level leaves out of a test's cases."""

import re

import pytest

from tests.runner.tools import ROOT

pytest_plugins = ("pytester",)

TESTS = """
import pytest

@pytest.mark.slow
@pytest.mark.parametrize("case", range(15))
def test_long(case): pass

@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", range(8))
def test_many(case): pass

@pytest.mark.sampled(3, "build")
def test_of_no_build(): pass

@pytest.mark.sampled(3, "build")
@pytest.mark.parametrize("case", range(2))
@pytest.mark.parametrize("build", ["a", "b", "c", "d", "e", "f"])
def test_built(build, case): pass

@pytest.mark.brief(4)
@pytest.mark.parametrize("case", range(8))
def test_short(case): pass

@pytest.mark.slow
def test_alone(): pass

@pytest.mark.slow
@pytest.mark.sampled(1)
def test_of_each_run(): pass

@pytest.mark.campaign
@pytest.mark.slow
@pytest.mark.parametrize("case", range(3))
def test_of_a_campaign(case): pass

@pytest.mark.campaign
def test_of_a_campaign_alone(): pass
"""


@pytest.fixture
def tried(pytester: pytest.Pytester) -> "Tried":
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makefile(".toml", pyproject=(ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makepyfile(TESTS)
    return Tried(pytester)


class Tried:
    def __init__(self, pytester: pytest.Pytester) -> None:
        self._pytester = pytester

    def __call__(self, level: str, seed: int) -> dict[str, set[str]]:
        """The cases of each test at a level."""
        options = ("--collect-only", "--strict-markers", "--seed", str(seed), "-m", level)
        output = self._pytester.runpytest_inprocess(*options).stdout.str()
        assert f"--seed {seed}" in output
        found: dict[str, set[str]] = {}
        for name, case in re.findall(r"::(test_\w+)(?:\[([\w-]+)\])?", output):
            found.setdefault(name, set()).add(case)
        return found


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_a_test_tries_a_sample(tried: Tried) -> None:
    seeds = [tried("not campaign", seed) for seed in range(48)]
    for each in seeds:
        builds = {case[0] for case in each["test_built"]}
        assert len(builds) == 2
        assert each["test_built"] == {f"{build}-{case}" for build in builds for case in range(2)}
        counts = {name: len(cases) for name, cases in each.items()}
        assert counts.pop("test_built") == 4
        assert counts.pop("test_long") in {1, 2}
        assert counts.pop("test_short") in {3, 4}  # two that are quick, a fourth of the others
        assert counts.pop("test_alone", 1) == 1
        assert counts == {"test_many": 2, "test_of_no_build": 1, "test_of_each_run": 1}
    assert {"test_alone" in each for each in seeds} == {True, False}
    assert tried("not campaign", 3) == seeds[3]
    for name, count in (("test_long", 15), ("test_many", 8), ("test_short", 8), ("test_built", 12)):
        assert len(set.union(*(each[name] for each in seeds))) == count


def test_a_check_tries_what_is_quick(tried: Tried) -> None:
    for seed in range(3):
        counts = {name: len(cases) for name, cases in tried("not slow", seed).items()}
        assert counts == {"test_built": 4, "test_of_no_build": 1, "test_many": 2, "test_short": 2}


def test_a_campaign_tries_all(tried: Tried) -> None:
    counts = {name: len(cases) for name, cases in tried("", 1).items()}
    assert counts == {
        "test_long": 15,
        "test_many": 8,
        "test_built": 12,
        "test_of_no_build": 1,
        "test_short": 8,
        "test_alone": 1,
        "test_of_each_run": 1,
        "test_of_a_campaign": 3,
        "test_of_a_campaign_alone": 1,
    }


def test_what_takes_long_comes_first(pytester: pytest.Pytester) -> None:
    """And tests of a file stay together."""
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makefile(".toml", pyproject=(ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    quick, slow = "def test_{}(): pass\n", "@pytest.mark.slow\n@pytest.mark.sampled(1)\n"
    pytester.makepyfile(
        test_few=quick.format("one"),
        test_many="".join(quick.format(name) for name in ("one", "two", "three")),
        test_long="import pytest\n" + quick.format("one") + slow + quick.format("two"),
    )
    for level, expected in (
        ("not campaign", "long long many many many few"),
        ("not slow", "many many many few long"),
    ):
        output = pytester.runpytest_inprocess("--collect-only", "-m", level).stdout.str()
        assert re.findall(r"^test_(\w+)\.py::", output, re.MULTILINE) == expected.split()
