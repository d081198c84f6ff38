# SPDX-License-Identifier: MIT
"""Instruction sets that are followed: their kernels, tools and conventions."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from tools.prove import avr, integers, rv32, thumb, trial
from tools.prove.algebra import UnprovedError
from tools.prove.blocks import UncutError, with_blocks
from tools.prove.build import Toolchain, build
from tools.prove.claims import Claim, claim, operand
from tools.prove.counts import CountingSolver
from tools.prove.cuts import CuttingSolver
from tools.prove.machine import Program
from tools.prove.operands import Number, Sum
from tools.prove.points import CUTS, Cut
from tools.prove.proof import Call, Convention, Runs, prove
from tools.prove.solver import Solver
from tools.prove.totals import TOTALS, with_totals

SYMBOL = re.compile(r"\bwhit_(\w+)")
NAMED = re.compile(r"-Dwhit_(\w+)=whit_(\w+)")
SAVING = re.compile(r"whit_(\w+), with registers saved\.")
EQUATION = re.compile(r"(?:^|, )[rd] \+?= |^\([^)]*\) / 2\^")
# What a refusal says where some cases are proved.
SOME = "; proved for "
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
        register, name = operand(kernel.inputs[place])
        return register or self.family.inputs[place], name

    def claims(self, kernel: Kernel) -> tuple[Claim, ...]:
        return claims_of(self.behind(kernel), self.convention.bits)

    def behind(self, kernel: Kernel) -> Kernel:
        """The kernel that one calls that saves registers for it; or itself."""
        match = SAVING.fullmatch(kernel.what)
        name = match[1].removesuffix(self.family.ending) if match else kernel.name
        kernels = (each for each in self.kernels if each.name == name)
        return next((each for each in kernels if each is not kernel), kernel) if match else kernel


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

    def claims(self) -> tuple[Claim, ...]:
        return CORES[self.core].claims(self.kernel)

    def claim(self) -> Claim | None:
        """The first, which most have alone."""
        return next(iter(self.claims()), None)


@cache
def claims_of(kernel: Kernel, bits: int) -> tuple[Claim, ...]:
    of_field = claim(kernel, bits)
    return (of_field,) if of_field else integers.claims(kernel, bits)


def tasks(names: Mapping[str, Core] = CORES) -> Iterator[Task]:
    for name, core in names.items():
        for place in range(len(core.kernels)):
            yield Task(name, place)


@cache
def programs(core: str) -> list[tuple[tuple[Kernel, ...], Program]]:
    """The kernels of an instruction set that claim something, with what they call, in as many
    programs as there are forms of one name."""
    of = CORES[core]
    left = [kernel for kernel in of.kernels if of.claims(kernel)]
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
        program = with_blocks(build(of.family, of.toolchain, chosen))
        found.append((chosen, with_totals(program, TOTALS.get(core, ()), of.family.ending)))
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
    operands = [
        name
        for name in names
        if name in ("a", "b", "t") and isinstance(claim.kind(name), Number | Sum | None)
    ]
    for name in [] if claim.apart else operands:
        yield Call(arguments, ((name, "r"),))
    if len(operands) == 2 and claim.length("a") == claim.length("b"):
        yield Call(arguments, (("b", "a"),))
        if not claim.apart:
            yield Call(arguments, (("a", "r"), ("b", "r")))


def prove_task(
    task: Task,
    program: Program | None = None,
    claimed: Claim | None = None,
    distinct: bool = False,
) -> list[Runs]:
    """A kernel's claims, for each layout or that of distinct memory alone; by other solvers if one
    is not found by the first. Raises UnprovedError, with what is not found by that.

    A program and a claim may be given in place of its own."""
    core = CORES[task.core]
    every = (claimed,) if claimed else task.claims()
    if not every:
        raise UnprovedError("what it computes is not read")
    places = range(len(task.kernel.inputs))
    arguments = tuple(core.register(task.kernel, place) for place in places)
    program = program or program_of(task)
    entry = program.symbols[task.symbol]
    kept = kept_registers(task)
    found: list[Runs] = []
    proved: dict[str, None] = {}
    traces: dict[str, str] = {}
    for each in every:
        try:
            calls = [Call(arguments)] if distinct else list(layouts(each, arguments))
            of = core.convention, program, entry, each
            cuts = [
                (cut.address(program, f"whit_{cut.kernel}{core.family.ending}"), cut)
                for cut in CUTS.get(task.core, {}).get(core.behind(task.kernel).name, ())
            ]
            runs = prove_calls(of, calls, kept, cuts)
            found += runs
            for trace in (run.trace for run in runs if each.secret):
                if trace != traces.setdefault(each.secret, trace):
                    raise UnprovedError("instructions or addresses depend on a secret")
        except UnprovedError as error:
            if not each.case:
                raise
            others = SOME + joined(proved) if proved else ""
            raise UnprovedError(f"{error}, for {each.case}{others}") from error
        proved[each.case] = None
    return found


def prove_calls(
    of: tuple[Convention, Program, int, Claim],
    calls: Sequence[Call],
    kept: Sequence[str],
    cuts: Sequence[tuple[int, Cut]],
) -> list[Runs]:
    """By each solver until one finds the proof; raises what the first one says that
    has what the kernel needs."""
    claim = of[-1]
    if cuts:
        return [prove(*of, call, kept, cuts=cuts) for call in calls]
    kinds: list[type[Solver]] = [Solver, CuttingSolver, CountingSolver]
    if claim.least:
        # The highest limbs tell how often the modulus is taken away.
        kinds.reverse()
    by = prove if claim.is_plain else trial.prove
    refused: UnprovedError | None = None
    for kind in kinds:
        try:
            return [by(*of, call, kept, kind) for call in calls]
        except UnprovedError as error:
            # Another solver cuts what this one cannot.
            if refused is None or isinstance(refused, UncutError):
                refused = error
    assert refused
    raise refused


def joined(cases: Iterable[str]) -> str:
    """n = 1, n = 2 as n = 1, 2."""
    found = ""
    for each in cases:
        name, is_number, value = each.rpartition(" = ")
        repeats = is_number and found and f"{name} =" in found
        found += f", {value if repeats else each}" if found else each
    return found


def reason(task: Task) -> str:
    """Why a kernel claims nothing by itself."""
    core, name = CORES[task.core], task.kernel.name
    if not task.kernel.is_for_c:
        callers = dict.fromkeys(each.name for each in core.kernels if name in called_by(core, each))
        # By a name that plan.h gives it: the toolchain here gives that to another kernel.
        others = "a part of others in profile fast, which is not the form that is followed"
        return f"a part of {', '.join(callers)}" if callers else others
    if not EQUATION.search(task.kernel.what):
        return "its sentence has no equation of numbers"
    return "what its sentence says is not read"


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
