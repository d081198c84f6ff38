# SPDX-License-Identifier: MIT
"""Lets the tests import `tests` and `lab` from the checkout, installed or not, and build apart
from a tests/run.py that may be under way."""

import atexit
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

_build = tempfile.TemporaryDirectory(prefix="whit-tests-")
atexit.register(_build.cleanup)
os.environ["WHIT_TESTS_BUILD"] = _build.name


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to campaigns all but one in n cases of a test that is sampled."""
    counts: Counter[tuple[Path, str]] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled and not item.get_closest_marker("campaign"):
            test = item.path, item.name.split("[")[0]
            if counts[test] % sampled.args[0]:
                item.add_marker(pytest.mark.campaign)
                item.add_marker(pytest.mark.slow)
            counts[test] += 1
