# SPDX-License-Identifier: MIT
"""What README.md shows is what the commands print."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.runner.tools import ROOT


def shown_after(heading: str) -> list[str]:
    """The lines of the first block of README.md after some text, but for its omissions."""
    block = (ROOT / "README.md").read_text().split(heading, 1)[1].split("```", 2)[1]
    return [line for line in block.splitlines() if line.strip() not in ("", "...")]


@pytest.mark.slow
def test_the_demo_prints_what_is_shown() -> None:
    whit = Path(sys.executable).parent / "whit"
    done = subprocess.run([whit, "demo"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown = shown_after("`make demo` prints")
    assert len(shown) > 5
    assert [line for line in shown if line not in done.stdout.splitlines()] == []
