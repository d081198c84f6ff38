# SPDX-License-Identifier: MIT
"""The kernels of ARMv6-M for numbers of any modulus."""

from tools.kernels.armv6m.products import (
    FRAME,
    LOWER,
    MIDDLE,
    products_8,
    subroutines,
    words_4_to_7,
    words_4_to_15,
)
from tools.kernels.armv6m.words import (
    RESTORE,
    SAVE,
    add_row,
    low,
    mul_halves,
    start,
    words,
)
from tools.kernels.thumb import Thumb, listed


def mp_mul_8() -> list[str]:
    t = start(r="r0", a="r1", b="r2")
    t(*SAVE, "push {$r, $a, $b}")
    products_8(t, False)
    t("3:")
    join_product(t)
    subroutines(t, False)
    return t.lines


def join_product(t: Thumb) -> None:
    """Karatsuba's sum, to where the frame's end points."""
    t = words_4_to_7(t)
    words_4_to_15(t, f"ldr $to, [sp, #{FRAME}]", "adds $to, #32")
    t("subs $to, #64")
    for first, place in ((0, LOWER), (4, MIDDLE)):
        t.at("from", "r0", f"add $from, sp, #{place}")
        t.at(words("t", 4, first), low(0, 1, 2, 3), f"ldmia $from, {listed(words('t', 4, first))}")
        t(f"stmia $to!, {listed(words('t', 4, first))}")
    t(f"add sp, #{FRAME + 12}", *RESTORE)


def mp_mul_add_limb() -> list[str]:
    """r8 and r9 are the factor in halves, c carries, r12 is where a ends."""
    t = start(r="r0", a="r1", b="r2", n="r3")
    t("push {r4, r5, r6, r7, lr}", "mov r6, r8", "mov r7, r9", "push {r6, r7}")
    t("lsls $n, $n, #2", "adds $n, $n, $a")
    t.rename("n", "end")
    t.move("end", "r12")
    t.at("bl", "r3", "uxth $bl, $b")
    t.move("bl", "r8")
    t.at("bh", "r2", "lsrs $bh, $b, #16")
    t.move("bh", "r9")
    t.at("c", "r2", "movs $c, #0")
    t("1:")
    t.at("x", "r4", "ldmia $a!, {$x}")
    mul_halves(t, "x", ("bl", "bh"), "r3")
    add_row(t)
    t("cmp $a, $end", "bne 1b", "mov r0, $c")
    t("pop {r6, r7}", "mov r8, r6", "mov r9, r7", "pop {r4, r5, r6, r7, pc}")
    return t.lines


def mp_lookup() -> list[str]:
    """What a mask leaves is added up, since registers beyond the eighth add, but know no other
    operation. On the stack: index + 1, the bytes of an entry less the 32 that a turn reads, the
    table's end, the offset of these 32, r and the table."""
    t = start(r="r0", table="r1", entries="r2", index="r3")
    sums = words("s", 8)
    t(*SAVE)
    t.at("step", "r4", "ldr $step, [sp, #36]", "lsls $step, $step, #2", "muls $entries, $step")
    t.at("end", "r5", "adds $end, $entries, $table")
    t("subs $step, #32", "adds $index, #1")
    t.rename("index", "left")
    t.at("stride", "lr", "mov $stride, $step")
    t.at("offset", "r6", "movs $offset, #0")
    t("push {$r, $table}", "push {$left, $step, $end, $offset}", "1:")
    t = t.part(stride="lr")
    t.at("entry", "r1", "ldr $entry, [sp, #20]")
    t.at("offset", "r0", "ldr $offset, [sp, #12]", "adds $entry, $entry, $offset")
    t.at("left", "r0", "ldr $left, [sp]")
    t.move("left", "r12")
    t.at(sums[:4], low(4, 5, 6, 7), *(f"movs ${name}, #0" for name in sums[:4]))
    for i in range(4, 8):
        t.at(f"s{i}", f"r{4 + i}", f"mov $s{i}, $s0")
    t("2:")
    t.at("x", "r0", "mov $x, $left", "subs $x, #1", "mov $left, $x")
    t.at("mask", "r0", "rsbs $mask, $x, #0", "sbcs $mask, $mask")
    for i in range(0, 8, 2):
        t.at("x y", "r2 r3", "ldmia $entry!, {$x, $y}", "bics $x, $mask", "bics $y, $mask")
        t(f"add $s{i}, $x", f"add $s{i + 1}, $y")
    t("add $entry, $stride")
    t.at("end", "r2", "ldr $end, [sp, #8]", "cmp $entry, $end", "blo 2b")
    t.at("r", "r0", "ldr $r, [sp, #16]")
    t.at("offset", "r1", "ldr $offset, [sp, #12]", "adds $r, $r, $offset")
    t(f"stmia $r!, {listed(sums[:4])}")
    for i in range(4):
        t.move(f"s{4 + i}", f"r{4 + i}")
    t(f"stmia $r!, {listed(sums[4:])}")
    # The last turn reads the last 32 bytes, whether or not others have been there.
    t.at("step", "r2", "ldr $step, [sp, #4]", "cmp $offset, $step", "beq 4f", "adds $offset, #32")
    t("cmp $offset, $step", "bls 3f", "mov $offset, $step")
    t("3:", "str $offset, [sp, #12]", "b 1b", "4:", "add sp, #24")
    t(*RESTORE)
    return t.lines


def division_step(t: Thumb) -> None:
    """The matrix's rows are u, v and q, r. The multipliers are 1, 0 or -1 of `odd` and 1 or 0 of
    `swap`."""
    t.at("odd", "r4", "lsls $odd, $g, #31", "asrs $odd, $odd, #31")
    t.at("swap", "r5", "mov $swap, $odd")
    t.at("x", "r6", "asrs $x, $delta, #31", "bics $swap, $x", "eors $delta, $swap")
    t("adds $delta, #1", "lsrs $odd, $odd, #31", "orrs $odd, $swap", "lsrs $swap, $swap, #31")
    for x, y in (("f", "g"), ("u", "q"), ("v", "r")):
        t(f"mov $x, ${x}", "muls $x, $odd", f"add ${y}, $x")
        t(f"mov $x, ${y}", "muls $x, $swap", f"add ${x}, $x")
    t("lsrs $g, $g, #1", "add $u, $u", "add $v, $v")


def mp_find_steps() -> list[str]:
    t = start(t="r0", delta="r1", f="r2", g="r3")
    t(*SAVE)
    t.move("t", "r12")
    t.at("zero", "r7", "movs $zero, #0")
    t.at("v", "r9", "mov $v, $zero")
    t.at("q", "r10", "mov $q, $zero")
    t.at("ones", "r6", "mvns $ones, $zero")
    t.at("u", "r8", "mov $u, $ones")
    t.at("r", "r11", "mov $r, $ones")
    t.at("count", "r7", "movs $count, #16", "b 2f", "1:")
    division_step(t)
    t("2:")
    division_step(t)
    t("subs $count, #1", "bne 1b")
    t.move("t", "r0")
    for i, name in enumerate("uvqr"):
        t.move(name, f"r{4 + i}")
    t("stmia $t!, {$u, $v, $q, $r}", "mov r0, $delta")
    t(*RESTORE)
    return t.lines


def multiply_add(t: Thumb, limb: str, mask: str, factor: str) -> None:
    """c and d more by the limb in r4, complemented by the mask, times a factor in halves."""
    t.at("mask", "r7", f"ldr $mask, {mask}", f"eors ${limb}, $mask")
    mul_halves(t, limb, (f"{factor}l", f"{factor}h"), "r0")
    t("adds $c, $c, $lo", "adcs $d, $hi")


def mp_combine(shift: bool) -> list[str]:
    """Signs of factors go to their numbers as complements, whose ones the carry begins with. It
    stays below the sum of the factors' sizes. On the stack: masks, where a ends, the limb
    before, and how far its place is from a; r8 to r11 are the factors in halves, r12 and lr how
    far b and r are from a."""
    t = start(r="r0", a="r1", b="r2", t="r3")
    t(*SAVE)
    t.at("end", "r4", "ldr $end, [sp, #36]", "lsls $end, $end, #2", "adds $end, $end, $a")
    t("sub sp, #20", "str $end, [sp, #8]", "subs $b, $b, $a")
    t.rename("b", "to_b")
    t.move("to_b", "r12")
    t.at("x", "r0", "subs $x, $r, $a")
    t.at("to_r", "lr", "mov $to_r, $x")
    if shift:
        t("subs $x, #4", "str $x, [sp, #16]")
    t.at("s u", "r4 r5", "ldmia $t!, {$s, $u}")
    t.at("c", "r2", "movs $c, #0")
    for factor, place, halves in (("s", 0, ("r8", "r9")), ("u", 4, ("r10", "r11"))):
        t.at("mask", "r6", f"asrs $mask, ${factor}, #31", f"str $mask, [sp, #{place}]")
        t(f"eors ${factor}, $mask", f"subs ${factor}, ${factor}, $mask")
        t(f"ands $mask, ${factor}", "adds $c, $c, $mask")
        t.at(f"{factor}l", "r6", f"uxth ${factor}l, ${factor}")
        t.move(f"{factor}l", halves[0])
        t.at(f"{factor}h", "r6", f"lsrs ${factor}h, ${factor}, #16")
        t.move(f"{factor}h", halves[1])
    t("1:")
    t.at("d", "r3", "movs $d, #0")
    t.at("ai", "r4", "ldr $ai, [$a]")
    multiply_add(t, "ai", "[sp, #0]", "s")
    t.at("x", "r7", "mov $x, $to_b")
    t.at("bi", "r4", "ldr $bi, [$a, $x]")
    multiply_add(t, "bi", "[sp, #4]", "u")
    if shift:
        # What the first limb leaves at r[0] the second replaces.
        t.at("before", "r7", "ldr $before, [sp, #12]", "lsrs $before, $before, #31")
        t("str $c, [sp, #12]", "lsls $c, $c, #1", "orrs $c, $before")
        t.at("x", "r7", "mov $x, $to_r", "str $c, [$a, $x]", "ldr $x, [sp, #16]", "mov $to_r, $x")
    else:
        t.at("x", "r7", "mov $x, $to_r", "str $c, [$a, $x]")
    t("mov $c, $d", "adds $a, #4")
    t.at("end", "r7", "ldr $end, [sp, #8]", "cmp $a, $end", "bne 1b")
    if shift:
        t.at("before", "r2", "ldr $before, [sp, #12]", "asrs $before, $before, #31")
        t.at("x", "r7", "mov $x, $to_r", "str $before, [$a, $x]")
    t("add sp, #20")
    t(*RESTORE)
    return t.lines


def mp_double_mod() -> list[str]:
    """Doubled and less m, then m by a mask. A carry that waits for the next limb does so less 1:
    c is that of the double, d that of the difference."""
    t = start(r="r0", m="r1", bit="r2", n="r3")
    t("push {$r, $m, r4, r5, r6, r7, lr}")
    t.at("end", "r7", "lsls $end, $n, #2", "adds $end, $end, $r")
    t("subs $bit, #1")
    t.rename("bit", "c")
    t.at("d", "r3", "movs $d, #0")
    t("1:")
    t.at("x", "r4", "ldr $x, [$r]")
    t("rsbs $c, $c, #0", "adcs $x, $x", "sbcs $c, $c")
    t.at("y", "r5", "ldmia $m!, {$y}")
    t("rsbs $d, $d, #0", "sbcs $x, $y", "sbcs $d, $d", "stmia $r!, {$x}", "cmp $r, $end", "bne 1b")
    t("ands $c, $d")
    t.rename("c", "mask")
    t("ldr $r, [sp]", "ldr $m, [sp, #4]", "movs $d, #0", "mvns $d, $d")
    t("2:", "ldr $x, [$r]", "ldmia $m!, {$y}", "ands $y, $mask", "rsbs $d, $d, #0", "adcs $x, $y")
    t("sbcs $d, $d", "stmia $r!, {$x}", "cmp $r, $end", "bne 2b")
    t("pop {r0, r1, r4, r5, r6, r7, pc}")
    return t.lines
