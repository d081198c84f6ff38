# SPDX-License-Identifier: MIT
"""Follows secrets through calls on an emulated core: secrets.h, in Python."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.memory import Memory
from lab.findings import DEPENDENT, Decided


class _Finding(ctypes.Structure):
    """`secrets_finding` of secrets.h."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("kind", "address", "cause", "times")]


class _Program(ctypes.Structure):
    """`secrets_program` of secrets.h."""

    _fields_ = [
        ("uc", ctypes.c_void_p),
        ("flash", ctypes.c_void_p),
        *(
            (f"{each}_{what}", ctypes.c_uint32)
            for each in ("flash", "ram")
            for what in ("base", "bytes")
        ),
    ]


_U32, _U64, _POINTER, _INTEGER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
_UNSIGNED = ctypes.c_uint


def _function(name: str, arguments: list[Any], result: Any = None) -> Any:
    found = native.load()[f"secrets_{name}"]
    found.argtypes = arguments
    found.restype = result
    return found


class Secrets:
    """What is known of a machine's secrets; none at first."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def mark(self, address: int, length: int) -> None:
        """These bytes of RAM are secret."""
        _function("mark", [_POINTER, _U32, _U32])(self._handle, address, length)

    def mark_register(self, number: int, bits: int) -> None:
        """These bits of a register are secret, and no others of it."""
        _function("mark_register", [_POINTER, _UNSIGNED, _U32])(self._handle, number, bits)

    def publish(self, address: int, number: int, length: int) -> None:
        """When the instruction at an address begins, bytes of RAM are public from where a register
        points to."""
        add = _function("publish", [_POINTER, _U32, _UNSIGNED, _U32], _INTEGER)
        if not add(self._handle, address, number, length):
            raise EmulationError("too many places where secrets become public")

    def count(self, address: int, length: int) -> int:
        """How many of these bytes of RAM a secret may decide."""
        return int(_function("count", [_POINTER, _U32, _U32], _U32)(self._handle, address, length))

    def register(self, number: int) -> int:
        """The bits of a register that a secret may decide."""
        return int(_function("register", [_POINTER, _UNSIGNED], _U32)(self._handle, number))

    @property
    def flags(self) -> int:
        """The flags that a secret may decide: N 1, Z 2, C 4, V 8, GE 16, Q 32."""
        return int(_function("flags", [_POINTER], _U32)(self._handle))

    @property
    def instructions(self) -> int:
        """How many were followed."""
        return int(_function("instructions", [_POINTER], _U64)(self._handle))

    def decided(self) -> list[Decided]:
        """What secrets decided so far, by address."""
        ask = _function("findings", [_POINTER, ctypes.POINTER(_Finding), _U32], _U32)
        count = ask(self._handle, None, 0)
        raw = (_Finding * count)()
        ask(self._handle, raw, count)
        found = [
            Decided(DEPENDENT[each.kind - 1], each.address, each.cause, each.times) for each in raw
        ]
        return sorted(found, key=lambda each: (each.address, each.what))


@contextmanager
def following(
    opener: str, core: tuple[int, ...], uc: Any, flash: Memory, ram: Memory
) -> Iterator[Secrets]:
    """Follows what `uc` runs, by the rules of an instruction set."""
    program = _Program(
        ctypes.cast(uc._uch, ctypes.c_void_p),
        flash.host,
        flash.address,
        len(flash.bytes),
        ram.address,
        len(ram.bytes),
    )
    begin = _function(opener, [ctypes.POINTER(_Program), *[_INTEGER] * len(core)], _POINTER)
    handle = begin(ctypes.byref(program), *core)
    if handle is None:
        raise EmulationError("secrets cannot be followed: memory is short")
    try:
        yield Secrets(handle)
    finally:
        _function("close", [_POINTER])(handle)
