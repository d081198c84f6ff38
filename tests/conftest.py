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
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.costs import LIMIT_SECONDS, Costs

_build = tempfile.TemporaryDirectory(prefix="whit-tests-")
atexit.register(_build.cleanup)
os.environ["WHIT_TESTS_BUILD"] = _build.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="of the samples of cases (default: the day)")
    parser.addoption(
        "--quick",
        type=float,
        default=LIMIT_SECONDS,
        metavar="SECONDS",
        help="of processor time: the summary names quick tests over it (default: %(default)g)",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.seed is None:
        config.option.seed = int(datetime.date.today().strftime("%Y%m%d"))
    config.pluginmanager.register(Costs(config.option.quick), "costs")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    seed = terminalreporter.config.option.seed
    terminalreporter.write_line(f"cases of slow tests sampled with --seed {seed}")


def part(nodeid: str) -> str:
    """What goes to one processor: the tests of a file, since they share what they build; in a file
    whose cases are named CASE@PART, those of a part."""
    file, test = nodeid.split("::", 1)
    return f"{file}@{test.rstrip(']').rpartition('@')[2]}" if "@" in test else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Gives parts out in the order of `longest_first`."""
    config.option.loadscopereorder = False
    scheduler = LoadFileScheduling(config, log)
    scheduler._split_scope = part
    return scheduler


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Mark what a level leaves out, and sort what it tries."""
    leave_to_longer(items, config.option.seed)
    result = yield
    longest_first(items)
    return result


def leave_to_longer(items: Iterable[pytest.Item], seed: int) -> None:
    """Leave to longer runs all but one in n of a test's cases: to `make test` as `brief` says, to
    a campaign as `sampled` says, or of a slow test's one in 16. The seed chooses the latter,
    alike for the tests of a file, since those share builds; and whether a slow test with a single
    case is run: every fourth seed does. What is of a campaign is slow."""
    tests: defaultdict[tuple[Path, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("campaign"):
            item.add_marker("slow")
        else:
            tests[item.path, item.name.split("[")[0]].append(item)
    for (path, _), cases in tests.items():
        brief, sampled = (cases[0].get_closest_marker(mark) for mark in ("brief", "sampled"))
        if sampled and sampled.args[1:] and not group(cases[0], sampled.args[1]):
            sampled = None
        if brief:
            leave(cases, range(len(cases)), brief.args[0], 0, "slow")
        if brief or not sampled:
            cases = [case for case in cases if case.get_closest_marker("slow")]
        n, *by = sampled.args if sampled else (16,)
        turn = random.Random(f"{seed} {path.name}").randrange(1000)
        leave(cases, [group(case, *by) or i for i, case in enumerate(cases)], n, turn, *LEFT)


def longest_first(items: list[pytest.Item]) -> None:
    """Sort parts by how many of their tests are slow, then by how many they have, the most first:
    what runs at the end, when a processor may be without work, is quick."""
    weight: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for item in items:
        slow, every = weight[part(item.nodeid)]
        weight[part(item.nodeid)] = (slow + bool(item.get_closest_marker("slow")), every + 1)
    items.sort(key=lambda item: weight[part(item.nodeid)], reverse=True)


LEFT = ("slow", "campaign")


def group(case: pytest.Item, parameter: str = "") -> str:
    """What the parameter is in that case, by which cases are chosen together, if it has that."""
    given = getattr(case, "callspec", None)
    return str(given.params.get(parameter, "")) if given and parameter else ""


def leave(
    cases: Sequence[pytest.Item], groups: Sequence[object], n: int, turn: int, *marks: str
) -> None:
    """Mark all but one in n of the groups that cases are of."""
    places = {of: place for place, of in enumerate(dict.fromkeys(groups))}
    n = min(n, max(4, len(places)))
    for case, of in zip(cases, groups, strict=True):
        if places[of] % n != turn % n:
            for mark in marks:
                case.add_marker(mark)
