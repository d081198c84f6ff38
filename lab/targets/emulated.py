# SPDX-License-Identifier: MIT
"""A bench on an emulated core."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from lab.emulator import FOLLOWED, Beginning, Call, Machine, open_machine
from lab.emulator.differing import first_difference
from lab.emulator.errors import LimitError, Moment
from lab.emulator.places import Places
from lab.errors import LabError
from lab.findings import Difference, Followed, Place
from lab.model import POOL_BYTES, Operation, Run, Sizes, Traces
from lab.targets.buffers import Layout
from lab.targets.catalogue import Emulation, Target
from lab.targets.loading import LIMIT, arguments, beside, core_of, load, place, prepare


def follows(target: Target) -> bool:
    """Whether the lab has rules for how the core's instructions carry secrets."""
    return target.emulation is not None and target.emulation.engine in FOLLOWED


class EmulatedBench:
    """Calls the adapter's functions in an image, each on a core that was just started."""

    def __init__(self, target: Target, emulation: Emulation, elf: Path, sizes: Sizes) -> None:
        core = core_of(target, emulation)
        self._board = target.board
        self._counts_waiting = emulation.counts_waiting
        self._machine = open_machine(elf, core)
        self._prepared: tuple[bytes, int] | None = None
        self._layout = Layout(sizes)
        self._elf = elf

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        machine, layout = self._machine, self._layout
        prepared_stack = self._start()
        given = load(machine, layout, operation, inputs)
        call = machine.call(operation.function, *given, trace=trace, limit=LIMIT)
        for after in operation.after:
            beside(machine, layout, after)
        traces = call.traces
        return replace(
            self._left(operation, call.value, call.cycles),
            stack_bytes=max(call.stack_bytes, prepared_stack),
            instructions=call.instructions,
            board_cycles=self._on_board(call),
            traces=Traces(traces.program_counters, traces.addresses, traces.cycles)
            if traces
            else None,
        )

    def _left(self, operation: Operation, value: int, cycles: int) -> Run:
        """What a run that is over left in RAM."""
        machine, layout = self._machine, self._layout
        buffers = machine.symbol("harness_buffers")
        outputs = {
            parameter.buffer: machine.read(
                buffers + layout.offset(parameter.buffer), len(layout.filled(parameter, {}))
            )
            for parameter in operation.parameters
            if parameter.direction == "out"
        }
        draws = int.from_bytes(machine.read(machine.symbol("harness_draws"), 4), "little")
        return Run(value, outputs, cycles, None, draws, heap_bytes=taken_from_heap(machine))

    def beginning(self, operation: Operation, inputs: Mapping[str, bytes]) -> Beginning:
        """What a run begins with, for another core of the same instructions."""
        self._start()
        given = load(self._machine, self._layout, operation, inputs)
        return self._machine.beginning(operation.function, *given)

    def ended(self, operation: Operation, value: int, cycles: int, ram: bytes) -> Run:
        """A run that another core made, from what it left in RAM."""
        self._machine.write(self._machine.core.ram[0], ram)
        return self._left(operation, value, cycles)

    def profile(self, operation: Operation, inputs: Mapping[str, bytes]) -> Mapping[str, int]:
        """The cycles of a run in each symbol itself, the costliest first."""
        self._start()
        given = load(self._machine, self._layout, operation, inputs)
        return self._machine.profile(operation.function, *given, limit=LIMIT)

    def follow(self, operation: Operation, inputs: Mapping[str, bytes]) -> Followed:
        """Run, and tell what secrets decide."""
        machine, layout = self._machine, self._layout
        self._start()
        place(machine, layout, operation, inputs)
        with machine.following() as secrets:
            for name in operation.secrets:
                at, length = self._secret(name, inputs)
                secrets.mark(at, length)
            run = sum(beside(machine, layout, before) for before in operation.before)
            given = arguments(machine, layout, operation.call, inputs)
            run += machine.call(operation.function, *given, limit=LIMIT).instructions
            if secrets.instructions != run:
                raise LabError(f"of {run} instructions {secrets.instructions} were followed")
            return Followed(secrets.instructions, tuple(secrets.decided()))

    def _secret(self, name: str, inputs: Mapping[str, bytes]) -> tuple[int, int]:
        """Where a secret input is, and its length."""
        if name == "pool":
            return self._machine.symbol("harness_pool"), POOL_BYTES
        buffers = self._machine.symbol("harness_buffers")
        return buffers + self._layout.offset(name), len(inputs[name])

    def place(self, address: int) -> Place:
        """Of an instruction of the image."""
        return self._places.at(address)

    @cached_property
    def _places(self) -> Places:
        return Places(self._elf, self._machine.FORMAT)

    def _start(self) -> int:
        """A core that was just started, and the library set up; the stack that this took. What
        the library leaves in RAM is the same each time, so that it is kept."""
        machine = self._machine
        origin, size_bytes = machine.core.ram
        machine.boot()
        if self._prepared is None:
            stack_bytes = prepare(machine)
            self._prepared = machine.read(origin, size_bytes), stack_bytes
        ram, stack_bytes = self._prepared
        machine.write(origin, ram)
        return stack_bytes

    def _on_board(self, call: Call) -> int | None:
        """With the cycles that the board's flash adds, where the engine counts them."""
        if self._board is None:
            return None
        if self._board.flash.wait_states and not self._counts_waiting:
            return None
        return call.cycles + call.stalls

    def difference(
        self, operation: Operation, inputs: Sequence[Mapping[str, bytes]], instructions: int
    ) -> Difference:
        """Where two runs part whose traces differ after so many instructions."""

        def repeated(own: Mapping[str, bytes]) -> Callable[[int], Moment]:
            def run(after: int) -> Moment:
                machine = self._machine
                self._start()
                given = load(machine, self._layout, operation, own)
                return machine.moment(operation.function, *given, after=after)

            return run

        first, second = map(repeated, inputs)
        return first_difference(first, second, instructions, self._places)


def call_alone(
    target: Target, elf: Path, function: str, pool: bytes, limit: int
) -> tuple[Call, int]:
    """Call a function without arguments on a core that was just started; and what it took from the
    heap. LabError where it does not return within so many instructions."""
    assert target.emulation is not None
    machine = open_machine(elf, core_of(target, target.emulation))
    machine.boot()
    machine.write(machine.symbol("harness_pool"), pool)
    try:
        call = machine.call(function, limit=limit)
    except LimitError as error:
        at = error.moment.program_counter or 0
        place = Places(elf, machine.FORMAT).at(at)
        raise LabError(
            f"{function} does not return within {limit:,} instructions; then it is in {place}"
        ) from error
    return call, taken_from_heap(machine)


def taken_from_heap(machine: Machine) -> int:
    """What a program took from the heap, at most: the harness's never shrinks."""
    try:
        taken = machine.symbol("harness_heap_bytes")
    except KeyError:
        return 0
    return int.from_bytes(machine.read(taken, 4), "little")
