# SPDX-License-Identifier: MIT
"""What the kernels of x86-64 are made of: registers and limbs in memory, with names."""

import re

from tools.kernels.assembly import Named
from tools.kernels.x86_64.family import whole

LIMB = ("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")
LOW, HIGH = LIMB[:4], LIMB[4:]
SAVED = ("r12", "r13", "r14", "r15")
REGISTER = re.compile(r"%\w+")


class Limbs(Named):
    """A function in the making. A register has the same name in all its widths; a limb in memory
    may have one too, until its base holds another address. What is pushed and popped is the
    caller's."""

    OPERAND = re.compile(r"-?\d*\([^)]*\)|%\w+")

    def names(self, **registers: str) -> None:
        for register in registers:
            for operand in [known for known in self.held if f"(%{register})" in known]:
                del self.held[operand]
        super().names(**registers)

    def number(self, place: str, name: str, count: int = 4) -> None:
        """The limbs of a number in memory: name0, name1 and so on."""
        self.held |= {at(place, i): f"{name}{i}" for i in range(count)}

    def name(self, operation: str, operand: str) -> str:
        if operand in self.held:
            return self.held[operand]
        if operand.endswith(")"):
            return REGISTER.sub(lambda match: self.name(operation, match[0]), operand)
        register = whole(operand[1:])
        return register if register == "rsp" else super().name(operation, register)

    def told(self, line: str) -> str:
        return line if line.startswith(("push ", "pop ")) else super().told(line)


def half(register: str) -> str:
    """The low 32 bits of a register."""
    return f"{register}d" if register[1:].isdigit() else f"e{register[1:]}"


def at(place: str, i: int) -> str:
    """Limb i at a place: a register, or one and bytes behind it, as in rsp+32."""
    base, _, above = place.partition("+")
    offset = 8 * i + int(above or 0)
    return f"{offset}(%{base})" if offset else f"(%{base})"


def clear(register: str) -> str:
    return f"xor %{half(register)}, %{half(register)}"


def save(t: Limbs, registers: tuple[str, ...]) -> None:
    t(*(f"push %{register}" for register in registers))


def restore(t: Limbs, registers: tuple[str, ...]) -> None:
    """And return."""
    t(*(f"pop %{register}" for register in reversed(registers)), "ret")
