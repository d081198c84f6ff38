# SPDX-License-Identifier: MIT
"""Thumb-2 assembly with named values in place of registers, for the generators of kernels."""

import re

# In the order in which they are given out: the first eight make short instructions. A leaf's
# leave out r7, which may be the caller's frame pointer, and the return address.
ALL = (*(f"r{number}" for number in range(13)), "lr")
LEAF = tuple(register for register in ALL if register not in ("r7", "lr"))
NAME = re.compile(r"\$(\w+)")

# What a function keeps for its caller.
KEEP = "r4, r5, r6, r7, r8, r9, r10, r11"


def listed(names: list[str]) -> str:
    return "{" + ", ".join(f"${name}" for name in names) + "}"


class RegisterError(Exception):
    """A value without a register, or no register for a value."""


class Thumb:
    """A function in the making. Values live in registers from take() to drop()."""

    def __init__(self, registers: tuple[str, ...], **arguments: str) -> None:
        self.registers = registers
        self.lines: list[str] = []
        self.held: dict[str, str] = dict(arguments)

    def part(self, **arguments: str) -> "Thumb":
        """The same function from where other values are in registers."""
        part = Thumb(self.registers, **arguments)
        part.lines = self.lines
        return part

    def free(self) -> list[str]:
        """The registers that hold nothing."""
        return [register for register in self.registers if register not in self.held.values()]

    def take(self, *names: str) -> None:
        """Registers for values, in ascending order."""
        free = self.free()
        if len(free) < len(names):
            raise RegisterError(f"no register for {names[len(free)]}: {self.held}")
        for name, register in zip(names, free, strict=False):
            if name in self.held:
                raise RegisterError(f"{name} has a register already")
            self.held[name] = register

    def take_high(self, *names: str) -> None:
        """The same from the registers that make long instructions."""
        free = self.free()
        low = [register for register in free if register in ALL[:8]]
        high = [register for register in free if register not in low]
        for name, register in zip(names, [*high, *low], strict=False):
            if name in self.held:
                raise RegisterError(f"{name} has a register already")
            self.held[name] = register
        if len(free) < len(names):
            raise RegisterError(f"no registers for {names}: {self.held}")

    def drop(self, *names: str) -> None:
        """These values are no longer needed."""
        for name in names:
            del self.held[name]

    def rename(self, old: str, new: str) -> None:
        """A value goes on under another name."""
        if new in self.held:
            raise RegisterError(f"{new} has a register already")
        self.held[new] = self.held.pop(old)

    def __call__(self, text: str) -> None:
        """One instruction, with $name for a value's register."""
        self.lines.append(NAME.sub(lambda match: self.held[match[1]], text))
