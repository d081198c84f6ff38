# SPDX-License-Identifier: MIT
"""Functions of C for the operations of a field: calls of kernels, or what is made of such."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from tools.curves.primes import PRIMES
from tools.kernels.kernel import Kernel, comment
from tools.plan.records import Record

BINARY = "limb *r, const limb *a, const limb *b"
UNARY = "limb *r, const limb *a"
CHOICE = "limb *r, const limb *a, limb bit"
# The arguments of each operation.
ARGUMENTS = {
    **dict.fromkeys(("mul", "add", "sub", "sub_twice", "mul_small", "public_mul"), BINARY),
    **dict.fromkeys(("formula_mul", "formula_add", "formula_sub"), BINARY),
    **dict.fromkeys(("sqr", "half", "three_halves", "canonical", "formula_sqr"), UNARY),
    **dict.fromkeys(("select", "select_two"), CHOICE),
    **dict.fromkeys(("sub_scale", "sub_add"), f"{BINARY}, limb *d"),
    "negate_masked": "limb *r, limb mask",
    "fold": "limb *r, const limb *t",
    "add_word": "limb *r, const limb *a, limb word",
    "sum": f"{BINARY}, limb mode",
    **dict.fromkeys(("add_unreduced", "sub_unreduced"), BINARY),
    **dict.fromkeys(("three_and_two", "three_less_two"), BINARY),
    "sum_products": "limb *r, const limb *const *terms, size_t count",
    "lookup_prepared": "limb *r, const limb *table, limb index, limb negative",
}
# Functions of C that do what a kernel does elsewhere.
HELPERS = ("whit_field_25519_mul",)
# What functions that have no kernel of their own do.
EFFECTS = {
    "mul": "r = a b, times 1/R where the field is in Montgomery form",
    "add": "r = a + b",
    "sub": "r = a - b",
    "mul_small": "r = 121665 a + b",
    "sqr": "r = a^2, times 1/R where the field is in Montgomery form",
    "sub_twice": "r = a - 2 b",
    "three_halves": "r = 3/2 a",
    "negate_masked": "r = -r where mask is all ones, unchanged where it is zero",
}
CONVENTIONS = {
    "thumb": ("bl %c", ("r0", "r1", "r2", "r3"), ("cc", "memory")),
    "rv32": ("call %", ("a0", "a1", "a2", "a3"), ("memory",)),
}
# What a kernel that is no function of C may change: all but the frame pointer of a compiler that
# keeps one.
CHANGED = {
    "thumb": (*(f"r{number}" for number in (*range(7), *range(8, 13))), "lr"),
    "rv32": (
        *("ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a2", "a3", "a4", "a5", "a6", "a7"),
        *(f"s{number}" for number in range(1, 12)),
    ),
}


@dataclass(frozen=True)
class Language:
    """What functions of an instruction set are written with: its limbs, the convention by which
    kernels are called that are no functions of C, its kernels by symbol, and how it selects."""

    width: int
    convention: str
    kernels: dict[str, tuple[Kernel, tuple[str, ...]]]
    select: str


def names_of(arguments: str) -> list[str]:
    return [part.split()[-1].lstrip("*") for part in arguments.split(", ")]


def contract(what: str) -> str:
    """The first sentence."""
    return what.partition(". ")[0].rstrip(".")


def limbs(record: Record, language: Language) -> int:
    bits = PRIMES[record.prime].bit_length() if record.prime else 32 * record.limbs
    return -(-bits // language.width)


def call(language: Language, symbol: str, arguments: str, changed: tuple[str, ...]) -> list[str]:
    """Statements that call a kernel which keeps no registers. One of two operands that works on
    three gets the second twice."""
    instruction, registers, more = CONVENTIONS[language.convention]
    operands = list(zip(registers, arguments.split(", "), strict=False))
    last = registers[3]
    operands = [(last if text == "const limb *m" else where, text) for where, text in operands]
    if language.convention == "thumb":
        if operands[-1][1] in ("const limb *a", "const limb *t"):
            operands.append(("r2", operands[-1][1]))
        elif len(operands) == 3 and operands[1][1] == "const limb *a" and operands[2][0] == last:
            operands.insert(2, ("r2", operands[1][1]))
    lines = [
        f"    register {text.replace('*', '* ').rsplit(' ', 1)[0].replace('* ', '*')}"
        f'{"" if "*" in text else " "}{where} __asm__("{where}") = {names_of(text)[0]};'
        for where, text in operands
    ]
    lines = [line.replace("* r", "*r").replace("* a", "*a") for line in lines]
    given = {where for where, _ in operands}
    lost = [f'"{name}"' for name in (*changed, *more) if name not in given]
    both = ", ".join(f'"+r"({where})' for where, _ in operands)
    return [
        *lines,
        f'    __asm__ volatile("{instruction}{len(operands)}"',
        f"                     : {both}",
        f'                     : "i"({symbol})',
        *clobbers(", ".join(lost)),
    ]


def clobbers(names: str) -> list[str]:
    """The registers that are lost, in lines of at most a hundred characters."""
    first, then = " " * 21 + ": ", " " * 23
    return textwrap.wrap(f"{names});", 100, initial_indent=first, subsequent_indent=then)


def function(name: str, arguments: str, what: str, body: list[str]) -> str:
    opening = f"WHIT_INLINE void {name}({arguments})"
    return "\n".join([*comment(f"{what}."), opening, "{", *body, "}", ""])


def called(
    record: Record, operation: str, symbol: str, language: Language
) -> tuple[str, list[str]]:
    """What a kernel does, and the statements that call it; none where it is a function of C."""
    found = language.kernels.get(symbol)
    arguments = ARGUMENTS[operation] + ("" if record.prime else ", const limb *m")
    helper = symbol.endswith("_inline") or symbol in HELPERS
    if found is None and not helper:
        raise ValueError(f"there is no kernel {symbol}")
    what = contract(found[0].what) if found else EFFECTS[operation.removeprefix("formula_")]
    if found is None or found[0].is_for_c:
        return what, []
    changed = found[1] or CHANGED[language.convention]
    return what, call(language, symbol, arguments, changed)


def composed(record: Record, operation: str, language: Language) -> list[str]:
    """The statements of an operation that is made of others."""
    prefix = f"field_{record.field}_"
    m = "" if record.prime else ", m"
    n = limbs(record, language)
    match operation:
        case "sqr":
            return [f"    {prefix}mul(r, a, a{m});"]
        case "sub_twice":
            return [
                f"    limb once[{n}];",
                f"    {prefix}sub(once, a, b{m});",
                f"    {prefix}sub(r, once, b{m});",
            ]
        case "three_halves":
            return [
                f"    limb half[{n}];",
                f"    {prefix}half(half, a{m});",
                f"    {prefix}add(r, half, a{m});",
            ]
    return [
        f"    limb negative[{n}];",
        f"    base_zero(negative, {n});",
        f"    {prefix}sub(negative, negative, r{m});",
        f"    {language.select}(r, negative, mask, {n});",
    ]


def functions(record: Record, operation: str, language: Language) -> list[tuple[str, str]]:
    """The function of an operation, by the condition under which it is that."""
    name = f"field_{record.field}_{operation}"
    arguments = ARGUMENTS[operation] + ("" if record.prime else ", const limb *m")
    if operation not in record.own:
        modulus = record.prime or f"a number of {record.limbs} limbs"
        what = f"{EFFECTS[operation]}, modulo {modulus}"
        return [("", function(name, arguments, what, composed(record, operation, language)))]
    default = (("", f"whit_field_{operation}_{record.name}_asm"),)
    found = []
    for where, symbol in record.symbols.get(operation, default):
        what, body = called(record, operation, symbol, language)
        if body:
            found.append((where, function(name, arguments, what, body)))
        else:
            alias = [*comment(f"{what}."), f"#define {name} {symbol}", ""]
            found.append((where, "\n".join(alias)))
    return found
