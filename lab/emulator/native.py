# SPDX-License-Identifier: MIT
"""The engine in C: compiled on first use into build/lab/ below the project, loaded by ctypes."""

import ctypes
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import unicorn as untyped_unicorn

from lab.emulator import shared
from lab.emulator.errors import EmulationError, LimitError, Moment
from lab.paths import BUILD

unicorn: Any = untyped_unicorn  # the wheel carries no complete type hints

HERE = Path(__file__).resolve().parent
CACHE = BUILD / "lab"
UNICORN = Path(unicorn.__file__).resolve().parent

ARM_CORES = {"m0": 0, "m0plus": 1, "m3": 2, "m4": 3, "m33": 4, "m4f": 5}
RISCV_CORES = {"hazard3": 0, "picorv32": 1, "ibex": 2, "vexriscv": 3}
STOPS = {
    1: "an instruction that this core does not have, or the lab does not know",
    2: "execution outside the flash",
    3: "the limit of instructions is reached",
    4: "a breakpoint, exception call, wait for an event or endless loop",
    5: "control flow that no instruction explains",
    6: "an unaligned access, which this core refuses",
    7: "the stack overflows into static data",
}

STOP_LIMIT = 3
NO_ADDRESS = 0xFFFFFFFF


class Result(ctypes.Structure):
    """`engine_result` of engine.h."""

    _fields_ = [
        ("cycles", ctypes.c_uint64),
        ("stalls", ctypes.c_uint64),
        ("instructions", ctypes.c_uint64),
        ("program_counters", ctypes.c_uint64),
        ("addresses", ctypes.c_uint64),
        ("times", ctypes.c_uint64),
        ("lowest_sp", ctypes.c_uint32),
        ("last_pc", ctypes.c_uint32),
        ("last_address", ctypes.c_uint32),
        ("stop", ctypes.c_uint32),
    ]


def failure(message: str, result: Any, data: int = 0) -> EmulationError:
    """Why a run stopped; an engine's result. Data addresses count from `data`."""
    if result.stop != STOP_LIMIT:
        return EmulationError(message)
    digests = (result.program_counters, result.addresses, result.times)
    accesses = result.last_address != NO_ADDRESS
    address = data + result.last_address if accesses else None
    return LimitError(message, Moment(digests, result.cycles, result.last_pc, address))


class FlashTiming(ctypes.Structure):
    """`flash_timing` of flash.h."""

    _fields_ = [
        ("wait_states", ctypes.c_uint32),
        ("line_bytes", ctypes.c_uint32),
        ("buffers", ctypes.c_uint32),
        ("data_buffers", ctypes.c_uint32),
        ("ways", ctypes.c_uint32),
        ("prefetch", ctypes.c_uint32),
        ("ahead_words", ctypes.c_uint32),
    ]


def _unicorn_library() -> Path:
    for pattern in ("libunicorn.so*", "libunicorn*.dylib"):
        for path in sorted((UNICORN / "lib").glob(pattern)):
            return path
    raise EmulationError(f"no Unicorn library in {UNICORN / 'lib'}: install the unicorn wheel")


def _build(cache: Path) -> Path:
    library = _unicorn_library()
    return shared.build(
        "engine",
        HERE,
        cache,
        ("-isystem", str(UNICORN / "include")),
        (str(library), f"-Wl,-rpath,{library.parent}"),
        unicorn.__version__,
    )


@functools.cache
def load(cache: Path = CACHE) -> ctypes.CDLL:
    """The engine, compiled if need be. EmulationError without a working compiler."""
    return ctypes.CDLL(str(_build(cache)))


@dataclass(frozen=True)
class Functions:
    """The functions of one engine, as engine.h explains them."""

    open: Any
    close: Any
    begin: Any
    end: Any
    profile: Any
    decode: Any


_U32, _U64, _POINTER, _INTEGER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
_OPEN = {
    "engine": [_POINTER, _INTEGER, ctypes.c_uint, _POINTER, _U32, _U32],
    "riscv_engine": [_POINTER, _INTEGER, _POINTER, _U32, _U32],
}


def functions(engine: str) -> Functions:
    """The engine whose functions begin so."""
    lib = load()

    def function(name: str, arguments: list[Any], result: Any = None) -> Any:
        found = lib[f"{engine}_{name}"]
        found.argtypes = arguments
        found.restype = result
        return found

    return Functions(
        open=function("open", _OPEN[engine], _POINTER),
        close=function("close", [_POINTER]),
        begin=function("begin", [_POINTER, _U32, _U32, _U64, _INTEGER, _INTEGER]),
        end=function("end", [_POINTER, ctypes.POINTER(Result)]),
        profile=function("profile", [_POINTER], ctypes.POINTER(_U64)),
        decode=function("decode", [_POINTER, _U32, ctypes.POINTER(ctypes.c_uint)], ctypes.c_uint),
    )


def set_flash(engine: int, timing: FlashTiming) -> bool:
    """Let an Arm engine count what its core waits for its flash; False if it cannot."""
    function = load().engine_set_flash
    function.argtypes = [_POINTER, ctypes.POINTER(FlashTiming)]
    return bool(function(engine, ctypes.byref(timing)))
