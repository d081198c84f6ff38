# SPDX-License-Identifier: MIT
"""Instruction sets that are followed: their kernels, tools and conventions."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tools.kernels.armv6m import kernels as armv6m
from tools.kernels.armv7em import kernels as armv7em
from tools.kernels.armv7m import kernels as armv7m
from tools.kernels.avr import kernels as avr_kernels
from tools.kernels.avr.family import FAMILY as AVR
from tools.kernels.kernel import InstructionSet, Kernel
from tools.kernels.rv32 import kernels as rv32_kernels
from tools.kernels.rv32.family import FAMILY as RV32
from tools.prove import avr, rv32, thumb
from tools.prove.algebra import UnprovedError
from tools.prove.build import Toolchain, build
from tools.prove.claims import Claim, claim
from tools.prove.cuts import CuttingSolver
from tools.prove.machine import Program
from tools.prove.points import CUTS
from tools.prove.proof import Call, Convention, Runs, prove

SYMBOL = re.compile(r"\bwhit_(\w+)")
NAMED = re.compile(r"-Dwhit_(\w+)=whit_(\w+)")
REGISTER = re.compile(r"\b[rast]\d+\b")


@dataclass(frozen=True)
class Core:
    """An instruction set, the kernels of its own, and how they are compiled and called."""

    family: InstructionSet
    kernels: tuple[Kernel, ...]
    toolchain: Toolchain
    convention: Convention

    def register(self, kernel: Kernel, place: int) -> tuple[str, str]:
        """Where an argument is, and its name."""
        name = kernel.inputs[place]
        register, is_named, operand = name.partition(" = ")
        return (register, operand) if is_named else (self.family.inputs[place], name)


CORES = {
    core.family.name: core
    for core in (
        Core(armv6m.FAMILY, armv6m.KERNELS, thumb.toolchain("cortex-m0"), thumb.CONVENTION),
        Core(armv7m.FAMILY, armv7m.KERNELS, thumb.toolchain("cortex-m3"), thumb.CONVENTION),
        Core(armv7em.FAMILY, armv7em.KERNELS, thumb.toolchain("cortex-m4"), thumb.CONVENTION),
        Core(AVR, avr_kernels.KERNELS, avr.TOOLCHAIN, avr.CONVENTION),
        Core(RV32, rv32_kernels.KERNELS, rv32.TOOLCHAIN, rv32.CONVENTION),
    )
}


@dataclass(frozen=True)
class Task:
    """A form of a kernel, where its name has several."""

    core: str
    place: int  # among the kernels of the instruction set

    @property
    def kernel(self) -> Kernel:
        return CORES[self.core].kernels[self.place]

    @property
    def name(self) -> str:
        return self.kernel.name + self.kernel.suffix

    @property
    def symbol(self) -> str:
        return f"whit_{self.kernel.name}{CORES[self.core].family.ending}"

    def claim(self) -> Claim | None:
        return claim(self.kernel, CORES[self.core].convention.bits)


def tasks(names: Mapping[str, Core] = CORES) -> Iterator[Task]:
    for name, core in names.items():
        for place in range(len(core.kernels)):
            yield Task(name, place)


@cache
def programs(core: str) -> list[tuple[tuple[Kernel, ...], Program]]:
    """The kernels of an instruction set that claim something, with what they call, in as many
    programs as there are forms of one name."""
    of = CORES[core]
    left = [kernel for kernel in of.kernels if claim(kernel, of.convention.bits)]
    found = []
    while left:
        names: dict[str, Kernel] = {}
        for kernel in left:
            names.setdefault(kernel.name, kernel)
        waiting = list(names.values())
        while waiting:
            called = called_by(of, waiting.pop())
            for kernel in of.kernels:
                if kernel.name in called and kernel.name not in names:
                    names[kernel.name] = kernel
                    waiting.append(kernel)
        chosen = tuple(names.values())
        found.append((chosen, build(of.family, of.toolchain, chosen)))
        left = [kernel for kernel in left if kernel not in chosen]
    return found


def called_by(core: Core, kernel: Kernel) -> set[str]:
    """Names of kernels that a kernel's file names, other than its own."""
    text = core.family.path(kernel).read_text()
    renamed = dict(NAMED.findall(" ".join(core.toolchain.compiler)))
    symbols = (renamed.get(each, each) for each in SYMBOL.findall(text))
    return {each.removesuffix(core.family.ending) for each in symbols} - {kernel.name}


def program_of(task: Task) -> Program:
    return next(program for kernels, program in programs(task.core) if task.kernel in kernels)


def layouts(claim: Claim, arguments: tuple[tuple[str, str], ...]) -> Iterator[Call]:
    """Every way in which the result and the operands may be in the same memory."""
    yield Call(arguments)
    names = [name for _, name in arguments]
    if [name for name, _ in claim.results] != ["r"] or claim.condition:
        return
    operands = [name for name in names if name in ("a", "b")]
    for name in operands:
        yield Call(arguments, ((name, "r"),))
    if len(operands) == 2:
        yield Call(arguments, (("b", "a"),))
        yield Call(arguments, (("a", "r"), ("b", "r")))


def prove_task(
    task: Task,
    program: Program | None = None,
    claimed: Claim | None = None,
    distinct: bool = False,
) -> list[Runs]:
    """A kernel's claim, for each layout or that of distinct memory alone; with cuts if it is not
    found without. Raises UnprovedError, with what is not found without.

    A program and a claim may be given in place of its own."""
    core = CORES[task.core]
    claimed = claimed or task.claim()
    if claimed is None:
        raise UnprovedError("what it computes is not read")
    places = range(len(task.kernel.inputs))
    arguments = tuple(core.register(task.kernel, place) for place in places)
    program = program or program_of(task)
    entry = program.symbols[task.symbol]
    kept = kept_registers(task)
    calls = [Call(arguments)] if distinct else list(layouts(claimed, arguments))
    of = core.convention, program, entry, claimed
    cuts = [
        (cut.address(program, f"whit_{cut.kernel}{core.family.ending}"), cut)
        for cut in CUTS.get(task.core, {}).get(task.kernel.name, ())
    ]
    try:
        return [prove(*of, call, kept, cuts=cuts) for call in calls]
    except UnprovedError as reason:
        if cuts:
            raise
        try:
            return [prove(*of, call, kept, CuttingSolver) for call in calls]
        except UnprovedError:
            raise reason from None


def kept_registers(task: Task) -> list[str]:
    """Those of a function of C; or that a kernel, and what it calls or goes on in, does not say
    that it changes."""
    core = CORES[task.core]
    if task.kernel.is_for_c:
        return list(core.convention.saved)
    waiting, seen = [task.kernel.name], {task.kernel.name}
    changed: set[str] = set()
    while waiting:
        name = waiting.pop()
        for kernel in core.kernels:
            if kernel.name == name:
                lost = core.family.lost(kernel, kernel.lines())
                if "No register is kept" in lost:
                    return []
                # Those that go on for others say nothing of registers.
                changed |= set(REGISTER.findall(lost or " ".join(kernel.lines())))
                others = called_by(core, kernel) - seen
                seen |= others
                waiting += others
    return [each for each in core.convention.kept if each not in changed]


def processors() -> int:
    return os.cpu_count() or 1
