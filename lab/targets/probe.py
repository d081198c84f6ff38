# SPDX-License-Identifier: MIT
"""A bench on a real board, or on whatever else speaks GDB's remote protocol: OpenOCD,
pyOCD, J-Link, QEMU, simavr.

GDB loads the image, sets breakpoints and knows the memories. An operation is asked for
through the mailbox of firmware/board.c. Where the core has a cycle counter (DWT, Armv7-M
and v8-M) it is read where the adapter's function begins and where it has returned, less
what is counted so of a function that only returns."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from lab.errors import LabError
from lab.model import POOL_BYTES, Operation, Run, Sizes
from lab.targets.buffers import Layout
from lab.targets.catalogue import Emulation
from lab.targets.elf import entry_point, flash_content, static_end, symbols
from lab.targets.gdb import FAULT, RUN_SECONDS, Gdb, address_of

PAINT = 0xC5
PAINTED_LIMIT_BYTES = 0x8000  # a probe's link is slow
AVR_DATA = 0x800000  # where GDB and the linker see the data memory
AVR_SHORT_CALL_BYTES = 0x20000  # of flash that return addresses of two bytes reach
THUMB_STATE = 0x01000000

VECTOR_TABLE = 0xE000ED08
DEMCR, TRACE_ENABLE = 0xE000EDFC, 1 << 24
DWT_CONTROL, CYCLES_ENABLE, NO_CYCLES = 0xE0001000, 1, 1 << 25
DWT_CYCLES = 0xE0001004
CYCLES_RANGE = 1 << 32

READY, PREPARE, HEAP = "harness_ready", "adapter_prepare", "harness_heap_bytes"


def word(address: int) -> str:
    """The register at an address, in C."""
    return f"*(unsigned long *){address:#x}"


@contextmanager
def open_probe(core: Emulation, elf: Path, sizes: Sizes, probe: str) -> Iterator["ProbeBench"]:
    """A board that holds the image. ProbeError when nothing answers, LabError when it does
    not take the image. GDB ends with it."""
    gdb = Gdb(address_of(probe), core.engine)
    try:
        yield ProbeBench(gdb, core, elf, sizes)
    finally:
        gdb.close()


class ProbeBench:
    """Runs operations on a board behind a probe, each from the program's start."""

    def __init__(self, gdb: Gdb, core: Emulation, elf: Path, sizes: Sizes) -> None:
        self._gdb = gdb
        self._engine = core.engine
        self._flash = core.flash_origin
        wide = core.flash_bytes > AVR_SHORT_CALL_BYTES
        self._return_bytes = (3 if wide else 2) if self._engine == "avr" else 0  # on the stack
        self._layout = Layout(sizes)
        self._entry, self._floor = entry_point(elf), static_end(elf)
        self._stack_top = int.from_bytes(flash_content(elf)[:4], "little")  # Arm's first vector
        self._symbols = symbols(elf)
        gdb.do(f'-file-exec-and-symbols "{elf}"')
        gdb.connect()
        self._load()
        if FAULT in self._symbols:
            gdb.do(f"-break-insert -h *{FAULT}")
        self._counts = self._engine == "arm" and self._start_counter()
        self._overhead = 0
        if self._counts:
            self._boot()
            self._overhead, _ = self._finish()
            self._counts = self._overhead > 0  # or else it is there, but stands still

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        if trace:
            raise LabError("a board cannot be traced; choose an emulated target")
        gdb, layout = self._gdb, self._layout
        self._boot()
        prepared = self._prepare()
        buffers = self._symbols["harness_buffers"]
        for parameter in operation.parameters:
            if parameter.direction == "length":
                gdb.set("harness_buffers.message_length", len(inputs[parameter.buffer]))
            else:
                place = buffers + layout.offset(parameter.buffer)
                gdb.write(place, layout.filled(parameter, inputs))
        gdb.write(self._symbols["harness_pool"], inputs.get("pool", b"").ljust(POOL_BYTES, b"\0"))
        gdb.set("harness_mailbox.operation", operation.number)
        cycles, value, stack_bytes = self._call(operation.function)
        for after in operation.after:
            _, failed, _ = self._call(after.function)
            value = value or failed
        outputs = {
            parameter.buffer: gdb.read(
                buffers + layout.offset(parameter.buffer), len(layout.filled(parameter, {}))
            )
            for parameter in operation.parameters
            if parameter.direction == "out"
        }
        return Run(
            value=value,
            outputs=outputs,
            cycles=None,
            board_cycles=cycles if self._counts else None,
            stack_bytes=None if stack_bytes is None else max(stack_bytes, prepared or 0),
            draws=gdb.number("harness_draws"),
            heap_bytes=self._heap_bytes(),
        )

    def _load(self) -> None:
        """Put the image into the flash. A simulator may show flash that it cannot erase, but
        writes like memory."""
        try:
            self._gdb.do("-target-download", RUN_SECONDS)
        except LabError as error:
            if "flash erase" not in str(error):
                raise
            self._gdb.do('-interpreter-exec console "delete mem"')
            self._gdb.do('-interpreter-exec console "mem 0 0 rw"')
            self._gdb.do("-target-download", RUN_SECONDS)

    def _boot(self) -> None:
        """Start as after a reset, which each kind of probe would be asked for in its own way.
        Clocks and flash stay as they are."""
        gdb = self._gdb
        if self._engine == "arm":
            gdb.set(word(VECTOR_TABLE), self._flash)
            gdb.set("$sp", self._stack_top)
            gdb.set("$xpsr", THUMB_STATE)
        gdb.set("$pc", self._entry & ~1)
        self._until(READY)

    def _prepare(self) -> int | None:
        """Let the library set itself up, as a program does once; the stack that it took."""
        if PREPARE not in self._symbols:
            return 0
        _, value, stack_bytes = self._call(PREPARE)
        if value != 0:
            raise LabError("the library could not be set up")
        return stack_bytes

    def _call(self, function: str) -> tuple[int, int, int | None]:
        """Run to a function and through it: cycles, what it returns, and the stack that it
        took, None if that is more than was painted."""
        gdb = self._gdb
        self._until(function)
        top = self._stack()
        lowest = top - PAINTED_LIMIT_BYTES
        floor = max(self._floor + self._heap_bytes(), lowest)
        gdb.write(floor, bytes([PAINT]), top - floor)
        cycles, value = self._finish()
        floor = max(self._floor + self._heap_bytes(), lowest)  # the heap may have grown
        painted = gdb.read(floor, top - floor)
        used = len(painted.lstrip(bytes([PAINT])))
        stack_bytes = used + self._return_bytes if used < len(painted) else None
        return cycles, value, stack_bytes

    def _finish(self) -> tuple[int, int]:
        """Run the function that has just begun to its end: its cycles, and what it returns."""
        caller = self._caller()
        before = self._cycles()
        self._until(caller)
        cycles = (self._cycles() - before) % CYCLES_RANGE - self._overhead
        return cycles, self._value()

    def _caller(self) -> str:
        """Where the function that has just begun returns to."""
        gdb = self._gdb
        if self._engine == "avr":
            word_number = int.from_bytes(gdb.read(self._stack(), self._return_bytes))
            return f"{2 * word_number:#x}"
        return f"{gdb.number('$lr' if self._engine == 'arm' else '$ra') & ~1:#x}"

    def _heap_bytes(self) -> int:
        return self._gdb.number(HEAP) if HEAP in self._symbols else 0

    def _stack(self) -> int:
        """The lowest address in use. AVR's pointer is below it."""
        pointer = self._gdb.number("$sp")
        return (pointer | AVR_DATA) + 1 if self._engine == "avr" else pointer

    def _value(self) -> int:
        """The int that a function has returned."""
        if self._engine == "avr":
            value, bits = self._gdb.number("$r24 + 256ul * $r25"), 16
        else:
            value, bits = self._gdb.number("$r0" if self._engine == "arm" else "$a0"), 32
        return value - (value >> (bits - 1) << bits)

    def _until(self, place: str) -> None:
        """Run to an instruction; flash takes hardware breakpoints."""
        self._gdb.do(f"-break-insert -h -t *{place}")
        self._gdb.go()

    def _start_counter(self) -> bool:
        """Switch the cycle counter on; False on a core that has none."""
        gdb = self._gdb
        try:
            gdb.set(word(DEMCR), gdb.number(word(DEMCR)) | TRACE_ENABLE)
            gdb.set(word(DWT_CONTROL), gdb.number(word(DWT_CONTROL)) | CYCLES_ENABLE)
            control = gdb.number(word(DWT_CONTROL))
        except LabError:
            return False
        return bool(control & CYCLES_ENABLE) and not control & NO_CYCLES

    def _cycles(self) -> int:
        """What the counter says; 0 without one."""
        return self._gdb.number(word(DWT_CYCLES)) if self._counts else 0
