# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv6-M where it knows prime p256 or of
k256: what armv6m_compact.py has for any modulus, with products by Karatsuba's method."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.bytecode.places import places
from tools.kernels.armv6m.compact import constant, exchange, operands
from tools.kernels.armv6m.words import absolute, low, mul_2
from tools.kernels.assembly import Code


def subtract() -> list[str]:
    """a - b, and the modulus back where that borrows, two limbs a turn; r10 ends that loop, and r6
    holds the carry between turns. Keeps r7, r9 and r11; r8 is the borrow, as a mask."""
    lines = ["5:", "mov r8, r3"]
    for i in range(4):
        lines += ["ldmia r1!, {r3, r4}", "ldmia r2!, {r5, r6}"]
        lines += ["sbcs r3, r5" if i else "subs r3, r3, r5", "sbcs r4, r6", "stmia r0!, {r3, r4}"]
    lines += ["sbcs r5, r5", "add r5, r12", "mov r1, r8", "mov r8, r5", "subs r0, #32"]
    for i in range(4):
        lines += ["ldr r2, [r0]", "ldr r3, [r0, #4]", "ldmia r1!, {r4, r6}", "ands r4, r5"]
        lines += ["ands r6, r5", "adcs r2, r4" if i else "adds r2, r2, r4", "adcs r3, r6"]
        lines += ["stmia r0!, {r2, r3}"]
    return [*lines, "bx lr"]


@dataclass(frozen=True)
class Prime:
    """One that has a reduction of its own: `mark`, the offset of a limb that is all ones in it and
    not in the order; `reduce`, which leaves a result below twice the prime in the upper half of the
    product at sp, and what it carries in r4; `subroutines`; `a_zero`, whether its
    curve has a = 0."""

    mark: int
    reduce: Callable[[], list[str]]
    subroutines: Callable[[], list[str]]
    a_zero: bool


def multiply(prime: Prime) -> list[str]:
    """The multiplication: r is what is left of the upper half of t = a b, by Montgomery's method or
    as the prime has it. With the constant behind other moduli, their inverse modulo 2^256, it is
    less that of q m, for the lower half q of its product with that of t, which q m has as its lower
    half; one frame lies on the other so that each product takes its factor from where the last one
    left it. On the stack: two times eight limbs more, t, r, the modulus, the program."""
    return [
        *("6:", "push {r0, r3, r7}", "sub sp, #64", "bl 20f"),
        *("ldr r2, [sp, #68]", f"ldr r4, [r2{f', #{prime.mark}' if prime.mark else ''}]"),
        *("adds r4, #1", "beq 7f"),
        *("mov r1, sp", "adds r2, #32", "sub sp, #32", "bl 20f"),
        *("mov r1, sp", "ldr r2, [sp, #100]", "sub sp, #32", "bl 20f"),
        *("movs r4, #0", "add r2, sp, #32"),
        *("8:", "mov r12, r4", "add r1, sp, #96", "ldr r0, [sp, #128]", "ldr r3, [sp, #132]"),
        *("bl 5f", "add sp, #136", "pop {r7}", "b 1b"),
        *("7:", *prime.reduce(), "ldr r2, [sp, #68]", "sub sp, #64", "b 8b"),
    ]


def clear_lower() -> list[str]:
    """The upper half of t + q p, p = p256."""
    return [
        *("mov r6, sp", "bl 22f", "movs r0, #0", "movs r1, #0", "movs r2, #0", "movs r3, #0"),
        *("bl 21f", "subs r6, #48", "bl 22f", "movs r4, #0", "adcs r4, r4"),
    ]


def fold_upper() -> list[str]:
    """Subroutine: sixteen limbs at r0 modulo prime k256, where a limb above 2^256
    counts 977, and 1 in the limb above. The sums come to where the upper half was; what is above
    them then, r2 + r4 2^32, is below 2^32 + 979, and counts as much. Between limbs r1 is what is
    carried and r2 the one before. Leaves what is carried in the end in r4."""
    lines = ["22:", "movs r3, #244", "lsls r3, r3, #2", "adds r3, #1", "movs r1, #0"]
    lines += ["movs r2, #0", "movs r7, #8"]
    lines += ["2:", "ldr r4, [r0, #32]", "uxth r5, r4", "lsrs r6, r4, #16", "muls r5, r3"]
    lines += ["muls r6, r3", "adds r5, r5, r1", "lsls r1, r6, #16", "lsrs r6, r6, #16"]
    lines += ["adds r5, r5, r1", "movs r1, #0", "adcs r6, r1", "adds r5, r5, r2", "adcs r6, r1"]
    lines += ["ldr r2, [r0]", "adds r5, r5, r2", "adcs r1, r6", "str r5, [r0, #32]"]
    lines += ["adds r0, #4", "mov r2, r4", "subs r7, #1", "bne 2b"]
    lines += ["movs r4, #0", "adds r2, r2, r1", "adcs r4, r4", "uxth r5, r2", "lsrs r6, r2, #16"]
    lines += ["muls r5, r3", "muls r6, r3", "lsls r1, r6, #16", "lsrs r6, r6, #16"]
    lines += ["adds r5, r5, r1", "movs r1, #0", "adcs r6, r1", "muls r3, r4", "adds r6, r6, r3"]
    lines += ["adds r6, r6, r2", "adcs r4, r1"]
    for first, second in (("r5", "r6"), ("r4", "r1"), ("r1", "r1"), ("r1", "r1")):
        lines += ["ldr r2, [r0]", "ldr r3, [r0, #4]"]
        lines += ["adds r2, r2, r5" if first == "r5" else f"adcs r2, {first}", f"adcs r3, {second}"]
        lines += ["stmia r0!, {r2, r3}"]
    return [*lines, "adcs r1, r1", "mov r4, r1", "bx lr"]


def clear_four() -> list[str]:
    """Subroutine: for four limbs t at r6, and more above them, add q p where that clears them, p
    prime p256. q is t but for q3 = t3 + q0; q p is q 2^96 + q 2^192 + (2^32 - 1) q
    2^224, less q. There is a carry to the thirteenth limb, to which r6 points."""
    return [
        *("22:", "push {lr}", "ldmia r6!, {r0, r1, r2, r3}", "adds r3, r3, r0"),
        # At 6; the carry, less 1, waits for 10.
        *("adds r6, #8", "bl 21f", "sbcs r7, r7", "mov r8, r7"),
        # At 3.
        *("subs r6, #28", "adds r7, #0", "bl 21f", "sbcs r7, r7", "movs r5, #0"),
        # At 7, (2^32 - 1) q, which has room for the carry, and leaves the flag that makes up for
        # less 1.
        *("rsbs r4, r0, #0", "sbcs r0, r1", "sbcs r1, r2", "sbcs r2, r3", "sbcs r3, r5"),
        *("mov r5, r8", "adcs r2, r5", "adcs r3, r5"),
        *("rsbs r7, r7, #0", "ldr r5, [r6]", "adcs r5, r4", "stmia r6!, {r5}", "bl 21f"),
        "pop {pc}",
    ]


def add_four() -> list[str]:
    """Subroutine: with the carry, r0 to r3 to the limbs at r6, which it passes."""
    lines = ["21:"]
    for x, y in (("r0", "r1"), ("r2", "r3")):
        lines += ["ldr r4, [r6]", "ldr r5, [r6, #4]", f"adcs r4, {x}", f"adcs r5, {y}"]
        lines += ["stmia r6!, {r4, r5}"]
    return [*lines, "bx lr"]


# The frame of the product, under {r1, r2, lr} and the result: that of the differences, and whether
# to subtract it: a mask.
MIDDLE, SIGN, FRAME = 0, 32, 36
RESULT = FRAME + 12

# Registers and the frame of all, a multiplication modulo the order, a product, one of four limbs.
STACK = 36 + 52 + 140 + RESULT + 32


def product() -> list[str]:
    """Subroutine: sixteen limbs to [sp], of eight at r1 times eight at r2, by Karatsuba's method.
    r1 may be the upper half of what is written."""
    t = Code()
    t("20:", "push {r1, r2, lr}", f"sub sp, #{FRAME}")
    t(f"add r0, sp, #{RESULT}", "bl 23f", "mov r8, r7", f"ldr r1, [sp, #{FRAME + 4}]", "bl 23f")
    t("mov r1, r8", "eors r7, r1", "mvns r7, r7", f"str r7, [sp, #{SIGN}]")
    t("mov r0, sp", f"add r1, sp, #{RESULT}", f"add r2, sp, #{RESULT + 16}", "bl 24f")
    t(f"add r0, sp, #{RESULT}", f"ldr r1, [sp, #{FRAME}]", f"ldr r2, [sp, #{FRAME + 4}]", "bl 24f")
    t("adds r0, #32", "adds r1, #16", "adds r2, #16", "bl 24f")
    # The sum of the two middle quarters is part of each.
    t(f"add r4, sp, #{RESULT + 16}", "ldmia r4!, {r0, r1, r2, r3}", "ldmia r4, {r4, r5, r6, r7}")
    t.chain("adds", "adcs", [(f"r{i}", f"r{4 + i}") for i in range(4)])
    t(f"add r6, sp, #{RESULT + 32}", "stmia r6!, {r0, r1, r2, r3}", "movs r7, #0")
    t("movs r4, #0", "adcs r4, r4", "mov r8, r4", f"ldr r5, [sp, #{SIGN}]", "lsrs r6, r5, #1")
    middle(t, 0, "adcs")
    t("adcs r4, r7")
    outer(t, RESULT)
    t(f"add r6, sp, #{RESULT + 16}", "stmia r6!, {r0, r1, r2, r3}", "ldmia r6!, {r0, r1, r2, r3}")
    t("adds r0, r0, r4", "adcs r1, r7", "adcs r2, r7", "adcs r3, r7", "mov r4, r8", "adcs r4, r7")
    middle(t, 16, "adds")
    t("adcs r4, r5")
    outer(t, RESULT + 48)
    t(
        f"add r6, sp, #{RESULT + 32}",
        "stmia r6!, {r0, r1, r2, r3}",
        "ldmia r6!, {r0, r1, r2, r3}",
        "subs r6, #16",
    )
    t("asrs r5, r4, #31")
    t("adds r0, r0, r4", "adcs r1, r5", "adcs r2, r5", "adcs r3, r5", "stmia r6!, {r0, r1, r2, r3}")
    t(f"add sp, #{FRAME + 8}", "pop {pc}")
    return t.lines


def middle(t: Code, offset: int, first: str) -> None:
    """r0 to r3 with half of the product of the differences, or less it."""
    for i in range(4):
        t(f"ldr r6, [sp, #{MIDDLE + offset + 4 * i}]", "eors r6, r5")
        t(f"{'adcs' if i else first} r{i}, {'' if i or first == 'adcs' else f'r{i}, '}r6")


def outer(t: Code, offset: int) -> None:
    """r0 to r3 with an outer quarter; the carry is counted."""
    for i in range(4):
        t(f"ldr r6, [sp, #{offset + 4 * i}]", f"{'adcs' if i else 'adds'} r{i}, r6")
    t("adcs r4, r7")


def difference() -> list[str]:
    """Subroutine: the size of the difference of the halves of eight limbs at r1, to r0, which it
    passes; r7 is whether it is negative, a mask."""
    t = Code()
    t("23:", "ldmia r1!, {r2, r3, r4, r5}")
    t("ldmia r1!, {r6, r7}", "subs r2, r2, r6", "sbcs r3, r7")
    t("ldmia r1!, {r6, r7}", "sbcs r4, r6", "sbcs r5, r7", "sbcs r7, r7")
    for word in low(2, 3, 4, 5):
        t(f"eors {word}, r7")
    t.chain("subs", "sbcs", [(word, "r7") for word in low(2, 3, 4, 5)])
    t("stmia r0!, {r2, r3, r4, r5}", "bx lr")
    return t.lines


def mul_4() -> list[str]:
    """Subroutine: eight words to r0, of four at r1 times four at r2, which it keeps."""
    t = Code()
    t("24:", "push {r0, r1, r2, lr}", "ldmia r1!, {r4, r5, r6, r7}")
    absolute(t, low(4, 5), low(6, 7), "r3")
    t("ldmia r2!, {r0, r1, r6, r7}")
    absolute(t, low(6, 7), low(0, 1), "r2")
    t("eors r3, r2", "mov r11, r3", "bl 25f", "mov r0, r11")
    for word in low(4, 5, 6, 7):
        t(f"eors {word}, r0")
    t("push {r4, r5, r6, r7}")
    t("ldr r0, [sp, #20]", "ldr r1, [sp, #24]", "ldmia r0!, {r6, r7}", "ldmia r1!, {r4, r5}")
    t("bl 25f", "ldr r2, [sp, #16]", "stmia r2!, {r4, r5, r6, r7}")
    t("ldr r0, [sp, #20]", "ldr r1, [sp, #24]")
    t("ldr r6, [r0, #8]", "ldr r7, [r0, #12]", "ldr r4, [r1, #8]", "ldr r5, [r1, #12]", "bl 25f")
    t("ldr r0, [sp, #16]", "ldmia r0, {r0, r1, r2, r3}")
    t("adds r2, r2, r4", "adcs r3, r5", "movs r4, #0", "adcs r6, r4", "adcs r7, r4")
    t("adds r0, r0, r2", "adcs r1, r3", "adcs r2, r6", "adcs r3, r7")
    t("adcs r6, r4", "adcs r7, r4", "mov r5, r11", "lsrs r5, r5, #1")
    t("pop {r4, r5}", "adcs r0, r4", "adcs r1, r5", "pop {r4, r5}", "adcs r2, r4", "adcs r3, r5")
    t("mov r5, r11", "adcs r6, r5", "adcs r7, r5", "ldr r4, [sp]", "adds r4, #8")
    t("stmia r4!, {r0, r1, r2, r3, r6, r7}", "pop {r0, r1, r2, pc}", "25:")
    mul_2(t, low(6, 7), low(4, 5), low(0, 1, 2, 3))
    t("bx lr")
    return t.lines


# The frame of all, under what C keeps: the machine, the object of the programs that others call,
# the constants, where the next return goes; digits: how many, which one, whether the last ones of
# both scalars differed and whether this one is negative, masks; the program with the task that
# takes digits; returns, as many as programs are deep.
MACHINE, CODE, CONSTANTS, NEXT, LENGTH, DIGIT, DIFFERED, NEGATIVE, TASK, RETURNS = range(0, 40, 4)
HELD = RETURNS + 4 * 4


def enter() -> list[str]:
    saved = [f"mov r{4 + i}, r{8 + i}" for i in range(4)]
    restored = [f"mov r{8 + i}, r{4 + i}" for i in range(4)]
    return [
        *("push {r4, r5, r6, r7, lr}", *saved, "push {r4, r5, r6, r7}", "mov r7, r1"),
        *(f"sub sp, #{HELD - 12}", "push {r0, r2, r3}", f"add r4, sp, #{RETURNS}", "bl 31f"),
        *("9:", "mov r0, r2", f"add sp, #{HELD}", "pop {r4, r5, r6, r7}", *restored),
        "pop {r4, r5, r6, r7, pc}",
    ]


def call() -> list[str]:
    """Subroutine: the program at the index in r6. It comes back with the borrows in r0; as a task,
    to the program that called: addresses of assembly are odd."""
    return [
        *("32:", "mov r5, r7", "b 34f"),
        # The same with a mask, in r4.
        *("36:", f"ldr r5, [sp, #{MACHINE}]", "str r4, [r5, #4]"),
        *("33:", "mov r5, lr", "34:", f"ldr r7, [sp, #{CODE}]", "lsls r6, r6, #1", "add r7, r6"),
        *(f"ldr r4, [sp, #{NEXT}]", "b 35f"),
        *("31:", "mov r5, lr", "35:", "stmia r4!, {r5}", f"str r4, [sp, #{NEXT}]", "b 1b"),
    ]


def end() -> list[str]:
    return [
        *(f"ldr r4, [sp, #{NEXT}]", "subs r4, #4", f"str r4, [sp, #{NEXT}]", "ldr r7, [r4]"),
        *(f"ldr r5, [sp, #{MACHINE}]", "ldr r0, [r5, #8]", "lsrs r4, r7, #1", "bcc 1b", "bx r7"),
    ]


def tasks() -> list[str]:
    """The register is in r0. The kind goes to r4, the operand to r6, all of the task to r2."""
    return [
        *("60:", "lsrs r4, r6, #28", "lsrs r2, r6, #17", "lsls r6, r6, #4", "lsrs r6, r6, #21"),
        *("cmp r4, #2", "blo 40f", "beq 41f", "cmp r4, #4", "blo 42f", "beq 43f", "cmp r4, #6"),
        *("blo 44f", "beq 32f", "cmp r4, #8", "blo 45f", "beq 46f"),
        *end(),
        *call(),
        # CHECK: what it ends with unless borrows are these.
        *("42:", "ldrh r2, [r7]", "adds r7, #2", f"ldr r5, [sp, #{MACHINE}]", "ldr r4, [r5, #8]"),
        *("movs r0, #3", "ands r0, r6", "ands r0, r4", "lsrs r6, r6, #2", "cmp r0, r6", "beq 2f"),
        *("b 9b",),
        # SKIP.
        *("43:", f"ldr r5, [sp, #{MACHINE}]", "ldr r4, [r5, #8]", "lsls r4, r4, #30", "beq 2f"),
        *("lsls r6, r6, #1", "adds r7, r7, r6", "2:", "b 1b"),
        # MODULUS, where it is in the constants.
        *("44:", f"ldr r4, [sp, #{CONSTANTS}]", "lsls r6, r6, #2", "adds r4, r4, r6"),
        *(f"ldr r5, [sp, #{MACHINE}]", "str r4, [r5]", "b 1b"),
        # SET.
        *("41:", "movs r2, #0", "movs r4, #28", "2:", "str r2, [r0, r4]", "subs r4, #4", "bpl 2b"),
        *("lsrs r2, r6, #9", "bne 2f", "movs r2, #1", "lsls r2, r2, #31", "2:", "movs r4, #28"),
        *("ands r4, r6", "str r2, [r0, r4]", "b 1b"),
        # LOAD and STORE.
        *("40:", f"ldr r5, [sp, #{MACHINE}]", "adds r5, #12", "movs r3, #12", "ands r3, r6"),
        *("ldr r1, [r5, r3]", "lsrs r6, r6, #5", "bcc 2f", "adds r1, #32", "2:", "movs r2, #32"),
        *("lsrs r4, r4, #1", "bcs 3f", "cmp r3, #12", "bne 4f", "ldr r2, [r5, #16]", "b 4f"),
        *("3:", "mov r4, r0", "mov r0, r1", "mov r1, r4"),
        *("4:", "bl whit_compact_reverse_asm", "2:", "b 1b"),
    ]


def invert(at: dict[str, int]) -> list[str]:
    """The task: Fermat's exponentiation."""
    return [
        *("46:", f"str r7, [sp, #{TASK}]", "movs r4, #255"),
        *("51:", "subs r4, #1", "bcc 59f", f"str r4, [sp, #{DIGIT}]", f"movs r6, #{at['square']}"),
        *("bl 33b", f"ldr r0, [sp, #{DIGIT}]", "bl 50f"),
        *(f"movs r6, #{at['times']}", "lsrs r0, r0, #1"),
        *("bcc 52f", "bl 33b", "52:", f"ldr r4, [sp, #{DIGIT}]", "b 51b"),
    ]


def digit() -> list[str]:
    """Subroutine: the bit of E at the index in r0, as a mask. Keeps r2, r3, r5 and r6."""
    return [
        *("50:", f"ldr r4, [sp, #{MACHINE}]", "adds r4, #255", "adds r4, #1", "lsrs r1, r0, #3"),
        *("ldrb r4, [r4, r1]", "movs r1, #7", "ands r0, r1", "lsrs r4, r0", "lsls r4, r4, #31"),
        *("asrs r0, r4, #31", "bx lr"),
    ]


def digits(at: dict[str, int]) -> list[str]:
    """The task: the multiplication of points."""
    return [
        *(
            "45:",
            f"str r7, [sp, #{TASK}]",
            f"str r6, [sp, #{LENGTH}]",
            "movs r4, #0",
            f"str r4, [sp, #{DIFFERED}]",
        ),
        *("adds r4, #255", "adds r4, #1"),
        *("53:", f"str r4, [sp, #{DIGIT}]", f"ldr r6, [sp, #{LENGTH}]", "cmp r4, r6", "beq 54f"),
        *(f"movs r6, #{at['twice']}", "bl 33b", f"ldr r4, [sp, #{DIGIT}]", "subs r4, #1", "b 53b"),
        *("54:", f"movs r6, #{at['table']}", "bl 33b"),
        *("55:", f"ldr r0, [sp, #{DIGIT}]", "subs r0, #1", "bcc 59f", f"str r0, [sp, #{DIGIT}]"),
        *(f"ldr r2, [sp, #{LENGTH}]", "adds r2, r2, r0", "bl 50f", "mov r5, r0", "mov r0, r2"),
        *("bl 50f", "eors r0, r5", f"ldr r4, [sp, #{DIFFERED}]", f"str r0, [sp, #{DIFFERED}]"),
        *("eors r4, r0", "mvns r5, r5", f"str r5, [sp, #{NEGATIVE}]", f"movs r6, #{at['choose']}"),
        *("bl 36b",),
        *("56:", f"ldr r4, [sp, #{NEGATIVE}]", f"movs r6, #{at['begin']}"),
        *("lsrs r0, r0, #1", "bcc 57f", f"movs r6, #{at['compare']}", "bl 36b"),
        *(f"movs r6, #{at['add']}", "movs r4, #12", "tst r0, r4"),
        *("bne 57f", "lsls r0, r0, #30", "bne 55b", f"movs r6, #{at['twice']}", "bl 33b"),
        *(f"ldr r4, [sp, #{NEGATIVE}]", "mvns r4, r4", f"str r4, [sp, #{NEGATIVE}]"),
        *(f"movs r6, #{at['scale']}", "bl 33b", "b 56b"),
        *("57:", "bl 36b", "b 55b"),
        *("59:", f"ldr r7, [sp, #{TASK}]", "b 1b"),
    ]


PRIMES = {
    "p256": Prime(0, clear_lower, lambda: [*clear_four(), *add_four()], False),
    "k256": Prime(8, lambda: ["mov r0, sp", "bl 22f"], fold_upper, True),
}


def compact_perform(curve: str) -> list[str]:
    prime = PRIMES[curve]
    return [
        *enter(),
        *operands(),
        # The flags tell two bits.
        *("lsls r6, r6, #17", "bcc 60f", "bpl 6f", "lsls r6, r6, #1", "bmi 8f"),
        *("movs r4, #0", "mov r12, r4", "bl 5f"),
        *(f"ldr r5, [sp, #{MACHINE}]", "ldr r4, [r5, #8]", "adds r4, r4, r4", "mov r6, r8"),
        *("subs r4, r4, r6", "str r4, [r5, #8]", "b 1b"),
        *constant(),
        *exchange(),
        *multiply(prime),
        *tasks(),
        *invert(places(prime.a_zero)),
        *digits(places(prime.a_zero)),
        *digit(),
        *subtract(),
        *product(),
        *difference(),
        *mul_4(),
        *prime.subroutines(),
    ]


def compact_reverse() -> list[str]:
    return [
        *("cmp r2, #32", "bls 1f", "movs r2, #32", "1:", "adds r1, r1, r2", "movs r3, #32"),
        *("adds r3, r3, r0", "mov r12, r3"),
        *("2:", "movs r3, #0", "subs r2, #1", "bmi 3f", "subs r1, #1", "ldrb r3, [r1]"),
        *("3:", "strb r3, [r0]", "adds r0, #1", "cmp r0, r12", "bne 2b", "bx lr"),
    ]
