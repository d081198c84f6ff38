# SPDX-License-Identifier: MIT
"""Lets the tests import `tests` and `lab` from the checkout, installed or not, and build apart
from a tests/run.py that may be under way."""

import atexit
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

_build = tempfile.TemporaryDirectory(prefix="whit-tests-")
atexit.register(_build.cleanup)
os.environ["WHIT_TESTS_BUILD"] = _build.name
