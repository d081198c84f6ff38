# SPDX-License-Identifier: MIT
"""The kernels of AVR that know the prime p = 2^448 - 2^224 - 1.

2^448 counts 2^224 + 1. The topmost bytes alone tell how often a sum has 2^448 in it, e times or
once more. So it is taken with e + 1 times 2^224 + 1: where it then has 2^448 e + 1 times, it was
not below (e + 1) p and is less that now; else one 2^224 + 1 goes back by subtraction.
"""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, restore, save

HALF = 28
N = 2 * HALF
A24 = 39081


def put_less(t: Bytes, load: str, back: str) -> None:
    """Bytes less 2^224 + 1 as often as `back` says, to Z. r18, r19 and r23 are lost."""
    t.names(r19="halves", r18="less", r23="left", r0="byte")
    t("ldi r19, 2", "clc", "3:", f"mov r18, {back}", f"ldi r23, {HALF}")
    t("4:", f"ld r0, {load}", "sbc r0, r18", "ldi r18, 0", "st Z+, r0", "dec r23", "brne 4b")
    t("dec r19", "brne 3b")


def reduce_p448() -> list[str]:
    """For halves l, l', h and h' it is l + h + h' in the lower half and l' + h + 2 h' in the upper
    one."""
    t = Bytes(w24="r", w22="t", r1="zero")
    carry, more = "r22", "r21"
    save(t, ("r28", "r29"))
    t.names(Y="t", Z="h")
    t("movw r28, r22", "movw r30, r22", f"adiw r30, {N}")
    # The topmost bytes of l' = l1, h = h0 and h' = h1, and e + 1 from them.
    t.names(r18="l1_27", r19="h0_27", r20="h1_27", r21="more")
    t(f"ldd r18, Y+{N - 1}", f"ldd r19, Z+{HALF - 1}", f"ldd r20, Z+{N - 1}", f"ldi {more}, 1")
    for register in ("r19", "r20", "r20"):
        t(f"add r18, {register}", f"adc {more}, r1")
    t.names(r22="carry", r23="left", r18="tj", r19="h1j", r20="h0j")
    t(f"mov {carry}, {more}")
    for label, uppers in ((1, ("r19", "r20")), (2, ("r19", "r19", "r20"))):
        t(f"ldi r23, {HALF}", f"{label}:")
        t("ld r18, Y", f"ldd r19, Z+{HALF}", "ld r20, Z+", f"add r18, {carry}", f"clr {carry}")
        t(f"adc {carry}, r1")
        for register in uppers:
            t(f"add r18, {register}", f"adc {carry}, r1")
        t("st Y+, r18", "dec r23", f"brne {label}b")
        if label == 1:
            t(f"add {carry}, {more}", f"sbiw r30, {HALF}")
    t.names(Z="r", r21="back")
    t(f"sub {more}, {carry}", f"sbiw r28, {N}", "movw r30, r24")
    put_less(t, "Y+", more)
    restore(t, ("r28", "r29"))
    t("ret")
    return t.lines


def multiple(t: Bytes, c: tuple[str, ...], zero: str) -> None:
    """c += a byte at X times the factor, which r20 and r21 hold, and one at Y."""
    t.names(r18="aj", r0="lo", r1="hi")
    t("ld r18, X+", "mul r18, r20", f"add {c[0]}, r0", f"adc {c[1]}, r1", f"adc {c[2]}, {zero}")
    t("mul r18, r21", f"add {c[1]}, r0", f"adc {c[2]}, r1")
    t.names(r18="bj")
    t("ld r18, Y+", f"add {c[0]}, r18", f"adc {c[1]}, {zero}", f"adc {c[2]}, {zero}")


def field_mul_small_p448() -> list[str]:
    """A product of the factor and a byte takes three bytes, with room for what is carried in, which
    is less than two bytes: e is from two bytes. The second half begins where T is set."""
    t = Bytes(w24="r", w22="a", w20="b")
    saved = ("r28", "r29", "r16", "r17")
    c, more, zero = ("r22", "r23", "r25"), ("r16", "r17"), "r24"
    down = [f"mov {c[0]}, {c[1]}", f"mov {c[1]}, {c[2]}", f"clr {c[2]}"]
    save(t, saved)
    t.names(Z="r", X="a", Y="b")
    t("movw r30, r24", "movw r26, r22", "movw r28, r20")
    t.names(r20="factor0", r21="factor1", **{zero: "zero"}, **numbered("c", c))
    t(f"clr {zero}")
    t(f"adiw r26, {N - 2}", f"adiw r28, {N - 2}", *(f"clr {register}" for register in c))
    t(f"ldi r20, {A24 & 0xFF}", f"ldi r21, {A24 >> 8}")
    multiple(t, c, zero)
    t(*down)
    multiple(t, c, zero)
    t.names(**numbered("more", more))
    t(f"mov {more[0]}, {c[1]}", f"mov {more[1]}, {c[2]}")
    t(f"subi {more[0]}, 0xff", f"sbci {more[1]}, 0xff", f"sbiw r26, {N}", f"sbiw r28, {N}")
    t(*(f"clr {register}" for register in c), "clt", "1:")
    t(f"add {c[0]}, {more[0]}", f"adc {c[1]}, {more[1]}", f"adc {c[2]}, {zero}")
    t.names(r19="left")
    t(f"ldi r19, {HALF}", "2:")
    multiple(t, c, zero)
    t(f"st Z+, {c[0]}", *down, "dec r19", "brne 2b", "brts 5f", "set", "rjmp 1b", "5:")
    t.names(r16="back", r1="zero")
    t(f"sub {more[0]}, {c[0]}", "clr r1", f"sbiw r30, {N}")
    put_less(t, "Z", more[0])
    restore(t, saved)
    t("ret")
    return t.lines
