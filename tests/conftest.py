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


# Of the cases of a test that is marked with n, one in n is left as it is. The others are marked.
THINNED = {"brief": ("slow",), "sampled": ("campaign", "slow")}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to longer runs all but one in n cases of a test that has many."""
    counts: Counter[tuple[Path, str, str]] = Counter()
    for item in items:
        for thinned, marks in THINNED.items():
            marker = item.get_closest_marker(thinned)
            if marker and not item.get_closest_marker(marks[0]):
                test = item.path, item.name.split("[")[0], thinned
                if counts[test] % marker.args[0]:
                    for mark in marks:
                        item.add_marker(mark)
                counts[test] += 1
