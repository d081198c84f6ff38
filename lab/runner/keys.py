# SPDX-License-Identifier: MIT
"""From a key agreement to what it takes with special private keys."""

from statistics import median_low

from lab import curves
from lab.errors import WrongResultError
from lab.measures import inputs as generated
from lab.measures import keys as forms
from lab.measures.checks import check
from lab.measures.cost import runs
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.measuring import Lab
from lab.runner.naming import naming
from lab.runner.observer import Observer
from lab.targets.bench import open_bench
from lab.timings import KeyTimes

OPERATION = "ecdh"


def time_keys(lab: Lab, case: Case, keys: int, seed: str, observer: Observer) -> KeyTimes:
    """ECDH with so many random keys, then with those of special form; the other end's public
    key is the same. Every result is checked."""
    curve = curves.find(case.curve)
    operation = curve.operation(OPERATION)
    special = forms.special(curve)
    workshop = lab.workshop(case.target, case.compiler)
    observer.case(case, keys + len(special))
    built = workshop.build(case)
    bench = open_bench(workshop.target, built.image.elf, curve.sizes)

    def taken(private_key: bytes) -> int | None:
        inputs = {**generated.make(operation, curve, seed, 0), "private_key": private_key}
        run = bench.run(operation, inputs)
        observer.advance()
        if run.value == 1:
            return None
        check(operation, curve, inputs, run, seed)
        return run.cycles

    with naming(case):
        done = runs(
            bench, operation, curve, seed=seed, keys=keys, trace=False, advance=observer.advance
        )
        cycles = [run.cycles for run in done if run.cycles is not None]
        if not cycles:
            raise WrongResultError(f"{case.target} counts no cycles")
        return KeyTimes(
            target=case.target,
            library=case.library,
            version=libraries.find(case.library).version,
            variant=case.variant,
            curve=case.curve,
            operation=OPERATION,
            keys=keys,
            cycles_min=min(cycles),
            cycles=median_low(cycles),
            cycles_max=max(cycles),
            special={form: taken(key) for form, key in special.items()},
            seed=seed,
            compiler=workshop.compiler(case.library),
            flags=built.flags,
            image_sha256=built.image.sha256,
        )
