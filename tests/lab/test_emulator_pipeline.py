# SPDX-License-Identifier: MIT
"""Exact cycles of small snippets on M3 and M4, whose instructions cost what those right before them
make of it, against sums made by hand from the rules of lab/emulator/pipeline.h.

Each case is (name, snippet, cycles of each instruction in order). A snippet is called with r0 =
`buffer` and begins at a word; `;` separates its lines. BX LR costs 3 where it is taken.
"""

import pytest
from emulator.assembler import assemble

from lab.emulator import Machine

Case = tuple[str, str, list[int]]

BOTH: list[Case] = [
    # branches that name their target take 2; one more to a wide instruction across two words
    ("branch", "b 1f; nop; 1: bx lr", [2, 3]),
    ("branch_wide", "b.w 1f; nop; 1: bx lr", [2, 3]),
    ("branch_taken", "cmp r0, r0; beq 1f; nop; 1: bx lr", [1, 2, 3]),
    ("branch_untaken", "cmp r0, r0; bne 1f; nop; 1: bx lr", [1, 1, 1, 3]),
    ("compare_taken", "movs r1, #0; cbz r1, 1f; nop; 1: bx lr", [1, 2, 3]),
    ("loop", "movs r1, #3; 1: subs r1, #1; bne 1b; bx lr", [1, 1, 2, 1, 2, 1, 1, 3]),
    ("link", "mov r3, lr; bl 1f; bx r3; 1: bx lr", [1, 2, 3, 3]),
    ("to_wide", "b 1f; .balign 4; 1: add.w r1, r0, r0; bx lr", [2, 1, 3]),
    ("to_unaligned_wide", "b 1f; .balign 4; nop; 1: add.w r1, r0, r0; bx lr", [2, 2, 3]),
    ("to_unaligned", "b 1f; .balign 4; nop; 1: add r1, r0; bx lr", [2, 1, 3]),
    # wide instructions in the middle of words take no more in a row
    ("across", "nop; add.w r1, r0, r0; add.w r1, r0, r0; add.w r1, r0, r0; nop; bx lr",
     [1, 1, 1, 1, 1, 3]),
    # IT folds behind 16 bits, not behind 32, nor where a branch led to it
    ("folded", "cmp r0, r0; it eq; addeq r1, #1; bx lr", [1, 0, 1, 3]),
    ("not_folded", "cmp.w r0, r0; it eq; addeq r1, #1; bx lr", [1, 1, 1, 3]),
    # behind one that is skipped as behind one that is not, whose register is computed too
    ("skipped_folds", "cmp r0, r0; it ne; addne r1, #1; it eq; addeq r1, #1; bx lr",
     [1, 0, 1, 0, 1, 3]),
    ("skipped_wide", "cmp r0, r0; it ne; addne.w r1, r1, #1; it eq; addeq r1, #1; bx lr",
     [1, 0, 1, 1, 1, 3]),
    ("executed_folds", "cmp r0, r0; it eq; addeq r1, #1; it eq; addeq r1, #1; bx lr",
     [1, 0, 1, 0, 1, 3]),
    ("skipped_computes", "mov r1, r0; cmp r0, r0; it ne; addne r1, #4; ldr r2, [r1]; bx lr",
     [1, 1, 0, 1, 3, 3]),
    ("executed_computes", "mov r1, r0; cmp r0, r0; it eq; addeq r1, #4; ldr r2, [r1]; bx lr",
     [1, 1, 0, 1, 3, 3]),
    ("skipped_loads", "cmp r0, r0; it ne; ldrne r1, [r0]; ldr r2, [r0, #4]; bx lr",
     [1, 0, 1, 2, 3]),
    ("reached", "cmp r0, r0; b 1f; nop; 1: it eq; addeq r1, #1; bx lr", [1, 2, 1, 1, 3]),
    ("returns_to_wide", "push {lr}; bl 1f; add.w r1, r0, r0; pop {pc}; 1: bx lr", [2, 2, 3, 2, 4]),
    # the address is computed right before, or a place earlier
    ("computed", "adds r1, r0, #4; ldr r2, [r1]; bx lr", [1, 3, 3]),
    ("computed_earlier", "adds r1, r0, #4; nop; ldr r2, [r1]; bx lr", [1, 1, 2, 3]),
    ("computed_index", "movs r1, #4; ldr r2, [r0, r1]; bx lr", [1, 3, 3]),
    ("computed_other", "movs r1, #4; ldr r2, [r0]; bx lr", [1, 2, 3]),
    ("computed_stored", "movs r1, #4; str r1, [r0]; bx lr", [1, 1, 3]),
    ("computed_for_store", "adds r1, r0, #4; str r0, [r1]; bx lr", [1, 2, 3]),
    ("computed_by_product", "movs r1, #0; muls r1, r1; ldr r2, [r0, r1]; bx lr", [1, 1, 3, 3]),
    ("computed_multiple", "adds r1, r0, #4; ldmia r1, {r2, r3}; bx lr", [1, 4, 3]),
    ("compared", "cmp r0, r0; ldr r2, [r0]; bx lr", [1, 2, 3]),
    ("loaded", "str r0, [r0]; nop; ldr r1, [r0]; ldr r2, [r1]; bx lr", [1, 1, 2, 2, 3]),
    ("stack", "sub sp, #8; str r1, [sp, #4]; add sp, #8; bx lr", [1, 2, 1, 3]),
    # behind a load that is no part of the address
    ("loads", "ldr r1, [r0]; ldr r2, [r0, #4]; ldrb.w r3, [r0, #9]; bx lr", [2, 1, 1, 3]),
    ("apart", "ldr r1, [r0]; nop; ldr r2, [r0]; bx lr", [2, 1, 2, 3]),
    ("across_branch", "ldr r1, [r0]; b 1f; nop; 1: ldr r2, [r0]; bx lr", [2, 2, 2, 3]),
    ("load_store", "ldr r2, [r0]; str r2, [r0, #4]; bx lr", [2, 0, 3]),
    ("load_store_index", "movs r1, #4; ldr r2, [r0]; str r2, [r0, r1]; bx lr", [1, 2, 1, 3]),
    ("store", "str r1, [r0]; strb r1, [r0, #5]; bx lr", [1, 1, 3]),
    ("store_index", "movs r1, #4; nop; str r1, [r0, r1]; bx lr", [1, 1, 2, 3]),
    ("double", "ldr r1, [r0]; ldrd r2, r3, [r0]; ldr r1, [r0]; bx lr", [2, 3, 2, 3]),
    # behind a store
    ("behind_store", "str r1, [r0]; ldr r2, [r0, #4]; bx lr", [1, 3, 3]),
    ("behind_stores", "str r1, [r0]; str r1, [r0, #4]; ldmia r0, {r2, r3}; bx lr", [1, 1, 4, 3]),
    ("behind_store_apart", "str r1, [r0]; nop; ldr r2, [r0, #4]; bx lr", [1, 1, 2, 3]),
    ("load_store_load", "ldr r1, [r0]; str r1, [r0, #4]; ldr r2, [r0]; bx lr", [2, 0, 3, 3]),
    ("multiple_behind", "str r1, [r0]; stmia r0!, {r1, r2}; bx lr", [1, 3, 3]),
    # what IT skips breaks the chain
    ("skipped", "ldr r1, [r0]; cmp r0, r0; it ne; ldrne r2, [r0]; ldr r3, [r0]; bx lr",
     [2, 1, 0, 1, 2, 3]),
]  # fmt: skip

M3: list[Case] = [
    ("updated", "ldr r1, [r0], #4; ldr r2, [r0, #4]!; bx lr", [2, 2, 3]),
    ("updated_last", "ldr r1, [r0]; ldr r2, [r0], #4; bx lr", [2, 2, 3]),
    ("updated_first", "add.w r3, r0, #8; nop; ldr r1, [r0], #4; ldr r2, [r3]; bx lr",
     [1, 1, 2, 1, 3]),
    ("store_updated", "ldr r1, [r0]; str r1, [r0], #4; bx lr", [2, 1, 3]),
]  # fmt: skip

M4: list[Case] = [
    ("updated", "ldr r1, [r0], #4; ldr r2, [r0, #4]!; bx lr", [2, 2, 3]),
    ("updated_last", "ldr r1, [r0]; ldr r2, [r0], #4; bx lr", [2, 1, 3]),
    ("updated_apart", "add.w r3, r0, #8; nop; ldr r1, [r0], #4; ldr r2, [r3], #4; bx lr",
     [1, 1, 2, 1, 3]),
    ("store_updated", "ldr r1, [r0]; str r1, [r0], #4; bx lr", [2, 0, 3]),
    ("stores_updated", "str r1, [r0], #4; str r1, [r0], #4; bx lr", [1, 2, 3]),
]  # fmt: skip

CASES = {"m3": BOTH + M3, "m4": BOTH + M4}


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Machine]:
    directory = tmp_path_factory.mktemp("pipeline")
    return {
        model: assemble(directory, model, {name: body for name, body, _ in cases})
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
    name, _, cycles = case
    machine = machines[model]
    result = machine.call(name, machine.symbol("buffer"))
    assert result.cycles == sum(cycles)
    # the same again: nothing of a call outlives it
    assert machine.call(name, machine.symbol("buffer")) == result
