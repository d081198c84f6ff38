# SPDX-License-Identifier: MIT
"""The engine in C: compiled on first use into build/lab/ below the project, loaded by ctypes."""

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import unicorn as untyped_unicorn

from lab.emulator.errors import EmulationError
from lab.paths import BUILD

unicorn: Any = untyped_unicorn  # the wheel carries no complete type hints

HERE = Path(__file__).resolve().parent
CACHE = BUILD / "lab"
UNICORN = Path(unicorn.__file__).resolve().parent
SOURCES = sorted(HERE.glob("*.c"))
HEADERS = sorted(HERE.glob("*.h"))
FLAGS = ["-std=c99", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra"]

CORES = {"m0": 0, "m0plus": 1, "m3": 2, "m4": 3}
STOPS = {
    1: "an instruction that this core does not have, or the lab does not know",
    2: "execution outside the flash",
    3: "the limit of instructions is reached",
    4: "a breakpoint, exception call, wait for an event or endless loop",
    5: "control flow that no instruction explains",
    6: "an unaligned access, which this core refuses",
    7: "the stack overflows into static data",
}

NO_ADDRESS = 0xFFFFFFFF


class Result(ctypes.Structure):
    """`engine_result` of engine.h."""

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


def _compiler() -> str:
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            return path
    raise EmulationError("the emulator needs a C compiler for this machine: install gcc or clang")


def _unicorn_library() -> Path:
    for pattern in ("libunicorn.so*", "libunicorn*.dylib"):
        for path in sorted((UNICORN / "lib").glob(pattern)):
            return path
    raise EmulationError(f"no Unicorn library in {UNICORN / 'lib'}: install the unicorn wheel")


def _build(cache: Path) -> Path:
    """The compiled engine; its name is a hash of all that it is made from."""
    library = _unicorn_library()
    digest = hashlib.sha256()
    for path in [*SOURCES, *HEADERS]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update("\0".join([*FLAGS, str(library), unicorn.__version__]).encode())
    target = cache / f"engine-{digest.hexdigest()[:16]}.so"
    if target.exists():
        return target
    compiler = _compiler()
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        output = Path(scratch) / "engine.so"
        command = [compiler, *FLAGS, "-isystem", str(UNICORN / "include"), "-o", str(output)]
        command += [str(path) for path in SOURCES]
        command += [str(library), f"-Wl,-rpath,{library.parent}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["no message"]
            raise EmulationError(f"{compiler} cannot compile the emulator: {lines[0]}")
        output.replace(target)
    return target


@functools.cache
def load(cache: Path = CACHE) -> ctypes.CDLL:
    """The engine, compiled if need be. EmulationError without a working compiler."""
    lib = ctypes.CDLL(str(_build(cache)))
    u32, u64, pointer, integer = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int
    lib.engine_open.argtypes = [pointer, integer, ctypes.c_uint, pointer, u32, u32]
    lib.engine_open.restype = pointer
    lib.engine_close.argtypes = [pointer]
    lib.engine_close.restype = None
    lib.engine_begin.argtypes = [pointer, u32, u32, u64, integer, integer]
    lib.engine_begin.restype = None
    lib.engine_end.argtypes = [pointer, ctypes.POINTER(Result)]
    lib.engine_end.restype = None
    lib.engine_profile.argtypes = [pointer]
    lib.engine_profile.restype = ctypes.POINTER(u64)
    lib.engine_decode.argtypes = [pointer, u32, ctypes.POINTER(ctypes.c_uint)]
    lib.engine_decode.restype = ctypes.c_uint
    return lib
