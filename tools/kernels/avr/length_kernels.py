# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/avr for numbers of any length, or of one."""

from tools.kernels.avr import mp, product, product_48
from tools.kernels.kernel import Kernel


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


ROWS = (
    "r {}= a b for {width} bytes a and n bytes b, a multiple of {}; {}of r are added to, and "
    "{width} more end the sum. Z and X move by n."
)

PRODUCTS = (
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
        group="FAST",
    ),
    Kernel(
        "mp_rows_first_asm",
        lambda: product.mp_rows(8, more=False),
        ROWS.format("", "eight", "none ", width="eight"),
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        group="FAST",
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
        "r = a b for an even n from eight on, but without the last n mod 8 bytes of a; r overlaps "
        "neither.",
        ("Z = r", "Y = a", "X = b", "r24 = n"),
        uses=("mp_rows_asm",),
        group="FAST",
        stack=8,
    ),
    Kernel(
        "mp_product_four_asm",
        lambda: product.mp_product(four=True),
        "r = a b for n mod 8 of four or more, but without the last n mod 4 bytes of a; r overlaps "
        "neither.",
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
        group="FAST",
        stack=14,
    ),
    Kernel(
        "mp_square_asm",
        product.mp_square,
        "r = a^2, n bytes, a multiple of eight; r does not overlap a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows",),
        group="BALANCED",
        stack=12,
    ),
    Kernel(
        "mp_square_four_asm",
        lambda: product.mp_square(four=True),
        "r = a^2, n bytes, from twelve on a multiple of four and not of eight; r does not overlap "
        "a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows_asm",),
        group="LARGE",
        stack=12,
    ),
    Kernel(
        "mp_square_large_asm",
        lambda: product.mp_square(large=True),
        "r = a^2, n bytes, a multiple of eight; r does not overlap a.",
        ("Z = r", "Y = a", "r24 = n"),
        uses=("mp_rows", "mp_rows_first_asm"),
        group="FAST",
        stack=12,
    ),
    Kernel(
        "mp_square_20_asm",
        product.mp_square_20,
        "r = a^2, 20 bytes; r does not overlap a.",
        ("Z = r", "Y = a"),
        group="FAST",
    ),
    Kernel(
        "mp_square_32_asm",
        product.mp_square_32,
        "r = a^2, 32 bytes; r does not overlap a and has 32 bytes of room more.",
        ("Z = r", "Y = a"),
        group="FAST",
        stack=4,
    ),
    Kernel(
        "mp_product_12_asm",
        product_48.mp_product_12,
        "r = a b, twelve bytes each. Z and a and b are kept.",
        ("Z = r", "r2 to r13 = a", "r14 to r25 = b"),
        group="FAST",
    ),
    Kernel(
        "mp_square_12_asm",
        product_48.mp_square_12,
        "r = a^2, twelve bytes, which r2 to r13 have afterwards; r does not overlap a. X, Y and Z "
        "are kept.",
        ("Z = r", "Y = a"),
        group="FAST",
    ),
    Kernel(
        "mp_product_24_asm",
        product_48.mp_product_24,
        "r = a b, 24 bytes each, with 25 bytes of room; r overlaps neither. Z is kept, Y becomes "
        "the room.",
        ("Z = r", "Y = a", "X = b", "r24 = room"),
        uses=("mp_product_12_asm",),
        group="FAST",
        stack=14,
    ),
    Kernel(
        "mp_square_24_asm",
        product_48.mp_square_24,
        "r = a^2, 24 bytes, with 24 bytes of room; r does not overlap a. Z is kept, Y becomes the "
        "room.",
        ("Z = r", "Y = a", "r24 = room"),
        uses=("mp_square_12_asm", "mp_product_12_asm"),
        group="FAST",
        stack=2,
    ),
    Kernel(
        "mp_difference_48_asm",
        product_48.mp_difference_48,
        "d = the size of x0 - x1 for halves of 24 bytes of x; r1 becomes a mask of its sign. X, Y "
        "and Z are kept.",
        ("Z = d", "Y = x"),
        group="FAST",
    ),
    Kernel(
        "mp_join_48_asm",
        product_48.mp_join_48,
        "A product of 96 bytes from l in its lower half, h and the middle: from l + 2^384 h that "
        "plus 2^192 times l + h + middle or, where its sign is zero, l + h - middle.",
        ("Z = h", "X = the sign as a mask, and the middle"),
        group="FAST",
    ),
    Kernel(
        "mp_product_48_asm",
        product_48.mp_product_48,
        f"r = a b, 48 bytes each, with {product_48.ROOM} bytes of room; r overlaps neither.",
        ("Z = r", "Y = a", "X = b", "r24 = room"),
        uses=("mp_difference_48_asm", "mp_product_24_asm", "mp_join_48_asm"),
        group="FAST",
        stack=28,
    ),
    Kernel(
        "mp_square_48_asm",
        product_48.mp_square_48,
        f"r = a^2, 48 bytes, with {product_48.ROOM - 1} bytes of room; r does not overlap a.",
        ("Z = r", "Y = a", "r24 = room"),
        uses=("mp_difference_48_asm", "mp_square_24_asm", "mp_join_48_asm"),
        group="FAST",
        stack=12,
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
        "r = a b where n mod 8 is four or more, but without the last n mod 4 bytes of a.",
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
        group="LARGE",
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
        group="LARGE",
    ),
    Kernel(
        "mp_sqr_20_asm",
        product.mp_sqr,
        "r = a^2, 20 bytes; r does not overlap a.",
        ("r24 = r", "r22 = a", "r20 = n"),
        arguments="limb *r, const limb *a, size_t n",
        uses=("mp_square_20_asm",),
        stack=18,
        group="FAST",
    ),
)

PASSES = (
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
        group="LARGE",
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
            group="LARGE",
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
        group="LARGE",
    ),
)

DIVISION = (
    Kernel(
        "mp_division_turn_asm",
        mp.mp_division_turn,
        "Seven division steps on f, g, d and e, n + 2 bytes each and in a row, of which n + 1 are "
        "two's complements from -m to below m; returns delta - 1/2 after them.",
        ("r24 = f", "r22 = m", "r20 = n0", "r18 = delta - 1/2", "r16 = n"),
        "uint16_t",
        "limb *f, const limb *m, limb n0, uint16_t delta, size_t n",
        stack=22,
        group="LARGE",
    ),
)
