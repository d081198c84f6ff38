# SPDX-License-Identifier: MIT
"""The kernel of AVR for the prime of secp160r1, p = 2^160 - 2^31 - 1.

2^160 counts 2^31 + 1: so does the upper half of a product, and then what comes out at the top, e, of
31 bits and two carries. The second turn adds 2^31 + 1 more, which carries out of 2^160 if the result
was p or above, and is taken back if it does not.
"""

from avr_code import Code, group

BLOCKS = 5


def add_four(t: Code, operation: str, operands: list[str], source: str, to: str) -> None:
    for operand in operands:
        t(f"ld r0, {source}", f"{operation} r0, {operand}", f"st {to}+, r0")


def reduce_secp160r1() -> list[str]:
    """Four bytes at a time. A number times 2^31 is half of it four bytes higher up, where the block
    before waits; its lowest bit comes in from the next. Both carries share a register."""
    t = Code()
    block, before, count, carries = group(18, 4), group(24, 4), "r22", "r23"
    t("push r24", "push r25", "movw r30, r22", f"ldi {count}, {BLOCKS}", f"clr {carries}")
    t(*(f"clr {register}" for register in before), "1:")
    t(*(f"ldd {register}, Z+{20 + i}" for i, register in enumerate(block)))
    t(f"mov r0, {block[0]}", "lsr r0", *(f"ror {register}" for register in reversed(before)))
    t(f"lsr {carries}")
    t.chain("adc", "adc", list(zip(before, block, strict=True)))
    t(f"ror {carries}")
    add_four(t, "adc", before, "Z", "Z")
    t(*[f"rol {carries}"] * 2, f"movw {before[0]}, {block[0]}", f"movw {before[2]}, {block[2]}")
    t(f"dec {count}", "brne 1b", f"sbiw r30, {4 * BLOCKS}")
    # e + 1, and that times 2^31 + 1.
    t(f"lsr {before[3]}", *(f"ror {register}" for register in before[2::-1]))
    t(f"lsr {carries}", f"adc {carries}, r1", f"inc {carries}")
    t.chain("add", "adc", [*zip(before, (carries, "r1", "r1", "r1"), strict=True)])
    t(f"movw {block[0]}, {before[0]}", f"movw {block[2]}, {before[2]}")
    t(f"lsr {block[3]}", *(f"ror {register}" for register in block[2::-1]), f"ror {count}")
    t.chain("add", "adc", [(before[3], count), *((register, "r1") for register in block)])
    t(f"ldi {count}, {BLOCKS}", "2:")
    add_four(t, "adc", before, "Z", "Z")
    t(f"movw {before[0]}, {block[0]}", f"movw {before[2]}, {block[2]}")
    t(*(f"ldi {register}, 0" for register in block[:2]), f"movw {block[2]}, {block[0]}")
    t(f"dec {count}", "brne 2b", f"sbc {block[0]}, {block[0]}", f"com {block[0]}")
    t(f"mov {block[3]}, {block[0]}", f"andi {block[0]}, 1", f"andi {block[3]}, 0x80")
    t(f"sbiw r30, {4 * BLOCKS}", "pop r27", "pop r26", f"ldi {count}, {BLOCKS}", "clc", "3:")
    add_four(t, "sbc", [block[0], "r1", "r1", block[3]], "Z+", "X")
    t(f"ldi {block[0]}, 0", f"ldi {block[3]}, 0", f"dec {count}", "brne 3b", "ret")
    return t.lines
