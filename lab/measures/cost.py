# SPDX-License-Identifier: MIT
"""Cycles and stack of an operation over several keys, every result checked."""

from collections.abc import Callable
from statistics import median_low

from lab.measures import inputs as generated
from lab.measures.checks import check, check_refused
from lab.measures.traces import distinct
from lab.model import Bench, Cost, Operation, Run

Advance = Callable[[], None]


def runs(
    bench: Bench,
    operation: Operation,
    *,
    seed: str,
    keys: int,
    trace: bool,
    advance: Advance,
) -> list[Run]:
    """Run the operation with `keys` sets of inputs; check each result, and once that
    bad input is refused."""
    done = []
    for index in range(keys):
        inputs = generated.make(operation, seed, index)
        run = bench.run(operation, inputs, trace=trace)
        check(operation, inputs, run, seed)
        done.append(run)
        if index == 0:
            for bad in generated.bad(operation, inputs):
                check_refused(operation, bench.run(operation, bad))
        advance()
    return done


def measure(
    bench: Bench,
    operation: Operation,
    *,
    seed: str,
    keys: int,
    trace: bool,
    advance: Advance = lambda: None,
) -> Cost:
    """Median, least and most cycles; the deepest stack; whether traces agreed."""
    done = runs(
        bench,
        operation,
        seed=seed,
        keys=keys,
        trace=trace and bool(operation.secrets),
        advance=advance,
    )
    cycles = [run.cycles for run in done if run.cycles is not None]
    stacks = [run.stack_bytes for run in done if run.stack_bytes is not None]
    compared = distinct(done)
    return Cost(
        cycles=median_low(cycles) if cycles else None,
        cycles_min=min(cycles, default=None),
        cycles_max=max(cycles, default=None),
        stack_bytes=max(stacks, default=None),
        constant_time=compared.constant if compared else None,
    )
