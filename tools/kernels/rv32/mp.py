# SPDX-License-Identifier: MIT
"""Multi-precision kernels for RV32IM, by the procedure call standard."""

from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import SAVED, SCRATCH


def enter(t: Values, registers: int) -> int:
    """Save s0 on, so many of them; returns the size of the frame."""
    frame = -(-4 * registers // 16) * 16
    t(f"addi sp, sp, -{frame}")
    for i in range(registers):
        t(f"sw s{i}, {4 * i}(sp)")
    return frame


def leave(t: Values, registers: int, frame: int) -> None:
    for i in range(registers):
        t(f"lw s{i}, {4 * i}(sp)")
    t(f"addi sp, sp, {frame}")
    t("ret")


def mp_find_steps() -> list[str]:
    """The masks and multipliers of a step are 1, 0 or -1: `odd` for g, `swap` negative."""
    t = Values(SCRATCH, t="a0", delta="a1", f="a2", g="a3")
    t.take("u", "v", "q", "r", "odd", "swap", "x", "count")
    t("li $u, -1")
    t("li $v, 0")
    t("li $q, 0")
    t("li $r, -1")
    t("li $count, 31")
    t("1:")
    t("andi $odd, $g, 1")
    t("srli $swap, $delta, 31")
    t("addi $swap, $swap, -1")
    t("neg $x, $odd")
    t("and $swap, $swap, $x")
    t("or $odd, $odd, $swap")
    t("xor $delta, $delta, $swap")
    t("addi $delta, $delta, 1")
    for x, y in (("f", "g"), ("u", "q"), ("v", "r")):
        t(f"mul $x, $odd, ${x}")
        t(f"add ${y}, ${y}, $x")
        t(f"and $x, $swap, ${y}")
        t(f"add ${x}, ${x}, $x")
    t("srli $g, $g, 1")
    t("slli $u, $u, 1")
    t("slli $v, $v, 1")
    t("addi $count, $count, -1")
    t("bnez $count, 1b")
    for i, name in enumerate(("u", "v", "q", "r")):
        t(f"sw ${name}, {4 * i}($t)")
    t("mv a0, $delta")
    t("ret")
    return t.lines


def mp_combine(shift: bool) -> list[str]:
    """Factors are signed and limbs are not, but for the last, whose sign no longer matters. The
    carry is a signed word."""
    t = Values(SCRATCH, r="a0", a="a1", b="a2", t="a3", n="a4")
    t.take("s", "u", "c", "i", "j", "lo", "hi", "x", "y")
    t("lw $s, 0($t)")
    t("lw $u, 4($t)")
    t.drop("t")
    t("slli $n, $n, 2")
    t("add $n, $n, $a")
    t.rename("n", "end")
    t("li $c, 0")

    def limb(x: str) -> None:
        t("lw $i, 0($a)")
        t("lw $j, 0($b)")
        t("srai $hi, $c, 31")
        t(f"mul ${x}, $i, $s")
        t("mulhsu $i, $s, $i")
        t("mul $lo, $j, $u")
        t("mulhsu $j, $u, $j")
        t(f"add ${x}, ${x}, $c")
        t(f"sltu $c, ${x}, $c")
        t("add $c, $c, $i")
        t("add $c, $c, $hi")
        t("add $c, $c, $j")
        t(f"add ${x}, ${x}, $lo")
        t(f"sltu $lo, ${x}, $lo")
        t("add $c, $c, $lo")
        t("addi $a, $a, 4")
        t("addi $b, $b, 4")

    if shift:
        limb("y")
    t("1:")
    limb("x")
    if shift:
        t("srli $y, $y, 31")
        t("slli $lo, $x, 1")
        t("or $y, $y, $lo")
        t("sw $y, 0($r)")
        t("mv $y, $x")
    else:
        t("sw $x, 0($r)")
    t("addi $r, $r, 4")
    t("bne $a, $end, 1b")
    if shift:
        t("srai $y, $y, 31")
        t("sw $y, 0($r)")
    t("ret")
    return t.lines


def mp_lookup() -> list[str]:
    """Eight limbs of all entries at a time, by masks. Where n is no multiple of eight the last
    eight overlap others."""
    t = Values((*SCRATCH, *SAVED[:9]), r="a0", table="a1", entries="a2", index="a3", n="a4")
    frame = enter(t, 9)
    sums = [f"s{i}" for i in range(8)]
    t.take("x", "y", "entry", "left", "mask", "stride", "count", *sums)
    t("slli $stride, $n, 2")
    t("1:")
    for name in sums:
        t(f"li ${name}, 0")
    t("mv $entry, $table")
    t("mv $left, $index")
    t("mv $count, $entries")
    t("2:")
    t("seqz $mask, $left")
    t("neg $mask, $mask")
    for i in range(0, 8, 2):
        t(f"lw $x, {4 * i}($entry)")
        t(f"lw $y, {4 * i + 4}($entry)")
        t("and $x, $x, $mask")
        t(f"or $s{i}, $s{i}, $x")
        t("and $y, $y, $mask")
        t(f"or $s{i + 1}, $s{i + 1}, $y")
    t("add $entry, $entry, $stride")
    t("addi $left, $left, -1")
    t("addi $count, $count, -1")
    t("bnez $count, 2b")
    for i in range(8):
        t(f"sw $s{i}, {4 * i}($r)")
    t("addi $n, $n, -8")
    t("blez $n, 4f")
    t("li $x, 8")
    t("bge $n, $x, 3f")
    # Back by as many limbs as are there already.
    t("sub $x, $n, $x")
    t("slli $x, $x, 2")
    t("add $r, $r, $x")
    t("add $table, $table, $x")
    t("li $n, 8")
    t("3:")
    t("addi $r, $r, 32")
    t("addi $table, $table, 32")
    t("j 1b")
    t("4:")
    leave(t, 9, frame)
    return t.lines


def mp_mul_add_limb() -> list[str]:
    t = Values(SCRATCH, r="a0", a="a1", b="a2", n="a3")
    t.take("c", "x", "lo", "hi")
    t("slli $n, $n, 2")
    t("add $n, $n, $a")
    t("li $c, 0")
    t("1:")
    t("lw $lo, 0($a)")
    t("lw $x, 0($r)")
    t("mulhu $hi, $lo, $b")
    t("mul $lo, $lo, $b")
    t("add $x, $x, $c")
    t("sltu $c, $x, $c")
    t("add $c, $c, $hi")
    t("add $x, $x, $lo")
    t("sltu $lo, $x, $lo")
    t("add $c, $c, $lo")
    t("sw $x, 0($r)")
    t("addi $a, $a, 4")
    t("addi $r, $r, 4")
    t("bne $a, $n, 1b")
    t("mv a0, $c")
    t("ret")
    return t.lines
