# SPDX-License-Identifier: MIT
"""What quick tests cost: processor time, their programs' included, which a loaded machine changes
little. The summary names those over the limit, which belong among the slow."""

import os
from collections.abc import Generator, Mapping
from typing import Any

import pytest

LIMIT_SECONDS = 2.0


def spent() -> float:
    """Seconds of processor time of this process and of those it has waited for."""
    return sum(os.times()[:4])


def may_take_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in ("slow", "campaign"))


class Costs:
    """A plugin, in the process that was started and in those of xdist, which report to it."""

    def __init__(self, limit_seconds: float = LIMIT_SECONDS) -> None:
        self._limit = limit_seconds
        self._collected = 0.0
        self._tests: dict[str, float] = {}
        self._workers: list[Mapping[str, Any]] = []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        begun = spent()
        result = yield
        self._collected = spent() - begun
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """What tests share is of the first of them."""
        begun = spent()
        result = yield
        seconds = spent() - begun
        if seconds > self._limit and not may_take_long(item):
            self._tests[item.nodeid] = seconds
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["costs"] = {"tests": self._tests, "collected": self._collected}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Of a process of xdist that ended as it should."""
        costs = getattr(node, "workeroutput", {}).get("costs")
        if costs:
            self._workers.append(costs)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        tests = dict(self._tests)
        for each in self._workers:
            tests |= each["tests"]
        collected = self._collected + sum(each["collected"] for each in self._workers)
        terminalreporter.write_line(f"{collected:.0f} s of processor time to collect")
        if tests:
            title = f"quick tests over {self._limit:g} s of processor time: mark them slow"
            terminalreporter.section(title)
        for name, seconds in sorted(tests.items(), key=lambda each: -each[1]):
            terminalreporter.write_line(f"{seconds:6.1f} s  {name}")
