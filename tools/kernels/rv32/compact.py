# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for RV32IM: programs of sixteen bits an operation, on
registers of eight limbs.

`program` is where the program goes on. An operation begins with r, a and b in a0, a1 and a2, and
the modulus m in a3. Registers are given out by hand: those that compressed instructions name hold
what loops work on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import ALL

# The frame: two times eight limbs of a product, or eight and what a multiplication keeps; the
# machine; registers of C.
LIMBS = [f"p{i}" for i in range(8)]
IN_REGISTERS = [*(f"t{i}" for i in range(7)), "a7"]
MODULUS, FACTOR, ENDS, RESULT, CARRY = range(32, 52, 4)
MACHINE = 64
SAVED = {"s1": 68, "s0": 72, "ra": 76}

# A subroutine; a linker shortens calls of names.
ROW = ".Lwhit_compact_row"


@dataclass(frozen=True)
class Prime:
    """One that has a reduction of its own, which moves limbs down, and maybe one by which it is
    added back; its third limb is all ones, the order's is not."""

    reduce: Callable[[Values], None]
    back: Callable[[Values], None] | None = None


def save(t: Values, frame: int, slots: dict[str, int]) -> None:
    t(f"addi sp, sp, -{frame}", *(f"sw {name}, {at}(sp)" for name, at in slots.items()))


def restore(t: Values, frame: int, slots: dict[str, int]) -> None:
    t(*(f"lw {name}, {at}(sp)" for name, at in slots.items()), f"addi sp, sp, {frame}", "ret")


def operands(t: Values) -> None:
    """The constants are those from 13 on. Signs tell the kind."""
    t("1:")
    t.at("op", "a5", "lh $op, 0($program)", "addi $program, $program, 2", "bgez $op, 9f")
    t.at("machine", "a4", f"lw $machine, {MACHINE}(sp)")
    t.at("m", "a3", "lw $m, 0($machine)", "addi $machine, $machine, 32")
    t.rename("machine", "base")
    t.at("r", "a0", "andi $r, $op, 480", "add $r, $r, $base")
    t.at("a", "a1", "srli $a, $op, 4", "andi $a, $a, 480", "add $a, $a, $base")
    t.at("b", "a2", "slli $b, $op, 28", "srli $b, $b, 23")
    t.at("past", "t0", "addi $past, $b, -416", "add $b, $b, $base", "bltz $past, 2f")
    t("add $b, $m, $past", "addi $b, $b, -32")
    t("2:", "slli $op, $op, 17", "bgez $op, 6f", "slli $op, $op, 1", "bltz $op, 8f")


def forward(t: Values, names: str, turn: int) -> None:
    t(*(f"addi ${name}, ${name}, {4 * turn}" for name in names))


def subtract(t: Values, prime: Prime | None, turn: int) -> None:
    """a - b, and the modulus where that borrows, so many limbs a turn. A multiplication joins at 5,
    with its product less R and that carry in place of a and `above`, and its modulus as b."""
    t = t.part(r="a0", a="a1", b="a2", m="a3")
    t.at("above", "a7", "li $above, 0", "5:")
    t.at("borrow", "a4", "li $borrow, 0")
    t.at("end", "t1", "addi $end, $r, 32", "2:")
    for i in range(0, 4 * turn, 4):
        t.at("w v", "a5 s0", f"lw $w, {i}($b)", f"lw $v, {i}($a)")
        t("add $w, $w, $borrow", "sltu $borrow, $w, $borrow")
        t.at("x", "t0", "sltu $x, $v, $w", "sub $v, $v, $w", f"sw $v, {i}($r)")
        t("add $borrow, $borrow, $x")
    forward(t, "rab", turn)
    t("bne $r, $end, 2b", "sub $borrow, $borrow, $above")
    t.at("machine", "a5", f"lw $machine, {MACHINE}(sp)")
    t.at("borrows", "a2", "lw $borrows, 8($machine)", "slli $borrows, $borrows, 1")
    t("add $borrows, $borrows, $borrow", "sw $borrows, 8($machine)", "addi $r, $r, -32")
    if prime and prime.back:
        t.at("limb", "a5", "lw $limb, 8($m)")
        t.at("v0", "s0", "lw $v0, 0($r)", "addi $limb, $limb, 1", "bnez $limb, 4f")
        prime.back(t)
        t("j 1b", "4:")
        turn = 1
    t.at("mask", "a2", "neg $mask, $borrow")
    t.at("c", "a4", "li $c, 0", "2:")
    for i in range(0, 4 * turn, 4):
        t.at("w v", "a5 s0", f"lw $w, {i}($m)", f"lw $v, {i}($r)")
        t("and $w, $w, $mask", "add $w, $w, $c", "sltu $c, $w, $c", "add $v, $v, $w")
        t.at("x", "t0", "sltu $x, $v, $w", f"sw $v, {i}($r)", "add $c, $c, $x")
    forward(t, "rm", turn)
    t("bne $r, $end, 2b", "j 1b")


def back_p256(t: Values) -> None:
    """The number v at r, of which s0 has the lowest limb, and p times the bit in a4: less that at
    limb 0, and more of it at limbs 3 and 6, and less at 7. c is what a limb carries."""
    t = t.part(r="a0", bit="a4", v0="s0")
    change, other, limb, ahead = "a4", "a5", "s0", "a1"
    for i in range(8):
        c, carried, v = f"c{i}" if i else "bit", f"c{i + 1}", f"v{i}"
        if i < 7:
            t.at(f"v{i + 1}", ahead, f"lw $v{i + 1}, {4 * i + 4}($r)")
        if i == 3:
            t(f"sub ${c}, $bit, ${c}")
        elif i == 6:
            t(f"add ${c}, ${c}, $bit")
        elif i == 7:
            t(f"sub ${c}, ${c}, $bit")
        if i < 3:
            t.at(carried, other, f"sltu ${carried}, ${v}, ${c}", f"sub ${v}, ${v}, ${c}")
        else:
            t(f"add ${v}, ${v}, ${c}")
            if i < 7:
                t.at(carried, other, f"sltu ${carried}, ${v}, ${c}")
        t(f"sw ${v}, {4 * i}($r)")
        change, other = other, change if i else "a2"
        limb, ahead = ahead, limb


def exchange(t: Values) -> None:
    t = t.part(r="a0", a="a1")
    t("8:")
    t.at("machine", "a2", f"lw $machine, {MACHINE}(sp)")
    t.at("mask", "a2", "lw $mask, 4($machine)")
    t.at("end", "t1", "addi $end, $r, 32", "2:")
    t.at("x y", "a3 a4", "lw $x, 0($r)", "lw $y, 0($a)")
    t.at("z", "a5", "xor $z, $x, $y", "and $z, $z, $mask", "xor $x, $x, $z", "xor $y, $y, $z")
    t("sw $x, 0($r)", "sw $y, 0($a)", "addi $r, $r, 4", "addi $a, $a, 4", "bne $r, $end, 2b")
    t("j 1b")


def multiply_least(t: Values, turn: int) -> None:
    """Montgomery's multiplication in memory, a limb of b at a time: a's row, and the modulus',
    which clears the lowest limb. `carry` is that of the first, `above` what both carry beyond the
    highest limb."""
    t = t.part(r="a0", a="a1", b="a2", m="a3")
    t.at("result", "t2", "6:", "mv $result, $r")
    t.at("next", "t3", "mv $next, $b")
    t.at("factor", "t4", "mv $factor, $a")
    t.at("modulus", "t5", "mv $modulus, $m")
    t.at("zero above", "a5 a7", "li $zero, 0", "li $above, 0")
    t.at("to", "a0", "addi $to, sp, 32", "2:", "addi $to, $to, -4", "sw $zero, 0($to)")
    t("bne $to, sp, 2b", "3:")
    kept = {name: t.held[name] for name in ("result", "next", "factor", "modulus", "above", "to")}
    t = t.part(**kept)
    t.at("limb", "t6", "lw $limb, 0($next)", "addi $next, $next, 4")
    t.at("a", "a1", "mv $a, $factor", f"call {ROW}")
    t.at("c", "a3")
    t.at("carry", "a6", "mv $carry, $c", "addi $to, $to, -32")
    t.at("t0", "a2", "lw $t0, 0($to)")
    t.at("inverse", "a5", "lw $inverse, 32($modulus)", "mv $a, $modulus")
    t.at("q", "t6", "mul $q, $t0, $inverse", f"call {ROW}", "add $c, $c, $carry")
    t.at("x", "a5", "sltu $x, $c, $carry", "add $c, $c, $above", "sltu $above, $c, $above")
    t("add $above, $above, $x", "sw $c, 0($to)", "addi $to, $to, -28")
    t.at("a", "a1", "addi $a, sp, 32", "bne $to, $a, 3b")
    t.at("r", "a0", "mv $r, $result")
    t.at("b", "a2", "mv $b, $modulus")
    t.at("m", "a3", "mv $m, $modulus", "j 5b")
    row_least(t.part(to="a0", a="a1", limb="t6"), turn)


def row_least(t: Values, turn: int) -> None:
    """The number at a times a limb, added to that at `to`, so many limbs a turn; the carry to
    a3."""
    t(f"{ROW}:")
    t.at("end", "t1", "addi $end, $a, 32")
    t.at("c", "a3", "li $c, 0", "2:")
    for i in range(0, 4 * turn, 4):
        t.at("ai ti", "a5 a2", f"lw $ai, {i}($a)", f"lw $ti, {i}($to)")
        t.at("lo", "a4", "mul $lo, $ai, $limb")
        t.at("hi", "a5", "mulhu $hi, $ai, $limb")
        t("add $lo, $lo, $c", "sltu $c, $lo, $c", "add $c, $c, $hi", "add $lo, $lo, $ti")
        t.at("x", "a2", "sltu $x, $lo, $ti", f"sw $lo, {i}($to)", "add $c, $c, $x")
    for name in ("to", "a"):
        t(f"addi ${name}, ${name}, {4 * turn}")
    t("bne $a, $end, 2b", "ret")


def multiply(t: Values, prime: Prime | None) -> None:
    """Montgomery's multiplication with the number p in registers: `next` is where b goes on,
    `above` what is carried beyond the highest limb."""
    t = t.part(r="a0", a="a1", b="a2", m="a3")
    t("6:", f"sw $r, {RESULT}(sp)", f"sw $a, {FACTOR}(sp)", f"sw $m, {MODULUS}(sp)")
    t.at("next", "s0", "mv $next, $b", "addi $b, $b, 32", f"sw $b, {ENDS}(sp)")
    t.at("above", "a1", "li $above, 0")
    t.at(LIMBS, IN_REGISTERS, *(f"li ${limb}, 0" for limb in LIMBS))
    t("3:")
    t.at("limb", "a6", "lw $limb, 0($next)", "addi $next, $next, 4")
    t.at("a", "a0", f"lw $a, {FACTOR}(sp)", f"call {ROW}")
    t.at("c", "a3")
    t.at("m", "a0", f"lw $m, {MODULUS}(sp)")
    if prime:
        t.at("third", "a5", "lw $third, 8($m)")
    t.at("inverse", "a4", "lw $inverse, 32($m)")
    t(*(["addi $third, $third, 1"] if prime else []))
    t.at("q", "a6", "mul $q, $p0, $inverse")
    t(*(["beqz $third, 4f"] if prime else []), f"sw $c, {CARRY}(sp)", f"call {ROW}")
    t.at("carry", "a5", f"lw $carry, {CARRY}(sp)")
    t(*(f"mv ${low}, ${high}" for low, high in itertools.pairwise(LIMBS)))
    t("2:", "add $carry, $carry, $c")
    t.at("x", "a3", "sltu $x, $carry, $c")
    t("add $p7, $carry, $above", "sltu $above, $p7, $above", "add $above, $above, $x")
    t.at("end", "a5", f"lw $end, {ENDS}(sp)", "bne $next, $end, 3b")
    t(*(f"sw ${limb}, {4 * i}(sp)" for i, limb in enumerate(LIMBS)))
    t.at("top", "a7", "mv $top, $above")
    t.at("a", "a1", "mv $a, sp")
    t.at("b", "a2", f"lw $b, {MODULUS}(sp)")
    t.drop("m")
    t.at("m", "a3", "mv $m, $b")
    t.at("r", "a0", f"lw $r, {RESULT}(sp)", "j 5b")
    limbs = dict(zip(LIMBS, IN_REGISTERS, strict=True))
    if prime:
        t("4:")
        prime.reduce(t.part(q="a6", **limbs))
        t("j 2b")
    row(t.part(a="a0", limb="a6", **limbs))


def row(t: Values) -> None:
    """The number at a times a limb, added to that in registers; the carry to a3."""
    t.at("ai", "a5", f"{ROW}:", "lw $ai, 0($a)")
    for i, limb in enumerate(LIMBS):
        into = "hi" if i else "c"
        t.at("lo", "a4", "mul $lo, $ai, $limb")
        t.at(into, "a3" if i % 2 else "a2", f"mulhu ${into}, $ai, $limb")
        if i < 7:
            t(f"lw $ai, {4 * i + 4}($a)")
        if i > 0:
            t("add $lo, $lo, $c", "sltu $c, $lo, $c", "add $hi, $hi, $c")
        t(f"add ${limb}, ${limb}, $lo")
        t.at("x", "a4", f"sltu $x, ${limb}, $lo", f"add ${into}, ${into}, $x")
        if i > 0:
            t.drop("c")
            t.rename("hi", "c")
    t("ret")


def reduce_p256(t: Values) -> None:
    """p + q p256 for its lowest limb q, which that clears; q p256 is q 2^96 + q 2^192 + q 2^256,
    less q 2^224 and q. The others move down, and a5 is what goes above them."""
    t("mv $p0, $p1", "mv $p1, $p2", "add $p2, $p3, $q")
    t.at("c", "a5", "sltu $c, $p2, $q")
    for low, high in (("p3", "p4"), ("p4", "p5"), ("p5", "p6")):
        t(f"add ${low}, ${high}, $c", f"sltu $c, ${low}, $c")
    t("add $p5, $p5, $q")
    t.at("x", "a4", "sltu $x, $p5, $q", "add $c, $c, $x", "add $p7, $p7, $c")
    t("sltu $c, $p7, $c", "sltu $x, $p7, $q", "sub $p6, $p7, $q", "add $c, $c, $q")
    t("sub $c, $c, $x")


def reduce_k256(t: Values) -> None:
    """p + q k256, 2^256 - 2^32 - 977: q 2^256, less q 2^32 and 977 q, whose lowest limb is p's."""
    t.at("x", "a5", "li $x, 977", "mulhu $x, $x, $q", "add $x, $x, $q")
    t.at("borrow", "a4", "sltu $borrow, $x, $q")
    t.at("y", "a2", "sltu $y, $p1, $x", "sub $p0, $p1, $x", "add $borrow, $borrow, $y")
    other = "a5"
    for low, high in itertools.pairwise(LIMBS[1:]):
        before = t.held["borrow"]
        t.at("next", other, f"sltu $next, ${high}, $borrow", f"sub ${low}, ${high}, $borrow")
        t.drop("borrow")
        t.rename("next", "borrow")
        other = before
    t.at("carry", "a5", "sub $carry, $q, $borrow")


PRIMES = {
    "p256": Prime(reduce_p256, back_p256),
    "k256": Prime(reduce_k256),
}


def compact_run(prime: Prime | None, least: bool = False) -> list[str]:
    """All that runs operations; without a prime, one multiplication serves every modulus."""
    t = Values(ALL, machine="a0", begin="a1")
    save(t, 80, SAVED)
    t(f"sw $machine, {MACHINE}(sp)")
    t.at("program", "s1", "mv $program, $begin")
    operands(t.part(program="s1"))
    subtract(t, prime, 1 if least else 2)
    exchange(t)
    if least:
        multiply_least(t, 2)
    else:
        multiply(t, prime)
    t("9:", "mv a0, $program")
    restore(t, 80, SAVED)
    return t.lines


def compact_reverse() -> list[str]:
    t = Values(ALL, r="a0", a="a1", length="a2")
    t.at("count", "a5", "li $count, 32", "bgeu $count, $length, 1f", "mv $length, $count")
    t("1:", "add $a, $a, $length")
    t.at("byte", "a4", "2:", "li $byte, 0", "beqz $length, 3f", "addi $length, $length, -1")
    t("addi $a, $a, -1", "lbu $byte, 0($a)", "3:", "sb $byte, 0($r)", "addi $r, $r, 1")
    t("addi $count, $count, -1", "bnez $count, 2b", "ret")
    return t.lines
