# SPDX-License-Identifier: MIT
"""The kernels of src/native/avr.

Each kernel is a function of assembly alone. Those without arguments keep no registers and are for
other kernels.
"""

from pathlib import Path

from tools.kernels.avr import koblitz, mp, p160, p256, p448, p25519, product, runs, sha512
from tools.kernels.avr.family import FAMILY
from tools.kernels.kernel import Kernel

LARGE, NOT_LARGE = "WHIT_AVR_LARGE", "WHIT_AVR && !WHIT_AVR_LARGE"
FIELD = "WHIT_AVR && WHIT_FIELD_KERNELS"


def field(
    name: str,
    what: str,
    *inputs: str,
    uses: tuple[str, ...] = (),
    stack: int,
    guard: str = FIELD,
) -> Kernel:
    arguments = "limb *r, " + ", ".join(f"const limb *{operand}" for operand in inputs[1:])
    return Kernel(
        f"field_{name}_p256_asm",
        getattr(p256, f"field_{name}_p256"),
        f"{what}, p = p256; limbs below p in and out.",
        tuple(f"{place} = {n}" for place, n in zip(("r24", "r22", "r20"), inputs, strict=False)),
        arguments=arguments,
        uses=uses,
        guard=guard,
        stack=stack,
    )


def loose(
    name: str,
    what: str,
    *places: str,
    uses: tuple[str, ...] = (),
    stack: int = 0,
    guard: str = FIELD,
) -> Kernel:
    """Of prime p25519. An input is in a place with a name, like `r22 = a`."""
    kinds = {"r": "limb *", "bit": "limb "}
    inputs = [place.split(" = ")[1] for place in places]
    return Kernel(
        f"field_{name}_p25519_asm",
        getattr(p25519, f"field_{name}_p25519"),
        f"{what}.",
        places,
        arguments=", ".join(f"{kinds.get(operand, 'const limb *')}{operand}" for operand in inputs),
        uses=uses,
        guard=guard,
        stack=stack,
    )


OUT, FIRST, SECOND, BIT = "r24 = r", "r22 = a", "r20 = b", "r20 = bit"
LOOSE = "modulo p = 2^255 - 19; below 2 p in and out"


def passes(name: str, what: str, *inputs: str) -> Kernel:
    """Over numbers of any length."""
    code = {"add": mp.mp_add, "sub": mp.mp_sub, "add_masked": mp.mp_add_masked}
    carry = {"sub": "; returns the borrow", "select": ""}.get(name, "; returns the carry")
    kinds = {"r": "limb *", "a": "const limb *", "b": "const limb *", "mask": "limb "}
    places = (f"{place} = {n}" for place, n in zip(("r24", "r22", "r20"), inputs, strict=True))
    return Kernel(
        f"mp_{name}_asm",
        code.get(name, mp.mp_select),
        f"{what}, n bytes each, {'n below 256' if carry else 'any n'}{carry}.",
        (*places, "r18 = n"),
        "limb" if carry else "void",
        ", ".join((*(f"{kinds[operand]}{operand}" for operand in inputs), "size_t n")),
        stack=2 if name in ("add", "sub") else 0,
    )


def in_runs(
    name: str,
    words: int,
    chosen: tuple[tuple[int, int, int], ...],
    signed: bool = False,
    guard: str = "WHIT_AVR",
) -> Kernel:
    """Montgomery's reduction modulo the prime of a curve."""
    radix, curve = f"2^{32 * words}", name.removeprefix("small_")
    length = () if signed else (f"r16 = {4 * words}",)
    return Kernel(
        f"reduce_{name}_asm",
        lambda: runs.reduction(words, chosen, signed),
        f"r = t / {radix} mod p, p the prime of {curve}, for a t below {radix} p; t is lost.",
        ("r24 = r", "r22 = t", "r20 = p", *length),
        arguments="limb *r, limb *t, const limb *m, limb n0, size_t n",
        uses=("mp_add_masked_asm" if signed else "mp_subtract_once_asm",),
        stack=5,
        guard=guard,
    )


ROWS = (
    "r {}= a b for {width} bytes a and n bytes b, a multiple of {}; {}of r are added to, and "
    "{width} more end the sum. Z and X move by n."
)

KERNELS = (
    Kernel(
        "mp_rows_asm",
        product.mp_rows,
        ROWS.format("+", "two", "n bytes ", width="eight"),
        ("Z = r", "Y = a", "X = b", "r24 = n"),
    ),
    Kernel(
        "mp_rows_of_four_asm",
        lambda: product.mp_rows(width=4),
        ROWS.format("+", "two", "n bytes ", width="four"),
        ("Z = r", "Y = a", "X = b", "r24 = n"),
    ),
    Kernel(
        "mp_rows_more_asm",
        lambda: product.mp_rows(8),
        ROWS.format("+", "eight", "n bytes ", width="eight"),
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        guard=LARGE,
    ),
    Kernel(
        "mp_rows_first_asm",
        lambda: product.mp_rows(8, more=False),
        ROWS.format("", "eight", "none ", width="eight"),
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        guard=LARGE,
    ),
    Kernel(
        "mp_product_asm",
        product.mp_product,
        "r = a b, n bytes each, a multiple of eight; r overlaps neither. In profiles other than "
        "fast it does what mp_product_even_asm does there.",
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        uses=("mp_rows",),
        stack=8,
    ),
    Kernel(
        "mp_product_even_asm",
        product.mp_product,
        "The same for even n from eight on, but for the last n mod 8 bytes of a.",
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        uses=("mp_rows_asm",),
        guard=LARGE,
        stack=8,
    ),
    Kernel(
        "mp_product_four_asm",
        lambda: product.mp_product(four=True),
        "The same for n mod 8 of four or more, but for the last n mod 4 bytes of a.",
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        uses=("mp_rows_asm", "mp_rows_of_four_asm"),
        stack=8,
    ),
    Kernel(
        "mp_product_32_asm",
        product.mp_product_32,
        "r = a b, 32 bytes each; r overlaps neither and has 33 bytes of room more.",
        ("Z = r", "Y = a", "X = b"),
        uses=("mp_rows_first_asm", "mp_rows_more_asm"),
        guard=LARGE,
        stack=14,
    ),
    Kernel(
        "mp_square_asm",
        product.mp_square,
        "r = a^2, n bytes, a multiple of eight; r does not overlap a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows",),
        guard="WHIT_AVR && WHIT_FIELD_KERNELS && !WHIT_AVR_LARGE",
        stack=12,
    ),
    Kernel(
        "mp_square_four_asm",
        lambda: product.mp_square(four=True),
        "r = a^2, n bytes, from twelve on a multiple of four and not of eight; r does not overlap "
        "a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows_asm",),
        guard=FIELD,
        stack=12,
    ),
    Kernel(
        "mp_square_large_asm",
        lambda: product.mp_square(large=True),
        "r = a^2, n bytes, a multiple of eight; r does not overlap a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows", "mp_rows_first_asm"),
        guard=LARGE,
        stack=12,
    ),
    Kernel(
        "mp_square_20_asm",
        product.mp_square_20,
        "r = a^2, 20 bytes; r does not overlap a.",
        ("Z = r", "Y = a"),
        guard=LARGE,
    ),
    Kernel(
        "mp_square_32_asm",
        product.mp_square_32,
        "r = a^2, 32 bytes; r does not overlap a and has 32 bytes of room more.",
        ("Z = r", "Y = a"),
        guard=LARGE,
        stack=4,
    ),
    Kernel(
        "mp_mul_asm",
        product.mp_mul,
        "r = a b, a multiple of eight bytes each; r overlaps neither.",
        ("r24 = r", "r22 = a", "r20 = b", "r18 = n"),
        arguments="limb *r, const limb *a, const limb *b, size_t n",
        uses=("mp_product_asm",),
        stack=30,
    ),
    Kernel(
        "mp_mul_even_asm",
        product.mp_mul,
        "r = a b for an even n from eight on, but for the last n mod 8 bytes of a: of the product "
        "without these n + n - n mod 8 bytes.",
        ("r24 = r", "r22 = a", "r20 = b", "r18 = n"),
        arguments="limb *r, const limb *a, const limb *b, size_t n",
        uses=("mp_product_even",),
        stack=30,
    ),
    Kernel(
        "mp_mul_four_asm",
        product.mp_mul,
        "The same where n mod 8 is four or more, but for the last n mod 4 bytes of a.",
        ("r24 = r", "r22 = a", "r20 = b", "r18 = n"),
        arguments="limb *r, const limb *a, const limb *b, size_t n",
        uses=("mp_product_four_asm",),
        stack=30,
    ),
    Kernel(
        "mp_sqr_asm",
        product.mp_sqr,
        "r = a^2, a multiple of eight bytes; r does not overlap a.",
        ("r24 = r", "r22 = a", "r20 = n"),
        arguments="limb *r, const limb *a, size_t n",
        uses=("mp_square",),
        stack=34,
        guard=FIELD,
    ),
    Kernel(
        "mp_sqr_four_asm",
        product.mp_sqr,
        "r = a^2, n bytes, from twelve on a multiple of four and not of eight; r does not overlap "
        "a.",
        ("r24 = r", "r22 = a", "r20 = n"),
        arguments="limb *r, const limb *a, size_t n",
        uses=("mp_square_four_asm",),
        stack=34,
        guard=FIELD,
    ),
    Kernel(
        "mp_sqr_20_asm",
        product.mp_sqr,
        "r = a^2, 20 bytes; r does not overlap a.",
        ("r24 = r", "r22 = a", "r20 = n"),
        arguments="limb *r, const limb *a, size_t n",
        uses=("mp_square_20_asm",),
        stack=18,
        guard=LARGE,
    ),
    field(
        "mul",
        "r = a b / 2^256 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_asm", "field_reduce_p256_asm"),
        stack=92,
        guard="WHIT_AVR && WHIT_FIELD_KERNELS && !WHIT_AVR_LARGE",
    ),
    field(
        "mul_large",
        "r = a b / 2^256 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_32_asm", "field_reduce_p256_asm"),
        stack=131,
        guard=LARGE,
    ),
    field(
        "sqr",
        "r = a^2 / 2^256 mod p",
        "r",
        "a",
        uses=("mp_square", "field_reduce_p256_asm"),
        stack=102,
    ),
    Kernel(
        "field_reduce_p256_asm",
        p256.field_reduce_p256,
        "r = t / 2^256 mod p, p = p256, for a t below 2^256 p; t is lost.",
        ("Z = r", "Y = t"),
        uses=("field_finish_p256_asm",),
        guard=FIELD,
    ),
    Kernel(
        "field_finish_p256_asm",
        p256.field_finish_p256,
        "The end of an addition and a reduction: r less p, prime p256, unless it is below that.",
        (
            "Z = r",
            "r26 = its carry",
            "r18 to r25 = its words 6 and 7",
            "r1 = words 0 to 2, less than 0xff unless they are all ones",
            "r16 = words 3 to 5, zero if they are",
        ),
        guard=FIELD,
    ),
    Kernel(
        "reduce_p256_asm",
        p256.reduce_p256,
        "r = t / 2^256 mod p, p = p256, for a t below 2^256 p; t is lost.",
        ("r24 = r", "r22 = t"),
        arguments="limb *r, limb *t, const limb *m, limb n0, size_t n",
        uses=("field_reduce_p256_asm",),
        stack=18,
        guard=FIELD,
    ),
    in_runs("small_p256", 8, runs.P256, guard="WHIT_AVR && !WHIT_FIELD_KERNELS"),
    in_runs("p192", 6, runs.P192),
    in_runs("p224", 7, runs.P224, signed=True),
    field("add", "r = a + b mod p", "r", "a", "b", uses=("field_finish_p256_asm",), stack=4),
    field("sub", "r = a - b mod p", "r", "a", "b", stack=4),
    field("half", "r = a / 2 mod p", "r", "a", stack=2),
    loose(
        "mul",
        f"r = a b {LOOSE}",
        OUT,
        FIRST,
        SECOND,
        uses=("mp_product_asm", "field_fold_p25519_asm"),
        stack=92,
        guard="WHIT_AVR && WHIT_FIELD_KERNELS && !WHIT_AVR_LARGE",
    ),
    loose(
        "mul_large",
        f"r = a b {LOOSE}",
        OUT,
        FIRST,
        SECOND,
        uses=("mp_product_32_asm", "field_fold_p25519_asm"),
        stack=131,
        guard=LARGE,
    ),
    loose(
        "sqr",
        f"r = a^2 {LOOSE}",
        OUT,
        FIRST,
        uses=("mp_square_asm", "field_fold_p25519_asm"),
        stack=102,
        guard="WHIT_AVR && WHIT_FIELD_KERNELS && !WHIT_AVR_LARGE",
    ),
    loose(
        "sqr_large",
        f"r = a^2 {LOOSE}",
        OUT,
        FIRST,
        uses=("mp_square_32_asm", "field_fold_p25519_asm"),
        stack=121,
        guard=LARGE,
    ),
    Kernel(
        "field_fold_p25519_asm",
        p25519.field_fold_p25519,
        "r = t modulo p = 2^255 - 19 for any t of 64 bytes; r is below 2 p.",
        ("Z = r", "Y = t"),
        guard=FIELD,
    ),
    loose(
        "fold_small",
        "r = t modulo p = 2^255 - 19 for any t of 64 bytes; r is below 2 p",
        OUT,
        "r22 = t",
        stack=2,
        guard="WHIT_AVR && !WHIT_FIELD_KERNELS",
    ),
    *(
        loose(f"{name}{form}", f"r = a {sign} b {LOOSE}", OUT, FIRST, SECOND, stack=s, guard=guard)
        for form, s, guard in (("", 7, NOT_LARGE), ("_large", 5, LARGE))
        for name, sign in (("add", "+"), ("sub", "-"))
    ),
    loose(
        "canonical",
        "r = a modulo p = 2^255 - 19, below p, for an a below 2 p",
        OUT,
        FIRST,
        guard="WHIT_AVR",
    ),
    loose("select", "r = a where bit is 1, 32 bytes, unchanged where it is 0", OUT, FIRST, BIT),
    loose("mul_small", f"r = 121665 a + b {LOOSE}", OUT, FIRST, SECOND, stack=9),
    Kernel(
        "reduce_koblitz_asm",
        koblitz.reduce_koblitz,
        "r = t mod p, p = 2^(8 n) - 2^32 - f with 0 < f < 2^16, whose lower byte is fold, for a t "
        "below 2^(16 n); t is lost.",
        ("r24 = r", "r22 = t", "r20 = p", "r18 = fold", "r16 = n, 20 or more"),
        arguments="limb *r, limb *t, const limb *m, limb fold, size_t n",
        uses=("mp_subtract_once_asm",),
        stack=9,
    ),
    *(
        Kernel(
            f"reduce_p160{form}_asm",
            code,
            "r = t mod p, p = 2^160 - 2^31 - 1, for any t of 40 bytes; t is lost.",
            ("r24 = r", "r22 = t"),
            arguments="limb *r, limb *t, const limb *m, limb fold, size_t n",
            stack=stack,
            guard=guard,
        )
        for form, code, stack, guard in (
            ("", p160.reduce_p160, 2, NOT_LARGE),
            ("_large", p160.reduce_p160_large, 20, LARGE),
        )
    ),
    Kernel(
        "reduce_p448_asm",
        p448.reduce_p448,
        "r = t mod p, p = 2^448 - 2^224 - 1, for a t below 2^448 p; t is lost.",
        ("r24 = r", "r22 = t"),
        arguments="limb *r, limb *t, const limb *m, limb fold, size_t n",
        stack=2,
    ),
    Kernel(
        "field_mul_small_p448_asm",
        p448.field_mul_small_p448,
        "r = 39081 a + b mod p, p = 2^448 - 2^224 - 1; below p in and out.",
        (OUT, FIRST, SECOND),
        arguments="limb *r, const limb *a, const limb *b",
        stack=4,
        guard=FIELD,
    ),
    passes("add", "r = a + b", "r", "a", "b"),
    passes("sub", "r = a - b", "r", "a", "b"),
    passes("add_masked", "r += a & mask", "r", "a", "mask"),
    Kernel(
        "mp_subtract_once_asm",
        mp.mp_subtract_once,
        "r = t + carry 2^(8 n), less m if that is not below m; for t + carry 2^(8 n) < 2 m and an "
        "even n below 256. r may be t.",
        ("r24 = r", "r22 = t", "r20 = carry", "r18 = m", "r16 = n"),
        arguments="limb *r, const limb *t, limb carry, const limb *m, size_t n",
        stack=2,
    ),
    Kernel(
        "mp_halve_asm",
        mp.mp_halve,
        "r = (r + carry 2^(8 n)) / 2 without the lowest bit, n below 256.",
        ("r24 = r", "r22 = carry", "r20 = n"),
        arguments="limb *r, limb carry, size_t n",
        guard=FIELD,
    ),
    passes("select", "r = a where mask is all ones, unchanged where it is zero", "r", "a", "mask"),
    *(
        Kernel(
            f"mp_lookup{where}_asm",
            code,
            f"r = table[index] of a table in {memory}, for entries of n bytes, a multiple of 16.",
            ("r24 = r", "r22 = table", "r20 = entries", "r18 = index", "r16 = n"),
            arguments="limb *r, const limb *table, size_t entries, limb index, size_t n",
            stack=18,
            guard=FIELD,
        )
        for where, memory, code in (
            ("", "data memory", mp.mp_lookup),
            ("_rom", "program memory", mp.mp_lookup_rom),
        )
    ),
    Kernel(
        "mp_mul_add_limb_asm",
        mp.mp_mul_add_limb,
        "r += a b for n bytes a and r, n below 256, and a byte b; returns the carry.",
        ("r24 = r", "r22 = a", "r20 = b", "r18 = n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
    ),
    Kernel(
        "mp_reduce_block_asm",
        product.mp_reduce_block,
        "Adds q m to t so that its lowest eight bytes would be zero; they become what is carried "
        "out of n + 8 bytes instead. n is even.",
        ("r24 = t", "r22 = m", "r20 = n0", "r18 = n"),
        arguments="limb *t, const limb *m, limb n0, size_t n",
        uses=("mp_rows_asm",),
        stack=39,
        guard=FIELD,
    ),
    *(
        Kernel(
            f"sha512_compress{form}_asm",
            code,
            "The chain, of which each word's more significant half comes first, takes a block, "
            "which is lost. The round constants are halves like the chain's in program memory.",
            ("r24 = chain", "r22 = block", "r20 = constants"),
            arguments="uint32_t *chain, uint32_t *block, const uint32_t *constants",
            stack=217 if guard == LARGE else 219,
            guard=guard,
        )
        for form, code, guard in (
            ("", sha512.sha512_compress, NOT_LARGE),
            ("_large", sha512.sha512_compress_large, LARGE),
        )
    ),
    Kernel(
        "mp_division_turn_asm",
        mp.mp_division_turn,
        "Seven division steps on f, g, d and e, n + 2 bytes each and in a row, of which n + 1 are "
        "two's complements from -m to below m; returns delta - 1/2 after them.",
        ("r24 = f", "r22 = m", "r20 = n0", "r18 = delta - 1/2", "r16 = n"),
        "uint16_t",
        "limb *f, const limb *m, limb n0, uint16_t delta, size_t n",
        stack=22,
        guard=FIELD,
    ),
)


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    return FAMILY.files(KERNELS)
