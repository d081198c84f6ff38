# SPDX-License-Identifier: MIT
"""A bench whose core errs on request."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.emulator.faults import Bits, FaultMachine, Trial
from lab.emulator.places import Places
from lab.emulator.word_machine import POWER_ON
from lab.errors import LabError, UnsupportedError
from lab.findings import Outcome, Place
from lab.model import Operation, Sizes
from lab.targets.buffers import Layout
from lab.targets.catalogue import Target
from lab.targets.loading import core_of, load, prepare

__all__ = ["FaultBench", "Survey", "Trial"]

_ADAPTER = "adapter.c"
_FREE = bytes([POWER_ON])
_BESIDE = range(12, 15)  # bits of addresses by which data lies beside other data


@dataclass(frozen=True)
class Survey:
    """A run without a fault: the executions of each instruction, by address. Those of the
    adapter are apart: faults there are not the library's."""

    outcome: Outcome
    library: Mapping[int, int]
    adapter: Mapping[int, int]
    before_tail: Mapping[int, int]  # all executions but those among the last of the run
    beside: frozenset[int] = frozenset()  # the bits of addresses by which data lies beside other


class FaultBench:
    """An operation in an image, to be repeated with faults."""

    def __init__(self, target: Target, elf: Path, sizes: Sizes) -> None:
        emulation = target.emulation
        if emulation is None or emulation.engine != "arm":
            raise UnsupportedError(f"faults are injected on Cortex-M only, not on {target.name}")
        self._machine = FaultMachine(elf, core_of(target, emulation))
        self._layout, self._buffers = Layout(sizes), sizes.buffers
        self._places = Places(elf, FaultMachine.FORMAT)
        self._longest = 0

    def learn(self, operation: Operation, inputs: Mapping[str, bytes]) -> None:
        """How long a run takes that accepts: a fault may lead into what it does where a forgery
        is refused early."""
        outcome, _ = self._run(operation, inputs, {}, None)
        if outcome != "accepted":
            raise LabError(f"{operation.name} refuses good input")
        self._longest = self._machine.blocks

    def survey(
        self,
        operation: Operation,
        inputs: Mapping[str, bytes],
        tail: int = 0,
        beside: Mapping[bytes, bytes] | None = None,
        dead: int | None = None,
    ) -> Survey:
        """Run the operation without a fault; its tail is that many executed instructions. Where
        the first of a pair of `beside` stands in memory, the second stands at every free address
        that differs from its address in one bit. `dead`: what the dead stack is full of."""
        machine = self._machine
        outcome, counts = self._run(operation, inputs, {}, dead)
        beside_at = self._beside_at(beside or {})
        if beside and not beside_at:
            raise LabError("no memory beside the inputs is free")
        if beside_at:
            placed = {address: data for address, (_, data) in beside_at.items()}
            outcome, counts = self._run(operation, inputs, placed, dead)
        adapter = {
            address: count
            for address, count in counts.items()
            if self._places.unit(address) == _ADAPTER
        }
        library = {address: count for address, count in counts.items() if address not in adapter}
        before = sum(counts.values()) - tail
        earlier = machine.executions_among_first(before) if before > 0 else {}
        bits = frozenset(bit for bit, _ in beside_at.values())
        return Survey(outcome, library, adapter, earlier, bits)

    def _run(
        self,
        operation: Operation,
        inputs: Mapping[str, bytes],
        placed: Mapping[int, bytes],
        dead: int | None,
    ) -> tuple[Outcome, Mapping[int, int]]:
        """The same from start-up on, with this in memory too."""
        machine = self._machine
        machine.boot()
        prepare(machine)
        if dead is not None:
            machine.bury(dead)
        machine.hold(operation.function, *self._load(operation, inputs, placed))
        return machine.survey(longest=self._longest)

    def _load(
        self, operation: Operation, inputs: Mapping[str, bytes], placed: Mapping[int, bytes]
    ) -> list[int]:
        """Put inputs in place, those longer than their buffer in free memory."""
        machine = self._machine
        fitting = {
            name: data[: self._buffers.get(name, len(data))] for name, data in inputs.items()
        }
        arguments = load(machine, self._layout, operation, fitting)
        address, size_bytes = machine.core.ram
        spare = address + size_bytes // 2
        for index, parameter in enumerate(operation.parameters):
            data = inputs[parameter.buffer] if parameter.direction != "out" else b""
            if len(data) > len(fitting.get(parameter.buffer, data)):
                arguments[index] = len(data) if parameter.direction == "length" else spare
                machine.write(spare, data)
        for address, data in placed.items():
            machine.write(address, data)
        return arguments

    def _beside_at(self, beside: Mapping[bytes, bytes]) -> Mapping[int, tuple[int, bytes]]:
        """What to write where, and the bit by which that lies beside what a run left."""
        machine = self._machine
        address, size_bytes = machine.core.ram
        memory = machine.read(address, size_bytes)
        found: dict[int, tuple[int, bytes]] = {}
        for genuine, other in beside.items():
            place = memory.find(genuine)
            while place >= 0:
                for bit in _BESIDE:
                    at = (address + place ^ 1 << bit) - address
                    if at >= 0 and memory[at : at + len(other)] == _FREE * len(other):
                        found[address + at] = (bit, other)
                place = memory.find(genuine, place + 1)
        return found

    def inject(
        self, plan: Mapping[int, Sequence[int]], bits: Bits, report: Callable[[Trial], None]
    ) -> None:
        """Faults in what was surveyed; each is reported."""
        self._machine.inject(plan, bits, report)

    def place(self, address: int) -> Place:
        return self._places.at(address)

    def instruction(self, address: int) -> str:
        return self._machine.instruction(address)
