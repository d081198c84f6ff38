# SPDX-License-Identifier: MIT
"""The records of x86-64."""

from __future__ import annotations

from tools.plan.records import LARGE, InstructionSet, Lengths, Record, Text, by_profile, macros
from tools.plan.sets.words import (
    BALANCED,
    FAST,
    FORMULAS,
    FOUR,
    LOOK_UP_ANY,
    LOOK_UP_C,
    OF_25519,
    PRODUCT,
    PRODUCT_C,
    SQUARE_C,
    STEPS,
    WHOLE,
    each_length,
    in_formulas,
    names,
)

ADX = "defined(__BMI2__) && defined(__ADX__)"
# Builds without SSE2 leave vector registers alone.
LANES_P256 = "WHIT_AVX512 && WHIT_PREPARED && defined(__SSE2__) && WHIT_USES_PRIME(p256)"
LANES_P25519 = "WHIT_AVX512 && defined(__SSE2__) && WHIT_SIGNS_PRIME(p25519)"
X86_64_HELPERS = """\
/* Which reduction a length has; in native/x86_64/reduce.c. */
WHIT_INTERNAL void whit_reduce_montgomery_by_length(limb *r, limb *t, const limb *m, limb n0,
                                                    size_t n);
"""
X86_64 = InstructionSet(
    "x86_64",
    "x86-64, System V",
    "They name no symbols, so that position-independent code has the same. MUL, MULX, "
    "the additions and the moves by condition that they use are among the instructions whose time "
    "Intel and AMD say no operand changes.",
    (
        Record("p256", WHOLE, BALANCED),
        # Profile fast has those of shorter primes written out in the point formulas.
        Record(
            "p256",
            (*WHOLE, *FORMULAS),
            FAST,
            symbols={
                **in_formulas("p256", "inline"),
                "sub_twice": (("", "whit_field_sub_twice_p256_inline"),),
                "three_halves": (("", "whit_field_three_halves_p256_inline"),),
            },
        ),
        *(Record(each, WHOLE) for each in ("k256", "p384")),
        Record("p448", (*FOUR, "mul_small", "negate_masked", "select")),
        Record("p25519", ("mul", "sqr", *OF_25519, "mul_small"), BALANCED),
        Record(
            "p25519",
            ("mul", "sqr", *OF_25519, "mul_small", *FORMULAS),
            FAST,
            symbols={
                **in_formulas("p25519", "inline"),
                "mul_small": (("", "whit_field_mul_small_p25519_inline"),),
            },
        ),
    ),
    by_profile(
        "",
        "COORDINATES_p25519=1",
        "FIELD_KERNELS RUNTIME_KERNELS=2 HALVING OVERLAP QUICK_INVERSION MANY_MULTIPLES"
        " KERNEL_LIMBS=24 COMB_LIMBS=24 COORDINATES_p25519=4 COORDINATES_p448=8 STEPS_p25519"
        " reduce_montgomery=whit_reduce_montgomery_by_length mp_mul_seldom=mp_mul"
        f" {names('mp_add mp_sub mp_add_masked')} {STEPS}",
        "FORMULA_KERNELS POINT_KERNELS",
    ),
    dict.fromkeys(
        LARGE,
        (
            # A row by MUL is as good in C.
            (f"{ADX}", macros(f"X86_64_ADX ROWS_APART {names('mp_mul_add_limb')}")),
            (f"!({ADX})", macros("X86_64_ADX=0")),
            (LANES_P256, macros("LANES_p256")),
            (LANES_P25519, macros("LANES_p25519")),
            (f"({LANES_P256}) || ({LANES_P25519})", macros("LANES=8")),
        ),
    ),
    lengths=(
        Lengths("mp_mul", each_length("mp_mul", PRODUCT, 4), PRODUCT_C, LARGE),
        Lengths("mp_sqr", each_length("mp_sqr", "r, a", 4), SQUARE_C, LARGE),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    texts=(
        Text(X86_64_HELPERS, LARGE),
        Text('#include "generated/native/x86_64/inline.h"\n', FAST),
    ),
    limb_bits=64,
    compiler={"__SIZEOF_INT128__": "16"},
)
