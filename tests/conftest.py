# SPDX-License-Identifier: MIT
"""Lets the tests import `tests` and `lab` from the checkout, installed or not, and build apart
from a tests/run.py that may be under way."""

import atexit
import datetime
import os
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

_build = tempfile.TemporaryDirectory(prefix="whit-tests-")
atexit.register(_build.cleanup)
os.environ["WHIT_TESTS_BUILD"] = _build.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="of the samples of cases (default: the day)")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.seed is None:
        config.option.seed = int(datetime.date.today().strftime("%Y%m%d"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seed = terminalreporter.config.option.seed
    terminalreporter.write_line(f"cases of slow tests sampled with --seed {seed}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to longer runs all but one in n of a test's cases: to `make test` as `brief` says, to
    a campaign as `sampled` says, or of a slow test's one in four. The seed chooses the latter, and
    whether a slow test with a single case is run: every second seed does."""
    tests: defaultdict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("campaign"):
            tests[item.path, item.name.split("[")[0]].append(item)
    for (path, name), cases in tests.items():
        brief, sampled = (cases[0].get_closest_marker(mark) for mark in ("brief", "sampled"))
        if brief:
            leave(cases, brief.args[0], 0, "slow")
        if brief or not sampled:
            cases = [case for case in cases if case.get_closest_marker("slow")]
        turn = random.Random(f"{config.option.seed} {path.name} {name}").randrange(1000)
        leave(cases, sampled.args[0] if sampled else 4, turn, "slow", "campaign")


def leave(cases: Sequence[pytest.Item], n: int, turn: int, *marks: str) -> None:
    """Mark all but one in n of them."""
    for i, case in enumerate(cases):
        if i % n != turn % min(n, max(2, len(cases))):
            for mark in marks:
                case.add_marker(mark)
