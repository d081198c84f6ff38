# SPDX-License-Identifier: MIT
"""A processor that runs machine code on symbols.

Addresses, branches and the number of turns of a loop have to be numbers: what depends on an operand
there is refused, as are reads of what was not written and what lies outside the operands. A word
of its own frame that a function has not written may be any word."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tools.prove.algebra import UnprovedError, Value
from tools.prove.solver import Solver

RETURN = 0xFFFF_FFF0
STEPS = 200_000


@dataclass(frozen=True)
class Instruction:
    """At an address, as a disassembler writes it, and where the next one is."""

    address: int
    mnemonic: str
    operands: tuple[str, ...]
    after: int


@dataclass(frozen=True)
class Region:
    """Memory that a function may read, and may write where `is_output`."""

    name: str
    start: int
    size: int
    is_output: bool = False

    def has(self, address: int, size: int) -> bool:
        return self.start <= address and address + size <= self.start + self.size


class Passage(Protocol):
    """Code whose effect is proved by itself."""

    def pass_by(self, processor: "Processor") -> bool:
        """Whether a run goes on behind it."""


@dataclass
class Program:
    """Machine code, where its functions begin, and what memory holds at the start; blocks by where
    they begin, and what is known of what these do."""

    instructions: Mapping[int, Instruction]
    symbols: Mapping[str, int]
    image: Mapping[int, int]
    blocks: Mapping[int, Passage] = field(default_factory=dict)
    summaries: dict[object, Any] = field(default_factory=dict, init=False)


@dataclass
class Memory:
    """Values by address and size, in bytes, in the regions that are given."""

    solver: Solver
    image: Mapping[int, int]
    regions: list[Region] = field(default_factory=list)
    cells: dict[int, tuple[int, Value]] = field(default_factory=dict)
    written: set[int] = field(default_factory=set)
    stores: list[int] = field(default_factory=list)  # addresses of whole words, in their order
    trace: Any = field(default_factory=hashlib.sha256)
    frame: Callable[[], int] | None = None  # where the frame of what runs ends, if that is known

    def load(self, address: Value, size: int) -> Value:
        if not isinstance(address, int):
            raise UnprovedError("an address of a read depends on an operand")
        self.trace.update(b"r%d;" % address)
        if all(address + i in self.image for i in range(size)):
            return sum(self.image[address + i] << 8 * i for i in range(size))
        if not any(region.has(address, size) for region in self.regions):
            raise UnprovedError(f"a read at {address:#x}, outside the operands")
        return self._load(address, size)

    def _load(self, address: int, size: int) -> Value:
        cell = self.cells.get(address)
        if cell and cell[0] == size:
            return cell[1]
        if cell and cell[0] > size:
            self._break(address)
            return self._load(address, size)
        if cell and cell[0] < size:
            upper = self._load(address + cell[0], size - cell[0])
            return self.solver.sum(cell[1], self.solver.times(upper, 1 << 8 * cell[0]))
        for below in (1, 2, 3, 4, 6):
            cell = self.cells.get(address - below)
            if cell and cell[0] > below:
                self._break(address - below)
                return self._load(address, size)
        if not self._is_own(address, size):
            raise UnprovedError(f"a read at {address:#x} of what was not written")
        word = self.solver.word(self.solver.new(0, self.solver.radix - 1))
        self.put(address, size, word)
        return word

    def _is_own(self, address: int, size: int) -> bool:
        """Whether that is a word on the stack above its end, of which nothing was written."""
        if self.frame is None or 8 * size != self.solver.bits or address < self.frame():
            return False
        is_on_stack = any(each.name == "stack" and each.has(address, size) for each in self.regions)
        return is_on_stack and not any(address + i in self.cells for i in range(size))

    def _break(self, address: int) -> None:
        """A cell in two halves."""
        size, value = self.cells.pop(address)
        half = size // 2
        low, high = self.solver.split(value, 8 * half)
        self.cells[address] = half, low
        self.cells[address + half] = half, high

    def store(self, address: Value, size: int, value: Value) -> None:
        if not isinstance(address, int):
            raise UnprovedError("an address of a write depends on an operand")
        self.trace.update(b"w%d;" % address)
        if not any(each.is_output and each.has(address, size) for each in self.regions):
            raise UnprovedError(f"a write at {address:#x}, outside the operands")
        self.put(address, size, value)
        if 8 * size == self.solver.bits:
            self.stores.append(address)

    def put(self, address: int, size: int, value: Value) -> None:
        """A value, whatever overlapped it."""
        self.written.update(range(address, address + size))
        if (cell := self.cells.get(address)) is None or cell[0] != size:
            for start in range(address - 7, address + size):
                while (cell := self.cells.get(start)) and self._overlaps(start, address, size):
                    if start >= address and start + cell[0] <= address + size:
                        del self.cells[start]
                    else:
                        self._break(start)
        self.cells[address] = size, value

    def runs(self, since: int, free: int) -> list[list[int]]:
        """Addresses of symbols in a row that were stored after so many, none that is free."""
        size = self.solver.bits // 8
        found: list[list[int]] = []
        for each in sorted(set(self.stores[since:])):
            cell = self.cells.get(each)
            if not cell or cell[0] != size or isinstance(cell[1], int):
                continue
            if self._is_free(each, free):
                continue
            if found and found[-1][-1] + size == each:
                found[-1].append(each)
            else:
                found.append([each])
        return [run for run in found if len(run) > 1]

    def _is_free(self, address: int, free: int) -> bool:
        return any(
            region.name == "stack" and region.has(address, 1) and address < free
            for region in self.regions
        )

    def _overlaps(self, start: int, address: int, size: int) -> bool:
        return start < address + size and address < start + self.cells[start][0]


@dataclass(frozen=True)
class Part:
    """A subroutine that runs: where it returns to, the newest variable, and how many words had been
    stored when it was called."""

    after: int
    since: int
    stores: int


class Processor(ABC):
    """What instruction sets share; each says what its instructions do."""

    back = RETURN  # where a function returns to
    pushed = 0  # bytes of stack that a call takes

    def __init__(self, program: Program, solver: Solver) -> None:
        self.program = program
        self.solver = solver
        self.memory = Memory(solver, program.image)
        self.registers: dict[str, Value] = {}
        self.next = 0
        self.parts: list[Part] = []
        self.blocks = program.blocks
        self.since = 0  # the newest variable at the last point where words were a number
        self.stop: int | None = None  # where a run ends before it returns
        self._trace = self.memory.trace

    @abstractmethod
    def begin(self, stack: int) -> None:
        """Registers as every function finds them, with a stack that ends at an address."""

    def base(self, name: str) -> int:
        """An address that a register holds."""
        value = self.registers[name]
        if not isinstance(value, int):
            raise UnprovedError("an address depends on an operand")
        return value

    def give(self, place: str, value: Value) -> None:
        """An argument: a word, or a number such as an address."""
        self.registers[place] = value

    def trace(self) -> str:
        """A digest of the instructions that were run, and of the addresses of reads and writes."""
        return str(self._trace.hexdigest())[:16]

    @abstractmethod
    def call(self, address: int) -> None:
        """Run a function until it returns."""

    def run(self, address: int) -> None:
        """From an address to a return, or to where it is to stop."""
        self.next = address
        for _ in range(STEPS):
            if self.next in (self.back, self.stop):
                return
            block = self.blocks.get(self.next)
            if block is None or not block.pass_by(self):
                self._step()
            if self.parts and self.next == self.parts[-1].after:
                self.leave(self.parts.pop())
        raise UnprovedError(f"more than {STEPS:,} instructions")

    def _step(self) -> None:
        """One instruction."""
        instruction = self.program.instructions.get(self.next)
        if instruction is None:
            raise UnprovedError(f"no instruction at {self.next:#x}")
        self.next = instruction.after
        self.follow(str(instruction.address))
        try:
            self.execute(instruction)
        except UnprovedError as error:
            line = f"{instruction.mnemonic} {', '.join(instruction.operands)}"
            raise UnprovedError(f"{error}: {line} at {instruction.address:#x}") from error

    def follow(self, what: str) -> None:
        """Instructions that were run, for the trace."""
        self._trace.update(f"{what};".encode())

    def forget(self) -> None:
        """Behind a block flags are not known, where there are any."""
        raise UnprovedError("blocks of this instruction set are not followed")

    def enter(self, after: int) -> None:
        """A subroutine that returns to an address."""
        self.parts.append(Part(after, len(self.solver.low), len(self.memory.stores)))

    def leave(self, part: Part) -> None:
        """Cut the numbers that a subroutine has stored."""
        for run in self.memory.runs(part.stores, self.stack()):
            words = [self.memory.cells[each][1] for each in run]
            if new := self.solver.cut(words, part.since):
                for place, word in zip(run, new, strict=True):
                    self.memory.cells[place] = self.solver.bits // 8, word

    def stack(self) -> int:
        """Below it memory is free."""
        return 0

    @abstractmethod
    def execute(self, instruction: Instruction) -> None:
        """What an instruction does; self.next is where the next one is."""

    def jump(self, target: Value) -> None:
        if not isinstance(target, int):
            raise UnprovedError("a branch depends on an operand")
        self.next = target
