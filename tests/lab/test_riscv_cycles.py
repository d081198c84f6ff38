# SPDX-License-Identifier: MIT
"""Exact cycles of small RISC-V snippets, against sums made by hand from Hazard3's documentation
("Instruction Cycle Counts").

Each case is (name, snippet, arguments, cycles of each instruction in order). A snippet is called
with a0 = `buffer` unless it has arguments; `;` separates its lines. Every one ends in RET, which
is JALR: 2.
"""

import pytest
from emulator.riscv import assemble

from lab.emulator.riscv import RiscvMachine

Case = tuple[str, str, tuple[int, ...], list[int]]

CASES: list[Case] = [
    ("alu", "add a1, a0, a0; sltiu a1, a1, 3; sra a1, a1, a0; ret", (), [1, 1, 1, 2]),
    ("upper", "lui a1, 5; auipc a1, 1; ret", (), [1, 1, 2]),
    ("compressed", "c.li a1, 3; c.slli a1, 4; c.mv a2, a1; c.nop; ret", (), [1, 1, 1, 1, 2]),
    ("multiply", "mul a1, a0, a0; mulh a1, a1, a0; mulhsu a1, a1, a0; mulhu a1, a1, a1; ret", (),
     [1, 1, 1, 1, 2]),
    ("divu", "divu a0, a0, a1; ret", (100, 7), [18, 2]),
    ("divu_high", "divu a0, a0, a1; ret", (0xFFFFFFFF, 1), [18, 2]),
    ("remu", "remu a0, a0, a1; ret", (100, 7), [18, 2]),
    ("div_plus_plus", "div a0, a0, a1; ret", (100, 7), [18, 2]),
    ("div_plus_minus", "div a0, a0, a1; ret", (100, -7), [18, 2]),
    ("div_minus_plus", "div a0, a0, a1; ret", (-100, 7), [19, 2]),
    ("div_minus_minus", "div a0, a0, a1; ret", (-100, -7), [19, 2]),
    ("div_by_zero", "div a0, a0, a1; ret", (100, 0), [18, 2]),
    ("rem_plus_minus", "rem a0, a0, a1; ret", (100, -7), [18, 2]),
    ("rem_minus_plus", "rem a0, a0, a1; ret", (-100, 7), [19, 2]),
    ("load", "lw a1, (a0); nop; ret", (), [1, 1, 2]),
    ("loads", "lw a1, (a0); lhu a2, 2(a0); lb a3, 7(a0); ret", (), [1, 1, 1, 2]),
    ("load_use", "lw a1, (a0); add a1, a1, a0; ret", (), [1, 2, 2]),
    ("load_use_second", "lw a1, (a0); add a1, a0, a1; ret", (), [1, 2, 2]),
    ("load_use_later", "lw a1, (a0); nop; add a1, a1, a0; ret", (), [1, 1, 1, 2]),
    ("load_overwritten", "lw a1, (a0); li a1, 4; ret", (), [1, 1, 2]),
    ("load_multiplied", "lw a1, (a0); mul a1, a1, a0; ret", (), [1, 2, 2]),
    ("load_address", "sw a0, (a0); lw a1, (a0); lw a2, (a1); ret", (), [1, 1, 2, 2]),
    ("load_store_data", "lw a1, (a0); sw a1, 4(a0); ret", (), [1, 1, 2]),
    ("load_store_address", "sw a0, (a0); lw a1, (a0); sw a0, (a1); ret", (), [1, 1, 2, 2]),
    ("load_nowhere", "lw zero, (a0); add a1, zero, zero; ret", (), [1, 1, 2]),
    ("load_compared", "lw a1, (a0); bnez a1, 1f; 1: ret", (), [1, 2, 2]),
    ("load_return", "addi sp, sp, -16; sw ra, (sp); lw ra, (sp); addi sp, sp, 16; ret", (),
     [1, 1, 1, 1, 2]),
    ("load_return_at_once", "sw ra, (a0); lw ra, (a0); ret", (), [1, 1, 3]),
    ("load_divided", "sw a0, (a0); lw a1, (a0); divu a1, a0, a1; ret", (), [1, 1, 19, 2]),
    ("stores", "sw a0, (a0); sh a0, 4(a0); sb a0, 7(a0); ret", (), [1, 1, 1, 2]),
    ("jump", "j 1f; nop; 1: ret", (), [2, 2]),
    ("call", "mv t0, ra; jal ra, 1f; jr t0; 1: ret", (), [1, 2, 2, 2]),
    ("untaken", "bnez zero, 1f; nop; 1: ret", (), [1, 1, 2]),
    ("taken_forward", "beqz zero, 1f; nop; 1: ret", (), [2, 2]),
    # the first turn is mispredicted, the middle ones are not, the last one is
    ("loop_of_one", "li a1, 1; 1: addi a1, a1, -1; bnez a1, 1b; ret", (), [1, 1, 1, 2]),
    ("loop_of_two", "li a1, 2; 1: addi a1, a1, -1; bnez a1, 1b; ret", (), [1, 1, 2, 1, 2, 2]),
    ("loop_of_four", "li a1, 4; 1: addi a1, a1, -1; bnez a1, 1b; ret", (),
     [1, 1, 2, 1, 1, 1, 1, 1, 2, 2]),
    # a backward jump is no branch: it does not displace the prediction, nor is it predicted
    ("jump_backward", "j 2f; 1: ret; 2: j 1b", (), [2, 2, 2]),
    # an inner loop takes the one place: the outer branch is mispredicted each time
    (
        "nested",
        "li a1, 2; 1: li a2, 2; 2: addi a2, a2, -1; bnez a2, 2b; addi a1, a1, -1; bnez a1, 1b; ret",
        (),
        [1, *(1, 1, 2, 1, 2, 1, 2), *(1, 1, 2, 1, 2, 1, 1), 2],
    ),
    # 32 bits across a word's end: a fetch more for a jump, none in a row
    ("split_in_a_row", "c.nop; .option norvc; nop; ret", (), [1, 1, 2]),
    ("whole_target", "j 1f; c.nop; 1: .option norvc; addi a1, zero, 1; ret", (), [2, 1, 2]),
    ("split_target", "j 1f; 1: .option norvc; addi a1, zero, 1; ret", (), [3, 1, 2]),
    ("short_target", "j 1f; c.nop; 1: c.li a1, 1; ret", (), [2, 1, 2]),
    ("split_branch", "beqz zero, 1f; c.nop; 1: .option norvc; addi a1, zero, 1; ret", (),
     [3, 1, 2]),
    ("split_loop", "li a1, 3; 1: .option norvc; addi a1, a1, -1; bnez a1, 1b; ret", (),
     [1, 1, 3, 1, 1, 1, 3, 2]),
    ("control", "csrw mscratch, a0; csrr a1, mscratch; csrsi mscratch, 3; ret", (), [1, 1, 1, 2]),
    ("fence", "fence; nop; sw a0, (a0); fence; ret", (), [1, 1, 1, 2, 2]),
]  # fmt: skip


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> RiscvMachine:
    bodies = {f"t_{name}": body for name, body, *_ in CASES}
    return assemble(tmp_path_factory.mktemp("cycles"), bodies)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_cycles(machine: RiscvMachine, case: Case) -> None:
    name, _, arguments, cycles = case
    result = machine.call(f"t_{name}", *(arguments or (machine.symbol("buffer"),)))
    assert result.cycles == sum(cycles)
    assert result.instructions == len(cycles)
    # the same again: nothing of a call's model outlives it
    again = machine.call(f"t_{name}", *(arguments or (machine.symbol("buffer"),)))
    assert again.cycles == result.cycles
