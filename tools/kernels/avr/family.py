# SPDX-License-Identifier: MIT
"""AVR: what its kernels keep, and how they name other functions."""

import re

from tools.kernels.assembly import RegisterError
from tools.kernels.avr.code import SAVED
from tools.kernels.kernel import InstructionSet, Kernel, statements

# gcc 5 asks for what a function of assembly alone returns.
QUIET = ["#pragma GCC diagnostic push", '#pragma GCC diagnostic ignored "-Wreturn-type"']


class Avr(InstructionSet):
    def stack(self, lines: list[str]) -> int:
        return 0

    def lost(self, kernel: Kernel, lines: list[str]) -> str:
        if kernel.is_for_c:
            check(kernel, lines)
        calls = "Calls count two or three bytes more each." if kernel.uses else ""
        rest = "" if kernel.is_for_c else "No register is kept."
        return " ".join(filter(None, (calls, rest)))

    def function(self, kernel: Kernel, lines: list[str]) -> list[str]:
        found = super().function(kernel, lines)
        return found if kernel.result == "void" else [*QUIET, *found, "#pragma GCC diagnostic pop"]

    def body(self, kernel: Kernel, lines: list[str]) -> list[str]:
        """Statements; those that call other functions have them as operands."""
        found: list[str] = []
        plain: list[str] = []
        for line in lines:
            if called := re.search(r"%x(\d)", line):
                found += statements(plain) if plain else []
                plain = []
                text = line.replace(called[0], "%x0")
                name = kernel.uses[int(called[1])]
                found.append(f'    __asm__ volatile("{text}" : : "i"(whit_{name}));')
            else:
                plain.append(line)
        return found + (statements(plain) if plain else [])


def check(kernel: Kernel, lines: list[str]) -> None:
    """A kernel for C saves what C keeps."""
    if any("__prologue_saves__" in line for line in lines):
        return
    pushed = {match[1] for line in lines if (match := re.match(r"push (r\d+)", line))}
    changed = {match[1] for line in lines if (match := re.match(r"\w+ (r\d+)", line))}
    for line in lines:
        if match := re.match(r"movw r(\d+)", line):
            changed.add(f"r{int(match[1]) + 1}")
    if lost := changed.intersection(SAVED) - pushed:
        raise RegisterError(
            f"{kernel.name} loses registers that C keeps: {', '.join(sorted(lost))}"
        )


FAMILY = Avr("avr", group="", ending="")
