#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/armv7em.

    tools/armv7em.py            write the files
    tools/armv7em.py --check    fail if one would change

Each kernel is a function of assembly alone. Names for values are in tools/thumb.py, which gives
them registers, and fails where there is none. What needs no UMAAL is in tools/armv7m.py.
"""

import functools
import sys

import armv7em_field as p256
import armv7em_mp as mp
from armv7m import combinations, field, multiply_add
from kernels import Kernel, Set, run
from thumb import ALL

# The limbs of fields of 160, 192, 224, 256, 320, 384, 512 and 521 bits.
MULTIPLICATIONS = (5, 6, 7, 8, 10, 12, 16, 17)

KERNELS = (
    field("mul", p256.field_mul_secp256r1, "r = a b / 2^256 mod p", "r", "a", "b", guard=""),
    field("sqr", p256.field_sqr_secp256r1, "r = a^2 / 2^256 mod p", "r", "a"),
    field("sub_twice", p256.field_sub_twice_secp256r1, "r = a - 2 b mod p", "r", "a", "b"),
    field("three_halves", p256.field_three_halves_secp256r1, "r = 3/2 a mod p", "r", "a"),
    Kernel(
        "mp_lookup_16",
        mp.mp_lookup_16,
        "r = table[index] for 16 limbs and 2, 4 ... 30 entries, as the sum of all times 1 or 0, "
        "first of the lower halves, then of the upper ones.",
        ("r", "table", "entries", "index"),
        "void",
        "limb *r, const limb *table, size_t entries, limb index",
    ),
    *combinations(mp.mp_combine),
    *(
        Kernel(
            f"mp_mul_{n}",
            functools.partial(mp.mp_mul, n),
            f"r = a b for numbers of {n} limbs; r overlaps neither.",
            ("r", "a", "b"),
            "void",
            "limb *r, const limb *a, const limb *b",
        )
        for n in MULTIPLICATIONS
    ),
    multiply_add(mp.mp_mul_add_limb, "LARGE"),
)

if __name__ == "__main__":
    sys.exit(run(Set("armv7em", ALL), KERNELS, __doc__))
