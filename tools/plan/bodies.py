# SPDX-License-Identifier: MIT
"""Which body each scheme takes: the common one, or programs of the bytecode interpreter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from tools.curves.form_schemes import FormScheme, load_form_schemes, scheme_of
from tools.curves.forms import FormCurve
from tools.curves.schemes import Scheme, load_all
from tools.curves.weierstrass import Curve
from tools.files import ROOT
from tools.plan.chosen import Choice, read
from tools.plan.interpreter import is_ladder, lacks

PROGRAMS = ("compact.inc", "compact_key.inc")  # of src/scheme: their functions run programs
BODY = re.compile(r"^(?:WHIT_NOINLINE )?whit_status (whit_\w+)\(", re.MULTILINE)
# The other interpreter of profile small, whose programs stand in src/group.
STEPS = "field_25519_run runs its formulas as programs in profile small"


@cache
def programmed(ladder: bool) -> frozenset[str]:
    """The public functions that have programs, in all or in those of a ladder."""
    macros = {"WHIT_COMPACT": "1", "WHIT_COMPACT_SCHEMES": str(int(not ladder))}
    texts = (read(f"scheme/{name}", macros)[1] for name in PROGRAMS)
    return frozenset(name for text in texts for name in BODY.findall(text))


@cache
def schemes() -> tuple[Scheme, ...]:
    return tuple(load_all(ROOT))


@cache
def form_schemes() -> tuple[FormScheme, ...]:
    return tuple(load_form_schemes(ROOT))


def has(curve: Curve, scheme: Scheme) -> bool:
    return curve.ecdsa or "ecdsa" not in scheme.needs


def of_schemes(
    curve: Curve, profile: str, width: int, options: Mapping[str, str]
) -> Iterator[Choice]:
    """The body of each scheme that a curve has, in the order in which an instance has them."""
    missing = lacks(curve, profile, width, options)
    known = programmed(is_ladder(curve, options))
    for scheme in schemes():
        if not has(curve, scheme) or not scheme.bodies:
            continue
        part = f"scheme {scheme.name}"
        common = f"src/scheme/{scheme.name}"
        if scheme.option:
            taken = "none" if options[scheme.option] == "0" else common
            yield Choice(part, taken, f"{scheme.option} is {options[scheme.option]}")
            continue
        called = [each.calls for each in scheme.functions]
        short = [name.removeprefix("whit_") for name in called if name in known]
        if missing or not short:
            yield Choice(part, common, missing or "the interpreter has no programs of it")
        else:
            why = f"the interpreter has programs of {', '.join(short)}"
            if len(short) < len(called):
                why += "; the rest is common"
            yield Choice(part, f"bytecode of programs/, {common}", why)


def of_form_scheme(curve: FormCurve, profile: str, programs: bool) -> Choice:
    """The body of the scheme of a Montgomery or Edwards curve, which has one."""
    scheme = scheme_of(curve, form_schemes())
    why = f"its file names {curve.scheme}"
    if programs:
        why += f"; {STEPS}"
    return Choice(f"scheme {scheme.name}", f"src/scheme/{scheme.name}", why)
