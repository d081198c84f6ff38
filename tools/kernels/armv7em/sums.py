# SPDX-License-Identifier: MIT
"""Products, squares and sums of products modulo any odd number of a given length for ARMv7E-M,
reduced once in Montgomery's way: what towers of fields are computed by. Functions keep r7 alone,
take r in r0 and the modulus in r3, as field/field.h has it.

The frame has two words for each limb, the columns, and above them, where blocks take all registers,
a word for each limb of what rows go through; then r and the modulus. A row adds a limb times a block
of limbs, and the word that stands in its lowest column as the carry that it begins with."""

from tools.kernels.armv7em.products import copy, square
from tools.kernels.armv7em.rows import row
from tools.kernels.thumb import ALL, Thumb, listed

# Of fields of 158 and 160, 254 and 256, 381 and 382, 455 and 477, 508 to 512, and 638 bits.
LENGTHS = (5, 8, 12, 15, 16, 20)
# The limbs that stay in registers at a time: with six there is no register for a pointer.
BLOCK = 6
REDUCED = 4
# Below the columns while terms are added: the next terms, how many are left, the number whose
# limbs make blocks, and what a block carries.
SLOTS = 16
TERMS, LEFT, BLOCKS_OF, CARRY = "[sp]", "[sp, #4]", "[sp, #8]", "[sp, #12]"


def blocks(n: int, most: int = BLOCK) -> tuple[int, ...]:
    """As even as they can be."""
    count = -(-n // most)
    return tuple(n // count + (i < n % count) for i in range(count))


def copies(n: int) -> bool:
    return max(blocks(n)) == BLOCK


def frame(n: int) -> int:
    return (12 if copies(n) else 8) * n


def word(base: int, index: int) -> str:
    return f"[sp, #{base + 4 * index}]"


def load(t: Thumb, names: list[str], places: list[str]) -> None:
    t.take(*names)
    for name, place in zip(names, places, strict=True):
        t(f"ldr ${name}, {place}")


def add_block(
    t: Thumb, n: int, start: int, fixed: list[str], base: int, limb: list[str], fresh: bool
) -> None:
    """The limbs at `limb` one after the other times a block, to columns that begin at `base`; of
    those from start + n on there is nothing yet, and where `fresh` nothing in any other either."""
    held: list[str] = []
    for j in range(n):
        column = start + j
        if not held:
            pair = 0 < j < n - 1 and len(t.free()) >= (3 if fresh else 4)
            some = range(j, j + 2 if pair else j + 1)
            held = [f"s{i}" for i in some]
            load(t, held, [limb[i] for i in some])
            if j and not fresh:
                load(t, [f"c{i}" for i in some], [word(base, start + i) for i in some])
        s = held.pop(0)
        if j == 0:
            first_row(t, s, fixed, column, None if fresh else word(base, column))
        else:
            if fresh:
                t.take(f"c{j}")
                t(f"mov $c{j}, #0")
            row(t, s, fixed, column, f"c{j}")
        t.drop(s)
        t(f"str $t{column}, {word(base, column)}")
        t.drop(f"t{column}")


def first_row(t: Thumb, s: str, fixed: list[str], first: int, place: str | None) -> None:
    t.take(f"t{first}")
    if place:
        t(f"ldr $t{first}, {place}")
    for i, f in enumerate(fixed, first):
        t.take(f"t{i + 1}")
        if place or i > first:
            t(f"mov $t{i + 1}, #0")
            t(f"umaal $t{i}, $t{i + 1}, ${s}, ${f}")
        else:
            t(f"umull $t{i}, $t{i + 1}, ${s}, ${f}")


def add_ends(t: Thumb, columns: range, base: int, carry: str, begins: bool, ends: bool) -> None:
    """What a block leaves in registers is added to what stands there, with what the block before
    carried, and goes there too."""
    t.take("x")
    if not begins:
        t(f"ldr $x, {carry}")
    names = [f"l{i}" for i in columns]
    load(t, names, [word(base, i) for i in columns])
    if not begins:
        t("lsrs $x, $x, #1")
    for i in columns:
        with_carry = i > columns.start or not begins
        t(f"{'adcs' if with_carry else 'adds'} $t{i}, $t{i}, $l{i}")
    t.drop(*names)
    if not ends:
        t("mov $x, #0")
        t("adc $x, $x, #0")
        t(f"str $x, {carry}")
    t.drop("x")


def put(t: Thumb, columns: range, base: int) -> None:
    for i in columns:
        t(f"str $t{i}, {word(base, i)}")
        t.drop(f"t{i}")


def add_product(t: Thumb, n: int, base: int, first: bool) -> None:
    """a b to the columns, where nothing stands if it is the first of a sum. Pointers are lost."""
    parts = blocks(n)
    if parts[1:]:
        t(f"str $a, {BLOCKS_OF}")
    if copies(n):
        t.take("from")
        t("mov $from, $b")
        t.drop("b")
        copy(t, "from", base + 8 * n, n)
        t.drop("from")
        limb = [word(base + 8 * n, j) for j in range(n)]
    else:
        limb = [f"[$b, #{4 * j}]" for j in range(n)]
    start = 0
    for size in parts:
        if start:
            t.take("a")
            t(f"ldr $a, {BLOCKS_OF}")
            t(f"add $a, $a, #{4 * start}")
        fixed = [f"f{k}" for k in range(size)]
        t.take(*fixed)
        t(f"ldmia $a, {listed(fixed)}")
        t.drop("a")
        add_block(t, n, start, fixed, base, limb, first and not start)
        t.drop(*fixed)
        ends = range(start + n, start + n + size)
        if not first:
            add_ends(t, ends, base, CARRY, not start, start + size == n)
        put(t, ends, base)
        start += size
    if not copies(n):
        t.drop("b")


def begin(n: int) -> Thumb:
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{frame(n) + SLOTS}")
    return t


def multiply(n: int) -> list[str]:
    """All columns to the frame, above which are r and m."""
    t = begin(n)
    add_product(t, n, SLOTS, first=True)
    t(f"add sp, #{SLOTS}")
    return t.lines


def squared(n: int) -> list[str]:
    t = Thumb(ALL, a="r1")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{frame(n)}")
    square(t, n, blocks(n, BLOCK - 1), 2 * n)
    return t.lines


def add_products(n: int) -> list[str]:
    """The first product as in a multiplication, then the others."""
    t = Thumb(ALL, terms="r1", left="r2")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{frame(n) + SLOTS}")
    t(f"str $left, {LEFT}")
    t.drop("left")
    next_term(t)
    add_product(t, n, SLOTS, first=True)
    t("b 2f")
    t("1:")
    t.take("terms")
    t(f"ldr $terms, {TERMS}")
    next_term(t)
    add_product(t, n, SLOTS, first=False)
    t("2:")
    t.take("left")
    t(f"ldr $left, {LEFT}")
    t("subs $left, $left, #1")
    t(f"str $left, {LEFT}")
    t("bne 1b")
    t(f"add sp, #{SLOTS}")
    return t.lines


def next_term(t: Thumb) -> None:
    t.take("a", "b")
    t(f"ldmia $terms!, {listed(['a', 'b'])}")
    t(f"str $terms, {TERMS}")
    t.drop("terms")


def finish(n: int) -> list[str]:
    """Some limbs q of the multiple of m that is added at a time. Each clears a column with the
    lowest limbs of m; then all of them are multiplied with one of the other limbs after the
    other. The frame's first words, which are clear by then, hold -1/m and what a block carries."""
    t = Thumb(ALL)
    t.take("m", "x")
    t(f"ldr $m, {word(frame(n), 1)}")
    t(f"ldr $x, [$m, #{8 * n}]")
    t.take("t0")
    t("ldr $t0, [sp]")
    t("str $x, [sp]")
    t.rename("x", "s")
    limb = [f"[$m, #{4 * j}]" for j in range(n)]
    start = 0
    for size in blocks(n, REDUCED):
        if start:
            t.take("s")
            t("ldr $s, [sp]")
        clear(t, n, start, size, limb)
        qs = [f"q{k}" for k in range(size)]
        go_on(t, n, start, qs, limb)
        t.drop(*qs)
        ends = range(start + n, start + n + size)
        add_ends(t, ends, 0, "[sp, #4]", not start, False)
        put(t, ends, 0)
        start += size
    t.drop("m")
    subtract_once(t, n)
    return t.lines


def clear(t: Thumb, n: int, start: int, size: int, limb: list[str]) -> None:
    """The limbs q that clear some columns, the first with -1/m in s."""
    names = [f"t{start + k}" for k in range(size) if start + k]
    load(t, names, [word(0, start + k) for k in range(size) if start + k])
    ms = [f"m{k}" for k in range(size)]
    load(t, ms, limb[:size])
    for k in range(size):
        column = start + k
        if k:
            t.take("s")
            t("ldr $s, [sp]")
        t(f"mul $s, $s, $t{column}")
        t.take("c")
        t("mov $c, #0")
        row(t, "s", ms, column, "c")
        t.drop(f"t{column}")
        t.rename("s", f"q{k}")
    t.drop(*ms)


def go_on(t: Thumb, n: int, start: int, qs: list[str], limb: list[str]) -> None:
    """The other limbs of m times those."""
    at = len(qs)
    while at < n:
        some = range(at, min(n, at + min(len(t.free()) // 2, 2)))
        load(t, [f"s{j}" for j in some], [limb[j] for j in some])
        load(t, [f"c{j}" for j in some], [word(0, start + j) for j in some])
        for j in some:
            row(t, f"s{j}", qs, start + j, f"c{j}")
            t(f"str $t{start + j}, {word(0, start + j)}")
            t.drop(f"t{start + j}", f"s{j}")
        at = some.stop


def subtract_once(t: Thumb, n: int) -> None:
    """The upper half of the frame and a carry, less m if that is not below it, to r."""
    t.take("over", "m")
    t(f"ldr $m, {word(frame(n), 1)}")
    t("ldr $over, [sp, #4]")
    held = min(n, 8)
    for i in range(0, n, 2):
        pair = range(i, min(i + 2, n))
        names = [f"d{j}" for j in pair]
        load(t, names, [word(0, n + j) for j in pair])
        load(t, [f"m{j}" for j in pair], [f"[$m, #{4 * j}]" for j in pair])
        for j in pair:
            t(f"{'sbcs' if j else 'subs'} $d{j}, $d{j}, $m{j}")
            t.drop(f"m{j}")
            if j >= held:
                t(f"str $d{j}, {word(0, n + j)}")
                t.drop(f"d{j}")
    t("sbc $over, $over, #0")
    t("rsb $over, $over, #0")
    t.take("c", "r")
    t("mov $c, #0")
    t(f"ldr $r, {word(frame(n), 0)}")
    for i in range(0, n, 2):
        pair = range(i, min(i + 2, n))
        load(t, [f"m{j}" for j in pair], [f"[$m, #{4 * j}]" for j in pair])
        if i >= held:
            load(t, [f"d{j}" for j in pair], [word(0, n + j) for j in pair])
        for j in pair:
            t(f"umaal $d{j}, $c, $m{j}, $over")
        for j in pair:
            t(f"str $d{j}, [$r, #{4 * j}]")
        t.drop(*(f"d{j}" for j in pair), *(f"m{j}" for j in pair))
    t(f"add sp, #{frame(n) + 8}")
    t("pop {r7, pc}")
