# SPDX-License-Identifier: MIT
"""The kernels of RV32IM on the emulated core, each called directly: against integers and the
portable twins on operands at the edges of carries, with callee-saved registers poisoned by the
emulator, in place, and with one trace for all operands."""

import random
from pathlib import Path

import pytest
from emulator.riscv import boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, check_generator_sees_a_change, kernels
from tests.runner.tools import ROOT
from tests.test_kernels import (  # noqa: F401
    DATA,
    FIELD,
    read,
    signed,
    test_division_steps,
    test_field_arithmetic,
    test_multiplication_is_its_twin,
    test_negation_by_a_mask,
    write,
)

pytestmark = pytest.mark.brief(3)

# Field arithmetic saves no registers but s0: calls go through a function that saves the others.
KEPT = ("ra", *(f"s{number}" for number in range(1, 12)))
TWIN_MUL = (
    "addi sp, sp, -80; sw ra, 76(sp); sw a0, 72(sp); mv a0, sp; li a3, 8; jal whit_mp_mul_c; "
    "lw a0, 72(sp); mv a1, sp; la a2, prime; li a3, 1; li a4, 8; jal whit_reduce_p256_c; "
    "lw ra, 76(sp); addi sp, sp, 80; ret"
)


def saving(name: str) -> str:
    slots = [(register, 4 * i) for i, register in enumerate(KEPT)]
    stores = "; ".join(f"sw {register}, {slot}(sp)" for register, slot in slots)
    loads = "; ".join(f"lw {register}, {slot}(sp)" for register, slot in slots)
    return f"addi sp, sp, -48; {stores}; jal {name}; {loads}; addi sp, sp, 48; ret"


def assembly() -> str:
    names = (*FIELD, "negate_masked")
    text = "".join(function(f"field_{n}", saving(f"whit_field_{n}_p256_asm")) for n in names)
    text += function("mul_twin", TWIN_MUL)
    return text + DATA


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    source = directory / "calls.S"
    source.write_text(assembly())
    base = ROOT / "src" / "base" / "base.c"
    return boot(link(directory, [source, base, kernels(directory, "[cr]*")], *FLAGS))


def test_look_up(machine: Machine) -> None:
    generator = random.Random("look up")
    base = machine.symbol("buffer")
    table, result = base + 0x400, base
    for limbs in (*range(8, 26), 34, 51):
        for entries in (1, 2, 8):
            content = [generator.randbytes(4 * limbs) for _ in range(entries)]
            machine.write(table, b"".join(content))
            traces = set()
            for index in range(entries):
                machine.write(result, b"\xaa" * (4 * limbs + 4))
                arguments = (result, table, entries, index, limbs)
                traces.add(machine.call("whit_mp_lookup_asm", *arguments, trace=True).traces)
                assert machine.read(result, 4 * limbs + 4) == content[index] + b"\xaa" * 4
                machine.call("whit_mp_lookup_c", *arguments)
                assert machine.read(result, 4 * limbs) == content[index]
            assert len(traces) == 1


@pytest.mark.parametrize("shift", [0, 31])
def test_combinations(machine: Machine, shift: int) -> None:
    generator = random.Random(shift)
    name = "whit_mp_combine_shifted_asm" if shift else "whit_mp_combine_asm"
    for limbs in (2, 3, 7, 9, 18, 49):
        traces = set()
        for turn in range(90):
            a, b = (signed(generator, 32 * limbs - 33) for _ in range(2))
            s, t = (signed(generator, 30) for _ in range(2))
            if turn % 9 > 5:
                # As a multiple of the modulus is added, and as a row of one step's kind.
                s, t = 1 - turn % 2, generator.choice((-(2**31), 2**31 - 1, 0))
            operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate((a, b))]
            factors = write(machine, 3, s % 2**32 | t % 2**32 << 32, 2)
            result = [write(machine, 0, 0), *operands][turn % 3]
            arguments = (result, *operands, factors, limbs)
            traces.add((turn % 3, machine.call(name, *arguments, trace=True).traces))
            expected = (s * a + t * b) >> shift
            assert read(machine, result, limbs) == expected % 2 ** (32 * limbs)
        assert len(traces) == 3


@pytest.mark.slow
def test_the_check_sees_a_change(tmp_path: Path) -> None:
    check_generator_sees_a_change(tmp_path, "rv32/mp_combine_asm.c", "mulhsu", "mulhu")
