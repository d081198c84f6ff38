# SPDX-License-Identifier: MIT
"""Two AVRs in lockstep by their cycle counts, joined at SDA and SCL, with faults to ask for."""

import ctypes
import weakref
from dataclasses import dataclass
from pathlib import Path

from lab.emulator.avr import native
from lab.emulator.errors import EmulationError
from lab.emulator.image import read_image

DATA = 0x800000
NEVER = 0xFFFFFFFF
NO_CYCLE = 0xFFFFFFFFFFFFFFFF
RECORD_BYTES = 0x10000
STATES = ("runs", "parked", "stopped", "crashed")


class Asked(ctypes.Structure):
    """`twi_faults` of twi_bus.h."""

    _fields_ = [
        ("stop_cycle", ctypes.c_uint64),
        ("stop_side", ctypes.c_uint32),
        ("stall_byte", ctypes.c_uint32),
        ("flip_byte", ctypes.c_uint32),
        ("flip_mask", ctypes.c_uint32),
        ("replay_byte", ctypes.c_uint32),
        ("replay_bytes", ctypes.c_uint32),
        ("replay", ctypes.c_char_p),
    ]


class Found(ctypes.Structure):
    """`twi_found` of twi_bus.h."""

    _fields_ = [
        ("cycles", ctypes.c_uint64 * 2),
        ("bus_cycles", ctypes.c_uint64),
        ("states", ctypes.c_uint32 * 2),
        ("lowest_sp", ctypes.c_uint32 * 2),
        ("bytes", ctypes.c_uint32),
    ]


@dataclass(frozen=True)
class Faults:
    """Bytes count from 0 over all that the bus carries, addresses too."""

    stall_byte: int | None = None
    flip_byte: int | None = None
    flip_mask: int = 1
    stop: tuple[int, int] | None = None  # side, cycle
    replay: tuple[int, bytes] | None = None  # from this byte on, these

    def asked(self) -> Asked:
        side, cycle = self.stop or (NEVER, NO_CYCLE)
        start, data = self.replay or (NEVER, b"")
        stall = NEVER if self.stall_byte is None else self.stall_byte
        flip = NEVER if self.flip_byte is None else self.flip_byte
        return Asked(cycle, side, stall, flip, self.flip_mask, start, len(data), data)


@dataclass(frozen=True)
class Run:
    """What a run found. Cycles, states by side; `carried` as it arrived."""

    cycles: tuple[int, int]
    states: tuple[str, str]
    bus_cycles: int
    lowest_stack: tuple[int, int]  # SP at its lowest, as an address of the ELF file
    carried: bytes


class Pair:
    """Two cores of one model, each with its program."""

    def __init__(self, first: Path, second: Path, model: str = "atmega328p") -> None:
        self._lib = native.load()
        self._lib.twi_bus_open.argtypes = [ctypes.c_char_p]
        self._lib.twi_bus_open.restype = ctypes.c_void_p
        self._lib.twi_bus_close.argtypes = [ctypes.c_void_p]
        self._lib.twi_bus_close.restype = None
        for function in (self._lib.twi_bus_flash, self._lib.twi_bus_data):
            function.argtypes = [ctypes.c_void_p, ctypes.c_uint]
            function.restype = ctypes.c_void_p
        self._lib.twi_bus_run.restype = None
        for function in (self._lib.twi_bus_read_eeprom, self._lib.twi_bus_write_eeprom):
            function.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint32]
            function.argtypes += [ctypes.c_char_p, ctypes.c_uint32]
        self._bus = self._lib.twi_bus_open(model.encode())
        if self._bus is None:
            raise EmulationError(f"simavr has no {model}")
        weakref.finalize(self, self._lib.twi_bus_close, self._bus)
        self._images = [read_image(path, "EM_AVR") for path in (first, second)]
        for side, image in enumerate(self._images):
            for address, data in image.segments:
                if address < DATA:
                    flash = self._lib.twi_bus_flash(self._bus, side)
                    ctypes.memmove(flash + address, data, len(data))

    def run(self, limit: int, faults: Faults | None = None) -> Run:
        """From reset until both sides have ended, or have run for `limit` cycles."""
        found, record = Found(), ctypes.create_string_buffer(RECORD_BYTES)
        asked = (faults or Faults()).asked()
        self._lib.twi_bus_run(
            ctypes.c_void_p(self._bus),
            ctypes.c_uint64(limit),
            ctypes.byref(asked),
            record,
            ctypes.c_uint32(RECORD_BYTES),
            ctypes.byref(found),
        )
        return Run(
            cycles=(found.cycles[0], found.cycles[1]),
            states=(STATES[found.states[0]], STATES[found.states[1]]),
            bus_cycles=found.bus_cycles,
            lowest_stack=(DATA + found.lowest_sp[0], DATA + found.lowest_sp[1]),
            carried=record.raw[: found.bytes],
        )

    def read(self, side: int, address: int, n: int) -> bytes:
        """RAM of a side; addresses are those of the ELF file."""
        return ctypes.string_at(self._lib.twi_bus_data(self._bus, side) + address - DATA, n)

    def read_eeprom(self, side: int, offset: int, n: int) -> bytes:
        data = ctypes.create_string_buffer(n)
        if self._lib.twi_bus_read_eeprom(self._bus, side, offset, data, n) == -1:
            raise EmulationError(f"no EEPROM of {n} bytes at {offset:#x}")
        return data.raw

    def write_eeprom(self, side: int, offset: int, data: bytes) -> None:
        """Kept across runs, as across resets."""
        if self._lib.twi_bus_write_eeprom(self._bus, side, offset, data, len(data)) == -1:
            raise EmulationError(f"no EEPROM of {len(data)} bytes at {offset:#x}")
