# SPDX-License-Identifier: MIT
"""From a case to where its cycles go."""

from statistics import median_low

from lab.errors import UnsupportedError, WrongResultError
from lab.measures import inputs as generated
from lab.measures.cost import runs
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.measuring import Lab
from lab.runner.naming import naming
from lab.runner.observer import Observer
from lab.targets.bench import open_bench
from lab.targets.emulated import EmulatedBench
from lab.timings import CyclesBySymbol


def cycles_by_symbol(
    lab: Lab, case: Case, keys: int, seed: str, observer: Observer
) -> CyclesBySymbol:
    """Of the run that takes the median of the cycles with so many keys, as measuring has it. Every
    result is checked. The case is one of `select_emulated`."""
    curve = libraries.curve_of(case)
    operation, worked_on = curve.operation(case.operation), curve.under(case.operation)
    workshop = lab.workshop(case.target, case.compiler)
    observer.case(case, keys)
    built = workshop.build(case)
    with naming(case):
        bench = open_bench(workshop.target, built.image.elf, curve.sizes_for(operation.name))
        if not isinstance(bench, EmulatedBench):
            raise UnsupportedError(f"{case.target} is not emulated")
        done = runs(
            bench, operation, worked_on, seed=seed, keys=keys, trace=False, advance=observer.advance
        )
        taken = [run.cycles for run in done if run.cycles is not None]
        cycles = median_low(taken)
        inputs = generated.make(operation, worked_on, seed, taken.index(cycles))
        symbols = bench.profile(operation, inputs)
        if sum(symbols.values()) != cycles:
            raise WrongResultError(
                f"the symbols have {sum(symbols.values()):,} cycles of {cycles:,}"
            )
    return CyclesBySymbol(
        target=case.target,
        library=case.library,
        version=libraries.find(case.library).version,
        variant=case.variant,
        curve=case.curve,
        operation=case.operation,
        keys=keys,
        cycles=cycles,
        symbols=symbols,
        seed=seed,
        compiler=workshop.compiler(case.library),
        flags=built.flags,
        image_sha256=built.image.sha256,
    )
