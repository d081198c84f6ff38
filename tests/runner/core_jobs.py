# SPDX-License-Identifier: MIT
"""The jobs that run on emulated cores."""

import random
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache

from tests.runner import core, host
from tests.runner.host_jobs import THOROUGH_CURVE
from tests.runner.jobs import Job, Options, Result, Trial, account, failures
from tests.runner.made import digest
from tests.runner.samples import Vectors
from tests.runner.tools import Counts
from tests.vectors import curves

# What samples cost, in scalar multiplications on 256 bits: on each core, and in a build with one
# curve.
BUDGET = 200
ALONE_BUDGET = 100

# The core that is given the vectors of every curve, in the profile with the most kernels; those of
# one curve it is given in every profile.
THOROUGH_CORE = "cortex-m4"

# The cores on which `test` tries the library layered, in profile balanced, and amalgamated, in
# profile fast: each set of kernels at least once. A campaign tries all.
LAYERED = (THOROUGH_CORE, "rv32imc")
AMALGAMATED = ("cortex-m3", "cortex-m0plus", "cortex-m33", "rv32imc")

TOY_CORE_CASES = ("toy_minus3_above_deterministic", "toy_cofactor_6_deterministic")


@cache
def own_kernels() -> tuple[str, ...]:
    """Of the cores with the same kernels one: they are tried in builds with that curve alone."""
    chosen: dict[tuple[str, ...], str] = {}
    for target in (THOROUGH_CORE, *core.targets()):
        chosen.setdefault(core.kernels_of(target), target)
    return tuple(chosen.values())


def whole_builds(campaign: bool) -> Iterator[tuple[core.CoreBuild, bool]]:
    """The builds with the suites of the library itself, and whether they try a sample of the
    vectors."""
    for target in core.targets() if campaign else LAYERED:
        yield core.CoreBuild(target), True
    for target in core.targets() if campaign else (THOROUGH_CORE,):
        for profile in host.PROFILES if campaign else ("balanced",):
            yield core.CoreBuild(target, profile, True, in_steps=True), campaign
    for target in core.targets() if campaign else AMALGAMATED:
        for profile in host.PROFILES if campaign else ("fast",):
            sample = campaign or target not in LAYERED
            yield core.CoreBuild(target, profile, True), sample


def shares(builds: Sequence[core.CoreBuild], seed: int) -> dict[core.CoreBuild, tuple[str, ...]]:
    """The suites that each build runs when there is no time for all: every suite meets one of the
    sets of kernels, in one of the builds that have them. The seed chooses both."""
    chosen: dict[core.CoreBuild, list[str]] = {build: [] for build in builds}
    for suite in dict.fromkeys(suite for build in builds for suite in build.suites):
        turn = random.Random(f"{seed} {suite}")
        holding = [build for build in builds if suite in build.suites]
        families = sorted({build.kernels for build in holding})
        kernels = turn.choice(families)
        chosen[turn.choice([b for b in holding if b.kernels == kernels])].append(suite)
    return {build: tuple(suites) for build, suites in chosen.items()}


def named(cases: Sequence[str] | None) -> str:
    """What a job tried of the unit tests, if not all of them."""
    return textwrap.fill(f"only {', '.join(cases)}", 92) if cases else ""


class CoreJobs:
    def __init__(self, options: Options, vectors: Vectors) -> None:
        self._options = options
        self._vectors = vectors

    def library(self) -> Iterator[Job]:
        campaign = self._options.campaign
        whole = list(whole_builds(campaign))
        share = shares([config for config, _ in whole], self._options.seed)
        for config, sample in whole:
            yield self._job(config, sample, None if campaign else share[config])
        yield self._job(core.CoreBuild("cortex-m0", kind="toys"), cases=TOY_CORE_CASES)
        for target in core.targets() if campaign else (THOROUGH_CORE,):
            yield self._job(core.CoreBuild(target, kind="curves"))
        if self._options.case is None:
            for profile in host.PROFILES:
                for target in own_kernels():
                    yield self._alone_job(target, profile, THOROUGH_CURVE)
            builds = (("cortex-m4", 1), ("cortex-m4", 2), ("cortex-m0", 2), ("rv32imc", 1))
            for target, least in builds:
                yield self._alone_job(target, "small", THOROUGH_CURVE, least=least)
            for target in own_kernels():
                for ladder in (1, 2):
                    yield self._alone_job(target, "small", THOROUGH_CURVE, ladder=ladder)
            yield self._alone_job("cortex-m0", "small", THOROUGH_CURVE, least=1, ladder=1)

    def _job(
        self,
        config: core.CoreBuild,
        sample: bool = False,
        cases: tuple[str, ...] | None = None,
    ) -> Job:
        """All unit tests, or a few cases or suites; and a sample of the vectors."""

        case = self._options.case
        names = cases if case is None else (case,)

        def prepare() -> Trial:
            elf = core.build(config)
            program = core.Program(config, elf)
            blob = None
            if sample and case is None:
                blob = self._vectors.sample(self._options.budget(BUDGET), config.name)
            return Trial(
                lambda: run(program, blob),
                digest([elf], [config.target, *(names or ()), blob or b""]),
            )

        def run(program: core.Program, blob: bytes | None) -> Result:
            units, output = Counts(0, 0), ""
            for name in (None,) if names is None else names:
                counts, shown = program.units(name)
                units, output = units + counts, output + shown
            text = failures(units, output) or named(names)
            if blob is None:
                return Result(units, None, text)
            counts, output = program.vectors(blob)
            parts = (text, failures(counts, output) or account(output))
            return Result(units, counts, "\n".join(filter(None, parts)))

        return Job(config.name, prepare, sample, config.kind)

    def _alone_job(
        self,
        target: str,
        profile: str,
        curve: str,
        every: bool = False,
        least: int = 0,
        ladder: int = 0,
    ) -> Job:
        """The vectors of a curve in a build with it alone, or a sample of them."""
        config = core.CoreBuild(target, profile, True, "alone", curve, least=least, ladder=ladder)

        def prepare() -> Trial:
            elf = core.build(config)
            if every:
                blob = self._vectors.all_of(curve)
            else:
                budget = self._options.budget(ALONE_BUDGET)
                blob = self._vectors.sample(budget, config.name, curve)

            def run() -> Result:
                counts, output = core.Program(config, elf).vectors(blob)
                return Result(None, counts, failures(counts, output) or account(output))

            return Trial(run, digest([elf], [target, blob]))

        return Job(config.name, prepare, True)

    def every_vector(self) -> Iterator[Job]:
        """Every vector, a curve at a time."""
        for target in core.targets():
            for curve in curves.with_vectors():
                for profile in self._thorough_profiles(target, curve):
                    yield self._alone_job(target, profile, curve, every=True)

    def _thorough_profiles(self, target: str, curve: str) -> tuple[str, ...]:
        if curve == THOROUGH_CURVE:
            return host.PROFILES if target == THOROUGH_CORE else ("balanced",)
        if target == THOROUGH_CORE:
            return ("fast",)
        return ("balanced",) if self._options.every_curve else ()
