# SPDX-License-Identifier: MIT
"""The records of ARMv6-M."""

from __future__ import annotations

from tools.kernels.groups import OF_BOTH, OF_K256, OF_NEITHER, P256_ALONE, P256_COMPILED, P256_LINES
from tools.plan.records import LARGE, InstructionSet, Lengths, Record, by_profile, macros
from tools.plan.sets.words import (
    LOOK_UP_ANY,
    LOOK_UP_C,
    PRODUCT,
    PRODUCT_C,
    SMALL,
    SQUARE_C,
    STEPS,
    each_length,
    names,
)

ARMV6M = InstructionSet(
    "armv6m",
    "ARMv6-M: Cortex-M0, M0+, M23",
    "ARMv8-M baseline runs them too. They multiply 32 by 32 bits into 32, an instruction "
    "that takes one cycle or 32 as a part's maker chose, and the same for all operands.",
    (
        Record("p256", ("mul", "add", "sub", "half")),
        Record(
            "p256",
            ("mul", "add", "sub"),
            SMALL,
            symbols={
                "mul": (
                    (P256_COMPILED, "whit_field_mul_p256_asm"),
                    ("", "whit_field_mul_small_p256_asm"),
                )
            },
        ),
        Record("k256", ("mul", "add", "sub", "half")),
        Record("p384", ("mul", "add", "sub", "half")),
        Record(None, ("mul", "add", "sub", "half"), limbs=8, of_scalars=False),
        Record("p448", ("mul", "add", "sub", "mul_small", "select")),
        Record("p25519", ("mul", "add", "sub", "canonical", "mul_small", "select")),
        Record("p25519", ("sum", "add_word"), SMALL),
    ),
    by_profile(
        f"FIELD_KERNELS RUNTIME_KERNELS SCALARS_SELDOM ROWS_APART {names('mp_mul_add_limb')}",
        "KERNEL_LIMBS=8 COORDINATES_p25519=1",
        "HALVING QUICK_INVERSION KERNEL_LIMBS=14 COORDINATES_p25519=4"
        f" COORDINATES_p448=8 {names('mp_double_mod')} {STEPS}",
        "STEPS_p25519",
        "DOUBLE_AND_ADD",
    ),
    {
        "small": (
            (
                OF_BOTH,
                macros(
                    "COMPACT_KERNEL_LIMBS_256=88 COMPACT_INVERSE_256"
                    " COMPACT_PERFORM_256 COMPACT_SUB_256"
                    " compact_reverse_256=whit_compact_reverse_asm"
                    " compact_sub_256=whit_compact_sub_asm"
                ),
            ),
            (
                P256_ALONE,
                macros("compact_perform_256=whit_compact_perform_asm"),
            ),
            (
                P256_LINES,
                macros("compact_perform_256=whit_compact_perform_lines_asm"),
            ),
            (
                P256_COMPILED,
                macros("COMPACT_COMPILED_256"),
            ),
            (
                OF_K256,
                macros("compact_perform_256=whit_compact_perform_k256_asm"),
            ),
            (
                OF_NEITHER,
                macros(
                    "COMPACT_ANY_256 COMPACT_KERNEL_LIMBS_256=72 COMPACT_RUN_256"
                    " compact_run_256=whit_compact_run_least_asm"
                ),
            ),
        ),
    },
    lengths=(
        Lengths("mp_mul", each_length("mp_mul", PRODUCT, 8), PRODUCT_C, LARGE),
        Lengths(
            "mp_sqr",
            (("n == 8", "whit_mp_mul_8_asm(r, a, a)"),),
            SQUARE_C,
            LARGE,
        ),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    called={"compact_reverse": "1", "mp_mul_8": "WHIT_USES_PRIME(p448)"},
    compiler={"__ARM_ARCH_6M__": "1"},
)
