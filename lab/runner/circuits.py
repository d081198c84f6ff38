# SPDX-License-Identifier: MIT
"""Operations on the RTL of cores, beside the emulator."""

import importlib
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from lab.errors import LabError, UnknownNameError
from lab.findings import Confirmation
from lab.measures import inputs as generated
from lab.measures.checks import check
from lab.model import Case
from lab.paths import ROOT
from lab.peers import catalogue as libraries
from lab.rtl import PROGRESS_CYCLES, CircuitBench, RtlError, Simulator, build, lacking
from lab.runner.measuring import Lab
from lab.runner.naming import naming
from lab.runner.observer import Observer
from lab.runner.selection import EVERY, Selection, select_traceable
from lab.targets import catalogue as targets
from lab.targets.bench import open_bench
from lab.targets.emulated import EmulatedBench

_INSTALL = ("-m", "tools.develop.bootstrap", "rtl")


def circuits() -> tuple[str, ...]:
    """The targets whose RTL can be had."""
    return tuple(name for name in targets.names() if targets.find(name).circuit)


def select_circuits(selection: Selection) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """What can be traced, on targets whose RTL can be had: all of these where none is asked for."""
    every = circuits()
    asked = selection.targets or (EVERY,)
    for name in asked:
        if name != EVERY and name not in every:
            raise UnknownNameError("target with RTL", name, every)
    chosen = every if EVERY in asked else asked
    return select_traceable(replace(selection, targets=chosen))


def simulators(cases: Sequence[Case], observer: Observer) -> dict[str, Simulator]:
    """Of every target of these cases; what they need is installed, if need be."""
    found = {case.target: targets.find(case.target).circuit for case in cases}
    wanted = {name: circuit for name, circuit in found.items() if circuit}
    if lacking(tuple(wanted.values())):
        # Its messages, which say how much there is to download, are no results.
        done = subprocess.run([sys.executable, *_INSTALL], cwd=ROOT, stdout=sys.stderr, check=False)
        if done.returncode != 0:
            raise RtlError("what circuits are simulated with could not be installed")
        importlib.invalidate_caches()
    return {name: build(circuit, observer.say) for name, circuit in wanted.items()}


def confirm(
    lab: Lab, case: Case, simulator: Simulator, observer: Observer, secrets: int, seed: str
) -> Confirmation:
    """Run the operation with as many secrets on the emulated core, and in step on circuits. The
    case is one of `select_circuits`. LabError for a wrong result."""
    curve = libraries.curve_of(case)
    operation = curve.operation(case.operation)
    workshop = lab.workshop(case.target, case.compiler)
    built = workshop.build(case)
    bench = open_bench(workshop.target, built.image.elf, curve.sizes_for(operation.name))
    assert isinstance(bench, EmulatedBench)
    inputs = [generated.make(operation, curve, seed, index) for index in range(secrets)]
    modelled = [bench.run(operation, each) for each in inputs]
    cycles = max(run.cycles or 0 for run in modelled)
    observer.case(case, cycles // PROGRESS_CYCLES + 1)
    with naming(case):
        measured, difference = CircuitBench(simulator, bench).run(
            operation, inputs, _step(observer.advance)
        )
        for given, run, emulated in zip(inputs, measured, modelled, strict=True):
            check(operation, curve, given, run, seed)
            if run.outputs != emulated.outputs or run.draws != emulated.draws:
                raise LabError("the circuit computes something else than the emulated core")
    first, beside = measured[0], modelled[0]
    return Confirmation(
        target=case.target,
        library=case.library,
        variant=case.variant,
        curve=case.curve,
        operation=case.operation,
        secrets=secrets,
        cycles_measured=first.cycles or 0,
        cycles_modelled=beside.cycles or 0,
        instructions=beside.instructions or 0,
        difference=difference,
        circuit=simulator.circuit,
        simulator=simulator.verilator,
        seed=seed,
        compiler=workshop.compiler(case.library),
        flags=built.flags,
        image_sha256=built.image.sha256,
    )


def _step(advance: Callable[[], None]) -> Callable[[int], None]:
    """Tells of progress, which the simulator says at cycle 0 too."""
    return lambda cycle: advance() if cycle else None
