# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/armv6m.

Each kernel is a function of assembly alone, for a processor with eight registers that compute,
some more that keep, and a multiplication of 32 by 32 bits into 32.
"""

from collections.abc import Callable
from pathlib import Path

from tools.kernels.armv6m import compact, machine, montgomery, mp, p256, p256k1, p384, p448, p25519
from tools.kernels.armv6m.products import FRAME
from tools.kernels.kernel import Kernel
from tools.kernels.thumb import INPUTS, ThumbSet


def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p = p256; limbs below p in and out."
    group = {"mul": "PRODUCT_P256", "half": "LARGE", "mul_small": "SMALL"}.get(name, "")
    # The multiplication's subroutines push as much as 24 or 28 bytes more.
    stack = {"mul": 20 + FRAME + 24, "mul_small": 20 + FRAME + 28}.get(name)
    return Kernel(f"field_{name}_p256", lines, what, inputs, group=group, stack=stack)


def field_25519(
    name: str, lines: Callable[[], list[str]], what: str, *inputs: str, group: str = "LARGE"
) -> Kernel:
    what = f"{what}, p = 2^255 - 19; limbs below 2 p in and out."
    stack = 20 + FRAME + 24 if name == "mul" else None
    kernel = f"field_{name}_p25519"
    return Kernel(kernel, lines, what, inputs, group=group, stack=stack, exact=name == "sum")


def field_256k1(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p = k256; limbs below p in and out."
    stack = 20 + FRAME + 24 if name == "mul" else None
    return Kernel(f"field_{name}_k256", lines, what, inputs, stack=stack)


def field_384(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p = p384; limbs below p in and out."
    stack = 20 + p384.FRAME + 24 if name == "mul" else None
    return Kernel(f"field_{name}_p384", lines, what, inputs, stack=stack)


def field_448(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p = 2^448 - 2^224 - 1; limbs below p in and out."
    stack = p448.STACK + MULTIPLY_STACK if name == "mul" else None
    return Kernel(f"field_{name}_p448", lines, what, inputs, stack=stack)


def field_any(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    n = montgomery.N
    about = f"{what} mod m, m of {n} limbs; limbs below m in and out."
    stack = montgomery.STACK if name == "mul" else None
    whole = (*inputs, "r3 = the modulus")
    return Kernel(f"field_{name}_any_{n}", lines, about, whole, stack=stack)


# Of mp_mul_8.
MULTIPLY_STACK = 36 + 12 + FRAME + 24


def compact_perform(ending: str, curve: str, which: str, lines: bool = False) -> Kernel:
    return Kernel(
        f"compact_perform{ending}",
        lambda: machine.compact_perform(curve, lines),
        "Run a program of src/group/compact.inc, with the object of those that it calls and the "
        f"constants. A modulus with a {which} limb of all ones is the prime of {curve}.",
        ("machine", "program", "code", "constants"),
        "unsigned",
        "void *machine, const uint16_t *program, const void *code, const limb *constants",
        group=f"COMPACT{ending.upper()}",
        stack=machine.STACK,
    )


KERNELS = (
    compact_perform("", "p256", "lowest"),
    compact_perform("_lines", "p256", "lowest", True),
    compact_perform("_k256", "k256", "third"),
    Kernel(
        "compact_reverse",
        machine.compact_reverse,
        "The first 32 bytes of so many, or those less than 32 with zeros before them, in the other "
        "order.",
        ("out", "in", "length"),
        "void",
        "void *out, const void *in, size_t length",
        group="COMPACT_PARTS",
    ),
    Kernel(
        "compact_run_least",
        compact.compact_run_least,
        "Run the operations of a program of src/group/compact.inc up to a task. Returns where the "
        "program goes on behind the task.",
        ("machine", "program"),
        "const uint16_t *",
        "void *machine, const uint16_t *program",
        group="COMPACT_LEAST",
        stack=48 + 88,
    ),
    Kernel(
        "compact_sub",
        compact.compact_sub,
        "r = a - b, and the modulus added where that borrows, for 8 limbs; returns the borrow.",
        ("r", "a", "b", "m"),
        "limb",
        "limb *r, const limb *a, const limb *b, const limb *m",
        group="COMPACT_PARTS",
        stack=24,
    ),
    field("mul", lambda: p256.field_mul_p256(False), "r = a b / 2^256 mod p", "r", "a", "b"),
    field("mul_small", lambda: p256.field_mul_p256(True), "r = a b / 2^256 mod p", "r", "a", "b"),
    field("add", p256.field_add_p256, "r = a + b mod p", "r", "a", "b"),
    field("sub", p256.field_sub_p256, "r = a - b mod p", "r", "a", "b"),
    field("half", p256.field_half_p256, "r = a / 2 mod p", "r", "a"),
    field_256k1("mul", p256k1.field_mul, "r = a b mod p", "r", "a", "b"),
    field_256k1("add", p256k1.field_add, "r = a + b mod p", "r", "a", "b"),
    field_256k1("sub", lambda: p256.field_sub(p256k1.put_back), "r = a - b mod p", "r", "a", "b"),
    field_256k1("half", p256k1.field_half, "r = a / 2 mod p", "r", "a"),
    field_25519("mul", p25519.field_mul, "r = a b mod p", "r", "a", "b"),
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
    field_25519(
        "sum",
        p25519.field_sum,
        "r = a + b mod p for a `mode` of 38, a - b mod p for one of 1",
        *("r", "a", "b", "mode"),
        group="SMALL",
    ),
    Kernel(
        "field_add_word_p25519",
        p25519.field_add_word,
        "r = a + w for eight limbs and a signed limb, modulo 2^256.",
        ("r", "a", "w"),
        group="SMALL",
        exact=True,
    ),
    field_384("mul", p384.field_mul, "r = a b / 2^384 mod p", "r", "a", "b"),
    field_384("add", p384.field_add, "r = a + b mod p", "r", "a", "b"),
    field_384("sub", p384.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_384("half", p384.field_half, "r = a / 2 mod p", "r", "a"),
    field_448("mul", p448.field_mul, "r = a b mod p", "r", "a", "b"),
    field_448("add", p448.field_add, "r = a + b mod p", "r", "a", "b"),
    field_448("sub", p448.field_sub, "r = a - b mod p", "r", "a", "b"),
    field_448("mul_small", p448.field_mul_small, "r = 39081 a + b mod p", "r", "a", "b"),
    field_448(
        "select",
        lambda: p25519.field_select(p448.HALF),
        "r = a where bit is 1, unchanged where it is 0",
        *("r", "a", "bit"),
    ),
    field_any("mul", montgomery.mul, f"r = a b / 2^{32 * montgomery.N}", "r", "a", "b"),
    field_any("add", montgomery.add, "r = a + b", "r", "a", "b"),
    field_any("sub", montgomery.sub, "r = a - b", "r", "a", "b"),
    field_any("half", montgomery.half, "r = a / 2", "r", "a"),
    Kernel(
        "mp_mul_8",
        mp.mp_mul_8,
        "r = a b for numbers of 8 limbs; r overlaps neither. It squares where these are one array.",
        ("r", "a", "b"),
        "void",
        "limb *r, const limb *a, const limb *b",
        stack=MULTIPLY_STACK,
    ),
    Kernel(
        "mp_mul_add_limb",
        mp.mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        ("r", "a", "b", "n"),
        "limb",
        "limb *r, const limb *a, limb b, size_t n",
        group="",
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
        "r = table[index] for n >= 8 limbs, as the sum of all, masked, eight limbs at a time. "
        "Where n is no multiple of eight the last eight overlap others.",
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
        "r = t[0] a + t[1] b modulo 2^(32 n), two's complements all, for factors whose sizes add "
        "up to less than 2^32. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted",
        lambda: mp.mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^31 for a sum below 2^(32 n - 1) in size, two's complements all, "
        "n >= 2 and factors as above. r may be a or b.",
        ("r", "a", "b", "t", "[sp] = n"),
        "void",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
)


FAMILY = ThumbSet("armv6m", INPUTS, directives=(".syntax unified",))


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    # gcc puts assembly within C for Thumb-1 in the older syntax, whatever it writes itself.
    return FAMILY.files(KERNELS)
