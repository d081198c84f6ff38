# SPDX-License-Identifier: MIT
"""What states a version states that of include/whit/version.h."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_numbers_of_the_header(version: str) -> None:
    header = (ROOT / "include" / "whit" / "version.h").read_text()
    numbers = re.findall(r"^#define WHIT_VERSION_(MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE)
    names = ["MAJOR", "MINOR", "PATCH"]
    assert numbers == list(zip(names, version.split("."), strict=True))


def test_python_package(version: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == version


def test_library_in_the_lab(version: str) -> None:
    assert tomllib.loads((ROOT / "peers" / "whit" / "peer.toml").read_text())["version"] == version
