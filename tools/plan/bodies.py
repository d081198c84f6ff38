# SPDX-License-Identifier: MIT
"""Which body each scheme takes: the common one, or programs of the bytecode interpreter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tools.curves.form_schemes import load_form_schemes, scheme_of
from tools.curves.forms import FormCurve
from tools.curves.objects import compact_widths
from tools.curves.schemes import Scheme, load_all
from tools.curves.weierstrass import Curve
from tools.files import ROOT
from tools.plan.chosen import Choice

PROGRAMS = ("compact.inc", "compact_key.inc")  # of src/scheme: their functions run programs
BODY = re.compile(r"^(?:WHIT_NOINLINE )?whit_status (whit_\w+)\(", re.MULTILINE)
# The other interpreter of profile small, whose programs stand in src/group.
STEPS = "field_25519_run runs its formulas as programs in profile small"


@cache
def programmed() -> frozenset[str]:
    """The public functions that have programs."""
    texts = ((ROOT / "src" / "scheme" / name).read_text() for name in PROGRAMS)
    return frozenset(name for text in texts for name in BODY.findall(text))


@cache
def schemes() -> tuple[Scheme, ...]:
    return tuple(load_all(ROOT))


def lacks(curve: Curve, profile: str, width: int) -> str:
    """Why the bytecode interpreter does not serve a build with this one curve; "" if it does."""
    if profile != "small":
        return f"profile {profile} has no bytecode"
    if width < 32:
        return f"the interpreter is not for limbs of {width} bits"
    if width not in compact_widths(curve):
        return "the interpreter is for a = 0 or -3, a prime order, and lengths of whole limbs"
    return ""


def has(curve: Curve, scheme: Scheme) -> bool:
    return curve.ecdsa or "ecdsa" not in scheme.needs


def of_schemes(curve: Curve, profile: str, width: int) -> Iterator[Choice]:
    """The body of each scheme that a curve has, in the order in which an instance has them."""
    missing = lacks(curve, profile, width)
    for scheme in schemes():
        if not has(curve, scheme) or not scheme.bodies:
            continue
        part = f"scheme {scheme.name}"
        if scheme.option:
            yield Choice(part, "none", f"{scheme.option} is 0 by default")
            continue
        common = f"src/scheme/{scheme.name}"
        called = [each.calls for each in scheme.functions]
        short = [name.removeprefix("whit_") for name in called if name in programmed()]
        if missing or not short:
            yield Choice(part, common, missing or "the interpreter has no programs of it")
        else:
            why = f"the interpreter has programs of {', '.join(short)}"
            if len(short) < len(called):
                why += "; the rest is common"
            yield Choice(part, f"bytecode of programs/, {common}", why)


def of_form_scheme(curve: FormCurve, profile: str, programs: bool) -> Choice:
    """The same of a Montgomery or Edwards curve, which has one scheme."""
    scheme = scheme_of(curve, load_form_schemes())
    why = f"its file names {curve.scheme}"
    if programs:
        why += f"; {STEPS}"
    return Choice(f"scheme {scheme.name}", f"src/scheme/{scheme.name}", why)
