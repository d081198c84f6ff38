# SPDX-License-Identifier: MIT
"""The jobs that run on this host: the library's tests, toy curves, every curve, and vectors."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.runner import host
from tests.runner.jobs import Job, Options, Result, Trial, account, failures, third_in_test
from tests.runner.made import digest
from tests.runner.samples import Vectors
from tests.runner.tools import ROOT, Counts, run_tests
from tests.vectors.record import write_bytes

# What a sample costs, in scalar multiplications on 256 bits, where every vector would take long:
# narrow limbs, the sanitizers.
BUDGET = 300

# The curve whose vectors builds with one curve alone are given.
THOROUGH_CURVE = "secp256r1"

# Of what is tried on toy curves: in the usual build when there is no time for all of it, and where
# more was tried in another configuration.
USUAL_THINNING = 16
THINNING = 32

# The widths and profiles that `test` tries, by compiler, layered and amalgamated, beside builds
# in steps, with one curve of a size, without wide multiplications and under msan: layered with gcc
# every width in one profile and, counting those in steps, every profile in 8, 32 or 64 bits.
HOST_CHOSEN = {
    ("gcc", False): (
        *((bits, "balanced") for bits in host.LIMB_BITS),
        *((32, "small"), (64, "fast")),
    ),
    ("clang", False): ((32, "small"),),
    ("gcc", True): ((32, "small"),),
    ("clang", True): ((32, "fast"),),
}
# Of what is tried with limbs of 32 and of 64 bits, the one that `test` tries with a compiler.
SPLIT_CHOSEN = {"gcc": 32, "clang": 64}

# The widths and profiles in which `test` tries operations in steps: each profile once, with 64 bits
# in balanced and as an amalgamation.
STEPS_CHOSEN = ((8, "small"), (32, "fast"))

# Of the toy curves' cases, those for when there is little time: exceptional additions at the
# ends of a comb and of a window; an order longer than the field; points outside the subgroup;
# the longest square roots; a curve worked on as its twist.
TOY_CASES = (
    *("toy_minus3_above_signing", "toy_minus3_above_verifying", "toy_wide_order_keys"),
    *("toy_cofactor_4_split_agreement", "toy_root_769_points", "toy_twisted_signing"),
)


def with_kernels(profile: str) -> list[str]:
    """The thorough curve, and those whose primes kernels of x86-64 know in a profile."""
    known = json.loads((ROOT / "targets" / "kernels.json").read_text(encoding="utf-8"))
    found: list[str] = known["kernels"][known["targets"]["host"]][profile]["prime"]
    return [THOROUGH_CURVE, *(curve for curve in found if curve != THOROUGH_CURVE)]


class HostJobs:
    def __init__(self, options: Options, vectors: Vectors) -> None:
        self._options = options
        self._vectors = vectors

    def quick(self) -> Iterator[Job]:
        """Of `check`."""
        yield self._job(host.HostBuild(limb_bits=32), "subset", shown=True)
        yield self._job(host.HostBuild(amalgamated=True, sanitizer="none"), "subset")
        toys = host.HostBuild(limb_bits=32, sanitizer="none", kind="toys", thinning=THINNING)
        yield self._job(toys, None, cases=TOY_CASES)

    def vectors(self) -> Iterator[Job]:
        """Every vector at full speed, the slowest first; the counts of one are shown. With narrow
        limbs that takes minutes, so it is for a campaign, which has the other profiles of wide
        ones too; `test` gives those a sample, and all to one of 64 bits, with the sanitizers."""
        campaign = self._options.campaign
        for bits in host.LIMB_BITS if campaign else (32,):
            config = host.HostBuild(limb_bits=bits, sanitizer="none")
            yield self._job(config, "all", shown=bits == 32)
            for profile in ("small", "fast") if campaign and bits > 16 else ():
                yield self._job(replace(config, profile=profile), "all")

    def library(self) -> Iterator[Job]:
        """The usual build, and of the others in `test` a third."""
        yield self._job(host.HostBuild(), "all")
        yield from third_in_test(self._others(), self._options)

    def _others(self) -> Iterator[Job]:
        campaign = self._options.campaign
        for compiler in ("gcc", "clang"):
            for amalgamated in (False, True):
                for profile in host.PROFILES:
                    for bits in host.LIMB_BITS:
                        config = host.HostBuild(compiler, bits, profile, amalgamated)
                        chosen = HOST_CHOSEN[compiler, amalgamated]
                        if not campaign and (bits, profile) not in chosen:
                            continue
                        if config != host.HostBuild():
                            yield self._job(config, "sample")
            # In profile small secp256r1 has a machine of its own there.
            for bits in host.SPLIT_BITS:
                if campaign or bits == SPLIT_CHOSEN[compiler]:
                    config = host.HostBuild(compiler, bits, "small", True, one_of_size=True)
                    yield self._job(config, None)
            for bits in host.SPLIT_BITS:
                if campaign or bits != SPLIT_CHOSEN[compiler]:
                    config = host.HostBuild(compiler, bits, wide_multiply=False)
                    yield self._job(config, "sample")
        # Cores have builds with WHIT_LEAST.
        for least in (1, 2) if campaign else ():
            config = host.HostBuild("gcc", 32, "small", True, one_of_size=True, least=least)
            yield self._job(config, None)
        for least in (0, 2) if campaign else (2,):
            config = host.HostBuild("gcc", 32, "small", True, one_of_size=True, least=least)
            yield self._job(replace(config, randomised=True), None)
        for bits in host.SPLIT_BITS:
            config = host.HostBuild("gcc", bits, "small", True, one_of_size=True, ladder=1)
            if campaign or bits == 32:
                yield self._job(replace(config, randomised=True), None)
            if campaign:
                yield self._job(config, None)
        yield from self._kernels()
        for bits in host.LIMB_BITS:
            for profile in host.PROFILES:
                if campaign or (bits, profile) in STEPS_CHOSEN:
                    config = host.HostBuild("gcc", bits, profile, in_steps=True)
                    yield self._job(config, "all" if bits == 64 else "sample")
        config = host.HostBuild("clang", 64, amalgamated=True, in_steps=True)
        yield self._job(config, "sample")
        yield self._job(host.HostBuild(randomised=True), "sample")
        for profile in host.PROFILES if campaign else ():
            yield self._job(
                host.HostBuild(profile=profile, in_steps=True, randomised=True), "sample"
            )
            for bits in host.SPLIT_BITS:
                config = host.HostBuild("clang", bits, profile, True, randomised=True)
                yield self._job(config, "sample")
                yield self._job(replace(config, one_of_size=True), None)
        for bits in host.LIMB_BITS if campaign else (64,):
            config = host.HostBuild("clang", bits, sanitizer="memory")
            yield self._job(config, "all" if campaign and bits == 64 else "sample")

    def _kernels(self) -> Iterator[Job]:
        """The host without its kernels, with the other form of them where it runs here, and, in
        builds with one curve alone, with those that know its prime."""
        vectors = "all" if self._options.campaign else "sample"
        whole = host.HostBuild()
        yield self._job(replace(whole, portable=True), vectors)
        forms = (False, True) if host.has_mulx() else (False,)
        if host.has_mulx():
            yield self._job(replace(whole, mulx=True), vectors)
        if self._options.case is not None:
            return
        for compiler in ("gcc", "clang"):
            for profile in host.PROFILES if compiler == "gcc" else ("fast",):
                for mulx in forms if profile == "fast" else (False,):
                    alone = host.HostBuild(compiler, profile=profile, amalgamated=True, mulx=mulx)
                    alone = replace(alone, kind="alone", sanitizer="none")
                    for curve in with_kernels(profile):
                        yield self._alone_job(replace(alone, curve=curve))
        alone = host.HostBuild("gcc", 32, "small", True, kind="alone", sanitizer="none")
        yield self._alone_job(replace(alone, curve="secp256r1", ladder=1))

    def _alone_job(self, config: host.HostBuild) -> Job:
        """The vectors of a curve in a build with it alone."""

        def prepare() -> Trial:
            _, program = host.build(config)
            path = config.directory / "vectors.bin"
            write_bytes(path, self._vectors.all_of(config.curve))

            def run() -> Result:
                counts, output = run_tests([program, path], host.ENVIRONMENT)
                return Result(None, counts, failures(counts, output) or account(output))

            return Trial(run, digest([program], [path]))

        return Job(config.name, prepare, True, config.kind)

    def toys(self) -> Iterator[Job]:
        """Exhaustive in a campaign, so at full speed but for one: one build and those that differ
        from it in one way; thinned is what differs in more. In `test` all are thinned, the one
        the least, and of the others half are left out."""
        campaign = self._options.campaign
        whole = host.HostBuild(sanitizer="none", kind="toys")
        narrow = replace(whole, limb_bits=32)
        yield self._job(replace(whole, thinning=1 if campaign else USUAL_THINNING), None)
        others = [
            *(replace(narrow, profile=profile) for profile in ("small", "fast")),
            replace(narrow, in_steps=True),
            replace(narrow, randomised=True, affine_windows=True),
        ]
        if campaign:
            others += [
                replace(whole, limb_bits=8),
                narrow,
                replace(narrow, affine_windows=True),
                replace(whole, limb_bits=16),
                replace(narrow, wide_multiply=False),
                replace(whole, compiler="clang", sanitizer="address"),
            ]
        thinning = 1 if campaign else THINNING
        tried = (self._job(replace(config, thinning=thinning), None) for config in others)
        yield from third_in_test(tried, self._options)
        mixed = [
            replace(whole, limb_bits=bits, profile=profile)
            for bits in host.LIMB_BITS
            for profile in ("small", "fast")
            if bits != 32
        ]
        mixed += [replace(narrow, profile=profile, in_steps=True) for profile in ("small", "fast")]
        mixed += [
            replace(narrow, profile=profile, in_steps=in_steps, randomised=True)
            for profile in host.PROFILES
            for in_steps in (False, True)
        ]
        for config in mixed if campaign else ():
            yield self._job(replace(config, thinning=THINNING), None)

    def curves(self) -> Iterator[Job]:
        """Every curve: in `test` with one width and profile, as valgrind sees another where secrets
        are poisoned; narrow limbs take minutes."""
        campaign = self._options.campaign
        whole = host.HostBuild(sanitizer="none", kind="curves")
        for bits in sorted(host.LIMB_BITS, reverse=True):
            for profile in host.PROFILES:
                if campaign or (bits, profile) == (32, "small"):
                    yield self._job(replace(whole, limb_bits=bits, profile=profile), None)
        if campaign:
            yield self._job(replace(whole, sanitizer="address"), None)
            steps = replace(whole, in_steps=True)
            yield self._job(steps, None)
            yield self._job(replace(steps, limb_bits=32, profile="small"), None)
        yield from third_in_test(self._turns(), self._options)
        if campaign:
            memory = replace(whole, compiler="clang", sanitizer="memory")
            yield self._job(memory, None)

    def _turns(self) -> Iterator[Job]:
        """Every curve in profile small where it is alone of its size."""
        campaign = self._options.campaign
        whole = host.HostBuild(sanitizer="none", kind="curves")
        for turn in range(1, 1 + len(host.compact_turns())):
            alone = replace(whole, profile="small", amalgamated=True, turn=turn)
            builds = [replace(alone, limb_bits=32)]
            if campaign:
                builds += [replace(builds[0], least=least) for least in (1, 2)]
                builds += [replace(alone, limb_bits=bits, ladder=1) for bits in (32, 64)]
            if campaign or turn == 1:
                builds.append(alone)
            for build in builds:
                yield self._job(build, None)

    def _job(
        self,
        config: host.HostBuild,
        vectors: str | None,
        shown: bool = False,
        cases: tuple[str, ...] = (),
    ) -> Job:
        """All unit tests, or a few cases; and the vectors."""

        case = self._options.case
        tried = [case] if case is not None else list(cases)

        def prepare() -> Trial:
            units_program, vectors_program = host.build(config)
            if case is not None or vectors is None:
                return Trial(lambda: units(units_program), digest([units_program], tried))
            blob = self._vectors_of(config, vectors)
            known = digest([units_program, vectors_program], [*tried, blob])
            return Trial(lambda: whole(units_program, vectors_program, blob), known)

        def units(program: Path) -> Result:
            total, output = Counts(0, 0), ""
            for names in [[name] for name in tried] or [[]]:
                counts, text = run_tests([program, *names], host.ENVIRONMENT)
                total, output = total + counts, output + text
            return Result(total, None, failures(total, output))

        def whole(units_program: Path, vectors_program: Path, blob: Path) -> Result:
            own = units(units_program)
            counts, output = run_tests([vectors_program, blob], host.ENVIRONMENT)
            text = own.output + failures(counts, output)
            if shown and counts.failed == 0:
                lines = [account(output)]
                if vectors == "all":
                    lines = [*output.splitlines()[:-1], *self._vectors.notes(), *lines]
                text += "\n".join(lines)
            return Result(own.units, counts, text)

        return Job(config.name, prepare, shown, config.kind)

    def _vectors_of(self, config: host.HostBuild, vectors: str) -> Path:
        if vectors == "all":
            return self._vectors.file()
        if vectors == "sample":
            content = self._vectors.sample(self._options.budget(BUDGET), config.name)
        else:
            content = self._vectors.subset()
        path = config.directory / "vectors.bin"
        write_bytes(path, content)
        return path
