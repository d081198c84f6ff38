# SPDX-License-Identifier: MIT
"""The bytecode interpreter of profile small: where it serves, and which kernels it has there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.curves.build_facts import KERNELS, has_byte_code
from tools.curves.objects import LINES, compact_widths, has_lines
from tools.curves.weierstrass import Curve
from tools.kernels.groups import (
    A_NOT_ZERO,
    A_ZERO,
    OF_K256,
    OF_NEITHER,
    OF_OTHERS,
    OF_P256,
    P256_ALONE,
    P256_COMPILED,
    P256_LINES,
)
from tools.plan.chosen import Choice
from tools.plan.questions import answer
from tools.plan.records import InstructionSet

# Part of a plan, the macro that names its kernel, and what does it without one.
PARTS = (
    ("bytecode, arithmetic", "compact_run", "bytecode_operate of src/group/compact.inc"),
    ("bytecode, programs", "compact_perform", "bytecode_perform of src/group/compact_tasks.inc"),
)
# Why a kernel is taken, by the question that is answered by yes.
REASONS = {
    **dict.fromkeys((OF_P256, P256_ALONE, P256_LINES, P256_COMPILED), "knows the prime p256"),
    OF_K256: "knows the prime k256",
    OF_OTHERS: "for any modulus of 256 bits",
    OF_NEITHER: "for any modulus of 256 bits",
    f"{OF_OTHERS} && !WHIT_LEAST": "for any modulus of 256 bits",
    f"{OF_OTHERS} && WHIT_LEAST": "for any modulus of 256 bits, in the least flash",
    A_ZERO: "for curves with a = 0",
    A_NOT_ZERO: "for curves with a = -3",
}


def lacks(curve: Curve, profile: str, width: int, options: Mapping[str, str]) -> str:
    """Why the interpreter does not serve a build with this one curve; "" if it does."""
    if profile != "small":
        return f"profile {profile} has no bytecode"
    if options["WHIT_STEPS"] != "0":
        return "with WHIT_STEPS there is no bytecode"
    if width < 32:
        return f"the interpreter is not for limbs of {width} bits"
    if width not in compact_widths(curve):
        return "the interpreter is for a = 0 or -3, a prime order, and lengths of whole limbs"
    return ""


def is_ladder(curve: Curve, options: Mapping[str, str]) -> bool:
    """Whether the programs, where there are some, are those of a ladder for ECDH alone."""
    return options["WHIT_LEAST"] == "2" and curve.worked.a != 0


def macros_of(curve: Curve) -> dict[str, str]:
    """What src/generated/curve/sizes.h says of a curve that the interpreter serves."""
    found = {
        "WHIT_COMPACT": "1",
        "WHIT_COMPACT_A_ZERO": str(int(curve.worked.a == 0)),
        "WHIT_COMPACT_TWISTED": str(int(curve.twist is not None)),
        "WHIT_COMPACT_LINES": LINES if has_lines(curve) else "0",
    }
    sized = {f"{name}_{curve.size}": value for name, value in found.items()}
    known = {f"WHIT_COMPACT_{name}": "1" for name in KERNELS if has_byte_code(name, curve)}
    return found | sized | known


def of_interpreter(
    curve: Curve, family: InstructionSet, profile: str, macros: Mapping[str, str]
) -> Iterator[Choice]:
    """What runs programs."""
    for part, name, without in PARTS:
        macro = f"{name}_{curve.size}"
        asked = [(q, more[macro]) for q, more in family.asked.get(profile, ()) if macro in more]
        taken = [(q, kernel) for q, kernel in asked if answer(q, macros)]
        if taken:
            question, kernel = taken[-1]
            yield Choice(part, kernel, REASONS[question], (kernel,))
        else:
            yield Choice(part, without, "no kernel of this instruction set fits the curve")
