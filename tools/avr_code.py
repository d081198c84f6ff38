# SPDX-License-Identifier: MIT
"""What the kernels of AVR are made of: code, registers and stack frames."""

SAVED = tuple(f"r{number}" for number in (*range(2, 18), 28, 29))


class Code:
    """Lines of assembly. Those that name another function as %0 to %9 know it as an operand."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *lines: str) -> None:
        self.lines += lines

    def chain(self, first: str, rest: str, pairs: list[tuple[str, str]]) -> None:
        """One operation on the first pair of operands and, with its carry, another on the rest."""
        for i, (x, y) in enumerate(pairs):
            self(f"{rest if i else first} {x}, {y}")


def group(first: int, count: int) -> list[str]:
    return [f"r{number}" for number in range(first, first + count)]


def enter(t: Code, frame: int = 0) -> None:
    """By libgcc, which takes less code than to push what C keeps: save that, and lower the stack by
    a frame, which begins above Y. X and Z are lost."""
    t(f"ldi r26, {frame}", "ldi r27, 0", "ldi r30, lo8(gs(0f))", "ldi r31, hi8(gs(0f))")
    t("jmp __prologue_saves__", "0:")


def leave(t: Code, frame: int = 0) -> None:
    """The same undone, and return. r1 is zero, and SP where it was after entering."""
    t("in r28, __SP_L__", "in r29, __SP_H__")
    if frame:
        t(f"subi r28, {256 - frame}", "sbci r29, 0xff")
    t("ldi r30, 18", "jmp __epilogue_restores__")


def save(t: Code, registers: tuple[str, ...]) -> None:
    t(*(f"push {register}" for register in registers))


def restore(t: Code, registers: tuple[str, ...]) -> None:
    t(*(f"pop {register}" for register in reversed(registers)))
