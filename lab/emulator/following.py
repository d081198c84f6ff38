# SPDX-License-Identifier: MIT
"""Follows secrets through calls on an emulated core: secrets.h, in Python."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lab.emulator.errors import EmulationError
from lab.findings import DEPENDENT, Decided


class _Finding(ctypes.Structure):
    """`secrets_finding` of secrets.h."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("kind", "address", "cause", "times")]


class _Program(ctypes.Structure):
    """`secrets_program` of secrets.h."""

    _fields_ = [
        ("core", ctypes.c_void_p),
        ("flash", ctypes.c_void_p),
        *(
            (f"{each}_{what}", ctypes.c_uint32)
            for each in ("flash", "ram")
            for what in ("base", "bytes")
        ),
    ]


_U32, _U64, _POINTER, _INTEGER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
_UNSIGNED = ctypes.c_uint


class Secrets:
    """What is known of a machine's secrets; none at first."""

    def __init__(self, library: ctypes.CDLL, handle: int) -> None:
        self._library = library
        self.handle = handle

    def _call(self, name: str, arguments: list[Any], result: Any, *values: Any) -> Any:
        return _function(self._library, name, [_POINTER, *arguments], result)(self.handle, *values)

    def mark(self, address: int, length: int) -> None:
        """These bytes of RAM are secret."""
        self._call("mark", [_U32, _U32], None, address, length)

    def mark_bits(self, address: int, bits: int) -> None:
        """These bits of a byte of RAM are secret, and no others of it."""
        self._call("mark_bits", [_U32, _U32], None, address, bits)

    def mark_register(self, number: int, bits: int) -> None:
        """The same of a register; an AVR's are RAM."""
        self._call("mark_register", [_UNSIGNED, _U32], None, number, bits)

    def publish(self, address: int, number: int, length: int) -> None:
        """When the instruction at an address begins, bytes of RAM are public from where a register
        points to."""
        if not self._call("publish", [_U32, _UNSIGNED, _U32], _INTEGER, address, number, length):
            raise EmulationError("too many places where secrets become public")

    def count(self, address: int, length: int) -> int:
        """How many of these bytes of RAM a secret may decide."""
        return int(self._call("count", [_U32, _U32], _U32, address, length))

    def bits(self, address: int) -> int:
        """The bits of a byte of RAM that a secret may decide."""
        return int(self._call("bits", [_U32], _U32, address))

    def register(self, number: int) -> int:
        """The same of a register."""
        return int(self._call("register", [_UNSIGNED], _U32, number))

    @property
    def flags(self) -> int:
        """The flags that a secret may decide: N 1, Z 2, C 4, V 8, GE 16, Q 32; on an AVR those of
        its status register."""
        return int(self._call("flags", [], _U32))

    @property
    def instructions(self) -> int:
        """How many were followed."""
        return int(self._call("instructions", [], _U64))

    def decided(self) -> list[Decided]:
        """What secrets decided so far, by address."""
        arguments = [ctypes.POINTER(_Finding), _U32]
        count = self._call("findings", arguments, _U32, None, 0)
        raw = (_Finding * count)()
        self._call("findings", arguments, _U32, raw, count)
        found = [
            Decided(DEPENDENT[each.kind - 1], each.address, each.cause, each.times) for each in raw
        ]
        return sorted(found, key=lambda each: (each.address, each.what))


@dataclass(frozen=True)
class Program:
    """What is followed: a library with the rules, the core that they look at, if any, the host's
    address of its flash, and both memories as addresses and lengths."""

    library: ctypes.CDLL
    core: int | None
    flash_host: int
    flash: tuple[int, int]
    ram: tuple[int, int]


@contextmanager
def following(program: Program, opener: str, *core: int) -> Iterator[Secrets]:
    """By the rules of an instruction set."""
    raw = _Program(program.core, program.flash_host, *program.flash, *program.ram)
    arguments = [ctypes.POINTER(_Program), *[_INTEGER] * len(core)]
    handle = _function(program.library, opener, arguments, _POINTER)(ctypes.byref(raw), *core)
    if handle is None:
        raise EmulationError("secrets cannot be followed: memory is short")
    try:
        yield Secrets(program.library, handle)
    finally:
        _function(program.library, "close", [_POINTER])(handle)


def _function(library: ctypes.CDLL, name: str, arguments: list[Any], result: Any = None) -> Any:
    found = library[f"secrets_{name}"]
    found.argtypes = arguments
    found.restype = result
    return found
