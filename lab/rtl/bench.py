# SPDX-License-Identifier: MIT
"""A bench on a circuit: the same calls as on the emulated core, from the same state."""

import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lab.emulator import Beginning
from lab.findings import WireDifference
from lab.model import Operation, Run
from lab.rtl import rom
from lab.rtl.simulator import RtlError, Simulator
from lab.targets.emulated import EmulatedBench

CYCLES_LIMIT = 2_000_000_000
PROGRESS_CYCLES = 1_000_000  # as in bench.cpp


@dataclass(frozen=True)
class Ended:
    """How a call on a circuit ended."""

    cycles: int
    value: int
    ram: bytes


@dataclass(frozen=True)
class Wire:
    """The first wire of a circuit that differs from that of the first circuit."""

    name: str
    circuit: int
    cycle: int
    first: int
    second: int
    program_counter: int


@dataclass(frozen=True)
class Calls:
    """How calls in step ended, and the first wire that differs. Their cycles count from the first
    instruction of the call to its return, as the emulator's do."""

    ends: tuple[Ended, ...]
    wire: Wire | None


class CircuitBench:
    """Runs an operation on copies of a circuit, in step, each with inputs of its own."""

    def __init__(self, simulator: Simulator, emulated: EmulatedBench) -> None:
        self._simulator = simulator
        self._emulated = emulated

    def run(
        self,
        operation: Operation,
        inputs: Sequence[Mapping[str, bytes]],
        advance: Callable[[int], None] = lambda cycle: None,
    ) -> tuple[list[Run], WireDifference | None]:
        """A run for each of the inputs, and the first wire that differs between two of them.
        `advance` is told the cycle now and then."""
        beginnings = [self._emulated.beginning(operation, each) for each in inputs]
        done = calls(self._simulator, beginnings, advance)
        runs = [self._emulated.ended(operation, e.value, e.cycles, e.ram) for e in done.ends]
        wire = done.wire
        if wire is None:
            return runs, None
        place = self._emulated.place(wire.program_counter)
        return runs, WireDifference(wire.name, wire.cycle, place, wire.first, wire.second)


def calls(
    simulator: Simulator,
    beginnings: Sequence[Beginning],
    advance: Callable[[int], None] = lambda cycle: None,
) -> Calls:
    """Calls that differ in what is in RAM alone. A run without a call says how many cycles are
    not theirs."""
    first = beginnings[0]
    for each in beginnings:
        if (each.entry, each.registers, each.flash) != (first.entry, first.registers, first.flash):
            raise RtlError("runs in step differ in more than RAM")
    without, _ = _simulate(simulator, beginnings[:1], None, lambda cycle: None)
    ends, wire = _simulate(simulator, beginnings, first.entry, advance)
    others = without[0].cycles
    return Calls(
        tuple(replace(end, cycles=end.cycles - others) for end in ends),
        wire and replace(wire, cycle=wire.cycle - others),
    )


def _simulate(
    simulator: Simulator,
    beginnings: Sequence[Beginning],
    entry: int | None,
    advance: Callable[[int], None],
) -> tuple[list[Ended], Wire | None]:
    first = beginnings[0]
    with tempfile.TemporaryDirectory(prefix="whit-rtl-") as scratch:
        place = Path(scratch)
        (place / "rom").write_bytes(rom.content(first.registers, entry))
        (place / "flash").write_bytes(first.flash[1].rstrip(b"\0") + b"\0" * 64)
        for number, each in enumerate(beginnings):
            (place / f"ram{number}").write_bytes(each.ram[1])
        words = [
            *(str(CYCLES_LIMIT), "rom", str(first.flash[0]), "flash", str(first.ram[0])),
            *(f"ram{number}" for number in range(len(beginnings))),
        ]
        stops, wires = _told(simulator, words, place, advance)
        ends = [
            Ended(*stops[number], (place / f"ram{number}.out").read_bytes())
            for number in range(len(beginnings))
        ]
    return ends, min(wires, key=lambda wire: wire.cycle, default=None)


def _told(
    simulator: Simulator, words: Sequence[str], place: Path, advance: Callable[[int], None]
) -> tuple[dict[int, tuple[int, int]], list[Wire]]:
    """What the simulator says as it goes on: the cycle and the result of each circuit, and wires
    that differ."""
    stops: dict[int, tuple[int, int]] = {}
    wires: list[Wire] = []
    with subprocess.Popen(
        [str(simulator.program), *words],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            kind, *values = line.split()
            if kind == "at":
                advance(int(values[0]))
            elif kind == "stop":
                stops[int(values[0])] = int(values[1]), int(values[2])
            elif kind == "wire":
                wires.append(Wire(values[0], *map(int, values[1:])))
        message = process.stderr.read().strip()
    if process.returncode != 0:
        raise RtlError(f"{simulator.circuit}: {message or 'the simulator broke off'}")
    return stops, wires
