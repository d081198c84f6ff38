# SPDX-License-Identifier: MIT
"""A bench whose core errs on request."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.emulator.faults import Bits, FaultMachine, Trial
from lab.emulator.places import Places
from lab.errors import UnsupportedError
from lab.findings import Outcome, Place
from lab.model import Operation, Sizes
from lab.targets.buffers import Layout
from lab.targets.catalogue import Target
from lab.targets.loading import core_of, load, prepare

__all__ = ["FaultBench", "Survey", "Trial"]

_ADAPTER = "adapter.c"


@dataclass(frozen=True)
class Survey:
    """A run without a fault: the executions of each instruction, by address. Those of the
    adapter are apart: faults there are not the library's."""

    outcome: Outcome
    library: Mapping[int, int]
    adapter: Mapping[int, int]
    before_tail: Mapping[int, int]  # all executions but those among the last of the run


class FaultBench:
    """An operation in an image, to be repeated with faults."""

    def __init__(self, target: Target, elf: Path, sizes: Sizes) -> None:
        emulation = target.emulation
        if emulation is None or emulation.engine != "arm":
            raise UnsupportedError(f"faults are injected on Cortex-M only, not on {target.name}")
        self._machine = FaultMachine(elf, core_of(target, emulation))
        self._layout = Layout(sizes)
        self._places = Places(elf, FaultMachine.FORMAT)

    def survey(self, operation: Operation, inputs: Mapping[str, bytes], tail: int = 0) -> Survey:
        """Run the operation without a fault; its tail is that many executed instructions."""
        machine = self._machine
        machine.boot()
        prepare(machine)
        machine.hold(operation.function, *load(machine, self._layout, operation, inputs))
        outcome, counts = machine.survey()
        adapter = {
            address: count
            for address, count in counts.items()
            if self._places.unit(address) == _ADAPTER
        }
        library = {address: count for address, count in counts.items() if address not in adapter}
        before = sum(counts.values()) - tail
        earlier = machine.executions_among_first(before) if before > 0 else {}
        return Survey(outcome, library, adapter, earlier)

    def inject(
        self, plan: Mapping[int, Sequence[int]], bits: Bits, report: Callable[[Trial], None]
    ) -> None:
        """Faults in what was surveyed; each is reported."""
        self._machine.inject(plan, bits, report)

    def place(self, address: int) -> Place:
        return self._places.at(address)

    def instruction(self, address: int) -> str:
        return self._machine.instruction(address)
