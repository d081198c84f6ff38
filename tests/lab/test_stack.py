# SPDX-License-Identifier: MIT
"""The two ways to count a stack agree on whole operations: the lowest stack pointer, and
what is left of paint."""

import shutil

import pytest

from lab import curves
from lab.emulator import open_machine
from lab.measures import inputs
from lab.model import Case
from lab.runner import Lab
from lab.targets import catalogue
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load, prepare

# What a frame may hold below its last value: padding to the ABI's alignment of the stack.
PADDING_BYTES = {"arm": 8, "riscv": 16, "avr": 1}
TARGETS = ("cortex-m0", "cortex-m4", "rv32imc", "avr")


@pytest.mark.slow
@pytest.mark.parametrize("operation_name", ["keygen", "ecdh", "sign", "verify"])
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.sampled(4)
def test_painting_and_tracking_agree(name: str, operation_name: str) -> None:
    target, curve = catalogue.find(name), curves.find("secp256r1")
    if shutil.which(target.compiler) is None:
        pytest.skip(f"{target.compiler} is not installed")
    operation = curve.operation(operation_name)
    built = (
        Lab()
        .workshop(name, "gcc")
        .build(Case(name, "whit", curve.name, operation_name, None, "balanced"))
    )
    emulation = target.emulation
    assert emulation is not None
    machine = open_machine(built.image.elf, core_of(target, emulation))
    machine.boot()
    prepare(machine)
    chosen = inputs.make(operation, curve, "test", 0)
    call = machine.call(operation.function, *load(machine, Layout(curve.sizes), operation, chosen))
    unpainted = call.stack_bytes - call.painted_stack_bytes
    assert 0 <= unpainted < PADDING_BYTES[emulation.engine]
    assert call.painted_stack_bytes > 500
