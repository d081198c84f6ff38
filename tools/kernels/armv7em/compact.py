# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv7E-M: programs of sixteen bits an operation, on
registers of eight limbs.

r7 is where the program goes on; on the stack are the machine's address and the borrows.
An operation begins with r, a and b in r0, r1 and r2, the modulus m in r3.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from tools.kernels.thumb import ALL, Thumb, listed

V = [f"v{i}" for i in range(8)]
LIMBS = ["r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12"]
PAIRS = list(zip(V[::2], V[1::2], strict=True))


@dataclass(frozen=True)
class Prime:
    """One that has a multiplication of its own; its third limb is all ones, the order's is not."""

    curve: str
    words: tuple[str, ...]  # by a mask
    before: str = ""  # makes k0 that these name


P256 = Prime("p256", (*3 * ("$mask",), *3 * ("#0",), "$mask, lsr #31", "$mask"))
K256 = Prime("k256", ("$k0", "$mask, lsl #1", *6 * ("$mask",)), "bic $k0, $mask, #976")


def subtract(t: Thumb, prime: Prime | None) -> None:
    """a - b, and the modulus where that borrows. A multiplication joins at 3, with its product less
    R and that carry in place of a and `above`, and its modulus as b and as m: below the borrows
    that are asked for one of its own is kept. The mask makes the prime; another modulus is added
    by UMAAL, with a carry."""
    t = t.part(r="r0", a="r1", b="r2", m="r3")
    t("push {$r}")
    t.at("above", "r0", "movs $above, #0")
    t.at(V, LIMBS, f"ldmia $a, {listed(V)}", "3:")
    for i, (low, high) in enumerate(PAIRS):
        t.at("x y", "r1 lr", "ldmia $b!, {$x, $y}")
        t(f"{'sbcs' if i else 'subs'} ${low}, ${low}, $x", f"sbcs ${high}, ${high}, $y")
    t.at("mask", "r0", "sbc $mask, $above, #0")
    t.at("borrows", "r2", "ldr $borrows, [sp, #8]", "rsb $borrows, $mask, $borrows, lsl #1")
    t("str $borrows, [sp, #8]")
    if prime is not None:
        t.at("limb", "r1", "ldr $limb, [$m, #8]", "adds $limb, #1", "bne 4f")
        if prime.before:
            t.at("k0", "r1", prime.before)
        for i, (limb, word) in enumerate(zip(V, prime.words, strict=True)):
            t(f"{'adcs' if i else 'adds'} ${limb}, ${limb}, {word}")
        stored(t)
        t("4:")
    t("rsbs $mask, $mask, #0")
    t.rename("mask", "bit")
    t.at("c", "r2", "movs $c, #0")
    for low, high in PAIRS:
        t.at("x y", "r1 lr", "ldmia $m!, {$x, $y}")
        t(f"umaal ${low}, $c, $x, $bit", f"umaal ${high}, $c, $y, $bit")
    if prime is not None:
        t("b 2b")
    else:
        stored(t)


def stored(t: Thumb) -> None:
    t = t.part(**dict(zip(V, LIMBS, strict=True)))
    t("2:")
    t.at("r", "r1", "pop {$r}", f"stmia $r, {listed(V)}", "b 1b")


def exchange(t: Thumb) -> None:
    t = t.part(r="r0", a="r1")
    t("8:")
    t.at("machine", "r6", "ldr $machine, [sp]")
    t.at("mask", "r6", "ldr $mask, [$machine, #4]")
    t.at("count", "r5", "movs $count, #8", "4:")
    t.at("x y", "r2 r3", "ldr $x, [$r]", "ldr $y, [$a]")
    t.at("z", "r4", "eor $z, $x, $y", "ands $z, $mask", "eors $x, $z", "eors $y, $z")
    t("stmia $r!, {$x}", "stmia $a!, {$y}", "subs $count, #1", "bne 4b", "b 1b")


def row(t: Thumb, number: str, limb: str) -> None:
    """A number times a limb, with its carry c to lr."""
    t.at("c", "lr", "mov $c, #0")
    for low, high in PAIRS:
        t.at("x y", "r2 r7", f"ldmia ${number}!, {{$x, $y}}")
        t(f"umaal ${low}, $c, $x, ${limb}", f"umaal ${high}, $c, $y, ${limb}")
    t.drop("x", "y")


def multiply(t: Thumb) -> None:
    """Montgomery's multiplication, a limb of b at a time: a's row, and the modulus', which clears
    the lowest limb. The carry beyond the highest stays in the flag from turn to turn, and is
    cleared at first, with v0. On the stack: turns, a, where b goes on, the modulus, r7, and r."""
    t = t.part(r="r0", a="r1", b="r2", m="r3", program="r7")
    t("6:", "push {$r}")
    t.at("turns", "r0", "movs $turns, #8", "push {$turns, $a, $b, $m, $program}")
    t.at(V[:1], LIMBS[:1], "lsrs $v0, $turns, #5")
    t.at(V[1:], LIMBS[1:], *(f"mov ${limb}, $v0" for limb in V[1:]), "5:")
    t = t.part(**dict(zip(V, LIMBS, strict=True)))
    t.at("b", "r2", "ldr $b, [sp, #8]")
    t.at("bi", "r1", "ldmia $b!, {$bi}", "str $b, [sp, #8]")
    t.at("a", "r3", "ldr $a, [sp, #4]")
    row(t, "a", "bi")
    t.at("carry", "r0", "mov $carry, $c")
    t.at("m", "r3", "ldr $m, [sp, #12]")
    t.at("q", "r1", "ldr $q, [$m, #32]", "muls $q, $v0")
    row(t, "m", "q")
    t(*(f"mov ${low}, ${high}" for low, high in itertools.pairwise(V)), "adcs $v7, $carry, $c")
    t.at("turns", "r1", "ldr $turns, [sp]", "sub.w $turns, $turns, #1", "str $turns, [sp]")
    t("cbz $turns, 2f", "b 5b", "2:")
    t.at("above", "r0", "movs $above, #0", "adcs $above, $above", "add sp, #12")
    t.at("m program", "r3 r7", "pop {$m, $program}")
    t.at("b", "r2", "mov $b, $m", "b 3b")


def fetch(t: Thumb) -> Thumb:
    """An operation, and what its operands are; returns with these in registers. The constants are
    those from 13 on."""
    t = t.part(program="r7")
    t.at("op", "r6", "1:", "ldrh $op, [$program], #2")
    t.at("machine", "r5", "ldr $machine, [sp]")
    t.at("m", "r3", "ldr $m, [$machine], #32")
    t.rename("machine", "base")
    t.at("r", "r0", "and $r, $op, #480", "add $r, $base")
    t.at("a", "r1", "ubfx $a, $op, #9, #4", "add $a, $base, $a, lsl #5")
    t.at("b", "r2", "and $b, $op, #15", "cmp $b, #13", "ite lo")
    t.at("from", "r4", "movlo $from, $base", "subhs $from, $m, #448", "add $b, $from, $b, lsl #5")
    return t


def compact_run(prime: Prime | None) -> list[str]:
    """All of it; without a prime, one multiplication serves every modulus."""
    t = Thumb(ALL, machine="r0", begin="r1")
    t("push {r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.at("program", "r7", "mov $program, $begin")
    t.at("borrows", "r1", "ldr $borrows, [$machine, #8]", "push {$machine, $borrows}")
    t = fetch(t)
    # The flags tell two bits.
    t("lsls $op, $op, #17", "bcc 9f")
    if prime is not None:
        t("bmi 2f")
        t.at("limb", "r4", "ldr $limb, [$m, #8]", "adds $limb, #1", "bne 6f")
        t(f"bl whit_field_mul_{prime.curve}_asm", "b 1b")
    else:
        t("bpl 6f")
    t = t.part(op="r6")
    t("2:", "lsls $op, $op, #1", "bmi 8f")
    subtract(t, prime)
    exchange(t)
    multiply(t)
    t = t.part(program="r7")
    t("9:")
    t.at("machine borrows", "r0 r1", "pop {$machine, $borrows}", "str $borrows, [$machine, #8]")
    t("mov r0, $program", "pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines
