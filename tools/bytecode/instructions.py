# SPDX-License-Identifier: MIT
"""The instruction set of the bytecode interpreter: what the assembler, the simulator, the C
constants and the table of doc/design/bytecode.md are made from.

An instruction is a word of 16 bits, and some have a second one. Its opcode is the upper bits, its
operands are fields below. A word whose opcode is that of no instruction ends a program, and is
what the program returns: statuses are words of their own, which RESERVED keeps apart."""

import functools
import re
from dataclasses import dataclass

WORD_BYTES = 2

# Constants of the modulus, which only the last operand of arithmetic may be: behind 13 registers.
CONSTANTS = {"B": 13, "M": 14}
REGISTERS = 13

STRINGS = ("base", "first", "second", "third")

# What a program returns that others call: no status. Five bits at least lie between it and each
# status that a caller of the library sees as a success.
GO_ON = 0x6000

# Opcodes, of five bits, that no instruction has: those of what programs end with.
RESERVED = range(9, 16)


@dataclass(frozen=True)
class Field:
    """An operand: where it is in the word, and how it is written."""

    name: str
    shift: int
    bits: int
    pattern: str = r"\w+"

    def place(self, value: int) -> int:
        if value >> self.bits:
            raise ValueError(f"{self.name} = {value} has more than {self.bits} bits")
        return value << self.shift

    def read(self, word: int) -> int:
        return word >> self.shift & (1 << self.bits) - 1


R = Field("r", 5, 4)
A = Field("a", 9, 4)
B = Field("b", 0, 4)
STRING = Field("string", 2, 2, "|".join(STRINGS))
HALF = Field("half", 4, 1, "[01]")
VALUE = Field("value", 9, 2)
INDEX = Field("index", 0, 5)
MASK = Field("mask", 0, 2)
BORROWS = Field("borrows", 2, 2)
OPERAND = Field("operand", 0, 11)


@dataclass(frozen=True)
class Instruction:
    """`form` is how programs have it, with operands in capitals' place; `opcode` is the upper
    `opcode_bits` of the word."""

    name: str
    form: str
    opcode: int
    opcode_bits: int
    fields: tuple[Field, ...]
    effect: str
    words: int = 1

    @property
    def base(self) -> int:
        return self.opcode << 16 - self.opcode_bits

    @property
    def arithmetic(self) -> bool:
        return self.opcode_bits == 3

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        """What matches a line that is this instruction."""
        escaped = re.escape(self.form).replace(r"\ ", " ")
        return re.compile(re.sub(r"<(\w+)>", r"(?P<\1>[\\w-]+)", escaped) + "$")

    def encode(self, **operands: int) -> int:
        word = self.base
        for each in self.fields:
            word |= each.place(operands.get(each.name, 0))
        return word

    def decode(self, word: int) -> dict[str, int]:
        return {each.name: each.read(word) for each in self.fields}


def arithmetic(
    name: str, form: str, opcode: int, fields: tuple[Field, ...], effect: str
) -> Instruction:
    return Instruction(name, form, opcode, 3, fields, effect)


def task(
    name: str, form: str, opcode: int, fields: tuple[Field, ...], effect: str, words: int = 1
) -> Instruction:
    return Instruction(name, form, opcode, 5, fields, effect, words)


INSTRUCTIONS = (
    arithmetic(
        *("MUL", "<r> = <a> * <b>", 5, (R, A, B)),
        "r = a b / R modulo the modulus, for the R of its multiplication; whether this adds to the "
        "borrows is the kernel's choice",
    ),
    arithmetic(
        *("SUB", "<r> = <a> - <b>", 6, (R, A, B)),
        "r = a - b, plus the modulus where that borrows; the borrow becomes the last one",
    ),
    arithmetic("SWAP", "swap <r> <a>", 7, (R, A), "exchanges r and a if the mask is set"),
    task(
        *("LOAD", "load <r> <string> <half>", 0, (R, STRING, HALF)),
        "r = half 0 or 1 of a string, big-endian; of string third as much as there is",
    ),
    task(
        *("STORE", "store <r> <string> <half>", 1, (R, STRING, HALF)),
        "half 0 or 1 of a string = r, big-endian",
    ),
    task(
        *("SET", "set <r> <value>", 2, (R, VALUE, INDEX)),
        "r = 1, 2 or 3; highest: 2^(bits - 1); middle: 3 2^(bits / 2); scale: a twist's t R",
    ),
    task(
        *("CHECK", "require borrows <borrows> else <status>", 3, (MASK, BORROWS)),
        "ends with a status, the next word, unless the two last borrows are these; - is any",
        words=2,
    ),
    task(
        *("SKIP", "skip to <label> unless borrows 00", 4, (OPERAND,)),
        "goes on at the label, behind so many words, if one of the two last subtractions borrowed",
    ),
    task(
        "MODULUS",
        "modulo <modulus>",
        5,
        (OPERAND,),
        "the modulus is p or n, and M that, B its b / R^2",
    ),
    task(
        "CALL", "call <label>", 6, (OPERAND,), "runs a program of the common array, to its return"
    ),
    task(
        *("MULTIPLY", "multiply <length>", 7, (OPERAND,)),
        "the loop over digits, half or all as many as bits: see programs/points.txt and ladder.txt",
    ),
    task("INVERT", "invert", 8, (), "S = S^E for S = T, by the programs square and times"),
)
BY_NAME = {each.name: each for each in INSTRUCTIONS}
ENDS = {"return": "COMPACT_GO_ON", "end": "WHIT_OK"}

# Operands that depend on the size of registers: their names in C, and the values.
SIZED = {
    "highest": "COMPACT_HIGHEST",
    "middle": "COMPACT_MIDDLE",
    "p": "COMPACT_PRIME",
    "n": "COMPACT_ORDER",
    "half": "COMPACT_HALF",
    "all": "COMPACT_ALL",
}


@dataclass(frozen=True)
class Size:
    """Registers of so many limbs. `inverse`: behind the order alone there is a constant, its whole
    inverse."""

    limbs: int
    limb_bits: int = 32
    inverse: bool = False

    @property
    def bits(self) -> int:
        return self.limbs * self.limb_bits

    def value(self, symbol: str) -> int:
        index = 0 if self.limbs > 8 else 2
        return {
            "COMPACT_HIGHEST": self.limbs - 1 << index,
            "COMPACT_MIDDLE": self.limbs // 2 << index,
            "COMPACT_PRIME": self.limbs,
            "COMPACT_ORDER": 2 * self.limbs + (0 if self.inverse else 1),
            "COMPACT_HALF": self.bits // 2,
            "COMPACT_ALL": self.bits,
        }[symbol]


@functools.cache
def of_word(word: int) -> Instruction | None:
    """The instruction that a word is, or None for one that ends a program."""
    for each in INSTRUCTIONS:
        if word >> 16 - each.opcode_bits == each.opcode:
            return each
    return None


@functools.cache
def decoded(word: int) -> tuple[Instruction, dict[str, int]] | None:
    """The instruction that a word is and its operands, or None."""
    found = of_word(word)
    return (found, found.decode(word)) if found else None


def check_ends(statuses: dict[str, int]) -> None:
    """Raises ValueError unless what programs end with is no instruction, and what goes on differs
    from success in enough bits for one fault not to make it of the other."""
    ok = statuses["WHIT_OK"]
    for value in (ok, GO_ON):
        if value >> 11 not in RESERVED or of_word(value) is not None:
            raise ValueError(f"0x{value:04x}, which ends a program, is an instruction")
    if (ok ^ GO_ON).bit_count() < 5:
        raise ValueError("what goes on is less than five bits from WHIT_OK")
    if GO_ON in statuses.values():
        raise ValueError("what goes on is a status")
