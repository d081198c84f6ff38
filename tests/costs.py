# SPDX-License-Identifier: MIT
"""What quick tests cost: processor time, their programs' included, which a loaded machine changes
less than the time of day. The summary names those over the limit, which belong among the slow."""

import os
from collections import defaultdict
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
    """A plugin, in the process that was started and in those of xdist, which report to it. What a
    fixture prepares for several tests is the fixture's, if a quick test asked for it first."""

    def __init__(self, limit_seconds: float) -> None:
        self._limit = limit_seconds
        self._collected = 0.0
        self._quick: defaultdict[str, float] = defaultdict(float)
        self._asking: pytest.Item | None = None  # the test under way, if it is to be quick
        self._prepared = 0.0  # by such fixtures, since it began
        self._workers: list[Mapping[str, Any]] = []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        begun = spent()
        result = yield
        self._collected = spent() - begun
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        begun, self._prepared = spent(), 0.0
        self._asking = None if may_take_long(item) else item
        result = yield
        if self._asking:
            self._quick[item.nodeid] += spent() - begun - self._prepared
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        begun, before = spent(), self._prepared
        result = yield
        if fixturedef.scope != "function":
            seconds = spent() - begun - (self._prepared - before)  # others inside of it are not its
            self._prepared += seconds
            if self._asking:
                name = f"{self._asking.path.name}: fixture {fixturedef.argname}"
                self._quick[name] += seconds
        return result

    def _long(self) -> dict[str, float]:
        return {name: seconds for name, seconds in self._quick.items() if seconds > self._limit}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["costs"] = {"long": self._long(), "collected": self._collected}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Of a process of xdist that ended as it should."""
        costs = getattr(node, "workeroutput", {}).get("costs")
        if costs:
            self._workers.append(costs)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        parts = [self._long(), *(each["long"] for each in self._workers)]
        long = [(seconds, name) for part in parts for name, seconds in part.items()]
        collected = self._collected + sum(each["collected"] for each in self._workers)
        terminalreporter.write_line(f"{collected:.0f} s of processor time to collect")
        if long:
            title = f"quick tests over {self._limit:g} s of processor time: mark them slow"
            terminalreporter.section(title)
        for seconds, name in sorted(long, reverse=True):
            terminalreporter.write_line(f"{seconds:6.1f} s  {name}")
