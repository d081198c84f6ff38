# SPDX-License-Identifier: MIT
"""Field arithmetic modulo any odd number of at most eight limbs for ARMv7E-M: functions that take
r, a and b in r0, r1 and r2 and in r3 the modulus as field/field.h has it, its limbs first, and keep
r7 alone. Numbers are below the modulus m."""

from tools.kernels.armv7em.products import product, square
from tools.kernels.armv7em.rows import row
from tools.kernels.armv7m.linear import complement_masked
from tools.kernels.thumb import ALL, Thumb, listed

# The limbs that stay in registers at a time; see products.py.
BLOCK = 4
# Of fields of 160, 192, 224 and 256 bits.
LENGTHS = (5, 6, 7, 8)


def blocks(n: int, most: int = BLOCK) -> tuple[int, ...]:
    """As even as they can be."""
    count = -(-n // most)
    return tuple(n // count + (i < n % count) for i in range(count))


def multiply(n: int, squares: bool) -> list[str]:
    """All columns to the frame, above which are r and m."""
    t = Thumb(ALL, a="r1") if squares else Thumb(ALL, a="r1", b="r2")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{8 * n}")
    if squares:
        square(t, n, blocks(n), 2 * n)
    else:
        product(t, n, blocks(n), 2 * n)
    return t.lines


def finish(n: int) -> list[str]:
    """The multiple of m in two blocks, with the columns in registers that they have in common. It
    is taken away, so that what is left is above -m. To the complement of the lower columns it is
    added, until all bits are ones. The frame's first words, which nobody needs by then, hold what
    the first block leaves of the upper columns."""
    size, rest = blocks(n)
    t = Thumb(ALL)
    lower = [f"t{i}" for i in range(size)]
    t.take("m", *lower)
    t(f"ldr $m, [sp, #{8 * n + 4}]")
    for i, name in enumerate(lower):
        t(f"ldr ${name}, [sp, #{4 * i}]")
    load_lowest(t, n, size)
    for name in lower:
        t(f"mvn ${name}, ${name}")
    fill(t, n, 0, size, waiting=0)
    for column in range(n, n + size):
        t(f"str $t{column}, [sp, #{4 * (column - n)}]")
        t.drop(f"t{column}")
    load_lowest(t, n, rest)
    fill(t, n, size, rest, waiting=n)
    first = 0
    while first < n:
        upper = range(first, min(first + len(t.free()), n))
        names = [f"l{i}" for i in upper]
        t.take(*names)
        for i in upper:
            t(f"ldr $l{i}, [sp, #{4 * (n + i)}]")
        for i in upper:
            t(f"{'sbcs' if i else 'subs'} $t{n + i}, $l{i}, $t{n + i}")
        t.drop(*names)
        first = upper.stop
    add_back(t, [f"t{n + i}" for i in range(n)], f"[sp, #{8 * n}]")
    for i in range(n):
        t(f"str $t{n + i}, [$after, #{4 * i}]")
    t(f"add sp, #{8 * n + 8}")
    t("pop {r7, pc}")
    return t.lines


def load_lowest(t: Thumb, n: int, size: int) -> None:
    """-1/m and some limbs of m."""
    t.take("inverse", *(f"m{k}" for k in range(size)))
    t(f"ldr $inverse, [$m, #{8 * n}]")
    for k in range(size):
        t(f"ldr $m{k}, [$m, #{4 * k}]")


def fill(t: Thumb, n: int, start: int, size: int, waiting: int) -> None:
    """Add the multiple of m that fills some columns from `start` on, which are in registers, and
    those that follow, which the frame has from column `waiting` on; those of the product as they
    are. What is left of it stays in registers. A column that is filled carries nothing."""
    ms = [f"m{k}" for k in range(size)]
    qs = [f"q{k}" for k in range(size)]
    for k, q in enumerate(qs):
        column = start + k
        if k + 1 < size:
            t.take(q)
            t(f"mla ${q}, $inverse, $t{column}, $inverse")
        else:
            t(f"mla $inverse, $inverse, $t{column}, $inverse")
            t.rename("inverse", q)
        t.take("c")
        t(f"umull $t{column}, $c, ${q}, $m0")
        t.drop(f"t{column}")
        row(t, q, ms[1:], column + 1, "c")
    t.drop(*ms)
    first = size
    while first < n:
        pair = range(first, min(first + len(t.free()) // 2, first + 2, n))
        first = pair.stop
        t.take(*(f"s{j}" for j in pair), *(f"c{j}" for j in pair))
        for j in pair:
            t(f"ldr $s{j}, [$m, #{4 * j}]")
        for j in pair:
            t(f"ldr $c{j}, [sp, #{4 * (start + j - waiting)}]")
        for j in pair:
            if not waiting:
                t(f"mvn $c{j}, $c{j}")
            row(t, f"s{j}", qs, start + j, f"c{j}")
            t.drop(f"s{j}")
    t.drop(*qs)


def add_back(t: Thumb, names: list[str], after: str = "") -> None:
    """Add m if the flag is a borrow, times 1 or 0; the pointer goes on to m's end."""
    t.take("borrow", "c")
    t("sbc $borrow, $borrow, $borrow")
    t("rsb $borrow, $borrow, #0")
    t("mov $c, #0")
    add_times(t, names, "borrow", after)
    t.drop("borrow", "c")


def add_times(t: Thumb, names: list[str], factor: str, after: str = "") -> None:
    """Add m times 1 or 0 and a carry c; the pointer goes on to m's end, or to where the limbs
    begin that the load of another word comes after."""
    first = 0
    while first < len(names):
        part = names[first : first + len(t.free())]
        first += len(part)
        ms = [f"m{i}" for i in range(len(part))]
        t.take(*ms)
        if after and first == len(names):
            for i, limb in enumerate(ms):
                t(f"ldr ${limb}, [$m, #{4 * i}]")
            t.take("after")
            t(f"ldr $after, {after}")
        else:
            t(f"ldmia $m!, {listed(ms)}" if ms[1:] else "ldr $m0, [$m], #4")
        for name, limb in zip(part, ms, strict=True):
            t(f"umaal ${name}, $c, ${limb}, ${factor}")
        t.drop(*ms)


def combine(t: Thumb, names: list[str], base: str, first: str) -> None:
    """Add or subtract what is at a pointer, which goes on to its end."""
    with_carry = {"adds": "adcs", "subs": "sbcs"}[first]
    done = 0
    while done < len(names):
        part = names[done : done + len(t.free())]
        limbs = [f"l{i}" for i in range(len(part))]
        t.take(*limbs)
        t(f"ldmia ${base}!, {listed(limbs)}" if limbs[1:] else f"ldr $l0, [${base}], #4")
        for i, (name, limb) in enumerate(zip(part, limbs, strict=True), done):
            t(f"{with_carry if i else first} ${name}, ${name}, ${limb}")
        t.drop(*limbs)
        done += len(part)


def begin(n: int, again: str = "", **pointers: str) -> tuple[Thumb, list[str]]:
    """With a in registers, and a pointer that is needed again on the stack."""
    t = Thumb(ALL, r="r0", a="r1", m="r3", **pointers)
    names = [f"t{i}" for i in range(n)]
    t(f"push {{{again}r7, lr}}")
    t.take(*names)
    t(f"ldmia $a, {listed(names)}")
    t.drop("a")
    return t, names


def end(t: Thumb, names: list[str]) -> list[str]:
    t(f"stmia $r, {listed(names)}")
    t("pop {r7, pc}")
    return t.lines


def add_once(t: Thumb, names: list[str], base: str) -> None:
    """Add what is at a pointer, less m if that is not below it."""
    combine(t, names, base, "adds")
    t.rename(base, "over")
    t("mov $over, #0")
    t("adc $over, $over, $over")
    combine(t, names, "m", "subs")
    t(f"sub $m, $m, #{4 * len(names)}")
    t("sbcs $over, $over, #0")
    t.drop("over")
    add_back(t, names)


def sub_once(t: Thumb, names: list[str]) -> None:
    combine(t, names, "b", "subs")
    t.drop("b")
    add_back(t, names)


def add(n: int) -> list[str]:
    t, names = begin(n, b="r2")
    add_once(t, names, "b")
    return end(t, names)


def sub(n: int) -> list[str]:
    t, names = begin(n, b="r2")
    sub_once(t, names)
    return end(t, names)


def sub_twice(n: int) -> list[str]:
    t, names = begin(n, again="r2, ", b="r2")
    sub_once(t, names)
    t(f"sub $m, $m, #{4 * n}")
    t.take("b")
    t("pop {$b}")
    sub_once(t, names)
    return end(t, names)


def halve(t: Thumb, names: list[str]) -> None:
    """Half, of what m makes even; the pointer to m goes on to its end."""
    t.take("odd", "c")
    t("and $odd, $t0, #1")
    t("mov $c, #0")
    add_times(t, names, "odd")
    t("lsrs $c, $c, #1")
    for name in reversed(names):
        t(f"rrxs ${name}, ${name}")
    t.drop("odd", "c")


def half(n: int) -> list[str]:
    t, names = begin(n)
    halve(t, names)
    return end(t, names)


def three_halves(n: int) -> list[str]:
    """Half and the whole."""
    t, names = begin(n, again="r1, ")
    halve(t, names)
    t(f"sub $m, $m, #{4 * n}")
    t.take("a")
    t("pop {$a}")
    add_once(t, names, "a")
    return end(t, names)


def negate_masked(n: int) -> list[str]:
    """The complement, m and 1 more, by a mask that is taken away from zero."""
    t = Thumb(ALL, r="r0", mask="r1", m="r3")
    names = [f"t{i}" for i in range(n)]
    t("push {r7, lr}")
    t.take(*names)
    t(f"ldmia $r, {listed(names)}")
    complement_masked(t, names)
    t("lsr $mask, $mask, #31")
    t.rename("x", "c")
    t("mov $c, $mask")
    add_times(t, names, "mask")
    return end(t, names)
