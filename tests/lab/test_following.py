# SPDX-License-Identifier: MIT
"""Secrets that are followed through Arm code: the rules against what instructions do, planted
leaks of every kind, and code that leaks nothing."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from emulator.assembler import assemble
from emulator.changing import LENGTH, PROGRAMS, Registers, compare, listed
from unicorn import arm_const

from lab.emulator.arm import ArmMachine
from lab.emulator.following import Secrets
from lab.findings import DEPENDENT

BRANCH, TARGET, ADDRESS, OPERAND, CONDITION, _ = DEPENDENT
REGISTERS = [getattr(arm_const, f"UC_ARM_REG_R{n}") for n in range(4)]

V6M = """
movs {d}, #{byte}; mov {d}, {n}; mvns {d}, {n}; adds {d}, {n}, {m}; subs {d}, {n}, {m}
adds {d}, {n}, #{three}; subs {d}, {n}, #{three}; adds {d}, #{byte}; subs {d}, #{byte}
adcs {d}, {n}; sbcs {d}, {n}; rsbs {d}, {n}, #0; cmp {n}, {m}; cmn {n}, {m}; cmp {n}, #{byte}
ands {d}, {n}; orrs {d}, {n}; eors {d}, {n}; bics {d}, {n}; tst {d}, {n}; muls {d}, {n}, {d}
lsls {d}, {n}, #{five}; lsrs {d}, {n}, #{five}; asrs {d}, {n}, #{five}; movs {d}, {n}
lsls {d}, {n}; lsrs {d}, {n}; asrs {d}, {n}; rors {d}, {n}; add {d}, {n}; mov r8, {n}; add {d}, r8
sxtb {d}, {n}; sxth {d}, {n}; uxtb {d}, {n}; uxth {d}, {n}; rev {d}, {n}; rev16 {d}, {n}
revsh {d}, {n}; mrs {d}, apsr; push {{{n}, {m}}} ~ pop {{r4, r5}} ~ movs {d}, r4
push {{{n}}} ~ mov r4, sp ~ ldrb {d}, [r4, #1] ~ pop {{r5}}
push {{{n}}} ~ mov r4, sp ~ movs r5, #2 ~ ldrsh {d}, [r4, r5] ~ pop {{r5}}
push {{{n}}} ~ mov r4, sp ~ strb {m}, [r4, #2] ~ strh {n}, [r4] ~ pop {{r5}} ~ mov {d}, r5
"""
V7M = """
and{s} {d}, {n}, #{constant}; bic{s} {d}, {n}, #{constant}; orr{s} {d}, {n}, #{constant}
orn{s} {d}, {n}, #{constant}; eor{s} {d}, {n}, #{constant}; add{s} {d}, {n}, #{constant}
adc{s} {d}, {n}, #{constant}; sbc{s} {d}, {n}, #{constant}; sub{s} {d}, {n}, #{constant}
rsb{s} {d}, {n}, #{constant}; mvn{s} {d}, #{constant}; mov{s} {d}, #{constant}
tst {n}, #{constant}; teq {n}, #{constant}; cmp {n}, #{constant}; cmn {n}, #{constant}
and{s}.w {d}, {n}, {m}{shift}; bic{s}.w {d}, {n}, {m}{shift}; orr{s}.w {d}, {n}, {m}{shift}
orn{s}.w {d}, {n}, {m}{shift}; eor{s}.w {d}, {n}, {m}{shift}; add{s}.w {d}, {n}, {m}{shift}
adc{s}.w {d}, {n}, {m}{shift}; sbc{s}.w {d}, {n}, {m}{shift}; sub{s}.w {d}, {n}, {m}{shift}
rsb{s}.w {d}, {n}, {m}{shift}; mvn{s}.w {d}, {m}{shift}; tst.w {n}, {m}{shift}
teq.w {n}, {m}{shift}; cmp.w {n}, {m}{shift}; cmn.w {n}, {m}{shift}; rrx{s} {d}, {n}
lsl{s}.w {d}, {n}, {m}; lsr{s}.w {d}, {n}, {m}; asr{s}.w {d}, {n}, {m}; ror{s}.w {d}, {n}, {m}
lsl{s}.w {d}, {n}, #{five}; ror{s}.w {d}, {n}, #{five}; movw {d}, #{half}; movt {d}, #{half}
addw {d}, {n}, #{twelve}; subw {d}, {n}, #{twelve}; ubfx {d}, {n}, #{low}, #{width}
sbfx {d}, {n}, #{low}, #{width}; bfi {d}, {n}, #{low}, #{width}; bfc {d}, #{low}, #{width}
clz {d}, {n}; rbit {d}, {n}; rev.w {d}, {n}; rev16.w {d}, {n}; revsh.w {d}, {n}
sxtb.w {d}, {n}, ror #8; uxth.w {d}, {n}, ror #16; mla {d}, {n}, {m}, {d}; mls {d}, {n}, {m}, {d}
mul {d}, {n}, {m}; umull {d}, {e}, {n}, {m}; smull {d}, {e}, {n}, {m}; umlal {d}, {e}, {n}, {m}
smlal {d}, {e}, {n}, {m}; udiv {d}, {n}, {m}; sdiv {d}, {n}, {m}; ssat {d}, #{width}, {n}
usat {d}, #{low}, {n}, lsl #3; push.w {{{n}, r6}} ~ ldrd {d}, r6, [sp], #8
sub sp, #8 ~ strd {n}, {m}, [sp] ~ ldrsb.w {d}, [sp, #5] ~ add sp, #8
sub sp, #8 ~ stm sp, {{r0, r1}} ~ ldrh.w {e}, [sp, #4] ~ ldr {d}, [sp], #8
ite {c} ~ mov{c} {d}, {n} ~ add{i} {e}, {n}, {m}; itt {c} ~ add{c} {d}, {n} ~ cmp{c} {n}, {m}
itte {c} ~ lsl{c} {d}, {n}, #3 ~ eor{c}.w {e}, {d}, {m} ~ mvn{i} {d}, {m}
"""
V7EM = """
uadd8 {d}, {n}, {m} ~ sel {e}, {n}, {m}; sadd16 {d}, {n}, {m} ~ sel {e}, {m}, {n}
sel {d}, {n}, {m}; uqadd8 {d}, {n}, {m}; usub16 {d}, {n}, {m}; qadd {d}, {n}, {m}
smlabb {d}, {n}, {m}, {d}; smuad {d}, {n}, {m}; smlald {d}, {e}, {n}, {m}
umaal {d}, {e}, {n}, {m}; pkhbt {d}, {n}, {m}, lsl #4; pkhtb {d}, {n}, {m}, asr #7
uxtab {d}, {n}, {m}, ror #8; sxtah {d}, {n}, {m}; uxtb16 {d}, {n}; sxtab16 {d}, {n}, {m}
smmul {d}, {n}, {m}; usad8 {d}, {n}, {m}; usat16 {d}, #5, {n}; smlawb {d}, {n}, {m}, {d}
"""
SETS = {"m0": (V6M,), "m3": (V6M, V7M), "m4": (V6M, V7M, V7EM), "m33": (V6M, V7M, V7EM)}
OPPOSITES = {"eq": "ne", "cs": "cc", "mi": "pl", "vs": "vc", "hi": "ls", "ge": "lt", "gt": "le"}


def instruction(template: str, choose: random.Random) -> str:
    """With operands; ~ separates instructions that belong together."""
    d, e = choose.sample(["r0", "r1", "r2", "r3"], 2)
    n, m = sorted(choose.sample(["r0", "r1", "r2", "r3"], 2))
    low = choose.randrange(1, 31)
    shift = choose.choice(
        ["", f", lsl #{choose.randrange(1, 32)}", ", ror #9", ", asr #31", ", lsr #1"]
    )
    condition = choose.choice(list(OPPOSITES))
    byte = choose.randrange(256)
    constant = choose.choice([byte, byte * 0x10001, byte * 0x1010101, byte << choose.randrange(25)])
    return template.format(
        d=d, e=e, n=n, m=m, byte=byte, three=choose.randrange(8), five=choose.randrange(1, 32),
        constant=constant, half=choose.randrange(1 << 16), twelve=choose.randrange(1 << 12),
        low=low, width=choose.randrange(1, 33 - low), shift=shift, s=choose.choice(["", "s"]),
        c=condition, i=OPPOSITES[condition],
    ).replace("~", ";")  # fmt: skip


def program(model: str, choose: random.Random) -> str:
    """Instructions with the flags of r3 before them; what is saved comes back behind them."""
    known = listed(*SETS[model])
    body = [
        instruction(choose.choice(known), choose) for _ in range(choose.randrange(1, LENGTH + 1))
    ]
    saved = "push {r4, r5, r6, r7, lr}; mov r4, r8; push {r4}"
    flags = "msr apsr_nzcvqg, r3" if model in ("m4", "m33") else "msr apsr_nzcvq, r3"
    # Popping restores no flags, so that they are seen as the program left them.
    back = "pop {r4}; mov r8, r4; pop {r4, r5, r6, r7, pc}"
    return "; ".join([saved, flags, *body, back])


@pytest.mark.brief(2)
@pytest.mark.parametrize("model", SETS)
def test_what_secrets_change_is_said_to_be_secret(tmp_path: Path, model: str) -> None:
    choose = random.Random(f"following {model}")
    programs = {f"p{index}": program(model, choose) for index in range(PROGRAMS)}
    machine = assemble(tmp_path, model, programs)

    def state() -> tuple[list[int], int]:
        """r0 to r3, and N Z C V as secrets.h numbers them."""
        status = machine._uc.reg_read(arm_const.UC_ARM_REG_XPSR)
        flags = sum((status >> at & 1) << bit for bit, at in enumerate((31, 30, 29, 28)))
        return [machine._uc.reg_read(each) for each in REGISTERS], flags

    compare(machine, programs, choose, Registers(range(4)), state)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> ArmMachine:
    directory = tmp_path_factory.mktemp("leaks")
    return assemble(directory, "m3", {**{name: text for name, text, _ in LEAKS}, **CLEAN})


# r0 is secret, r1 points to memory with a secret word, r2 and r3 are public.
LEAKS = (
    ("branch", "cmp r0, #3; beq 1f; adds r2, #1; 1: bx lr", BRANCH),
    ("branch_zero", "cbz r0, 1f; adds r2, #1; 1: bx lr", BRANCH),
    ("compare_and_exit", "1: ldrb r3, [r1], #1; cmp r3, r2; bne 2f; subs r2, #1; bne 1b; 2: bx lr",
     BRANCH),
    ("index", "and r0, r0, #7; ldr r2, [r1, r0, lsl #2]; bx lr", ADDRESS),
    ("store_index", "and r0, r0, #7; str r2, [r1, r0]; bx lr", ADDRESS),
    ("multiplication", "umull r2, r3, r0, r2; bx lr", OPERAND),
    ("accumulation", "umlal r2, r3, r2, r0; bx lr", OPERAND),
    ("division", "udiv r2, r2, r0; bx lr", OPERAND),
    ("conditional_load", "cmp r0, #3; it eq; ldreq r2, [r1]; bx lr", CONDITION),
    ("conditional_store", "cmp r0, #3; it ne; strne r2, [r1]; bx lr", CONDITION),
    ("conditional_product", "tst r0, #1; it ne; umullne r2, r3, r2, r3; bx lr", CONDITION),
    ("one_byte_of_a_word", "movs r3, #0; str r3, [r1]; strb r0, [r1, #2]; ldr r3, [r1];"
     " lsrs r3, r3, #17; bcs 1f; nop; 1: bx lr", BRANCH),
    ("through_the_stack", "push {r0}; pop {r3}; cmp r3, #0; bmi 1f; nop; 1: bx lr", BRANCH),
    ("flag_over_a_call", "push {r4, lr}; cmp r0, r2; bl flag_leaf; bcs 1f; nop; 1: pop {r4, pc}",
     BRANCH),
    ("interpreter", "and r0, r0, #1; tbb [pc, r0]; .byte 1, 1; bx lr", ADDRESS),
    ("function_pointer", "and r0, r0, #4; adr r3, 1f; add r3, r0; orr r3, #1; bx r3; .balign 4;"
     " 1: bx lr; nop; bx lr; nop", TARGET),
    ("selected_by_it", "cmp r0, #3; ite eq; moveq r3, #0; movne r3, #4; ldr r2, [r1, r3]; bx lr",
     ADDRESS),
    ("skipped_or_not", "movs r3, #0; cmp r0, #3; it eq; moveq r3, #4; str r2, [r1, r3]; bx lr",
     ADDRESS),
)  # fmt: skip
CLEAN = {
    "flag_leaf": "movw r3, #7; bx lr",
    "masks": "and r3, r0, #1; rsb r3, r3, #0; and r3, r3, r2; eor r2, r2, r3; str r2, [r1]; bx lr",
    "counts": "movs r3, #0; 1: ldrb r2, [r1, r3]; eors r0, r2; adds r3, #1; cmp r3, #8; bne 1b;"
    " bx lr",
    "selects": "cmp r0, #3; ite eq; moveq r3, #0; movne r3, #4; eor r0, r0, r3; bx lr",
    "hidden_by_zero": "and r0, r0, #0xff; lsrs r3, r0, #8; cmp r3, #0; bne 1f; nop; 1: bx lr",
    "overwritten": "push {r0}; movs r3, #0; str r3, [sp]; pop {r0}; cmp r0, #0; beq 1f; nop;"
    " 1: bx lr",
    # A finding, and no other for what it would have popped.
    "returns_or_not": "push {r4, lr}; mov r4, r1; cmp r0, #3; it eq; popeq {r4, pc}; ldr r2, [r4];"
    " pop {r4, pc}",
    "packed_counter": "and r0, r0, #7; 1: add r0, r0, #0x10000; lsrs r3, r0, #18; bcc 1b; bx lr",
}


@pytest.fixture
def followed(machine: ArmMachine) -> Iterator[Callable[[str], Secrets]]:
    with machine.following() as secrets:

        def run(name: str) -> Secrets:
            buffer = machine.symbol("buffer")
            machine.write(buffer, bytes(range(64)))
            secrets.mark(buffer, 4)
            secrets.mark_register(0, 0xFFFFFFFF)
            machine.call(name, 5, buffer, 3, 9)
            return secrets

        yield run


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, _, what in LEAKS])
def test_a_leak_is_found(followed: Callable[[str], Secrets], name: str, what: str) -> None:
    assert what in {each.what for each in followed(name).decided()}


@pytest.mark.parametrize("name", sorted(set(CLEAN) - {"flag_leaf", "returns_or_not"}))
def test_what_leaks_nothing_has_no_finding(followed: Callable[[str], Secrets], name: str) -> None:
    secrets = followed(name)
    assert secrets.decided() == []
    assert secrets.instructions > 0


def test_a_return_by_a_secret_hides_no_registers(followed: Callable[[str], Secrets]) -> None:
    assert [each.what for each in followed("returns_or_not").decided()] == [CONDITION]


def test_outputs_are_secret_until_published(machine: ArmMachine) -> None:
    buffer = machine.symbol("buffer")
    with machine.following() as secrets:
        secrets.mark(buffer, 8)
        assert secrets.count(buffer, 16) == 8
        secrets.publish(machine.symbol("masks"), 1, 6)
        machine.call("masks", 1, buffer, 2)
        assert secrets.count(buffer, 16) == 2
