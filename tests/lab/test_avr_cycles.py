# SPDX-License-Identifier: MIT
"""Exact cycles of small AVR snippets, against sums made by hand from the AVR Instruction Set
Manual (its tables' column AVRe, which is megaAVR).

Each case is (name, snippet, cycles of each instruction in order). A snippet is called with r25:r24
= `buffer`; `;` separates its lines. Each of its calls and returns pushes or pops a return address
and takes a cycle more where that has three bytes, as on the ATmega2560.
"""

import re
import shutil

import pytest
from emulator.avr import FLASH_BYTES, assemble

from lab.emulator.avr import AvrMachine

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

Case = tuple[str, str, list[int]]

X, Z = "movw r26, r24; ", "movw r30, r24; "
Y = "push r28; push r29; movw r28, r24; "
OLD_Y = "; pop r29; pop r28; ret"

CASES: list[Case] = [
    ("alu", "add r18, r19; adc r18, r19; sub r18, r19; sbc r18, r19; and r18, r19; ret",
     [1, 1, 1, 1, 1, 4]),
    ("immediate", "ldi r18, 7; subi r18, 1; sbci r18, 1; andi r18, 3; ori r18, 4; cpi r18, 2; ret",
     [1, 1, 1, 1, 1, 1, 4]),
    ("single", "com r18; neg r18; inc r18; dec r18; lsr r18; ror r18; asr r18; swap r18; ret",
     [1, 1, 1, 1, 1, 1, 1, 1, 4]),
    ("shift", "lsl r18; rol r18; tst r18; clr r18; ser r18; ret", [1, 1, 1, 1, 1, 4]),
    ("compare", "cp r18, r19; cpc r18, r19; mov r18, r19; movw r18, r20; ret", [1, 1, 1, 1, 4]),
    ("words", "adiw r24, 5; sbiw r24, 5; ret", [2, 2, 4]),
    ("flags", "sec; clc; sei; cli; set; bld r18, 3; bst r18, 2; ret", [1, 1, 1, 1, 1, 1, 1, 4]),
    ("multiply", "mul r18, r19; muls r18, r19; mulsu r18, r19; clr r1; ret", [2, 2, 2, 1, 4]),
    ("fractions", "fmul r18, r19; fmuls r18, r19; fmulsu r18, r19; clr r1; ret", [2, 2, 2, 1, 4]),
    ("load_x", f"{X}ld r18, X; ld r18, X+; ld r18, -X; ret", [1, 2, 2, 2, 4]),
    ("load_y", f"{Y}ld r18, Y; ld r18, Y+; ld r18, -Y; ldd r18, Y+5{OLD_Y}",
     [2, 2, 1, 2, 2, 2, 2, 2, 2, 4]),
    ("load_z", f"{Z}ld r18, Z; ld r18, Z+; ld r18, -Z; ldd r18, Z+63; ret", [1, 2, 2, 2, 2, 4]),
    ("store_x", f"{X}st X, r18; st X+, r18; st -X, r18; ret", [1, 2, 2, 2, 4]),
    ("store_y", f"{Y}st Y, r18; st Y+, r18; st -Y, r18; std Y+5, r18{OLD_Y}",
     [2, 2, 1, 2, 2, 2, 2, 2, 2, 4]),
    ("store_z", f"{Z}st Z, r18; st Z+, r18; st -Z, r18; std Z+63, r18; ret", [1, 2, 2, 2, 2, 4]),
    ("absolute", "lds r18, buffer; sts buffer + 1, r18; ret", [2, 2, 4]),
    ("program", "clr r30; clr r31; lpm; lpm r18, Z; lpm r18, Z+; ret", [1, 1, 3, 3, 3, 4]),
    ("stack", "push r18; push r19; pop r19; pop r18; ret", [2, 2, 2, 2, 4]),
    ("io", "in r18, 0x3d; out 0x2a, r1; sbi 0x1e, 1; cbi 0x1e, 1; ret", [1, 1, 2, 2, 4]),
    ("nothing", "nop; wdr; ret", [1, 1, 4]),
    ("untaken", "clr r18; brne 1f; brcs 1f; nop; 1: ret", [1, 1, 1, 1, 4]),
    ("taken", "clr r18; breq 1f; nop; 1: ret", [1, 2, 4]),
    ("taken_backward", "ldi r18, 3; 1: dec r18; brne 1b; ret", [1, 1, 2, 1, 2, 1, 1, 4]),
    ("skip_not", "clr r18; sbrc r18, 1; nop; 1: sbrs r18, 1; nop; ret", [1, 2, 1, 1, 4]),
    ("skip_one", "clr r18; cpse r18, r18; nop; cpse r18, r18; nop; ret", [1, 2, 2, 4]),
    ("skip_two", "clr r18; sbrc r18, 1; jmp main; cpse r18, r18; sts buffer, r18; ret",
     [1, 3, 3, 4]),
    ("skip_io", "cbi 0x1e, 1; sbic 0x1e, 1; nop; sbis 0x1e, 1; nop; ret", [2, 2, 1, 1, 4]),
    ("jumps", "rjmp 1f; nop; 1: jmp 2f; nop; 2: ret", [2, 3, 4]),
    ("jump_indirect", "ldi r30, pm_lo8(1f); ldi r31, pm_hi8(1f); ijmp; nop; 1: ret",
     [1, 1, 2, 4]),
    ("call", "call 1f; 1: ret", [4, 4, 4]),
    ("call_near", "rcall 1f; 1: ret", [3, 4, 4]),
    ("call_indirect", "ldi r30, pm_lo8(1f); ldi r31, pm_hi8(1f); icall; 1: ret",
     [1, 1, 3, 4, 4]),
    ("return_from_interrupt", "rcall 1f; cli; ret; 1: reti", [3, 4, 1, 4]),
]  # fmt: skip

# What only cores with flash above 128 KiB have.
WIDE = [
    ("far_program", "clr r30; clr r31; elpm; elpm r18, Z; elpm r18, Z+; ret", [1, 1, 3, 3, 3, 4]),
    ("far_jump", "ldi r30, pm_lo8(1f); ldi r31, pm_hi8(1f); eijmp; nop; 1: ret", [1, 1, 2, 4]),
    ("far_call", "ldi r30, pm_lo8(1f); ldi r31, pm_hi8(1f); eicall; 1: ret", [1, 1, 3, 4, 4]),
]


def cases(model: str) -> list[Case]:
    return CASES + WIDE if model == "atmega2560" else CASES


@pytest.fixture(scope="module", params=sorted(FLASH_BYTES))
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    bodies = {f"t_{name}": body for name, body, _ in cases(request.param)}
    return assemble(tmp_path_factory.mktemp("avr"), request.param, bodies)


def test_cycles(machine: AvrMachine) -> None:
    """All of a model's in one test: assembling them is what takes time."""
    addresses_are_longer = machine.core.model == "atmega2560"
    found, expected = {}, {}
    for name, body, cycles in cases(machine.core.model):
        calls = len(re.findall(r"\be?i?r?call ?", body))
        pushed_and_popped = 2 * calls + 1
        call = machine.call(f"t_{name}", machine.symbol("buffer"))
        found[name] = call.cycles, call.instructions
        expected[name] = sum(cycles) + addresses_are_longer * pushed_and_popped, len(cycles)
    assert found == expected
