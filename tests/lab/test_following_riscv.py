# SPDX-License-Identifier: MIT
"""The same for RISC-V code."""

import random
from pathlib import Path

import pytest
from emulator.changing import LENGTH, PROGRAMS, Registers, compare, listed
from emulator.riscv import assemble
from unicorn import riscv_const

from lab.emulator.riscv import RiscvMachine
from lab.findings import DEPENDENT

BRANCH, TARGET, ADDRESS, OPERAND, _, _ = DEPENDENT
REGISTERS = range(10, 14)  # a0 to a3

INSTRUCTIONS = """
li {d}, {twelve}; lui {d}, {twenty}; mv {d}, {n}; not {d}, {n}; neg {d}, {n}; seqz {d}, {n}
add {d}, {n}, {m}; sub {d}, {n}, {m}; xor {d}, {n}, {m}; or {d}, {n}, {m}; and {d}, {n}, {m}
sll {d}, {n}, {m}; srl {d}, {n}, {m}; sra {d}, {n}, {m}; slt {d}, {n}, {m}; sltu {d}, {n}, {m}
addi {d}, {n}, {twelve}; xori {d}, {n}, {twelve}; ori {d}, {n}, {twelve}; andi {d}, {n}, {twelve}
slti {d}, {n}, {twelve}; sltiu {d}, {n}, {twelve}; slli {d}, {n}, {five}; srli {d}, {n}, {five}
srai {d}, {n}, {five}; mul {d}, {n}, {m}; mulh {d}, {n}, {m}; mulhu {d}, {n}, {m}
mulhsu {d}, {n}, {m}; div {d}, {n}, {m}; divu {d}, {n}, {m}; rem {d}, {n}, {m}; remu {d}, {n}, {m}
sw {n}, (sp) ~ sh {m}, 2(sp) ~ lw {d}, (sp); sw {n}, 4(sp) ~ lb {d}, 5(sp) ~ lhu {e}, 6(sp)
sw {n}, 8(sp) ~ sb {m}, 9(sp) ~ lh {d}, 8(sp) ~ lbu {e}, 9(sp); auipc {d}, 1 ~ srli {d}, {d}, 31
"""


def instruction(template: str, choose: random.Random) -> str:
    """With operands; ~ separates instructions that belong together."""
    names = ["a0", "a1", "a2", "a3"]
    d, e = choose.sample(names, 2)
    return template.format(
        d=d, e=e, n=choose.choice(names), m=choose.choice(names), five=choose.randrange(32),
        twelve=choose.randrange(-2048, 2048), twenty=choose.randrange(1 << 20),
    ).replace("~", ";")  # fmt: skip


def program(choose: random.Random) -> str:
    length = choose.randrange(1, LENGTH + 1)
    body = [instruction(choose.choice(listed(INSTRUCTIONS)), choose) for _ in range(length)]
    return "; ".join(["addi sp, sp, -16", *body, "addi sp, sp, 16", "ret"])


def test_what_secrets_change_is_said_to_be_secret(tmp_path: Path) -> None:
    choose = random.Random("following riscv")
    programs = {f"p{index}": program(choose) for index in range(PROGRAMS)}
    machine = assemble(tmp_path, programs)
    names = [getattr(riscv_const, f"UC_RISCV_REG_X{each}") for each in REGISTERS]

    def state() -> tuple[list[int], int]:
        return [machine._uc.reg_read(each) for each in names], 0

    compare(machine, programs, choose, Registers(REGISTERS), state)


# a0 is secret, a1 points to memory, a2 and a3 are public.
LEAKS = (
    ("branch", "beqz a0, 1f; addi a2, a2, 1; 1: ret", BRANCH),
    ("comparison", "sltu a3, a0, a2; bnez a3, 1f; nop; 1: ret", BRANCH),
    ("index", "andi a0, a0, 28; add a1, a1, a0; lw a2, (a1); ret", ADDRESS),
    ("store_index", "andi a0, a0, 28; add a1, a1, a0; sw a2, (a1); ret", ADDRESS),
    ("division", "divu a2, a2, a0; ret", OPERAND),
    ("remainder", "rem a2, a0, a2; ret", OPERAND),
    ("jump", "andi a0, a0, 4; la a3, 1f; add a3, a3, a0; jr a3; .balign 4; .option norvc; 1: nop;"
     " ret", TARGET),
    ("one_byte_of_a_word", "sw zero, (a1); sb a0, 2(a1); lw a3, (a1); slli a3, a3, 15; bltz a3, 1f;"
     " nop; 1: ret", BRANCH),
)  # fmt: skip
CLEAN = {
    "masks": "andi a3, a0, 1; neg a3, a3; and a3, a3, a2; xor a2, a2, a3; sw a2, (a1); ret",
    "counts": "li a3, 8; 1: xor a0, a0, a2; addi a3, a3, -1; bnez a3, 1b; ret",
    "hidden_by_zero": "andi a0, a0, 255; srli a3, a0, 8; bnez a3, 1f; nop; 1: ret",
    "overwritten": "sw a0, (a1); sw zero, (a1); lw a0, (a1); beqz a0, 1f; nop; 1: ret",
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> RiscvMachine:
    bodies = {**{name: text for name, text, _ in LEAKS}, **CLEAN}
    return assemble(tmp_path_factory.mktemp("leaks"), bodies)


def decided(machine: RiscvMachine, name: str) -> set[str]:
    with machine.following() as secrets:
        secrets.mark_register(REGISTERS[0], 0xFFFFFFFF)
        call = machine.call(name, 5, machine.symbol("buffer"), 3, 9)
        assert secrets.instructions == call.instructions
        return {each.what for each in secrets.decided()}


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, _, what in LEAKS])
def test_a_leak_is_found(machine: RiscvMachine, name: str, what: str) -> None:
    assert what in decided(machine, name)


@pytest.mark.parametrize("name", CLEAN)
def test_what_leaks_nothing_has_no_finding(machine: RiscvMachine, name: str) -> None:
    assert decided(machine, name) == set()
