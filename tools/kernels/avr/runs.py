# SPDX-License-Identifier: MIT
"""Montgomery's reduction on AVR as runs: numbers of whole words of t, added to or subtracted from
others with what they carry. For these primes q comes about in the lower half of t, which its last
term would clear."""

from tools.kernels.avr.code import Bytes

# From where, to where, how many words; q is found in runs that go on from what they have written.
P192 = ((0, 2, -6), (0, 6, 6))
P224 = ((0, 3, 7), (0, 7, -7))
P256 = (
    *((0, 3, 3), (3, 6, 2), (0, 6, 2), (0, 7, -1)),
    *((5, 8, 3), (2, 8, 6), (1, 8, -7), (0, 8, 8)),
)


def reduction(
    words: int, runs: tuple[tuple[int, int, int], ...], signed: bool = False
) -> list[str]:
    """r19 complements what is subtracted, and r28 gets the carries out of t. C does the rest, with
    r, the upper half of t, the carry, m and n; or, if the result may be negative, another kernel
    adds m where it is, with r, m, a mask and n."""
    t = Bytes(w24="r", w22="t", w20="m", w18="n")
    t.lines.append("push r28")
    t("push r20", "push r21")
    t.names(r28="carry", r19="flip", X="from", Z="to", r20="count", r21="above")
    t("clr r28", "clr r19")
    for start, to, count in runs:
        t(f"ldi r26, {4 * start}", f"ldi r30, {4 * to}", f"ldi r20, {2 * abs(count)}")
        t(f"ldi r21, {4 * (2 * words - to - abs(count)) + 1}")
        t(*["com r19", "rcall 1f", "com r19"][slice(None) if count < 0 else slice(1, 2)])
    end = end_signed if signed else end_unsigned
    end(t, words)
    t.lines.append("pop r28")
    t("jmp %x0")
    add_run(t)
    return t.lines


def end_signed(t: Bytes, words: int) -> None:
    """The upper half of t goes to r."""
    t.names(Z="r", X="t", r18="left", r19="zero", r0="byte")
    t("movw r30, r24", f"ldi r18, {4 * words}")
    t("movw r26, r22", "add r26, r18", "adc r27, r19")
    t("5:", "ld r0, X+", "st Z+, r0", "dec r18", "brne 5b")
    t.names(r18="n", r20="mask", w22="m")
    t(f"ldi r18, {4 * words}", "mov r20, r28", "pop r23", "pop r22")


def end_unsigned(t: Bytes, words: int) -> None:
    t.names(r20="carry", w18="m")
    t(f"subi r22, {256 - 4 * words}", "sbci r23, 0xff", "mov r20, r28")
    t("pop r19", "pop r18")


def add_run(t: Bytes) -> None:
    """A subroutine: the words from X on to those from Z on, which are bytes behind t, and the carry
    as far as t goes."""
    t.names(X="from", Z="to", w22="t", r18="byte", r19="flip", r20="count", r21="above")
    t("1:", "clr r27", "clr r31", "add r26, r22", "adc r27, r23", "add r30, r22", "adc r31, r23")
    t.names(r0="term")
    t("mov r0, r19", "lsl r0", "2:")
    t(*["ld r0, X+", "eor r0, r19", "ld r18, Z", "adc r18, r0", "st Z+, r18"] * 2)
    t("dec r20", "brne 2b", "rjmp 4f", "3:", "ld r18, Z", "adc r18, r19", "st Z+, r18", "4:")
    t("dec r21", "brne 3b", "adc r28, r19", "ret")
