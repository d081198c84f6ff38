# SPDX-License-Identifier: MIT
"""Exact cycles of small snippets, against sums made by hand from Arm's manuals.

Each case is (name, snippet, arguments, cycles of each instruction in order). A snippet is called
with r0 = `buffer` unless it has arguments; `;` separates its lines. Every one ends in BX LR, which
costs 3 on M0 (TRM: BX 3), 2 on M0+ (BX 2) and 3 on M3 and M4 (1+P, P = 2), unless it says so. What
an instruction of M3 and M4 costs because of those before it is in test_emulator_pipeline.py.
"""

from pathlib import Path

import pytest
from emulator.assembler import assemble, boot, function, link

from lab.emulator import Machine

Case = tuple[str, str, tuple[int, ...], list[int]]

M0: list[Case] = [
    ("alu", "adds r1, r0, #1; bx lr", (), [1, 3]),
    ("load", "ldr r1, [r0]; bx lr", (), [2, 3]),
    ("loads", "ldr r1, [r0]; ldr r2, [r0, #4]; bx lr", (), [2, 2, 3]),
    ("store", "str r1, [r0]; bx lr", (), [2, 3]),
    ("store_index", "movs r1, #4; strb r1, [r0, r1]; bx lr", (), [1, 2, 3]),
    ("load_multiple", "ldmia r0!, {r1, r2, r3}; bx lr", (), [4, 3]),
    ("store_multiple", "stmia r0!, {r1, r2}; bx lr", (), [3, 3]),
    ("push_pop", "push {r4, r5}; pop {r4, r5}; bx lr", (), [3, 3, 3]),
    ("pop_pc", "push {r4, r5, lr}; pop {r4, r5, pc}", (), [4, 7]),
    ("branch", "b 1f; nop; 1: bx lr", (), [3, 3]),
    ("branch_taken", "cmp r0, r0; beq 1f; nop; 1: bx lr", (), [1, 3, 3]),
    ("branch_untaken", "cmp r0, r0; bne 1f; nop; 1: bx lr", (), [1, 1, 1, 3]),
    ("link", "mov r3, lr; bl 1f; bx r3; 1: bx lr", (), [1, 4, 3, 3]),
    (
        "call_register",
        "mov r3, lr; adr r1, 1f; adds r1, #1; blx r1; bx r3; .balign 4; 1: bx lr",
        (),
        [1, 1, 1, 3, 3, 3],
    ),
    ("move_pc", "mov pc, lr", (), [3]),
    ("multiply", "muls r1, r0; bx lr", (), [1, 3]),
    ("special", "mrs r1, PRIMASK; msr PRIMASK, r1; bx lr", (), [4, 4, 3]),
    ("barrier", "dmb; dsb; isb; bx lr", (), [4, 4, 4, 3]),
    ("hint", "nop; sev; bx lr", (), [1, 1, 3]),
    ("stack", "sub sp, #8; str r1, [sp, #4]; add sp, #8; bx lr", (), [1, 2, 1, 3]),
    ("extend", "uxtb r1, r0; rev r1, r1; bx lr", (), [1, 1, 3]),
]

M0PLUS: list[Case] = [
    ("alu", "adds r1, r0, #1; bx lr", (), [1, 2]),
    ("load", "ldr r1, [r0]; bx lr", (), [2, 2]),
    ("store", "str r1, [r0]; bx lr", (), [2, 2]),
    ("load_multiple", "ldmia r0!, {r1, r2, r3}; bx lr", (), [4, 2]),
    ("push_pop", "push {r4, r5}; pop {r4, r5}; bx lr", (), [3, 3, 2]),
    ("pop_pc", "push {r4, r5, lr}; pop {r4, r5, pc}", (), [4, 6]),
    ("branch", "b 1f; nop; 1: bx lr", (), [2, 2]),
    ("branch_taken", "cmp r0, r0; beq 1f; nop; 1: bx lr", (), [1, 2, 2]),
    ("branch_untaken", "cmp r0, r0; bne 1f; nop; 1: bx lr", (), [1, 1, 1, 2]),
    ("link", "mov r3, lr; bl 1f; bx r3; 1: bx lr", (), [1, 3, 2, 2]),
    (
        "call_register",
        "mov r3, lr; adr r1, 1f; adds r1, #1; blx r1; bx r3; .balign 4; 1: bx lr",
        (),
        [1, 1, 1, 2, 2, 2],
    ),
    ("move_pc", "mov pc, lr", (), [2]),
    ("multiply", "muls r1, r0; bx lr", (), [1, 2]),
    ("special", "mrs r1, PRIMASK; msr PRIMASK, r1; bx lr", (), [3, 3, 2]),
    ("barrier", "dmb; dsb; isb; bx lr", (), [3, 3, 3, 2]),
]

V7M: list[Case] = [
    (
        "alu",
        "adds r1, r0, #1; movw r1, #4660; bfi r1, r0, #3, #5; clz r1, r1; bx lr",
        (),
        [1, 1, 1, 1, 3],
    ),
    ("load", "ldr r1, [r0]; bx lr", (), [2, 3]),
    ("load_literal", "ldr r1, =0x12345678; ldr r2, =0x87654321; bx lr", (), [2, 1, 3]),
    # doubles and multiples pipeline with nothing
    ("double", "ldr r1, [r0]; ldrd r2, r3, [r0]; ldr r1, [r0]; bx lr", (), [2, 3, 2, 3]),
    ("store_double", "strd r2, r3, [r0]; bx lr", (), [3, 3]),
    ("multiple", "ldr r1, [r0]; ldmia r0, {r1, r2, r3}; ldr r1, [r0]; bx lr", (), [2, 4, 2, 3]),
    ("store_multiple", "stmia r0!, {r1, r2, r3}; bx lr", (), [4, 3]),
    (
        "multiple_down",
        "add r0, #16; ldmdb r0!, {r1, r2}; stmdb r0, {r1, r2}; bx lr",
        (),
        [1, 4, 3, 3],
    ),
    ("pop_pc", "push {r4, r5, lr}; pop {r4, r5, pc}", (), [4, 6]),
    ("pop_pc_wide", "push {r4, r8, lr}; pop {r4, r8, pc}", (), [4, 6]),
    ("pop_one_pc", "str lr, [sp, #-4]!; ldr pc, [sp], #4", (), [1, 6]),
    ("branch_taken", "cmp r0, r0; beq.w 1f; nop; 1: bx lr", (), [1, 2, 3]),
    ("compare_untaken", "movs r1, #0; cbnz r1, 1f; nop; 1: bx lr", (), [1, 1, 1, 3]),
    (
        "call_register",
        "mov r3, lr; adr r1, 1f; adds r1, #1; blx r1; bx r3; .balign 4; 1: bx lr",
        (),
        [1, 1, 1, 3, 3, 3],
    ),
    ("move_pc", "mov pc, lr", (), [3]),
    ("load_pc", "ldr pc, =1f + 1; nop; 1: bx lr", (), [5, 3]),
    ("table_byte", "tbb [pc, r0]; .byte 2, 2; nop; 1: bx lr", (0,), [6, 3]),
    ("table_halfword", "tbh [pc, r0, lsl #1]; .hword 2, 3; nop; bx lr", (1,), [6, 3]),
    # what IT skips takes one cycle each
    ("it_runs", "cmp r0, r0; it eq; ldreq r1, [r0]; bx lr", (), [1, 0, 2, 3]),
    ("it_skips", "cmp r0, r0; it ne; ldrne r1, [r0]; bx lr", (), [1, 0, 1, 3]),
    (
        "it_else",
        "cmp r0, r0; itee eq; addeq r1, #1; ldrne r1, [r0]; ldmne r0, {r1, r2}; bx lr",
        (),
        [1, 0, 1, 1, 1, 3],
    ),
    (
        "it_middle",
        "cmp r0, r0; itet eq; ldreq r1, [r0]; ldrne r1, [r0]; ldreq r2, [r0]; bx lr",
        (),
        [1, 0, 2, 1, 2, 3],
    ),
    ("it_returns", "cmp r0, r0; it eq; bxeq lr; nop; bx lr", (), [1, 0, 3]),
    ("it_stays", "cmp r0, r0; it ne; bxne lr; nop; bx lr", (), [1, 0, 1, 1, 3]),
    ("it_pops", "push {r4, lr}; cmp r0, r0; it eq; popeq {r4, pc}; nop; bx lr", (), [3, 1, 0, 5]),
    # division: up to three quotient bits in 2 cycles, then three bits a cycle
    ("udiv_longest", "udiv r0, r0, r1; bx lr", (0xFFFFFFFF, 1), [12, 3]),
    ("udiv_trivial", "udiv r0, r0, r1; bx lr", (5, 9), [2, 3]),
    ("udiv_three_bits", "udiv r0, r0, r1; bx lr", (7, 1), [2, 3]),
    ("udiv_four_bits", "udiv r0, r0, r1; bx lr", (15, 1), [3, 3]),
    ("udiv_zero", "udiv r0, r0, r1; bx lr", (100, 0), [2, 3]),
    ("sdiv", "sdiv r0, r0, r1; bx lr", (-100, 7), [3, 3]),
    ("sdiv_longest", "sdiv r0, r0, r1; bx lr", (0x80000000, 1), [12, 3]),
    # unaligned loads, section 3.3.2
    ("word_at_2", "ldr r1, [r0, #2]; bx lr", (), [3, 3]),
    ("word_at_1", "ldr r1, [r0, #1]; bx lr", (), [4, 3]),
    ("halfword_at_1", "ldrh r1, [r0, #1]; bx lr", (), [3, 3]),
    ("halfword_at_2", "ldrsh r1, [r0, #2]; bx lr", (), [2, 3]),
    ("store_at_1", "str r1, [r0, #1]; bx lr", (), [1, 3]),
    ("special", "mrs r1, PRIMASK; msr PRIMASK, r1; bx lr", (), [2, 2, 3]),
    ("barrier", "dmb; dsb; isb; bx lr", (), [1, 1, 3, 3]),
    ("hint", "nop; pld [r0]; clrex; bx lr", (), [1, 1, 1, 3]),
    ("exclusive", "ldrex r1, [r0]; strex r2, r1, [r0]; bx lr", (), [2, 1, 3]),
]

LARGE, SMALL = 0x12345, 0x1234
M3: list[Case] = [
    ("mul", "mul r1, r0, r0; bx lr", (), [1, 3]),
    ("mla", "mla r1, r0, r0, r0; mls r1, r0, r0, r0; bx lr", (), [2, 2, 3]),
    ("umull_long", "umull r2, r3, r0, r1; bx lr", (LARGE, SMALL), [5, 3]),
    ("umull_short", "umull r2, r3, r0, r1; bx lr", (0xFFFF, SMALL), [4, 3]),
    ("umull_zero", "umull r2, r3, r0, r1; bx lr", (0, SMALL), [3, 3]),
    ("umull_zero_long", "umull r2, r3, r0, r1; bx lr", (0, LARGE), [5, 3]),
    ("umlal_long", "umlal r2, r3, r0, r1; bx lr", (LARGE, LARGE, 0, 0), [7, 3]),
    ("umlal_short", "umlal r2, r3, r0, r1; bx lr", (SMALL, SMALL, 0, 0), [5, 3]),
    ("umlal_zero", "umlal r2, r3, r0, r1; bx lr", (SMALL, 0, 0, 0), [4, 3]),
    ("smull_long", "smull r2, r3, r0, r1; bx lr", (0x8000, 1), [5, 3]),
    ("smull_short", "smull r2, r3, r0, r1; bx lr", (-0x8000, -1), [4, 3]),
    ("smlal_long", "smlal r2, r3, r0, r1; bx lr", (-0x8001, 1, 0, 0), [7, 3]),
    ("smlal_short", "smlal r2, r3, r0, r1; bx lr", (-1, 1, 0, 0), [5, 3]),
]

M4: list[Case] = [
    ("mul", "mul r1, r0, r0; bx lr", (), [1, 3]),
    ("mla", "mla r1, r0, r0, r0; mls r1, r0, r0, r0; bx lr", (), [1, 1, 3]),
    (
        "long",
        "umull r2, r3, r0, r0; umlal r2, r3, r0, r0; umaal r2, r3, r0, r0; bx lr",
        (),
        [1, 1, 1, 3],
    ),
    (
        "signed_long",
        "smull r2, r3, r0, r0; smlal r2, r3, r0, r0; smlalbb r2, r3, r0, r0; bx lr",
        (),
        [1, 1, 1, 3],
    ),
    (
        "dsp",
        "smlad r1, r0, r0, r0; smmul r1, r0, r0; uadd8 r1, r0, r0; sel r1, r0, r0; bx lr",
        (),
        [1, 1, 1, 1, 3],
    ),
]

FLOAT: list[Case] = [
    ("float_move", "vmov s0, r0; vmov r1, s0; vmov.f32 s1, s0; vmrs r1, fpscr; bx lr", (),
     [1, 1, 1, 1, 3]),
    ("float_move_two", "vmov d0, r0, r0; vmov r1, r2, s0, s1; bx lr", (), [2, 2, 3]),
    ("float_load", "vldr s0, [r0]; vldr d0, [r0, #8]; bx lr", (), [2, 3, 3]),
    ("float_store", "vstr s0, [r0]; vstr d0, [r0, #8]; bx lr", (), [2, 3, 3]),
    ("float_multiple", "vstmia r0, {s0-s3}; vldmia r0!, {d0-d3}; bx lr", (), [5, 9, 3]),
    ("float_stack", "vpush {s16-s17}; vpop {s16-s17}; bx lr", (), [3, 3, 3]),
]  # fmt: skip

CASES = {
    "m0": M0,
    "m0plus": M0PLUS,
    "m3": V7M + M3,
    "m4": V7M + M4,
    "m33": V7M + M4,
    "m4f": V7M + M4 + FLOAT,
}


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Machine]:
    directory = tmp_path_factory.mktemp("cycles")
    return {
        model: assemble(directory, model, {name: body for name, body, _, _ in cases})
        for model, cases in CASES.items()
    }


@pytest.mark.parametrize(
    ("model", "case"),
    [
        pytest.param(model, case, id=f"{model}-{case[0]}")
        for model, cases in CASES.items()
        for case in cases
    ],
)
def test_cycles(machines: dict[str, Machine], model: str, case: Case) -> None:
    name, _, arguments, cycles = case
    machine = machines[model]
    result = machine.call(name, *(arguments or (machine.symbol("buffer"),)))
    assert result.cycles == sum(cycles)
    # the same again: nothing of a call's model outlives it
    assert machine.call(name, *(arguments or (machine.symbol("buffer"),))) == result


def test_instructions_count_what_it_skips(machines: dict[str, Machine]) -> None:
    machine = machines["m4"]
    runs = machine.call("it_runs", machine.symbol("buffer"))
    skips = machine.call("it_skips", machine.symbol("buffer"))
    assert runs.instructions == skips.instructions == 4


@pytest.mark.parametrize("model", ["m0", "m0plus"])
@pytest.mark.parametrize("multiply_cycles", [1, 32])
def test_multiplier_of_a_small_core(tmp_path: Path, model: str, multiply_cycles: int) -> None:
    source = tmp_path / "multiply.S"
    source.write_text(function("multiply", "muls r0, r1; bx lr"))
    machine = boot(link(tmp_path, model, [source]), model, multiply_cycles)
    call = machine.call("multiply", 0x10001, 7)
    assert call.value == 0x70007
    assert call.cycles == multiply_cycles + (3 if model == "m0" else 2)
