# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/armv7em.

Each kernel is a function of assembly alone. Names for values are in tools/kernels/thumb.py, which
gives them registers, and fails where there is none. What needs no UMAAL is in tools/kernels/armv7m.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from tools.kernels.armv7em import (
    compact,
    fours,
    long,
    loops,
    montgomery,
    mp,
    p256,
    p448,
    p25519,
    p25519_loops,
    passes,
    primes,
    selection,
    sums,
    triples,
)
from tools.kernels.armv7m import linear
from tools.kernels.armv7m.kernels import (
    combinations,
    field,
    field_448,
    field_25519,
    field_of,
    linear_of,
    multiply_add,
)
from tools.kernels.kernel import Kernel
from tools.kernels.thumb import INPUTS, ThumbSet

# The limbs of fields of 160, 192, 224, 256, 320, 384, 448, 512 and 521 bits.
MULTIPLICATIONS = (5, 6, 7, 8, 10, 12, 14, 16, 17)
# Those for any modulus, of 160 to 640 and of 1536 bits.
LENGTHS = (*montgomery.LENGTHS, 10, 12, 15, 16, 20, *loops.LENGTHS)


def of_prime(prime: linear.Prime) -> Iterator[Kernel]:
    """The field arithmetic of a curve besides p256, without what ARMv7-M has."""
    finishes = prime.curve in primes.FINISHES
    end = f"field_finish_{prime.curve}" if finishes else None
    radix = f" / 2^{32 * prime.n}" if prime.curve in primes.MONTGOMERY else ""
    multiply = primes.MULTIPLICATIONS[prime.curve]
    for kernel in (
        field_of(prime, "mul", lambda: multiply(False), f"r = a b{radix} mod p", "r", "a", "b"),
        field_of(prime, "sqr", lambda: multiply(True), f"r = a^2{radix} mod p", "r", "a"),
    ):
        yield replace(kernel, end=end)
    if finishes:
        yield Kernel(
            f"field_finish_{prime.curve}",
            primes.FINISHES[prime.curve],
            "The reduction of a product, which begins the frame; it ends the call, with what the "
            "multiplication pushed.",
            (),
            group="LARGE",
        )
    twice = functools.partial(linear.sub, prime, 2)
    yield field_of(prime, "sub_twice", twice, "r = a - 2 b mod p", "r", "a", "b")
    if prime is not linear.P384:
        yield from linear_of(prime)


def of_448() -> Iterator[Kernel]:
    """The field arithmetic of p448 and edwards448, besides what ARMv7-M has."""
    yield field_448("mul", lambda: p448.multiply(False), "r = a b mod p", "r", "a", "b")
    yield field_448("sqr", lambda: p448.multiply(True), "r = a^2 mod p", "r", "a")
    yield field_448("add", p448.field_add, "r = a + b mod p", "r", "a", "b")
    yield field_448("mul_small", p448.field_mul_small, "r = 39081 a + b mod p", "r", "a", "b")


def of_length(n: int) -> Iterator[Kernel]:
    """Field arithmetic modulo any number of a length, reduced in Montgomery's way. In loops, a
    multiplication is one kernel."""
    whole = "r3 = the modulus"
    looped = n in loops.LENGTHS

    def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
        about = f"{what}, m of {n} limbs; limbs below m in and out."
        end = f"field_finish_any_{n}" if name in ("mul", "sqr") and not looped else None
        return Kernel(
            f"field_{name}_any_{n}", lines, about, (*inputs, whole), group="LARGE", end=end
        )

    radix = f"/ 2^{32 * n} mod m"
    if looped:
        yield field("mul", lambda: loops.multiply(n), f"r = a b {radix}", "r", "a", "b")
        yield from of_long(n, field)
        return
    short = n in montgomery.LENGTHS
    multiply = functools.partial(montgomery.multiply, n, False)
    square = functools.partial(montgomery.multiply, n, True)
    if not short:
        multiply, square = functools.partial(sums.multiply, n), functools.partial(sums.square, n)
    yield field("mul", multiply, f"r = a b {radix}", "r", "a", "b")
    yield field("sqr", square, f"r = a^2 {radix}", "r", "a")
    what = "The reduction of a product, which begins the frame; it ends the call, with what the "
    what += "multiplication pushed."
    finish = functools.partial((montgomery if short else sums).finish, n)
    yield Kernel(f"field_finish_any_{n}", finish, what, (), group="LARGE")
    if n in sums.LENGTHS:
        about = f"r = the sum of a b {radix} over pairs of pointers to a and b, m of {n} limbs; "
        about += f"limbs below m out. At least one pair; their sum is at most 2^{32 * n} m."
        yield Kernel(
            f"field_sum_products_any_{n}",
            functools.partial(sums.sum_products, n),
            about,
            ("r", "terms", "count", whole),
            group="LARGE",
            end=f"field_finish_any_{n}",
        )
        for name, sign, steps in (("add", "+", ("adds", "adcs")), ("sub", "-", ("subs", "sbcs"))):
            about = f"r = a {sign} b without reduction, which is a number of {n} limbs."
            lines = functools.partial(long.plain, n, *steps)
            named = ("r", "a", "b")
            yield Kernel(f"field_{name}_unreduced_any_{n}", lines, about, named, group="LARGE")
        for name, sign in (("and", "+"), ("less", "-")):
            what = f"r = 3 a {sign} 2 b mod m, whose highest limb is at least {triples.LEAST}"
            lines = functools.partial(getattr(triples, f"three_{name}_two"), n)
            yield field(f"three_{name}_two", lines, what, "r", "a", "b")
        yield from [] if short else of_long(n, field)
    if short:
        yield from of_short(n, field)


NEGATES = "r = -r mod m where mask is all ones, unchanged where it is zero"


def of_short(n: int, field: Callable[..., Kernel]) -> Iterator[Kernel]:
    """What does not multiply, with numbers that stay in registers."""
    add, sub, half = montgomery.add, montgomery.sub, montgomery.half
    twice, more = montgomery.sub_twice, montgomery.three_halves
    yield field("add", lambda: add(n), "r = a + b mod m", "r", "a", "b")
    yield field("sub", lambda: sub(n), "r = a - b mod m", "r", "a", "b")
    yield field("half", lambda: half(n), "r = a / 2 mod m", "r", "a")
    yield field("sub_twice", lambda: twice(n), "r = a - 2 b mod m", "r", "a", "b")
    yield field("three_halves", lambda: more(n), "r = 3/2 a mod m", "r", "a")
    yield field("negate_masked", lambda: montgomery.negate_masked(n), NEGATES, "r", "mask")


def of_long(n: int, field: Callable[..., Kernel]) -> Iterator[Kernel]:
    """With numbers that do not."""
    yield field("add", lambda: long.add(n), "r = a + b mod m", "r", "a", "b")
    yield field("sub", lambda: long.sub(n), "r = a - b mod m", "r", "a", "b")
    yield field("half", lambda: long.half(n), "r = a / 2 mod m", "r", "a")
    yield field("negate_masked", lambda: long.negate_masked(n), NEGATES, "r", "mask")


def compact_run(name: str, prime: compact.Prime | None, group: str, calls: int) -> Kernel:
    """The machine of profile small; `calls` is the stack of its deepest part."""
    about = "Run the operations of a program of src/group/compact.inc up to a task. "
    if prime is not None:
        about += f"A modulus with a third limb of all ones is the prime of {prime.curve}. "
    return Kernel(
        name,
        functools.partial(compact.compact_run, prime),
        f"{about}Returns where the program goes on behind the task.",
        ("machine", "program"),
        "const uint16_t *",
        "void *machine, const uint16_t *program",
        group=group,
        stack=36 + 8 + calls,
    )


def multiply_fours(name: str, group: str, rest: bool) -> Kernel:
    """The products of profile small, and Montgomery's reduction."""
    limbs = "at least four limbs" if rest else "limbs whose number is a multiple of four"
    return Kernel(
        f"mp_multiply_{name}",
        lambda: fours.mp_multiply(rest),
        f"Where n0 is 0, r = a b for numbers of {limbs}; r overlaps neither. Else, with r of twice "
        "as many limbs and n0 = -1/b mod 2^32: r += k b for the k that makes its lower half 0. "
        "What the columns of that half carry, which counts in the upper half, then stands there.",
        ("r", "a", "b", "n", "[sp] = n0"),
        "void",
        "limb *r, const limb *a, const limb *b, size_t n, limb n0",
        group,
    )


def passes_over(name: str, group: str, rest: bool) -> Iterator[Kernel]:
    """The sums of profile small."""
    limbs = "any number of limbs" if rest else "pairs of limbs"
    for function, what, second in (
        (passes.mp_add, "r = a + b; returns the carry", "b"),
        (passes.mp_sub, "r = a - b; returns the borrow", "b"),
        (passes.mp_add_masked, "r += a & mask; returns the carry", "mask"),
    ):
        operand = "limb mask" if second == "mask" else "const limb *b"
        yield Kernel(
            f"{function.__name__}_{name}",
            functools.partial(function, rest),
            f"{what}, for {limbs}.",
            ("r", "a", second, "n"),
            "limb",
            f"limb *r, const limb *a, {operand}, size_t n",
            group,
        )


def looped_25519() -> Iterator[Kernel]:
    """What profile small has for p = 2^255 - 19."""
    word = "field_add_word_p25519"
    yield Kernel(
        "field_mul_loops_p25519",
        p25519_loops.mul,
        "r = a b mod p, p = 2^255 - 19; limbs below 2 p in and out.",
        ("r", "a", "b"),
        group="SMALL",
        end=word,
    )
    yield Kernel(
        "field_sum_p25519",
        p25519_loops.total,
        "r = a + b mod p for a `mode` of 38, a - b mod p for one of 1, p = 2^255 - 19; limbs below "
        "2 p in and out.",
        ("r", "a", "b", "mode"),
        group="SMALL",
        end=word,
    )
    yield Kernel(
        word,
        p25519_loops.add_word,
        "r = a + w for eight limbs and a signed limb, modulo 2^256.",
        ("r", "a", "w"),
        group="SMALL",
    )


KERNELS = (
    compact_run("compact_run_least", None, "COMPACT_LEAST", 24),
    compact_run("compact_run", compact.P256, "COMPACT", 60),
    compact_run("compact_run_k256", compact.K256, "COMPACT_K256", 64),
    field("mul", p256.field_mul_p256, "r = a b / 2^256 mod p", "r", "a", "b", group=""),
    field("sqr", p256.field_sqr_p256, "r = a^2 / 2^256 mod p", "r", "a", group="SQUARES"),
    field("sub_twice", p256.field_sub_twice_p256, "r = a - 2 b mod p", "r", "a", "b"),
    field("three_halves", p256.field_three_halves_p256, "r = 3/2 a mod p", "r", "a"),
    field_25519("mul", p25519.field_mul, "r = a b mod p", "r", "a", "b", group=""),
    field_25519("sqr", p25519.field_sqr, "r = a^2 mod p", "r", "a"),
    field_25519("add", p25519.field_add, "r = a + b mod p", "r", "a", "b"),
    field_25519("sub_add", p25519.field_sub_add, "d = a - b and r = a + b", "r", "a", "b", "d"),
    field_25519(
        "select_two",
        selection.field_select_two,
        "r = a for two numbers that follow one another, where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    field_25519(
        "sub_scale",
        p25519.field_sub_scale,
        "d = a - b and r = 121665 d + a mod p",
        *("r", "a", "b", "d"),
    ),
    Kernel(
        "field_lookup_prepared_p25519",
        selection.lookup_prepared,
        "r = table[index], three numbers modulo p = 2^255 - 19 of eight entries below p; where "
        "negative is 1, the first two change places and the third, which is not 0, is 2 p less it.",
        ("r", "table", "index", "negative"),
        "void",
        "limb *r, const limb *table, limb index, limb negative",
    ),
    *looped_25519(),
    *of_448(),
    *(kernel for prime in linear.PRIMES for kernel in of_prime(prime)),
    *(kernel for n in LENGTHS for kernel in of_length(n)),
    *(
        Kernel(
            f"mp_lookup_{n}",
            functools.partial(mp.mp_lookup, n),
            f"r = table[index] for {n} limbs and 4, 8 ... 28 entries, as the sum of all times 1 "
            "or 0, part after part.",
            ("r", "table", "entries", "index"),
            "void",
            "limb *r, const limb *table, size_t entries, limb index",
        )
        for n in mp.LOOKUPS
    ),
    *combinations(mp.mp_combine),
    Kernel(
        "mp_divide",
        mp.mp_divide,
        "r = (a + k m) / 2^31 for the k of at most 2^31 in size, of the other sign than a, with "
        "which that is a number; a and r are two's complements of n + 1 limbs. n0 = -1/m mod 2^31.",
        ("r", "a", "m", "n0", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *m, limb n0, size_t n",
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
    multiply_add(mp.mp_mul_add_limb, "LARGE"),
    multiply_fours("fours", "FOURS", False),
    multiply_fours("any", "NOT_FOURS", True),
    *passes_over("fours", "FOURS", False),
    *passes_over("any", "NOT_FOURS", True),
)


FAMILY = ThumbSet("armv7em", INPUTS)


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    return FAMILY.files(KERNELS)
