# SPDX-License-Identifier: MIT
"""Multi-precision kernels for ARMv7E-M, by the procedure call standard."""

from armv7em_rows import FIXED, row, start_row
from armv7m_mp import passing
from thumb import ALL, KEEP, Thumb, listed


def mp_combine(shift: bool) -> list[str]:
    """Signs of factors go to their numbers as complements, whose ones the carries begin with."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", t="r3")
    t("push {r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take("s", "u", "m", "c", "d", "x", "y", "i", "j", "left")
    t("ldrd $s, $u, [$t]")
    t.rename("t", "k")
    t("ldr $left, [sp, #36]")
    for factor, mask, carry in (("s", "m", "c"), ("u", "k", "d")):
        t(f"asr ${mask}, ${factor}, #31")
        t(f"eor ${factor}, ${factor}, ${mask}")
        t(f"sub ${factor}, ${factor}, ${mask}")
        t(f"and ${carry}, ${factor}, ${mask}")

    def limb(x: str) -> None:
        t("ldr $i, [$a], #4")
        t("ldr $j, [$b], #4")
        t(f"mov ${x}, #0")
        t("eor $i, $i, $m")
        t("eor $j, $j, $k")
        t(f"umaal ${x}, $c, $i, $s")
        t(f"umaal ${x}, $d, $j, $u")

    if shift:
        limb("y")
        t("sub $left, $left, #1")
    t("1:")
    limb("x")
    if shift:
        t("lsr $y, $y, #31")
        t("orr $y, $y, $x, lsl #1")
        t("str $y, [$r], #4")
        t("mov $y, $x")
    else:
        t("str $x, [$r], #4")
    t("subs $left, $left, #1")
    t("bne 1b")
    if shift:
        t("asr $y, $y, #31")
        t("str $y, [$r]")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def add_chosen(t: Thumb, sums: list[str], size: int) -> None:
    """Eight limbs of each entry of this size, from $entry on, times whether it is the wanted one. A
    bit for that goes down past the places that are looked at, and one for the end after it. Three
    loads that follow one another take four cycles, and no register is left for more."""
    for name in sums:
        t(f"mov ${name}, #0")
    t("2:")
    for place in range(2):
        t(f"ubfx $is, $bits, #{place}, #1")
        for i in (0, 3, 6):
            if i < 6:
                t("ldmia $entry!, {$x, $y, $z}")
            else:
                # And past what is left of this entry.
                t(f"ldrd $x, $y, [$entry], #{8 + 4 * (size - 8)}")
            for word, s in zip("xyz", sums[i:], strict=False):
                t(f"mla ${s}, ${word}, $is, ${s}")
    t("lsr $bits, $bits, #2")
    t("cmp $bits, #1")
    t("bne 2b")


def mp_lookup_16() -> list[str]:
    """By halves, the upper one first."""
    t = Thumb(ALL, x="r0", entry="r1", bits="r2", y="r3")
    sums = [f"s{i}" for i in range(8)]
    t("add $entry, $entry, #32")
    t("push {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take(*sums, "z", "is")
    t("sub $entry, $entry, #32")
    t("mov $is, #1")
    t("lsl $y, $is, $y")
    t("lsl $is, $is, $bits")
    t("orr $bits, $y, $is")
    t("str $bits, [sp, #-4]!")
    t("1:")
    add_chosen(t, sums, 16)
    t("ldrd $x, $entry, [sp, #4]")
    t("stmia $x!, " + listed(sums))
    t("mov $y, #0")
    t("ldr $bits, [sp]")
    t("strd $x, $y, [sp, #4]")
    t("cmp $entry, #0")
    t("bne 1b")
    t("add sp, #12")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def mp_lookup_24() -> list[str]:
    """By thirds: where the next one goes and comes from, and how many there are, wait on the
    stack."""
    t = Thumb(ALL, x="r0", entry="r1", bits="r2", y="r3")
    sums = [f"s{i}" for i in range(8)]
    t(f"push {{{KEEP}, lr}}")
    t.take(*sums, "z", "is")
    t("mov $is, #1")
    t("lsl $y, $is, $y")
    t("lsl $is, $is, $bits")
    t("orr $bits, $y, $is")
    t("mov $y, #3")
    t("push {r0, r1, r2, r3}")
    t("1:")
    add_chosen(t, sums, 24)
    t("pop {r0, r1, r2, r3}")
    t("stmia $x!, " + listed(sums))
    t("add $entry, $entry, #32")
    t("sub $y, $y, #1")
    t("push {r0, r1, r2, r3}")
    t("cmp $y, #0")
    t("bne 1b")
    t("add sp, #16")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_mul(n: int) -> list[str]:
    """Four limbs of a at a time, or what is left, times the limbs of b one after the other. What
    stands in a column already comes in as the carry that its row begins with."""
    t = Thumb(ALL, r="r0", a="r1", b="r2")
    t(f"push {{{KEEP}, lr}}")
    for i in range(0, n, 4):
        fixed = FIXED[: min(4, n - i)]
        t.take(*fixed)
        t(f"ldmia $a!, {listed(fixed)}" if len(fixed) > 1 else "ldr $f0, [$a], #4")
        t.take("s")
        for j in range(n):
            t(f"ldr $s, [$b, #{4 * j}]")
            column = i + j
            if j == 0 and i == 0:
                start_row(t, "s", fixed, column)
            elif j == 0:
                t.take(f"t{column}")
                t(f"ldr $t{column}, [$r, #{4 * column}]")
                for k, f in enumerate(fixed, column):
                    t.take(f"t{k + 1}")
                    t(f"mov $t{k + 1}, #0")
                    t(f"umaal $t{k}, $t{k + 1}, $s, ${f}")
            else:
                t.take("c")
                t(f"ldr $c, [$r, #{4 * column}]" if i else "mov $c, #0")
                row(t, "s", fixed, column, "c")
            t(f"str $t{column}, [$r, #{4 * column}]")
            t.drop(f"t{column}")
        for k in range(i + n, i + n + len(fixed)):
            t(f"str $t{k}, [$r, #{4 * k}]")
            t.drop(f"t{k}")
        t.drop("s", *fixed)
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_mul_add_limb() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3", c="lr")
    passing(t, "r", "a", ["mov $c, #0"], lambda x, y: [f"umaal {x}, $c, {y}, $b"])
    t("mov r0, $c")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
