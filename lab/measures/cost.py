# SPDX-License-Identifier: MIT
"""Cycles and stack of an operation over several keys, every result checked."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import median_low

from lab import oracle
from lab.curves import Curve
from lab.measures import inputs as generated
from lab.measures.checks import MAKING_KEYS, check, check_randomness, check_refused
from lab.measures.traces import distinct
from lab.model import Bench, Cost, Operation, Run

Advance = Callable[[], None]

# How many times the runs that are to be alike may be needed to find them: where every
# second nonce is refused, twice as many are.
MOST_RUNS = 8

# Operations whose nonces RFC 6979 derives, where it is ECDSA.
DERIVING = ("sign_message", "sign_hedged")


def runs(
    bench: Bench,
    operation: Operation,
    curve: Curve,
    *,
    seed: str,
    keys: int,
    trace: bool,
    alike: bool = False,
    advance: Advance,
) -> list[Run]:
    """Run the operation with `keys` sets of inputs, or until so many are alike: they drew
    randomness equally often. Check each result, that they differ as keys and nonces do, and once
    that bad input is refused."""
    done: list[Run] = []
    drawn: Counter[int] = Counter()
    for index in range(MOST_RUNS * keys if alike else keys):
        inputs = generated.make(operation, curve, seed, index)
        run = bench.run(operation, inputs, trace=trace)
        if operation.name in DERIVING and curve.form == "weierstrass":
            noise = inputs["pool"][: oracle.of(curve).noise_bytes]
            derived = noise if operation.name == "sign_hedged" else b""
            run = _counted(curve, inputs, derived, run)
        check(operation, curve, inputs, run, seed)
        done.append(run)
        drawn[run.draws] += 1
        if index == 0:
            for bad in generated.bad(operation, curve, inputs):
                check_refused(operation, bench.run(operation, bad))
        advance()
        if alike and drawn[run.draws] == keys:
            break
    compared = done
    if operation.name in MAKING_KEYS and len(done) == 1 and done[0].draws == 0:
        # From a generator that was seeded before, or from none.
        compared = [*done, bench.run(operation, generated.make(operation, curve, seed, 1))]
    check_randomness(operation, compared)
    return done


def _counted(curve: Curve, inputs: Mapping[str, bytes], noise: bytes, run: Run) -> Run:
    """With the nonces that RFC 6979 draws from the key, the message and noise among the draws."""
    refused = oracle.of(curve).nonces_refused(inputs["private_key"], inputs["message"], noise)
    return replace(run, draws=run.draws + 1 + refused)


def measure(
    bench: Bench,
    operation: Operation,
    curve: Curve,
    *,
    seed: str,
    keys: int,
    trace: bool,
    advance: Advance = lambda: None,
) -> Cost:
    """Median, least and most cycles; median instructions; the deepest stack; whether traces
    agreed."""
    done = runs(
        bench,
        operation,
        curve,
        seed=seed,
        keys=keys,
        trace=trace and bool(operation.secrets),
        advance=advance,
    )
    cycles = [run.cycles for run in done if run.cycles is not None]
    instructions = [run.instructions for run in done if run.instructions is not None]
    stacks = [run.stack_bytes for run in done if run.stack_bytes is not None]
    on_board = [run.board_cycles for run in done if run.board_cycles is not None]
    compared = distinct(done)
    return Cost(
        cycles=median_low(cycles) if cycles else None,
        cycles_min=min(cycles, default=None),
        cycles_max=max(cycles, default=None),
        stack_bytes=max(stacks, default=None),
        constant_time=compared.constant if compared else None,
        instructions=median_low(instructions) if instructions else None,
        heap_bytes=max(run.heap_bytes for run in done),
        board_cycles=median_low(on_board) if on_board else None,
    )


def together(costs: Sequence[Cost]) -> Cost:
    """The row of the image that holds several operations: no one's cycles."""
    stacks = [cost.stack_bytes for cost in costs if cost.stack_bytes is not None]
    verdicts = [cost.constant_time for cost in costs if cost.constant_time is not None]
    return Cost(
        cycles=None,
        cycles_min=None,
        cycles_max=None,
        stack_bytes=max(stacks, default=None),
        constant_time=all(verdicts) if verdicts else None,
        heap_bytes=max(cost.heap_bytes for cost in costs),
    )
