# SPDX-License-Identifier: MIT
"""The jobs of portable C on other processors, of secrets under valgrind, and of headers."""

from collections.abc import Iterator
from dataclasses import replace

from tests.runner import host, other, portable
from tests.runner.jobs import Job, Options, Result, Trial, failures
from tests.runner.made import digest
from tests.runner.samples import Vectors

# What samples cost, in scalar multiplications on 256 bits: on a processor that runs portable C
# alone, and where limbs of 8 bits are the processor's, on an emulated core.
PORTABLE_BUDGET = 20
NARROW_BUDGET = 2


class OtherJobs:
    def __init__(self, options: Options, vectors: Vectors) -> None:
        self._options = options
        self._vectors = vectors

    def processors(self) -> Iterator[Job]:
        for config in portable.builds(self._options.level == "portable"):
            yield self._portable_job(config)

    def _portable_job(self, config: portable.PortableBuild) -> Job:
        """Without kernels, the self-tests and a sample of the vectors."""

        def prepare() -> Trial:
            narrow = portable.PROCESSORS[config.processor].target
            budget = NARROW_BUDGET if narrow else PORTABLE_BUDGET
            curve = None if config.every_curve else portable.CURVE
            vectors = self._vectors.sample(budget, config.name, curve)
            program = portable.build(config, vectors)

            def run() -> Result:
                units, accounts, output = portable.run_portable(config, program)
                return Result(units, accounts, failures(units + accounts, output))

            return Trial(run, digest([program], []))

        return Job(config.name, prepare)

    def secrets(self) -> Iterator[Job]:
        """With one of the compilers in `test`, in turns, and with both in a campaign, which
        tries with 64 bits too what differs little there."""
        campaign = self._options.campaign
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
        def prepare() -> Trial:
            program = other.build_secrets(config)

            def run() -> Result:
                counts, output = other.run_secrets(config, program)
                return Result(counts, None, failures(counts, output))

            return Trial(run, digest([program], []))

        return Job(f"secrets poisoned, {config.name}", prepare)

    @staticmethod
    def headers(compiler: str) -> Job:
        def run() -> Result:
            counts, output = other.check_headers(compiler)
            return Result(counts, None, failures(counts, output))

        return Job(f"public headers, {compiler}, C99 and C++17", lambda: Trial(run))
