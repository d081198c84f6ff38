# SPDX-License-Identifier: MIT
"""SHA-256 [FIPS 180-4, 6.2.2] for ARMv7-M, by the procedure call standard: the schedule on the
stack, then the rounds with everything else in registers, which nothing spills."""

from thumb import ALL, KEEP, Thumb, listed

STATE = list("abcdefgh")
WORDS = 64


def schedule(t: Thumb) -> None:
    """The words from the sixteenth on, each from those 16, 15, 7, 2 and 1 before it; the last two
    and the oldest are at hand, so four turns put all of them back in place."""
    t.take("old", "x", "two", "one", "y", "end")
    t("add $end, sp, #256")
    t("ldr $old, [$w, #-64]")
    t("ldrd $two, $one, [$w, #-8]")
    t("2:")
    old, x, two, one = "old", "x", "two", "one"
    for _ in range(4):
        t(f"ldr ${x}, [$w, #-60]")
        t("ldr $y, [$w, #-28]")
        t(f"add ${old}, ${old}, $y")
        for word, (first, second, shift) in ((x, (7, 18, 3)), (two, (17, 19, 10))):
            t(f"ror $y, ${word}, #{first}")
            t(f"eor $y, $y, ${word}, ror #{second}")
            t(f"eor $y, $y, ${word}, lsr #{shift}")
            t(f"add ${old}, ${old}, $y")
        t(f"str ${old}, [$w], #4")
        old, x, two, one = x, two, one, old
    t("cmp $w, $end")
    t("bne 2b")
    t.drop("old", "x", "two", "one", "y", "end")


def rounds(t: Thumb) -> None:
    """Eight rounds a turn bring the names back to their registers. The majority of a, b and c is
    b where a and b agree, and else c; `differ` has where b and c do, from the round before."""
    t.take("word", "t", "now", "differ")
    t("eor $differ, $b, $c")
    t("3:")
    now, differ = "now", "differ"
    for i in range(8):
        a, b, _, d, e, f, g, h = (STATE[(j - i) % 8] for j in range(8))
        t("ldr $word, [$k], #4")
        t("ldr $t, [$w], #4")
        t(f"add ${h}, ${h}, $word")
        t(f"add ${h}, ${h}, $t")
        t(f"eor $t, ${f}, ${g}")
        t(f"and $t, $t, ${e}")
        t(f"eor $t, $t, ${g}")
        t(f"add ${h}, ${h}, $t")
        for value, (first, second, last), to in ((e, (5, 19, 6), d), (a, (11, 20, 2), None)):
            t(f"eor $t, ${value}, ${value}, ror #{first}")
            t(f"eor $t, $t, ${value}, ror #{second}")
            t(f"add ${h}, ${h}, $t, ror #{last}")
            if to is not None:
                t(f"add ${to}, ${to}, ${h}")
        t(f"eor ${now}, ${a}, ${b}")
        t(f"and ${differ}, ${differ}, ${now}")
        t(f"eor ${differ}, ${differ}, ${b}")
        t(f"add ${h}, ${h}, ${differ}")
        now, differ = differ, now
    t("add $t, sp, #256")
    t("cmp $w, $t")
    t("bne 3b")
    t.drop("word", "t", "now", "differ")


def sha256_block() -> list[str]:
    t = Thumb(ALL, chain="r0", block="r1", k="r2")
    t("push {r0, " + KEEP + ", lr}")
    t("sub sp, sp, #256")
    t.drop("chain")
    t.take("w", *(f"x{i}" for i in range(4)), "turns")
    quarter = [f"x{i}" for i in range(4)]
    t("mov $w, sp")
    t("mov $turns, #4")
    t("1:")
    t("ldmia $block!, " + listed(quarter))
    for name in quarter:
        t(f"rev ${name}, ${name}")
    t("stmia $w!, " + listed(quarter))
    t("subs $turns, $turns, #1")
    t("bne 1b")
    t.drop("block", "turns", *quarter)
    schedule(t)
    held = {name: f"r{4 + i}" for i, name in enumerate(STATE)}
    t = t.part(w=t.held["w"], k=t.held["k"], **held)
    t("ldr $w, [sp, #256]")
    t("ldmia $w, " + listed(STATE))
    t("mov $w, sp")
    rounds(t)
    t("ldr $k, [sp, #256]")
    pair = ["x", "y"]
    t.take(*pair)
    for i in range(0, 8, 2):
        t(f"ldrd $x, $y, [$k, #{4 * i}]")
        t(f"add ${STATE[i]}, ${STATE[i]}, $x")
        t(f"add ${STATE[i + 1]}, ${STATE[i + 1]}, $y")
    t("stmia $k, " + listed(STATE))
    for name in STATE:
        t(f"mov ${name}, #0")
    t("mov $w, sp")
    for _ in range(WORDS // len(STATE)):
        t("stmia $w!, " + listed(STATE))
    t("add sp, sp, #260")
    t("pop {" + KEEP + ", pc}")
    return t.lines
