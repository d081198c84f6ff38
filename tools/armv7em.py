#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/armv7em.

    tools/armv7em.py            write the files
    tools/armv7em.py --check    fail if one would change

Each kernel is a function of assembly alone. Names for values are in tools/thumb.py, which gives
them registers, and fails where there is none.
"""

import functools
import sys
from collections.abc import Callable

import armv7em_compact as compact
import armv7em_field as p256
import armv7em_mp as mp
from kernels import Kernel, Set, run
from thumb import ALL


def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p the prime of secp256r1; limbs below p in and out."
    guard = "" if name in ("mul", "add", "sub") else "LARGE"
    return Kernel(f"field_{name}_secp256r1", lines, what, inputs, guard=guard)


# The limbs of fields of 160, 192, 224, 256, 320, 384, 512 and 521 bits.
MULTIPLICATIONS = (5, 6, 7, 8, 10, 12, 16, 17)

KERNELS = (
    Kernel(
        "compact_run",
        compact.compact_run,
        "Run the operations of a program of src/group/compact.inc up to a task. A modulus with a "
        "lowest limb of all ones is the prime of secp256r1. Returns where the program goes on "
        "behind the task.",
        ("machine", "program"),
        "const uint16_t *",
        "void *machine, const uint16_t *program",
        guard="COMPACT",
        stack=36 + 8 + 60,
    ),
    field("mul", p256.field_mul_secp256r1, "r = a b / 2^256 mod p", "r", "a", "b"),
    field("sqr", p256.field_sqr_secp256r1, "r = a^2 / 2^256 mod p", "r", "a"),
    field("add", p256.field_add_secp256r1, "r = a + b mod p", "r", "a", "b"),
    field("sub", p256.field_sub_secp256r1, "r = a - b mod p", "r", "a", "b"),
    field("sub_twice", p256.field_sub_twice_secp256r1, "r = a - 2 b mod p", "r", "a", "b"),
    field("three_halves", p256.field_three_halves_secp256r1, "r = 3/2 a mod p", "r", "a"),
    field(
        "negate_masked",
        p256.field_negate_masked_secp256r1,
        "r = -r mod p where mask is all ones, unchanged where it is zero",
        "r",
        "mask",
    ),
    Kernel(
        "mp_double_mod",
        mp.mp_double_mod,
        "r = 2 r + bit, less m if that is not below m.",
        ("r", "m", "bit", "n"),
        "void",
        "limb *r, const limb *m, limb bit, size_t n",
    ),
    Kernel(
        "mp_lookup",
        mp.mp_lookup,
        "r = table[index] for n >= 8 limbs, at most 255 entries, as the sum of all times 1 or 0, "
        "eight limbs at a time. Where n is no multiple of eight the last eight overlap others.",
        ("r", "table", "entries", "index", "[sp] = n"),
        "void",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    Kernel(
        "mp_find_steps",
        mp.mp_find_steps,
        "31 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them.",
        ("t", "delta - 1/2", "f", "g"),
        "limb",
        "limb *t, limb delta, limb f, limb g",
    ),
    Kernel(
        "mp_combine",
        lambda: mp.mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted",
        lambda: mp.mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^31 for a sum below 2^(32 n - 1) in size, two's complements all, "
        "n >= 2. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
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
    Kernel(
        "mp_mul_add_limb",
        mp.mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
    ),
    *(
        Kernel(
            name,
            lines,
            what,
            ("r", "a", second, "n"),
            "void" if name == "mp_select" else "limb",
            f"limb *r, const limb *a, {'limb mask' if second == 'mask' else 'const limb *b'}, "
            "size_t n",
        )
        for name, lines, what, second in (
            ("mp_add", mp.mp_add, "r = a + b; returns the carry.", "b"),
            ("mp_sub", mp.mp_sub, "r = a - b; returns the borrow.", "b"),
            ("mp_add_masked", mp.mp_add_masked, "r += a & mask; returns the carry.", "mask"),
            ("mp_select", mp.mp_select, "r = a where mask is all ones.", "mask"),
        )
    ),
)

if __name__ == "__main__":
    sys.exit(run(Set("armv7em", ALL), KERNELS, __doc__))
