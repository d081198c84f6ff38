#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the kernels of src/native/armv7em.

    tools/armv7em.py            write the files
    tools/armv7em.py --check    fail if one would change

Each kernel is a function of assembly alone. Names for values are in tools/thumb.py, which gives
them registers, and fails where there is none.
"""

import argparse
import functools
import re
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import armv7em_field as p256
import armv7em_mp as mp
from files import write
from thumb import ALL, RegisterError

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "native" / "armv7em"


@dataclass(frozen=True)
class Kernel:
    """A kernel and what its file says of it. `arguments` is a prototype; those of field
    arithmetic have none that C could call."""

    name: str
    lines: Callable[[], list[str]]
    what: str
    inputs: tuple[str, ...]
    result: str = "void"
    arguments: str = "void"
    guard: str = "WHIT_ARMV7EM_LARGE"


def field(name: str, lines: Callable[[], list[str]], what: str, *inputs: str) -> Kernel:
    what = f"{what}, p the prime of secp256r1; limbs below p in and out."
    guard = "WHIT_ARMV7EM" if name in ("mul", "add", "sub") else "WHIT_ARMV7EM_LARGE"
    return Kernel(f"field_{name}_secp256r1", lines, what, inputs, guard=guard)


# The limbs of fields of 160, 192, 224, 256, 320, 384, 512 and 521 bits.
MULTIPLICATIONS = (5, 6, 7, 8, 10, 12, 16, 17)

KERNELS = (
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

KEPT = {"r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11"}


def stack_bytes(lines: list[str]) -> int:
    """What the prologue takes."""
    total = 0
    for line in lines:
        if line.startswith("push"):
            total += 4 * (line.count(",") + 1)
        elif line.startswith("sub sp"):
            total += int(line.split("#")[1])
        elif line.endswith("]!") and "[sp, #-" in line:
            total += int(line.split("#-")[1].rstrip("]!"))
    return total


def pushed(lines: list[str]) -> set[str]:
    """The registers that the prologue saves."""
    found: set[str] = set()
    for line in lines:
        if line.startswith("push"):
            found |= set(re.findall(r"r\d+", line))
    return found & KEPT


def comment(text: str, width: int = 97) -> list[str]:
    """A comment of several sentences."""
    lines = textwrap.wrap(text, width, initial_indent="/* ", subsequent_indent=" * ")
    return [*lines[:-1], lines[-1] + " */"]


def text(kernel: Kernel) -> str:
    """The file of a kernel."""
    lines = kernel.lines()
    used = set(re.findall(r"\b(?:r\d+|lr)\b", " ".join(lines)))
    left = [register for register in ALL if register in used and register not in pushed(lines)]
    if kernel.arguments != "void" and KEPT.intersection(left):
        raise RegisterError(f"{kernel.name} loses registers that C keeps")
    lost = ", ".join(left)
    inputs = ", ".join(
        name if "=" in name else f"r{number} = {name}" for number, name in enumerate(kernel.inputs)
    )
    about = f"{kernel.what} In: {inputs}. Stack: {stack_bytes(lines)} bytes. "
    about += f"Not kept: {lost} and the flags."
    return "\n".join(
        [
            "/* SPDX-License-Identifier: MIT */",
            "/* Generated by tools/armv7em.py. Do not edit. */",
            '#include "native/api.h"',
            "",
            f"#if {kernel.guard}",
            "",
            *comment(about),
            f"ARMV7EM_NAKED {kernel.result} whit_{kernel.name}_asm({parameters(kernel.arguments)})",
            "{",
            *statements(lines),
            "}",
            "",
            "#endif",
            "",
        ]
    )


def statements(lines: list[str], limit: int = 4000) -> list[str]:
    """Assembly in strings that are no longer than every C compiler takes."""
    found: list[str] = []
    left = 0
    for line in lines:
        if left < len(line) + 1:
            found += ["    );"] if found else []
            found.append("    __asm__(")
            left = limit
        found.append(f'        "{line}\\n"')
        left -= len(line) + 1
    return [*found, "    );"]


def parameters(arguments: str) -> str:
    """Parameters that only the assembly uses."""
    if arguments == "void":
        return arguments
    return ", ".join(f"ARMV7EM_UNUSED {argument}" for argument in arguments.split(", "))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a file would change")
    arguments = parser.parse_args()
    stale = []
    for kernel in KERNELS:
        path = FOLDER / f"{kernel.name}.c"
        content = text(kernel)
        if not arguments.check:
            write(path, content)
        elif not path.exists() or path.read_text() != content:
            stale.append(str(path.relative_to(ROOT)))
    if stale:
        print(f"armv7em: out of date: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
