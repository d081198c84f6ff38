# SPDX-License-Identifier: MIT
"""The records of AVR."""

from __future__ import annotations

from tools.plan.records import LARGE, InstructionSet, Lengths, Record, Text, by_profile, macros
from tools.plan.sets.words import (
    BALANCED,
    FAST,
    FOUR,
    LINEAR_NAMES,
    LOOK_UP,
    MULTIPLY_25519,
    PRODUCT,
    PRODUCT_C,
    SMALL,
    names,
)

AVR_DEEP = "(2 * FIELD_LIMBS + 48)"
AVR_HELPERS = """\
/* In native/avr: products of lengths that are even and no multiples of eight, and Montgomery's
 * reduction by blocks. */
WHIT_INTERNAL void whit_mp_mul_even(limb *r, const limb *a, const limb *b, size_t n);
WHIT_INTERNAL void whit_mp_mul_four(limb *r, const limb *a, const limb *b, size_t n);
"""
AVR_BLOCKS = """\
WHIT_INTERNAL void whit_reduce_montgomery_blocks(limb *r, limb *t, const limb *m, limb n0,
                                                 size_t n);
"""
AVR_SELECT = """\
/* r = a where the bit is 1. */
WHIT_INLINE void field_p448_select(limb *r, const limb *a, limb bit)
{
    mp_select(r, a, base_mask(bit), 56);
}
"""


def large(prime: str, *operations: str) -> dict[str, tuple[tuple[str, str], ...]]:
    return {each: (("", f"whit_field_{each}_large_{prime}_asm"),) for each in operations}


# Where kernels do this for all but a few scalars, the C that is inlined serves.
AVR_ONCE = ("!WHIT_ALONE_p256", macros(names("mp_subtract_once")))
AVR_MONTGOMERY = (
    "!WHIT_ALONE_p256",
    macros("reduce_montgomery=whit_reduce_montgomery_blocks"),
)
AVR = InstructionSet(
    "avr",
    "AVR with a multiplication",
    "MUL takes two cycles for any operands.",
    (
        Record("p256", (*FOUR, "half"), BALANCED),
        Record(
            "p256",
            (*FOUR, "half"),
            FAST,
            symbols=large("p256", "mul"),
        ),
        Record("p384", (*FOUR, "half"), BALANCED),
        Record("p384", (*FOUR, "half"), FAST, symbols=large("p384", "mul", "sqr")),
        Record("p448", ("mul_small",)),
        Record(
            "p25519",
            ("mul", "fold", "add", "sub", "canonical"),
            SMALL,
            symbols={
                "mul": (("", "whit_field_25519_mul"),),
                "fold": (("", "whit_field_fold_small_p25519_asm"),),
            },
        ),
        Record(
            "p25519",
            ("mul", "sqr", "add", "sub", "canonical", "mul_small", "select"),
            BALANCED,
        ),
        Record(
            "p25519",
            ("mul", "sqr", "add", "sub", "canonical", "mul_small", "select"),
            FAST,
            symbols=large("p25519", *FOUR),
        ),
    ),
    by_profile(
        f"LONGEST=255 ROWS_APART {names('mp_mul_add_limb')} {LINEAR_NAMES}"
        f" {names('reduce_p448 reduce_p192 reduce_p224 reduce_koblitz')}",
        "KERNEL_LIMBS=8 COORDINATES_p25519=2 MULTIPLY_APART mp_mul_seldom=whit_mp_mul_asm"
        f" {names('mp_subtract_once reduce_p160')} reduce_p256=whit_reduce_small_p256_asm"
        " native_sha512_compress=whit_sha512_compress_asm"
        " whit_mp_product_even=whit_mp_product_asm whit_mp_rows=whit_mp_rows_asm",
        "FIELD_KERNELS HALVING QUICK_INVERSION COORDINATES_p25519=4 COORDINATES_p448=8 STEPS_p25519"
        f" {names('mp_halve mp_division_turn reduce_p256 reduce_p160 reduce_p384')}"
        " native_sha512_compress=whit_sha512_compress_asm"
        " whit_mp_product_even=whit_mp_product_asm whit_mp_rows=whit_mp_rows_asm"
        " whit_mp_square=whit_mp_square_asm",
        "reduce_p160=whit_reduce_p160_large_asm"
        " native_sha512_compress=whit_sha512_compress_large_asm"
        " whit_mp_product_even=whit_mp_product_even_asm whit_mp_rows=whit_mp_rows_more_asm"
        " whit_mp_square=whit_mp_square_large_asm",
        "DOUBLE_AND_ADD mp_mul_seldom=whit_mp_mul_asm",
    ),
    {
        "balanced": (
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=8")),
            ("!WHIT_ALONE_p256", {"WHIT_KERNEL_LIMBS": AVR_DEEP}),
            AVR_ONCE,
            AVR_MONTGOMERY,
        ),
        "fast": (
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=48")),
            ("!WHIT_ALONE_p256", {"WHIT_KERNEL_LIMBS": AVR_DEEP}),
            AVR_ONCE,
            AVR_MONTGOMERY,
        ),
    },
    lengths=(
        # With mp_mul_add_limb, what is left of other lengths goes row by row.
        Lengths(
            "mp_mul",
            (
                ("n % 8 == 0", f"whit_mp_mul_asm({PRODUCT}, n)"),
                ("n % 2 != 0 || n < 8", PRODUCT_C),
                ("n % 8 == 2", f"whit_mp_mul_even({PRODUCT}, n)"),
                ("n % 8 == 4", f"whit_mp_mul_four_asm({PRODUCT}, n)"),
            ),
            f"whit_mp_mul_four({PRODUCT}, n)",
        ),
        # Where p384 has kernels, nothing else takes the long rows.
        Lengths(
            "mp_mul_seldom",
            (("n == 48", f"whit_mp_mul_even_asm({PRODUCT}, n)"),),
            f"whit_mp_mul_asm({PRODUCT}, n)",
            FAST,
        ),
        # The C of others saves too few products for what it does besides.
        *(
            Lengths(
                "mp_sqr",
                (
                    ("n % 8 == 0", "whit_mp_sqr_asm(r, a, n)"),
                    ("n == 20", f"whit_mp_sqr_{twenty}_asm(r, a, n)"),
                    ("n % 8 == 4 && n > 8", "whit_mp_sqr_four_asm(r, a, n)"),
                ),
                "mp_mul(r, a, a, n)",
                profiles,
            )
            for profiles, twenty in ((BALANCED, "four"), (FAST, "20"))
        ),
        *(
            Lengths(
                name,
                (("n % 16 == 0", f"whit_{name}_asm({LOOK_UP}, n)"),),
                f"whit_{name}_c({LOOK_UP}, n)",
                LARGE,
            )
            for name in ("mp_lookup", "mp_lookup_rom")
        ),
    ),
    texts=(
        Text(AVR_HELPERS),
        Text(MULTIPLY_25519, SMALL),
        Text(AVR_BLOCKS, LARGE),
        Text(AVR_SELECT, LARGE),
    ),
    limb_bits=8,
)
