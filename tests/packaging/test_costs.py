# SPDX-License-Identifier: MIT
"""Quick tests that take long are named, whoever spends the time."""

import pytest

from tests.runner.tools import ROOT

pytest_plugins = ("pytester",)

CONFTEST = """
from tests.costs import Costs

def pytest_configure(config):
    config.pluginmanager.register(Costs(0.1), "costs")
"""
TESTS = """
import subprocess
import sys
import time
import pytest

BUSY = "import time\\nwhile time.process_time() < 0.2: pass"

def work():
    start = time.process_time()
    while time.process_time() < start + 0.2: pass

@pytest.fixture(scope="session")
def made_before(): work()

@pytest.fixture(scope="module")
def made(made_before): work()

def test_quick(): pass
def test_waiting(): time.sleep(0.3)
def test_working(): work()
def test_failing(): work(); assert False
def test_of_a_program(): subprocess.run([sys.executable, "-S", "-c", BUSY], check=True)
def test_first_of_a_fixture(made): pass
def test_second_of_a_fixture(made): pass

@pytest.fixture(scope="module")
def made_slowly(): work()

@pytest.mark.slow
def test_first_of_another(made_slowly): pass
def test_second_of_another(made_slowly): pass

@pytest.mark.slow
def test_slow(): work()

@pytest.mark.campaign
def test_of_a_campaign(): work()
"""
LONG = ("working", "failing", "of_a_program")


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("processes", [0, 1])
def test_the_summary_names_quick_tests_that_take_long(
    pytester: pytest.Pytester, processes: int
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(".toml", pyproject=(ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makepyfile(TESTS)
    lines = pytester.runpytest_inprocess("-n", str(processes)).stdout.lines
    title = "quick tests over 0.1 s of processor time: mark them slow"
    (place,) = (i for i, line in enumerate(lines) if title in line)
    named = {line.partition(" s  ")[2] for line in lines[place + 1 :]} - {""}
    file = f"{pytester._name}.py"
    fixtures = {f"{file}: fixture {name}" for name in ("made_before", "made")}
    assert named == {*fixtures, *(f"{file}::test_{each}" for each in LONG)}
    assert any(line.endswith(" s of processor time to collect") for line in lines)


def test_nothing_is_said_of_tests_that_are_quick(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makefile(".toml", pyproject=(ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pytester.makepyfile("def test_quick(): pass\n")
    assert "mark them slow" not in pytester.runpytest_inprocess("-n", "0").stdout.str()
