# SPDX-License-Identifier: MIT
"""The kernels of ARMv6-M for numbers of any modulus."""

from tools.kernels.armv6m.words import (
    FRAME,
    LOWER,
    MIDDLE,
    RESTORE,
    SAVE,
    UPPER,
    products_8,
    subroutines,
    words_4_to_7,
    words_8_to_11,
)
from tools.kernels.assembly import Code


def mp_mul_8() -> list[str]:
    t = Code()
    t(*SAVE, "push {r0, r1, r2}")
    products_8(t, False)
    t("3:")
    join_product(t)
    subroutines(t, False)
    return t.lines


def join_product(t: Code) -> None:
    """Karatsuba's sum, to where the frame's end points."""
    words_4_to_7(t)
    t("mov r8, r4", f"add r5, sp, #{MIDDLE}", "stmia r5!, {r0, r1, r2, r3}")
    words_8_to_11(t)
    t(f"ldr r5, [sp, #{FRAME}]", "adds r5, #32", "stmia r5!, {r0, r1, r2, r3}")
    t(f"add r0, sp, #{UPPER + 16}", "ldmia r0, {r0, r1, r2, r3}")
    t("adds r0, r0, r4", "adcs r1, r7", "adcs r2, r7", "adcs r3, r7")
    t("stmia r5!, {r0, r1, r2, r3}", "subs r5, #64")
    for place in (LOWER, MIDDLE):
        t(f"add r0, sp, #{place}", "ldmia r0, {r0, r1, r2, r3}", "stmia r5!, {r0, r1, r2, r3}")
    t(f"add sp, #{FRAME + 12}", *RESTORE)


def mp_mul_add_limb() -> list[str]:
    """r8 and r9 are the factor in halves, r2 carries, r12 is where a ends."""
    t = Code()
    t("push {r4, r5, r6, r7, lr}", "mov r6, r8", "mov r7, r9", "push {r6, r7}")
    t("lsls r3, r3, #2", "adds r3, r3, r1", "mov r12, r3")
    t("uxth r3, r2", "mov r8, r3", "lsrs r2, r2, #16", "mov r9, r2", "movs r2, #0")
    t("1:", "ldmia r1!, {r4}", "uxth r5, r4", "lsrs r4, r4, #16")
    t("mov r6, r8", "mov r3, r6", "muls r3, r5", "muls r6, r4")
    t("mov r7, r9", "muls r5, r7", "muls r4, r7")
    for middle in ("r6", "r5"):
        t(f"lsls r7, {middle}, #16", f"lsrs {middle}, {middle}, #16")
        t("adds r3, r3, r7", f"adcs r4, {middle}")
    t("ldr r7, [r0]", "adds r3, r3, r2", "movs r2, #0", "adcs r4, r2")
    t("adds r3, r3, r7", "adcs r2, r4", "stmia r0!, {r3}", "cmp r1, r12", "bne 1b")
    t("mov r0, r2", "pop {r6, r7}", "mov r8, r6", "mov r9, r7", "pop {r4, r5, r6, r7, pc}")
    return t.lines


def mp_lookup() -> list[str]:
    """What a mask leaves is added up, since registers beyond the eighth add, but know no other
    operation. On the stack: index + 1, the bytes of an entry less the 32 that a turn reads, the
    table's end, the offset of these 32, r and the table."""
    t = Code()
    t(*SAVE)
    t("ldr r4, [sp, #36]", "lsls r4, r4, #2", "muls r2, r4", "adds r5, r2, r1", "subs r4, #32")
    t("adds r3, #1", "mov lr, r4", "movs r6, #0", "push {r0, r1}", "push {r3, r4, r5, r6}")
    t("1:", "ldr r1, [sp, #20]", "ldr r0, [sp, #12]", "adds r1, r1, r0", "ldr r0, [sp]")
    t("mov r12, r0", "movs r4, #0", "movs r5, #0", "movs r6, #0", "movs r7, #0")
    for i in range(4):
        t(f"mov r{8 + i}, r4")
    t("2:", "mov r0, r12", "subs r0, #1", "mov r12, r0", "rsbs r0, r0, #0", "sbcs r0, r0")
    for i in range(4, 12, 2):
        t("ldmia r1!, {r2, r3}", "bics r2, r0", "bics r3, r0")
        t(f"add r{i}, r2", f"add r{i + 1}, r3")
    t("add r1, lr", "ldr r2, [sp, #8]", "cmp r1, r2", "blo 2b")
    t("ldr r0, [sp, #16]", "ldr r1, [sp, #12]", "adds r0, r0, r1", "stmia r0!, {r4, r5, r6, r7}")
    for i in range(4):
        t(f"mov r{4 + i}, r{8 + i}")
    t("stmia r0!, {r4, r5, r6, r7}")
    # The last turn reads the last 32 bytes, whether or not others have been there.
    t("ldr r2, [sp, #4]", "cmp r1, r2", "beq 4f", "adds r1, #32", "cmp r1, r2", "bls 3f")
    t("mov r1, r2", "3:", "str r1, [sp, #12]", "b 1b", "4:", "add sp, #24")
    t(*RESTORE)
    return t.lines


def division_step(t: Code) -> None:
    """delta, f and g are in r1 to r3, the matrix in r8 to r11; r4 and r5 become multipliers 1, 0
    or -1 and 1 or 0."""
    t("lsls r4, r3, #31", "asrs r4, r4, #31", "mov r5, r4", "asrs r6, r1, #31", "bics r5, r6")
    t("eors r1, r5", "adds r1, #1", "lsrs r4, r4, #31", "orrs r4, r5", "lsrs r5, r5, #31")
    for x, y in (("r2", "r3"), ("r8", "r10"), ("r9", "r11")):
        t(f"mov r6, {x}", "muls r6, r4", f"add {y}, r6")
        t(f"mov r6, {y}", "muls r6, r5", f"add {x}, r6")
    t("lsrs r3, r3, #1", "add r8, r8", "add r9, r9")


def mp_find_steps() -> list[str]:
    t = Code()
    t(*SAVE)
    t("mov r12, r0", "movs r7, #0", "mov r9, r7", "mov r10, r7", "mvns r6, r7")
    t("mov r8, r6", "mov r11, r6", "movs r7, #16", "b 2f", "1:")
    division_step(t)
    t("2:")
    division_step(t)
    t("subs r7, #1", "bne 1b", "mov r0, r12")
    for i in range(4):
        t(f"mov r{4 + i}, r{8 + i}")
    t("stmia r0!, {r4, r5, r6, r7}", "mov r0, r1")
    t(*RESTORE)
    return t.lines


def multiply_add(t: Code, mask: str, low_half: str, high_half: str) -> None:
    """r2 and r3 more by the limb in r4, complemented by the mask, times a factor in halves."""
    t(f"ldr r7, {mask}", "eors r4, r7", "uxth r5, r4", "lsrs r4, r4, #16")
    t(f"mov r6, {low_half}", "mov r0, r6", "muls r0, r5", "muls r6, r4")
    t(f"mov r7, {high_half}", "muls r5, r7", "muls r4, r7")
    for middle in ("r6", "r5"):
        t(f"lsls r7, {middle}, #16", f"lsrs {middle}, {middle}, #16")
        t("adds r0, r0, r7", f"adcs r4, {middle}")
    t("adds r2, r2, r0", "adcs r3, r4")


def mp_combine(shift: bool) -> list[str]:
    """Signs of factors go to their numbers as complements, whose ones the carry begins with. It
    stays below the sum of the factors' sizes. On the stack: masks, where a ends, the limb
    before, and how far its place is from a; r8 to r11 are the factors in halves, r12 and lr how
    far b and r are from a."""
    t = Code()
    t(*SAVE)
    t("ldr r4, [sp, #36]", "lsls r4, r4, #2", "adds r4, r4, r1", "sub sp, #20", "str r4, [sp, #8]")
    t("subs r2, r2, r1", "mov r12, r2", "subs r0, r0, r1", "mov lr, r0")
    if shift:
        t("subs r0, #4", "str r0, [sp, #16]")
    t("ldmia r3!, {r4, r5}", "movs r2, #0")
    for factor, place, halves in (("r4", 0, ("r8", "r9")), ("r5", 4, ("r10", "r11"))):
        t(f"asrs r6, {factor}, #31", f"str r6, [sp, #{place}]")
        t(f"eors {factor}, r6", f"subs {factor}, {factor}, r6")
        t(f"ands r6, {factor}", "adds r2, r2, r6")
        t(f"uxth r6, {factor}", f"mov {halves[0]}, r6")
        t(f"lsrs r6, {factor}, #16", f"mov {halves[1]}, r6")
    t("1:", "movs r3, #0", "ldr r4, [r1]")
    multiply_add(t, "[sp, #0]", "r8", "r9")
    t("mov r7, r12", "ldr r4, [r1, r7]")
    multiply_add(t, "[sp, #4]", "r10", "r11")
    if shift:
        # What the first limb leaves at r[0] the second replaces.
        t("ldr r7, [sp, #12]", "lsrs r7, r7, #31", "str r2, [sp, #12]", "lsls r2, r2, #1")
        t("orrs r2, r7", "mov r7, lr", "str r2, [r1, r7]", "ldr r7, [sp, #16]", "mov lr, r7")
    else:
        t("mov r7, lr", "str r2, [r1, r7]")
    t("mov r2, r3", "adds r1, #4", "ldr r7, [sp, #8]", "cmp r1, r7", "bne 1b")
    if shift:
        t("ldr r2, [sp, #12]", "asrs r2, r2, #31", "mov r7, lr", "str r2, [r1, r7]")
    t("add sp, #20")
    t(*RESTORE)
    return t.lines


def mp_double_mod() -> list[str]:
    """Doubled and less m, then m by a mask. A carry that waits for the next limb does so less 1:
    r2 has that of the double, r3 that of the difference."""
    t = Code()
    t("push {r0, r1, r4, r5, r6, r7, lr}", "lsls r7, r3, #2", "adds r7, r7, r0")
    t("subs r2, #1", "movs r3, #0")
    t("1:", "ldr r4, [r0]", "rsbs r2, r2, #0", "adcs r4, r4", "sbcs r2, r2")
    t("ldmia r1!, {r5}", "rsbs r3, r3, #0", "sbcs r4, r5", "sbcs r3, r3", "stmia r0!, {r4}")
    t("cmp r0, r7", "bne 1b")
    t("ands r2, r3", "ldr r0, [sp]", "ldr r1, [sp, #4]", "movs r3, #0", "mvns r3, r3")
    t("2:", "ldr r4, [r0]", "ldmia r1!, {r5}", "ands r5, r2")
    t("rsbs r3, r3, #0", "adcs r4, r5", "sbcs r3, r3", "stmia r0!, {r4}", "cmp r0, r7", "bne 2b")
    t("pop {r0, r1, r4, r5, r6, r7, pc}")
    return t.lines
