# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/armv7m.

Each kernel is a function of assembly alone. Names for values are in tools/kernels/thumb.py, which
gives them registers, and fails where there is none. Those without a multiplication of limbs serve
ARMv7E-M too.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from tools.kernels.armv7m import (
    compact,
    linear,
    montgomery,
    montgomery_long,
    mp,
    p192,
    p256,
    p256k1,
    p384,
    p448,
    p448_product,
    p25519,
    rows,
    sha2,
)
from tools.kernels.armv7m.products import FRAME
from tools.kernels.kernel import Kernel
from tools.kernels.thumb import INPUTS, ThumbSet


def field(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, group: str = "LARGE"
) -> Kernel:
    what = f"{what}, p = p256; limbs below p in and out."
    return Kernel(f"field_{name}_p256", lines, what, inputs, group=group)


def field_192(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, group: str = "LARGE"
) -> Kernel:
    what = f"{what}, p = p192; limbs below p in and out."
    return Kernel(f"field_{name}_p192", lines, what, inputs, group=group)


def field_25519(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, group: str = "LARGE"
) -> Kernel:
    what = f"{what}, p = 2^255 - 19; limbs below 2 p in and out."
    return Kernel(f"field_{name}_p25519", lines, what, inputs, group=group)


def field_448(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, group: str = "LARGE"
) -> Kernel:
    what = f"{what}, p = 2^448 - 2^224 - 1; limbs below p in and out."
    return Kernel(f"field_{name}_p448", lines, what, inputs, group=group)


def field_of(
    prime: linear.Prime, name: str, lines: Callable[[], list[str]], what: str, *inputs: str
) -> Kernel:
    group = "" if prime.n <= 8 and name in ("mul", "add", "sub") else "LARGE"
    about = f"{what}, p the prime of {prime.curve}; limbs below p in and out."
    return Kernel(f"field_{name}_{prime.curve}", lines, about, inputs, group=group)


def field_of_length(
    n: int, name: str, lines: Callable[[], list[str]], what: str, *inputs: str
) -> Kernel:
    about = f"{what} mod m, m of {n} limbs; limbs below m in and out."
    whole = (*inputs, "r3 = the modulus")
    return Kernel(f"field_{name}_any_{n}", lines, about, whole, group="LARGE")


def multiply_of_length(n: int, wide: bool) -> Kernel:
    short = n == montgomery.N
    if short:
        lines = functools.partial(montgomery.mul, wide)
    else:
        lines = functools.partial(montgomery_long.mul, n, wide)
    what = f"r = a b / 2^{32 * n}"
    kernel = field_of_length(n, "mul_wide" if wide else "mul", lines, what, "r", "a", "b")
    return replace(
        kernel,
        group="WIDE_LARGE" if wide else "HALVES_LARGE",
        stack=montgomery.STACK if short else montgomery_long.frame(n).stack,
    )


def linear_of(prime: linear.Prime) -> Iterator[Kernel]:
    """What multiplies no limbs, and is worth its flash on ARMv7-M too."""
    add, sub = linear.add, linear.sub
    more, negate = linear.three_halves, linear.negate_masked
    yield field_of(prime, "add", lambda: add(prime), "r = a + b mod p", "r", "a", "b")
    yield field_of(prime, "sub", lambda: sub(prime), "r = a - b mod p", "r", "a", "b")
    yield field_of(prime, "three_halves", lambda: more(prime), "r = 3/2 a mod p", "r", "a")
    about = "r = -r mod p where mask is all ones, unchanged where it is zero"
    yield field_of(prime, "negate_masked", lambda: negate(prime), about, "r", "mask")


def combinations(lines: Callable[[bool], list[str]]) -> tuple[Kernel, ...]:
    """Combinations of two numbers with signed factors."""
    inputs = ("r", "a", "b", "t", "[sp] = n")
    arguments = "limb *r, const limb *a, const limb *b, const limb *t, size_t n"
    plain = "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all. r may be a or b."
    shifted = (
        "r = (t[0] a + t[1] b) / 2^31 for a sum below 2^(32 n - 1) in size, two's complements all, "
        "n >= 2. r may be a or b."
    )
    return (
        Kernel("mp_combine", lambda: lines(False), plain, inputs, "void", arguments),
        Kernel("mp_combine_shifted", lambda: lines(True), shifted, inputs, "void", arguments),
    )


def multiply_add(lines: Callable[[], list[str]], group: str) -> Kernel:
    return Kernel(
        "mp_mul_add_limb",
        lines,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
        group,
    )


# What multiplies no limbs.
LINEAR = (
    field("add", p256.field_add_p256, "r = a + b mod p", "r", "a", "b", group=""),
    field("sub", p256.field_sub_p256, "r = a - b mod p", "r", "a", "b", group=""),
    field(
        "negate_masked",
        p256.field_negate_masked_p256,
        "r = -r mod p where mask is all ones, unchanged where it is zero",
        "r",
        "mask",
    ),
    field("half", p256.field_half_p256, "r = a / 2 mod p", "r", "a"),
    field_25519("sub", p25519.field_sub, "r = a - b mod p", "r", "a", "b", group=""),
    field_25519("canonical", p25519.field_canonical, "r = a mod p and below p", "r", "a", group=""),
    field_25519(
        "negate_masked",
        p25519.field_negate_masked,
        "r = -r mod p where mask is all ones, unchanged where it is zero",
        *("r", "mask"),
    ),
    field_25519(
        "select",
        p25519.field_select,
        "r = a where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    field_448("sub", p448.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_448(
        "negate_masked",
        p448.field_negate_masked,
        "r = -r mod p where mask is all ones, unchanged where it is zero",
        *("r", "mask"),
    ),
    field_448(
        "select",
        p448.field_select,
        "r = a where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    *linear_of(linear.P384),
    Kernel(
        "sha256_compress",
        sha2.sha256_compress,
        "A block of SHA-256 into the chain. Its words on the stack are wiped.",
        ("chain", "block", "constants"),
        "void",
        "uint32_t *chain, const uint32_t *block, const uint32_t *constants",
    ),
    Kernel(
        "sha512_compress",
        sha2.sha512_compress,
        "A block of SHA-512 into the chain. Its words on the stack are wiped.",
        ("chain", "block", "constants"),
        "void",
        "uint32_t *chain, const uint32_t *block, const uint32_t *constants",
    ),
    Kernel(
        "reduce_p448",
        p448.reduce_p448,
        "r = t mod p, p = 2^448 - 2^224 - 1, for a t below 2^448 p; t is lost.",
        ("r", "t"),
        "void",
        "limb *r, limb *t, const limb *m, limb fold, size_t n",
    ),
    Kernel(
        "mp_mod_bits",
        mp.mp_mod_bits,
        "For r below m and each of the lowest count > 0 bits of a, from the highest on, r = 2 r + "
        "bit - m, or + m where r is negative. Returns the mask of a negative r, to which m is to "
        "be added.",
        ("r", "m", "a", "count", "[sp] = n"),
        "limb",
        "limb *r, const limb *m, const limb *a, size_t count, size_t n",
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

# Those of ARMv7E-M too.
SHARED = tuple(
    replace(each, group="SHARED" if each.group == "" else "SHARED_LARGE") for each in LINEAR
)


def products(wide: bool) -> tuple[Kernel, ...]:
    """What multiplies by halves of limbs or, `wide`, by UMULL, under names with an ending."""
    ending = "_wide" if wide else ""
    group = "WIDE" if wide else "HALVES"
    limb = multiply_add(lambda: rows.mp_mul_add_limb(wide), group + "_LARGE")
    return (
        Kernel(
            f"field_mul{ending}_p256",
            lambda: p256.field_mul_p256(wide),
            "r = a b / 2^256 mod p, p = p256; limbs below p in and out. It squares "
            "where a and b are one array.",
            ("r", "a", "b"),
            group="WIDE_P256" if wide else group,
            # The subroutines push as much as 8 bytes more.
            stack=20 + FRAME + 8,
            end="field_join_p256",
        ),
        replace(
            field_192(
                f"mul{ending}",
                lambda: p192.field_mul(wide),
                "r = a b / 2^192 mod p",
                *("r", "a", "b"),
                group=group + "_LARGE",
            ),
            stack=p192.STACK,
        ),
        replace(
            field_of(
                linear.P384,
                f"mul{ending}",
                lambda: p384.field_mul(wide),
                "r = a b / 2^384 mod p",
                *("r", "a", "b"),
            ),
            what="r = a b / 2^384 mod p, p the prime of p384; limbs below p in and out. It squares "
            "where a and b are one array.",
            group=group + "_LARGE",
            stack=p384.FRAME.stack,
        ),
        replace(
            field_448(
                f"mul{ending}",
                lambda: p448_product.multiply(wide),
                "r = a b mod p; it squares where a and b are one array",
                *("r", "a", "b"),
                group="WIDE_P448" if wide else group + "_LARGE",
            ),
            stack=p448_product.FRAME.stack,
        ),
        *(multiply_of_length(n, wide) for n in (montgomery.N, *montgomery_long.LENGTHS)),
        Kernel(
            f"mp_mul{ending}",
            lambda: rows.mp_mul(wide),
            "r = a b; r overlaps neither.",
            ("r", "a", "b", "n"),
            "void",
            "limb *r, const limb *a, const limb *b, size_t n",
            group,
        ),
        replace(limb, name=f"mp_mul_add_limb{ending}"),
        Kernel(
            f"mp_mul_8{ending}",
            lambda: rows.mp_mul_8(wide),
            "r = a b for numbers of n = 8 limbs; r overlaps neither. It squares where these are "
            "one array.",
            ("r", "a", "b", "n"),
            "void",
            "limb *r, const limb *a, const limb *b, size_t n",
            "WIDE_8" if wide else "HALVES_LARGE",
            stack=36 + 12 + FRAME + 8,
        ),
        Kernel(
            f"mp_clear_limbs{ending}",
            lambda: rows.mp_clear_limbs(wide),
            "(t + q m) / 2^(32 n), for the q below 2^(32 n) that makes it a whole number, as the "
            "sum of both halves of t, n limbs each; n0 = -1/m mod 2^32.",
            ("t", "m", "n0", "n"),
            "void",
            "limb *t, const limb *m, limb n0, size_t n",
            group + "_LARGE",
        ),
    )


def reduce_k256(ending: str, unrolled: bool, group: str) -> Kernel:
    return Kernel(
        f"reduce_k256{ending}",
        lambda: p256k1.reduce_k256(unrolled),
        "r = t mod p, p = k256, for a t of 16 limbs, of which the lower half is lost.",
        ("r", "t", "r3 = 977"),
        "void",
        "limb *r, limb *t, const limb *m, limb fold, size_t n",
        group,
    )


# Those of ARMv7-M alone.
OWN = (
    Kernel(
        "mp_mul_8_small",
        lambda: rows.mp_mul_8(False, True),
        "r = a b for numbers of n = 8 limbs; r overlaps neither.",
        ("r", "a", "b", "n"),
        "void",
        "limb *r, const limb *a, const limb *b, size_t n",
        "HALVES_8_SMALL",
        stack=36 + 12 + FRAME + 12,
    ),
    reduce_k256("", True, "K256"),
    reduce_k256("_small", False, "K256_SMALL"),
    Kernel(
        "compact_sub",
        compact.compact_sub,
        "r = a - b, and the modulus added where that borrows, for 8 limbs; returns the borrow.",
        ("r", "a", "b", "m"),
        "limb",
        "limb *r, const limb *a, const limb *b, const limb *m",
        group="COMPACT",
    ),
    Kernel(
        "field_fold_p25519",
        p25519.field_fold,
        "r = t mod p, p = 2^255 - 19, for a t of 16 limbs; r has limbs below 2 p.",
        ("r", "t"),
    ),
    Kernel(
        "field_join_p256",
        p256.field_join_p256,
        "The end of multiplications modulo prime p256: the products of halves to one "
        "of 16 limbs, reduced. In their frame.",
        ("[sp] = the products",),
        group="",
        stack=0,
    ),
    field_192("add", p192.field_add, "r = a + b mod p", "r", "a", "b"),
    field_192("sub", p192.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_192("half", p192.field_half, "r = a / 2 mod p", "r", "a"),
    field_25519("add", p25519.field_add, "r = a + b mod p", "r", "a", "b"),
    field_448("add", p448.field_add, "r = a + b mod p", "r", "a", "b"),
    field_448(
        "mul_small",
        p448.field_mul_small,
        "r = 39081 a + b mod p",
        *("r", "a", "b"),
    ),
    field_of_length(montgomery.N, "add", montgomery.add, "r = a + b", "r", "a", "b"),
    field_of_length(montgomery.N, "sub", montgomery.sub, "r = a - b", "r", "a", "b"),
    field_of_length(montgomery.N, "three_halves", montgomery.three_halves, "r = 3/2 a", "r", "a"),
    *combinations(rows.mp_combine),
    Kernel(
        "reduce_p256",
        p256.reduce_p256,
        "r = t / 2^256 mod p, p = p256, for t below p 2^256.",
        ("r", "t"),
        "void",
        "limb *r, limb *t, const limb *m, limb n0, size_t n",
        "SMALL",
    ),
    *products(False),
    *products(True),
)

KERNELS = SHARED + OWN


FAMILY = ThumbSet("armv7m", INPUTS)


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    return FAMILY.files(KERNELS)
