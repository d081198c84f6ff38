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
from typing import get_args

from tests.runner.jobs import Job, Level, Options, Part, Result
from tests.runner.levels import Plan
from tests.runner.tools import BUILD, Counts, RunError
from tests.runner.unfinished import Done, Unfinished

DESCRIPTION = """\
Build and run the C tests.

  check      one host build and the amalgamation, the committed subset of the vectors; offline
  test       gcc and clang, sanitizers, every limb width and profile, layered and amalgamated,
             secrets under valgrind, and every emulated core with a sample of the vectors
  campaign   as test, with every vector on the host, and every width with every profile
  vectors    on emulated cores those of every curve on Cortex-M4, of secp256r1 on all
  portable   portable C on processors of either order of bytes, of 16, 32 and 64 bits: every
             profile with limbs of every width, self-tests and a sample of the vectors

campaign, vectors and portable take long: one that was cut off goes on where it was, with its seed,
as long as the sources are the same. --again begins anew. --part gives those jobs alone that run
on emulated cores, or on the host with one of its compilers.
"""
LONG = ("campaign", "vectors", "portable")
WIDTH = 50
LINES_SHOWN = 30


@dataclass(frozen=True)
class Outcome:
    job: Job
    result: Result | None
    error: str
    seconds: float

    @property
    def counts(self) -> Counts:
        return self.result.counts if self.result else Counts(0, 1)


def perform(job: Job) -> Outcome:
    start = time.monotonic()
    try:
        result, error = job.run(), ""
    except (RunError, OSError) as problem:
        result, error = None, str(problem)
    return Outcome(job, result, error, time.monotonic() - start)


def cell(counts: Counts | None) -> str:
    if counts is None:
        return "-"
    return str(counts.passed) if counts.failed == 0 else f"{counts.passed} ({counts.failed} FAILED)"


def row(outcome: Outcome) -> str:
    good = outcome.result is not None and outcome.counts.failed == 0
    result = outcome.result or Result(None, None, "")
    return (
        f"{'ok' if good else 'FAILED':6} {outcome.job.name:{WIDTH}} {cell(result.units):>8} "
        f"{cell(result.vectors):>8} {outcome.seconds:7.1f}"
    )


def report(outcome: Outcome) -> None:
    print(row(outcome), flush=True)
    text = outcome.error or (outcome.result.output if outcome.result else "")
    lines = text.splitlines()
    if len(lines) > LINES_SHOWN and not outcome.job.shown:
        lines = [*lines[:LINES_SHOWN], f"... {len(lines) - LINES_SHOWN} lines more"]
    if lines:
        print("\n".join(f"       {line}" for line in lines), flush=True)


def run_jobs(jobs: Sequence[Job], workers: int, unfinished: Unfinished) -> Counts:
    print(f"{'':6} {'':{WIDTH}} {'tests':>8} {'vectors':>8} {'seconds':>7}", flush=True)
    total = Counts(0, 0)
    for job in jobs:
        done = unfinished.done.get(job.name)
        if done:
            report(Outcome(job, done.result, "", done.seconds))
            total += done.result.counts
    pool = ThreadPoolExecutor(max_workers=workers)
    futures: list[Future[Outcome]] = [
        pool.submit(perform, job) for job in jobs if job.name not in unfinished.done
    ]
    try:
        for future in as_completed(futures):
            outcome = future.result()
            report(outcome)
            total += outcome.counts
            if outcome.result and not outcome.counts.failed:
                unfinished.keep(outcome.job.name, Done(outcome.result, outcome.seconds))
    finally:
        pool.shutdown(cancel_futures=True)
    return total


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
    parser.add_argument("--again", action="store_true", help="also what a run that was cut off did")
    parser.add_argument("--seed", type=int, help="of the samples (default: the day)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    whole = not options.only and not options.case and not options.all
    keeps = options.level in LONG and whole and not options.list
    name = "-".join(filter(None, (options.level, options.part)))
    unfinished = Unfinished(BUILD / "unfinished" if keeps else None, name)
    today = int(datetime.date.today().strftime("%Y%m%d"))
    seed = options.seed or (not options.again and unfinished.seed) or today
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
        unfinished.begin(seed, again=options.again)
        return run_level(jobs, max(1, options.jobs), unfinished)


def run_level(jobs: Sequence[Job], workers: int, unfinished: Unfinished) -> int:
    start = time.monotonic()
    total = run_jobs(jobs, workers, unfinished)
    if not total.failed:
        unfinished.end()
    before = f", {len(unfinished.done)} of them in a run before" if unfinished.done else ""
    print(f"{len(jobs)} jobs in {time.monotonic() - start:.0f} s{before}")
    print(f"{total.passed} passed, {total.failed} failed")
    return 0 if total.failed == 0 else 1
