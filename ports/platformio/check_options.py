# SPDX-License-Identifier: MIT
"""Runs before PlatformIO builds the library: a curve that Whit does not have ends the build with
the nearest names, and options that exclude each other with one line."""

import difflib
import json
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


def check_curves(folder, curves):
    known = KNOWN.findall((folder / "src" / "whit.c").read_text(encoding="utf-8"))
    for curve in curves:
        if curve not in known:
            near = difflib.get_close_matches(curve, known, 3)
            told = "; the nearest: " + ", ".join(near) if near else ""
            sys.exit(f'WHIT_CURVES names "{curve}", which Whit does not have{told}')


def check_security(bits, curves, least):
    if not least.isdecimal():
        sys.exit(f'WHIT_MINIMUM_SECURITY is a number, not "{least}"')
    for curve in curves:
        if bits.get(curve, int(least)) < int(least):
            told = f"{bits[curve]}-bit security, less than WHIT_MINIMUM_SECURITY"
            sys.exit(f"{curve} has {told}")
    if int(least) > max(bits.values()):
        sys.exit("WHIT_MINIMUM_SECURITY leaves no curve in this build")


def check_conditions(conditions):
    for each in conditions:
        if given(each["name"]) == each["value"]:
            for name, (default, values) in each["wanted"].items():
                found = given(name) or default
                if found and found not in values:
                    sys.exit(each["text"])


place = Path(pio_lib_builder.path)  # noqa: F821
options = json.loads((place / "options.json").read_text(encoding="utf-8"))
named = (given("WHIT_CURVES") or "all").split(",")
check_curves(place, named)
check_security(options["security_bits"], named, given("WHIT_MINIMUM_SECURITY") or "0")
check_conditions(options["conditions"])
