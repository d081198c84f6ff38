# SPDX-License-Identifier: MIT
"""Mutants of kernels that are proved in parts, from cut points on: before the cut and behind it."""

import random
from collections.abc import Iterator

import pytest

from tests.test_prove import WrongError, changed, check_by_numbers, needs_gcc, task
from tools.prove.algebra import UnprovedError
from tools.prove.build import TEXT
from tools.prove.cores import CORES, program_of, prove_task
from tools.prove.machine import Program
from tools.prove.points import CUTS

# Registers in whose place mutants have another.
OTHERS = {
    "avr": {"r18": "r19", "r20": "r22", "r21": "r20", "r0": "r2", "r1": "r0"},
    "rv32": {"a1": "a2", "a7": "a6", "t0": "t1", "t1": "t0", "s11": "s1", "s8": "s9"},
}
# Of a core, a kernel, and the part in which something is changed.
CHANGED = (
    ("rv32", "field_mul_p256_asm", "field_mul_p256_asm"),
    ("rv32", "field_sqr_p256_asm", "field_finish_p256_asm"),
    ("rv32", "field_mul_any_5_asm", "field_finish_any_5_asm"),
    ("rv32", "field_sqr_any_5_asm", "field_back_any_5_asm"),
    ("avr", "field_mul_p25519_asm", "field_fold_p25519_asm"),
)


def mutants(program: Program, entry: int, end: int, others: dict[str, str]) -> Iterator[Program]:
    """A kernel with each instruction dropped, each register another, and each constant one more."""
    for address, old in program.instructions.items():
        if not entry <= address < end or old.mnemonic in ("ret", "push", "pop"):
            continue
        yield changed(program, old, "nop", ())
        for i, operand in enumerate(old.operands):
            operands = list(old.operands)
            if operand in others:
                operands[i] = others[operand]
                yield changed(program, old, old.mnemonic, tuple(operands))
            number = constant(operand)
            # What is larger is where a branch goes.
            if number is not None and abs(number) < TEXT:
                operands[i] = str(number + 1)
                yield changed(program, old, old.mnemonic, tuple(operands))


def constant(operand: str) -> int | None:
    try:
        return int(operand, 0)
    except ValueError:
        return None


@needs_gcc
@pytest.mark.parametrize(("core", "name", "part"), CHANGED)
@pytest.mark.slow
def test_mutants_are_refused_or_compute_the_same(core: str, name: str, part: str) -> None:
    of = task(core, name)
    assert of.kernel.name in CUTS[core]
    claimed = of.claim()
    assert claimed is not None
    program = program_of(of)
    check_by_numbers(of, program, claimed)
    entry = program.symbols[f"whit_{part}{CORES[core].family.ending}"]
    end = min(each for each in program.symbols.values() if each > entry)
    every = list(mutants(program, entry, end, OTHERS[core]))
    assert len(every) > 25
    refused = 0
    for mutant in random.Random(part).sample(every, 8):
        try:
            prove_task(of, mutant, distinct=True)
        except UnprovedError:
            refused += 1
        else:
            check_by_numbers(of, mutant, claimed)
    assert refused > 3


@needs_gcc
def test_a_mutant_that_computes_something_else_is_told() -> None:
    """So that the test above can fail: by the lowest byte of a factor alone."""
    of = task("avr", "field_mul_p25519_asm")
    claimed = of.claim()
    assert claimed is not None
    program = program_of(of)
    entry = program.symbols["whit_field_fold_p25519_asm"]
    old = next(
        each
        for address, each in sorted(program.instructions.items())
        if address >= entry and each.mnemonic == "ldi"
    )
    mutant = changed(program, old, "ldi", (old.operands[0], "0x27"))
    with pytest.raises(WrongError):
        check_by_numbers(of, mutant, claimed)
