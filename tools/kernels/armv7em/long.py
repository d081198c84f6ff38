# SPDX-License-Identifier: MIT
"""Addition, subtraction, halving and negation modulo any odd number, also one that is too long for
registers, for ARMv7E-M, called as those of montgomery.py are. Carries of two sums run at once: one
in the flag, one in a register, by UMAAL with a factor of 1 or 0."""

from tools.kernels.armv7em.montgomery import add_times
from tools.kernels.armv7m.linear import clear_of_zero
from tools.kernels.thumb import ALL, LEAF, Thumb, listed


def load(t: Thumb, names: list[str], base: str) -> None:
    """What is at a pointer, which goes on."""
    t(f"ldmia ${base}!, {listed(names)}" if names[1:] else f"ldr ${names[0]}, [${base}], #4")


def store(t: Thumb, names: list[str], base: str, first: int) -> None:
    for i, name in enumerate(names, first):
        t(f"str ${name}, [${base}, #{4 * i}]")


def numbered(name: str, count: int) -> list[str]:
    return [f"{name}{i}" for i in range(count)]


def add_back(t: Thumb, n: int, held: list[str]) -> None:
    """What is in registers and, above that, at r, with m added if the flag is a borrow."""
    t.take("borrow", "c")
    t("sbc $borrow, $borrow, $borrow")
    t("rsb $borrow, $borrow, #0")
    t("mov $c, #0")
    if held:
        add_times(t, held, "borrow")
        t(f"stmia $r!, {listed(held)}")
        t.drop(*held)
    size = len(t.free()) // 2
    for first in range(len(held), n, size):
        count = min(size, n - first)
        ds, ms = numbered("d", count), numbered("m", count)
        t.take(*ds, *ms)
        t(f"ldmia $r, {listed(ds)}" if ds[1:] else "ldr $d0, [$r]")
        load(t, ms, "m")
        for d, x in zip(ds, ms, strict=True):
            t(f"umaal ${d}, $c, ${x}, $borrow")
        t(f"stmia $r!, {listed(ds)}" if ds[1:] else "str $d0, [$r], #4")
        t.drop(*ds, *ms)
    t("pop {r7, pc}")


def add(n: int) -> list[str]:
    """a + b - m, and m again."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", m="r3")
    t("push {r7, lr}")
    t.take("one", "c")
    t("mov $one, #1")
    t("mov $c, #0")
    held: list[str] = []
    for first in range(0, n, 2):
        count = min(2, n - first)
        keeps = len(t.free()) >= 6
        ds = [f"{'t' if keeps else 'd'}{i}" for i in range(first, first + count)]
        xs = numbered("x", count)
        t.take(*ds, *xs)
        load(t, ds, "a")
        load(t, xs, "b")
        for d, x in zip(ds, xs, strict=True):
            t(f"umaal ${d}, $c, ${x}, $one")
        load(t, xs, "m")
        for i, (d, x) in enumerate(zip(ds, xs, strict=True), first):
            t(f"{'sbcs' if i else 'subs'} ${d}, ${d}, ${x}")
        t.drop(*xs)
        if keeps:
            held += ds
        else:
            store(t, ds, "r", first)
            t.drop(*ds)
    t("sbcs $c, $c, #0")
    t(f"sub $m, $m, #{4 * n}")
    t.drop("a", "b", "one", "c")
    add_back(t, n, held)
    return t.lines


def sub(n: int) -> list[str]:
    t = Thumb(ALL, r="r0", a="r1", b="r2", m="r3")
    t("push {r7, lr}")
    held: list[str] = []
    first = 0
    while first < n:
        free = len(t.free())
        keeps = free >= 7
        count = min(3 if keeps else free // 2, n - first)
        ds = [f"{'t' if keeps else 'd'}{i}" for i in range(first, first + count)]
        xs = numbered("x", count)
        t.take(*ds, *xs)
        load(t, ds, "a")
        load(t, xs, "b")
        for i, (d, x) in enumerate(zip(ds, xs, strict=True), first):
            t(f"{'sbcs' if i else 'subs'} ${d}, ${d}, ${x}")
        t.drop(*xs)
        if keeps:
            held += ds
        else:
            store(t, ds, "r", first)
            t.drop(*ds)
        first += count
    t.drop("a", "b")
    add_back(t, n, held)
    return t.lines


def plain(n: int, first: str, then: str) -> list[str]:
    """a + b or a - b with nothing taken away or added; it keeps r7 and the return address."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    for start in range(0, n, 4):
        count = min(4, n - start)
        ds, xs = numbered("d", count), numbered("x", count)
        t.take(*ds, *xs)
        load(t, ds, "a")
        load(t, xs, "b")
        for i, (d, x) in enumerate(zip(ds, xs, strict=True), start):
            t(f"{then if i else first} ${d}, ${d}, ${x}")
        store(t, ds, "r", start)
        t.drop(*ds, *xs)
    t("bx lr")
    return t.lines


def half(n: int) -> list[str]:
    """Half of what m makes even, each limb with the lowest bit of the next."""
    t = Thumb(ALL, r="r0", a="r1", m="r3")
    t("push {r7, lr}")
    t.take("odd", "c", "last")
    t("ldr $odd, [$a]")
    t("and $odd, $odd, #1")
    t("mov $c, #0")
    for first in range(0, n, 4):
        count = min(4, n - first)
        ds, ms = numbered("d", count), numbered("m", count)
        t.take(*ds, *ms)
        load(t, ds, "a")
        load(t, ms, "m")
        for i, (d, x) in enumerate(zip(ds, ms, strict=True), first):
            t(f"umaal ${d}, $c, ${x}, $odd")
            if i:
                t(f"orr $last, $last, ${d}, lsl #31")
                t("str $last, [$r], #4")
            t(f"lsr $last, ${d}, #1")
        t.drop(*ds, *ms)
    t("orr $last, $last, $c, lsl #31")
    t("str $last, [$r]")
    t("pop {r7, pc}")
    return t.lines


def negate_masked(n: int) -> list[str]:
    """The complement, m and 1 more, by a mask that is taken away from zero."""
    t = Thumb(ALL, r="r0", mask="r1", m="r3")
    t("push {r7, lr}")
    t.take("x", "from")
    t("mov $x, #0")
    t("mov $from, $r")
    for first in range(0, n, 5):
        ds = numbered("d", min(5, n - first))
        t.take(*ds)
        load(t, ds, "from")
        for d in ds:
            t(f"orr $x, $x, ${d}")
        t.drop(*ds)
    clear_of_zero(t)
    t.drop("x", "from")
    t.take("factor", "c")
    t("lsr $factor, $mask, #31")
    t("mov $c, $factor")
    for first in range(0, n, 4):
        count = min(4, n - first)
        ds, ms = numbered("d", count), numbered("m", count)
        t.take(*ds, *ms)
        t(f"ldmia $r, {listed(ds)}" if ds[1:] else "ldr $d0, [$r]")
        load(t, ms, "m")
        for d, x in zip(ds, ms, strict=True):
            t(f"eor ${d}, ${d}, $mask")
            t(f"umaal ${d}, $c, ${x}, $factor")
        t(f"stmia $r!, {listed(ds)}" if ds[1:] else "str $d0, [$r], #4")
        t.drop(*ds, *ms)
    t("pop {r7, pc}")
    return t.lines
