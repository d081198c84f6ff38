# SPDX-License-Identifier: MIT
"""RV32IM: what its kernels keep, and how they name other functions."""

import re
from itertools import groupby, takewhile

from tools.kernels.assembly import RegisterError
from tools.kernels.kernel import InstructionSet, Kernel, instruction, statements
from tools.kernels.rv32.columns import ALL, SAVED


class Rv32(InstructionSet):
    def stack(self, lines: list[str]) -> int:
        return sum(int(line.split("-")[1]) for line in lines if line.startswith("addi sp, sp, -"))

    def lost(self, kernel: Kernel, lines: list[str]) -> str:
        if not kernel.inputs:
            return ""
        used = set(re.findall(r"\b(?:[ast]\d+|ra)\b", " ".join(lines)))
        left = [register for register in ALL if register in used and register not in saved(lines)]
        kept = {*SAVED, "ra"} if kernel.is_for_c else {"s0", "ra"}
        if kept.intersection(left):
            raise RegisterError(f"{kernel.name} loses registers that its caller keeps")
        return "" if kernel.is_for_c else f"Not kept: {', '.join(left)}."

    def body(self, kernel: Kernel, lines: list[str]) -> list[str]:
        """Statements, of which some know other functions as operands."""
        found: list[str] = []
        operands = ", ".join(f'"i"({name})' for name in kernel.uses)
        for known, group in groupby(lines, lambda line: "%" in line):
            if not known:
                found += statements(list(group))
                continue
            found.append("    __asm__ volatile(")
            found += [instruction(line) for line in group]
            found += ["        :", f"        : {operands});"]
        return found


def saved(lines: list[str]) -> set[str]:
    """The registers that the prologue saves, among those to keep."""
    prologue = takewhile(lambda line: line.startswith(("addi sp, ", "sw ")), lines)
    found = {match[1] for line in prologue if (match := re.match(r"sw (\w+), \d+\(sp\)", line))}
    return found & {*SAVED, "ra"}


FAMILY = Rv32("rv32", tuple(f"a{number}" for number in range(8)), ending="")
