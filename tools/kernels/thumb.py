# SPDX-License-Identifier: MIT
"""Thumb-2 assembly with named values in place of registers."""

import itertools
import re
from collections.abc import Iterable, Sequence

from tools.kernels.assembly import RegisterError, Values
from tools.kernels.kernel import InstructionSet, Kernel

# In the order in which they are given out: the first eight make short instructions. A leaf's
# leave out r7, which may be the caller's frame pointer, and the return address.
ALL = (*(f"r{number}" for number in range(13)), "lr")
LEAF = tuple(register for register in ALL if register not in ("r7", "lr"))

# What a function keeps for its caller.
KEEP = "r4, r5, r6, r7, r8, r9, r10, r11"
KEPT = frozenset(KEEP.split(", "))
INPUTS = ALL[:4]


def listed(names: Iterable[str]) -> str:
    return "{" + ", ".join(f"${name}" for name in names) + "}"


def load_several(base: str, names: Sequence[str]) -> str:
    """LDM of values from the address in another, past which that goes if it ends in "!". Of a
    single value it is LDR."""
    if len(names) > 1:
        return f"ldm ${base}, {listed(names)}"
    return f"ldr ${names[0]}, [${base.rstrip('!')}]{', #4' if base.endswith('!') else ''}"


# Of one register, whose long encodings are unpredictable (ARMv7-M Architecture Reference Manual,
# A7.7.41 and A7.7.159): some assemblers write LDR or STR in their place, others do not.
ONE_OF_SEVERAL = re.compile(r"(?:ldm|stm)\w* (\w+)(!?), {(\w+)}")


class Thumb(Values):
    """A function in the making."""

    def __call__(self, *lines: str) -> None:
        super().__call__(*lines)
        for line in self.lines[len(self.lines) - len(lines) :]:
            if (match := ONE_OF_SEVERAL.fullmatch(line)) and not has_short_form(*match.groups()):
                raise RegisterError(f"{line}: unpredictable")

    def take_high(self, *names: str) -> None:
        """Registers for values, those first that make long instructions."""
        free = self.free()
        low = [register for register in free if register in ALL[:8]]
        self.hold(names, [register for register in free if register not in low] + low)


def has_short_form(base: str, goes_on: str, register: str) -> bool:
    """Whether LDM or STM of one register fits 16 bits: it goes on past what it moves, unless it
    loads its own base."""
    return {base, register} <= set(ALL[:8]) and (goes_on == "!") == (base != register)


class ThumbSet(InstructionSet):
    """One of Arm's instruction sets for microcontrollers."""

    def stack(self, lines: list[str]) -> int:
        total = 0
        for line in lines:
            if line.startswith(("push", "stmdb sp!")):
                total += 4 * (line.count(",") + 1)
            elif line.startswith("sub sp"):
                total += int(line.split("#")[1])
            elif line.endswith("]!") and "[sp, #-" in line:
                total += int(line.split("#-")[1].rstrip("]!"))
        return total

    def changed(self, kernel: Kernel) -> list[str]:
        return left(kernel.lines())

    def lost(self, kernel: Kernel, lines: list[str]) -> str:
        lost = left(lines)
        if kernel.is_for_c and KEPT.intersection(lost):
            raise RegisterError(f"{kernel.name} loses registers that C keeps")
        return f"Not kept: {', '.join(lost)} and the flags."

    def body(self, kernel: Kernel, lines: list[str]) -> list[str]:
        return super().body(kernel, lines) + (jump(kernel.end) if kernel.end else [])


RETURN = re.compile(r"bx lr|pop {.*pc}")


def left(lines: list[str]) -> list[str]:
    """The registers that are not as they were."""
    used = set(re.findall(r"\b(?:r\d+|lr)\b", " ".join(lines)))
    return [register for register in ALL if register in used - pushed(lines)]


def pushed(lines: list[str]) -> set[str]:
    """The registers that the prologue saves, some by way of others. What is pushed behind the first
    return subroutines push for themselves."""
    found: set[str] = set()
    moved: dict[str, str] = {}
    for line in itertools.takewhile(lambda line: not RETURN.fullmatch(line), lines):
        move = re.fullmatch(r"mov (r\d+), (r\d+)", line)
        if line.startswith("push"):
            found |= {moved.get(name, name) for name in re.findall(r"r\d+", line)}
            moved = {}
        elif move:
            moved[move[1]] = move[2]
        else:
            moved = {}
    return found & KEPT


def jump(to: str) -> list[str]:
    """A branch that the compiler knows of, so that it keeps the function."""
    return [
        "    __asm__ volatile(",
        '        "b %c0\\n"',
        "        :",
        f'        : "i"(whit_{to}_asm));',
    ]
