# SPDX-License-Identifier: MIT
"""The program of the bench's own ROM: it fills the registers, calls, and tells of the return."""

from collections.abc import Sequence

START = 0x80  # where every wrapper lets its core begin
RETURN = 0x400
STOP = 0xF0000000  # a store there ends a run; as in bench.cpp
_RA, _T0, _A0, _T6 = 1, 5, 10, 31


def content(registers: Sequence[int], entry: int | None) -> bytes:
    """A ROM that calls `entry` with these registers, but the last, t6, which no function expects
    anything in; None: that calls nothing and returns at once."""
    words = []
    for register, value in enumerate(registers):
        if register not in (0, _RA, _T6):
            words += _load(register, value)
    words += _load(_RA, RETURN)
    words += _load(_T6, RETURN if entry is None else entry)
    words.append(_immediate(0x67, 0, 0, _T6, 0))  # jalr x0, 0(t6)
    back = [*_load(_T0, STOP), _store(_A0, _T0), 0x0000006F]  # sw a0, 0(t0); j .
    rom = b"\0" * START + _bytes(words)
    assert len(rom) <= RETURN
    return rom.ljust(RETURN, b"\0") + _bytes(back) + b"\0" * 64


def _bytes(words: Sequence[int]) -> bytes:
    return b"".join(word.to_bytes(4, "little") for word in words)


def _load(register: int, value: int) -> list[int]:
    """lui and addi, of which the second adds a number with a sign."""
    upper = (value + 0x800) & 0xFFFFF000
    return [upper | register << 7 | 0x37, _immediate(0x13, 0, register, register, value & 0xFFF)]


def _immediate(opcode: int, function: int, to: int, source: int, value: int) -> int:
    return value << 20 | source << 15 | function << 12 | to << 7 | opcode


def _store(source: int, base: int) -> int:
    return source << 20 | base << 15 | 2 << 12 | 0x23
