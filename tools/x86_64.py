#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/x86_64.

    tools/x86_64.py            write the files
    tools/x86_64.py --check    fail if one would change

Each kernel is a function of assembly alone, by the System V calling convention, that names no
other symbol. Multiplications exist twice: with MUL and ADC alone, and with MULX, ADCX and ADOX.
"""

import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

import x86_64_448 as p448
import x86_64_25519 as p25519
import x86_64_field as p256
import x86_64_mp as mp
import x86_64_point as point
from kernels import Set, comment, generate, parameters, statements
from thumb import RegisterError

KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")
ALL = ("rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", *KEPT)
FAMILY = Set("x86_64", ALL)
INPUTS = ("rdi", "rsi", "rdx", "rcx", "r8")


@dataclass(frozen=True)
class Kernel:
    """A kernel and what its file says of it. `guard` is what a build takes it for."""

    name: str
    lines: Callable[[], list[str]]
    what: str
    arguments: str
    result: str = "void"
    guard: str = "WHIT_X86_64"
    suffix: str = ""


def both(
    name: str, lines: Callable[[bool], list[str]], what: str, arguments: str, besides: str = ""
) -> list[Kernel]:
    """A kernel of two forms. `besides` is what else a build takes it for."""
    mul, adx = f"WHIT_X86_64_MUL{besides}", f"WHIT_X86_64_ADX{besides}"
    return [
        Kernel(name, lambda: lines(False), what, arguments, guard=mul),
        Kernel(name, lambda: lines(True), what, arguments, guard=adx, suffix="_adx"),
    ]


PRIME = "p the prime of secp256r1; limbs below p in and out."
UNARY = "limb *r, const limb *a"
BINARY = "limb *r, const limb *a, const limb *b"
POINTS = " && WHIT_FUSED_POINTS"
PASS = f"{BINARY}, size_t n"


def field(name: str, lines: Callable[[], list[str]], what: str, arguments: str) -> Kernel:
    name = f"field_{name}_secp256r1"
    return Kernel(name, lambda: [*lines(), "ret"], f"{what}, {PRIME}", arguments)


LOOSE = "p = 2^255 - 19; below 2 p in and out"


def loose(name: str, what: str, arguments: str) -> Kernel:
    """Of the prime of curve25519."""
    lines = getattr(p25519, name)
    return Kernel(f"field_{name}_curve25519", lambda: [*lines(), "ret"], f"{what}.", arguments)


def loose_both(name: str, what: str, arguments: str, saved: tuple[str, ...]) -> list[Kernel]:
    def lines(adx: bool) -> list[str]:
        kept = () if name == "mul_small" and adx else saved
        return [*p256.save(kept), *getattr(p25519, name)(adx), *p256.restore(kept)]

    return both(f"field_{name}_curve25519", lines, f"{what} modulo {LOOSE}.", arguments)


GOLDEN = "modulo p = 2^448 - 2^224 - 1; below p in and out"


def golden(name: str, what: str, arguments: str) -> Kernel:
    """Of the prime of curve448."""
    return Kernel(f"field_{name}_curve448", getattr(p448, name), f"{what}.", arguments)


def golden_both(name: str, what: str, arguments: str) -> list[Kernel]:
    lines = getattr(p448, name)
    return both(f"field_{name}_curve448", lines, f"{what} {GOLDEN}.", arguments)


KERNELS = (
    *both("field_mul_secp256r1", p256.field_mul, f"r = a b / 2^256 mod p, {PRIME}", BINARY),
    *both("field_sqr_secp256r1", p256.field_sqr, f"r = a^2 / 2^256 mod p, {PRIME}", UNARY),
    field("add", p256.add, "r = a + b mod p", BINARY),
    field("sub", p256.sub, "r = a - b mod p", BINARY),
    field("sub_twice", p256.sub_twice, "r = a - 2 b mod p", BINARY),
    field("three_halves", p256.three_halves, "r = 3/2 a mod p", UNARY),
    Kernel(
        "field_negate_masked_secp256r1",
        p256.field_negate_masked,
        f"r = -r mod p where mask is all ones, unchanged where it is zero, {PRIME}",
        "limb *r, limb mask",
    ),
    *both(
        "point_twice_secp256r1",
        point.twice,
        "(X, Y, Z) at p, Jacobian coordinates on a curve with a = -3, is doubled times > 0 times; "
        f"{PRIME}",
        "limb *p, size_t times",
        POINTS,
    ),
    *both(
        "point_add_affine_secp256r1",
        point.add_affine,
        "(x, y) at q is added to (X, Y, Z) at p, Jacobian coordinates; Z = 0 is all that is right "
        f"where the two are equal or opposite; {PRIME}",
        "limb *p, const limb *q",
        POINTS,
    ),
    *loose_both("mul", "r = a b", BINARY, p256.SAVED),
    *loose_both("sqr", "r = a^2", UNARY, p256.SAVED),
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
    Kernel("mp_add", lambda: mp.mp_pass("adc"), "r = a + b; returns the carry.", PASS, "limb"),
    Kernel("mp_sub", lambda: mp.mp_pass("sbb"), "r = a - b; returns the borrow.", PASS, "limb"),
    Kernel(
        "mp_add_masked",
        mp.mp_add_masked,
        "r += a & mask for a mask of ones or zeros; returns the carry.",
        "limb *r, const limb *a, limb mask, size_t n",
        "limb",
    ),
    Kernel(
        "mp_mul_add_limb",
        mp.mp_mul_add_limb,
        "r += a b for a limb b; returns the limb that is carried out.",
        "limb *r, const limb *a, limb b, size_t n",
        "limb",
        "WHIT_X86_64_ADX",
        "_adx",
    ),
    Kernel(
        "mp_lookup",
        mp.mp_lookup,
        "r = table[index] for n >= 8 limbs and below 2^32 entries, all of which are read. Where n "
        "is no multiple of eight the last eight overlap others.",
        "limb *r, const limb *table, size_t entries, limb index, size_t n",
    ),
    Kernel(
        "mp_find_steps",
        mp.mp_find_steps,
        "63 division steps from the lowest limbs of f and g on: their negative matrix, row by row, "
        "to t; returns delta - 1/2 after them. delta is passed as delta - 1/2.",
        "limb *t, limb delta, limb f, limb g",
        "limb",
    ),
    Kernel(
        "mp_combine",
        lambda: mp.mp_combine(False),
        "r = t[0] a + t[1] b modulo 2^(64 n), two's complements all, for |t[0]| + |t[1]| at most "
        "2^63 or 1 and 2^63. r may be a or b.",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
    Kernel(
        "mp_combine_shifted",
        lambda: mp.mp_combine(True),
        "The same over 2^63, for a sum below 2^(64 n - 1) in size and n >= 2. r may be a or b.",
        "limb *r, const limb *a, const limb *b, const limb *t, size_t n",
    ),
)


def whole(name: str) -> str:
    """The register that a name is a part of."""
    if re.fullmatch(r"r\d+d", name):
        return name[:-1]
    return f"r{name[1:]}" if name.startswith("e") else name


def check(kernel: Kernel, lines: list[str]) -> int:
    """How much stack the lines take. They have to restore what a caller keeps."""
    pushed = [line.split("%")[1] for line in lines if line.startswith("push ")]
    popped = [line.split("%")[1] for line in lines if line.startswith("pop ")]
    frame = [line for line in lines if line.endswith(", %rsp")]
    room = int(frame[0].split("$")[1].split(",")[0]) if frame else 0
    used = {whole(name) for name in re.findall(r"%([a-z]\w+)", " ".join(lines))}
    if frame not in ([], [f"sub ${room}, %rsp", f"add ${room}, %rsp"]):
        raise RegisterError(f"{kernel.name} loses its stack")
    if pushed != popped[::-1] or {*KEPT} & used - {*pushed}:
        raise RegisterError(f"{kernel.name} loses registers that its caller keeps")
    return 8 * len(pushed) + room


def text(kernel: Kernel) -> str:
    """The file of a kernel."""
    lines = kernel.lines()
    names = [argument.split()[-1].lstrip("*") for argument in kernel.arguments.split(", ")]
    inputs = ", ".join(f"{where} = {name}" for where, name in zip(INPUTS, names, strict=False))
    about = f"{kernel.what} In: {inputs}. Stack: {check(kernel, lines)} bytes."
    arguments = parameters(FAMILY, kernel.arguments)
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */",
            "/* Generated by tools/x86_64.py. Do not edit. */",
            '#include "native/api.h"',
            "",
            f"#if {kernel.guard}",
            "",
            *comment(about),
            f"X86_64_NAKED {kernel.result} whit_{kernel.name}_asm({arguments})",
            "{",
            *statements(lines),
            "}",
            "",
            "#endif",
            "",
        ]
    )


INLINE = """\
/* SPDX-License-Identifier: MIT */
/* Generated by tools/x86_64.py. Do not edit. */
/* Field arithmetic modulo the primes of secp256r1 and curve25519 where it is written out: as the
 * functions of the same names, without calls and saved registers. */
#ifndef WHIT_NATIVE_X86_64_INLINE_H
#define WHIT_NATIVE_X86_64_INLINE_H

#include "base/base.h"
"""


def written_out(name: str, lines: list[str], arguments: str, curve: str = "secp256r1") -> list[str]:
    """An operation as a statement of assembly."""
    used = {whole(register) for register in re.findall(r"%([a-z]\w+)", " ".join(lines))}
    operands = ['"+S"(a)', *(['"+d"(b)'] if arguments == BINARY else [])]
    lost = used - {"rdi", "rsi", *(["rdx"] if arguments == BINARY else [])}
    clobbers = ", ".join(f'"{register}"' for register in ALL if register in lost)
    # Builds may have one of the primes alone.
    unused = "" if curve == "secp256r1" else "X86_64_UNUSED "
    return [
        f"WHIT_INLINE {unused}void whit_field_{name}_{curve}_inline({arguments})",
        "{",
        "    __asm__ volatile(",
        *('        "{}\\n"'.format(line.replace("%", "%%")) for line in lines),
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
        lines += written_out("mul", p25519.mul(adx), BINARY, "curve25519")
        lines += written_out("sqr", p25519.sqr(adx), UNARY, "curve25519")
        lines += written_out("mul_small", p25519.mul_small(adx), BINARY, "curve25519")
    lines += ["#endif", ""]
    lines += written_out("add", p256.add(), BINARY)
    lines += written_out("sub", p256.sub(), BINARY)
    lines += written_out("add", p25519.add(), BINARY, "curve25519")
    lines += written_out("sub", p25519.sub(), BINARY, "curve25519")
    lines += written_out("sub_twice", p256.sub_twice(), BINARY)
    lines += written_out("three_halves", p256.three_halves(), UNARY)
    return "\n".join([*lines, "#endif", ""])


if __name__ == "__main__":
    files = {FAMILY.folder / f"{kernel.name}{kernel.suffix}.c": text(kernel) for kernel in KERNELS}
    files[FAMILY.folder / "inline.h"] = inline()
    sys.exit(generate(FAMILY.name, files, __doc__))
