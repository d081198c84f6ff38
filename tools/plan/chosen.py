# SPDX-License-Identifier: MIT
"""What a plan is made of: choices with their reasons; and the widths of windows, which C says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.files import ROOT


@dataclass(frozen=True)
class Choice:
    """One thing that a build takes, and why."""

    part: str
    taken: str
    why: str
    kernels: tuple[str, ...] = ()


def window(file: str, macro: str, profile: str) -> int:
    """The bits of a window: a file of src/group defines them for profile small, then for others."""
    text = (ROOT / "src" / "group" / file).read_text()
    small, others = re.findall(rf"^#define {macro} (\d+)$", text, re.MULTILINE)
    return int(small if profile == "small" else others)
