# SPDX-License-Identifier: MIT
"""Which builds take which kernels: each group of kernels of an instruction set has a condition on
profile, primes and options. A kernel names its group."""

SMALL = "WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_small"
LARGE = "WHIT_PROFILE_RANK > WHIT_PROFILE_RANK_small"
BALANCED = "WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_balanced"
FAST = "WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast"
NOT_FAST = "WHIT_PROFILE_RANK < WHIT_PROFILE_RANK_fast"
# Byte code of profile small, for a size of which a build has one curve.
COMPACT = "WHIT_COMPACT_256"
NOT_THE_LEAST = f"{COMPACT} && !WHIT_LEAST"
OF_P256 = "WHIT_COMPACT_p256 && !WHIT_LEAST"
OF_K256 = "WHIT_COMPACT_k256 && !WHIT_LEAST"
P256_ALONE = f"{OF_P256} && !WHIT_LADDER"
P256_LINES = f"{OF_P256} && WHIT_LADDER == 1"
P256_COMPILED = f"{OF_P256} && WHIT_LADDER == 2"
OR_COMPILED = f"({LARGE} || ({P256_COMPILED}))"
OF_OTHERS = f"{COMPACT} && !({OF_P256}) && !({OF_K256})"
OF_BOTH = "((WHIT_COMPACT_p256 && WHIT_LADDER != 2) || WHIT_COMPACT_k256) && !WHIT_LEAST"
OF_NEITHER = f"{COMPACT} && !({OF_BOTH}) && !({P256_COMPILED})"
# Twisted curves have tasks that kernels for whole programs do not know.
UNTWISTED = f"{COMPACT} && !WHIT_COMPACT_TWISTED_256"
A_ZERO = f"{UNTWISTED} && WHIT_COMPACT_A_ZERO_256"
# That of RV32 multiplies points as programs/points.txt has it.
A_NOT_ZERO = (
    f"{UNTWISTED} && !WHIT_COMPACT_A_ZERO_256 && WHIT_LEAST != 2 && !WHIT_COMPACT_LINES_256"
)

# On ARMv7E-M, fields in profile small whose products are worth a kernel; and whether all numbers
# that it multiplies have a multiple of four limbs of 32 bits, or not.
ROWS = "(WHIT_LENGTHS % 2 == 1 || (WHIT_PAIRINGS && WHIT_USES_SIZE(256)))"
FOURS = f"{ROWS} && WHIT_LENGTHS < 2 && !WHIT_ARITHMETIC"
NOT_FOURS = f"{ROWS} && (WHIT_LENGTHS >= 2 || WHIT_ARITHMETIC)"

# On ARMv7-M, products by UMULL, whose time tells operands, are for builds that allow it and for
# what is public alone.
VARIABLE = "WHIT_VARIABLE_MULTIPLY"
CONSTANT = f"!{VARIABLE}"
K256 = "WHIT_USES_PRIME(k256)"

BOTH_ARMV7 = "(WHIT_ARMV7M || WHIT_ARMV7EM)"

# Instruction set: group: condition. "" is for every build.
GROUPS = {
    "armv7em": {
        "": "WHIT_ARMV7EM",
        "SMALL": f"WHIT_ARMV7EM && {SMALL}",
        "LARGE": f"WHIT_ARMV7EM && {LARGE}",
        "SQUARES": f"WHIT_ARMV7EM && {OR_COMPILED}",
        "COMPACT": f"WHIT_ARMV7EM && {OF_P256}",
        "COMPACT_K256": f"WHIT_ARMV7EM && {OF_K256}",
        "COMPACT_LEAST": f"WHIT_ARMV7EM && {OF_OTHERS}",
        "FOURS": f"WHIT_ARMV7EM && {SMALL} && {FOURS}",
        "NOT_FOURS": f"WHIT_ARMV7EM && {SMALL} && {NOT_FOURS}",
    },
    # SHARED are those of ARMv7E-M too.
    "armv7m": {
        "SHARED": BOTH_ARMV7,
        "SHARED_LARGE": f"{BOTH_ARMV7} && {LARGE}",
        "": "WHIT_ARMV7M",
        "SMALL": f"WHIT_ARMV7M && {SMALL}",
        "LARGE": f"WHIT_ARMV7M && {LARGE}",
        "WIDE": f"WHIT_ARMV7M && ({VARIABLE} || ({SMALL} && !WHIT_COMPACT_k256 && !WHIT_LEAST))",
        "WIDE_8": f"WHIT_ARMV7M && (({VARIABLE} && {LARGE}) || ({OF_K256}))",
        "WIDE_LARGE": f"WHIT_ARMV7M && {VARIABLE} && {LARGE}",
        "WIDE_P256": f"WHIT_ARMV7M && ({VARIABLE} || WHIT_PUBLIC_FORMULAS)",
        "WIDE_P448": f"WHIT_ARMV7M && {LARGE} && ({VARIABLE} || WHIT_PUBLIC_p448)",
        "HALVES": f"WHIT_ARMV7M && {CONSTANT}",
        "HALVES_LARGE": f"WHIT_ARMV7M && {CONSTANT} && {LARGE}",
        "HALVES_8_SMALL": f"WHIT_ARMV7M && {CONSTANT} && {OF_K256}",
        "K256": f"WHIT_ARMV7M && {K256} && ({VARIABLE} || {LARGE})",
        "K256_SMALL": f"WHIT_ARMV7M && {K256} && {CONSTANT} && {SMALL}",
        "COMPACT": f"WHIT_ARMV7M && {COMPACT} && !({P256_COMPILED})",
    },
    "armv6m": {
        "": "WHIT_ARMV6M",
        "SMALL": f"WHIT_ARMV6M && {SMALL}",
        "LARGE": f"WHIT_ARMV6M && {LARGE}",
        "COMPACT": f"WHIT_ARMV6M && {P256_ALONE}",
        "COMPACT_LINES": f"WHIT_ARMV6M && {P256_LINES}",
        "COMPACT_K256": f"WHIT_ARMV6M && {OF_K256}",
        "COMPACT_PARTS": f"WHIT_ARMV6M && {OF_BOTH}",
        "COMPACT_LEAST": f"WHIT_ARMV6M && {OF_NEITHER}",
        "PRODUCT_P256": f"WHIT_ARMV6M && {OR_COMPILED}",
    },
    "rv32": {
        "LARGE": f"WHIT_RV32 && {LARGE}",
        "": "WHIT_RV32",
        "COMPACT": f"WHIT_RV32 && {COMPACT}",
        "COMPACT_P256": f"WHIT_RV32 && {OF_P256}",
        "COMPACT_K256": f"WHIT_RV32 && {OF_K256}",
        "COMPACT_ANY": f"WHIT_RV32 && {OF_OTHERS} && !WHIT_LEAST",
        "COMPACT_LEAST": f"WHIT_RV32 && {OF_OTHERS} && WHIT_LEAST",
        "COMPACT_PERFORM": f"WHIT_RV32 && {A_NOT_ZERO}",
        "COMPACT_PERFORM_A_ZERO": f"WHIT_RV32 && {A_ZERO}",
    },
    "avr": {
        "": "WHIT_AVR",
        "SMALL": f"WHIT_AVR && {SMALL}",
        "LARGE": f"WHIT_AVR && {LARGE}",
        "BALANCED": f"WHIT_AVR && {BALANCED}",
        "FAST": f"WHIT_AVR && {FAST}",
        "NOT_FAST": f"WHIT_AVR && {NOT_FAST}",
    },
    "x86_64": {
        "LARGE": f"WHIT_X86_64 && {LARGE}",
        "MUL": f"WHIT_X86_64 && {LARGE} && !WHIT_X86_64_ADX",
        "ADX": f"WHIT_X86_64 && {LARGE} && WHIT_X86_64_ADX",
        "MUL_POINTS": f"WHIT_X86_64 && {FAST} && !WHIT_X86_64_ADX",
        "ADX_POINTS": f"WHIT_X86_64 && {FAST} && WHIT_X86_64_ADX",
    },
}
