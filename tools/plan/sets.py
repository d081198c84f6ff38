# SPDX-License-Identifier: MIT
"""The records of each instruction set: which kernels its profiles take, and where."""

from __future__ import annotations

from tools.kernels.groups import (
    A_NOT_ZERO,
    A_ZERO,
    COMPACT,
    CONSTANT,
    K256,
    NOT_THE_LEAST,
    OF_BOTH,
    OF_K256,
    OF_NEITHER,
    OF_OTHERS,
    OF_P256,
    VARIABLE,
)
from tools.plan.records import (
    LARGE,
    PROFILES,
    InstructionSet,
    Lengths,
    Record,
    Text,
    by_profile,
    macros,
)

FAST = ("fast",)
BALANCED = ("balanced",)
SMALL = ("small",)

FOUR = ("mul", "sqr", "add", "sub")
HALVING = ("half", "negate_masked")
WHOLE = (*FOUR, "sub_twice", "three_halves", "negate_masked")
PRODUCTS = {"mp_mul": "mul", "mp_sqr": "sqr"}


def each_length(name: str, arguments: str, *lengths: int) -> tuple[tuple[str, str], ...]:
    """A kernel for each of these numbers of limbs."""
    return tuple((f"n == {n}", f"whit_{name}_{n}_asm({arguments})") for n in lengths)


def names(text: str, ending: str = "asm") -> str:
    """Kernels that take the place of the functions of these names."""
    return " ".join(f"{name}=whit_{name}_{ending}" for name in text.split())


PRODUCT = "r, a, b"
LOOK_UP = "r, table, entries, index"
LOOK_UP_ANY = ("n >= 8", f"whit_mp_lookup_asm({LOOK_UP}, n)")
# Limbs of a point in two coordinates, and where curves have such points.
AFFINE = {n: f"WHIT_USES_SIZE({size})" for n, size in ((12, 192), (14, 224), (34, 528))}
# secp256r1 alone has points of 16 and of 24 limbs.
LOOK_UP_OTHER = (*LOOK_UP_ANY, "!WHIT_ALONE_p256")
LOOK_UP_C = f"whit_mp_lookup_c({LOOK_UP}, n)"
PRODUCT_C = f"whit_mp_mul_c({PRODUCT}, n)"
STEPS = names("mp_find_steps mp_combine mp_combine_shifted")
HASHES = (
    "native_sha256_compress=whit_sha256_compress_asm"
    " native_sha512_compress=whit_sha512_compress_asm"
)
# The primes of one size of which kernels know one.
OTHERS = ("p192", "p224", "k256", "p384", "p521")
# What keeps coordinates of p25519 in two rows of a ladder.
LADDER = ("select_two", "sub_scale", "sub_add", "lookup_prepared")
OF_25519 = ("add", "sub", "canonical", "negate_masked", "select")

ARMV7_LARGE = f"COORDINATES_p448=8 {names('reduce_p448 mp_mod_bits')} {STEPS} {HASHES}"
ARMV7EM_LARGE = (
    "FIELD_KERNELS HALVING QUICK_INVERSION"
    f" MANY_MULTIPLES COORDINATES_p25519=5 {ARMV7_LARGE} {names('mp_divide mp_mul_add_limb')}"
)
LINEAR_NAMES = names("mp_add mp_sub mp_add_masked mp_select")

ARMV7EM_COMPACT = (
    (
        OF_P256,
        macros("COMPACT_RUN_256 COMPACT_KERNEL_LIMBS_256=60 compact_run_256=whit_compact_run_asm"),
    ),
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

ARMV7EM = InstructionSet(
    "armv7em",
    "ARMv7E-M: Cortex-M4, M7, M33",
    (
        Record("p256", ("mul", "add", "sub"), SMALL),
        Record("p256", (*FOUR, *HALVING), BALANCED),
        Record("p256", WHOLE, FAST),
        *(Record(prime, ("mul", "add", "sub"), SMALL) for prime in OTHERS[:3]),
        *(Record(prime, (*FOUR, "three_halves", "negate_masked"), BALANCED) for prime in OTHERS),
        *(Record(prime, WHOLE, FAST) for prime in OTHERS),
        Record("p448", (*FOUR, "mul_small", "negate_masked", "select")),
        Record("p25519", ("mul", "sqr", *OF_25519, *LADDER)),
        *(Record(None, ("mul", "add", "sub", *HALVING), BALANCED, limbs) for limbs in (5, 6, 7, 8)),
        *(Record(None, WHOLE, FAST, limbs) for limbs in (5, 6, 7, 8)),
        *(Record(None, ("mul",), BALANCED, limbs) for limbs in (10, 12, 16)),
        *(Record(None, ("mul", "sqr"), FAST, limbs) for limbs in (10, 12, 16)),
    ),
    {
        "small": macros("FIELD_KERNELS MANY_MULTIPLES KERNEL_LIMBS=4 COORDINATES_p25519=1"),
        "balanced": macros(f"{ARMV7EM_LARGE} ROWS_APART"),
        "fast": macros(f"{ARMV7EM_LARGE} DIGITS_AHEAD STEPS_p25519 {LINEAR_NAMES}"),
    },
    {"small": ARMV7EM_COMPACT},
    lengths=(
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
            "whit_mp_sqr_c(r, a, n)",
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
            "whit_mp_sqr_c(r, a, n)",
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

MULTIPLY_25519 = """\
/* A product and a kernel that folds it; in field/field_25519.c. */
WHIT_INTERNAL void whit_field_25519_mul(limb *r, const limb *a, const limb *b);
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
    (f"{N} && !WHIT_LEAST", macros("PUBLIC_MULTIPLY")),
    (
        f"{K256} && {V} && WHIT_KOBLITZ_256",
        macros("reduce_koblitz=whit_reduce_k256_asm"),
    ),
    (
        f"{K256} && {N} && WHIT_KOBLITZ_256",
        macros("reduce_koblitz=whit_reduce_k256_small_asm"),
    ),
    (
        COMPACT,
        macros("COMPACT_SUB_256 compact_sub_256=whit_compact_sub_asm"),
    ),
)

ARMV7M = InstructionSet(
    "armv7m",
    "ARMv7-M: Cortex-M3",
    (
        Record(
            "p256",
            ("mul", "add", "sub", *HALVING),
            symbols={"mul": by_multiplication("field_mul", "p256")},
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
        "balanced": macros(f"{ARMV7M_LARGE} KERNEL_LIMBS=8"),
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
        Lengths("mp_sqr", (("n <= 8", "mp_mul(r, a, a, n)"),), "whit_mp_sqr_c(r, a, n)", BALANCED),
        Lengths(
            "mp_sqr",
            (("n <= 6 || n == 8", "mp_mul(r, a, a, n)"),),
            "whit_mp_sqr_c(r, a, n)",
            FAST,
        ),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    texts=(
        Text(MULTIPLY_25519, LARGE),
        Text(MULTIPLY_BY, LARGE, "WHIT_PUBLIC_FORMULAS"),
    ),
)

ARMV6M = InstructionSet(
    "armv6m",
    "ARMv6-M: Cortex-M0, M0+, M23",
    (
        Record("p256", ("mul", "add", "sub", "half")),
        Record(
            "p256",
            ("mul", "add", "sub"),
            SMALL,
            symbols={"mul": (("", "whit_field_mul_small_p256_asm"),)},
        ),
        Record("k256", ("mul", "add", "sub", "half")),
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
                OF_P256,
                macros("compact_perform_256=whit_compact_perform_asm"),
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
            "whit_mp_sqr_c(r, a, n)",
            LARGE,
        ),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    called={"compact_reverse": "1", "mp_mul_8": "WHIT_USES_PRIME(p448)"},
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
FORMULAS = tuple(f"formula_{each}" for each in FOUR)


def in_formulas(field: str, ending: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """What point formulas call for each of the four operations."""
    return {f"formula_{each}": (("", f"whit_field_{each}_{field}_{ending}"),) for each in FOUR}


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
    (
        Record(
            "p256",
            (*WHOLE, *FORMULAS),
            symbols={
                **{each: (("", f"whit_field_{each}_p256"),) for each in FOUR},
                **in_formulas("p256", "asm"),
            },
        ),
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


def large(*operations: str) -> dict[str, tuple[tuple[str, str], ...]]:
    return {each: (("", f"whit_field_{each}_large_p25519_asm"),) for each in operations}


# Where kernels do this for all but a few scalars, the C that is inlined serves.
AVR_ONCE = ("!WHIT_ALONE_p256", macros(names("mp_subtract_once")))
AVR_MONTGOMERY = (
    "!WHIT_ALONE_p256",
    macros("reduce_montgomery=whit_reduce_montgomery_blocks"),
)
AVR = InstructionSet(
    "avr",
    "AVR with a multiplication",
    (
        Record("p256", (*FOUR, "half"), BALANCED),
        Record(
            "p256",
            (*FOUR, "half"),
            FAST,
            symbols={"mul": (("", "whit_field_mul_large_p256_asm"),)},
        ),
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
            symbols=large(*FOUR),
        ),
    ),
    by_profile(
        f"ROWS_APART {names('mp_mul_add_limb')} mp_mul_seldom=whit_mp_mul_asm {LINEAR_NAMES}"
        f" {names('reduce_p448 reduce_p192 reduce_p224 reduce_koblitz')}",
        "KERNEL_LIMBS=8 COORDINATES_p25519=2 MULTIPLY_APART"
        f" {names('mp_subtract_once reduce_p160')} reduce_p256=whit_reduce_small_p256_asm"
        " native_sha512_compress=whit_sha512_compress_asm"
        " whit_mp_product_even=whit_mp_product_asm whit_mp_rows=whit_mp_rows_asm",
        "FIELD_KERNELS HALVING QUICK_INVERSION COORDINATES_p25519=4 COORDINATES_p448=8 STEPS_p25519"
        f" {names('mp_halve mp_division_turn reduce_p256 reduce_p160')}"
        " native_sha512_compress=whit_sha512_compress_asm"
        " whit_mp_product_even=whit_mp_product_asm whit_mp_rows=whit_mp_rows_asm"
        " whit_mp_square=whit_mp_square_asm",
        "reduce_p160=whit_reduce_p160_large_asm"
        " native_sha512_compress=whit_sha512_compress_large_asm"
        " whit_mp_product_even=whit_mp_product_even_asm whit_mp_rows=whit_mp_rows_more_asm"
        " whit_mp_square=whit_mp_square_large_asm",
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
)

ADX = "defined(__BMI2__) && defined(__ADX__)"
X86_64_HELPERS = """\
/* Which reduction a length has; in native/x86_64/reduce.c. */
WHIT_INTERNAL void whit_reduce_montgomery_by_length(limb *r, limb *t, const limb *m, limb n0,
                                                    size_t n);
"""
X86_64 = InstructionSet(
    "x86_64",
    "x86-64, System V",
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
        ),
    ),
    lengths=(
        Lengths("mp_mul", each_length("mp_mul", PRODUCT, 4), PRODUCT_C, LARGE),
        Lengths("mp_sqr", each_length("mp_sqr", "r, a", 4), "whit_mp_sqr_c(r, a, n)", LARGE),
        Lengths("mp_lookup", (LOOK_UP_ANY,), LOOK_UP_C, LARGE),
    ),
    texts=(
        Text(X86_64_HELPERS, LARGE),
        Text('#include "generated/native/x86_64/inline.h"\n', FAST),
    ),
)
PORTABLE = InstructionSet(
    "c",
    "portable C",
    (),
    {profile: {} for profile in PROFILES},
    {"small": (("WHIT_LIMB_BITS >= 16", macros("COORDINATES_p25519=1")),)},
)

SETS = {each.name: each for each in (ARMV7EM, ARMV7M, ARMV6M, RV32, AVR, X86_64, PORTABLE)}
