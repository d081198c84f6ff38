# SPDX-License-Identifier: MIT
"""Run fuzz targets, and print what came of them.

    python3 -m tests.fuzz [TARGET...] [--inputs N] [--seed N] [--known RECORD] [--jobs N]

A target traps at an input that breaks a law, and the input is kept in build/fuzz/findings/: the
program that the message names runs it again when it is given the file. A target that is in the
record as the same program, with the same seed and as many inputs, is not run again.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz import seeds
from tests.fuzz.programs import TARGETS, fuzz, program
from tests.runner.jobs import Job, Result, Trial
from tests.runner.known import Known
from tests.runner.made import digest
from tests.runner.main import run_level
from tests.runner.tools import Counts

INPUTS = 1_000_000


def job(target: str, inputs: int, seed: int) -> Job:
    def prepare() -> Trial:
        built = program(target)
        given: list[str | Path | bytes] = [f"{inputs} {seed}", *seeds.read(target)]

        def fuzzed() -> Result:
            done = fuzz(built, inputs=inputs, seed=seed)
            return Result(None, Counts(done.inputs, 0), f"{done.edges} edges covered")

        return Trial(fuzzed, digest([built], given))

    return Job(target, prepare)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--inputs", type=int, default=INPUTS, help=f"each (default: {INPUTS:,})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--known", type=Path, metavar="RECORD", help="of a run before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    options = parser.parse_args(arguments)
    for target in options.target:
        if target not in TARGETS:
            parser.error(f"there is no target {target}; there are {', '.join(TARGETS)}")
    jobs = [job(target, options.inputs, options.seed) for target in options.target or TARGETS]
    return run_level(jobs, options.jobs, Known(options.known, None))


if __name__ == "__main__":
    sys.exit(main())
