# SPDX-License-Identifier: MIT
"""Multiplication modulo any odd number too long to be written out, for ARMv7E-M, called as that of
sums.py is: blocks of four limbs by rows in a loop.

A turn of it is six rows: between them the values of t0 to t3, e, which a row begins with, and p,
the column that is not stored yet, change places in a circle, so that they end where they began. The
frame has a word that nothing needs, three words for each limb (the columns of the product, and
above them room for its upper half), the slots, r and the modulus."""

from tools.kernels.thumb import ALL, Thumb, listed

# Of fields of 1536 bits.
LENGTHS = (48,)
BLOCK = 4
ROWS = 6
ROLES = ("t0", "t1", "t2", "t3", "e", "p")
SLOTS = ("a", "b", "column", "left")


class Frame:
    """Where things are: the columns from `columns` on."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.columns = 4
        self.slots = self.columns + 12 * n
        self.size = self.slots + 4 * len(SLOTS)

    def slot(self, name: str) -> str:
        return f"[sp, #{self.slots + 4 * SLOTS.index(name)}]"

    @property
    def r(self) -> str:
        return f"[sp, #{self.size}]"

    @property
    def m(self) -> str:
        return f"[sp, #{self.size + 4}]"


def next_row(t: Thumb, index: int, fixed: list[str]) -> None:
    """The limb at b and that index times the block, to the columns from there on."""
    t(f"ldr $s, [$b, #{4 * index}]")
    t(f"ldr $e, [$column, #{4 * index}]")
    t(f"str $p, [$column, #{4 * index - 4}]")
    for i, f in enumerate(fixed):
        t(f"umaal $t{i}, $e, $s, ${f}")
    registers = [t.held[role] for role in ROLES]
    for role, register in zip(("p", "t0", "t1", "t2", "t3", "e"), registers, strict=True):
        t.held[role] = register


def rows(t: Thumb, count: int, fixed: list[str], label: str) -> None:
    """Some rows before the loop and those of it; then what stands above them is stored."""
    before = count % ROWS
    for i in range(before):
        next_row(t, i, fixed)
    if before:
        t(f"add $b, $b, #{4 * before}")
        t(f"add $column, $column, #{4 * before}")
    t(f"mov $count, #{count // ROWS}")
    t(f"{label}:")
    start = dict(t.held)
    for i in range(ROWS):
        next_row(t, i, fixed)
    assert t.held == start
    t(f"add $b, $b, #{4 * ROWS}")
    t(f"add $column, $column, #{4 * ROWS}")
    t("subs $count, $count, #1")
    t(f"bne {label}b")
    for i, role in enumerate(("p", *ROLES[:BLOCK])):
        t(f"str ${role}, [$column, #{4 * i - 4}]")


def again(t: Thumb, frame: Frame, label: str) -> None:
    """The next block, where one is left."""
    t.take("column", "left")
    t(f"ldr $column, {frame.slot('column')}")
    t(f"ldr $left, {frame.slot('left')}")
    t(f"add $column, $column, #{4 * BLOCK}")
    t(f"str $column, {frame.slot('column')}")
    t("subs $left, $left, #1")
    t(f"str $left, {frame.slot('left')}")
    t(f"bne {label}b")
    t.drop("column", "left")


def begin_blocks(t: Thumb, frame: Frame) -> None:
    t.take("column", "left")
    t(f"add $column, sp, #{frame.columns}")
    t(f"str $column, {frame.slot('column')}")
    t(f"mov $left, #{frame.n // BLOCK}")
    t(f"str $left, {frame.slot('left')}")
    t.drop("column", "left")


def multiply(n: int) -> list[str]:
    frame = Frame(n)
    t = Thumb(ALL, a="r1", b="r2")
    t("push {r0, r3, r7, lr}")
    t(f"sub sp, #{frame.size}")
    t(f"str $a, {frame.slot('a')}")
    t(f"str $b, {frame.slot('b')}")
    t.drop("a", "b")
    begin_blocks(t, frame)
    clear(t, frame)
    t("1:")
    fixed = [f"f{k}" for k in range(BLOCK)]
    t.take("a", *fixed)
    t(f"ldr $a, {frame.slot('a')}")
    t(f"ldmia $a!, {listed(fixed)}")
    t(f"str $a, {frame.slot('a')}")
    t.drop("a")
    t.take("b", "column", *ROLES, "s", "count")
    t(f"ldr $b, {frame.slot('b')}")
    t(f"ldr $column, {frame.slot('column')}")
    for role in ROLES[:BLOCK]:
        t(f"mov ${role}, #0")
    t("ldr $p, [$column, #-4]")
    rows(t, n, fixed, "2")
    t.drop("b", "column", *ROLES, "s", "count", *fixed)
    again(t, frame, "1")
    make_room(t, frame)
    begin_blocks(t, frame)
    t("1:")
    fill(t, frame)
    again(t, frame, "1")
    take_away(t, frame)
    return t.lines


def clear(t: Thumb, frame: Frame) -> None:
    """The lower columns."""
    zeros = [f"z{i}" for i in range(8)]
    t.take("to", *zeros)
    t(f"add $to, sp, #{frame.columns}")
    for zero in zeros:
        t(f"mov ${zero}, #0")
    for _ in range(frame.n // 8):
        t(f"stmia $to!, {listed(zeros)}")
    t.drop("to", *zeros)


def make_room(t: Thumb, frame: Frame) -> None:
    """The upper half goes above, the lower one becomes its complement."""
    words = [f"w{i}" for i in range(6)]
    t.take("from", "to", "low", "count", *words)
    t(f"add $low, sp, #{frame.columns}")
    t(f"add $from, $low, #{4 * frame.n}")
    t(f"add $to, $low, #{8 * frame.n}")
    t(f"mov $count, #{frame.n // len(words)}")
    t("1:")
    t(f"ldmia $from!, {listed(words)}")
    t(f"stmia $to!, {listed(words)}")
    t(f"ldmia $low, {listed(words)}")
    for name in words:
        t(f"mvn ${name}, ${name}")
    t(f"stmia $low!, {listed(words)}")
    t("subs $count, $count, #1")
    t("bne 1b")
    t.drop("from", "to", "low", "count", *words)


def fill(t: Thumb, frame: Frame) -> None:
    """A block of the multiple of m that fills the lower columns; see sums.py."""
    ms = [f"m{k}" for k in range(BLOCK)]
    names = [f"c{k}" for k in range(BLOCK)]
    t.take("column", *names)
    t(f"ldr $column, {frame.slot('column')}")
    t(f"ldmia $column, {listed(names)}")
    t.drop("column")
    t.take("m", "inverse", *ms)
    t(f"ldr $m, {frame.m}")
    t(f"ldr $inverse, [$m, #{8 * frame.n}]")
    t(f"ldmia $m!, {listed(ms)}")
    for k in range(BLOCK):
        q = f"q{k}"
        if k + 1 < BLOCK:
            t.take(q)
            t(f"mla ${q}, $inverse, $c{k}, $inverse")
        else:
            t(f"mla $inverse, $inverse, $c{k}, $inverse")
            t.rename("inverse", q)
        t.take("c")
        t(f"umull $c{k}, $c, ${q}, $m0")
        t.drop(f"c{k}")
        for i, m in enumerate(ms[1:], k + 1):
            t(f"umaal $c{i}, $c, ${q}, ${m}")
        t.rename("c", f"c{k + BLOCK}")
    t.drop(*ms)
    for i in range(BLOCK):
        t.rename(f"c{i + BLOCK}", f"t{i}")
    t.rename("m", "b")
    t.take("column", "e", "p", "s", "count")
    t(f"ldr $column, {frame.slot('column')}")
    t(f"add $column, $column, #{4 * BLOCK}")
    # What is stored first goes to a column that is full.
    t("mov $p, #0")
    qs = [f"q{k}" for k in range(BLOCK)]
    rows(t, frame.n - BLOCK, qs, "2")
    t.drop("b", "column", *ROLES, "s", "count", *qs)


def take_away(t: Thumb, frame: Frame) -> None:
    """The upper half less the multiple's, and m again if that borrows; both in a loop, the first
    with its borrow as a mask."""
    ds, us = [f"d{i}" for i in range(4)], [f"u{i}" for i in range(4)]
    t.take("multiple", "upper", "count", "mask", *ds, *us)
    t(f"add $multiple, sp, #{frame.columns + 4 * frame.n}")
    t(f"add $upper, sp, #{frame.columns + 8 * frame.n}")
    t(f"mov $count, #{frame.n // 4}")
    t("mov $mask, #0")
    t("1:")
    t(f"ldmia $upper, {listed(ds)}")
    t(f"ldmia $multiple!, {listed(us)}")
    t("rsbs $mask, $mask, #0")
    for d, u in zip(ds, us, strict=True):
        t(f"sbcs ${d}, ${d}, ${u}")
    t(f"stmia $upper!, {listed(ds)}")
    t("sbc $mask, $mask, $mask")
    t("rsb $mask, $mask, #0")
    t("subs $count, $count, #1")
    t("bne 1b")
    t.drop("multiple")
    t.take("m", "r", "c")
    t(f"ldr $m, {frame.m}")
    t(f"ldr $r, {frame.r}")
    t(f"sub $upper, $upper, #{4 * frame.n}")
    t(f"mov $count, #{frame.n // 4}")
    t("mov $c, #0")
    t("1:")
    t(f"ldmia $upper!, {listed(ds)}")
    t(f"ldmia $m!, {listed(us)}")
    for d, u in zip(ds, us, strict=True):
        t(f"umaal ${d}, $c, ${u}, $mask")
    for i, d in enumerate(ds):
        t(f"str ${d}, [$r, #{4 * i}]")
    t("add $r, $r, #16")
    t("subs $count, $count, #1")
    t("bne 1b")
    t(f"add sp, #{frame.size + 8}")
    t("pop {r7, pc}")
