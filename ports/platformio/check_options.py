# SPDX-License-Identifier: MIT
"""Runs before PlatformIO builds the library: a curve that Whit does not have ends the build with
the nearest names."""

import difflib
import re
import sys
from pathlib import Path

Import("env", "pio_lib_builder")  # noqa: F821

# whit.c has a macro for each curve that a build may choose.
KNOWN = re.compile(r"^#define WHIT_CURVES_TAKES_(\w+)_ , 1$", re.M)


def given(name):
    """The value that -D gives, or None."""
    for each in env.get("CPPDEFINES", []):  # noqa: F821
        if isinstance(each, (list, tuple)) and each[0] == name and len(each) > 1:
            return str(each[1])
    return None


def check(curves):
    source = Path(pio_lib_builder.path) / "src" / "whit.c"  # noqa: F821
    known = KNOWN.findall(source.read_text(encoding="utf-8"))
    for curve in curves.split(","):
        if curve not in known:
            near = difflib.get_close_matches(curve, known, 3)
            told = "; the nearest: " + ", ".join(near) if near else ""
            sys.exit(f'WHIT_CURVES names "{curve}", which Whit does not have{told}')


if given("WHIT_CURVES") is not None:
    check(given("WHIT_CURVES"))
