# SPDX-License-Identifier: MIT
"""Runs a linked program on an emulated core and says what each call costs.

Cycles are modelled from the cores' manuals at zero wait states: cycles.c, riscv_cycles.c.
"""

from collections.abc import Mapping
from pathlib import Path

from lab.emulator.arm import ArmMachine
from lab.emulator.avr import AvrMachine
from lab.emulator.errors import EmulationError
from lab.emulator.image import Image, read_image
from lab.emulator.machine import Beginning, Call, Core, FlashTiming, Machine, Trace
from lab.emulator.riscv import RiscvMachine

__all__ = [
    "FOLLOWED",
    "Beginning",
    "Call",
    "Core",
    "EmulationError",
    "FlashTiming",
    "Machine",
    "Trace",
    "open_machine",
    "read_program",
]

# The engines that secrets are followed on.
FOLLOWED = ("arm", "riscv", "avr")

_ENGINES: Mapping[str, type[ArmMachine] | type[RiscvMachine] | type[AvrMachine]] = {
    "arm": ArmMachine,
    "riscv": RiscvMachine,
    "avr": AvrMachine,
}


def open_machine(elf_path: Path, core: Core, blob: bytes | None = None) -> Machine:
    """The machine of the core's engine with a program in its flash; EmulationError when
    there is no such engine."""
    if core.engine not in _ENGINES:
        raise EmulationError(f"core {core.name}: no engine {core.engine}")
    return _ENGINES[core.engine](elf_path, core, blob)


def read_program(elf_path: Path, engine: str) -> Image:
    """A linked program for an engine; EmulationError for anything else."""
    return read_image(elf_path, _ENGINES[engine].FORMAT)
