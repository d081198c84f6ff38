# SPDX-License-Identifier: MIT
"""Multi-precision kernels for ARMv7E-M, by the procedure call standard."""

from tools.kernels.armv7em.rows import FIXED, row, start_row
from tools.kernels.armv7m.mp import passing
from tools.kernels.thumb import ALL, KEEP, Thumb, listed


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


def mp_divide() -> list[str]:
    """A negative factor goes to m as its complement, whose ones the carry begins with."""
    t = Thumb(ALL, r="r0", a="r1", m="r2", k="r3")
    t("push {r4, r5, r6, r7, r8, r9, r10, lr}")
    t.take("left", "x", "y", "i", "mask", "c")
    t("ldr $left, [sp, #32]")
    t("ldr $mask, [$a, $left, lsl #2]")
    t("ldr $y, [$a], #4")
    t("mvn $mask, $mask, asr #31")
    t("mul $k, $k, $y")
    t("bfi $k, $mask, #31, #1")
    t("eor $k, $k, $mask")
    t("sub $k, $k, $mask")
    t("and $c, $k, $mask")
    t("ldr $i, [$m], #4")
    t("eor $i, $i, $mask")
    t("umaal $y, $c, $i, $k")
    t("1:")
    t("subs $left, $left, #1")
    t("ldr $x, [$a], #4")
    t("ite ne")
    t("ldrne $i, [$m], #4")
    t("moveq $i, #0")
    t("eor $i, $i, $mask")
    t("umaal $x, $c, $i, $k")
    t("lsr $y, $y, #31")
    t("orr $y, $y, $x, lsl #1")
    t("str $y, [$r], #4")
    t("mov $y, $x")
    t("bne 1b")
    t("asr $y, $y, #31")
    t("str $y, [$r]")
    t("pop {r4, r5, r6, r7, r8, r9, r10, pc}")
    return t.lines


# The limbs of a looked up entry that are summed up at a time, and how often.
LOOKUPS = {12: ((6, 2),), 14: ((7, 2),), 16: ((8, 2),), 24: ((6, 4),), 34: ((8, 4), (2, 1))}
# How many follow one another in as many loads as registers are left for; the last two also move on
# to the next entry.
LOADED = {2: (2,), 6: (4, 2), 7: (4, 1, 2), 8: (3, 3, 2)}
ENTRIES_AT_ONCE = 2


def mp_lookup(n: int) -> list[str]:
    """A bit for the wanted entry goes down past the places that are looked at, and one for the end
    after it. Part after part of the entries is summed up: where the next one goes and comes from,
    the bits, and how many parts there are wait on the stack."""
    t = Thumb(ALL, r="r0", entry="r1", bits="r2", y="r3", wanted="lr")
    t(f"push {{{KEEP}, lr}}")
    t("mov $wanted, #1")
    t("lsl $y, $wanted, $y")
    t("lsl $wanted, $wanted, $bits")
    t("orr $bits, $y, $wanted")
    for size, count in LOOKUPS[n]:
        lookup_parts(t, n, size, count)
    t(f"pop {{{KEEP}, pc}}")
    return t.lines


def lookup_parts(t: Thumb, n: int, size: int, count: int) -> None:
    """Some parts of so many limbs; r and entry go on to what is behind them."""
    sums = [f"s{i}" for i in range(size)]
    t(f"mov $y, #{count}")
    t("push {r0, r1, r2, r3}")
    t("1:")
    t.rename("r", "x")
    t.take(*sums)
    more = [f"w{i}" for i in range(len(t.free()))]
    t.take(*more)
    words = ["x", "y", *more]
    for name in sums:
        t(f"mov ${name}, #0")
    t("2:")
    for place in range(ENTRIES_AT_ONCE):
        t(f"ubfx $wanted, $bits, #{place}, #1")
        done = 0
        for loaded in LOADED[size]:
            if done + loaded == size:
                t(f"ldrd $x, $y, [$entry], #{4 * (n - done)}")
            elif loaded == 1:
                t("ldr $x, [$entry], #4")
            else:
                t(f"ldmia $entry!, {listed(words[:loaded])}")
            for word, s in zip(words[:loaded], sums[done:], strict=False):
                t(f"mla ${s}, ${word}, $wanted, ${s}")
            done += loaded
    t(f"lsr $bits, $bits, #{ENTRIES_AT_ONCE}")
    t("cmp $bits, #1")
    t("bne 2b")
    t("pop {r0, r1, r2, r3}")
    t(f"stmia $x!, {listed(sums)}")
    t(f"add $entry, $entry, #{4 * size}")
    if count > 1:
        t("subs $y, $y, #1")
        t("push {r0, r1, r2, r3}")
        t("bne 1b")
        t("add sp, #16")
    t.drop(*sums, *more)
    t.rename("x", "r")


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
