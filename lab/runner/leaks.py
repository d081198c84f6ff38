# SPDX-License-Identifier: MIT
"""From cases to what a probe would learn of them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from lab import curves
from lab.curves import Curve
from lab.errors import LabError, UnsupportedError
from lab.leakage.record import Fixed, Leakage
from lab.leakage.tally import Seen, Tally
from lab.measures import leakage as inputs
from lab.measures.checks import check
from lab.model import Case, Operation
from lab.paths import ROOT
from lab.runner.measuring import Lab
from lab.runner.naming import naming
from lab.runner.observer import Observer
from lab.runner.selection import EVERY, Selection, select_traceable
from lab.targets import catalogue as targets
from lab.targets.watched import PartedError, Span, WatchedBench, Watching, has_model

# How many times the runs that are wanted may be made, to find so many that drew alike.
MOST_RUNS = 8
NAMED = 20  # instructions in a record
MOST_TRACES = 5000  # of a group: LEAKAGE_RUNS of leakage.h
_WHOLE = Span()


@dataclass(frozen=True)
class LeakEffort:
    """How many traces a group has, what is fixed in the first, and what of a run is looked at."""

    traces: int = 100
    fixed: Fixed = "key"
    span: Span = _WHOLE
    seed: str = "whit"


def select_leaking(selection: Selection) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """select_traceable(), limited to cores of which there is a model."""
    known = tuple(name for name in targets.names() if has_model(targets.find(name)))
    for name in selection.targets:
        if name != EVERY and not has_model(targets.find(name)):
            raise UnsupportedError(
                f"the lab has no model of what {name} leaks; choose from {', '.join(known)}"
            )
    chosen = known if EVERY in selection.targets else selection.targets
    return select_traceable(replace(selection, targets=chosen))


def fixable(case: Case, fixed: Fixed) -> bool:
    """Whether the case's operation has that secret, or for a control any."""
    known = inputs.choices(curves.find(case.curve).operation(case.operation))
    return fixed in known or (fixed == "nothing" and bool(known))


def find_leaks(
    lab: Lab, case: Case, effort: LeakEffort, known: Iterable[Leakage], observer: Observer
) -> Leakage:
    """Of a case that is fixable(); what is known of the same image by the same model is not run
    again."""
    observer.case(case, 2 * effort.traces)
    recorded = {_key(each): each for each in known}
    return _find(lab, case, effort, recorded, observer)


def _find(
    lab: Lab,
    case: Case,
    effort: LeakEffort,
    recorded: Mapping[tuple[object, ...], Leakage],
    observer: Observer,
) -> Leakage:
    workshop = lab.workshop(case.target, case.compiler)
    built = workshop.build(case)
    curve = curves.find(case.curve)
    operation = curve.operation(case.operation)
    emulation = workshop.target.emulation
    assert emulation is not None
    words: dict[str, Any] = {
        "target": case.target,
        "library": case.library,
        "variant": case.variant,
        "curve": case.curve,
        "operation": case.operation,
        "fixed": effort.fixed,
        "window": str(effort.span),
        "seed": effort.seed,
        "compiler": workshop.compiler(case.library),
        "flags": built.flags,
        "model": model_digest(),
        "image_sha256": built.image.sha256,
    }
    same = recorded.get((effort.traces, *(words[name] for name in _DECISIVE)))
    if same is not None:
        return replace(same, variant=case.variant, flags=built.flags)
    with naming(case):
        bench = WatchedBench(workshop.target, emulation, built.image.elf, curve.sizes)
        output = inputs.public_output(operation)
        with bench.watching(operation, effort.span, output) as watching:
            runs = _Runs(bench, watching, operation, curve, effort)
            runs.make(observer)
            return _told(words, bench, watching, runs)


class _Runs:
    """The runs of both groups, of which each takes the path of the first."""

    def __init__(
        self,
        bench: WatchedBench,
        watching: Watching,
        operation: Operation,
        curve: Curve,
        effort: LeakEffort,
    ) -> None:
        self._bench, self._watching = bench, watching
        self._operation, self._curve, self._effort = operation, curve, effort
        self.made, self.left_out = [0, 0], 0
        self.instructions = self.samples = 0
        self.output: int | None = None
        self._draws: int | None = None

    def make(self, observer: Observer) -> None:
        """So many of each group, by turns."""
        wanted = self._effort.traces
        for index in range(2 * wanted * MOST_RUNS):
            group = index % 2
            if self.made[group] < wanted and self._one(index, group):
                observer.advance()
            if min(self.made) == wanted:
                return
        raise UnsupportedError("too few runs draw randomness equally often to be compared")

    def _one(self, index: int, group: int) -> bool:
        """Whether a run counts: a rejected candidate shows in the number of draws, and is
        public."""
        effort = self._effort
        fixed = effort.fixed if group == 0 else "nothing"
        given = inputs.make(self._operation, self._curve, effort.seed, index, fixed)
        run, seen = self._watching.run(given)
        check(self._operation, self._curve, given, run, effort.seed)
        if self._draws is None:
            self._draws = run.draws
        if run.draws != self._draws:
            self.left_out += 1
            return False
        if isinstance(seen, PartedError):
            raise LabError(f"{seen}{self._where(seen)}; whit trace says more")
        self._watching.add(group)
        self.made[group] += 1
        self.instructions, self.samples = seen.instructions, seen.samples
        if seen.output is not None:
            self.output = min(seen.output, seen.output if self.output is None else self.output)
        return True

    def _where(self, parted: PartedError) -> str:
        places = (each for each in (parted.here, parted.there) if each is not None)
        return ", at " + " and at ".join(str(self._bench.place(each)) for each in places)


def _told(
    words: Mapping[str, Any], bench: WatchedBench, watching: Watching, runs: _Runs
) -> Leakage:
    if runs.samples == 0:
        raise UnsupportedError("no instruction of the run is in the window")
    one, other = watching.sums(0), watching.sums(1)
    made = (runs.made[0], runs.made[1])
    seen = Seen(
        powers=(one.powers, other.powers),
        parts=(one.parts, other.parts),
        runs=made,
        addresses=watching.addresses(),
        output=runs.output,
    )
    tally = Tally(seen)
    return Leakage(
        **words,
        traces=made,
        left_out=runs.left_out,
        instructions=runs.instructions,
        samples=runs.samples,
        varying=tally.varying,
        output=runs.output,
        threshold=round(tally.threshold, 3),
        first=tally.first,
        second=tally.second,
        functions=tally.functions(lambda address: bench.place(address).function),
        worst=tally.worst(bench.place, bench.instruction, NAMED),
    )


# What decides what is found, beside the number of traces.
_DECISIVE = ("target", "operation", "fixed", "window", "seed", "model", "image_sha256")


def _key(found: Leakage) -> tuple[object, ...]:
    return (found.traces[0], *(getattr(found, name) for name in _DECISIVE))


@cache
def model_digest() -> str:
    """Of the model, the inputs and the statistics."""
    digest = hashlib.sha256()
    lab = ROOT / "lab"
    own = (*lab.glob("emulator/leakage*"), *lab.glob("leakage/*.py"), lab / "measures/leakage.py")
    for path in sorted(own):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
