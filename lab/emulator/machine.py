# SPDX-License-Identifier: MIT
"""A microcontroller with a program in its flash, whose functions the lab calls and measures."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from lab.emulator.errors import EmulationError, LimitError, Moment
from lab.emulator.following import Secrets
from lab.emulator.image import Image, Symbol
from lab.emulator.leaking import Leakage, Window


@dataclass(frozen=True)
class FlashTiming:
    """How a part's flash keeps its core waiting. Without wait states it does not."""

    wait_states: int  # of a read of the array, beyond the one cycle of any access
    line_bytes: int  # what one read brings
    buffers: int  # lines of code that are kept
    data_buffers: int = 0  # lines of loaded data; 0: they share those of code
    ways: int = 0  # places that a line may take; 0: any
    prefetch: bool = False  # the next line is read while this one runs


@dataclass(frozen=True)
class Core:
    """An emulated core: cycle model, multiplier of M0 and M0+, (address, bytes) of its memories."""

    name: str
    model: str
    multiply_cycles: int = 1
    flash: tuple[int, int] = (0x0, 0x100000)
    ram: tuple[int, int] = (0x20000000, 0x40000)
    engine: str = "arm"
    flash_timing: FlashTiming | None = None  # of a board; Arm only


@dataclass(frozen=True)
class Trace:
    """Digests of a run's whole sequence of program counters, data addresses and cycle counts."""

    program_counters: str
    addresses: str
    cycles: str

    @classmethod
    def of(cls, result: Any) -> Self:
        """Those of an engine's result."""
        digests = (result.program_counters, result.addresses, result.times)
        return cls(*(f"{digest:016x}" for digest in digests))


@dataclass(frozen=True)
class Call:
    """What a call returned (in its first register) and cost; `traces` only when asked for.

    `stalls` are cycles beyond `cycles`, which the core waits for its flash."""

    value: int
    cycles: int
    instructions: int
    stack_bytes: int
    painted_stack_bytes: int
    traces: Trace | None
    stalls: int = 0


@dataclass(frozen=True)
class Beginning:
    """All that a call begins with: its first instruction, the registers by number, the memories
    as (address, bytes)."""

    entry: int
    registers: tuple[int, ...]
    flash: tuple[int, bytes]
    ram: tuple[int, bytes]


class Machine(ABC):
    """What every engine offers. Call boot() or lay_out() first. RAM lives on between calls."""

    FORMAT: ClassVar[str]  # of the ELF file
    core: Core
    _image: Image

    def symbol(self, name: str) -> int:
        """The address of a symbol (a function's without the Thumb bit); KeyError if none."""
        return self._find(name).address

    @property
    def image(self) -> Image:
        """The program."""
        return self._image

    def symbol_size(self, name: str) -> int:
        """The size of a symbol in bytes; KeyError if there is none."""
        return self._find(name).size_bytes

    def _find(self, name: str) -> Symbol:
        if name not in self._image.symbols:
            raise KeyError(f"the program has no symbol {name}")
        return self._image.symbols[name]

    def _place(self, address: int, accessed: int | None) -> str:
        """Where a run stopped, in words; the last data address if there was one."""
        place = f"at {address:#010x} in {self._image.function_at(address)}"
        return place if accessed is None else f"{place}, data address {accessed:#010x}"

    def _by_function(self, counts: Sequence[int], base: int) -> dict[str, int]:
        """The cycles of each two bytes of code from `base` on, as a profile."""
        totals: dict[str, int] = {}
        for index, cycles in enumerate(counts):
            if cycles:
                name = self._image.function_at(base + 2 * index)
                totals[name] = totals.get(name, 0) + cycles
        return dict(sorted(totals.items(), key=lambda item: -item[1]))

    @abstractmethod
    def read(self, address: int, n: int) -> bytes:
        """n bytes of flash, RAM or blob; EmulationError outside of them."""

    @abstractmethod
    def write(self, address: int, data: bytes) -> None:
        """Writes to RAM; EmulationError outside of it."""

    @abstractmethod
    def boot(self, limit: int = 100_000_000) -> None:
        """Resets: fills RAM with junk, then runs from the reset vector to `harness_ready`."""

    @abstractmethod
    def lay_out(self) -> None:
        """In place of boot(), for a program of others: fills RAM with junk, then puts static data
        where start-up code would, and the stack at the end of the RAM. Nothing of the program
        runs."""

    @abstractmethod
    def call(
        self, function: str, *args: int, trace: bool = False, limit: int = 2_000_000_000
    ) -> Call:
        """Calls a function with integer arguments of one register each; stops after `limit`
        instructions.

        EmulationError for a fault, a limit reached, a stack that runs into static data, or a
        function that does not preserve what its ABI tells it to; KeyError for an unknown
        function.
        """

    def moment(self, function: str, *args: int, after: int) -> Moment:
        """Calls a function until so many instructions have been executed, or to its end."""
        try:
            call = self.call(function, *args, trace=True, limit=after)
        except LimitError as stopped:
            return stopped.moment
        traces = call.traces
        digests = (traces.program_counters, traces.addresses, traces.cycles) if traces else ()
        first, second, third = (int(digest, 16) for digest in digests)
        return Moment((first, second, third), call.cycles, None, None)

    def beginning(self, function: str, *args: int) -> Beginning:
        """What a call would begin with; EmulationError where the lab cannot say."""
        raise EmulationError(f"core {self.core.name}: its state cannot be had")

    def following(self) -> AbstractContextManager[Secrets]:
        """Follows secrets through the calls that are made meanwhile; EmulationError where the
        lab has no rules for the core's instructions."""
        raise EmulationError(f"core {self.core.name}: the lab cannot follow secrets there")

    def leaking(self, window: Window) -> AbstractContextManager[Leakage]:
        """Watches calls as a probe would; EmulationError where the lab has no model of the core's
        leakage."""
        raise EmulationError(f"core {self.core.name}: the lab has no model of what it leaks")

    @abstractmethod
    def profile(self, function: str, *args: int, limit: int = 2_000_000_000) -> dict[str, int]:
        """Calls a function; the cycles spent in each function itself, the costliest first."""
