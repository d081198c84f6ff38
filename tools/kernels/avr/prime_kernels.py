# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/avr for one prime each."""

from types import ModuleType

from tools.kernels.avr import koblitz, p160, p256, p384, p448, p25519, runs
from tools.kernels.kernel import Kernel


def field(
    name: str,
    what: str,
    *inputs: str,
    uses: tuple[str, ...] = (),
    stack: int,
    group: str = "LARGE",
    prime: ModuleType = p256,
) -> Kernel:
    """Of a prime that a module knows and is named after."""
    arguments = "limb *r, " + ", ".join(f"const limb *{operand}" for operand in inputs[1:])
    called = prime.__name__.rpartition(".")[2]
    return Kernel(
        f"field_{name}_{called}_asm",
        getattr(prime, f"field_{name}_{called}"),
        f"{what}, p = {called}; limbs below p in and out.",
        tuple(f"{place} = {n}" for place, n in zip(("r24", "r22", "r20"), inputs, strict=False)),
        arguments=arguments,
        uses=uses,
        group=group,
        stack=stack,
    )


def loose(
    name: str,
    what: str,
    *places: str,
    uses: tuple[str, ...] = (),
    stack: int = 0,
    group: str = "LARGE",
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
        group=group,
        stack=stack,
    )


OUT, FIRST, SECOND, BIT = "r24 = r", "r22 = a", "r20 = b", "r20 = bit"
LOOSE = "modulo p = 2^255 - 19; below 2 p in and out"


def in_runs(
    name: str,
    words: int,
    chosen: tuple[tuple[int, int, int], ...],
    signed: bool = False,
    group: str = "",
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
        group=group,
    )


KERNELS = (
    field(
        "mul",
        "r = a b / 2^256 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_asm", "field_reduce_p256_asm"),
        stack=92,
        group="BALANCED",
    ),
    field(
        "mul_large",
        "r = a b / 2^256 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_32_asm", "field_reduce_p256_asm"),
        stack=131,
        group="FAST",
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
        group="LARGE",
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
        group="LARGE",
    ),
    Kernel(
        "reduce_p256_asm",
        p256.reduce_p256,
        "r = t / 2^256 mod p, p = p256, for a t below 2^256 p; t is lost.",
        ("r24 = r", "r22 = t"),
        arguments="limb *r, limb *t, const limb *m, limb n0, size_t n",
        uses=("field_reduce_p256_asm",),
        stack=18,
        group="LARGE",
    ),
    field(
        "mul",
        "r = a b / 2^384 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_asm", "field_reduce_p384_asm"),
        stack=124,
        group="BALANCED",
        prime=p384,
    ),
    field(
        "sqr",
        "r = a^2 / 2^384 mod p",
        "r",
        "a",
        uses=("mp_square_asm", "field_reduce_p384_asm"),
        stack=134,
        group="BALANCED",
        prime=p384,
    ),
    field(
        "mul_large",
        "r = a b / 2^384 mod p",
        "r",
        "a",
        "b",
        uses=("mp_product_48_asm", "field_reduce_p384_asm"),
        stack=218,
        group="FAST",
        prime=p384,
    ),
    field(
        "sqr_large",
        "r = a^2 / 2^384 mod p",
        "r",
        "a",
        uses=("mp_square_48_asm", "field_reduce_p384_asm"),
        stack=202,
        group="FAST",
        prime=p384,
    ),
    field(
        "add",
        "r = a + b mod p",
        "r",
        "a",
        "b",
        uses=("field_finish_p384_asm",),
        stack=2,
        prime=p384,
    ),
    field(
        "sub",
        "r = a - b mod p",
        "r",
        "a",
        "b",
        uses=("field_less_p384_asm",),
        stack=2,
        prime=p384,
    ),
    field(
        "half",
        "r = a / 2 mod p",
        "r",
        "a",
        uses=("field_less_p384_asm",),
        stack=2,
        prime=p384,
    ),
    Kernel(
        "field_reduce_p384_asm",
        p384.field_reduce_p384,
        "r = t / 2^384 mod p, p = p384, for a t below 2^384 p; t is lost.",
        ("Z = r", "Y = t"),
        uses=("field_finish_p384_asm",),
        group="LARGE",
        stack=2,
    ),
    Kernel(
        "field_finish_p384_asm",
        p384.field_finish_p384,
        "The end of an addition and a reduction: r = s less p, prime p384, or s if it is below.",
        (
            "Z = s",
            "Y = r",
            "r26 = the carry of s",
            "r22 = 0xff if word 0 is all ones, else less",
            "r23 = 0 if words 1 and 2 are",
            "r24 = word 3 as word 0",
            "r25 = the lowest byte of word 4",
            "r1 = all above that as word 0",
        ),
        uses=("field_less_p384_asm",),
        group="LARGE",
    ),
    Kernel(
        "field_less_p384_asm",
        p384.field_less_p384,
        "r = s less a number of 48 bytes, modulo 2^384; returns the borrow in the carry flag.",
        (
            "Z = s",
            "Y = r",
            "r22 = its byte 0",
            "r23 = its bytes 4 to 11",
            "r24 = its byte 16",
            "r25 = all others",
        ),
        group="LARGE",
    ),
    Kernel(
        "reduce_p384_asm",
        p384.reduce_p384,
        "r = t / 2^384 mod p, p = p384, for a t below 2^384 p; t is lost.",
        ("r24 = r", "r22 = t"),
        arguments="limb *r, limb *t, const limb *m, limb n0, size_t n",
        uses=("field_reduce_p384_asm",),
        stack=20,
        group="LARGE",
    ),
    in_runs("small_p256", 8, runs.P256, group="SMALL"),
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
        group="BALANCED",
    ),
    loose(
        "mul_large",
        f"r = a b {LOOSE}",
        OUT,
        FIRST,
        SECOND,
        uses=("mp_product_32_asm", "field_fold_p25519_asm"),
        stack=131,
        group="FAST",
    ),
    loose(
        "sqr",
        f"r = a^2 {LOOSE}",
        OUT,
        FIRST,
        uses=("mp_square_asm", "field_fold_p25519_asm"),
        stack=102,
        group="BALANCED",
    ),
    loose(
        "sqr_large",
        f"r = a^2 {LOOSE}",
        OUT,
        FIRST,
        uses=("mp_square_32_asm", "field_fold_p25519_asm"),
        stack=121,
        group="FAST",
    ),
    Kernel(
        "field_fold_p25519_asm",
        p25519.field_fold_p25519,
        "r = t modulo p = 2^255 - 19 for any t of 64 bytes; r is below 2 p.",
        ("Z = r", "Y = t"),
        group="LARGE",
    ),
    loose(
        "fold_small",
        "r = t modulo p = 2^255 - 19 for any t of 64 bytes; r is below 2 p",
        OUT,
        "r22 = t",
        stack=2,
        group="SMALL",
    ),
    *(
        loose(f"{name}{form}", f"r = a {sign} b {LOOSE}", OUT, FIRST, SECOND, stack=s, group=group)
        for form, s, group in (("", 7, "NOT_FAST"), ("_large", 5, "FAST"))
        for name, sign in (("add", "+"), ("sub", "-"))
    ),
    loose(
        "canonical",
        "r = a modulo p = 2^255 - 19, below p, for an a below 2 p",
        OUT,
        FIRST,
        group="",
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
            group=group,
        )
        for form, code, stack, group in (
            ("", p160.reduce_p160, 2, "NOT_FAST"),
            ("_large", p160.reduce_p160_large, 20, "FAST"),
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
        group="LARGE",
    ),
)
