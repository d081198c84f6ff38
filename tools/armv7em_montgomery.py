# SPDX-License-Identifier: MIT
"""Field arithmetic modulo any odd number of a given length for ARMv7E-M: functions that take r, a
and b in r0, r1 and r2 and in r3 the modulus as field/field.h has it, its limbs first, and keep r7
alone. Numbers are below the modulus m."""

from armv7em_products import product, square
from armv7em_rows import row
from thumb import ALL, LEAF, Thumb, listed

# The limbs that stay in registers at a time; see armv7em_products.py.
BLOCK = 4
# Of fields of 160, 192, 224, 256, 320, 384 and 512 bits.
LENGTHS = (5, 6, 7, 8, 10, 12, 16)


def blocks(n: int) -> tuple[int, ...]:
    """As even as they can be."""
    count = -(-n // BLOCK)
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
    """Some limbs q of the multiple of m that is added at a time. Each clears a column with the
    lowest limbs of m; then all of them are multiplied with one of the other limbs after the
    other. The frame's first two words, which are clear by then, hold -1/m and the carry."""
    t = Thumb(ALL)
    start = 0
    for size in blocks(n):
        qs = [f"q{k}" for k in range(size)]
        ms = [f"m{k}" for k in range(size)]
        t.take("m")
        t(f"ldr $m, [sp, #{8 * n + 4}]")
        t.take(*ms)
        t(f"ldmia $m, {listed(ms)}")
        for k in range(size):
            t.take(f"t{start + k}")
            t(f"ldr $t{start + k}, [sp, #{4 * (start + k)}]")
        # A column that is cleared gives its register to the limb that clears it.
        for k, q in enumerate(qs):
            column = start + k
            t.take("c")
            t.rename("c", "s")
            if column == 0:
                t(f"ldr $s, [$m, #{8 * n}]")
                t("str $s, [sp]")
            else:
                t("ldr $s, [sp]")
            t(f"mul $s, $s, $t{column}")
            t.take("c")
            t("mov $c, #0")
            row(t, "s", ms, column, "c")
            t.drop(f"t{column}")
            t.rename("s", q)
        t.drop(*ms)
        t.take("s")
        for j in range(size, n):
            column = start + j
            t.take("c")
            t(f"ldr $s, [$m, #{4 * j}]")
            t(f"ldr $c, [sp, #{4 * column}]")
            row(t, "s", qs, column, "c")
            t(f"str $t{column}, [sp, #{4 * column}]")
            t.drop(f"t{column}")
        t.drop("m", "s", *qs)
        t.take("x")
        if start:
            t("ldr $x, [sp, #4]")
            t("adds $x, $x, #-1")
        for column in range(start + n, start + n + size):
            t(f"ldr $x, [sp, #{4 * column}]")
            t(f"{'adcs' if column > n else 'adds'} $t{column}, $t{column}, $x")
            t(f"str $t{column}, [sp, #{4 * column}]")
            t.drop(f"t{column}")
        t("mov $x, #0")
        t("adc $x, $x, #0")
        if start + size < n:
            t("str $x, [sp, #4]")
            t.drop("x")
        else:
            t("mov r0, $x")
        start += size
    return t.lines + subtract_once(n)


def finish_short(n: int) -> list[str]:
    """The same in two blocks, with the columns in registers that they have in common. The frame's
    first words, which are clear by then, hold what the first block leaves of the upper ones."""
    size, rest = blocks(n)
    t = Thumb(ALL)
    t.take("m")
    t(f"ldr $m, [sp, #{8 * n + 4}]")
    load(t, *(f"t{i}" for i in range(size)), place="sp")
    clear(t, n, 0, size)
    for column in range(n, n + size):
        t(f"str $t{column}, [sp, #{4 * (column - n)}]")
        t.drop(f"t{column}")
    clear(t, n, size, rest)
    # What is left of the sum: of the upper columns some wait below.
    above = range(n + size, 2 * n)
    add_loaded(t, n, 0, size, [f"[sp, #{4 * i}]" for i in range(size)])
    add_loaded(t, n, size, n, [f"[sp, #{4 * column}]" for column in above])
    t.take("over")
    t("mov $over, #0")
    t("adc $over, $over, $over")
    places = [f"[$m, #{4 * i}]" for i in range(n)]
    for first in (0, 4):
        add_loaded(t, n, first, min(first + 4, n), places[first : first + 4], op="sub")
    t("sbc $over, $over, #0")
    for first in (0, 4):
        add_loaded(t, n, first, min(first + 4, n), places[first : first + 4], mask="over")
    t.drop("m", "over")
    t.take("r")
    t(f"ldr $r, [sp, #{8 * n}]")
    for i in range(n):
        t(f"str $t{n + i}, [$r, #{4 * i}]")
    t(f"add sp, #{8 * n + 8}")
    t("pop {r7, pc}")
    return t.lines


def load(t: Thumb, *names: str, place: str) -> None:
    """From some place on."""
    t.take(*names)
    t(f"ldmia {place}, {listed(list(names))}")


def clear(t: Thumb, n: int, start: int, size: int) -> None:
    """Add the multiple of m that clears some columns from `start` on, which are in registers, and
    the frame's columns where those of the product begin. What is left of it stays in registers."""
    ms = [f"m{k}" for k in range(size)]
    qs = [f"q{k}" for k in range(size)]
    load(t, *ms, place="$m")
    t.take("inverse")
    t(f"ldr $inverse, [$m, #{8 * n}]")
    for k, q in enumerate(qs):
        column = start + k
        if k + 1 < size:
            t.take(q)
            t(f"mul ${q}, $inverse, $t{column}")
        else:
            t(f"mul $inverse, $inverse, $t{column}")
            t.rename("inverse", q)
        t.take("c")
        t("mov $c, #0")
        row(t, q, ms, column, "c")
        t.drop(f"t{column}")
    t.drop(*ms)
    t.take("s")
    for j in range(size, n):
        t.take("c")
        t(f"ldr $s, [$m, #{4 * j}]")
        t(f"ldr $c, [sp, #{4 * (start + j)}]")
        row(t, "s", qs, start + j, "c")
    t.drop("s", *qs)


def add_loaded(
    t: Thumb,
    n: int,
    first: int,
    end: int,
    places: list[str],
    op: str = "add",
    mask: str | None = None,
) -> None:
    """Go on with adding to the upper columns, or subtracting from them, what is at some places or
    what of it a mask leaves."""
    names = [f"l{i}" for i in range(first, end)]
    t.take(*names)
    for name, place in zip(names, places, strict=True):
        t(f"ldr ${name}, {place}")
    with_carry = {"add": "adcs", "sub": "sbcs"}[op]
    for i, name in enumerate(names, first):
        if mask:
            t(f"and ${name}, ${name}, ${mask}")
        t(f"{with_carry if i else f'{op}s'} $t{n + i}, $t{n + i}, ${name}")
    t.drop(*names)


def subtract_once(n: int) -> list[str]:
    """The upper half of the frame and a carry, in r0, less m if that is not below it, to r."""
    t = Thumb(ALL, over="r0")
    t.take("m", "x", "y", "r")
    t(f"ldr $m, [sp, #{8 * n + 4}]")
    t(f"ldr $r, [sp, #{8 * n}]")
    held = [f"t{i}" for i in range(min(n, 8))]
    t.take(*held)
    for i in range(n):
        name = f"t{i}" if i < 8 else "x"
        t(f"ldr ${name}, [sp, #{4 * (n + i)}]")
        t(f"ldr $y, [$m, #{4 * i}]")
        t(f"{'sbcs' if i else 'subs'} ${name}, ${name}, $y")
        if i >= 8:
            t(f"str $x, [sp, #{4 * (n + i)}]")
    t("sbc $over, $over, #0")
    for i in range(n):
        name = f"t{i}" if i < 8 else "x"
        t(f"ldr $y, [$m, #{4 * i}]")
        if i >= 8:
            t(f"ldr $x, [sp, #{4 * (n + i)}]")
        t("and $y, $y, $over")
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, $y")
        t(f"str ${name}, [$r, #{4 * i}]")
    t(f"add sp, #{8 * n + 8}")
    t("pop {r7, pc}")
    return t.lines


def combine(t: Thumb, n: int, base: str, first: str, mask: str | None = None) -> None:
    """Add or subtract what is at a pointer, or what of it a mask leaves."""
    for i in range(n):
        op = {"adds": ("adds", "adcs"), "subs": ("subs", "sbcs")}[first][i > 0]
        t(f"ldr $y, [${base}, #{4 * i}]")
        if mask:
            t(f"and $y, $y, ${mask}")
        t(f"{op} $t{i}, $t{i}, $y")


def begin(n: int) -> tuple[Thumb, list[str]]:
    t = Thumb((*LEAF, "lr"), r="r0", a="r1", b="r2", m="r3")
    names = [f"t{i}" for i in range(n)]
    t("push {r7, lr}")
    t.take(*names)
    t(f"ldmia $a, {listed(names)}")
    t.rename("a", "x")
    t.take("y")
    return t, names


def end(t: Thumb, names: list[str]) -> list[str]:
    t(f"stmia $r, {listed(names)}")
    t("pop {r7, pc}")
    return t.lines


def add(n: int) -> list[str]:
    t, names = begin(n)
    combine(t, n, "b", "adds")
    t("mov $x, #0")
    t("adc $x, $x, $x")
    combine(t, n, "m", "subs")
    t("sbc $x, $x, #0")
    combine(t, n, "m", "adds", "x")
    return end(t, names)


def sub(n: int) -> list[str]:
    t, names = begin(n)
    combine(t, n, "b", "subs")
    t("sbc $x, $x, $x")
    combine(t, n, "m", "adds", "x")
    return end(t, names)


def half(n: int) -> list[str]:
    """Half, of what m makes even."""
    t, names = begin(n)
    t("sbfx $x, $t0, #0, #1")
    combine(t, n, "m", "adds", "x")
    for name in reversed(names):
        t(f"rrxs ${name}, ${name}")
    return end(t, names)
