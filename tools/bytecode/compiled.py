# SPDX-License-Identifier: MIT
"""A program of arithmetic as a function of C, for builds whose compiler calls kernels of the field
without an interpreter in between."""

from tools.bytecode.assembler import Build, ProgramError, Source, matched
from tools.bytecode.instructions import ENDS, Field
from tools.bytecode.instructions import A as FIRST
from tools.bytecode.instructions import B as SECOND
from tools.bytecode.instructions import R as RESULT

OPERANDS: tuple[Field, ...] = (RESULT, FIRST, SECOND)
FUNCTIONS = {"MUL": "field_mul", "SUB": "field_sub"}


def compiled(source: Source, label: str, name: str, build: Build) -> list[str]:
    """The program at a label of an object, up to its return, modulo the prime. It keeps no borrows,
    which no program asks for behind it."""
    found = (each for each in source.objects if each.name == name and each.present(build))
    lines = next(found).lines(build)
    if not any(line.label == label for line in lines):
        raise ProgramError(f"{name} has no label {label}")
    statements: list[str] = []
    used: set[str] = set()
    for line in lines:
        instruction, said = matched(line)
        if instruction in ENDS:
            break
        operands = [said[each.name] for each in OPERANDS if each.name in said]
        used |= set(operands)
        statements.append(statement(instruction, [each.lower() for each in operands]))
    if not used <= set(source.registers):
        raise ProgramError(f"{label} is for registers, and has {used - set(source.registers)}")
    return [
        f"WHIT_NOINLINE static void bytecode_{label}(bytecode_machine *machine)",
        "{",
        "    const field_modulus *prime = &WHIT_ONLY_DOMAIN.p;",
        *(
            f"    limb *{each.lower()} = COMPACT_REGISTER(machine, BYTECODE_{each});"
            for each in sorted(used)
        ),
        *(f"    {each}" for each in statements),
        "}",
    ]


def statement(instruction: str, operands: list[str]) -> str:
    listed = ", ".join(operands)
    if instruction == "SWAP":
        return f"bytecode_swap({listed}, machine);"
    if instruction == "MUL" and operands[1] == operands[2]:
        return f"field_sqr({operands[0]}, {operands[1]}, prime);"
    if instruction in FUNCTIONS:
        return f"{FUNCTIONS[instruction]}({listed}, prime);"
    raise ProgramError(f"{instruction} is no arithmetic")
