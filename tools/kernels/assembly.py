# SPDX-License-Identifier: MIT
"""Assembly in the making: lines, and values with names in place of registers.

Each instruction set builds on these: Code where registers are written as such, Named where it is
said besides what they hold, Values where they are given out by name.
"""

import re
from collections.abc import Sequence
from typing import ClassVar, Self

NAME = re.compile(r"\$(\w+)")


class RegisterError(Exception):
    """A value without a register, or no register for a value."""


class Line(str):
    """An instruction, with its operands by name: what a reader of the file is told of it."""

    __slots__ = ("names",)
    names: str

    def __new__(cls, text: str, names: str) -> Self:
        line = super().__new__(cls, text)
        line.names = names
        return line


def rewritten(line: str, text: str) -> str:
    """Other text for a line, such as with other registers, of which the same is told."""
    return Line(text, line.names) if isinstance(line, Line) else text


def numbered(name: str, registers: Sequence[str], first: int = 0) -> dict[str, str]:
    """Names for the parts of a number: name0, name1 and so on."""
    return {register: f"{name}{i}" for i, register in enumerate(registers, first)}


class Code:
    """A function in the making. Lines that name another function as %0 to %9 know it as an
    operand."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *lines: str) -> None:
        """Instructions."""
        self.lines += lines

    def chain(self, first: str, rest: str, pairs: list[tuple[str, str]]) -> None:
        """One operation on the first pair of operands and, with its carry, another on the rest."""
        for i, (x, y) in enumerate(pairs):
            self(f"{rest if i else first} {x}, {y}")


class Named(Code):
    """Code where names() says what registers hold from there on, which its lines tell. One
    that holds nothing with a name cannot be used."""

    OPERAND: ClassVar[re.Pattern[str]]  # what can have a name

    def __init__(self, **registers: str) -> None:
        super().__init__()
        self.held: dict[str, str] = {}
        self.names(**registers)

    def names(self, **registers: str) -> None:
        """What these registers hold; the others hold what they held."""
        self.held |= registers

    def drop(self, *registers: str) -> None:
        """These hold nothing that is needed any longer."""
        for register in registers:
            self.held.pop(register, None)

    def name(self, operation: str, operand: str) -> str:
        """What an operand of an instruction is called."""
        if operand not in self.held:
            raise RegisterError(f"{operand} has no name in {operation}: {self.held}")
        return self.held[operand]

    def __call__(self, *lines: str) -> None:
        """Instructions. Those that have been told stay as they are."""
        self.lines += [line if isinstance(line, Line) else self.told(line) for line in lines]

    def told(self, line: str) -> str:
        operation, _, operands = line.partition(" ")
        names = self.OPERAND.sub(lambda match: self.name(operation, match[0]), operands)
        return line if names == operands else Line(line, names)


class Values(Code):
    """Code with values that live in registers from take() to drop()."""

    def __init__(self, registers: tuple[str, ...], **arguments: str) -> None:
        super().__init__()
        self.registers = registers
        self.held: dict[str, str] = dict(arguments)

    def part(self, **arguments: str) -> Self:
        """The same function from where other values are in registers."""
        part = type(self)(self.registers, **arguments)
        part.lines = self.lines
        return part

    def free(self) -> list[str]:
        """The registers that hold nothing."""
        return [register for register in self.registers if register not in self.held.values()]

    def take(self, *names: str) -> None:
        """Registers for values, in ascending order."""
        self.hold(names, self.free())

    def hold(self, names: Sequence[str], registers: Sequence[str]) -> None:
        """These of the free registers for values."""
        if len(registers) < len(names):
            raise RegisterError(f"no register for {names[len(registers)]}: {self.held}")
        for name, register in zip(names, registers, strict=False):
            if name in self.held:
                raise RegisterError(f"{name} has a register already")
            self.held[name] = register

    def drop(self, *names: str) -> None:
        """These values are no longer needed."""
        for name in names:
            del self.held[name]

    def rename(self, old: str, new: str) -> None:
        """A value goes on under another name."""
        if new in self.held:
            raise RegisterError(f"{new} has a register already")
        self.held[new] = self.held.pop(old)

    def exchange(self, first: str, second: str) -> None:
        """Each of two values goes on under the name of the other."""
        self.held[first], self.held[second] = self.held[second], self.held[first]

    def at(self, names: str | list[str], registers: str | list[str], *lines: str) -> None:
        """Values are in these registers from here on, in place of what was there, which the
        instructions that bring them may still name. One string can have several."""
        names, registers = (x.split() if isinstance(x, str) else x for x in (names, registers))
        places = dict(zip(names, registers, strict=True))
        for name, register in places.items():
            if self.held.get(name, register) != register:
                raise RegisterError(f"{name} has a register already")
        gone = [name for name, register in self.held.items() if register in registers]
        self.held.update(places)
        self(*lines)
        self.drop(*(name for name in gone if name not in places))

    def move(self, name: str, register: str) -> None:
        """A value goes to another register, in place of what was there."""
        before = self.held.pop(name)
        self.at(name, register)
        self.lines.append(Line(f"mov {register}, {before}", f"{name}, {name}"))

    def __call__(self, *lines: str) -> None:
        """Instructions, with $name for a value's register."""
        for text in lines:
            line = NAME.sub(lambda match: self.held[match[1]], text)
            if line != text:
                line = Line(line, text.partition(" ")[2].replace("$", ""))
            self.lines.append(line)
