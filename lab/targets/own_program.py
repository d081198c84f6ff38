# SPDX-License-Identifier: MIT
"""A linked program of the user's own on an emulated core: calls of a function of it, with secrets
in objects of its RAM.

Nothing of the program runs but that function: static data is put where start-up code would."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from lab.emulator import Call, Core, open_machine, read_program
from lab.emulator.differing import first_difference
from lab.emulator.errors import Moment
from lab.emulator.image import Image, Load, Symbol
from lab.emulator.memory import PAGE_BYTES
from lab.emulator.places import Places
from lab.errors import LabError, UnsupportedError, nearest
from lab.findings import Difference, Followed, Place
from lab.targets.catalogue import Target
from lab.targets.loading import core_of

DEFAULT_LIMIT = 1_000_000_000  # of instructions
STACK_BYTES = 0x10000
RETURN_BYTES = 8  # behind the code, for where calls return to
MOST_BYTES = 64 << 20  # of a memory
_SECRET = re.compile(r"(?P<name>[^:]+)(?::(?P<bytes>\d+))?")
_PLACE = re.compile(r"(?P<name>[A-Za-z_.$][\w.$]*)(?:\+(?P<offset>\w+))?")


@dataclass(frozen=True)
class Asked:
    """What is called, in the words of the command line."""

    function: str
    secrets: tuple[str, ...]  # symbol, or symbol:bytes
    arguments: tuple[str, ...] = ()  # integers, symbols, or symbol+bytes
    limit: int = DEFAULT_LIMIT


class OwnProgram:
    """LabError for a program that the target does not run, and for what is not in it."""

    def __init__(self, target: Target, elf: Path, asked: Asked) -> None:
        emulation = target.emulation
        if emulation is None:
            raise UnsupportedError(f"{target.name} is not emulated")
        core = core_of(target, emulation)
        self._elf = elf
        self._image = read_program(elf, core.engine)
        if not self._image.symbols:
            raise LabError(f"{elf} has no symbols: link it without -s, and do not strip it")
        self._machine = open_machine(
            elf, core if core.engine == "avr" else _fitted(core, self._image, elf)
        )
        self._asked = asked
        self._check_function(asked.function)
        self._secrets = [self._secret(word) for word in asked.secrets]
        self._arguments = [self._argument(word) for word in asked.arguments]

    def follow(self, seed: str) -> Followed:
        """One call, and what its secrets decide."""
        self._prepare(seed, 0)
        with self._machine.following() as secrets:
            for address, length in self._secrets:
                secrets.mark(address, length)
            call = self._call(trace=False)
            if secrets.instructions != call.instructions:
                raise LabError(
                    f"of {call.instructions} instructions {secrets.instructions} were followed"
                )
            return Followed(secrets.instructions, tuple(secrets.decided()))

    def run(self, seed: str, index: int) -> Call:
        """A call with the secrets of that number, and its traces."""
        self._prepare(seed, index)
        return self._call(trace=True)

    def difference(self, seed: str, pair: tuple[int, int], instructions: int) -> Difference:
        """Where two calls part whose traces differ after so many instructions."""

        def repeated(index: int) -> Callable[[int], Moment]:
            def run(after: int) -> Moment:
                self._prepare(seed, index)
                return self._machine.moment(self._asked.function, *self._arguments, after=after)

            return run

        first, second = map(repeated, pair)
        return first_difference(first, second, instructions, self._places)

    def place(self, address: int) -> Place:
        """Of an instruction."""
        return self._places.at(address)

    def has_line(self, file: str, line: int) -> bool:
        """Whether an instruction was compiled from it."""
        return self._places.has(file, line)

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(function.name for function in self._image.functions)

    @cached_property
    def _places(self) -> Places:
        return Places(self._elf, self._machine.FORMAT)

    def _prepare(self, seed: str, index: int) -> None:
        """RAM as at the start of the program, but for the secrets."""
        self._machine.lay_out()
        for address, length in self._secrets:
            drawn = hashlib.shake_256(f"{seed}/{index}/{address}".encode()).digest(length)
            self._machine.write(address, drawn)

    def _call(self, trace: bool) -> Call:
        asked = self._asked
        return self._machine.call(asked.function, *self._arguments, trace=trace, limit=asked.limit)

    def _find(self, name: str, kind: str) -> Symbol:
        symbols = self._image.symbols
        if name not in symbols:
            near = nearest(name, symbols)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise LabError(f"{self._elf} has no {kind} {name}{hint}")
        if name in self._image.ambiguous:
            raise LabError(f"{self._elf} has several local symbols {name}: rename one of them")
        return symbols[name]

    def _check_function(self, name: str) -> None:
        symbol = self._find(name, "function")
        if not _within(symbol.address, 2, self._machine.core.flash):
            raise LabError(
                f"{name} is at {symbol.address:#010x}, and what is called must be in flash"
            )

    def _secret(self, word: str) -> tuple[int, int]:
        """Its address and length."""
        parsed = _SECRET.fullmatch(word)
        if parsed is None:
            raise UnsupportedError(f"--secret {word}: must be symbol or symbol:bytes")
        name, said = parsed["name"], parsed["bytes"]
        symbol = self._find(name, "object")
        core = self._machine.core
        length = int(said) if said else symbol.size_bytes
        if _within(symbol.address, 1, core.flash):
            raise LabError(f"secret {name} lies in flash: only objects in RAM can be secret")
        if said and length == 0:
            raise UnsupportedError(f"--secret {word}: must be a byte at least")
        if length == 0:
            raise LabError(f"secret {name} has no size: say how many bytes, as in {name}:32")
        if symbol.size_bytes and length > symbol.size_bytes:
            raise LabError(f"secret {name} has {symbol.size_bytes} bytes, and not {length}")
        if not _within(symbol.address, length, core.ram):
            raise LabError(
                f"secret {name}: {length} bytes at {symbol.address:#010x} are not in RAM"
            )
        return symbol.address, length

    def _argument(self, word: str) -> int:
        """A number, or an address as a pointer of the program holds it."""
        bits = 16 if self._machine.core.engine == "avr" else 32
        try:
            value = int(word, 0)
        except ValueError:
            return self._pointer(word)
        if not -(1 << bits - 1) <= value < 1 << bits:
            raise UnsupportedError(f"--argument {word}: a register here has {bits} bits")
        return value

    def _pointer(self, word: str) -> int:
        parsed = _PLACE.fullmatch(word)
        try:
            offset = int((parsed and parsed["offset"]) or "0", 0)
        except ValueError:
            parsed = None
        if parsed is None:
            raise UnsupportedError(f"--argument {word}: must be a number, symbol or symbol+bytes")
        symbol = self._find(parsed["name"], "symbol")
        if not symbol.is_function:
            return symbol.address + offset
        engine = self._machine.core.engine
        return symbol.address // 2 if engine == "avr" else symbol.address | (engine == "arm")


def _within(address: int, length: int, memory: tuple[int, int]) -> bool:
    start, size_bytes = memory
    return start <= address and address + length <= start + size_bytes


def _fitted(core: Core, image: Image, elf: Path) -> Core:
    """The core with its memories where the program has them, and a stack above its data."""

    def in_ram(load: Load) -> bool:
        moved = load.address != load.stored or load.size_bytes > len(load.data)
        return moved or _within(load.address, load.size_bytes, core.ram)

    data = [load for load in image.loads if load.size_bytes and in_ram(load)]
    stored = [
        (load.stored, len(load.data))
        for load in image.loads
        if load.data and not (load in data and load.address == load.stored)
    ]
    if not stored:
        raise LabError(f"{elf}: nothing of it is in flash, where the code must be")
    flash = _around(stored, RETURN_BYTES, elf)
    ram = core.ram
    if data:
        ram = _around([(load.address, load.size_bytes) for load in data], STACK_BYTES, elf)
    if flash[0] < ram[0] + ram[1] and ram[0] < flash[0] + flash[1]:
        raise LabError(
            f"{elf}: code at {flash[0]:#x} and data at {ram[0]:#x} share memory; link them apart"
        )
    return replace(core, flash=flash, ram=ram)


def _around(pieces: list[tuple[int, int]], more: int, elf: Path) -> tuple[int, int]:
    """Whole pages that hold all pieces, and so many bytes behind them."""
    start = min(address for address, _ in pieces) // PAGE_BYTES * PAGE_BYTES
    end = max(address + length for address, length in pieces) + more
    size_bytes = -(-(end - start) // PAGE_BYTES) * PAGE_BYTES
    if size_bytes > MOST_BYTES:
        raise LabError(f"{elf} is spread from {start:#x} to {end:#x}: more than the lab maps")
    return start, size_bytes
