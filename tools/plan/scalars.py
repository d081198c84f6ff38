# SPDX-License-Identifier: MIT
"""What arithmetic modulo the order of a curve takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tools.curves.forms import FormCurve
from tools.curves.weierstrass import Curve
from tools.plan.choice import SQUARES_APART
from tools.plan.chosen import Choice, read, read_text
from tools.plan.fields import cases
from tools.plan.header import text
from tools.plan.questions import answer
from tools.plan.records import GROUPS, InstructionSet

CALL = re.compile(r"(\w+)\(")


def function(
    name: str, limbs: int, family: InstructionSet, profile: str, macros: Mapping[str, str]
) -> str:
    """The function that a call of one of src/native/api.h comes to, for numbers of so many
    limbs."""
    known = {**macros, "n": str(limbs)}
    for each in family.lengths:
        if each.name != name or profile not in each.profiles:
            continue
        if each.where and not answer(each.where, known):
            continue
        held = (
            statement
            for condition, statement, *where in each.calls
            if answer(" && ".join(f"({asked})" for asked in (condition, *where)), known)
        )
        called = CALL.match(next(held, each.other))
        assert called is not None, each
        return function(called[1], limbs, family, profile, macros)
    return function(macros[name], limbs, family, profile, macros) if name in macros else name


def products(size: int, limbs: int, macros: Mapping[str, str]) -> tuple[str, ...]:
    """What field_product calls."""
    if macros.get(f"WHIT_SELDOM_{size}", "0") != "0":
        return ("mp_mul_seldom",)
    if answer(SQUARES_APART, {**macros, "FIELD_LIMBS": str(limbs)}):
        return ("mp_mul", "mp_sqr")
    return ("mp_mul",)


def of_scalars(
    curve: Curve | FormCurve,
    family: InstructionSet,
    profile: str,
    width: int,
    settled: Mapping[str, str],
) -> Iterator[Choice]:
    """The kernels for any modulus, if they are taken; else a product and the reduction."""
    size = curve.scalar_size
    holding = (case for case in cases(family, profile, size) if answer(case.question, settled))
    case = next(holding, None)
    if case is not None and case.record.prime is None:
        names = tuple(f"field_{each}_{case.record.name}" for each in GROUPS["MULTIPLIES"])
        yield Choice("scalars", ", ".join(names), case.why, names)
        return
    macros, _ = read_text(text(family), settled)
    macros, _ = read("base/config.h", family.compiler | macros | {"WHIT_PROFILE": profile})
    macros, _ = read("native/api.h", macros)
    limbs = -(-size // width)
    called = (*products(size, limbs, macros), "reduce_montgomery")
    names = tuple(dict.fromkeys(function(n, limbs, family, profile, macros) for n in called))
    why = "no kernel of this instruction set is for the order"
    yield Choice("scalars", f"{', '.join(names[:-1])}, then {names[-1]}", why, names)
