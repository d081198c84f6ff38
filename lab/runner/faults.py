# SPDX-License-Identifier: MIT
"""From a verification to what forgeries do under faults."""

from collections.abc import Iterator, Sequence

from lab import curves
from lab.errors import WrongResultError
from lab.findings import Faults, Opening
from lab.measures import forgeries
from lab.measures import inputs as generated
from lab.measures.faults import Effort, coverage, tally
from lab.model import Case
from lab.peers import catalogue as libraries
from lab.runner.measuring import Lab
from lab.runner.naming import naming
from lab.runner.observer import Observer
from lab.targets.faulty import FaultBench, Survey, Trial


def try_faults(
    lab: Lab, case: Case, kinds: Sequence[str], effort: Effort, observer: Observer
) -> Iterator[Faults]:
    """Each of the forgeries that the case's curve has, under every fault of the effort."""
    workshop = lab.workshop(case.target, case.compiler)
    built = workshop.build(case)
    curve = curves.find(case.curve)
    operation = curve.operation(case.operation)
    with naming(case):
        bench = FaultBench(workshop.target, built.image.elf, curve.sizes)
        bench.learn(operation, generated.make(operation, curve, effort.seed, 0))
        for kind in kinds:
            if kind not in forgeries.kinds(curve, operation):
                continue
            forgery = forgeries.make(kind, operation, curve, effort.seed)
            survey = bench.survey(
                operation, forgery.inputs, effort.tail, forgery.beside, forgery.dead
            )
            if survey.outcome != "rejected":
                raise WrongResultError(f"{operation.name} accepts {kind} without a fault")
            must = forgery.bits | survey.beside
            plan = effort.plan(survey.library, survey.before_tail, must)
            covered = coverage(survey.library, plan.executions)
            observer.case(case, covered.tried)
            trials: list[Trial] = []

            def report(trial: Trial, trials: list[Trial] = trials) -> None:
                trials.append(trial)
                if trial.register is None:
                    observer.advance()

            bench.inject(plan.executions, plan.flips, report)
            skipped, flipped = tally(trials)
            yield Faults(
                target=case.target,
                library=case.library,
                version=libraries.find(case.library).version,
                variant=case.variant,
                curve=case.curve,
                operation=case.operation,
                forgery=kind,
                skipped=skipped,
                flipped=flipped,
                openings=_openings(bench, survey, trials),
                coverage=covered,
                tail=effort.tail,
                rare=effort.rare,
                sample=effort.sample,
                bits=effort.bits,
                seed=effort.seed,
                compiler=workshop.compiler(case.library),
                flags=built.flags,
                image_sha256=built.image.sha256,
            )


def _openings(bench: FaultBench, survey: Survey, trials: Sequence[Trial]) -> tuple[Opening, ...]:
    return tuple(
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
