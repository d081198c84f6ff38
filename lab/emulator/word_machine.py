# SPDX-License-Identifier: MIT
"""What the 32-bit cores share: Unicorn runs the program, an engine in C counts."""

import ctypes
import weakref
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.following import Program
from lab.emulator.image import Image, read_image
from lab.emulator.machine import Call, Core, Machine, Trace
from lab.emulator.memory import Memory

BLOB_ADDRESS = 0x60000000
BLOB_LIMIT_BYTES = 16 << 20

# Below the stack pointer, at most so much is painted: a heap may grow towards the stack.
PAINTED_LIMIT_BYTES = 0x10000
PAINT = 0xC5
POWER_ON = 0xA7  # RAM holds no zeros before start-up code has cleared it
STALE = 0xDEADBEEF  # what registers hold that mean nothing


@dataclass(frozen=True)
class Entry:
    """Where a function is entered."""

    stack_pointer: int
    below: bytes  # the stack below it, down to the lowest byte that was written


class WordMachine(Machine):
    """An emulated 32-bit core with a program in its flash.

    `elf_path` is a linked program; `blob` is mapped read-only at 0x60000000 (16 MiB at most).
    EmulationError when the program does not fit or the emulator cannot be built.
    """

    ALIGNMENT: ClassVar[int]  # of the stack pointer in a call
    ARGUMENTS: ClassVar[Sequence[int]]  # Unicorn's numbers of the registers; the first returns
    PRESERVED: ClassVar[Mapping[int, tuple[str, int]]]  # number: name, value during a call
    STACK_POINTER: ClassVar[int]

    def __init__(self, elf_path: Path, core: Core, blob: bytes | None = None) -> None:
        self._check_core(core)
        self.core = core
        self._image: Image = read_image(Path(elf_path), self.FORMAT)
        self._flash = Memory(*core.flash)
        self._ram = Memory(*core.ram)
        self._memories = [self._flash, self._ram]
        self._return = core.flash[0] + core.flash[1] - 2
        self._load(elf_path)
        self._uc = self._another_core()
        if blob:
            self._map_blob(blob)
        self._functions = self._engine_functions()
        self._engine = self._open_engine()
        if self._engine is None:
            raise EmulationError("the emulator's engine does not start: memory is short")
        weakref.finalize(self, self._functions.close, self._engine)
        self._stack = 0

    # What differs between instruction sets

    @abstractmethod
    def _check_core(self, core: Core) -> None:
        """EmulationError for a core that the engine does not model."""

    @abstractmethod
    def _open_core(self) -> Any:
        """Unicorn's emulation of the core."""

    @abstractmethod
    def _engine_functions(self) -> native.Functions:
        """The engine's interface."""

    @abstractmethod
    def _open_engine(self) -> Any:
        """A new engine on self._uc; None when memory is short."""

    @abstractmethod
    def _reset(self) -> tuple[int, int]:
        """The stack pointer and the program counter after a reset."""

    @abstractmethod
    def _reset_registers(self, sp: int, args: Sequence[int]) -> None:
        """Every register, as at the start of a call."""

    @abstractmethod
    def _start(self, entry: int, until: int, timeout_us: int = 0) -> None:
        """Runs, so long at most if it is not 0."""

    def _another_core(self) -> Any:
        """A core with the same flash and RAM."""
        uc = self._open_core()
        self._flash.map(uc, native.unicorn.UC_PROT_READ | native.unicorn.UC_PROT_EXEC)
        self._ram.map(uc, native.unicorn.UC_PROT_READ | native.unicorn.UC_PROT_WRITE)
        return uc

    def _program(self) -> Program:
        """What is followed."""
        return Program(
            native.load(),
            ctypes.cast(self._uc._uch, ctypes.c_void_p).value,
            self._flash.host,
            (self._flash.address, self._flash.size_bytes),
            (self._ram.address, self._ram.size_bytes),
        )

    # What does not

    def _load(self, path: Path) -> None:
        for address, data in self._image.segments:
            if self._ram.offset(address, len(data)) is not None:
                continue  # a debugger loads it there
            at = self._flash.offset(address, len(data) + 2)
            if at is None:
                raise EmulationError(f"{path}: {len(data)} bytes at {address:#x} are not in flash")
            self._flash.bytes[at : at + len(data)] = data

    def _map_blob(self, blob: bytes) -> None:
        if len(blob) > BLOB_LIMIT_BYTES:
            raise EmulationError(f"a blob of {len(blob)} bytes is more than {BLOB_LIMIT_BYTES}")
        memory = Memory(BLOB_ADDRESS, len(blob))
        memory.bytes[: len(blob)] = blob
        memory.map(self._uc, native.unicorn.UC_PROT_READ)
        self._memories.append(memory)

    def read(self, address: int, n: int) -> bytes:
        for memory in self._memories:
            at = memory.offset(address, n)
            if at is not None:
                return memory.bytes[at : at + n]
        raise EmulationError(f"no memory of {n} bytes at {address:#010x}")

    def write(self, address: int, data: bytes) -> None:
        at = self._ram.offset(address, len(data))
        if at is None:
            raise EmulationError(f"no RAM of {len(data)} bytes at {address:#010x}")
        self._ram.bytes[at : at + len(data)] = data

    def boot(self, limit: int = 100_000_000) -> None:
        self._ram.bytes[:] = bytes([POWER_ON]) * len(self._ram.bytes)
        sp, entry = self._reset()
        self._reset_registers(sp, [])
        ready = self.symbol("harness_ready")
        self._run("reset", entry, ready, sp, self._floor(sp), limit, False, False)
        self._stack = self._uc.reg_read(self.STACK_POINTER) // self.ALIGNMENT * self.ALIGNMENT

    def lay_out(self) -> None:
        self._ram.bytes[:] = bytes([POWER_ON]) * len(self._ram.bytes)
        for load in self._image.loads:
            if self._ram.offset(load.address, load.size_bytes) is not None:
                self.write(load.address, load.data.ljust(load.size_bytes, b"\0"))
        end = self._ram.address + self._ram.size_bytes
        self._stack = end // self.ALIGNMENT * self.ALIGNMENT

    def call(
        self, function: str, *args: int, trace: bool = False, limit: int = 2_000_000_000
    ) -> Call:
        sp, result = self._call(function, args, limit, trace, False)
        return Call(
            value=self._uc.reg_read(self.ARGUMENTS[0]),
            cycles=result.cycles,
            instructions=result.instructions,
            stack_bytes=sp - result.lowest_sp,
            painted_stack_bytes=self._painted(sp),
            traces=Trace.of(result) if trace else None,
            stalls=result.stalls,
        )

    @property
    def stack_pointer(self) -> int:
        """What it is where a call begins, without arguments on the stack."""
        return self._stack

    def entries(
        self, function: str, *args: int, of: Iterable[str], limit_seconds: float = 600
    ) -> dict[str, Entry]:
        """Calls a function: where it first enters each of these others, if it does. Nothing is
        counted, which is several times as fast; so the limit is one of time."""
        found: dict[str, Entry] = {}
        counted, self._uc = self._uc, self._another_core()

        def enter(uc: object, address: int, size: int, name: str) -> None:
            if name not in found:
                pointer = self._uc.reg_read(self.STACK_POINTER)
                lowest = self._stack - self._painted(self._stack)
                found[name] = Entry(pointer, self.read(lowest, max(pointer - lowest, 0)))

        try:
            for name in of:
                at = self.symbol(name)
                self._uc.hook_add(native.unicorn.UC_HOOK_CODE, enter, name, at, at)
            entry, sp, _ = self._enter(function, args)
            self._start(entry, self._return, int(limit_seconds * 1e6))
            if self._uc.query(native.unicorn.UC_QUERY_TIMEOUT):
                raise EmulationError(f"{function}: runs for over {limit_seconds:g} s")
            self._check_preserved(function, sp)
        except native.unicorn.UcError as error:
            raise EmulationError(f"{function}: {error}") from error
        finally:
            self._uc = counted
        return found

    def profile(self, function: str, *args: int, limit: int = 2_000_000_000) -> dict[str, int]:
        self._call(function, args, limit, False, True)
        counts = self._functions.profile(self._engine)
        base, size_bytes = self.core.flash
        return self._by_function(counts[: size_bytes // 2], base)

    def _call(
        self,
        function: str,
        args: tuple[int, ...],
        limit: int,
        trace: bool,
        profile: bool,
    ) -> tuple[int, native.Result]:
        entry, sp, floor = self._enter(function, args)
        result = self._run(function, entry, self._return, sp, floor, limit, trace, profile)
        self._check_preserved(function, sp)
        return sp, result

    def _enter(self, function: str, args: Sequence[int]) -> tuple[int, int, int]:
        """Everything as at the start of a call: its entry, the stack pointer, the stack's end."""
        if self._stack == 0:
            raise EmulationError("boot() or lay_out() comes before a call")
        entry = self.symbol(function)
        words = [value & 0xFFFFFFFF for value in args]
        in_registers, on_stack = words[: len(self.ARGUMENTS)], words[len(self.ARGUMENTS) :]
        sp = self._stack - -(-4 * len(on_stack) // self.ALIGNMENT) * self.ALIGNMENT
        self.write(sp, b"".join(value.to_bytes(4, "little") for value in on_stack))
        floor = self._floor(sp)
        self._paint(sp, floor)
        self._reset_registers(sp, in_registers)
        return entry, sp, floor

    def _preserved(self) -> Mapping[int, tuple[str, int]]:
        """Those that a call has to leave as they were, by its core."""
        return self.PRESERVED

    def _check_preserved(self, function: str, sp: int) -> None:
        for register, (name, value) in self._preserved().items():
            if self._uc.reg_read(register) != value:
                raise EmulationError(f"{function}: does not preserve {name} (ABI)")
        if self._uc.reg_read(self.STACK_POINTER) != sp:
            raise EmulationError(f"{function}: does not restore SP (ABI)")

    def _run(
        self,
        what: str,
        entry: int,
        until: int,
        sp: int,
        floor: int,
        limit: int,
        trace: bool,
        profile: bool,
    ) -> native.Result:
        result = native.Result()
        self._functions.begin(self._engine, sp, floor, limit, trace, profile)
        fault = ""
        try:
            self._start(entry, until)
        except native.unicorn.UcError as error:
            fault = str(error)
        self._functions.end(self._engine, ctypes.byref(result))
        if result.stop != 0:
            raise native.failure(
                f"{what}: {native.STOPS[result.stop]} {self._where(result)}", result
            )
        if fault:
            raise EmulationError(f"{what}: {fault} {self._where(result)}")
        return result

    def _where(self, result: native.Result) -> str:
        accesses = result.last_address != native.NO_ADDRESS
        return self._place(result.last_pc, result.last_address if accesses else None)

    def _floor(self, sp: int) -> int:
        """The end of the static data below the stack."""
        ends = [end for end in self._image.section_ends if end < sp]
        return max([self._ram.address, *ends])

    def _paint(self, sp: int, floor: int) -> None:
        self._painted_from = max(floor, sp - PAINTED_LIMIT_BYTES)
        self.write(self._painted_from, bytes([PAINT]) * (sp - self._painted_from))

    def _painted(self, sp: int) -> int:
        stack = self.read(self._painted_from, sp - self._painted_from)
        return len(stack.lstrip(bytes([PAINT])))
