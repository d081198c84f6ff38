# SPDX-License-Identifier: MIT
"""The engine in C: compiled on first use into build/lab/ below the project, loaded by ctypes."""

import ctypes
import functools
from pathlib import Path

from lab.emulator import shared
from lab.emulator.errors import EmulationError
from lab.emulator.native import CACHE

HERE = Path(__file__).resolve().parent
PACKAGE = "libsimavr-dev"
SECRETS = ("secrets.c", "shadow.c")  # what follows secrets on every core

STOPS = {
    1: "an instruction that this core does not have, or the lab does not know",
    2: "execution outside the flash",
    3: "the limit of instructions is reached",
    4: "a breakpoint, sleep, write to flash or endless loop",
    5: "an access beyond the RAM",
    6: "the stack overflows into static data",
}


class Result(ctypes.Structure):
    """`avr_engine_result` of engine.h."""

    _fields_ = [
        ("cycles", ctypes.c_uint64),
        ("instructions", ctypes.c_uint64),
        ("program_counters", ctypes.c_uint64),
        ("addresses", ctypes.c_uint64),
        ("times", ctypes.c_uint64),
        ("lowest_sp", ctypes.c_uint32),
        ("last_pc", ctypes.c_uint32),
        ("last_address", ctypes.c_uint32),
        ("stop", ctypes.c_uint32),
    ]


@functools.cache
def load(cache: Path = CACHE) -> ctypes.CDLL:
    """The engine, compiled if need be. EmulationError without a compiler or simavr."""
    try:
        library = shared.build("avr", HERE, cache, (), ("-lsimavr",), others=SECRETS)
    except EmulationError as error:
        if "simavr" in str(error):
            hint = f"on Debian: apt-get install {PACKAGE}"
            raise EmulationError(f"AVR is emulated by simavr, which is missing; {hint}") from None
        raise
    try:
        lib = ctypes.CDLL(str(library))
    except OSError as error:
        raise EmulationError(f"simavr does not load: {error}") from error
    u32, u64, pointer, integer = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
    lib.avr_engine_open.argtypes = [ctypes.c_char_p, u32, ctypes.c_uint16]
    lib.avr_engine_open.restype = pointer
    lib.avr_engine_close.argtypes = [pointer]
    lib.avr_engine_close.restype = None
    lib.avr_engine_flash.argtypes = [pointer]
    lib.avr_engine_flash.restype = pointer
    lib.avr_engine_data.argtypes = [pointer]
    lib.avr_engine_data.restype = pointer
    lib.avr_engine_address_bytes.argtypes = [pointer]
    lib.avr_engine_address_bytes.restype = ctypes.c_uint
    lib.avr_engine_run.argtypes = [pointer, u32, u32, u32, u64, integer, integer]
    lib.avr_engine_run.argtypes += [ctypes.POINTER(Result)]
    lib.avr_engine_run.restype = None
    lib.avr_engine_follow.argtypes = [pointer, pointer]
    lib.avr_engine_follow.restype = None
    lib.avr_engine_profile.argtypes = [pointer]
    lib.avr_engine_profile.restype = ctypes.POINTER(u64)
    lib.avr_engine_decode.argtypes = [ctypes.c_uint16, ctypes.POINTER(ctypes.c_uint)]
    lib.avr_engine_decode.restype = ctypes.c_uint
    return lib
