# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/rv32.

Each kernel is a function of assembly alone. Values have names in tools/kernels/assembly.py,
which gives them registers, and fails where there is none.
"""

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from tools.kernels.kernel import Kernel
from tools.kernels.rv32 import compact, k256, montgomery, mp, p256, p384, p448, p25519, tasks
from tools.kernels.rv32.family import FAMILY
from tools.kernels.rv32.linear import Sums


class FieldOf(Protocol):
    """A module with the field arithmetic of a prime."""

    SUMS: Sums

    def field_mul(self) -> list[str]: ...
    def field_sqr(self) -> list[str]: ...
    def field_finish(self) -> list[str]: ...
    def field_back(self) -> list[str]: ...
    def field_negate_masked(self) -> list[str]: ...


def field(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, end: str | None = None
) -> Kernel:
    what = f"{what}, p = p256; limbs below p in and out."
    uses = (f"whit_field_{end}_p256_asm",) if end else ()
    return Kernel(f"field_{name}_p256_asm", lines, what, inputs, group="", uses=uses)


def function(name: str, *inputs: str) -> Kernel:
    """A kernel of the field by the procedure call standard."""
    arguments = "limb *r, " + ", ".join(f"const limb *{operand}" for operand in inputs[1:])
    kernel = f"field_{name}_p256"
    what = f"whit_{kernel}_asm, with registers saved."
    uses = ("whit_field_saving_p256_asm", f"whit_{kernel}_asm")
    return Kernel(kernel, p256.saving, what, inputs, arguments=arguments, uses=uses)


def end(name: str, lines: Callable[[], list[str]], what: str) -> Kernel:
    """What field functions have in common, and jump to."""
    what = f"{what}, in registers of theirs."
    return Kernel(f"field_{name}_p256_asm", lines, what, (), group="")


def field_25519(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, end: str | None = None
) -> Kernel:
    what = f"{what}, p = 2^255 - 19; limbs below 2 p in and out."
    uses = (f"whit_field_{end}_p25519_asm",) if end else ()
    return Kernel(f"field_{name}_p25519_asm", lines, what, inputs, uses=uses)


def fields_of(prime: str, of: FieldOf, times: str) -> tuple[Kernel, ...]:
    """The kernels of a prime that has sums of tools/kernels/rv32/linear.py."""

    def kernel(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
        end = "finish" if name in ("mul", "sqr") else "back"
        if inputs:
            what = f"{what}, p = {prime}; limbs below p in and out."
        goes_on = any("%0" in line for line in lines())
        uses = (f"whit_field_{end}_{prime}_asm",) if goes_on else ()
        return Kernel(f"field_{name}_{prime}_asm", lines, what, inputs, uses=uses)

    return (
        kernel("mul", of.field_mul, f"r = a b{times} mod p", "r", "a", "b"),
        kernel("sqr", of.field_sqr, f"r = a^2{times} mod p", "r", "a"),
        kernel("finish", of.field_finish, "The end of a product, with what that has left."),
        kernel("add", of.SUMS.add, "r = a + b mod p", "r", "a", "b"),
        kernel("sub", of.SUMS.sub, "r = a - b mod p", "r", "a", "b"),
        kernel("three_halves", of.SUMS.three_halves, "r = 3/2 a mod p", "r", "a"),
        kernel("back", of.field_back, "The end of sums: p goes back to one below 0, v to r."),
        Kernel(
            f"field_negate_masked_{prime}_asm",
            of.field_negate_masked,
            "r = -r mod p where mask is all ones, unchanged where it is zero; p the prime of "
            f"{prime}, r below p.",
            ("r", "mask"),
            "void",
            "limb *r, limb mask",
        ),
    )


def fields_of_length(n: int) -> Iterator[Kernel]:
    """The kernels of any odd number of a length, reduced in Montgomery's way."""

    def kernel(name: str, what: str, *inputs: str, end: str = "") -> Kernel:
        if inputs:
            what = f"{what} mod m, m of {n} limbs; limbs below m in and out."
            inputs = (*inputs, "a3 = the modulus")
        uses = (f"whit_field_{end}_any_{n}_asm",) if end else ()
        lines = functools.partial(getattr(montgomery, name), n)
        return Kernel(f"field_{name}_any_{n}_asm", lines, what, inputs, uses=uses)

    radix = f" / 2^{32 * n}"
    yield kernel("mul", f"r = a b{radix}", "r", "a", "b", end="finish")
    yield kernel("sqr", f"r = a^2{radix}", "r", "a", end="finish")
    yield kernel("finish", "The end of a product, with what that has left.", end="back")
    yield kernel("add", "r = a + b", "r", "a", "b", end="back")
    yield kernel("sub", "r = a - b", "r", "a", "b", end="back")
    yield kernel("three_halves", "r = 3/2 a", "r", "a", end="back")
    yield kernel("back", "The end of all of these: m goes back to a number below 0, v to r.")


def field_448(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, end: str | None = None
) -> Kernel:
    what = f"{what}, p = 2^448 - 2^224 - 1; limbs below p in and out."
    uses = (f"whit_field_{end}_p448_asm",) if end else ()
    return Kernel(f"field_{name}_p448_asm", lines, what, inputs, uses=uses)


def compact_run(name: str, about: str, prime: compact.Prime | None = None) -> Kernel:
    return Kernel(
        f"compact_run_{name}_asm",
        lambda: compact.compact_run(prime, name == "least"),
        f"Run the operations of a program of src/group/compact.inc up to a task. {about} Returns "
        "where the program goes on behind the task.",
        ("machine", "program"),
        "const uint16_t *",
        "void *machine, const uint16_t *program",
        group=f"COMPACT_{name.upper()}",
    )


def compact_perform(name: str, which: str, a_zero: bool) -> Kernel:
    return Kernel(
        f"compact_perform{name}_asm",
        lambda: tasks.compact_perform(a_zero),
        f"Run a program of src/group/compact.inc, tasks too, for curves with {which}. Returns the "
        "status that it ends with. Calls itself for a program in a program.",
        ("machine", "program", "code", "constants"),
        "unsigned",
        "void *machine, const uint16_t *program, const void *code, const limb *constants",
        "COMPACT_PERFORM" + name.upper(),
        ("compact_run_256", "compact_reverse_256", "compact_perform_256"),
    )


KERNELS = (
    field("mul", p256.field_mul_p256, "r = a b / 2^256 mod p", "r", "a", "b", end="finish"),
    field("sqr", p256.field_sqr_p256, "r = a^2 / 2^256 mod p", "r", "a", end="finish"),
    end("finish", p256.field_finish_p256, "The end of a multiplication or squaring"),
    field("add", p256.field_add_p256, "r = a + b mod p", "r", "a", "b", end="sum"),
    field("sub", p256.field_sub_p256, "r = a - b mod p", "r", "a", "b", end="difference"),
    field(
        "sub_twice",
        p256.field_sub_twice_p256,
        "r = a - 2 b mod p",
        "r",
        "a",
        "b",
        end="difference",
    ),
    field("three_halves", p256.field_three_halves_p256, "r = 3/2 a mod p", "r", "a", end="sum"),
    end("sum", p256.field_sum_p256, "The end of an addition"),
    end("difference", p256.field_difference_p256, "The end of a subtraction, once or twice"),
    end("saving", p256.field_saving_p256, "Calls the function at t0, with registers saved"),
    function("mul", "r", "a", "b"),
    function("sqr", "r", "a"),
    function("add", "r", "a", "b"),
    function("sub", "r", "a", "b"),
    Kernel(
        "field_negate_masked_p256_asm",
        p256.field_negate_masked_p256,
        "r = -r mod p where mask is all ones, unchanged where it is zero; p the prime of "
        "p256, r below p.",
        ("r", "mask"),
        "void",
        "limb *r, limb mask",
    ),
    field_25519("mul", p25519.field_mul, "r = a b mod p", "r", "a", "b", end="fold"),
    field_25519("sqr", p25519.field_sqr, "r = a^2 mod p", "r", "a", end="fold"),
    Kernel(
        "field_fold_p25519_asm",
        p25519.field_fold,
        "The end of a multiplication or squaring modulo 2^255 - 19, in registers of theirs.",
        (),
    ),
    field_25519("add", p25519.field_add, "r = a + b mod p", "r", "a", "b"),
    field_25519("sub", p25519.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_25519("canonical", p25519.field_canonical, "r = a mod p and below p", "r", "a"),
    field_25519("mul_small", p25519.field_mul_small, "r = 121665 a + b mod p", "r", "a", "b"),
    field_25519(
        "select",
        p25519.field_select,
        "r = a where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    Kernel(
        "field_negate_masked_p25519_asm",
        p25519.field_negate_masked,
        "r = -r mod p where mask is all ones, unchanged where it is zero, p = 2^255 - 19; limbs "
        "below 2 p in and out.",
        ("r", "mask"),
        "void",
        "limb *r, limb mask",
    ),
    *fields_of("k256", k256, ""),
    *fields_of("p384", p384, " / 2^384"),
    *(each for n in montgomery.LENGTHS for each in fields_of_length(n)),
    field_448("mul", p448.field_mul, "r = a b mod p", "r", "a", "b", end="finish"),
    field_448("sqr", p448.field_sqr, "r = a^2 mod p", "r", "a", end="finish"),
    Kernel(
        "field_finish_p448_asm",
        p448.field_finish,
        "The end of a multiplication or squaring modulo 2^448 - 2^224 - 1, with their stack.",
        (),
    ),
    field_448("add", p448.field_add, "r = a + b mod p", "r", "a", "b"),
    field_448("sub", p448.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_448("mul_small", p448.field_mul_small, "r = 39081 a + b mod p", "r", "a", "b"),
    field_448(
        "select",
        lambda: p25519.field_select(p448.N),
        "r = a where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    Kernel(
        "field_negate_masked_p448_asm",
        p448.field_negate_masked,
        "r = -r mod p where mask is all ones, unchanged where it is zero, p = 2^448 - 2^224 - 1; "
        "limbs below p in and out.",
        ("r", "mask"),
        "void",
        "limb *r, limb mask",
    ),
    Kernel(
        "mp_lookup_asm",
        mp.mp_lookup,
        "r = table[index] for n >= 8 limbs.",
        ("r", "table", "entries", "index", "n"),
        "void",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    Kernel(
        "mp_find_steps_asm",
        mp.mp_find_steps,
        "31 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them.",
        ("t", "delta - 1/2", "f", "g"),
        "limb",
        "limb *t, limb delta, limb f, limb g",
    ),
    Kernel(
        "mp_combine_asm",
        lambda: mp.mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all, for |t[0]| + |t[1]| at most "
        "2^31 or 1 and 2^31. r may be a or b.",
        ("r", "a", "b", "t", "n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted_asm",
        lambda: mp.mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^31, as mp_combine_asm, for a sum below 2^(32 n - 1) in size and "
        "n >= 2. r may be a or b.",
        ("r", "a", "b", "t", "n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_mul_add_limb_asm",
        mp.mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
    ),
    compact_run("least", "Any modulus; the least flash."),
    compact_run("any", "Any modulus."),
    *(
        compact_run(
            curve, f"A modulus with a third limb of all ones is the prime of {curve}.", prime
        )
        for curve, prime in compact.PRIMES.items()
    ),
    compact_perform("", "a = -3", False),
    compact_perform("_a_zero", "a = 0", True),
    Kernel(
        "compact_reverse_asm",
        compact.compact_reverse,
        "r is the number of the leading 32 bytes at a at most, in the other order; r may not be a.",
        ("r", "a", "length"),
        "void",
        "void *r, const void *a, size_t length",
        group="COMPACT",
    ),
)


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    return FAMILY.files(KERNELS)
