# SPDX-License-Identifier: MIT
"""The same for AVR code."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from emulator.avr import assemble
from emulator.changing import LENGTH, PROGRAMS, Registers, compare, listed

from lab.emulator.avr import AvrMachine
from lab.emulator.avr.machine import DATA
from lab.emulator.following import Secrets
from lab.findings import DEPENDENT

BRANCH, TARGET, ADDRESS, _, _, _ = DEPENDENT
ARGUMENTS = (24, 22, 20, 18)  # pairs of registers
NAMES = [f"r{first + n}" for first in ARGUMENTS for n in range(2)]
MODEL = "atmega1284p"

INSTRUCTIONS = """
add {d}, {n}; adc {d}, {n}; sub {d}, {n}; sbc {d}, {n}; subi {d}, {k}; sbci {d}, {k}; cp {d}, {n}
cpc {d}, {n}; cpi {d}, {k}; and {d}, {n}; andi {d}, {k}; or {d}, {n}; ori {d}, {k}; eor {d}, {n}
com {d}; neg {d}; inc {d}; dec {d}; swap {d}; lsl {d}; lsr {d}; asr {d}; ror {d}; rol {d}; tst {d}
clr {d}; ldi {d}, {k}; mov {d}, {n}; movw r{p}, r{q}; adiw r24, {small}; sbiw r24, {small}
mul {d}, {n} ~ mov {e}, r1 ~ mov {d}, r0; muls {d}, {n} ~ movw r{p}, r0
mulsu {u}, {v} ~ movw r{p}, r0; fmul {u}, {v} ~ mov {d}, r1; fmuls {u}, {v} ~ movw r{p}, r0
fmulsu {u}, {v} ~ mov {d}, r0; bst {d}, {b} ~ bld {e}, {c}
push {n} ~ pop {d}; push {n} ~ push {d} ~ pop {e} ~ pop {d}; sts buffer, {n} ~ lds {d}, buffer
ldi r26, lo8(buffer) ~ ldi r27, hi8(buffer) ~ st X+, {n} ~ st X, {d} ~ ld {e}, -X
ldi r30, lo8(buffer) ~ ldi r31, hi8(buffer) ~ std Z+3, {n} ~ ldd {d}, Z+3
in {d}, 0x3f ~ andi {d}, 0x1f; sec; clc; sez; clv; set; clt
"""


def instruction(template: str, choose: random.Random) -> str:
    """With operands; ~ separates instructions that belong together."""
    d, e = choose.sample(NAMES, 2)
    p, q = choose.sample(ARGUMENTS, 2)
    u, v = choose.sample(["r18", "r19", "r20", "r21", "r22", "r23"], 2)
    return template.format(
        d=d, e=e, n=choose.choice(NAMES), k=choose.randrange(256), p=p, q=q, u=u, v=v,
        small=choose.randrange(64), b=choose.randrange(8), c=choose.randrange(8),
    ).replace("~", ";")  # fmt: skip


def program(choose: random.Random) -> str:
    length = choose.randrange(1, LENGTH + 1)
    body = [instruction(choose.choice(listed(INSTRUCTIONS)), choose) for _ in range(length)]
    # The ABI wants zero in r1, and a load leaves flags as they are.
    return "; ".join([*body, "ldi r30, 0", "mov r1, r30", "ret"])


class Pairs(Registers):
    """Of bytes, which are RAM."""

    def mark(self, secrets: Secrets, masks: Sequence[int]) -> None:
        for first, mask in zip(self.numbers, masks, strict=True):
            secrets.mark_bits(DATA + first, mask & 0xFF)
            secrets.mark_bits(DATA + first + 1, mask >> 8 & 0xFF)

    def said(self, secrets: Secrets) -> list[int]:
        return [
            secrets.bits(DATA + first) | secrets.bits(DATA + first + 1) << 8 | 0xFFFF0000
            for first in self.numbers
        ]


def test_what_secrets_change_is_said_to_be_secret(tmp_path: Path) -> None:
    choose = random.Random("following avr")
    programs = {f"p{index}": program(choose) for index in range(PROGRAMS)}
    # What IN leaves is kept where no flag is read.
    machine = assemble(tmp_path, MODEL, programs)

    def state() -> tuple[list[int], int]:
        return [int.from_bytes(machine.read(DATA + first, 2), "little") for first in ARGUMENTS], 0

    compare(machine, programs, choose, Pairs(ARGUMENTS), state)


# r24 and r25 are secret, r22 points to memory, r20 and r18 are public.
LEAKS = (
    ("branch", "tst r24; breq 1f; inc r20; 1: ret", BRANCH),
    ("carry", "cp r24, r20; brcs 1f; nop; 1: ret", BRANCH),
    ("skip", "sbrc r24, 0; inc r20; ret", BRANCH),
    ("skip_if_equal", "cpse r24, r20; inc r20; ret", BRANCH),
    ("index", "movw r30, r22; andi r24, 7; add r30, r24; adc r31, r1; ld r20, Z; ret", ADDRESS),
    ("table", "ldi r30, lo8(index); ldi r31, hi8(index); andi r24, 3; add r30, r24; adc r31, r1;"
     " lpm r20, Z; ret", ADDRESS),
    ("through_the_stack", "push r24; pop r18; tst r18; brmi 1f; nop; 1: ret", BRANCH),
    ("jump", "ldi r30, lo8(gs(1f)); ldi r31, hi8(gs(1f)); andi r24, 1; add r30, r24; adc r31, r1;"
     " ijmp; 1: nop; ret", TARGET),
    ("status_through_a_register", "cp r24, r20; in r18, 0x3f; nop; out 0x3f, r18; brne 1f; nop;"
     " 1: ret", BRANCH),
    ("bit", "bst r24, 3; brtc 1f; nop; 1: ret", BRANCH),
)  # fmt: skip
CLEAN = {
    "masks": "mov r18, r24; andi r18, 1; neg r18; and r18, r20; eor r20, r18; ret",
    "counts": "ldi r18, 8; 1: eor r24, r20; dec r18; brne 1b; ret",
    "borrow_to_mask": "cp r24, r20; sbc r18, r18; and r20, r18; clc; ret",
    "cleared": "eor r24, r24; breq 1f; nop; 1: ret",
    "hidden_by_zero": "andi r24, 15; swap r24; andi r24, 15; brne 1f; nop; 1: ret",
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    bodies = {**{name: text for name, text, _ in LEAKS}, **CLEAN}
    return assemble(tmp_path_factory.mktemp("leaks"), MODEL, bodies)


def decided(machine: AvrMachine, name: str) -> set[str]:
    with machine.following() as secrets:
        secrets.mark(DATA + 24, 2)
        call = machine.call(name, 5, machine.symbol("buffer") - DATA, 3, 9)
        assert secrets.instructions == call.instructions
        return {each.what for each in secrets.decided()}


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, _, what in LEAKS])
def test_a_leak_is_found(machine: AvrMachine, name: str, what: str) -> None:
    assert what in decided(machine, name)


@pytest.mark.parametrize("name", CLEAN)
def test_what_leaks_nothing_has_no_finding(machine: AvrMachine, name: str) -> None:
    assert decided(machine, name) == set()
