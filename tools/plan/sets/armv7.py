# SPDX-License-Identifier: MIT
"""The records of ARMv7E-M and ARMv7-M, which share kernels."""

from __future__ import annotations

from tools.kernels.armv7em.sums import LENGTHS as SUMS
from tools.kernels.armv7m.montgomery_long import LENGTHS as MONTGOMERY_LONG
from tools.kernels.groups import (
    COMPACT,
    CONSTANT,
    FOURS,
    K256,
    NOT_FOURS,
    NOT_THE_LEAST,
    OF_K256,
    OF_OTHERS,
    OF_P256,
    P256_COMPILED,
    ROWS,
    VARIABLE,
)
from tools.plan.records import GROUPS, LARGE, SUM, InstructionSet, Lengths, Record, Text, macros
from tools.plan.sets.words import (
    BALANCED,
    FAST,
    FOUR,
    LINEAR_NAMES,
    LOOK_UP,
    LOOK_UP_ANY,
    LOOK_UP_C,
    MULTIPLY_25519,
    OF_25519,
    PRODUCT,
    PRODUCT_C,
    SMALL,
    SQUARE_C,
    STEPS,
    WHOLE,
    each_length,
    names,
)

HALVING = ("half", "negate_masked")
ADDING = ("mul", "add", "sub", *HALVING)
# Limbs of a point in two coordinates, and where curves have such points.
AFFINE = {n: f"WHIT_USES_SIZE({size})" for n, size in ((12, 192), (14, 224), (34, 528))}
# secp256r1 alone has points of 16 and of 24 limbs.
LOOK_UP_OTHER = (*LOOK_UP_ANY, "!WHIT_ALONE_p256")
HASHES = (
    "native_sha256_compress=whit_sha256_compress_asm"
    " native_sha512_compress=whit_sha512_compress_asm"
)
# The primes of one size of which kernels know one, and those that profile small has kernels for.
IN_SMALL = ("p192", "p224", "k256")
OTHERS = ("p160", *IN_SMALL, "p384", "p521")
# What keeps coordinates of p25519 in two rows of a ladder.
LADDER = ("select_two", "sub_scale", "sub_add", "lookup_prepared")

ARMV7_LARGE = f"COORDINATES_p448=8 {names('reduce_p448 mp_mod_bits')} {STEPS} {HASHES}"
ARMV7EM_LARGE = (
    "FIELD_KERNELS HALVING QUICK_INVERSION"
    f" MANY_MULTIPLES COORDINATES_p25519=5 {ARMV7_LARGE} {names('mp_divide mp_mul_add_limb')}"
)


def sums(limbs: int) -> tuple[str, ...]:
    """Of fields with pairings."""
    return SUM if limbs in SUMS else ()


def of_pairings(limbs: int) -> tuple[str, ...]:
    """What curves do without elsewhere, for their flash: of 12 and 16 limbs all but products."""
    return tuple(each for each in GROUPS if limbs not in (12, 16) or each != "MULTIPLIES")


ARMV7EM_COMPACT = (
    (
        OF_P256,
        macros("COMPACT_RUN_256 COMPACT_KERNEL_LIMBS_256=60 compact_run_256=whit_compact_run_asm"),
    ),
    (P256_COMPILED, macros("COMPACT_COMPILED_256")),
    (
        OF_K256,
        macros(
            "COMPACT_RUN_256 COMPACT_KERNEL_LIMBS_256=60 compact_run_256=whit_compact_run_k256_asm"
        ),
    ),
    (
        OF_OTHERS,
        macros(
            "COMPACT_RUN_256 COMPACT_KERNEL_LIMBS_256=52 COMPACT_ANY_256"
            " COMPACT_COUNTS_256 compact_run_256=whit_compact_run_least_asm"
        ),
    ),
)

# One routine for the products of profile small, in the form that a build's lengths need. With it,
# the reduction for p384 in C pays no longer.
ARMV7EM_PRODUCTS = (
    (ROWS, macros("reduce_p384=whit_reduce_montgomery_c")),
    *(
        (
            where,
            macros(names("mp_multiply mp_add mp_sub mp_add_masked", f"{form}_asm")),
        )
        for where, form in ((FOURS, "fours"), (NOT_FOURS, "any"))
    ),
)
SUBTRACTING = """\
/* r = t + carry 2^(n w), less m if that is not below m: less m at first, which goes back. */
WHIT_INLINE void whit_mp_subtract_once(limb *r, const limb *t, limb carry, const limb *m, size_t n)
{
    limb borrow = mp_sub(r, t, m, n);
    mp_add_masked(r, m, base_mask((limb)(borrow & (carry ^ 1))), n);
}
#define mp_subtract_once whit_mp_subtract_once
"""
CLEARING = """\
/* t += k m for the k that makes the lower half of t 0, where instead stands what its columns carry,
 * which counts in the upper half. */
WHIT_INLINE void whit_mp_clear_limbs(limb *t, const limb *m, limb n0, size_t n)
{
#if WHIT_ARITHMETIC
    if (n < 4) {
        for (size_t i = 0; i < n; i++) {
            t[i] = whit_mp_mul_add_limb_c(t + i, m, (limb)(t[i] * n0), n);
        }
        return;
    }
#endif
    mp_multiply(t, t, m, n, n0);
}
#define mp_clear_limbs whit_mp_clear_limbs
"""

ARMV7EM = InstructionSet(
    "armv7em",
    "ARMv7E-M: Cortex-M4, M7, M33",
    "UMAAL, by which they multiply, takes one cycle for any operands.",
    (
        Record(
            "p256",
            ("mul", "add", "sub", "sqr"),
            SMALL,
            symbols={
                "sqr": (
                    (P256_COMPILED, "whit_field_sqr_p256_asm"),
                    ("", "whit_field_mul_p256_asm"),
                )
            },
        ),
        Record("p256", (*FOUR, *HALVING), BALANCED),
        Record("p256", WHOLE, FAST),
        *(Record(prime, ("mul", "add", "sub"), SMALL) for prime in IN_SMALL),
        *(Record(prime, (*FOUR, "three_halves", "negate_masked"), BALANCED) for prime in OTHERS),
        *(Record(prime, WHOLE, FAST) for prime in OTHERS),
        Record("p448", (*FOUR, "mul_small", "negate_masked", "select")),
        Record("p25519", ("mul", "sqr", *OF_25519, *LADDER)),
        Record(
            "p25519",
            ("mul", "sum", "add_word"),
            SMALL,
            symbols={"mul": (("", "whit_field_mul_loops_p25519_asm"),)},
        ),
        *(Record(None, (*ADDING, *sums(limbs)), BALANCED, limbs) for limbs in (5, 6, 7, 8)),
        *(Record(None, (*WHOLE, *sums(limbs)), FAST, limbs) for limbs in (5, 6, 7, 8)),
        Record(None, ("mul",), BALANCED, 10),
        Record(None, ("mul", "sqr"), FAST, 10),
        *(
            Record(None, (*ADDING, *sums(n)), BALANCED, n, pairings=of_pairings(n))
            for n in (12, 15, 16, 20)
        ),
        *(
            Record(None, (*ADDING, "sqr", *sums(n)), FAST, n, pairings=of_pairings(n))
            for n in (12, 15, 16, 20)
        ),
        Record(None, ADDING, limbs=48, pairings=of_pairings(48)),
    ),
    {
        "small": macros("FIELD_KERNELS MANY_MULTIPLES KERNEL_LIMBS=4 COORDINATES_p25519=1"),
        "balanced": macros(f"{ARMV7EM_LARGE} ROWS_APART DOUBLE_AND_ADD"),
        "fast": macros(f"{ARMV7EM_LARGE} DIGITS_AHEAD STEPS_p25519 {LINEAR_NAMES}"),
    },
    {"small": (*ARMV7EM_COMPACT, *ARMV7EM_PRODUCTS)},
    lengths=(
        Lengths(
            "mp_mul",
            (("n < 4", PRODUCT_C, "WHIT_ARITHMETIC"),),
            f"mp_multiply({PRODUCT}, n, 0)",
            SMALL,
            ROWS,
        ),
        Lengths("mp_mul", each_length("mp_mul", PRODUCT, 5, 6, 7, 8, 14), PRODUCT_C, BALANCED),
        Lengths(
            "mp_mul",
            each_length("mp_mul", PRODUCT, 5, 6, 7, 8, 10, 12, 14, 16, 17),
            PRODUCT_C,
            FAST,
        ),
        Lengths(
            "mp_sqr",
            (("(n >= 5 && n <= 8) || n == 14", "mp_mul(r, a, a, n)"),),
            SQUARE_C,
            BALANCED,
        ),
        Lengths(
            "mp_sqr",
            (
                (
                    "(n >= 5 && n <= 8) || n == 10 || n == 12 || n == 14 || n == 16 || n == 17",
                    "mp_mul(r, a, a, n)",
                ),
            ),
            SQUARE_C,
            FAST,
        ),
        Lengths(
            "mp_lookup",
            (*each_length("mp_lookup", LOOK_UP, 16, 24), LOOK_UP_OTHER),
            LOOK_UP_C,
            BALANCED,
        ),
        Lengths(
            "mp_lookup",
            (
                *each_length("mp_lookup", LOOK_UP, 16, 24),
                *((*each_length("mp_lookup", LOOK_UP, n)[0], where) for n, where in AFFINE.items()),
                LOOK_UP_OTHER,
            ),
            LOOK_UP_C,
            FAST,
        ),
    ),
    texts=(Text(CLEARING, SMALL, ROWS), Text(SUBTRACTING, SMALL, ROWS)),
    called={"field_mul_p256": NOT_THE_LEAST, "field_mul_k256": NOT_THE_LEAST},
)

ONE_CURVE = f"WHIT_ALONE_p256 && {CONSTANT}"


def by_multiplication(kernel: str, field: str) -> tuple[tuple[str, str], ...]:
    """A kernel by UMULL where its time may tell operands, else by halves of limbs."""
    wide = f"whit_{kernel}_wide_{field}_asm"
    return ((VARIABLE, wide), ("", f"whit_{kernel}_{field}_asm"))


ARMV7M_LARGE = (
    "FIELD_KERNELS RUNTIME_KERNELS HALVING"
    " QUICK_INVERSION ROWS_APART MULTIPLY_APART COORDINATES_p25519=3 COORDINATES_p448=8"
    f" {names('reduce_p448')} {HASHES}"
)
ARMV7M_INVERSION = macros(f"{names('mp_mod_bits')} {STEPS}")
ARMV7M_PRODUCTS = (
    (VARIABLE, macros("mp_mul_add_limb=whit_mp_mul_add_limb_wide_asm")),
    (CONSTANT, macros(names("mp_mul_add_limb"))),
    (f"{K256} && WHIT_KOBLITZ_256", macros("reduce_koblitz=whit_reduce_k256_asm")),
    (ONE_CURVE, macros("PUBLIC_FORMULAS")),
)
OWN_LINEAR = ("!WHIT_ALONE_p256", macros(LINEAR_NAMES))
CLEAR = (
    (f"!WHIT_ALONE_p256 && {VARIABLE}", macros("mp_clear_limbs=whit_mp_clear_limbs_wide_asm")),
    (f"!WHIT_ALONE_p256 && {CONSTANT}", macros(names("mp_clear_limbs"))),
)
SHORT = "n == 8"

MULTIPLY_BY = """\
/* Point formulas are told by which of these two to multiply: for secrets, or for what is public
 * alone, in a time that tells operands. */
#define field_p256_for_secrets whit_field_mul_p256_asm
#define field_p256_for_public whit_field_mul_wide_p256_asm

/* r = a b / 2^256 mod p by one of them. */
WHIT_INLINE void field_p256_mul_by(native_kernel *kernel, limb *r, const limb *a, const limb *b)
{
    register limb *r0 __asm__("r0") = r;
    register const limb *r1 __asm__("r1") = a;
    register const limb *r2 __asm__("r2") = b;
    register native_kernel *r3 __asm__("r3") = kernel;
    __asm__ volatile("blx %3"
                     : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
                     :
                     : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
}
"""

# Multiplications of 8 limbs alone: in profile small for the byte code of k256.
V, N = VARIABLE, CONSTANT
ARMV7M_SMALL = (
    (f"{V} && {OF_K256}", macros("mp_mul=whit_mp_mul_8_wide_asm")),
    (f"{V} && !({OF_K256})", macros("mp_mul=whit_mp_mul_wide_asm")),
    (
        f"{N} && {OF_K256}",
        macros("mp_mul=whit_mp_mul_8_small_asm mp_mul_public=whit_mp_mul_8_wide_asm"),
    ),
    (f"{N} && !({OF_K256})", macros(names("mp_mul"))),
    (
        f"{N} && !({OF_K256}) && !WHIT_LEAST",
        macros("mp_mul_public=whit_mp_mul_wide_asm"),
    ),
    (f"{N} && !WHIT_LEAST && !({P256_COMPILED})", macros("PUBLIC_MULTIPLY")),
    (P256_COMPILED, macros("FIELD_KERNELS COMPACT_COMPILED_256")),
    (
        f"{K256} && {V} && WHIT_KOBLITZ_256",
        macros("reduce_koblitz=whit_reduce_k256_asm"),
    ),
    (
        f"{K256} && {N} && WHIT_KOBLITZ_256",
        macros("reduce_koblitz=whit_reduce_k256_small_asm"),
    ),
    (
        f"{COMPACT} && !({P256_COMPILED})",
        macros("COMPACT_SUB_256 compact_sub_256=whit_compact_sub_asm"),
    ),
)

ARMV7M = InstructionSet(
    "armv7m",
    "ARMv7-M: Cortex-M3",
    "UMULL and its like, and UDIV, end early on small operands there; MUL and MLA, which "
    "these take, have one time for all. UMULL, in kernels named _wide, is for what is public and, "
    "with WHIT_VARIABLE_MULTIPLY, for all products.",
    (
        Record(
            "p256",
            ("mul", "add", "sub", *HALVING),
            symbols={"mul": by_multiplication("field_mul", "p256")},
        ),
        Record(
            "p256",
            ("mul", "add", "sub"),
            SMALL,
            symbols={"mul": by_multiplication("field_mul", "p256")},
        ),
        Record(
            "p192",
            ("mul", "add", "sub", "half"),
            symbols={"mul": by_multiplication("field_mul", "p192")},
        ),
        Record(
            "p384",
            ("mul", "add", "sub", "three_halves", "negate_masked"),
            symbols={"mul": by_multiplication("field_mul", "p384")},
        ),
        Record(
            None,
            ("mul", "add", "sub", "three_halves"),
            limbs=8,
            symbols={"mul": by_multiplication("field_mul", "any_8")},
            of_scalars=False,
        ),
        *(
            Record(
                None,
                ("mul",),
                limbs=limbs,
                symbols={"mul": by_multiplication("field_mul", f"any_{limbs}")},
            )
            for limbs in MONTGOMERY_LONG
        ),
        Record(
            "p448",
            ("mul", "add", "sub", "mul_small", "negate_masked", "select"),
            BALANCED,
            symbols={"mul": by_multiplication("field_mul", "p448")},
        ),
        Record(
            "p448",
            ("mul", "add", "sub", "mul_small", "negate_masked", "select", "public_mul"),
            FAST,
            symbols={
                "mul": by_multiplication("field_mul", "p448"),
                "public_mul": (("WHIT_PUBLIC_p448", "whit_field_mul_wide_p448_asm"),),
            },
        ),
        Record(
            "p25519",
            ("mul", "fold", *OF_25519),
            symbols={"mul": (("", "whit_field_25519_mul"),)},
        ),
    ),
    {
        "small": macros(
            f"MULTIPLY_APART KERNEL_LIMBS=8 COORDINATES_p25519=1 {names('reduce_p256')}"
        ),
        "balanced": macros(f"{ARMV7M_LARGE} KERNEL_LIMBS=8 DOUBLE_AND_ADD"),
        "fast": {**macros(ARMV7M_LARGE), **ARMV7M_INVERSION},
    },
    {
        "small": ARMV7M_SMALL,
        "balanced": (
            *ARMV7M_PRODUCTS,
            ("WHIT_USES_PRIME(p256)", ARMV7M_INVERSION),
            (f"!WHIT_KOBLITZ_256 && {V}", macros("mp_mul=whit_mp_mul_wide_asm")),
            (f"!WHIT_KOBLITZ_256 && {N}", macros(names("mp_mul"))),
        ),
        # The multiplication of 8 limbs lies deepest.
        "fast": (
            *ARMV7M_PRODUCTS,
            ("WHIT_ALONE_p256", macros("KERNEL_LIMBS=8")),
            ("!WHIT_ALONE_p256", macros("KERNEL_LIMBS=12")),
            (f"WHIT_SIGNS_PRIME(p448) && {N}", macros("PUBLIC_p448")),
            OWN_LINEAR,
            *CLEAR,
        ),
    },
    lengths=(
        *(
            Lengths(
                "mp_mul",
                ((SHORT, f"whit_mp_mul_8{ending}_asm({PRODUCT}, n)"),),
                f"whit_mp_mul{ending}_asm({PRODUCT}, n)",
                profiles,
                f"{where}{question}",
            )
            for profiles, where in ((BALANCED, "WHIT_KOBLITZ_256 && "), (FAST, ""))
            for question, ending in ((V, "_wide"), (N, ""))
        ),
        # Of few limbs, half the products are not worth what it takes to double them.
        Lengths("mp_sqr", (("n <= 8", "mp_mul(r, a, a, n)"),), SQUARE_C, BALANCED),
        Lengths(
            "mp_sqr",
            (("n <= 6 || n == 8", "mp_mul(r, a, a, n)"),),
            SQUARE_C,
            FAST,
        ),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    texts=(
        Text(MULTIPLY_25519, LARGE),
        Text(MULTIPLY_BY, LARGE, "WHIT_PUBLIC_FORMULAS"),
    ),
    compiler={"__ARM_ARCH_7M__": "1"},
)
