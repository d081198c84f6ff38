# SPDX-License-Identifier: MIT
"""Products and squares of any length for ARMv7E-M, into a frame on the stack: some limbs of one
number at a time, a block, times the limbs of the other one after the other. What stands in a column
already comes in as the carry that its row begins with."""

from collections.abc import Callable
from functools import partial

from tools.kernels.armv7em.rows import row, start_row
from tools.kernels.thumb import ALL, Thumb, listed

FIXED = [f"f{i}" for i in range(6)]


def load_block(t: Thumb, count: int, advance: bool) -> list[str]:
    fixed = FIXED[:count]
    t.take(*fixed)
    if count > 1:
        t(f"ldmia $a{'!' if advance else ''}, {listed(fixed)}")
    else:
        t("ldr $f0, [$a], #4" if advance else "ldr $f0, [$a]")
    return fixed


def copy(t: Thumb, source: str, offset: int, count: int) -> None:
    """Limbs to the frame, so that a block has a register more."""
    t.take("to")
    t(f"add $to, sp, #{offset}")
    while count > 0:
        names = [f"l{i}" for i in range(min(8, count))]
        t.take(*names)
        t(f"ldmia ${source}!, {listed(names)}" if names[1:] else f"ldr $l0, [${source}], #4")
        t(f"stmia $to!, {listed(names)}" if names[1:] else "str $l0, [$to], #4")
        t.drop(*names)
        count -= len(names)
    t.drop("to")


def frame_with(t: Thumb, size: int, source: str, count: int) -> None:
    """A frame of `size` bytes, whose end takes some limbs."""
    if count <= len(t.free()):
        names = [f"l{i}" for i in range(count)]
        t.take(*names)
        t(f"ldmia ${source}, {listed(names)}")
        t(f"stmdb sp!, {listed(names)}")
        t.drop(*names)
        t(f"sub sp, #{size - 4 * count}")
    else:
        t(f"sub sp, #{size}")
        copy(t, source, size - 4 * count, count)


def wide_product(t: Thumb, n: int, blocks: tuple[int, ...], size: int, carried: int = 0) -> None:
    """The product of the numbers at a and b with blocks of six limbs, all of it to a frame of
    `size` bytes, whose end takes b. The pointer to a is above the frame's next word. As many of
    the first columns as are `carried` are added to the next one too, where a row has room for it.
    """
    at = size - 4 * n
    frame_with(t, size, "b", n)
    t.drop("b")
    start = 0
    for count in blocks:
        if start:
            t.take("a")
            t(f"ldr $a, [sp, #{size + 4}]")
            t(f"add $a, $a, #{4 * start}")
        fixed = load_block(t, count, advance=False)
        t.drop("a")
        rows(t, n, start, fixed, lambda j: f"[sp, #{at + 4 * j}]", 2 * n, carried)
        t.drop(*fixed)
        for column in range(start + n, start + n + count):
            put_away(t, column, 2 * n)
        start += count


def wide_square(
    t: Thumb, n: int, blocks: tuple[int, ...], size: int, full: bool, carried: int = 0
) -> None:
    """The square of the number at a likewise."""
    at = size - 4 * (n - blocks[0])
    t.take("from")
    t(f"add $from, $a, #{4 * blocks[0]}")
    frame_with(t, size, "from", n - blocks[0])
    t.drop("from")
    start = 0
    for count in blocks:
        if start:
            t.take("a")
            t(f"add $a, sp, #{at + 4 * (start - blocks[0])}")
        fixed = load_block(t, count, advance=False)
        t.drop("a")
        limb = partial(limb_at, at - 4 * blocks[0])
        square_rows(t, n, start, fixed, limb, 2 * n, full, carried)
        start += count


def limb_at(offset: int, j: int) -> str:
    return f"[sp, #{offset + 4 * j}]"


def put_away(t: Thumb, column: int, keep: int, carried: int = 0) -> None:
    """A finished column goes to the frame but for those that are kept, from `keep` on. Of those
    that are carried, the next row begins with it."""
    if column < keep:
        t(f"str $t{column}, [sp, #{4 * column}]")
        if column < carried:
            t.rename(f"t{column}", "c")
        else:
            t.drop(f"t{column}")


def column_so_far(t: Thumb, column: int, first: bool) -> None:
    """What a row begins with, in c."""
    if f"w{column}" in t.held:
        t.rename(f"w{column}", "c")
    elif "c" not in t.held:
        t.take("c")
        t("mov $c, #0" if first else f"ldr $c, [sp, #{4 * column}]")


def rows(
    t: Thumb,
    n: int,
    start: int,
    fixed: list[str],
    limb: Callable[[int], str],
    keep: int,
    carried: int = 0,
) -> None:
    """Limb after limb, which is at limb(j), times a block; two are loaded at a time where there are
    registers."""
    t.take("s")
    for j in range(n):
        column = start + j
        if "next" in t.held:
            t.drop("s")
            t.rename("next", "s")
            if "above" in t.held:
                t.rename("above", "c")
            else:
                column_so_far(t, column, start == 0)
            row(t, "s", fixed, column, "c")
            put_away(t, column, keep, carried)
            continue
        t(f"ldr $s, {limb(j)}")
        if 0 < j < n - 1 and len(t.free()) >= 3:
            t.take("next")
            t(f"ldr $next, {limb(j + 1)}")
        if j == 0 and start == 0:
            if fixed[1:]:
                start_row(t, "s", fixed, 0)
            else:
                t.take("t0", "t1")
                t("umull $t0, $t1, $s, $f0")
        elif j == 0:
            t.take(f"t{column}")
            t(f"ldr $t{column}, [sp, #{4 * column}]")
            for k, f in enumerate(fixed, column):
                t.take(f"t{k + 1}")
                t(f"mov $t{k + 1}, #0")
                t(f"umaal $t{k}, $t{k + 1}, $s, ${f}")
        else:
            column_so_far(t, column, start == 0)
            if "next" in t.held and start and f"w{column + 1}" not in t.held:
                t.take("above")
                t(f"ldr $above, [sp, #{4 * (column + 1)}]")
            row(t, "s", fixed, column, "c")
        put_away(t, column, keep, carried)
    t.drop("s")


def product(t: Thumb, n: int, blocks: tuple[int, ...], keep: int) -> None:
    """The product of the numbers at a and b. Columns from `keep` on, which are of the last block,
    end in registers."""
    start = 0
    for size in blocks:
        last = start + size == n
        fixed = load_block(t, size, advance=not last)
        if last:
            t.drop("a")
        rows(t, n, start, fixed, lambda j: f"[$b, #{4 * j}]", keep if last else 2 * n)
        t.drop(*fixed)
        if last:
            t.drop("b")
        # Of short numbers, some of what the second block goes on with waits in registers.
        waiting = n + len(ALL) - 2 * (n - size) - 3 if n <= 8 and start == 0 else 0
        for column in range(start + n, start + n + size):
            if column < waiting:
                t.rename(f"t{column}", f"w{column}")
            else:
                put_away(t, column, keep if last else 2 * n)
        start += size


def double(t: Thumb, s: str, x: str, first: bool) -> None:
    """s = 2 x and the bit from below, which the carry flag moves on."""
    t(f"{'adds' if first else 'adcs'} ${s}, ${x}, ${x}")


def triangle(t: Thumb, start: int, fixed: list[str]) -> None:
    """The square of a block: limb k times the limbs above it of twice the block, which begin with
    that of k + 1 less the bit from below."""
    if start == 0:
        t.take("t0", "t1")
        t("umull $t0, $t1, $f0, $f0")
    else:
        if f"w{2 * start}" in t.held:
            t.rename(f"w{2 * start}", f"t{2 * start}")
        else:
            t.take(f"t{2 * start}")
            t(f"ldr $t{2 * start}, [sp, #{8 * start}]")
        t.take(f"t{2 * start + 1}")
        t(f"mov $t{2 * start + 1}, #0")
        t(f"umaal $t{2 * start}, $t{2 * start + 1}, $f0, $f0")


def square(t: Thumb, n: int, blocks: tuple[int, ...], keep: int, full: bool = True) -> None:
    """The square of the number at a. Where the number is not `full`, twice it has no limb more."""
    start = 0
    for size in blocks:
        last = start + size == n
        fixed = load_block(t, size, advance=not last)
        if last:
            t.drop("a")
        end = start + size
        kept = keep if last else 2 * n
        square_rows(t, n, start, fixed, partial(limb_after, end), kept, full)
        start += size


def limb_after(end: int, j: int) -> str:
    return f"[$a, #{4 * (j - end)}]"


def square_rows(
    t: Thumb,
    n: int,
    start: int,
    fixed: list[str],
    limb: Callable[[int], str],
    keep: int,
    full: bool,
    carried: int = 0,
) -> None:
    """A block's part of a square: limb k times limb k of the number and the limbs above it of twice
    the number."""
    size = len(fixed)
    triangle(t, start, fixed)
    put_away(t, 2 * start, keep, carried)
    t.take("s")
    for j in range(start + 1, n):
        i = j - start
        column = start + j
        if i >= size:
            t(f"ldr $s, {limb(j)}")
        column_so_far(t, column, start == 0)
        double(t, "s", fixed[i] if i < size else "s", i == 1)
        for k, f in enumerate(fixed[: min(i, size)]):
            if k + 1 == i and i > 1:
                t("bic $s, $s, #1")
            t(f"umaal $t{column + k}, $c, $s, ${f}")
        if i < size:
            t.take(f"t{2 * j + 1}")
            t(f"mov $t{2 * j + 1}, #0")
            t(f"umaal $c, $t{2 * j + 1}, ${fixed[i]}, ${fixed[i]}")
            t.rename("c", f"t{2 * j}")
        else:
            t.rename("c", f"t{column + size}")
        put_away(t, column, keep, carried)
    column = start + n
    if full:
        column_so_far(t, column, start == 0)
        t("mov $s, #0")
        t("adc $s, $s, $s")
        if start + size == n:
            for k, f in enumerate(fixed[:-1]):
                t(f"umaal $t{column + k}, $c, $s, ${f}")
            t(f"add $t{2 * n - 1}, $t{2 * n - 1}, $c")
            t.drop("c")
        else:
            row(t, "s", fixed, column, "c")
            put_away(t, column, keep)
    t.drop("s", *fixed)
    for column in range(start + n, start + n + size + 1):
        if f"t{column}" in t.held:
            # Of short numbers, what the second block goes on with waits in registers.
            if n <= 8 and 2 * size <= column and start == 0:
                t.rename(f"t{column}", f"w{column}")
            else:
                put_away(t, column, keep)
