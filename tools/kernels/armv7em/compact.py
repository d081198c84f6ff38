# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for ARMv7E-M: programs of sixteen bits an operation, on
registers of eight limbs.

r7 is where the program goes on; on the stack are the machine's address and the borrows.
An operation begins with r, a and b in r0, r1 and r2, the modulus in r3.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

LIMBS = ("r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12")
LISTED = "{" + ", ".join(LIMBS) + "}"
PAIRS = list(zip(LIMBS[::2], LIMBS[1::2], strict=True))


@dataclass(frozen=True)
class Prime:
    """One that has a multiplication of its own; its third limb is all ones, the order's is not."""

    curve: str
    words: tuple[str, ...]  # by a mask in r0
    before: tuple[str, ...] = ()  # makes what else these name


P256 = Prime("p256", ("r0", "r0", "r0", "#0", "#0", "#0", "r0, lsr #31", "r0"))
K256 = Prime("k256", ("r1", "r0, lsl #1", *6 * ("r0",)), ("bic r1, r0, #976",))


def subtract(prime: Prime | None) -> list[str]:
    """a - b, and the modulus where that borrows. A multiplication joins at 3, with its product less
    R and that carry in place of a and r0, and its modulus as b and in r3: below the borrows that
    are asked for one of its own is kept. The mask in r0 makes the prime; another modulus is added
    by UMAAL, with r2 as its carry."""
    lines = ["push {r0}", "movs r0, #0", f"ldmia r1, {LISTED}", "3:"]
    for i, (low, high) in enumerate(PAIRS):
        lines += ["ldmia r2!, {r1, lr}", f"{'sbcs' if i else 'subs'} {low}, {low}, r1"]
        lines += [f"sbcs {high}, {high}, lr"]
    lines += ["sbc r0, r0, #0", "ldr r2, [sp, #8]", "rsb r2, r0, r2, lsl #1", "str r2, [sp, #8]"]
    stored = ["2:", "pop {r1}", f"stmia r1, {LISTED}", "b 1b"]
    if prime is not None:
        lines += ["ldr r1, [r3, #8]", "adds r1, #1", "bne 4f", *prime.before]
        for i, (limb, word) in enumerate(zip(LIMBS, prime.words, strict=True)):
            lines.append(f"{'adcs' if i else 'adds'} {limb}, {limb}, {word}")
        lines += [*stored, "4:"]
    lines += ["rsbs r0, r0, #0", "movs r2, #0"]
    for low, high in PAIRS:
        lines += ["ldmia r3!, {r1, lr}", f"umaal {low}, r2, r1, r0", f"umaal {high}, r2, lr, r0"]
    return [*lines, *(("b 2b",) if prime is not None else stored)]


def exchange() -> list[str]:
    return [
        *("8:", "ldr r6, [sp]", "ldr r6, [r6, #4]", "movs r5, #8"),
        *("4:", "ldr r2, [r0]", "ldr r3, [r1]", "eor r4, r2, r3", "ands r4, r6", "eors r2, r4"),
        *("eors r3, r4", "stmia r0!, {r2}", "stmia r1!, {r3}", "subs r5, #1", "bne 4b", "b 1b"),
    ]


def row() -> list[str]:
    """The number at r3 times r1, with its carry to lr."""
    lines = ["mov lr, #0"]
    for low, high in PAIRS:
        lines += ["ldmia r3!, {r2, r7}", f"umaal {low}, lr, r2, r1", f"umaal {high}, lr, r7, r1"]
    return lines


def multiply() -> list[str]:
    """Montgomery's multiplication, a limb of b at a time: a's row, and the modulus', which clears
    the lowest limb. The carry beyond the highest stays in the flag from turn to turn, and is
    cleared at first, with r4. On the stack: turns, a, where b goes on, the modulus, r7, and r."""
    lines = ["6:", "push {r0}", "movs r0, #8", "push {r0, r1, r2, r3, r7}", "lsrs r4, r0, #5"]
    lines += [f"mov {limb}, r4" for limb in LIMBS[1:]]
    lines += ["5:", "ldr r2, [sp, #8]", "ldmia r2!, {r1}", "str r2, [sp, #8]", "ldr r3, [sp, #4]"]
    lines += [*row(), "mov r0, lr", "ldr r3, [sp, #12]", "ldr r1, [r3, #32]", "muls r1, r4", *row()]
    lines += [f"mov {low}, {high}" for low, high in itertools.pairwise(LIMBS)]
    lines += ["adcs r12, r0, lr"]
    lines += ["ldr r1, [sp]", "sub.w r1, r1, #1", "str r1, [sp]", "cbz r1, 2f", "b 5b", "2:"]
    lines += ["movs r0, #0", "adcs r0, r0", "add sp, #12", "pop {r3, r7}", "mov r2, r3"]
    return [*lines, "b 3b"]


def compact_run(prime: Prime | None) -> list[str]:
    """All of it; without a prime, one multiplication serves every modulus."""
    known = []
    if prime is not None:
        known = ["bmi 2f", "ldr r4, [r3, #8]", "adds r4, #1", "bne 6f"]
        known += [f"bl whit_field_mul_{prime.curve}_asm", "b 1b"]
    return [
        *("push {r4, r5, r6, r7, r8, r9, r10, r11, lr}", "mov r7, r1", "ldr r1, [r0, #8]"),
        "push {r0, r1}",
        *("1:", "ldrh r6, [r7], #2", "ldr r5, [sp]", "ldr r3, [r5], #32"),
        *("and r0, r6, #480", "add r0, r5"),
        *("ubfx r1, r6, #9, #4", "add r1, r5, r1, lsl #5"),
        *("and r2, r6, #15", "cmp r2, #13", "ite lo", "movlo r4, r5", "subhs r4, r3, #448"),
        "add r2, r4, r2, lsl #5",
        # The flags tell two bits.
        *("lsls r6, r6, #17", "bcc 9f", *(known or ["bpl 6f"])),
        *("2:", "lsls r6, r6, #1", "bmi 8f"),
        *subtract(prime),
        *exchange(),
        *multiply(),
        *(
            "9:",
            "pop {r0, r1}",
            "str r1, [r0, #8]",
            "mov r0, r7",
            "pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}",
        ),
    ]
