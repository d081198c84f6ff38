# SPDX-License-Identifier: MIT
"""Choices by secrets among numbers modulo 2^255 - 19, for ARMv7E-M."""

from tools.kernels.thumb import ALL, KEEP, LEAF, Thumb, listed


def field_select_two() -> list[str]:
    """By what a subtraction that carries or does not leaves for SEL."""
    t = Thumb(LEAF, r="r0", a="r1", bit="r2")
    t("rsb $bit, $bit, #0")
    t("uadd8 $bit, $bit, $bit")
    t.drop("bit")
    rs, xs = [f"r{i}" for i in range(5)], [f"x{i}" for i in range(5)]
    for count in (5, 5, 5, 1):
        t.take(*rs[:count], *xs[:count])
        if count > 1:
            t(f"ldmia $r, {listed(rs[:count])}")
            t(f"ldmia $a!, {listed(xs[:count])}")
        else:
            t("ldr $r0, [$r]")
            t("ldr $x0, [$a]")
        for r, x in zip(rs[:count], xs[:count], strict=True):
            t(f"sel ${r}, ${x}, ${r}")
        t(f"stmia $r!, {listed(rs[:count])}" if count > 1 else "str $r0, [$r]")
        t.drop(*rs[:count], *xs[:count])
    t("bx lr")
    return t.lines


def lookup_prepared() -> list[str]:
    """Eight words of each entry at a time: the lower halves of the first two numbers, the upper
    ones, and the third number. They are those of the first entry until SEL takes another's in
    their place: `bits` has a bit in each byte that additions carry out when its turn comes. In the
    same way `mode` lets the first two change places; its lowest byte counts by 16 besides."""
    t = Thumb(ALL, r="r0", entry="r1", index="r2", negative="r3", ones="r12")
    t("mov $ones, #0x80808080")
    t("lsr $index, $ones, $index")
    t("mul $negative, $ones, $negative")
    t("uadd8 $index, $index, $index")
    t(f"push {{$r, $index, $negative, {KEEP}, lr}}")
    t.drop("r", "index", "negative", "ones")
    t.take("other", "bits", "x", "y", "z")
    t("add $other, $entry, #32")
    sums = [f"s{i}" for i in range(8)]
    t.take(*sums)
    t("1:")
    t("ldr $bits, [sp, #4]")
    for entry in range(8):
        words = [
            f"[${'entry' if i < 4 else 'other'}, #{96 * entry + 4 * (i % 4)}]" for i in range(8)
        ]
        if entry == 0:
            for s, word in zip(sums, words, strict=True):
                t(f"ldr ${s}, {word}")
            continue
        t("uadd8 $bits, $bits, $bits")
        for group in (range(3), range(3, 6), range(6, 8)):
            for i, name in zip(group, "xyz", strict=False):
                t(f"ldr ${name}, {words[i]}")
            for i, name in zip(group, "xyz", strict=False):
                t(f"sel ${sums[i]}, ${name}, ${sums[i]}")
    t.rename("bits", "r")
    t.rename("z", "mode")
    t("ldr $r, [sp]")
    t("ldr $mode, [sp, #8]")
    t("uadd8 $x, $mode, $mode")
    t("lsls $x, $mode, #27")
    t("bcs 2f")
    t("add $entry, $entry, #16")
    t("add $other, $other, #16")
    t("itt mi")
    t("addmi $entry, $entry, #32")
    t("addmi $other, $other, #16")
    t("add $mode, $mode, #16")
    t("str $mode, [sp, #8]")
    for i in range(4):
        t(f"sel $x, $s{i + 4}, $s{i}")
        t(f"sel $y, $s{i}, $s{i + 4}")
        t("str $x, [$r], #4")
        t("str $y, [$r, #28]")
    t("str $r, [sp]")
    t("b 1b")
    t("2:")
    t("asr $x, $mode, #31")
    t("and $y, $x, #37")
    for s in sums:
        t(f"eor ${s}, ${s}, $x")
    for i, s in enumerate(sums):
        t(f"sbcs ${s}, ${s}, #0" if i else f"subs ${s}, ${s}, $y")
        t(f"str ${s}, [$r, #{4 * i + 32}]")
    t("add sp, #12")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
