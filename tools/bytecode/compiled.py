# SPDX-License-Identifier: MIT
"""A program of arithmetic as a function of C, for builds with kernels of the field that a compiler
may call without an interpreter in between."""

from tools.bytecode.assembler import Build, ProgramError, Source, matched
from tools.bytecode.instructions import ENDS

FUNCTIONS = {"MUL": "field_mul", "SUB": "field_sub"}
KEYS = ("r", "a", "b")
INDENT = "    "


def compiled(source: Source, label: str, object_name: str, build: Build) -> list[str]:
    """The program at a label, up to its return, for the prime. Without borrows, which nothing asks
    for behind it."""
    each = next(o for o in source.objects if o.name == object_name and o.present(build))
    lines = iter(line for line in each.lines(build) if line.label is None or line.label == label)
    if not any(line.label == label for line in lines):
        raise ProgramError(f"{object_name} has no label {label}")
    statements, used = [], {}
    for line in lines:
        name, operands = matched(line)
        if name in ENDS:
            break
        statements.append(statement(name, operands))
        used |= dict.fromkeys(operands[key] for key in KEYS if key in operands)
    return [
        f"WHIT_NOINLINE static void bytecode_{label}(bytecode_machine *machine)",
        "{",
        f"{INDENT}const field_modulus *p = &WHIT_ONLY_DOMAIN.p;",
        *(f"{INDENT}limb *{r.lower()} = COMPACT_REGISTER(machine, BYTECODE_{r});" for r in sorted(used)),
        *(f"{INDENT}{each}" for each in statements),
        "}",
    ]


def statement(name: str, operands: dict[str, str]) -> str:
    """A square is a product of equals."""
    r, *others = (operands[key].lower() for key in KEYS if key in operands)
    if name == "SWAP":
        return f"bytecode_swap({r}, {others[0]}, machine);"
    if name == "MUL" and others[0] == others[1]:
        return f"field_sqr({r}, {others[0]}, p);"
    if name not in FUNCTIONS:
        raise ProgramError(f"{name} is no arithmetic")
    return f"{FUNCTIONS[name]}({r}, {', '.join(others)}, p);"
