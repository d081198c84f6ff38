# SPDX-License-Identifier: MIT
"""Watches calls on an emulated Cortex-M as a probe would: leakage.h, in Python."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import capstone
import numpy as np
from numpy.typing import NDArray

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.following import Program

PARTS = 4  # as in leakage.h, and the next two
POWERS, PART_POWERS = 4, 2
MOST_RUNS = 5000
EVERYWHERE = (0, 0xFFFFFFFF)
_NEVER = 0xFFFFFFFFFFFFFFFF
_NOWHERE = 0xFFFFFFFF
_PARTED = 1
_REASONS = {
    2: "memory is short",
    3: "an instruction that the model does not know",
    4: "the model of the registers is not as the core's",
}


class _Program(ctypes.Structure):
    """`leakage_program` of leakage.h."""

    _fields_ = [
        ("core", ctypes.c_void_p),
        ("flash", ctypes.c_void_p),
        ("ram", ctypes.c_void_p),
        *(
            (f"{each}_{what}", ctypes.c_uint32)
            for each in ("flash", "ram")
            for what in ("base", "bytes")
        ),
    ]


class _Window(ctypes.Structure):
    """`leakage_window` of leakage.h."""

    _fields_ = [
        *((name, ctypes.c_uint64) for name in ("first", "last")),
        *((name, ctypes.c_uint32) for name in ("low", "high", "output", "output_bytes")),
    ]


class _Run(ctypes.Structure):
    """`leakage_run` of leakage.h."""

    _fields_ = [
        *((name, ctypes.c_uint64) for name in ("instructions", "samples", "parted", "output")),
        *((name, ctypes.c_uint32) for name in ("here", "there", "bad")),
    ]


@dataclass(frozen=True)
class Window:
    """Which instructions are looked at: of those from `first` to before `last` in a run, the ones
    at these addresses. And where in RAM the public output is: its address and length."""

    first: int = 0
    last: int = _NEVER
    addresses: tuple[int, int] = EVERYWHERE
    output: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Watched:
    """A run: its instructions, how many of them were looked at, and which of these first wrote
    other than zero to the public output."""

    instructions: int
    samples: int
    output: int | None


class PartedError(EmulationError):
    """A run that took another path than the first: after so many instructions one was at an
    address, and the other at another. None: it had ended."""

    def __init__(self, after: int, here: int | None, there: int | None) -> None:
        super().__init__(f"runs part after {after:,} instructions")
        self.after, self.here, self.there = after, here, there


@dataclass(frozen=True)
class Sums:
    """Of a group of runs: the sums of each sample's first to fourth power, [power, sample], and of
    its parts' first two, [part, power, sample]."""

    powers: NDArray[np.uint64]
    parts: NDArray[np.uint32]


class Leakage:
    """What is seen of the calls between begin() and end()."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._samples = 0

    def begin(self) -> None:
        """The next call is a run."""
        _function("begin", [_POINTER], None)(self._handle)

    def end(self) -> Watched:
        """PartedError where the run took another path than the first."""
        run = _Run()
        _function("end", [_POINTER, ctypes.POINTER(_Run)], None)(self._handle, ctypes.byref(run))
        if run.bad == _PARTED:
            ends = (None if each == _NOWHERE else each for each in (run.here, run.there))
            raise PartedError(run.parted, *ends)
        if run.bad:
            raise EmulationError(f"the run cannot be watched: {_REASONS[run.bad]}")
        self._samples = run.samples
        return Watched(run.instructions, run.samples, None if run.output == _NEVER else run.output)

    def add(self, group: int) -> None:
        """The last run belongs to group 0 or 1."""
        if not _function("add", [_POINTER, ctypes.c_uint], ctypes.c_int)(self._handle, group):
            raise EmulationError(
                f"runs cannot be summed up: memory is short, or they are more than {MOST_RUNS}"
            )

    def sums(self, group: int) -> Sums:
        """A copy, so that it stays."""
        powers = self._array("sums", ctypes.c_uint64, POWERS, group)
        parts = self._array("part_sums", ctypes.c_uint32, PARTS * PART_POWERS, group)
        return Sums(powers, parts.reshape(PARTS, PART_POWERS, self._samples))

    def addresses(self) -> NDArray[np.uint32]:
        """Of the instruction of each sample."""
        return self._array("addresses", ctypes.c_uint32, 1).reshape(self._samples)

    def last(self) -> NDArray[np.uint16]:
        """The parts of each sample in the last run, [sample, part]."""
        flat = self._array("last", ctypes.c_uint16, PARTS)
        return flat.reshape(self._samples, PARTS)

    def _array(self, name: str, kind: Any, rows: int, *group: int) -> NDArray[Any]:
        arguments = [_POINTER, *([ctypes.c_uint] * len(group))]
        found = _function(name, arguments, ctypes.POINTER(kind))(self._handle, *group)
        if not found:
            raise EmulationError("no run was watched")
        shape = (rows, self._samples)
        return np.ctypeslib.as_array(found, shape).copy()


_POINTER = ctypes.c_void_p


def _function(name: str, arguments: list[Any], result: Any) -> Any:
    found = native.load()[f"leakage_{name}"]
    found.argtypes = arguments
    found.restype = result
    return found


@contextmanager
def leaking(program: Program, ram_host: int, core: int, window: Window) -> Iterator[Leakage]:
    """Watch a Cortex-M."""
    raw = _Program(program.core, program.flash_host, ram_host, *program.flash, *program.ram)
    asked = _Window(window.first, window.last, *window.addresses, *window.output)
    arguments = [ctypes.POINTER(_Program), ctypes.c_int, ctypes.POINTER(_Window)]
    opened = _function("open", arguments, _POINTER)
    handle = opened(ctypes.byref(raw), core, ctypes.byref(asked))
    if handle is None:
        raise EmulationError("the core cannot be watched: memory is short")
    try:
        yield Leakage(handle)
    finally:
        _function("close", [_POINTER], None)(handle)


def disassembled(code: bytes, address: int) -> str:
    """A Thumb instruction in assembly, without the condition that an IT gives it."""
    decoder = capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS)
    for found in decoder.disasm(code, address, 1):
        return f"{found.mnemonic} {found.op_str}".strip()
    return "?"
