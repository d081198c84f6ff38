# SPDX-License-Identifier: MIT
"""What states a version states that of include/whit/version.h."""

import re
from pathlib import Path

from tools.release.version import stated

ROOT = Path(__file__).resolve().parents[2]


def test_numbers_of_the_header(version: str) -> None:
    header = (ROOT / "include" / "whit" / "version.h").read_text()
    numbers = re.findall(r"^#define WHIT_VERSION_(MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE)
    names = ["MAJOR", "MINOR", "PATCH"]
    assert numbers == list(zip(names, version.split("."), strict=True))


def test_what_states_a_version(version: str) -> None:
    found = stated(ROOT)
    assert set(found) >= {"pyproject.toml", "peers/whit/peer.toml"}
    assert set(found.values()) == {version}
