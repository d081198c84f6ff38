# SPDX-License-Identifier: MIT
"""A microcontroller with a program in its flash, whose functions the lab calls and measures."""

import ctypes
import mmap
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unicorn import arm_const

from lab.emulator import native
from lab.emulator.errors import EmulationError
from lab.emulator.image import Image, Symbol, read_image

BLOB_ADDRESS = 0x60000000
BLOB_LIMIT_BYTES = 16 << 20
PAGE_BYTES = 4096

# Below the stack pointer, at most so much is painted: a heap may grow towards the stack.
PAINTED_LIMIT_BYTES = 0x10000
PAINT = 0xC5
POWER_ON = 0xA7  # RAM holds no zeros before start-up code has cleared it

_CPU = {
    "m0": arm_const.UC_CPU_ARM_CORTEX_M0,
    "m0plus": arm_const.UC_CPU_ARM_CORTEX_M0,
    "m3": arm_const.UC_CPU_ARM_CORTEX_M3,
    "m4": arm_const.UC_CPU_ARM_CORTEX_M4,
}
_REGISTERS = [getattr(arm_const, f"UC_ARM_REG_R{n}") for n in range(13)]
_SAVED = {n: 0x5EED0000 + 0x1111 * n for n in range(4, 12)}
_THUMB_STATE = 0x01000000


@dataclass(frozen=True)
class Core:
    """An emulated core: cycle model, multiplier of M0 and M0+, (address, bytes) of its memories."""

    name: str
    model: str
    multiply_cycles: int = 1
    flash: tuple[int, int] = (0x0, 0x100000)
    ram: tuple[int, int] = (0x20000000, 0x40000)
    engine: str = "arm"


@dataclass(frozen=True)
class Trace:
    """Digests of a run's whole sequence of program counters, data addresses and cycle counts."""

    program_counters: str
    addresses: str
    cycles: str


@dataclass(frozen=True)
class Call:
    """What a call returned (r0) and cost; `traces` only when asked for."""

    value: int
    cycles: int
    instructions: int
    stack_bytes: int
    painted_stack_bytes: int
    traces: Trace | None


class _Memory:
    """Page-aligned bytes that Unicorn, the engine and Python share."""

    def __init__(self, address: int, size_bytes: int) -> None:
        self.address = address
        self.size_bytes = size_bytes
        rounded = -(-size_bytes // PAGE_BYTES) * PAGE_BYTES
        self.bytes = mmap.mmap(-1, rounded)
        self.host = ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))

    def offset(self, address: int, size_bytes: int) -> int | None:
        start = address - self.address
        return start if start >= 0 and start + size_bytes <= self.size_bytes else None

    def map(self, uc: Any, permissions: int) -> None:
        uc.mem_map_ptr(self.address, len(self.bytes), permissions, self.host)


class Machine:
    """An emulated core with a program in its flash.

    `elf_path` is a linked program whose first words are a vector table; `blob` is mapped
    read-only at 0x60000000 (16 MiB at most). Call boot() first. RAM lives on between calls.
    EmulationError when the program does not fit or the emulator cannot be built.
    """

    def __init__(self, elf_path: Path, core: Core, blob: bytes | None = None) -> None:
        if core.model not in native.CORES or core.multiply_cycles not in (1, 32):
            raise EmulationError(f"core {core.name}: no such model or multiplier")
        self.core = core
        self._image: Image = read_image(Path(elf_path))
        self._flash = _Memory(*core.flash)
        self._ram = _Memory(*core.ram)
        self._memories = [self._flash, self._ram]
        self._return = core.flash[0] + core.flash[1] - 2
        self._load(elf_path)
        self._uc = native.unicorn.Uc(
            native.unicorn.UC_ARCH_ARM, native.unicorn.UC_MODE_THUMB | native.unicorn.UC_MODE_MCLASS
        )
        self._uc.ctl_set_cpu_model(_CPU[core.model])
        self._flash.map(self._uc, native.unicorn.UC_PROT_READ | native.unicorn.UC_PROT_EXEC)
        self._ram.map(self._uc, native.unicorn.UC_PROT_READ | native.unicorn.UC_PROT_WRITE)
        if blob:
            self._map_blob(blob)
        self._engine = self._open_engine()
        self._stack = 0

    def _load(self, path: Path) -> None:
        for address, data in self._image.segments:
            at = self._flash.offset(address, len(data) + 2)
            if at is None:
                raise EmulationError(f"{path}: {len(data)} bytes at {address:#x} are not in flash")
            self._flash.bytes[at : at + len(data)] = data

    def _map_blob(self, blob: bytes) -> None:
        if len(blob) > BLOB_LIMIT_BYTES:
            raise EmulationError(f"a blob of {len(blob)} bytes is more than {BLOB_LIMIT_BYTES}")
        memory = _Memory(BLOB_ADDRESS, len(blob))
        memory.bytes[: len(blob)] = blob
        memory.map(self._uc, native.unicorn.UC_PROT_READ)
        self._memories.append(memory)

    def _open_engine(self) -> int:
        self._lib = native.load()
        engine: int | None = self._lib.engine_open(
            self._uc._uch,
            native.CORES[self.core.model],
            self.core.multiply_cycles,
            self._flash.host,
            *self.core.flash,
        )
        if engine is None:
            raise EmulationError("the emulator's engine does not start: memory is short")
        weakref.finalize(self, self._lib.engine_close, engine)
        return engine

    def symbol(self, name: str) -> int:
        """The address of a symbol (a function's without the Thumb bit); KeyError if none."""
        return self._find(name).address

    def symbol_size(self, name: str) -> int:
        """The size of a symbol in bytes; KeyError if there is none."""
        return self._find(name).size_bytes

    def _find(self, name: str) -> Symbol:
        if name not in self._image.symbols:
            raise KeyError(f"the program has no symbol {name}")
        return self._image.symbols[name]

    def read(self, address: int, n: int) -> bytes:
        """n bytes of flash, RAM or blob; EmulationError outside of them."""
        for memory in self._memories:
            at = memory.offset(address, n)
            if at is not None:
                return memory.bytes[at : at + n]
        raise EmulationError(f"no memory of {n} bytes at {address:#010x}")

    def write(self, address: int, data: bytes) -> None:
        """Writes to RAM; EmulationError outside of it."""
        at = self._ram.offset(address, len(data))
        if at is None:
            raise EmulationError(f"no RAM of {len(data)} bytes at {address:#010x}")
        self._ram.bytes[at : at + len(data)] = data

    def boot(self, limit: int = 100_000_000) -> None:
        """Resets: fills RAM with junk, then runs from the reset vector to `harness_ready`."""
        self._ram.bytes[:] = bytes([POWER_ON]) * len(self._ram.bytes)
        vectors = self.read(self.core.flash[0], 8)
        sp, entry = (int.from_bytes(vectors[n : n + 4], "little") for n in (0, 4))
        self._reset_registers(sp, [])
        ready = self.symbol("harness_ready")
        self._run("reset", entry, ready, sp, self._floor(sp), limit, False, False)
        self._stack = self._uc.reg_read(arm_const.UC_ARM_REG_SP) & ~7

    def call(
        self, function: str, *args: int, trace: bool = False, limit: int = 2_000_000_000
    ) -> Call:
        """Calls a function with integer arguments of 32 bits; stops after `limit` instructions.

        EmulationError for a fault, a limit reached, a stack that runs into static data, or a
        function that does not preserve r4-r11 and SP; KeyError for an unknown function.
        """
        sp, result = self._call(function, args, limit, trace, False)
        value = self._uc.reg_read(_REGISTERS[0])
        traces = None
        if trace:
            digests = (result.program_counters, result.addresses, result.times)
            traces = Trace(*(f"{digest:016x}" for digest in digests))
        return Call(
            value=value,
            cycles=result.cycles,
            instructions=result.instructions,
            stack_bytes=sp - result.lowest_sp,
            painted_stack_bytes=self._painted(sp),
            traces=traces,
        )

    def profile(self, function: str, *args: int, limit: int = 2_000_000_000) -> dict[str, int]:
        """Calls a function; the cycles spent in each function itself, the costliest first."""
        self._call(function, args, limit, False, True)
        counts = self._lib.engine_profile(self._engine)
        base, size_bytes = self.core.flash
        totals: dict[str, int] = {}
        for halfword, cycles in enumerate(counts[: size_bytes // 2]):
            if cycles:
                name = self._image.function_at(base + 2 * halfword)
                totals[name] = totals.get(name, 0) + cycles
        return dict(sorted(totals.items(), key=lambda item: -item[1]))

    def _call(
        self, function: str, args: tuple[int, ...], limit: int, trace: bool, profile: bool
    ) -> tuple[int, native.Result]:
        if self._stack == 0:
            raise EmulationError("boot() comes before a call")
        entry = self.symbol(function)
        on_stack = [value & 0xFFFFFFFF for value in args[4:]]
        sp = self._stack - -(-len(on_stack) // 2) * 8
        self.write(sp, b"".join(value.to_bytes(4, "little") for value in on_stack))
        floor = self._floor(sp)
        self._paint(sp, floor)
        self._reset_registers(sp, [value & 0xFFFFFFFF for value in args[:4]])
        result = self._run(function, entry, self._return, sp, floor, limit, trace, profile)
        self._check_preserved(function, sp)
        return sp, result

    def _reset_registers(self, sp: int, args: list[int]) -> None:
        values = dict.fromkeys(range(13), 0xDEADBEEF) | _SAVED | dict(enumerate(args))
        for n, register in enumerate(_REGISTERS):
            self._uc.reg_write(register, values[n])
        self._uc.reg_write(arm_const.UC_ARM_REG_XPSR, _THUMB_STATE)
        self._uc.reg_write(arm_const.UC_ARM_REG_SP, sp)
        self._uc.reg_write(arm_const.UC_ARM_REG_LR, self._return | 1)

    def _check_preserved(self, function: str, sp: int) -> None:
        for n, value in _SAVED.items():
            if self._uc.reg_read(_REGISTERS[n]) != value:
                raise EmulationError(f"{function}: does not preserve r{n} (ABI)")
        if self._uc.reg_read(arm_const.UC_ARM_REG_SP) != sp:
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
        self._lib.engine_begin(self._engine, sp, floor, limit, trace, profile)
        fault = ""
        try:
            self._uc.emu_start(entry | 1, until)
        except native.unicorn.UcError as error:
            fault = str(error)
        self._lib.engine_end(self._engine, ctypes.byref(result))
        if result.stop != 0:
            fault = native.STOPS[result.stop]
        if fault:
            raise EmulationError(f"{what}: {fault} {self._where(result)}")
        return result

    def _where(self, result: native.Result) -> str:
        function = self._image.function_at(result.last_pc)
        place = f"at {result.last_pc:#010x} in {function}"
        if result.last_address == native.NO_ADDRESS:
            return place
        return f"{place}, data address {result.last_address:#010x}"

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
