# SPDX-License-Identifier: MIT
"""A bench on an emulated core."""

from collections.abc import Mapping
from pathlib import Path

from lab.emulator import Call, Core, open_machine
from lab.errors import LabError
from lab.model import POOL_BYTES, Operation, Run, Sizes, Traces
from lab.targets.buffers import Layout
from lab.targets.catalogue import Emulation, Target


class EmulatedBench:
    """Calls the adapter's functions in an image, each on a core that was just started."""

    def __init__(self, target: Target, emulation: Emulation, elf: Path, sizes: Sizes) -> None:
        core = Core(
            name=target.name,
            engine=emulation.engine,
            model=emulation.model,
            multiply_cycles=emulation.multiply_cycles,
            flash=(emulation.flash_origin, emulation.flash_bytes),
            ram=(emulation.ram_origin, emulation.ram_bytes),
            flash_timing=target.board.flash if target.board else None,
        )
        self._board = target.board
        self._machine = open_machine(elf, core)
        self._layout = Layout(sizes)

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        machine, layout = self._machine, self._layout
        machine.boot()
        prepared_stack = self._prepare()
        buffers = machine.symbol("harness_buffers")
        for parameter in operation.parameters:
            if parameter.direction != "length":
                content = layout.filled(parameter, inputs)
                machine.write(buffers + layout.offset(parameter.buffer), content)
        machine.write(
            machine.symbol("harness_pool"), inputs.get("pool", b"").ljust(POOL_BYTES, b"\0")
        )
        arguments = [
            len(inputs[parameter.buffer])
            if parameter.direction == "length"
            else buffers + layout.offset(parameter.buffer)
            for parameter in operation.parameters
        ]
        call = machine.call(operation.function, *arguments, trace=trace)
        outputs = {
            parameter.buffer: machine.read(
                buffers + layout.offset(parameter.buffer), len(layout.filled(parameter, {}))
            )
            for parameter in operation.parameters
            if parameter.direction == "out"
        }
        draws = int.from_bytes(machine.read(machine.symbol("harness_draws"), 4), "little")
        traces = call.traces
        return Run(
            value=call.value,
            outputs=outputs,
            cycles=call.cycles,
            stack_bytes=max(call.stack_bytes, prepared_stack),
            draws=draws,
            instructions=call.instructions,
            heap_bytes=self._heap_bytes(),
            board_cycles=self._on_board(call),
            traces=Traces(traces.program_counters, traces.addresses, traces.cycles)
            if traces
            else None,
        )

    def _on_board(self, call: Call) -> int | None:
        """With the cycles that the board's flash adds, where the engine counts them."""
        if self._board is None:
            return None
        if self._board.flash.wait_states and self._machine.core.engine != "arm":
            return None
        return call.cycles + call.stalls

    def _prepare(self) -> int:
        """Let the library set itself up, as a program does once; the stack that it took."""
        try:
            call = self._machine.call("adapter_prepare")
        except KeyError:
            return 0
        if call.value != 0:
            raise LabError("the library could not be set up")
        return call.stack_bytes

    def _heap_bytes(self) -> int:
        """What the library took from the heap, at most: the harness's never shrinks."""
        try:
            taken = self._machine.symbol("harness_heap_bytes")
        except KeyError:
            return 0
        return int.from_bytes(self._machine.read(taken, 4), "little")
