# SPDX-License-Identifier: MIT
"""Products, squares and sums of products modulo any odd number of a given length for ARMv7E-M,
reduced once in Montgomery's way: what towers of fields are computed by. Functions keep r7 alone,
take r in r0 and in r3 the modulus as field/field.h has it, its limbs first.

The frame has two words for each limb, the columns, and above them r and the modulus. A row adds a
limb times a block of limbs, and the word of its lowest column as the carry that it begins with. A
column is stored behind the loads of the next row, where that takes no cycle."""

from dataclasses import dataclass

from tools.kernels.armv7em.montgomery import add_times, blocks
from tools.kernels.armv7em.products import double
from tools.kernels.armv7em.rows import row
from tools.kernels.thumb import ALL, Thumb, listed

# Of fields with pairings: of 158 and 160, 254 and 256, 381 and 382, 455 and 477, 508 to 512, and
# 638 bits.
LENGTHS = (5, 8, 12, 15, 16, 20)
# The limbs of a factor that stay in registers at a time.
BLOCK = 5
# Below the columns while terms are added: the factor whose limbs make blocks, the next terms, and
# how many are left. A product alone has the first at most, where blocks leave no register for it.
SLOTS = 12
FACTOR, TERMS, LEFT = "[sp]", "[sp, #4]", "[sp, #8]"


def word(index: int, base: int = 0) -> str:
    return f"[sp, #{base + 4 * index}]"


@dataclass
class Columns:
    """The columns of a frame and the one that is not stored yet."""

    t: Thumb
    base: int = 0
    waits: tuple[str, str] | None = None

    def at(self, column: int) -> str:
        return word(column, self.base)

    def load(self, *named: tuple[str, str]) -> None:
        """Values from their places, and the store that waits."""
        self.t.take(*(name for name, _ in named))
        for name, place in named:
            self.t(f"ldr ${name}, {place}")
        self.store()

    def store(self) -> None:
        if self.waits:
            name, place = self.waits
            self.t(f"str ${name}, {place}")
            self.t.drop(name)
        self.waits = None

    def put(self, name: str, place: str) -> None:
        """To be stored behind the next loads."""
        self.store()
        self.waits = (name, place)


def add_block(
    columns: Columns, n: int, start: int, fixed: list[str], limb: list[str], fresh: bool
) -> None:
    """The limbs at `limb` one after the other times a block; of the columns from start + n on there
    is nothing yet, and where `fresh` nothing in any other either."""
    t = columns.t
    first = f"t{start}"
    for j in range(n):
        column = start + j
        below = "c" if j else first
        columns.load(("s", limb[j]), *(() if fresh else ((below, columns.at(column)),)))
        if j:
            if fresh:
                t.take("c")
                t("mov $c, #0")
            row(t, "s", fixed, column, "c")
        else:
            first_row(t, fixed, start, fresh)
        t.drop("s")
        columns.put(f"t{column}", columns.at(column))


def first_row(t: Thumb, fixed: list[str], first: int, fresh: bool) -> None:
    """The first column is there unless `fresh`."""
    if fresh:
        t.take(f"t{first}")
    for i, f in enumerate(fixed, first):
        t.take(f"t{i + 1}")
        if fresh and i == first:
            t(f"umull $t{i}, $t{i + 1}, $s, ${f}")
        else:
            t(f"mov $t{i + 1}, #0")
            t(f"umaal $t{i}, $t{i + 1}, $s, ${f}")


def add_ends(columns: Columns, ends: range, begins: bool) -> None:
    """What a block leaves in registers is added to what stands there, with what the block before
    carried: the flag waits, for nothing else in a product changes it."""
    t = columns.t
    places = [(f"l{i}", columns.at(i)) for i in ends]
    columns.load(*places)
    for i in ends:
        with_carry = i > ends.start or not begins
        t(f"{'adcs' if with_carry else 'adds'} $t{i}, $t{i}, $l{i}")
    t.drop(*(name for name, _ in places))


def is_apart(n: int) -> bool:
    """Whether blocks leave no register for the factor that they are from."""
    return n > BLOCK and max(blocks(n, BLOCK)) == BLOCK


def add_product(t: Thumb, n: int, base: int, first: bool) -> None:
    """a b to the columns, where nothing stands if it is the first of a sum. Pointers are lost."""
    columns = Columns(t, base)
    parts = blocks(n, BLOCK)
    apart = is_apart(n)
    if apart:
        t(f"str $a, {FACTOR}")
    start = 0
    for size in parts:
        fixed = [f"f{k}" for k in range(size)]
        if start and apart:
            columns.load(("a", FACTOR))
            t(f"add $a, $a, #{4 * start}")
        t.take(*fixed)
        last = start + size == n
        t(f"ldmia $a{'' if apart or last else '!'}, {listed(fixed)}")
        if apart or last:
            t.drop("a")
        limb = [f"[$b, #{4 * j}]" for j in range(n)]
        add_block(columns, n, start, fixed, limb, first and not start)
        t.drop(*fixed)
        ends = range(start + n, start + n + size)
        if not first:
            add_ends(columns, ends, not start)
        for i in ends:
            columns.put(f"t{i}", columns.at(i))
        start += size
    columns.store()
    t.drop("b")


def multiply(n: int) -> list[str]:
    """All columns to the frame, above which are r and m."""
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r3, r7, lr}")
    base = 4 if is_apart(n) else 0
    t(f"sub sp, #{8 * n + base}")
    add_product(t, n, base, first=True)
    if base:
        t(f"add sp, #{base}")
    return t.lines


def square(n: int) -> list[str]:
    """All columns to the frame. Limb k of a block is multiplied with limb k of the number and the
    limbs above it of twice the number."""
    t = Thumb(ALL, a="r1")
    columns = Columns(t)
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{8 * n}")
    start = 0
    for size in blocks(n, BLOCK):
        fixed = [f"f{k}" for k in range(size)]
        columns.load(*((f, f"[$a, #{4 * (start + k)}]") for k, f in enumerate(fixed)))
        square_block(columns, n, start, fixed)
        t.drop(*fixed)
        start += size
    columns.store()
    return t.lines


def square_block(columns: Columns, n: int, start: int, fixed: list[str]) -> None:
    t, size = columns.t, len(fixed)
    begin_square(columns, start)
    for j in range(start + 1, n):
        i, column = j - start, start + j
        loads = [("s", f"[$a, #{4 * j}]")] if i >= size else []
        loads += [("c", columns.at(column))] if start else []
        if loads:
            columns.load(*loads)
        t.take(*(name for name in ("s", "c") if name not in t.held))
        if not start:
            t("mov $c, #0")
        # The carry flag moves the bit from below on, which is not for the limb below.
        double(t, "s", fixed[i] if i < size else "s", i == 1)
        for k, f in enumerate(fixed[:i]):
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
        t.drop("s")
        columns.put(f"t{column}", columns.at(column))
    end_square(columns, n, start, fixed)


def begin_square(columns: Columns, start: int) -> None:
    """The square of the block's first limb."""
    t, first = columns.t, f"t{2 * start}"
    if start:
        columns.load((first, columns.at(2 * start)))
    else:
        t.take(first)
    t.take(f"t{2 * start + 1}")
    if start:
        t(f"mov $t{2 * start + 1}, #0")
    t(f"{'umaal' if start else 'umull'} ${first}, $t{2 * start + 1}, $f0, $f0")
    columns.put(first, columns.at(2 * start))


def end_square(columns: Columns, n: int, start: int, fixed: list[str]) -> None:
    """The bit that doubling moved out of the number, times the block."""
    t, column = columns.t, start + n
    last = start + len(fixed) == n
    if start:
        columns.load(("c", columns.at(column)))
    else:
        t.take("c")
        t("mov $c, #0")
    t.take("s")
    t("mov $s, #0")
    t("adc $s, $s, $s")
    if last:
        for k, f in enumerate(fixed[:-1]):
            t(f"umaal $t{column + k}, $c, $s, ${f}")
        t(f"add $t{2 * n - 1}, $t{2 * n - 1}, $c")
        t.drop("c")
    else:
        row(t, "s", fixed, column, "c")
    t.drop("s")
    for i in range(column, column + len(fixed) + (not last)):
        columns.put(f"t{i}", columns.at(i))


def sum_products(n: int) -> list[str]:
    """The first product as in a multiplication, then the others."""
    t = Thumb(ALL, terms="r1", left="r2")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{8 * n + SLOTS}")
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
    """The multiple of m in blocks of limbs. It is taken away, so that what is left is above -m. To
    the complement of the lower columns it is added, until all bits are ones; its upper columns
    take the place of lower ones that are done with."""
    t = Thumb(ALL)
    columns = Columns(t)
    t.take("m")
    t(f"ldr $m, {word(2 * n + 1)}")
    start = 0
    for size in blocks(n):
        qs = fill(columns, n, start, size)
        for j in range(size, n):
            column = start + j
            columns.load(("s", f"[$m, #{4 * j}]"), ("c", word(column % n)))
            if not start:
                t("mvn $c, $c")
            row(t, "s", qs, column, "c")
            t.drop("s")
            columns.put(f"t{column}", word(column % n))
        t.drop(*qs)
        start += size
        if start < n:
            for i in range(start + n - size, start + n):
                columns.put(f"t{i}", word(i % n))
    columns.store()
    top = [f"t{i}" for i in range(2 * n - size, 2 * n)]
    take_away(t, n, top)
    return t.lines


def fill(columns: Columns, n: int, start: int, size: int) -> list[str]:
    """Some limbs of the multiple, each of which fills a column; it carries nothing then."""
    t = columns.t
    ms = [f"m{k}" for k in range(size)]
    names = [f"t{start + k}" for k in range(size)]
    loads = [(name, word(start + k)) for k, name in enumerate(names)]
    loads += [("inverse", f"[$m, #{8 * n}]")]
    columns.load(*loads, *((name, f"[$m, #{4 * k}]") for k, name in enumerate(ms)))
    if not start:
        for name in names:
            t(f"mvn ${name}, ${name}")
    for k in range(size):
        column = start + k
        q = f"q{k}"
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
    return [f"q{k}" for k in range(size)]


def take_away(t: Thumb, n: int, top: list[str]) -> None:
    """The upper columns of the sum less those of the multiple, of which the highest are in
    registers, and m again if that borrows."""
    t.drop("m")
    columns = Columns(t)
    lower = n - len(top)
    held: list[str] = []
    for i in range(0, lower, 2):
        pair = range(i, min(i + 2, lower))
        keeps = len(t.free()) >= 7
        ds, us = [f"d{j}" for j in pair], [f"u{j}" for j in pair]
        columns.load(
            *((d, word(n + j)) for d, j in zip(ds, pair, strict=True)),
            *((u, word(j)) for u, j in zip(us, pair, strict=True)),
        )
        for j in pair:
            t(f"{'sbcs' if j else 'subs'} $d{j}, $d{j}, $u{j}")
        t.drop(*us)
        if keeps:
            held += ds
        else:
            for j in pair:
                columns.put(f"d{j}", word(n + j))
    for i in range(0, len(top), 2):
        some = top[i : i + 2]
        columns.load(*((f"l{k}", word(n + lower + i + k)) for k in range(len(some))))
        for k, name in enumerate(some):
            t(f"sbcs ${name}, $l{k}, ${name}")
            t.drop(f"l{k}")
    t.take("borrow")
    t("sbc $borrow, $borrow, $borrow")
    t("rsb $borrow, $borrow, #0")
    t.take("c", "m", "r")
    t("mov $c, #0")
    t(f"ldr $m, {word(2 * n + 1)}")
    t(f"ldr $r, {word(2 * n)}")
    at = len(held)
    hand_over(t, held, 0)
    while at < lower:
        some = [f"d{j}" for j in range(at, min(at + len(t.free()) // 2, lower))]
        columns.load(*((name, word(n + at + k)) for k, name in enumerate(some)))
        hand_over(t, some, at)
        at += len(some)
    hand_over(t, top, lower)
    t(f"add sp, #{8 * n + 8}")
    t("pop {r7, pc}")


def hand_over(t: Thumb, names: list[str], first: int) -> None:
    """With m added where it is to be, to r."""
    for i in range(0, len(names), 4):
        some = names[i : i + 4]
        add_times(t, some, "borrow")
        for j, name in enumerate(some, first + i):
            t(f"str ${name}, [$r, #{4 * j}]")
        t.drop(*some)
