# SPDX-License-Identifier: MIT
"""SHA-256 and SHA-512 [FIPS 180-4, 6.2.2 and 6.4.2] for ARMv7-M, by the procedure call standard.
SHA-256 has its schedule on the stack, then in the rounds everything else in registers, which
nothing spills. SHA-512 goes as hash/sha512.c has it: working variables and schedule lie still in
memory, and `v` steps down over them. Words of 64 bits have their high half first."""

from tools.kernels.thumb import ALL, KEEP, Thumb, listed

STATE = list("abcdefgh")
WINDOW = 256  # bytes of SHA-256
LONG_WINDOW = 448  # of SHA-512: 24 words for variables, the rest for the schedule


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


def wipe(t: Thumb, at: str, names: list[str], size: int) -> None:
    """Zeros to the stack's `size` bytes by way of these registers."""
    for name in names:
        t(f"mov ${name}, #0")
    t(f"mov ${at}, sp")
    for _ in range(size // (4 * len(names))):
        t(f"stmia ${at}!, " + listed(names))


def sha256_compress() -> list[str]:
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
    wipe(t, "w", STATE, WINDOW)
    t(f"add sp, sp, #{WINDOW + 4}")
    t("pop {" + KEEP + ", pc}")
    return t.lines


def long(t: Thumb, to: str, of: str, *shifts: tuple[str, str, str, int]) -> None:
    """to = of shifted in each of these ways, combined: (half that is written, half that is read,
    direction, count)."""
    begun: set[str] = set()
    for written, read, direction, count in shifts:
        if written in begun:
            t(f"eor ${to}{written}, ${to}{written}, ${of}{read}, {direction} #{count}")
        else:
            t(f"{direction} ${to}{written}, ${of}{read}, #{count}")
        begun.add(written)


def rotated(*counts: int) -> list[tuple[str, str, str, int]]:
    """Rotations to the right of a long word."""
    shifts = []
    for count in counts:
        near, far = ("l", "h") if count < 32 else ("h", "l")
        for half, other in (("l", near), ("h", far)):
            opposite = "h" if other == "l" else "l"
            shifts += [(half, other, "lsr", count % 32), (half, opposite, "lsl", 32 - count % 32)]
    return shifts


def shifted(count: int) -> list[tuple[str, str, str, int]]:
    """A shift to the right, below 32."""
    return [("l", "l", "lsr", count), ("l", "h", "lsl", 32 - count), ("h", "h", "lsr", count)]


def add(t: Thumb, to: str, by: str) -> None:
    t(f"adds ${to}l, ${to}l, ${by}l")
    t(f"adc ${to}h, ${to}h, ${by}h")


def pair(name: str) -> tuple[str, str]:
    return f"{name}h", f"{name}l"


def long_round(t: Thumb) -> None:
    """A round, and the word of the schedule that 16 rounds later takes, at both of its places. A
    load takes one cycle after a load, and a store takes one; those of pairs take three."""

    def load(*names_and_offsets: tuple[str, int]) -> None:
        for name, offset in names_and_offsets:
            t(f"ldr ${name}h, [$v, #{offset}]")
            t(f"ldr ${name}l, [$v, #{offset + 4}]")

    def store(name: str, offset: int) -> None:
        t(f"str ${name}h, [$v, #{offset}]")
        t(f"str ${name}l, [$v, #{offset + 4}]")

    schedule = 8 * 40
    t.take(*pair("t"), *pair("w"), *pair("x"), *pair("y"))
    t("sub $v, $v, #8")
    t("ldrd $xh, $xl, [$k], #8")
    load(("t", 8 * 8), ("w", schedule), ("y", schedule - 8 * 9))
    add(t, "t", "x")
    add(t, "t", "w")
    add(t, "w", "y")
    for back, shifts in (
        (1, [*rotated(1, 8), *shifted(7)]),
        (14, [*rotated(19, 61), *shifted(6)]),
    ):
        load(("x", schedule - 8 * back))
        long(t, "y", "x", *shifts)
        add(t, "w", "y")
    store("w", schedule - 8 * 16)
    store("w", schedule)
    t.drop(*pair("w"))
    t.take(*pair("e"))
    load(("e", 8 * 5), ("x", 8 * 6))
    long(t, "y", "e", *rotated(14, 18, 41))
    add(t, "t", "y")
    load(("y", 8 * 7))
    for half in "lh":
        t(f"eor $x{half}, $x{half}, $y{half}")
        t(f"and $x{half}, $x{half}, $e{half}")
        t(f"eor $x{half}, $x{half}, $y{half}")
    add(t, "t", "x")
    load(("x", 8 * 4), ("e", 8))
    add(t, "x", "t")
    store("x", 8 * 4)
    long(t, "y", "e", *rotated(28, 34, 39))
    add(t, "t", "y")
    load(("x", 8 * 2), ("y", 8 * 3))
    for half in "lh":
        t(f"eor $e{half}, $e{half}, $x{half}")
        t(f"eor $y{half}, $y{half}, $x{half}")
        t(f"and $y{half}, $y{half}, $e{half}")
        t(f"eor $y{half}, $y{half}, $x{half}")
    add(t, "t", "y")
    store("t", 0)
    t.drop(*pair("t"), *pair("x"), *pair("y"), *pair("e"))


def sha512_compress() -> list[str]:
    t = Thumb(ALL, chain="r0", block="r1", k="r2")
    t("push {r0, " + KEEP + ", lr}")
    t(f"sub sp, sp, #{LONG_WINDOW}")
    t.take("from", "window", "v", "last", *pair("x"))
    t("mov $from, $chain")
    t.drop("chain")
    t("mov $window, sp")
    t("add $last, $k, #640")
    t(f"add $v, $window, #{LONG_WINDOW}")
    t("1:")
    t("ldrd $xh, $xl, [$block], #8")
    t("rev $xh, $xh")
    t("rev $xl, $xl")
    t("strd $xh, $xl, [$v, #-8]!")
    t(f"sub $xh, $v, #{LONG_WINDOW - 128}")
    t("cmp $xh, $window")
    t("bne 1b")
    t.drop("block", *pair("x"))
    t("2:")
    half = [f"s{i}" for i in range(8)]
    t.take(*half)
    t("add $v, $window, #128")
    for _ in range(2):
        t("ldmia $from!, " + listed(half))
        t("stmia $v!, " + listed(half))
    t.drop(*half)
    t("mov $from, $window")
    t("add $v, $window, #128")
    t("3:")
    long_round(t)
    t("cmp $v, $window")
    t("bne 3b")
    t("cmp $k, $last")
    t("bne 2b")
    t(f"ldr $k, [sp, #{LONG_WINDOW}]")
    t.take(*pair("x"), *pair("y"))
    t("add $last, $window, #64")
    t("4:")
    t("ldrd $xh, $xl, [$k]")
    t("ldrd $yh, $yl, [$window], #8")
    add(t, "x", "y")
    t("strd $xh, $xl, [$k], #8")
    t("cmp $window, $last")
    t("bne 4b")
    t.drop(*pair("x"), *pair("y"))
    zeros = [f"z{i}" for i in range(8)]
    t.take(*zeros)
    wipe(t, "v", zeros, LONG_WINDOW)
    t(f"add sp, sp, #{LONG_WINDOW + 4}")
    t("pop {" + KEEP + ", pc}")
    return t.lines
