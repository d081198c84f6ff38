# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for RV32IM: programs of sixteen bits an operation, on
registers of eight limbs.

s1 is where the program goes on. An operation begins with r, a and b in a0, a1 and a2, and the
modulus in a3. Registers that compressed instructions name hold what loops work on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from tools.bytecode.places import places

# The frame: two times eight limbs of a product, or eight and what a multiplication keeps; the
# machine; registers of C.
LIMBS = [*(f"t{i}" for i in range(7)), "a7"]
MODULUS, FACTOR, ENDS, RESULT, CARRY = range(32, 52, 4)
MACHINE = 64
SAVED = {"s1": 68, "s0": 72, "ra": 76}

# Subroutines; a linker shortens calls of names.
ROW, CALL, GO_ON, DIGIT = (f".Lwhit_compact_{name}" for name in ("row", "call", "go_on", "digit"))


@dataclass(frozen=True)
class Prime:
    """One that has a reduction of its own, which moves limbs down, and maybe one by which it is
    added back; its third limb is all ones, the order's is not."""

    reduce: Callable[[], list[str]]
    back: Callable[[], list[str]] | None = None


def save(frame: int, slots: dict[str, int]) -> list[str]:
    return [f"addi sp, sp, -{frame}", *(f"sw {name}, {at}(sp)" for name, at in slots.items())]


def restore(frame: int, slots: dict[str, int]) -> list[str]:
    loads = [f"lw {name}, {at}(sp)" for name, at in slots.items()]
    return [*loads, f"addi sp, sp, {frame}", "ret"]


def operands() -> list[str]:
    """The constants are those from 13 on. Signs tell the kind."""
    return [
        *("1:", "lh a5, 0(s1)", "addi s1, s1, 2", "bgez a5, 9f"),
        *(f"lw a4, {MACHINE}(sp)", "lw a3, 0(a4)", "addi a4, a4, 32", "andi a0, a5, 480"),
        *("add a0, a0, a4", "srli a1, a5, 4", "andi a1, a1, 480", "add a1, a1, a4"),
        *("slli a2, a5, 28", "srli a2, a2, 23", "addi t0, a2, -416", "add a2, a2, a4"),
        *("bltz t0, 2f", "add a2, a3, t0", "addi a2, a2, -32"),
        *("2:", "slli a5, a5, 17", "bgez a5, 6f", "slli a5, a5, 1", "bltz a5, 8f"),
    ]


def subtract(prime: Prime | None, turn: int) -> list[str]:
    """a - b, and the modulus where that borrows, so many limbs a turn. A multiplication joins at 5,
    with its product less R and that carry in place of a and a7, and its modulus as b."""
    lines = ["li a7, 0", "5:", "li a4, 0", "addi t1, a0, 32", "2:"]
    for i in range(0, 4 * turn, 4):
        lines += [f"lw a5, {i}(a2)", f"lw s0, {i}(a1)", "add a5, a5, a4", "sltu a4, a5, a4"]
        lines += ["sltu t0, s0, a5", "sub s0, s0, a5", f"sw s0, {i}(a0)", "add a4, a4, t0"]
    lines += [f"addi {name}, {name}, {4 * turn}" for name in ("a0", "a1", "a2")]
    lines += ["bne a0, t1, 2b", "sub a4, a4, a7", f"lw a5, {MACHINE}(sp)", "lw a2, 8(a5)"]
    lines += ["slli a2, a2, 1", "add a2, a2, a4", "sw a2, 8(a5)", "addi a0, a0, -32"]
    if prime and prime.back:
        lines += ["lw a5, 8(a3)", "lw s0, 0(a0)", "addi a5, a5, 1", "bnez a5, 4f"]
        lines += [*prime.back(), "j 1b", "4:"]
        turn = 1
    lines += ["neg a2, a4", "li a4, 0", "2:"]
    for i in range(0, 4 * turn, 4):
        lines += [f"lw a5, {i}(a3)", f"lw s0, {i}(a0)", "and a5, a5, a2", "add a5, a5, a4"]
        lines += ["sltu a4, a5, a4", "add s0, s0, a5", "sltu t0, s0, a5", f"sw s0, {i}(a0)"]
        lines += ["add a4, a4, t0"]
    lines += [f"addi {name}, {name}, {4 * turn}" for name in ("a0", "a3")]
    return [*lines, "bne a0, t1, 2b", "j 1b"]


def back_p256() -> list[str]:
    """The number at a0, of which s0 has the lowest limb, and p times the bit in a4: less that at
    limb 0, and more of it at limbs 3 and 6, and less at 7."""
    lines = []
    change, other, limb, ahead = "a4", "a5", "s0", "a1"
    for i in range(8):
        if i < 7:
            lines.append(f"lw {ahead}, {4 * i + 4}(a0)")
        if i == 3:
            lines.append(f"sub {change}, a4, {change}")
        elif i == 6:
            lines.append(f"add {change}, {change}, a4")
        elif i == 7:
            lines.append(f"sub {change}, {change}, a4")
        if i < 3:
            lines += [f"sltu {other}, {limb}, {change}", f"sub {limb}, {limb}, {change}"]
        else:
            lines.append(f"add {limb}, {limb}, {change}")
            lines += [f"sltu {other}, {limb}, {change}"] if i < 7 else []
        lines.append(f"sw {limb}, {4 * i}(a0)")
        change, other = other, change if i else "a2"
        limb, ahead = ahead, limb
    return lines


def exchange() -> list[str]:
    return [
        *("8:", f"lw a2, {MACHINE}(sp)", "lw a2, 4(a2)", "addi t1, a0, 32"),
        *("2:", "lw a3, 0(a0)", "lw a4, 0(a1)", "xor a5, a3, a4", "and a5, a5, a2"),
        *("xor a3, a3, a5", "xor a4, a4, a5", "sw a3, 0(a0)", "sw a4, 0(a1)"),
        *("addi a0, a0, 4", "addi a1, a1, 4", "bne a0, t1, 2b", "j 1b"),
    ]


def multiply_least(turn: int) -> list[str]:
    """Montgomery's multiplication in memory, a limb of b at a time: a's row, and the modulus',
    which clears the lowest limb. a6 is the carry of the first, a7 what both carry beyond the
    highest limb."""
    return [
        *("6:", "mv t2, a0", "mv t3, a2", "mv t4, a1", "mv t5, a3", "li a5, 0", "li a7, 0"),
        *("addi a0, sp, 32", "2:", "addi a0, a0, -4", "sw a5, 0(a0)", "bne a0, sp, 2b"),
        *("3:", "lw t6, 0(t3)", "addi t3, t3, 4", "mv a1, t4", f"call {ROW}", "mv a6, a3"),
        *("addi a0, a0, -32", "lw a2, 0(a0)", "lw a5, 32(t5)", "mv a1, t5", "mul t6, a2, a5"),
        *(f"call {ROW}", "add a3, a3, a6", "sltu a5, a3, a6", "add a3, a3, a7", "sltu a7, a3, a7"),
        *("add a7, a7, a5", "sw a3, 0(a0)", "addi a0, a0, -28", "addi a1, sp, 32"),
        *("bne a0, a1, 3b", "mv a0, t2", "mv a2, t5", "mv a3, t5", "j 5b"),
        *row_least(turn),
    ]


def row_least(turn: int) -> list[str]:
    """The number at a1 times t6, added to that at a0, so many limbs a turn; the carry to a3."""
    lines = [f"{ROW}:", "addi t1, a1, 32", "li a3, 0", "2:"]
    for i in range(0, 4 * turn, 4):
        lines += [f"lw a5, {i}(a1)", f"lw a2, {i}(a0)", "mul a4, a5, t6", "mulhu a5, a5, t6"]
        lines += ["add a4, a4, a3", "sltu a3, a4, a3", "add a3, a3, a5", "add a4, a4, a2"]
        lines += ["sltu a2, a4, a2", f"sw a4, {i}(a0)", "add a3, a3, a2"]
    lines += [f"addi {name}, {name}, {4 * turn}" for name in ("a0", "a1")]
    return [*lines, "bne a1, t1, 2b", "ret"]


def multiply(prime: Prime | None) -> list[str]:
    """The same with the number in registers: s0 is where b goes on, a1 what is carried beyond the
    highest limb."""
    lines = ["6:", f"sw a0, {RESULT}(sp)", f"sw a1, {FACTOR}(sp)", f"sw a3, {MODULUS}(sp)"]
    lines += ["mv s0, a2", "addi a2, a2, 32", f"sw a2, {ENDS}(sp)", "li a1, 0"]
    lines += [f"li {limb}, 0" for limb in LIMBS]
    lines += ["3:", "lw a6, 0(s0)", "addi s0, s0, 4", f"lw a0, {FACTOR}(sp)", f"call {ROW}"]
    lines += [f"lw a0, {MODULUS}(sp)", *(["lw a5, 8(a0)"] if prime else []), "lw a4, 32(a0)"]
    lines += [*(["addi a5, a5, 1"] if prime else []), "mul a6, t0, a4"]
    lines += [*(["beqz a5, 4f"] if prime else []), f"sw a3, {CARRY}(sp)", f"call {ROW}"]
    lines += [f"lw a5, {CARRY}(sp)"]
    lines += [f"mv {low}, {high}" for low, high in itertools.pairwise(LIMBS)]
    lines += ["2:", "add a5, a5, a3", "sltu a3, a5, a3", "add a7, a5, a1", "sltu a1, a7, a1"]
    lines += ["add a1, a1, a3", f"lw a5, {ENDS}(sp)", "bne s0, a5, 3b"]
    lines += [f"sw {limb}, {4 * i}(sp)" for i, limb in enumerate(LIMBS)]
    lines += ["mv a7, a1", "mv a1, sp", f"lw a2, {MODULUS}(sp)", "mv a3, a2"]
    lines += [f"lw a0, {RESULT}(sp)", "j 5b"]
    lines += ["4:", *prime.reduce(), "j 2b"] if prime else []
    return [*lines, *row()]


def row() -> list[str]:
    """The number at a0 times a6, added to that in registers; the carry to a3."""
    lines = [f"{ROW}:", "lw a5, 0(a0)"]
    carry, high = "a2", "a3"
    for i, limb in enumerate(LIMBS):
        into = carry if i == 0 else high
        lines += ["mul a4, a5, a6", f"mulhu {into}, a5, a6"]
        if i < 7:
            lines.append(f"lw a5, {4 * i + 4}(a0)")
        if i > 0:
            lines += [f"add a4, a4, {carry}", f"sltu {carry}, a4, {carry}"]
            lines += [f"add {high}, {high}, {carry}"]
        lines += [f"add {limb}, {limb}, a4", f"sltu a4, {limb}, a4", f"add {into}, {into}, a4"]
        if i > 0:
            carry, high = high, carry
    return [*lines, "ret"]


def reduce_p256() -> list[str]:
    """t + q p for its lowest limb q, which that clears; q p is q 2^96 + q 2^192 + q 2^256, less
    q 2^224 and q. The others move down, and a5 is what goes above them."""
    return [
        *("mv t0, t1", "mv t1, t2", "add t2, t3, a6", "sltu a5, t2, a6"),
        *("add t3, t4, a5", "sltu a5, t3, a5", "add t4, t5, a5", "sltu a5, t4, a5"),
        *("add t5, t6, a5", "sltu a5, t5, a5", "add t5, t5, a6", "sltu a4, t5, a6"),
        *("add a5, a5, a4", "add a7, a7, a5", "sltu a5, a7, a5", "sltu a4, a7, a6"),
        *("sub t6, a7, a6", "add a5, a5, a6", "sub a5, a5, a4"),
    ]


def reduce_k256() -> list[str]:
    """The same for 2^256 - 2^32 - 977: q 2^256, less q 2^32 and 977 q, whose lowest limb is t's."""
    lines = ["li a5, 977", "mulhu a5, a5, a6", "add a5, a5, a6", "sltu a4, a5, a6"]
    lines += ["sltu a2, t1, a5", "sub t0, t1, a5", "add a4, a4, a2"]
    borrow, next_borrow = "a4", "a5"
    for low, high in itertools.pairwise(LIMBS[1:]):
        lines += [f"sltu {next_borrow}, {high}, {borrow}", f"sub {low}, {high}, {borrow}"]
        borrow, next_borrow = next_borrow, borrow
    return [*lines, f"sub a5, a6, {borrow}"]


PRIMES = {
    "p256": Prime(reduce_p256, back_p256),
    "k256": Prime(reduce_k256),
}


def compact_run(prime: Prime | None, least: bool = False) -> list[str]:
    """All that runs operations; without a prime, one multiplication serves every modulus."""
    return [
        *save(80, SAVED),
        *(f"sw a0, {MACHINE}(sp)", "mv s1, a1"),
        *operands(),
        *subtract(prime, 1 if least else 2),
        *exchange(),
        *(multiply_least(2) if least else multiply(prime)),
        *("9:", "mv a0, s1"),
        *restore(80, SAVED),
    ]


def compact_reverse() -> list[str]:
    return [
        *("li a5, 32", "bgeu a5, a2, 1f", "mv a2, a5", "1:", "add a1, a1, a2"),
        *("2:", "li a4, 0", "beqz a2, 3f", "addi a2, a2, -1", "addi a1, a1, -1", "lbu a4, 0(a1)"),
        *("3:", "sb a4, 0(a0)", "addi a0, a0, 1", "addi a5, a5, -1", "bnez a5, 2b", "ret"),
    ]


# Of compact_perform: s0 is the machine, s1 where the program goes on, s2 the object of the programs
# that others call; of a multiplication of points s3 counts digits, s4 is which one, s5 whether the
# last ones of both scalars differed, s6 whether this one is negative, a mask. The constants are on
# the stack.
CONSTANTS = 0
KEPT = {"ra": 44, "s0": 40, "s1": 36, "s2": 32, "s3": 28, "s4": 24, "s5": 20, "s6": 16}


def tasks() -> list[str]:
    """The kind goes to a4, the operand to a3, the register to a0."""
    return [
        # At 2 a program begins, at 1 it goes on.
        *("1:", "mv a1, s1", "2:", f"call {GO_ON}", "mv s1, a0", "lhu a5, -2(a0)"),
        *("andi a0, a5, 480", "add a0, a0, s0", "addi a0, a0, 32", "slli a3, a5, 21"),
        *("srli a3, a3, 21", "srli a4, a5, 11"),
        *("addi a4, a4, -2", "bltz a4, 40f", "beqz a4, 42f", "addi a4, a4, -1", "beqz a4, 43f"),
        *("addi a4, a4, -1", "beqz a4, 44f", "addi a4, a4, -1", "beqz a4, 45f"),
        *("addi a4, a4, -1", "beqz a4, 46f", "addi a4, a4, -1", "beqz a4, 47f"),
        *("addi a4, a4, -1", "beqz a4, 48f", "3:", "mv a0, a5", "4:"),
        *restore(48, KEPT),
        # CHECK.
        *("43:", "lhu a5, 0(s1)", "addi s1, s1, 2", "lw a4, 8(s0)", "and a4, a4, a3"),
        *("andi a4, a4, 3", "srli a3, a3, 2", "bne a4, a3, 3b", "j 1b"),
        # SKIP.
        *("44:", "lw a4, 8(s0)", "andi a4, a4, 3", "beqz a4, 1b", "slli a3, a3, 1"),
        *("add s1, s1, a3", "j 1b"),
        # MODULUS, where it is in the constants.
        *("45:", f"lw a4, {CONSTANTS}(sp)", "slli a3, a3, 2", "add a3, a3, a4", "sw a3, 0(s0)"),
        "j 1b",
        # CALL.
        *("46:", "slli a3, a3, 1", "add a1, a3, s2", "mv a2, s2", f"lw a3, {CONSTANTS}(sp)"),
        *("mv a0, s0", "call %2", "lui a5, 6", "bne a0, a5, 4b", "j 1b"),
        # SET.
        *("42:", "addi a4, a0, 32", "li a2, 0", "2:", "addi a4, a4, -4", "sw a2, 0(a4)"),
        *("bne a4, a0, 2b", "srli a4, a3, 9", "bnez a4, 2f", "lui a4, 0x80000", "2:"),
        *("andi a3, a3, 28", "add a0, a0, a3", "sw a4, 0(a0)", "j 1b"),
        # LOAD and STORE; the third string has a length.
        *("40:", "andi a2, a5, 12", "add a1, a2, s0", "lw a1, 12(a1)", "andi a5, a5, 16"),
        *("slli a5, a5, 1", "add a1, a1, a5", "addi a4, a4, 1", "bnez a4, 2f", "mv a4, a0"),
        *("mv a0, a1", "mv a1, a4", "j 3f"),
        *("2:", "addi a2, a2, -12", "bnez a2, 3f", "lw a2, 28(s0)", "j 4f"),
        *("3:", "li a2, -1", "4:", "call %1", "j 1b"),
    ]


def call() -> list[str]:
    """Subroutine: the program at a1 among those that others call."""
    return [f"{CALL}:", "add a1, a1, s2", f"{GO_ON}:", "mv a0, s0", "j %0"]


def invert(at: dict[str, int]) -> list[str]:
    """The task: Fermat's exponentiation."""
    return [
        *("48:", "li s4, 255"),
        *("2:", "addi s4, s4, -1", "bltz s4, 1b", f"li a1, {at['square']}", f"call {CALL}"),
        *("mv a0, s4", f"call {DIGIT}", "beqz a0, 2b", f"li a1, {at['times']}"),
        *(f"call {CALL}", "j 2b"),
    ]


def digit() -> list[str]:
    """Subroutine: the bit of E at the index in a0."""
    return [
        *(f"{DIGIT}:", "srli a5, a0, 3", "add a5, a5, s0", "lbu a5, 256(a5)", "andi a0, a0, 7"),
        *("srl a0, a5, a0", "andi a0, a0, 1", "ret"),
    ]


def digits(at: dict[str, int]) -> list[str]:
    """The task: the multiplication of points."""
    return [
        *("47:", "mv s3, a3", "li s4, 256", "li s5, 0"),
        *("2:", "beq s3, s4, 3f", f"li a1, {at['twice']}", f"call {CALL}"),
        *("addi s4, s4, -1", "j 2b"),
        *("3:", f"li a1, {at['table']}", f"call {CALL}"),
        *("2:", "beqz s4, 1b", "addi s4, s4, -1", "mv a0, s4", f"call {DIGIT}", "mv s6, a0"),
        *("add a0, s4, s3", f"call {DIGIT}", "xor a0, a0, s6", "xor a4, a0, s5", "mv s5, a0"),
        *("neg a4, a4", "sw a4, 4(s0)", "addi s6, s6, -1", f"li a1, {at['choose']}"),
        *("3:", f"call {CALL}", "sw s6, 4(s0)", "lw a0, 8(s0)", f"li a1, {at['begin']}"),
        *("andi a0, a0, 16", "beqz a0, 4f", f"li a1, {at['compare']}", f"call {CALL}"),
        *("lw a0, 8(s0)", f"li a1, {at['add']}", "andi a5, a0, 12", "bnez a5, 4f"),
        *("andi a0, a0, 3", "bnez a0, 2b", f"li a1, {at['twice']}", f"call {CALL}", "not s6, s6"),
        *(f"li a1, {at['scale']}", "j 3b", "4:", f"call {CALL}", "j 2b"),
    ]


def compact_perform(a_zero: bool) -> list[str]:
    at = {name: 2 * word for name, word in places(a_zero).items()}
    return [
        *save(48, KEPT),
        *(f"sw a3, {CONSTANTS}(sp)", "mv s0, a0", "mv s2, a2", "j 2f"),
        *tasks(),
        *invert(at),
        *digits(at),
        *digit(),
        *call(),
    ]
