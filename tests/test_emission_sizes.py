# SPDX-License-Identifier: MIT
"""Portable drop-ins of several sizes, where the compiler's limb width decides what is used."""

import re
from pathlib import Path

import pytest

from tests.emitting import emit


@pytest.mark.slow
def test_what_is_said_to_be_0_are_macros_of_the_library(tmp_path: Path) -> None:
    """Not words that are joined to make their names, which were then other names."""
    folder = emit(tmp_path, "portable", "small", "secp224r1,curve448")
    zeros, *_ = (folder / "whit.inc").read_text().split("#if")
    names = re.findall(r"#define (\w+) 0", zeros)
    assert names
    assert all(name.startswith("WHIT_") for name in names), names
