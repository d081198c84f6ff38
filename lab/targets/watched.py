# SPDX-License-Identifier: MIT
"""A bench whose runs are watched as by a probe."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.emulator.leaking import EVERYWHERE, Leakage, PartedError, Sums, Watched, Window
from lab.emulator.leaking import disassembled as _disassembled
from lab.errors import LabError, UnsupportedError, nearest
from lab.model import Operation, Run, Sizes
from lab.targets.catalogue import Emulation, Target
from lab.targets.emulated import EmulatedBench
from lab.targets.loading import LIMIT, beside, load

__all__ = ["PartedError", "Span", "Sums", "Watched", "WatchedBench", "has_model"]

# Cores that published models are of, and Cortex-M0+, which has the instructions of M0 and a shorter
# pipeline.
MODELS = ("m0", "m0plus", "m3", "m4")


def has_model(target: Target) -> bool:
    """Whether the lab says what a core leaks."""
    emulation = target.emulation
    return emulation is not None and emulation.engine == "arm" and emulation.model in MODELS


class Span:
    """What of a run is looked at: of the instructions by their numbers, or in a function."""

    def __init__(self, first: int = 0, last: int | None = None, function: str | None = None):
        if last is not None and last <= first:
            raise UnsupportedError("a window ends behind its first instruction")
        self.first, self.last, self.function = first, last, function

    def __str__(self) -> str:
        words = [self.function] if self.function else []
        if self.first or self.last is not None:
            words.append(f"{self.first}..{'' if self.last is None else self.last}")
        return " ".join(words)


class WatchedBench(EmulatedBench):
    """Runs of one operation, summed up in two groups."""

    def __init__(self, target: Target, emulation: Emulation, elf: Path, sizes: Sizes) -> None:
        if not has_model(target):
            raise UnsupportedError(f"the lab has no model of what {target.name} leaks")
        super().__init__(target, emulation, elf, sizes)

    @contextmanager
    def watching(
        self, operation: Operation, asked: Span, output: str | None
    ) -> Iterator["Watching"]:
        """Runs of the operation; `output` is the buffer of the one that is public."""
        place = (0, 0)
        if output is not None:
            buffers = self._machine.symbol("harness_buffers")
            place = buffers + self._layout.offset(output), self._output_bytes(operation, output)
        window = Window(
            asked.first, last=_last(asked), addresses=self._addresses(asked), output=place
        )
        with self._machine.leaking(window) as leakage:
            yield Watching(self, operation, leakage)

    def _output_bytes(self, operation: Operation, name: str) -> int:
        parameter = next(each for each in operation.parameters if each.buffer == name)
        return len(self._layout.filled(parameter, {}))

    def _addresses(self, asked: Span) -> tuple[int, int]:
        if asked.function is None:
            return EVERYWHERE
        try:
            start = self._machine.symbol(asked.function)
        except KeyError:
            near = ", ".join(nearest(asked.function, self._machine.image.symbols))
            told = f"; nearest: {near}" if near else ""
            raise UnsupportedError(f"the image has no function {asked.function}{told}") from None
        return start, start + self._machine.symbol_size(asked.function)

    def watched(
        self, leakage: Leakage, operation: Operation, inputs: Mapping[str, bytes]
    ) -> tuple[Run, Watched | PartedError]:
        """A run, and what was seen of it."""
        machine, layout = self._machine, self._layout
        self._start()
        given = load(machine, layout, operation, inputs)
        leakage.begin()
        call = machine.call(operation.function, *given, limit=LIMIT)
        seen = _seen(leakage)
        for after in operation.after:
            beside(machine, layout, after)
        if isinstance(seen, Watched) and seen.instructions != call.instructions:
            raise LabError(
                f"of {call.instructions:,} instructions {seen.instructions:,} were watched"
            )
        return self._left(operation, call.value, call.cycles), seen

    def instruction(self, address: int) -> str:
        """In assembly."""
        return _disassembled(self._machine.read(address, 4), address)


class Watching:
    """Runs of an operation on a bench, while they are watched."""

    def __init__(self, bench: WatchedBench, operation: Operation, leakage: Leakage) -> None:
        self._bench, self._operation, self._leakage = bench, operation, leakage

    def run(self, inputs: Mapping[str, bytes]) -> tuple[Run, Watched | PartedError]:
        """PartedError is what is seen of a run that takes another path than the first."""
        return self._bench.watched(self._leakage, self._operation, inputs)

    def add(self, group: int) -> None:
        """Put the last run into a group."""
        self._leakage.add(group)

    def sums(self, group: int) -> Sums:
        return self._leakage.sums(group)

    def addresses(self) -> NDArray[np.uint32]:
        return self._leakage.addresses()


def _seen(leakage: Leakage) -> Watched | PartedError:
    try:
        return leakage.end()
    except PartedError as parted:
        return parted


def _last(asked: Span) -> int:
    return Window().last if asked.last is None else asked.last
