# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/x86_64.

Each kernel is a function of assembly alone, by the System V calling convention, that names no
other symbol. Multiplications exist twice: with MUL and ADC alone, and with MULX, ADCX and ADOX.
"""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

from tools.kernels.assembly import rewritten
from tools.kernels.kernel import Kernel, instruction
from tools.kernels.x86_64 import k256, mp, p256, p384, p448, p25519, point
from tools.kernels.x86_64.family import ALL, FAMILY, whole
from tools.kernels.x86_64.limbs import SAVED, Limbs, restore, save


def kernel(
    name: str,
    lines: Callable[[], list[str]],
    what: str,
    arguments: str,
    result: str = "void",
    group: str | None = None,
    suffix: str = "",
) -> Kernel:
    """One whose inputs are named as its arguments are."""
    inputs = tuple(argument.split()[-1].lstrip("*") for argument in arguments.split(", "))
    return Kernel(name, lines, what, inputs, result, arguments, group, suffix=suffix)


def both(
    name: str, lines: Callable[[bool], list[str]], what: str, arguments: str, besides: str = ""
) -> list[Kernel]:
    """A kernel of two forms. `besides` is what else a build takes it for."""
    mul, adx = f"MUL{besides}", f"ADX{besides}"
    return [
        kernel(name, lambda: lines(False), what, arguments, group=mul),
        kernel(name, lambda: lines(True), what, arguments, group=adx, suffix="_adx"),
    ]


PRIME = "p = p256; limbs below p in and out."
UNARY = "limb *r, const limb *a"
BINARY = "limb *r, const limb *a, const limb *b"
POINTS = "_POINTS"
PASS = f"{BINARY}, size_t n"


def field(name: str, lines: Callable[[], list[str]], what: str, arguments: str) -> Kernel:
    name = f"field_{name}_p256"
    return kernel(name, lambda: [*lines(), "ret"], f"{what}, {PRIME}", arguments)


LOOSE = "p = 2^255 - 19; below 2 p in and out"


def loose(name: str, what: str, arguments: str) -> Kernel:
    """Of prime p25519."""
    lines = getattr(p25519, name)
    return kernel(f"field_{name}_p25519", lambda: [*lines(), "ret"], f"{what}.", arguments)


def loose_both(name: str, what: str, arguments: str, saved: tuple[str, ...]) -> list[Kernel]:
    def lines(adx: bool) -> list[str]:
        kept = () if name == "mul_small" and adx else saved
        t = Limbs()
        save(t, kept)
        t.lines += getattr(p25519, name)(adx)
        restore(t, kept)
        return t.lines

    return both(f"field_{name}_p25519", lines, f"{what} modulo {LOOSE}.", arguments)


GOLDEN = "modulo p = 2^448 - 2^224 - 1; below p in and out"


def golden(name: str, what: str, arguments: str) -> Kernel:
    """Of prime p448."""
    return kernel(f"field_{name}_p448", getattr(p448, name), f"{what}.", arguments)


def golden_both(name: str, what: str, arguments: str) -> list[Kernel]:
    lines = getattr(p448, name)
    return both(f"field_{name}_p448", lines, f"{what} {GOLDEN}.", arguments)


KOBLITZ = "modulo p = 2^256 - 2^32 - 977; below p in and out"


def koblitz(name: str, what: str, arguments: str) -> Kernel:
    """Of prime k256."""
    lines = getattr(k256, name)
    return kernel(f"field_{name}_k256", lambda: [*lines(), "ret"], f"{what}.", arguments)


NIST_384 = "p = 2^384 - 2^128 - 2^96 + 2^32 - 1; below p in and out"


def nist_384(name: str, what: str, arguments: str) -> Kernel:
    """Of prime p384."""
    return kernel(f"field_{name}_p384", getattr(p384, name), f"{what}.", arguments)


KERNELS = (
    *both("field_mul_p256", p256.field_mul, f"r = a b / 2^256 mod p, {PRIME}", BINARY),
    *both("field_sqr_p256", p256.field_sqr, f"r = a^2 / 2^256 mod p, {PRIME}", UNARY),
    field("add", p256.add, "r = a + b mod p", BINARY),
    field("sub", p256.sub, "r = a - b mod p", BINARY),
    field("sub_twice", p256.sub_twice, "r = a - 2 b mod p", BINARY),
    field("three_halves", p256.three_halves, "r = 3/2 a mod p", UNARY),
    kernel(
        "field_negate_masked_p256",
        p256.field_negate_masked,
        f"r = -r mod p where mask is all ones, unchanged where it is zero, {PRIME}",
        "limb *r, limb mask",
    ),
    *both(
        "point_twice_p256",
        point.twice,
        "(X, Y, Z) at p, Jacobian coordinates on a curve with a = -3, is doubled times > 0 times; "
        f"{PRIME}",
        "limb *p, size_t times",
        POINTS,
    ),
    *both(
        "point_add_affine_p256",
        point.add_affine,
        "(x, y) at q is added to (X, Y, Z) at p, Jacobian coordinates; where the two are equal or "
        f"opposite Z = 0, and X = 0 where they are equal, and no more is right; {PRIME}",
        "limb *p, const limb *q",
        POINTS,
    ),
    *loose_both("mul", "r = a b", BINARY, SAVED),
    *loose_both("sqr", "r = a^2", UNARY, SAVED),
    *loose_both("mul_small", "r = 121665 a + b", BINARY, ("r12",)),
    loose("add", f"r = a + b modulo {LOOSE}", BINARY),
    loose("sub", f"r = a - b modulo {LOOSE}", BINARY),
    loose("canonical", "r = a modulo p = 2^255 - 19, below p, for an a below 2 p", UNARY),
    loose(
        "negate_masked",
        f"r = -r modulo {LOOSE}, where mask is all ones, unchanged where it is zero",
        "limb *r, limb mask",
    ),
    loose(
        "select",
        "r = a where bit is 1, 4 limbs, unchanged where it is 0",
        "limb *r, const limb *a, limb bit",
    ),
    *both("field_mul_k256", k256.field_mul, f"r = a b {KOBLITZ}.", BINARY),
    *both("field_sqr_k256", k256.field_sqr, f"r = a^2 {KOBLITZ}.", UNARY),
    koblitz("add", f"r = a + b {KOBLITZ}", BINARY),
    koblitz("sub", f"r = a - b {KOBLITZ}", BINARY),
    koblitz("sub_twice", f"r = a - 2 b {KOBLITZ}", BINARY),
    koblitz("three_halves", f"r = 3/2 a {KOBLITZ}", UNARY),
    koblitz(
        "negate_masked",
        f"r = -r {KOBLITZ}, where mask is all ones, unchanged where it is zero",
        "limb *r, limb mask",
    ),
    *both("field_mul_p384", p384.mul, f"r = a b / 2^384 modulo {NIST_384}.", BINARY),
    *both("field_sqr_p384", p384.sqr, f"r = a^2 / 2^384 modulo {NIST_384}.", UNARY),
    nist_384("add", f"r = a + b modulo {NIST_384}", BINARY),
    nist_384("sub", f"r = a - b modulo {NIST_384}", BINARY),
    nist_384("sub_twice", f"r = a - 2 b modulo {NIST_384}", BINARY),
    nist_384("three_halves", f"r = 3/2 a modulo {NIST_384}", UNARY),
    nist_384(
        "negate_masked",
        f"r = -r modulo {NIST_384}, where mask is all ones, unchanged where it is zero",
        "limb *r, limb mask",
    ),
    *golden_both("mul", "r = a b", BINARY),
    *golden_both("sqr", "r = a^2", UNARY),
    *golden_both("mul_small", "r = 39081 a + b", BINARY),
    golden("add", f"r = a + b {GOLDEN}", BINARY),
    golden("sub", f"r = a - b {GOLDEN}", BINARY),
    golden(
        "negate_masked",
        f"r = -r {GOLDEN}, where mask is all ones, unchanged where it is zero",
        "limb *r, limb mask",
    ),
    golden(
        "select",
        "r = a where bit is 1, 7 limbs, unchanged where it is 0",
        "limb *r, const limb *a, limb bit",
    ),
    *both("mp_mul_4", mp.mp_mul_4, "r = a b, 8 limbs; r overlaps neither input.", BINARY),
    *both("mp_sqr_4", mp.mp_sqr_4, "r = a^2, 8 limbs; r does not overlap a.", UNARY),
    *both(
        "reduce_montgomery_4",
        mp.reduce_montgomery_4,
        "r = t / 2^256 mod m, of 4 limbs, for an odd m, t < 2^256 m and n0 = -1/m mod 2^64.",
        "limb *r, const limb *t, const limb *m, limb n0",
    ),
    kernel("mp_add", lambda: mp.mp_pass("adc"), "r = a + b; returns the carry.", PASS, "limb"),
    kernel("mp_sub", lambda: mp.mp_pass("sbb"), "r = a - b; returns the borrow.", PASS, "limb"),
    kernel(
        "mp_add_masked",
        mp.mp_add_masked,
        "r += a & mask for a mask of ones or zeros; returns the carry.",
        "limb *r, const limb *a, limb mask, size_t n",
        "limb",
    ),
    kernel(
        "mp_mul_add_limb",
        mp.mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        "limb *r, const limb *a, limb b, size_t n",
        "limb",
        "ADX",
        "_adx",
    ),
    kernel(
        "mp_lookup",
        mp.mp_lookup,
        "r = table[index] for n >= 8 limbs and below 2^32 entries, all of which are read. Where n "
        "is no multiple of eight the last eight overlap others.",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    kernel(
        "mp_find_steps",
        mp.mp_find_steps,
        "63 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them. delta is passed as delta - 1/2.",
        "limb *t, limb delta, limb f, limb g",
        "limb",
    ),
    kernel(
        "mp_combine",
        lambda: mp.mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(64 n), two's complements all, for |t[0]| + |t[1]| at most "
        "2^63 or 1 and 2^63. r may be a or b.",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    kernel(
        "mp_combine_shifted",
        lambda: mp.mp_combine(True),
        "r = (t[0] a + t[1] b) / 2^63, as mp_combine, for a sum below 2^(64 n - 1) in size and "
        "n >= 2. r may be a or b.",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
)


INLINE = """\
/* SPDX-License-Identifier: MIT */
/* Generated by tools/kernels/x86_64/kernels.py (inline). Do not edit. */
/* Field arithmetic modulo p256 and p25519 where it is written out: as the
 * functions of the same names, without calls and saved registers. */
#ifndef WHIT_NATIVE_X86_64_INLINE_H
#define WHIT_NATIVE_X86_64_INLINE_H

#include "base/base.h"
"""


def written_out(name: str, lines: list[str], arguments: str, curve: str = "p256") -> list[str]:
    """An operation as a statement of assembly."""
    used = {whole(register) for register in re.findall(r"%([a-z]\w+)", " ".join(lines))}
    operands = ['"+S"(a)', *(['"+d"(b)'] if arguments == BINARY else [])]
    lost = used - {"rdi", "rsi", *(["rdx"] if arguments == BINARY else [])}
    clobbers = ", ".join(f'"{register}"' for register in ALL if register in lost)
    # Builds may have one of the primes alone.
    unused = "" if curve == "p256" else "X86_64_UNUSED "
    return [
        f"WHIT_INLINE {unused}void whit_field_{name}_{curve}_inline({arguments})",
        "{",
        "    __asm__ volatile(",
        *(instruction(rewritten(line, line.replace("%", "%%"))) for line in lines),
        f"        : {', '.join(operands)}",
        '        : "D"(r)',
        *textwrap.wrap(
            f': {clobbers}, "cc", "memory");',
            92,
            initial_indent=" " * 8,
            subsequent_indent=" " * 10,
        ),
        "}",
        "",
    ]


def inline() -> str:
    """The header of operations that are written out."""
    lines = [*INLINE.splitlines(), ""]
    for adx in (True, False):
        lines += ["#if WHIT_X86_64_ADX" if adx else "#else", ""]
        lines += written_out("mul", p256.mul(adx), BINARY)
        lines += written_out("sqr", p256.sqr(adx), UNARY)
        lines += written_out("mul", p25519.mul(adx), BINARY, "p25519")
        lines += written_out("sqr", p25519.sqr(adx), UNARY, "p25519")
        lines += written_out("mul_small", p25519.mul_small(adx), BINARY, "p25519")
    lines += ["#endif", ""]
    lines += written_out("add", p256.add(), BINARY)
    lines += written_out("sub", p256.sub(), BINARY)
    lines += written_out("add", p25519.add(), BINARY, "p25519")
    lines += written_out("sub", p25519.sub(), BINARY, "p25519")
    lines += written_out("sub_twice", p256.sub_twice(), BINARY)
    lines += written_out("three_halves", p256.three_halves(), UNARY)
    return "\n".join([*lines, "#endif", ""])


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    found = FAMILY.files(KERNELS)
    found[FAMILY.folder / "inline.h"] = inline()
    return found
