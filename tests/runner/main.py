# SPDX-License-Identifier: MIT
"""The command line: run a level's jobs, several at a time, and say what came of them."""

import argparse
import datetime
import fcntl
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from tests.runner.jobs import Job, Level, Options, Part, Result
from tests.runner.known import HEADING, INDENT, NAME_WIDTH, Known, Row
from tests.runner.levels import Plan
from tests.runner.tools import BUILD, Counts, RunError

DESCRIPTION = """\
Build and run the C tests.

  check      one host build and the amalgamation, the committed subset of the vectors; offline
  test       gcc and clang, sanitizers, every limb width and profile, layered and amalgamated,
             secrets under valgrind, and every emulated core with a sample of the vectors
  campaign   as test, with every vector on the host, and every width with every profile
  vectors    on emulated cores those of every curve on Cortex-M4, of secp256r1 on all
  portable   portable C on processors of either order of bytes, of 16, 32 and 64 bits: every
             profile with limbs of every width, self-tests and a sample of the vectors

campaign, vectors and portable take long. One that was cut off goes on where it was, with its seed.
--known names the record of a run before: a job whose program and input are the same is not run
again. --again runs all. --part gives those jobs alone that run on emulated cores, or on the host
with one of its compilers.
"""
LONG = ("campaign", "vectors", "portable")
LINES_SHOWN = 30


@dataclass(frozen=True)
class Outcome:
    counts: Counts
    text: str  # as it is printed
    row: Row | None = None  # to keep, if it succeeded
    known: bool = False


def perform(job: Job, known: Known) -> Outcome:
    start, digest = time.monotonic(), ""
    try:
        trial = job.prepare()
        digest = trial.digest
        before = known.find(job.name, digest)
        if before:
            return Outcome(before.counts, before.text, known=True)
        result = trial.run()
        counts = result.counts
    except (RunError, OSError) as problem:
        result, counts = Result(None, None, str(problem)), Counts(0, 1)
    text = report(job, result, time.monotonic() - start, digest, good=not counts.failed)
    return Outcome(counts, text, None if counts.failed else Row(job.name, digest, counts, text))


def cell(counts: Counts | None) -> str:
    if counts is None:
        return "-"
    return str(counts.passed) if counts.failed == 0 else f"{counts.passed} ({counts.failed} FAILED)"


def report(job: Job, result: Result, seconds: float, digest: str, *, good: bool) -> str:
    """A row, and what was said."""
    said = result.output.splitlines()
    if len(said) > LINES_SHOWN and not job.shown:
        said = [*said[:LINES_SHOWN], f"... {len(said) - LINES_SHOWN} lines more"]
    row = (
        f"{'ok' if good else 'FAILED':6} {job.name:{NAME_WIDTH}} {cell(result.units):>8} "
        f"{cell(result.vectors):>8} {seconds:7.1f} {digest}"
    )
    return "\n".join([row.rstrip(), *(f"{INDENT}{line}" for line in said)])


def run_jobs(jobs: Sequence[Job], workers: int, known: Known) -> tuple[Counts, int]:
    """What came of them, and how many were known."""
    print(HEADING, flush=True)
    total, before = Counts(0, 0), 0
    pool = ThreadPoolExecutor(max_workers=workers)
    futures: list[Future[Outcome]] = [pool.submit(perform, job, known) for job in jobs]
    try:
        for future in as_completed(futures):
            outcome = future.result()
            print(outcome.text, flush=True)
            total += outcome.counts
            before += outcome.known
            if outcome.row:
                known.keep(outcome.row)
    finally:
        pool.shutdown(cancel_futures=True)
    return total, before


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests/run.py",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("level", choices=get_args(Level))
    parser.add_argument("--all", action="store_true", help="with vectors: every curve on all cores")
    parser.add_argument("--case", help="only this unit test or suite")
    parser.add_argument("--part", choices=get_args(Part), help="only those jobs")
    parser.add_argument("--only", metavar="TEXT", help="only jobs whose name contains TEXT")
    parser.add_argument("--list", action="store_true", help="list the jobs and run none")
    parser.add_argument("--known", type=Path, metavar="RECORD", help="of a run before")
    parser.add_argument("--again", action="store_true", help="run also what is known")
    parser.add_argument(
        "--seed", type=int, help="of the samples (default: that of what is known, else the day)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    whole = not options.only and not options.case and not options.all
    keeps = options.level in LONG and whole and not options.list
    name = "-".join(filter(None, (options.level, options.part)))
    unfinished = BUILD / "unfinished" / f"{name}.txt" if keeps else None
    known = Known(options.known, unfinished, options.again)
    today = int(datetime.date.today().strftime("%Y%m%d"))
    seed = options.seed or known.seed or today
    plan = Plan(Options(options.level, seed, options.all, options.case))
    jobs = [
        job
        for job in plan.jobs()
        if options.part in (None, job.part) and (options.only or "") in job.name
    ]
    if not jobs:
        asked = repr(options.only) if options.only else options.part
        print(f"tests/run.py: no job of {name} is called {asked}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(job.name for job in jobs))
        return 0
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another run of the tests is under way here; waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        if options.level != "check":
            print(f"seed {seed}")
        known.begin(seed)
        return run_level(jobs, max(1, options.jobs), known)


def run_level(jobs: Sequence[Job], workers: int, known: Known) -> int:
    start = time.monotonic()
    total, before = run_jobs(jobs, workers, known)
    if not total.failed:
        known.end()
    apart = f", {before} of them known" if before else ""
    print(f"{len(jobs)} jobs in {time.monotonic() - start:.0f} s{apart}")
    print(f"{total.passed} passed, {total.failed} failed")
    return 0 if total.failed == 0 else 1
