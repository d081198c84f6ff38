# SPDX-License-Identifier: MIT
"""From a verification to what forgeries do under faults."""

from collections.abc import Sequence

from lab import curves
from lab.errors import WrongResultError
from lab.findings import Faults, Opening
from lab.measures import forgeries
from lab.measures.faults import Effort, coverage, tally
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.measuring import Lab, naming
from lab.runner.observer import Observer
from lab.targets.faulty import FaultBench


def try_faults(
    lab: Lab, case: Case, kinds: Sequence[str], effort: Effort, observer: Observer
) -> tuple[Faults, ...]:
    """Each of the forgeries that the case's curve has, under every fault of the effort."""
    workshop = lab.workshop(case.target, case.compiler)
    built = workshop.build(case)
    curve = curves.find(case.curve)
    operation = curve.operation(case.operation)
    found = []
    with naming(case):
        bench = FaultBench(workshop.target, built.image.elf, curve.sizes)
        for kind in kinds:
            if kind not in forgeries.kinds(curve):
                continue
            inputs = forgeries.make(kind, operation, curve, effort.seed)
            survey = bench.survey(operation, inputs)
            if survey.outcome != "rejected":
                raise WrongResultError(f"{operation.name} accepted {kind} without a fault")
            plan = effort.plan(survey.library)
            covered = coverage(survey.library, plan)
            observer.case(case, covered.tried)
            trials = []
            for trial in bench.inject(plan, effort.flips):
                trials.append(trial)
                if trial.register is None:
                    observer.advance()
            skipped, flipped = tally(trials)
            openings = tuple(
                Opening(
                    place=bench.place(trial.address),
                    instruction=bench.instruction(trial.address),
                    executions=survey.library[trial.address],
                    execution=trial.execution,
                    register=trial.register,
                    bit=trial.bit,
                )
                for trial in trials
                if trial.outcome == "accepted"
            )
            found.append(
                Faults(
                    target=case.target,
                    library=case.library,
                    version=libraries.find(case.library).version,
                    variant=case.variant,
                    curve=case.curve,
                    operation=case.operation,
                    forgery=kind,
                    skipped=skipped,
                    flipped=flipped,
                    openings=openings,
                    coverage=covered,
                    rare=effort.rare,
                    sample=effort.sample,
                    bits=effort.bits,
                    seed=effort.seed,
                    compiler=workshop.compiler,
                    flags=built.flags,
                    image_sha256=built.image.sha256,
                )
            )
    return tuple(found)
