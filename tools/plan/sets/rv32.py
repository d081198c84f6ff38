# SPDX-License-Identifier: MIT
"""The records of RV32IM."""

from __future__ import annotations

from tools.kernels.groups import (
    A_NOT_ZERO,
    A_ZERO,
    COMPACT,
    OF_K256,
    OF_OTHERS,
    OF_P256,
    P256_COMPILED,
)
from tools.plan.records import LARGE, InstructionSet, Lengths, Record, Text, by_profile, macros
from tools.plan.sets.words import (
    FORMULAS,
    FOUR,
    LOOK_UP_ANY,
    LOOK_UP_C,
    OF_25519,
    SMALL,
    STEPS,
    WHOLE,
    in_formulas,
    names,
)

RV32_ROWS = macros("mp_mul_seldom=whit_mp_mul_rows " + names("mp_mul_add_limb"))
RV32_ALONE = (
    (
        "WHIT_ALONE_p256",
        RV32_ROWS,
    ),
    ("!WHIT_ALONE_p256 && WHIT_ALONE_p25519", {**RV32_ROWS, **macros("SCALARS_SELDOM")}),
)
RV32_HELPERS = """\
/* Where a build has one curve, over p256 or p25519, and the compiler sees it, all other kernels
 * are for scalars, a few times: the shortest serve. In native/rv32/seldom.c. */
WHIT_INTERNAL void whit_mp_mul_rows(limb *r, const limb *a, const limb *b, size_t n);
"""


RV32_PERFORM = "COMPACT_PERFORM_256 COMPACT_KERNEL_LIMBS_256=72"
RV32_SMALL = (
    (
        COMPACT,
        macros(
            "COMPACT_RUN_256 COMPACT_ANY_256 COMPACT_COUNTS_256"
            " compact_reverse_256=whit_compact_reverse_asm"
        ),
    ),
    (OF_P256, macros("compact_run_256=whit_compact_run_p256_asm")),
    (P256_COMPILED, macros("FIELD_KERNELS COMPACT_COMPILED_256")),
    (
        OF_K256,
        macros("compact_run_256=whit_compact_run_k256_asm"),
    ),
    (
        f"{OF_OTHERS} && !WHIT_LEAST",
        macros("compact_run_256=whit_compact_run_any_asm"),
    ),
    (
        f"{OF_OTHERS} && WHIT_LEAST",
        macros("compact_run_256=whit_compact_run_least_asm"),
    ),
    (
        A_ZERO,
        macros(f"{RV32_PERFORM} compact_perform_256=whit_compact_perform_a_zero_asm"),
    ),
    (
        A_NOT_ZERO,
        macros(f"{RV32_PERFORM} compact_perform_256=whit_compact_perform_asm"),
    ),
)

RV32 = InstructionSet(
    "rv32",
    "RV32IM",
    "MUL, MULHU and MULHSU, by which they multiply, are among the instructions that the "
    "extension Zkt lists: a core that has it takes a time for them that no operand changes.",
    (
        Record(
            "p256",
            (*WHOLE, *FORMULAS),
            symbols={
                **{each: (("", f"whit_field_{each}_p256"),) for each in FOUR},
                **in_formulas("p256", "asm"),
            },
        ),
        Record("p256", FOUR, SMALL),
        *(Record(each, (*FOUR, "three_halves", "negate_masked")) for each in ("k256", "p384")),
        *(Record(None, (*FOUR, "three_halves"), limbs=limbs) for limbs in (5, 6, 7, 8)),
        Record("p448", (*FOUR, "mul_small", "negate_masked", "select")),
        Record(
            "p25519",
            ("mul", "sqr", *OF_25519, "mul_small", *FORMULAS),
            symbols=in_formulas("p25519", "asm"),
        ),
    ),
    by_profile(
        "",
        "COORDINATES_p25519=1",
        "FIELD_KERNELS FORMULA_KERNELS HALVING QUICK_INVERSION COORDINATES_p25519=4"
        f" COORDINATES_p448=8 {STEPS}",
        "STEPS_p25519",
    ),
    {"small": RV32_SMALL, **dict.fromkeys(LARGE, RV32_ALONE)},
    lengths=(Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),),
    texts=(Text(RV32_HELPERS, LARGE),),
)
