# SPDX-License-Identifier: MIT
"""x86-64 by the System V calling convention: what its kernels keep."""

import re

from tools.kernels.assembly import RegisterError
from tools.kernels.kernel import InstructionSet, Kernel

KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")
ALL = ("rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", *KEPT)
INPUTS = ("rdi", "rsi", "rdx", "rcx", "r8")


class X86(InstructionSet):
    def stack(self, lines: list[str]) -> int:
        return 8 * sum(line.startswith("push ") for line in lines) + room(lines)

    def lost(self, kernel: Kernel, lines: list[str]) -> str:
        """None that a caller keeps, and the stack is as it was."""
        pushed = [line.split("%")[1] for line in lines if line.startswith("push ")]
        popped = [line.split("%")[1] for line in lines if line.startswith("pop ")]
        used = {whole(name) for name in re.findall(r"%([a-z]\w+)", " ".join(lines))}
        taken = f"${room(lines)}, %rsp"
        if frame(lines) not in ([], [f"sub {taken}", f"add {taken}"]):
            raise RegisterError(f"{kernel.name} loses its stack")
        if pushed != popped[::-1] or {*KEPT} & used - {*pushed}:
            raise RegisterError(f"{kernel.name} loses registers that its caller keeps")
        return ""


def whole(name: str) -> str:
    """The register that a name is a part of."""
    if re.fullmatch(r"r\d+d", name):
        return name[:-1]
    return f"r{name[1:]}" if name.startswith("e") else name


def frame(lines: list[str]) -> list[str]:
    return [line for line in lines if line.endswith(", %rsp")]


def room(lines: list[str]) -> int:
    found = frame(lines)
    return int(found[0].split("$")[1].split(",")[0]) if found else 0


FAMILY = X86("x86_64", INPUTS)
