# SPDX-License-Identifier: MIT
"""What the packaging tests share."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def version() -> str:
    header = (ROOT / "include" / "whit" / "version.h").read_text()
    found = re.search(r'^#define WHIT_VERSION "(\d+\.\d+\.\d+)"$', header, re.MULTILINE)
    assert found is not None
    return found[1]
