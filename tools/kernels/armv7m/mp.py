# SPDX-License-Identifier: MIT
"""Multi-precision kernels for ARMv7-M, by the procedure call standard."""

from collections.abc import Callable

from tools.kernels.thumb import ALL, KEEP, Thumb, listed

XS, YS = ["x0", "x1", "x2", "x3"], ["y0", "y1", "y2", "y3"]


def mp_lookup() -> list[str]:
    """Both counts share a register: its lower byte is zero at the wanted entry, and its upper half
    overflows after the last."""
    t = Thumb(ALL, x="r0", entry="r1", count="r2", stride="r3")
    sums = [f"s{i}" for i in range(8)]
    t("push {r0, r1, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.take(*sums, "y", "is")
    t("rsb $stride, $stride, #256")
    t("sub $count, $stride, $count, lsl #16")
    t("ldr $y, [sp, #44]")
    t("str $count, [sp, #-8]!")
    t("lsl $stride, $y, #2")
    t("sub $stride, $stride, #32")
    t("1:")
    for name in sums:
        t(f"mov ${name}, #0")
    t("2:")
    t("uxtb $is, $count")
    t("clz $is, $is")
    t("lsr $is, $is, #5")
    for i in range(0, 8, 2):
        t("ldrd $x, $y, [$entry], #8")
        t(f"mla $s{i}, $x, $is, $s{i}")
        t(f"mla $s{i + 1}, $y, $is, $s{i + 1}")
    t("add $entry, $entry, $stride")
    t("adds $count, $count, #0x10001")
    t("bcc 2b")
    t("ldr $x, [sp, #8]")
    t("stmia $x!, " + listed(sums))
    t("ldr $y, [sp, #52]")
    t("subs $y, $y, #8")
    t("beq 4f")
    t("ldr $entry, [sp, #12]")
    t("add $entry, $entry, #32")
    t("rsbs $is, $y, #8")
    t("bls 3f")
    t("sub $x, $x, $is, lsl #2")
    t("sub $entry, $entry, $is, lsl #2")
    t("mov $y, #8")
    t("3:")
    t("str $y, [sp, #52]")
    t("str $x, [sp, #8]")
    t("str $entry, [sp, #12]")
    t("ldr $count, [sp]")
    t("b 1b")
    t("4:")
    t("add sp, #16")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines


def mp_mod_bits() -> list[str]:
    """One pass a bit: less m where the remainder is not negative, else plus m, whose complement
    `less` says so. What overflows the doubled remainder, and the carry, tell the next sign."""
    t = Thumb((*ALL[:9], "r12", "lr"), r="r0", m="r1", a="r2", count="r3")
    t("push {r4, r5, r6, r7, r8, lr}")
    t.take("p", "x", "y", "less", "n", "i")
    t("ldr $n, [sp, #24]")
    t("mov $less, #-1")
    t("1:")
    t("sub $count, $count, #1")
    t("lsr $x, $count, #5")
    t("ldr $p, [$a, $x, lsl #2]")
    t("and $x, $count, #31")
    t("lsr $p, $p, $x")
    t("lsl $p, $p, #31")
    t("mov $i, $n")
    t("lsrs $x, $less, #1")
    t("2:")
    t("ldr $x, [$r]")
    t("ldr $y, [$m], #4")
    t("lsr $p, $p, #31")
    t("orr $p, $p, $x, lsl #1")
    t("eor $y, $y, $less")
    t("adcs $p, $p, $y")
    t("str $p, [$r], #4")
    t("mov $p, $x")
    t("sub $i, $i, #1")
    t("teq $i, #0")
    t("bne 2b")
    t("lsr $p, $p, #31")
    t("adc $p, $p, #0")
    t("sub $less, $less, $p")
    t("add $less, $less, #1")
    t("sub $r, $r, $n, lsl #2")
    t("sub $m, $m, $n, lsl #2")
    t("cmp $count, #0")
    t("bne 1b")
    t("mvn $r, $less")
    t("pop {r4, r5, r6, r7, r8, pc}")
    return t.lines


def division_step(t: Thumb) -> None:
    """One step: multipliers 1, 0 or -1 of the masks `odd` and `swap`."""
    t("sbfx $odd, $g, #0, #1")
    t("bic $swap, $odd, $delta, asr #31")
    t("eor $delta, $delta, $swap")
    t("add $delta, $delta, #1")
    t("orr $odd, $swap, $odd, lsr #31")
    for x, y in (("f", "g"), ("u", "q"), ("v", "r")):
        t(f"mla ${y}, $odd, ${x}, ${y}")
        t(f"mls ${x}, $swap, ${y}, ${x}")
    t("lsr $g, $g, #1")
    t("lsl $u, $u, #1")
    t("lsl $v, $v, #1")


def mp_find_steps() -> list[str]:
    t = Thumb((*ALL[:9], "r12", "lr"), t="r0", delta="r1", f="r2", g="r3")
    t("push {r4, r5, r6, r7, r8, lr}")
    t.take("u", "v", "q", "r", "odd", "swap", "count")
    t("mov $u, #-1")
    t("mov $v, #0")
    t("mov $q, #0")
    t("mov $r, #-1")
    t("mov $count, #16")
    t("b 2f")
    t("1:")
    division_step(t)
    t("2:")
    division_step(t)
    t("subs $count, $count, #1")
    t("bne 1b")
    t("stmia $t, {$u, $v, $q, $r}")
    t("mov r0, $delta")
    t("pop {r4, r5, r6, r7, r8, pc}")
    return t.lines


def passing(
    t: Thumb, first: str, second: str, start: list[str], each: Callable[[str, str], list[str]]
) -> None:
    """A loop over single limbs until a multiple of four is left, and one over fours. The ends
    of the loops leave the carry flag alone. Results go to r, which may be `first`."""
    t(f"push {{{KEEP}, lr}}")
    t.take(*XS, *YS, "left")
    t("and $left, $n, #3")
    t("lsr $n, $n, #2")
    for line in start:
        t(line)
    load = f"[${first}]" if first == "r" else f"[${first}], #4"
    t("1:")
    t("teq $left, #0")
    t("beq 2f")
    t(f"ldr $x0, {load}")
    t(f"ldr $y0, [${second}], #4")
    for line in each("$x0", "$y0"):
        t(line)
    t("str $x0, [$r], #4")
    t("sub $left, $left, #1")
    t("b 1b")
    t("2:")
    t("teq $n, #0")
    t("beq 3f")
    t(f"ldmia ${first}{'' if first == 'r' else '!'}, {listed(XS)}")
    t(f"ldmia ${second}!, {listed(YS)}")
    for x, y in zip(XS, YS, strict=True):
        for line in each(f"${x}", f"${y}"):
            t(line)
    t(f"stmia $r!, {listed(XS)}")
    t("sub $n, $n, #1")
    t("b 2b")
    t("3:")


def mp_add() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    passing(t, "a", "b", ["cmn $n, #0"], lambda x, y: [f"adcs {x}, {x}, {y}"])
    t.at("c", "r0", "mov $c, #0", "adc $c, $c, $c")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_sub() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", n="r3")
    passing(t, "a", "b", ["cmp $n, #0"], lambda x, y: [f"sbcs {x}, {x}, {y}"])
    t.at("c", "r0", "sbc $c, $c, $c", "rsb $c, $c, #0")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_add_masked() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", mask="r2", n="r3")
    each = ["and {y}, {y}, $mask", "adcs {x}, {x}, {y}"]
    passing(t, "r", "a", ["cmn $n, #0"], lambda x, y: [line.format(x=x, y=y) for line in each])
    t.at("c", "r0", "mov $c, #0", "adc $c, $c, $c")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def mp_select() -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", mask="r2", n="r3")
    each = ["eor {y}, {y}, {x}", "and {y}, {y}, $mask", "eor {x}, {x}, {y}"]
    passing(t, "r", "a", [], lambda x, y: [line.format(x=x, y=y) for line in each])
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
