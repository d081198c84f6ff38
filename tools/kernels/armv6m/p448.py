# SPDX-License-Identifier: MIT
"""Field arithmetic modulo p = 2^448 - 2^224 - 1 for ARMv6-M: functions that take r, a and b in r0,
r1 and r2 and keep r7 alone. Numbers are fourteen limbs below p; 2^448 counts 2^224 + 1, that is, 1
in either half. What is one number or another is taken with 2^224 + 1 more: if 2^448 is then in it,
that goes; else, that goes back.
"""

from tools.kernels.assembly import Code

N = 14
HALF = N // 2
BYTES = 4 * HALF
A24 = 39081

# The frame of the multiplication, under {r0, r1, r2, r7, lr}: the products of the lower halves, of
# the upper ones and of their sums, and the factors of such a product: eight words each.
LOWER, UPPER, MIDDLE, FACTORS, FRAME = 0, 64, 128, 192, 256
STACK = 20 + FRAME
SUM, COPY, PLUS, MINUS = 4, 5, 6, 7


def settle(t: Code, upper: str = "r7") -> None:
    """To fourteen words at r0 what r7 and, in the upper half, another register have; r7 becomes
    1 if that does not reach 2^448, else 0."""
    t("mov r1, r0", "movs r6, #0")
    each(t, "adds", "adcs", upper)
    t("sbcs r7, r7", "rsbs r7, r7, #0")


def take_back(t: Code) -> None:
    """Fourteen words at r1, less what r7 has in either half, to r0."""
    t("movs r6, #0")
    each(t, "subs", "sbcs", "r7")


def each(t: Code, first: str, rest: str, upper: str) -> None:
    for half in range(2):
        t("ldmia r1!, {r2, r3, r4, r5}")
        if half and upper != "r7":
            t(f"mov r7, {upper}")
        t(f"{rest} r2, r7" if half else f"{first} r2, r2, r7")
        t(*(f"{rest} r{i}, r6" for i in range(3, 6)), "stmia r0!, {r2, r3, r4, r5}")
        t("ldmia r1!, {r2, r3, r4}", *(f"{rest} r{i}, r6" for i in range(2, 5)))
        t("stmia r0!, {r2, r3, r4}")


def pair(t: Code, first: str, rest: str, size: int) -> None:
    """So many words at r1 with those at r2, to r0."""
    for i in range(0, size - 1, 2):
        t("ldmia r1!, {r3, r4}", "ldmia r2!, {r5, r6}")
        t(f"{rest} r3, r5" if i else f"{first} r3, r3, r5", f"{rest} r4, r6")
        t("stmia r0!, {r3, r4}")
    if size % 2:
        t("ldmia r1!, {r3}", "ldmia r2!, {r5}", f"{rest} r3, r5")


def again(t: Code) -> None:
    t(f"subs r0, #{4 * N}")


def field_add() -> list[str]:
    t = Code()
    t("push {r7}")
    pair(t, "adds", "adcs", N)
    t("movs r7, #1", "movs r6, #0", "adcs r7, r6")
    finish(t)
    return t.lines


def finish(t: Code) -> None:
    """Of words that end at r0, and one more than what has been carried out of them in r7."""
    again(t)
    settle(t)
    again(t)
    t("mov r1, r0")
    take_back(t)
    t("pop {r7}", "bx lr")


def field_sub() -> list[str]:
    t = Code()
    t("push {r7}")
    pair(t, "subs", "sbcs", N)
    t("sbcs r7, r7", "rsbs r7, r7, #0")
    again(t)
    t("mov r1, r0")
    take_back(t)
    t("pop {r7}", "bx lr")
    return t.lines


def field_mul_small() -> list[str]:
    """Half a word times the factor has room for what is carried, which is below twice that."""
    t = Code()
    t("push {r7}", f"movs r7, #{A24 >> 8}", "lsls r7, r7, #8", f"adds r7, #{A24 & 0xFF}")
    t("mov r3, r0", f"adds r3, #{4 * N}", "mov r12, r3", "movs r5, #0", "1:")
    for _ in range(2):
        t("ldmia r1!, {r3}", "uxth r4, r3", "lsrs r3, r3, #16", "muls r4, r7", "muls r3, r7")
        t("lsls r6, r3, #16", "lsrs r3, r3, #16", "adds r4, r4, r5", "movs r5, #0")
        t("adds r4, r4, r6", "adcs r3, r5")
        t("ldmia r2!, {r6}", "adds r4, r4, r6", "adcs r5, r3", "stmia r0!, {r4}")
    t("cmp r0, r12", "bne 1b", "mov r7, r5", "adds r7, #1")
    finish(t)
    return t.lines


def call(t: Code, label: int, *operands: str) -> None:
    t(*operands, f"bl {label}f")


def at(place: int, *registers: str) -> list[str]:
    return [f"add {register}, sp, #{place}" for register in registers]


def multiply(t: Code, place: int, prepare: int, offset: int = 0) -> None:
    """The product of a half of each factor, or of sums of halves."""
    more = [f"adds r1, #{offset}"] if offset else []
    call(t, prepare, *at(FACTORS, "r0"), f"ldr r1, [sp, #{FRAME + 4}]", *more)
    t(f"ldr r2, [sp, #{FRAME + 4}]", f"ldr r1, [sp, #{FRAME + 8}]", "cmp r1, r2", "beq 1f")
    call(t, prepare, *more)
    t("1:", *at(FACTORS, "r1"), "mov r2, r0", "subs r2, #32")
    t(*at(place, "r0"), "bl whit_mp_mul_8_asm")


def field_mul() -> list[str]:
    """For l + l' 2^224, h + h' 2^224 and m + m' 2^224 + m'' 2^448, the products of the lower
    halves, of the upper ones and of the sums, with d + d' 2^224 + d'' 2^448 the last less the
    first: l + h + d' in the lower half and l' + h' + d + d' in the upper one, d'' in the former and
    twice in the latter. Where d borrows from d', that is not 0 or d'' is not: nothing is below 0
    in the end. It squares where both factors are one array."""
    t = Code()
    t("push {r0, r1, r2, r7, lr}", f"sub sp, #{FRAME}")
    multiply(t, MIDDLE, SUM)
    multiply(t, LOWER, COPY)
    multiply(t, UPPER, COPY, BYTES)
    # What either half has besides its words is counted in r7: in r8 that of the upper half alone.
    t(f"ldr r7, [sp, #{MIDDLE + 2 * BYTES}]")
    call(t, MINUS, *at(MIDDLE + BYTES, "r0", "r1"), *at(LOWER + BYTES, "r2"))
    t("mov r8, r7")
    call(t, PLUS, *at(UPPER, "r0", "r2"), *at(LOWER, "r1"))
    call(t, PLUS, *at(UPPER, "r0", "r1"), *at(MIDDLE + BYTES, "r2"))
    t("mov r9, r7", "mov r7, r8")
    call(t, PLUS, *at(UPPER + BYTES, "r0", "r2"), *at(LOWER + BYTES, "r1"))
    call(t, MINUS, *at(MIDDLE, "r0", "r1"), *at(LOWER, "r2"))
    call(t, PLUS, *at(UPPER + BYTES, "r0", "r1"), *at(MIDDLE, "r2"))
    # r2 has come to d'.
    call(t, PLUS, *at(UPPER + BYTES, "r0", "r1"))
    t("adds r7, #1", "add r9, r7", *at(UPPER, "r0"))
    settle(t, "r9")
    t(f"ldr r0, [sp, #{FRAME}]", *at(UPPER, "r1"))
    take_back(t)
    t(f"add sp, #{FRAME + 12}", "pop {r7, pc}")
    subroutines(t)
    return t.lines


def subroutines(t: Code) -> None:
    """Eight words to r0, of a number's two halves at r1 or one; and halves at r1 and r2, combined
    to r0, with what they carry added to r7. Pointers go on."""
    t(f"{SUM}:", "mov r2, r1", f"adds r2, #{BYTES}")
    pair(t, "adds", "adcs", HALF)
    t("movs r4, #0", "adcs r4, r4", "stmia r0!, {r3, r4}", "bx lr")
    t(f"{COPY}:", "ldmia r1!, {r2, r3, r4, r5}", "stmia r0!, {r2, r3, r4, r5}")
    t("ldmia r1!, {r2, r3, r4}", "movs r5, #0", "stmia r0!, {r2, r3, r4, r5}", "bx lr")
    for label, first, rest in ((PLUS, "adds", "adcs"), (MINUS, "subs", "sbcs")):
        t(f"{label}:")
        pair(t, first, rest, HALF)
        t("stmia r0!, {r3}", "movs r3, #0", f"{rest} r7, r3", "bx lr")
