# SPDX-License-Identifier: MIT
"""An AVR with a program in its flash.

Addresses are those of the ELF file: data begins at 0x800000, where the registers are.
"""

import ctypes
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.emulator.avr import native
from lab.emulator.errors import EmulationError
from lab.emulator.following import Program, Secrets, following
from lab.emulator.image import Image, read_image
from lab.emulator.machine import Call, Core, Machine, Trace
from lab.emulator.native import NO_ADDRESS, failure
from lab.emulator.word_machine import PAINT, POWER_ON

DATA = 0x800000
DATA_BYTES = 0x10000
STACK_POINTER = 0x5D
RETURN_VALUE = 24

# avr-gcc's ABI: arguments go down from r25 in pairs, as far as r8.
ARGUMENTS = (24, 22, 20, 18, 16, 14, 12, 10, 8)
PRESERVED = (*range(2, 18), 28, 29)
ZERO = 1
STALE = 0xDE


class AvrMachine(Machine):
    """An AVR whose stack begins at the end of its RAM; `blob` goes to `harness_blob`.

    The RAM may be larger than the part's, so that a program which does not fit can be measured.
    """

    FORMAT = "EM_AVR"

    def __init__(self, elf_path: Path, core: Core, blob: bytes | None = None) -> None:
        self.core = core
        self._image: Image = read_image(Path(elf_path), self.FORMAT)
        origin, size_bytes = core.ram
        self._end = origin + size_bytes
        if not DATA < origin < self._end <= DATA + DATA_BYTES:
            raise EmulationError(f"core {core.name}: no RAM of {size_bytes} bytes at {origin:#x}")
        self._return = core.flash[1] - 2
        self._lib = native.load()
        self._engine = self._open()
        data = self._lib.avr_engine_data(self._engine)
        flash = self._lib.avr_engine_flash(self._engine)
        self._data = (ctypes.c_uint8 * (self._end - DATA)).from_address(data)
        self._flash = (ctypes.c_uint8 * core.flash[1]).from_address(flash)
        self._load(Path(elf_path))
        self._blob = blob or b""
        self._stack = 0

    def _open(self) -> int:
        name, end = self.core.model.encode(), self._end - DATA - 1
        engine: int | None = self._lib.avr_engine_open(name, self.core.flash[1], end)
        if engine is None:
            raise EmulationError(f"core {self.core.name}: simavr has no {self.core.model}")
        weakref.finalize(self, self._lib.avr_engine_close, engine)
        return engine

    def _load(self, path: Path) -> None:
        for address, data in self._image.segments:
            if address >= DATA + DATA_BYTES:
                continue  # for EEPROM and fuses
            if address + len(data) > self._return:
                raise EmulationError(f"{path}: {len(data)} bytes at {address:#x} are not in flash")
            self._flash[address : address + len(data)] = list(data)

    def read(self, address: int, n: int) -> bytes:
        if address >= DATA and address + n <= self._end:
            return bytes(self._data[address - DATA : address - DATA + n])
        if address >= 0 and address + n <= len(self._flash):
            return bytes(self._flash[address : address + n])
        raise EmulationError(f"no memory of {n} bytes at {address:#010x}")

    def write(self, address: int, data: bytes) -> None:
        if address < self.core.ram[0] or address + len(data) > self._end:
            raise EmulationError(f"no RAM of {len(data)} bytes at {address:#010x}")
        ctypes.memmove(ctypes.addressof(self._data) + address - DATA, data, len(data))

    def boot(self, limit: int = 100_000_000) -> None:
        origin, size_bytes = self.core.ram
        self.write(origin, bytes([POWER_ON]) * size_bytes)
        self._data[0:32] = [POWER_ON] * 32
        top = self._end - 1
        self._set_stack(top)
        self._run("reset", 0, self.symbol("harness_ready"), self._floor(top), limit)
        self._stack = self._stack_pointer()
        if self._blob:
            if len(self._blob) > self.symbol_size("harness_blob"):
                raise EmulationError(f"no room for a blob of {len(self._blob)} bytes")
            self.write(self.symbol("harness_blob"), self._blob)

    def lay_out(self) -> None:
        origin, size_bytes = self.core.ram
        self.write(origin, bytes([POWER_ON]) * size_bytes)
        self._data[0:32] = [POWER_ON] * 32
        for load in self._image.loads:
            if origin <= load.address < self._end and load.size_bytes:
                self.write(load.address, load.data.ljust(load.size_bytes, b"\0"))
        self._stack = self._end - 1

    def call(
        self, function: str, *args: int, trace: bool = False, limit: int = 2_000_000_000
    ) -> Call:
        result = self._call(function, args, limit, trace=trace)
        return Call(
            value=int.from_bytes(self._data[RETURN_VALUE : RETURN_VALUE + 2], "little"),
            cycles=result.cycles,
            instructions=result.instructions,
            stack_bytes=self._stack - DATA - result.lowest_sp,
            painted_stack_bytes=self._painted(),
            traces=Trace.of(result) if trace else None,
        )

    def profile(self, function: str, *args: int, limit: int = 2_000_000_000) -> dict[str, int]:
        self._call(function, args, limit, profile=True)
        counts = self._lib.avr_engine_profile(self._engine)
        return self._by_function(counts[: self.core.flash[1] // 2], 0)

    @contextmanager
    def following(self) -> Iterator[Secrets]:
        program = Program(
            self._lib,
            None,
            ctypes.addressof(self._flash),
            (0, len(self._flash)),
            (DATA, len(self._data)),
        )
        with following(program, "open_avr") as secrets:
            self._lib.avr_engine_follow(self._engine, secrets.handle)
            try:
                yield secrets
            finally:
                self._lib.avr_engine_follow(self._engine, None)

    def _call(
        self,
        function: str,
        args: tuple[int, ...],
        limit: int,
        trace: bool = False,
        profile: bool = False,
    ) -> native.Result:
        """The stack counts from before the return address, which a caller pushes too."""
        if self._stack == 0:
            raise EmulationError("boot() or lay_out() comes before a call")
        entry, floor = self.symbol(function), self._floor(self._stack)
        if len(args) > len(ARGUMENTS):
            raise EmulationError(f"{function}: more than {len(ARGUMENTS)} arguments")
        self.write(floor, bytes([PAINT]) * (self._stack + 1 - floor))
        self._floor_painted = floor
        size_bytes = self._lib.avr_engine_address_bytes(self._engine)
        self.write(self._stack - size_bytes + 1, (self._return // 2).to_bytes(size_bytes, "big"))
        self._set_stack(self._stack - size_bytes)
        self._set_registers(args)
        result = self._run(function, entry, self._return, floor, limit, trace, profile)
        self._check_preserved(function)
        return result

    def _set_registers(self, args: tuple[int, ...]) -> None:
        registers = bytearray([STALE] * 32)
        for n in PRESERVED:
            registers[n] = _kept(n)
        registers[ZERO] = 0
        for n, value in zip(ARGUMENTS, args, strict=False):
            registers[n : n + 2] = (value & 0xFFFF).to_bytes(2, "little")
        self._expected = {n: registers[n] for n in (ZERO, *PRESERVED)}
        ctypes.memmove(self._data, bytes(registers), len(registers))

    def _check_preserved(self, function: str) -> None:
        for n, value in self._expected.items():
            if self._data[n] != value:
                what = "leave zero in" if n == ZERO else "preserve"
                raise EmulationError(f"{function}: does not {what} r{n} (ABI)")
        if self._stack_pointer() != self._stack:
            raise EmulationError(f"{function}: does not restore SP (ABI)")

    def _run(
        self,
        what: str,
        entry: int,
        until: int,
        floor: int,
        limit: int,
        trace: bool = False,
        profile: bool = False,
    ) -> native.Result:
        result = native.Result()
        self._lib.avr_engine_run(
            self._engine, entry, until, floor - DATA, limit, trace, profile, ctypes.byref(result)
        )
        if result.stop != 0:
            why = f"{what}: {native.STOPS[result.stop]} {self._where(result)}"
            raise failure(why, result, DATA)
        return result

    def _where(self, result: native.Result) -> str:
        accesses = result.last_address != NO_ADDRESS
        return self._place(result.last_pc, DATA + result.last_address if accesses else None)

    def _stack_pointer(self) -> int:
        return DATA + int.from_bytes(self._data[STACK_POINTER : STACK_POINTER + 2], "little")

    def _set_stack(self, address: int) -> None:
        self._data[STACK_POINTER : STACK_POINTER + 2] = list((address - DATA).to_bytes(2, "little"))

    def _floor(self, sp: int) -> int:
        """The end of the static data below the stack."""
        ends = [end for end in self._image.section_ends if end <= sp]
        return max([self.core.ram[0], *ends])

    def _painted(self) -> int:
        stack = self.read(self._floor_painted, self._stack + 1 - self._floor_painted)
        return len(stack.lstrip(bytes([PAINT])))


def _kept(register: int) -> int:
    """What a call-saved register holds before a call."""
    return 0x50 + register
