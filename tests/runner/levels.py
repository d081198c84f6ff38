# SPDX-License-Identifier: MIT
"""Which jobs a level holds."""

import re
import textwrap
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tests.runner import core, host, other, portable
from tests.runner.tools import BUILD, Counts, RunError, run_tests
from tests.vectors import choose, convert, curves
from tests.vectors.record import Record, VectorError, pack, read_lines, write_bytes

Level = Literal["check", "test", "campaign", "vectors"]

# What samples cost, in scalar multiplications on 256 bits: where every vector would take long
# (narrow limbs, the sanitizers), and on each core.
HOST_BUDGET = 300
CORE_BUDGET = 200
ALONE_BUDGET = 100  # on a core, in a build with one curve
PORTABLE_BUDGET = 20  # on a processor that runs portable C alone
NARROW_BUDGET = 2  # where limbs of 8 bits are the processor's, on an emulated core

# The core that is given the vectors of every curve, in the profile with the most kernels, and the
# curve whose vectors every core is given, here in every profile.
THOROUGH_CORE = "cortex-m4"
THOROUGH_CURVE = "secp256r1"
# Of the cores with the same kernels the first: they are tried in builds with that curve alone.
OWN_KERNELS = (THOROUGH_CORE, "cortex-m3", "cortex-m0", "rv32imc")

# The core that runs the code of another, in other times: layered and in steps for a campaign.
SAME_CODE = "cortex-m0plus"

# The cores on which `test` tries the amalgamation, in profile fast.
AMALGAMATED = (THOROUGH_CORE, "cortex-m3", SAME_CODE, "rv32imc")

# Of what is tried on toy curves: in the usual build when there is no time for all of it, and where
# more was tried in another configuration.
USUAL_THINNING = 8
THINNING = 32

# The widths and profiles that `test` tries, by compiler, layered and amalgamated: layered with gcc
# every width in one profile and every profile in one width, also those that processors of 8 and
# 64 bits are used with; with clang the wide limbs, and every profile in one width.
HOST_CHOSEN = {
    ("gcc", False): (
        *((bits, "balanced") for bits in host.LIMB_BITS),
        *((8, "small"), (32, "small"), (32, "fast"), (64, "fast")),
    ),
    ("clang", False): ((32, "balanced"), (64, "balanced"), (32, "small"), (32, "fast")),
    ("gcc", True): ((8, "balanced"), (32, "small"), (64, "balanced")),
    ("clang", True): ((32, "balanced"), (32, "fast")),
}
# Of what is tried with limbs of 32 and of 64 bits, the one that `test` tries with a compiler.
SPLIT_CHOSEN = {"gcc": 32, "clang": 64}

# The widths and profiles in which operations in steps are tried: each of either once, with 64 bits
# as an amalgamation.
STEPS_CHOSEN = ((8, "small"), (16, "balanced"), (32, "fast"))

# Of the toy curves' cases, those for when there is little time: exceptional additions at the
# ends of a comb and of a window; an order longer than the field; points outside the subgroup;
# the longest square roots; a curve worked on as its twist.
TOY_CASES = (
    *("toy_minus3_above_signing", "toy_minus3_above_verifying", "toy_wide_order_keys"),
    *("toy_cofactor_4_split_agreement", "toy_root_769_points", "toy_twisted_signing"),
)
TOY_CORE_CASES = ("toy_minus3_above_deterministic", "toy_cofactor_6_deterministic")


@dataclass(frozen=True)
class Options:
    level: Level
    seed: int
    every_curve: bool = False  # of every vector on each core
    case: str | None = None  # one unit test or suite, and nothing else


@dataclass(frozen=True)
class Result:
    units: Counts | None
    vectors: Counts | None
    output: str  # of what failed, or asked to be shown

    @property
    def counts(self) -> Counts:
        return (self.units or Counts(0, 0)) + (self.vectors or Counts(0, 0))


@dataclass(frozen=True)
class Job:
    name: str
    run: Callable[[], Result]
    shown: bool = False  # print the output of success too
    kind: host.Kind = "units"


class Blobs:
    """The vectors a run needs, converted once."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lock = threading.Lock()
        self._records: list[Record] = []
        self._notes: Counter[str] = Counter()
        self._file: Path | None = None

    def subset(self) -> bytes:
        return pack(read_lines(convert.SUBSET))

    def all_of(self, curve: str) -> bytes:
        return pack(record for record in self._all() if record.curve == curve)

    def sample(self, budget: float, salt: str, curve: str | None = None) -> bytes:
        """Another sample for each salt, all of them given by the seed; of one curve or of all."""
        records = [record for record in self._all() if curve in (None, record.curve)]
        return pack(choose.sample(records, budget, f"{self._seed} {salt}"))

    def file(self) -> Path:
        """All of them, in a file that the programs of the host share."""
        records = self._all()
        with self._lock:
            if self._file is None:
                path = BUILD / "host" / "vectors.bin"
                write_bytes(path, pack(records))
                self._file = path
            return self._file

    def _all(self) -> list[Record]:
        with self._lock:
            if not self._records:
                try:
                    self._records = convert.everything(self._notes)
                except VectorError as error:
                    raise RunError(str(error)) from None
            return self._records

    def notes(self) -> list[str]:
        """What became of the cases that their files call acceptable, what was skipped, and why."""
        self._all()
        return [f"{count} {what}" for what, count in sorted(self._notes.items())]


CURVE_COUNTS = re.compile(r"^(\w+): (\d+) accepted, (\d+) rejected", re.MULTILINE)


def account(output: str) -> str:
    """The sum of what the vector runner printed for each curve."""
    of_curves = {
        name: (int(accepted), int(rejected))
        for name, accepted, rejected in CURVE_COUNTS.findall(output)
    }
    accepted, rejected = (sum(counts[i] for counts in of_curves.values()) for i in (0, 1))
    parts = ", ".join(f"{name} {sum(counts)}" for name, counts in of_curves.items())
    total = f"{accepted + rejected} vectors: {accepted} accepted, {rejected} rejected"
    return textwrap.fill(f"{total} ({parts})", 92)


def failures(counts: Counts, output: str) -> str:
    return output.rstrip() if counts.failed else ""


class Plan:
    def __init__(self, options: Options) -> None:
        self._options = options
        self._objects = host.Objects()
        self._blobs = Blobs(options.seed)

    def jobs(self) -> Iterator[Job]:
        """With one case or suite, those that hold it."""
        case = self._options.case
        for job in self._every_job():
            if case is None or job.kind == host.kind_of(case):
                yield job

    def _every_job(self) -> Iterator[Job]:
        if self._options.level == "check":
            yield self._host_job(host.HostBuild(limb_bits=32), "subset", shown=True)
            yield self._host_job(host.HostBuild(amalgamated=True, sanitizer="none"), "subset")
            toys = host.HostBuild(limb_bits=32, sanitizer="none", kind="toys", thinning=THINNING)
            yield self._host_job(toys, None, cases=TOY_CASES)
            if self._options.case is None:
                yield self._headers_job("gcc")
            return
        if self._options.level == "vectors":
            yield from self._core_vector_jobs()
            return
        yield from self._core_jobs()
        if self._options.case is None:
            yield from self._vector_jobs()
        yield from self._host_jobs()
        yield from self._toy_jobs()
        yield from self._curve_jobs()
        if self._options.case is None:
            yield from self._portable_jobs()
            yield from self._secrets_jobs()
            yield from (self._headers_job(compiler) for compiler in ("gcc", "clang"))

    # Host

    def _vector_jobs(self) -> Iterator[Job]:
        """Every vector with every width, at full speed, the slowest first; the counts of one
        are shown. Narrow limbs take minutes, so with them that is for a campaign, which has the
        other profiles of wide ones too."""
        campaign = self._options.level == "campaign"
        for bits in host.LIMB_BITS:
            config = host.HostBuild(limb_bits=bits, sanitizer="none")
            every = bits > 16 or campaign
            yield self._host_job(config, "all" if every else "sample", shown=bits == 64)
            for profile in ("small", "fast") if campaign and bits > 16 else ():
                yield self._host_job(replace(config, profile=profile), "all")

    def _host_jobs(self) -> Iterator[Job]:
        campaign = self._options.level == "campaign"
        for compiler in ("gcc", "clang"):
            for amalgamated in (False, True):
                for profile in host.PROFILES:
                    for bits in host.LIMB_BITS:
                        config = host.HostBuild(compiler, bits, profile, amalgamated)
                        chosen = HOST_CHOSEN[compiler, amalgamated]
                        if not campaign and (bits, profile) not in chosen:
                            continue
                        usual = config == host.HostBuild()
                        yield self._host_job(config, "all" if usual else "sample")
            # In profile small secp256r1 has a machine of its own there.
            for bits in host.SPLIT_BITS:
                if campaign or bits == SPLIT_CHOSEN[compiler]:
                    config = host.HostBuild(compiler, bits, "small", True, one_of_size=True)
                    yield self._host_job(config, None)
            for bits in host.SPLIT_BITS:
                if campaign or bits != SPLIT_CHOSEN[compiler]:
                    config = host.HostBuild(compiler, bits, wide_multiply=False)
                    yield self._host_job(config, "sample")
        for least in (1, 2):
            config = host.HostBuild("gcc", 32, "small", True, one_of_size=True, least=least)
            yield self._host_job(config, None)
        for least in (0, 2):
            config = host.HostBuild("gcc", 32, "small", True, one_of_size=True, least=least)
            yield self._host_job(replace(config, randomised=True), None)
        yield from self._kernel_jobs()
        for bits in host.LIMB_BITS:
            for profile in host.PROFILES:
                if campaign or (bits, profile) in STEPS_CHOSEN:
                    config = host.HostBuild("gcc", bits, profile, in_steps=True)
                    yield self._host_job(config, "all" if bits == 64 else "sample")
        config = host.HostBuild("clang", 64, amalgamated=True, in_steps=True)
        yield self._host_job(config, "sample")
        yield self._host_job(host.HostBuild(randomised=True), "sample")
        for profile in host.PROFILES if campaign else ():
            yield self._host_job(
                host.HostBuild(profile=profile, in_steps=True, randomised=True), "sample"
            )
            for bits in host.SPLIT_BITS:
                config = host.HostBuild("clang", bits, profile, True, randomised=True)
                yield self._host_job(config, "sample")
                yield self._host_job(replace(config, one_of_size=True), None)
        for bits in host.LIMB_BITS if campaign else (64,):
            config = host.HostBuild("clang", bits, sanitizer="memory")
            yield self._host_job(config, "all" if campaign and bits == 64 else "sample")

    def _kernel_jobs(self) -> Iterator[Job]:
        """The host without its kernels, with the other form of them where it runs here, and, in
        builds with one curve alone, with those that know its prime."""
        vectors = "all" if self._options.level == "campaign" else "sample"
        whole = host.HostBuild()
        yield self._host_job(replace(whole, portable=True), vectors)
        forms = (False, True) if host.has_mulx() else (False,)
        if host.has_mulx():
            yield self._host_job(replace(whole, mulx=True), vectors)
        if self._options.case is not None:
            return
        for compiler in ("gcc", "clang"):
            for profile in host.PROFILES if compiler == "gcc" else ("fast",):
                for mulx in forms if profile == "fast" else (False,):
                    alone = host.HostBuild(compiler, profile=profile, amalgamated=True, mulx=mulx)
                    yield self._host_alone_job(
                        replace(alone, kind="alone", curve=THOROUGH_CURVE, sanitizer="none")
                    )

    def _host_alone_job(self, config: host.HostBuild) -> Job:
        """The vectors of a curve in a build with it alone."""

        def job() -> Result:
            _, program = host.build(config, self._objects)
            path = config.directory / "vectors.bin"
            write_bytes(path, self._blobs.all_of(config.curve))
            counts, output = run_tests([program, path], host.ENVIRONMENT)
            return Result(None, counts, failures(counts, output) or account(output))

        return Job(config.name, job, True, config.kind)

    def _toy_jobs(self) -> Iterator[Job]:
        """Exhaustive in a campaign, so at full speed but for one: one build and those that differ
        from it in one way; thinned is what differs in more. In `test` all are thinned, the one
        the least."""
        campaign = self._options.level == "campaign"
        whole = host.HostBuild(sanitizer="none", kind="toys")
        narrow = replace(whole, limb_bits=32)
        yield self._host_job(replace(whole, thinning=1 if campaign else USUAL_THINNING), None)
        others = [
            *(replace(whole, limb_bits=bits) for bits in host.LIMB_BITS if bits not in (16, 64)),
            *(replace(narrow, profile=profile) for profile in ("small", "fast")),
            replace(narrow, affine_windows=True),
            replace(narrow, in_steps=True),
            replace(narrow, randomised=True, affine_windows=True),
        ]
        if campaign:
            others += [
                replace(whole, limb_bits=16),
                replace(narrow, wide_multiply=False),
                replace(whole, compiler="clang", sanitizer="address"),
            ]
        for config in others:
            yield self._host_job(replace(config, thinning=1 if campaign else THINNING), None)
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
            yield self._host_job(replace(config, thinning=THINNING), None)

    def _curve_jobs(self) -> Iterator[Job]:
        """Every curve: in `test` with one width and profile, and another under a sanitizer; narrow
        limbs take minutes."""
        campaign = self._options.level == "campaign"
        whole = host.HostBuild(sanitizer="none", kind="curves")
        for bits in sorted(host.LIMB_BITS, reverse=True):
            for profile in host.PROFILES:
                if campaign or (bits, profile) == (32, "small"):
                    yield self._host_job(replace(whole, limb_bits=bits, profile=profile), None)
        yield self._host_job(replace(whole, sanitizer="address"), None)
        if campaign:
            steps = replace(whole, in_steps=True)
            yield self._host_job(steps, None)
            yield self._host_job(replace(steps, limb_bits=32, profile="small"), None)
        for turn in range(1, 1 + len(host.compact_turns())):
            alone = replace(whole, profile="small", amalgamated=True, turn=turn)
            builds = [replace(alone, limb_bits=32)]
            if campaign:
                builds += [replace(builds[0], least=least) for least in (1, 2)]
            if campaign or turn == 1:
                builds.append(alone)
            for build in builds:
                yield self._host_job(build, None)
        if campaign:
            memory = replace(whole, compiler="clang", sanitizer="memory")
            yield self._host_job(memory, None)

    def _host_job(
        self,
        config: host.HostBuild,
        vectors: str | None,
        shown: bool = False,
        cases: tuple[str, ...] = (),
    ) -> Job:
        """All unit tests, or a few cases; and the vectors."""

        def job() -> Result:
            units_program, vectors_program = host.build(config, self._objects)
            case = self._options.case
            units, output = Counts(0, 0), ""
            for name in [case] if case is not None else cases or [None]:
                names = [] if name is None else [name]
                counts, text = run_tests([units_program, *names], host.ENVIRONMENT)
                units, output = units + counts, output + text
            if case is not None or vectors is None:
                return Result(units, None, failures(units, output))
            blob = self._host_blob(config, vectors)
            counts, vector_output = run_tests([vectors_program, blob], host.ENVIRONMENT)
            text = failures(units, output) + failures(counts, vector_output)
            if shown and counts.failed == 0:
                lines = [account(vector_output)]
                if vectors == "all":
                    lines = [*vector_output.splitlines()[:-1], *self._blobs.notes(), *lines]
                text += "\n".join(lines)
            return Result(units, counts, text)

        return Job(config.name, job, shown, config.kind)

    def _host_blob(self, config: host.HostBuild, vectors: str) -> Path:
        if vectors == "all":
            return self._blobs.file()
        if vectors == "sample":
            content = self._blobs.sample(HOST_BUDGET, config.name)
        else:
            content = self._blobs.subset()
        path = config.directory / "vectors.bin"
        write_bytes(path, content)
        return path

    # Emulated cores

    def _core_jobs(self) -> Iterator[Job]:
        campaign = self._options.level == "campaign"
        for target in core.targets():
            if campaign or target != SAME_CODE:
                yield self._core_job(core.CoreBuild(target), sample=True)
        yield self._core_job(core.CoreBuild("cortex-m0", kind="toys"), cases=TOY_CORE_CASES)
        for target in core.targets() if campaign else (THOROUGH_CORE,):
            yield self._core_job(core.CoreBuild(target, kind="curves"))
        for target in core.targets() if campaign else (THOROUGH_CORE,):
            for profile in host.PROFILES if campaign else ("balanced",):
                config = core.CoreBuild(target, profile, True, in_steps=True)
                yield self._core_job(config, sample=campaign)
        if self._options.case is None:
            for profile in host.PROFILES:
                for target in OWN_KERNELS:
                    yield self._alone_job(target, profile, THOROUGH_CURVE)
            builds = (("cortex-m4", 1), ("cortex-m4", 2), ("cortex-m0", 2), ("rv32imc", 1))
            for target, least in builds:
                yield self._alone_job(target, "small", THOROUGH_CURVE, least=least)
        for target in core.targets() if campaign else ():
            for profile in host.PROFILES:
                yield self._core_job(core.CoreBuild(target, profile, True), sample=True)
        if not campaign and self._options.case is None:
            for target in AMALGAMATED:
                sample = target == SAME_CODE
                yield self._core_job(core.CoreBuild(target, "fast", True), sample)

    def _core_job(
        self, config: core.CoreBuild, sample: bool = False, cases: tuple[str, ...] = ()
    ) -> Job:
        """All unit tests, or one; and a sample of the vectors."""

        def job() -> Result:
            program = core.Program(config, core.build(config))
            case = self._options.case
            units, output = Counts(0, 0), ""
            for name in [case] if case is not None else cases or [None]:
                counts, shown = program.units(name)
                units, output = units + counts, output + shown
            text = failures(units, output)
            if not sample or self._options.case is not None:
                return Result(units, None, text)
            counts, output = program.vectors(self._blobs.sample(CORE_BUDGET, config.name))
            return Result(units, counts, text + (failures(counts, output) or account(output)))

        return Job(config.name, job, sample, config.kind)

    def _alone_job(
        self, target: str, profile: str, curve: str, every: bool = False, least: int = 0
    ) -> Job:
        """The vectors of a curve in a build with it alone, or a sample of them."""
        config = core.CoreBuild(target, profile, True, "alone", curve, least=least)

        def job() -> Result:
            program = core.Program(config, core.build(config))
            if every:
                blob = self._blobs.all_of(curve)
            else:
                blob = self._blobs.sample(ALONE_BUDGET, config.name, curve)
            counts, output = program.vectors(blob)
            return Result(None, counts, failures(counts, output) or account(output))

        return Job(config.name, job, True)

    def _core_vector_jobs(self) -> Iterator[Job]:
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

    # The rest

    def _portable_jobs(self) -> Iterator[Job]:
        for config in portable.builds(self._options.level == "campaign"):
            yield self._portable_job(config)

    def _portable_job(self, config: portable.PortableBuild) -> Job:
        """Without kernels, the self-tests and a sample of the vectors."""

        def job() -> Result:
            narrow = portable.PROCESSORS[config.processor].target
            budget = NARROW_BUDGET if narrow else PORTABLE_BUDGET
            curve = None if config.every_curve else portable.CURVE
            vectors = self._blobs.sample(budget, config.name, curve)
            units, accounts, output = portable.run_portable(config, vectors)
            return Result(units, accounts, failures(units + accounts, output))

        return Job(config.name, job)

    def _secrets_jobs(self) -> Iterator[Job]:
        """With one of the compilers in `test`, in turns, and with both in a campaign, which
        tries with 64 bits too what differs little there."""
        campaign = self._options.level == "campaign"
        builds = [other.SecretsBuild("gcc", bits) for bits in host.LIMB_BITS]
        for bits in host.SPLIT_BITS:
            build = other.SecretsBuild("gcc", bits)
            builds.append(replace(build, profile="fast"))
            if campaign or bits == 32:
                builds += [replace(build, profile="small"), replace(build, wide_multiply=False)]
                # With one curve, profile small has a machine of its own.
                builds.append(replace(build, profile="small", amalgamated=True))
        if host.has_mulx():
            builds.append(other.SecretsBuild("gcc", 64, "fast", mulx=True))
        for i, build in enumerate(builds):
            for j, compiler in enumerate(("gcc", "clang")):
                if campaign or i % 2 == j:
                    yield self._secrets_job(replace(build, compiler=compiler))
        yield self._secrets_job(other.SecretsBuild("gcc", 32, every_curve=True))
        if campaign:
            yield self._secrets_job(other.SecretsBuild("clang", 64, "fast", every_curve=True))

    @staticmethod
    def _secrets_job(config: other.SecretsBuild) -> Job:
        def job() -> Result:
            counts, output = other.run_secrets(config)
            return Result(counts, None, failures(counts, output))

        return Job(f"secrets poisoned, {config.name}", job)

    @staticmethod
    def _headers_job(compiler: str) -> Job:
        def job() -> Result:
            counts, output = other.check_headers(compiler)
            return Result(counts, None, failures(counts, output))

        return Job(f"public headers, {compiler}, C99 and C++17", job)
