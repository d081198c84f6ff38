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


def save(t: Code, frame: int, registers: tuple[str, ...] = SAVED) -> None:
    """Push, and lower the stack by a frame. Y is where it begins. An interrupt may come
    between the halves of the stack pointer unless they are written as gcc does."""
    t(*(f"push {register}" for register in registers))
    if frame:
        t("in r28, __SP_L__", "in r29, __SP_H__")
        add_to_y(t, -frame)
        set_stack(t)
        t("adiw r28, 1")


def restore(t: Code, frame: int, registers: tuple[str, ...] = SAVED) -> None:
    """The same undone; Y is where the frame begins."""
    if frame:
        add_to_y(t, frame - 1)
        set_stack(t)
    t(*(f"pop {register}" for register in reversed(registers)))


def add_to_y(t: Code, count: int) -> None:
    if abs(count) < 64:
        t(f"adiw r28, {count}" if count > 0 else f"sbiw r28, {-count}")
    else:
        t(f"subi r28, lo8({-count})", f"sbci r29, hi8({-count})")


def set_stack(t: Code) -> None:
    t("in r0, __SREG__", "cli", "out __SP_H__, r29", "out __SREG__, r0", "out __SP_L__, r28")
