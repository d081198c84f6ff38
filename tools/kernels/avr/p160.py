# SPDX-License-Identifier: MIT
"""The kernels of AVR for prime p160, p = 2^160 - 2^31 - 1.

2^160 counts 2^31 + 1: so does the upper half of a product, and then what comes out at the top, e,
of 31 bits and two carries. The second turn adds 2^31 + 1 more, which carries out of 2^160 if the
result was p or above, and is taken back if it does not.

Four bytes are added at a time. A number times 2^31 is half of it four bytes higher up, where the
four before wait; their highest bit is the lowest of the next. Both carries share a register.
"""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, enter, group, leave

BLOCKS = 5


def add_four(t: Bytes, operation: str, operands: list[str], source: str, to: str) -> None:
    t.names(r0="byte")
    for operand in operands:
        t(f"ld r0, {source}", f"{operation} r0, {operand}", f"st {to}+, r0")


def move(t: Bytes, to: list[str], source: list[str]) -> None:
    t(f"movw {to[0]}, {source[0]}", f"movw {to[2]}, {source[2]}")


def halve(t: Bytes, registers: list[str], into: str = "lsr") -> None:
    t(f"{into} {registers[3]}", *(f"ror {register}" for register in registers[2::-1]))


def above_once_more(t: Bytes, block: list[str], before: list[str], carries: str, zero: str) -> None:
    """e + 1 from what is left of the upper half, also in the other registers."""
    t.names(**numbered("e", before))
    halve(t, before)
    t(f"lsr {carries}", f"adc {carries}, {zero}", f"inc {carries}")
    t.chain("add", "adc", list(zip(before, (carries, zero, zero, zero), strict=True)))
    t.names(**numbered("f", block))
    move(t, block, before)


def split_mask(t: Bytes, low: str, high: str) -> None:
    """2^31 + 1 as its lowest byte and that three above, if there was no carry, and else zeros."""
    t.names(**{low: "back0", high: "back3"})
    t(f"sbc {low}, {low}", f"com {low}", f"mov {high}, {low}")
    t(f"andi {low}, 1", f"andi {high}, 0x80")


def reduce_p160() -> list[str]:
    t = Bytes(w24="r", w22="t", r1="zero")
    block, before, count, carries = group(18, 4), group(24, 4), "r22", "r23"
    t("push r24", "push r25")
    t.names(Z="t")
    t("movw r30, r22")
    t.names(r22="left", r23="carries", r0="bit", **numbered("h", block), **numbered("s", before))
    t(f"ldi {count}, {BLOCKS}", f"clr {carries}")
    t(*(f"clr {register}" for register in before), "1:")
    t(*(f"ldd {register}, Z+{20 + i}" for i, register in enumerate(block)))
    t(f"mov r0, {block[0]}", "lsr r0")
    halve(t, before, "ror")
    t(f"lsr {carries}")
    t.chain("adc", "adc", list(zip(before, block, strict=True)))
    t(f"ror {carries}")
    add_four(t, "adc", before, "Z", "Z")
    t(*[f"rol {carries}"] * 2)
    t.names(**numbered("h", before))
    move(t, before, block)
    t(f"dec {count}", "brne 1b", f"sbiw r30, {4 * BLOCKS}")
    above_once_more(t, block, before, carries, "r1")
    t.names(r22="bit")
    halve(t, block)
    t(f"ror {count}")
    t.chain("add", "adc", [(before[3], count), *((register, "r1") for register in block)])
    t.names(r22="left")
    t(f"ldi {count}, {BLOCKS}", "2:")
    add_four(t, "adc", before, "Z", "Z")
    # After the multiple of e + 1 come zeros.
    t.names(**dict(zip(before, (t.held[register] for register in block), strict=True)))
    move(t, before, block)
    t.names(**dict.fromkeys(block, "zero"))
    t(*(f"ldi {register}, 0" for register in block[:2]), f"movw {block[2]}, {block[0]}")
    t(f"dec {count}", "brne 2b")
    split_mask(t, block[0], block[3])
    t(f"sbiw r30, {4 * BLOCKS}")
    t.names(X="r")
    t("pop r27", "pop r26", f"ldi {count}, {BLOCKS}", "clc", "3:")
    add_four(t, "sbc", [block[0], "r1", "r1", block[3]], "Z+", "X")
    t(f"ldi {block[0]}, 0", f"ldi {block[3]}, 0", f"dec {count}", "brne 3b", "ret")
    return t.lines


def reduce_p160_large() -> list[str]:
    """The sum stays in registers."""
    t = Bytes(w24="r", w22="t")
    total, block, before, carries = group(2, 20), group(22, 4), group(26, 4), "r1"
    enter(t)
    t("push r24", "push r25")
    t.names(Z="t")
    t("movw r30, r22")
    t.names(r1="carries", r0="bit", **numbered("g", before))
    t("clr r26", "clr r27", "movw r28, r26")
    for i in range(0, 20, 4):
        t.names(**numbered("h", block, i), **numbered("s", total[i : i + 4], i))
        t(*(f"ldd {register}, Z+{20 + i + k}" for k, register in enumerate(block)))
        t(*(f"ldd {register}, Z+{i + k}" for k, register in enumerate(total[i : i + 4])))
        t(f"mov r0, {block[0]}", "lsr r0")
        halve(t, before, "ror")
        t(f"lsr {carries}")
        t.chain("adc", "adc", list(zip(total[i : i + 4], block, strict=True)))
        t(f"ror {carries}")
        t.chain("adc", "adc", list(zip(total[i : i + 4], before, strict=True)))
        t(*[f"rol {carries}"] * 2)
        t.names(**numbered("h", before, i))
        move(t, before, block)
    t.names(r0="zero")
    t("clr r0")
    above_once_more(t, block, before, carries, "r0")
    halve(t, block)
    t.names(r1="bit")
    t("clr r1", "ror r1", f"add {before[3]}, r1")
    t.names(r1="zero")
    t("clr r1")
    t(*(f"adc {register}, r1" for register in block))
    t.chain("add", "adc", list(zip(total, (*before, *block, *["r1"] * 12), strict=True)))
    split_mask(t, block[0], block[3])
    t.names(Z="r")
    t("pop r31", "pop r30")
    t.chain(
        "sub", "sbc", list(zip(total, (block[0], "r1", "r1", block[3], *["r1"] * 16), strict=True))
    )
    t(*(f"std Z+{i}, {register}" for i, register in enumerate(total)))
    leave(t)
    return t.lines
