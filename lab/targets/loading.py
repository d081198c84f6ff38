# SPDX-License-Identifier: MIT
"""What stands between an image on an emulated core and a call of an operation."""

from collections.abc import Mapping

from lab.emulator import Core, Machine
from lab.errors import LabError
from lab.model import POOL_BYTES, AdapterCall, Operation
from lab.targets.buffers import Layout
from lab.targets.catalogue import Emulation, Target

# Of instructions, until a call is thought not to end. RELIC takes 7,650 million to set up a prime
# of 1536 bits for pairings, and 5,000 million to verify with it.
LIMIT = 10_000_000_000


def core_of(target: Target, emulation: Emulation) -> Core:
    """The emulated core of a target."""
    return Core(
        name=target.name,
        engine=emulation.engine,
        model=emulation.model,
        multiply_cycles=emulation.multiply_cycles,
        flash=(emulation.flash_origin, emulation.flash_bytes),
        ram=(emulation.ram_origin, emulation.ram_bytes),
        flash_timing=target.board.flash if target.board else None,
    )


def prepare(machine: Machine) -> int:
    """Let the library set itself up, as a program does once; the stack that it took."""
    try:
        call = machine.call("adapter_prepare", limit=LIMIT)
    except KeyError:
        return 0
    if call.value != 0:
        raise LabError("the library could not be set up")
    return call.stack_bytes


def load(
    machine: Machine, layout: Layout, operation: Operation, inputs: Mapping[str, bytes]
) -> list[int]:
    """Put an operation's inputs in place; the arguments of its adapter function."""
    place(machine, layout, operation, inputs)
    for before in operation.before:
        beside(machine, layout, before)
    return arguments(machine, layout, operation.call, inputs)


def place(
    machine: Machine, layout: Layout, operation: Operation, inputs: Mapping[str, bytes]
) -> None:
    """Put an operation's inputs into the harness's buffers."""
    buffers = machine.symbol("harness_buffers")
    for parameter in operation.parameters:
        if parameter.direction != "length":
            content = layout.filled(parameter, inputs)
            machine.write(buffers + layout.offset(parameter.buffer), content)
    machine.write(machine.symbol("harness_pool"), inputs.get("pool", b"").ljust(POOL_BYTES, b"\0"))


def arguments(
    machine: Machine, layout: Layout, call: AdapterCall, inputs: Mapping[str, bytes]
) -> list[int]:
    buffers = machine.symbol("harness_buffers")
    return [
        len(inputs[parameter.buffer])
        if parameter.direction == "length"
        else buffers + layout.offset(parameter.buffer)
        for parameter in call.parameters
    ]


def beside(machine: Machine, layout: Layout, call: AdapterCall) -> int:
    """A call that is not measured; how many instructions it took."""
    made = machine.call(call.function, *arguments(machine, layout, call, {}), limit=LIMIT)
    if made.value != 0:
        raise LabError(f"{call.function} failed")
    return made.instructions
