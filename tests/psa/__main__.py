# SPDX-License-Identifier: MIT
"""Run Mbed TLS's own tests of PSA through Whit's driver, and print what came of them.

    python3 -m tests.psa [SUITE...] [--known RECORD] [--jobs N]

In the build `beside` Mbed TLS has elliptic curves of its own, for what the driver leaves to it; in
`alone` it has none. A suite that is in the record as the same program is not run again.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.psa import builds
from tests.runner.jobs import Job, Result, Trial
from tests.runner.known import Known
from tests.runner.main import run_level

BUILDS = ("beside", "alone")
SUITES = (
    *("psa_crypto", "psa_crypto_attributes", "psa_crypto_generate_key.generated"),
    *("psa_crypto_not_supported.generated", "psa_crypto_not_supported.misc"),
    *("psa_crypto_op_fail.generated", "psa_crypto_op_fail.misc", "psa_crypto_pake"),
    *("psa_crypto_persistent_key", "psa_crypto_slot_management"),
    *("psa_crypto_storage_format.current", "psa_crypto_storage_format.misc"),
    *("psa_crypto_storage_format.v0", "pk", "pkparse", "pkwrite"),
    *("x509parse", "x509write", "ssl", "debug"),
)


def summary(done: builds.Outcome) -> str:
    """What was said, and of failures all of it."""
    if done.cases.failed:
        return done.output
    calls = ", ".join(f"{name} {count}" for name, count in done.calls.items() if count)
    return (
        f"{done.skipped} skipped; of elliptic curves {done.elliptic.passed} passed\n"
        f"calls that the driver served: {calls or 'none'}"
    )


def job(build: str, suite: str) -> Job:
    def prepare() -> Trial:
        folder = builds.MADE / build / suite
        folder.mkdir(parents=True, exist_ok=True)
        program = builds.suite(build, suite, folder)

        def run() -> Result:
            done = builds.tried(program)
            return Result(done.cases, None, summary(done))

        return Trial(run, builds.known(program))

    return Job(f"{suite} {build}", prepare)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.psa",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suite", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    parser.add_argument("--known", type=Path, metavar="RECORD", help="of a run before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    options = parser.parse_args(arguments)
    for suite in options.suite:
        if suite not in SUITES:
            parser.error(f"there is no suite {suite}; there are {', '.join(SUITES)}")
    chosen = options.suite or SUITES
    jobs = [partial(job, build)(suite) for build in BUILDS for suite in chosen]
    return run_level(jobs, options.jobs, Known(options.known, None))


if __name__ == "__main__":
    sys.exit(main())
