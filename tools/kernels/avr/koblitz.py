# SPDX-License-Identifier: MIT
"""The kernel of AVR for primes 2^(8 n) - 2^32 - f, of which f has two bytes.

2^(8 n) counts f + 2^32, so a sum of the lower half with as many times the upper one takes five
bytes more than n. So do these in a second turn, of ten bytes, which carries a bit at most.
"""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, restore, save


def reduce_koblitz() -> list[str]:
    """A column has a byte of the lower half, those of the upper one that f is for, from here and
    the place before, and the one from four places before. C does the rest, with r, t, the bit that
    is left, the prime and n."""
    t = Bytes(w24="r", w22="t", w20="p", r18="f0", w16="n", r1="zero")
    c, before = ("r21", "r22", "r23"), ("r24", "r25", "r28", "r29")

    def column(byte: str) -> None:
        t(f"add {c[0]}, {byte}", f"adc {c[1]}, r1", f"adc {c[2]}, r1")

    def product(factor: str, byte: str) -> None:
        t.names(r0="lo", r1="hi")
        t(
            f"mul {factor}, {byte}",
            f"add {c[0]}, r0",
            f"adc {c[1]}, r1",
        )
        t.names(r1="zero")
        t("clr r1", f"adc {c[2]}, r1")

    passed = ("r17", "r28", "r29", "r24", "r25", "r22", "r23", "r20", "r21")
    save(t, passed)
    t.names(Z="p", r19="f1")
    t("movw r30, r20", "ldd r19, Z+1", "com r19")
    t.names(X="t", Z="h")
    t("movw r26, r22", "movw r30, r22", "add r30, r16", "adc r31, r17", "clt")
    # Of the upper half: the byte at the place before, and so on, to that four places before.
    t.names(r16="n", r17="left", **numbered("c", c), **numbered("before", before, 1))
    t("mov r17, r16", "1:", *(f"clr {register}" for register in (*c, *before)))
    t.names(r20="hj", r0="tj")
    t("2:", "ld r20, Z+", "ld r0, X")
    column("r0")
    product("r18", "r20")
    product("r19", before[0])
    column(before[3])
    t(f"st X+, {c[0]}", f"mov {c[0]}, {c[1]}", f"mov {c[1]}, {c[2]}", f"clr {c[2]}")
    moved = zip(before[::-1], (*before[2::-1], "r20"), strict=True)
    t(*(f"mov {new}, {old}" for new, old in moved))
    t("dec r17", "brne 2b", "brts 4f")
    product("r19", before[0])
    t.chain("add", "adc", [*zip(before[:0:-1], c, strict=True), (before[0], "r1")])
    t.names(r20="carry")
    t("clr r20", "adc r20, r1", *(f"st X+, {byte}" for byte in (*reversed(before), "r20")))
    t("ldi r17, 5", "3:", "st X+, r1", "dec r17", "brne 3b")
    # On from the lowest byte again, with what has been stored where the upper half began.
    t("sub r30, r16", "sbc r31, r17", "movw r26, r30", "sub r26, r16", "sbc r27, r17")
    t("ldi r17, 10", "set", "rjmp 1b", "4:", "mov r17, r16", "subi r17, 10", f"lsr {c[0]}")
    t.names(r0="tj")
    t("5:", "ld r0, X", "adc r0, r1", "st X+, r0", "dec r17", "brne 5b")
    t("clr r20", "adc r20, r1")
    t.names(w18="p")
    t("pop r19", "pop r18")
    restore(t, passed[:-2])
    t("jmp %x0")
    return t.lines
