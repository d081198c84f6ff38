# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv6-M: programs of sixteen bits an operation, on
registers of eight limbs.

r7 is where the program goes on; on the stack are the machine's address and the borrows.
An operation begins with r, a and b in r0, r1 and r2, the modulus in r3.
"""

from tools.kernels.armv6m.words import add_row, mul_halves, start, words
from tools.kernels.thumb import Thumb, listed


def fetch(t: Thumb) -> Thumb:
    """An operation, and what its operands are; returns with these in registers. `limit` is where
    constants begin, which are those from 13 on."""
    t = t.part(program="r7")
    t("1:")
    t.at("op", "r6", "ldrh $op, [$program]", "adds $program, #2")
    t.at("machine", "r5", "ldr $machine, [sp]")
    t.at("m", "r3", "ldmia $machine!, {$m}", "adds $machine, #28")
    t.rename("machine", "base")
    t.at("x", "r4", "movs $x, #15", "lsls $x, $x, #5")
    t.at("r", "r0", "mov $r, $op", "ands $r, $x", "adds $r, $base")
    t.at("a", "r1", "lsrs $a, $op, #4", "ands $a, $x", "adds $a, $base")
    t.at("b", "r2", "lsls $b, $op, #5", "ands $b, $x")
    t("subs $x, #64")
    t.rename("x", "limit")
    t("cmp $b, $limit", "bhs 3f", "adds $b, $base", "4:")
    return t


def constant(t: Thumb) -> None:
    t = t.part(b="r2", m="r3", limit="r4")
    t("3:", "adds $b, $m", "subs $b, $b, $limit", "subs $b, #32", "b 4b")


def difference(t: Thumb) -> None:
    """a - b, two limbs a turn, to r, and where that borrows a mask in r5."""
    for i in range(0, 8, 2):
        v, w = words("v", 2, i), words("w", 2, i)
        t.at(v, "r3 r4", f"ldmia $a!, {listed(v)}")
        t.at(w, "r5 r6", f"ldmia $b!, {listed(w)}")
        t(f"sbcs ${v[0]}, ${w[0]}" if i else f"subs ${v[0]}, ${v[0]}, ${w[0]}")
        t(f"sbcs ${v[1]}, ${w[1]}", f"stmia $r!, {listed(v)}")
        t.drop(*v, *w)
    t.at("mask", "r5", "sbcs $mask, $mask")


def subtract(t: Thumb) -> None:
    """a - b, and the modulus back where that borrows, two limbs a turn; r10 ends that loop, and c
    holds the carry between turns. Keeps r7, r9 and r11; r8 is the borrow, as a mask."""
    t = t.part(r="r0", a="r1", b="r2", m="r3")
    t("5:")
    t.move("m", "r8")
    difference(t)
    t.move("m", "r1")
    t.at("borrow", "r8", "mov $borrow, $mask")
    t.at("end", "r10", "mov $end, $r")
    t("subs $r, #32")
    t.at("c", "r6", "movs $c, #0", "2:", "lsrs $c, $c, #1")
    t.at("x y", "r2 r3", "ldr $x, [$r]", "ldr $y, [$r, #4]")
    t.at("z w", "r4 r6", "ldmia $m!, {$z, $w}", "ands $z, $mask", "ands $w, $mask")
    t("adcs $x, $z", "adcs $y, $w", "stmia $r!, {$x, $y}")
    t.at("c", "r6", "movs $c, #0", "adcs $c, $c", "cmp $r, $end", "bne 2b", "bx lr")


def compact_sub() -> list[str]:
    """The subtraction alone, which returns the borrow."""
    t = start(borrow="r8")
    t("push {r4, r5, r6, lr}", "mov r4, r8", "mov r5, r10", "push {r4, r5}", "bl 5f")
    t.at("x", "r0", "mov $x, $borrow", "rsbs $x, $x, #0")
    t("pop {r4, r5}", "mov r8, r4", "mov r10, r5", "pop {r4, r5, r6, pc}")
    subtract(t)
    return t.lines


def exchange(t: Thumb) -> None:
    t = t.part(r="r0", a="r1")
    t("8:")
    t.at("machine", "r6", "ldr $machine, [sp]")
    t.at("mask", "r6", "ldr $mask, [$machine, #4]")
    t.at("count", "r5", "movs $count, #8", "2:")
    t.at("x y", "r2 r3", "ldr $x, [$r]", "ldr $y, [$a]")
    t.at("z", "r4", "mov $z, $x", "eors $z, $y", "ands $z, $mask", "eors $x, $z", "eors $y, $z")
    t("stmia $r!, {$x}", "stmia $a!, {$y}", "subs $count, #1", "bne 2b", "b 1b")


def multiply(t: Thumb) -> None:
    """Montgomery's multiplication, a limb of b at a time: a's row, and the modulus', which clears
    the lowest limb, and whose carry takes its place. These carries are added at the end, as the
    subtraction of what they leave of the modulus. `begin` is where both rows begin, r10 keeps the
    program. On the stack: sixteen limbs, r, a, where b goes on, the modulus."""
    t = t.part(r="r0", a="r1", b="r2", m="r3", program="r7")
    t("6:", "push {$r, $a, $b, $m}", "sub sp, #64")
    t.move("program", "r10")
    t.at("to", "r0", "mov $to, sp")
    t.at("begin", "r11", "mov $begin, $to")
    zeros = words("zero", 4)
    t.at(zeros, "r4 r5 r6 r7", *(f"movs ${name}, #0" for name in zeros))
    t(*2 * [f"stmia $to!, {listed(zeros)}"], "4:")
    t = t.part(begin="r11", program="r10")
    t.at("b", "r3", "ldr $b, [sp, #72]")
    t.at("bi", "r2", "ldmia $b!, {$bi}", "str $b, [sp, #72]")
    t.at("to", "r0", "mov $to, $begin")
    t.at("a", "r1", "ldr $a, [sp, #68]", "bl 7f")
    t.at("c", "r2", "str $c, [$to]", "mov $to, $begin")
    t.at("m", "r1", "ldr $m, [sp, #76]")
    # What clears the lowest limb, by the inverse behind the modulus.
    t.at("q", "r2", "ldr $q, [$m, #32]")
    t.at("t0", "r3", "ldr $t0, [$to]", "muls $q, $t0", "bl 7f")
    t.at("c", "r2")
    t("mov $to, $begin", "stmia $to!, {$c}", "mov $begin, $to")
    t.at("end", "r1", "add $end, sp, #32", "cmp $to, $end", "bne 4b")
    t.move("program", "r7")
    t.at("r", "r0", "mov $r, sp")
    t.at("b", "r2", "mov $b, sp")
    t.at("a", "r1", "ldr $a, [sp, #76]")
    t.at("m", "r3", "mov $m, $a", "bl 5b")
    t("mov $b, sp", "add $a, sp, #32", "ldr $r, [sp, #64]", "ldr $m, [sp, #76]", "bl 5b")
    t("add sp, #80", "b 1b")


def row(t: Thumb) -> None:
    """The number at a times a limb b, added to that at r; the carry to r2. r8 and r9 are the factor
    in halves, r12 is where the number ends."""
    t = t.part(r="r0", a="r1", b="r2")
    t("7:")
    t.at("end", "r3", "mov $end, $a", "adds $end, #32")
    t.move("end", "r12")
    t.at("bl", "r3", "uxth $bl, $b")
    t.move("bl", "r8")
    t.at("bh", "r2", "lsrs $bh, $b, #16")
    t.move("bh", "r9")
    t.at("c", "r2", "movs $c, #0", "2:")
    t.at("ai", "r4", "ldmia $a!, {$ai}")
    mul_halves(t, "ai", ("bl", "bh"), "r3")
    add_row(t)
    t("cmp $a, $end", "bne 2b", "bx lr")


def compact_run_least() -> list[str]:
    """All of it, where one multiplication serves every modulus."""
    t = start(machine="r0", program="r1")
    t("push {r4, r5, r6, r7, lr}", *(f"mov r{4 + i}, r{8 + i}" for i in range(4)))
    t("push {r4, r5, r6, r7}")
    t.move("program", "r7")
    t.at("borrows", "r1", "ldr $borrows, [$machine, #8]", "push {$machine, $borrows}")
    t = fetch(t)
    # The flags tell two bits.
    t("lsls $op, $op, #17", "bcc 9f", "bmi 2f", "b 6f")
    constant(t)
    t = t.part(program="r7")
    t("9:")
    t.move("program", "r5")
    t.at("machine borrows", "r0 r1", "pop {$machine, $borrows}", "str $borrows, [$machine, #8]")
    t.move("program", "r0")
    t("pop {r1, r2, r3, r4}", *(f"mov r{8 + i}, r{1 + i}" for i in range(4)))
    t("pop {r4, r5, r6, r7, pc}")
    t = t.part(op="r6", borrow="r8")
    t("2:", "lsls $op, $op, #1", "bmi 8f", "bl 5f")
    t.at("borrows", "r4", "ldr $borrows, [sp, #4]", "adds $borrows, $borrows, $borrows")
    t.at("x", "r5", "mov $x, $borrow", "subs $borrows, $borrows, $x", "str $borrows, [sp, #4]")
    t("b 1b")
    subtract(t)
    exchange(t)
    multiply(t)
    row(t)
    return t.lines
