#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the stages of a level and say what came of each.

    python3 -m tools.develop.suite lint       ruff, mypy, formatting
    python3 -m tools.develop.suite check      what a change must pass, offline
    python3 -m tools.develop.suite test       everything, with samples of the vectors
    python3 -m tools.develop.suite campaign   every vector and trace, and new samples in results/

Small stages run beside each other and show their output when they fail; stages that use all
processors by themselves run alone and show it as it comes. The last line counts tests; a stage
that does not count its own is one. A campaign keeps the longest time that each long stage took in
results/durations.json, and says before it begins how long it will take.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from lab.paths import write_whole
from lab.store import sources
from tools.develop.stages import LEVELS, LIMITS, Stage

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "build" / "suite"
COMPILED = ROOT / "build" / "python"
RESULTS = ROOT / "results"
DURATIONS = "durations.json"
TIMED = "campaign"
OUTPUT_LINES = 60

PLAIN = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
SUMMARY = re.compile(r"^(?:=+ )?((?:\d+ \w+, )*\d+ \w+) in [\d.]+s", re.MULTILINE)
COUNT = re.compile(r"(\d+) (\w+)")


@dataclass(frozen=True)
class Outcome:
    stage: Stage
    passed: int
    failed: int
    skipped: int
    seconds: float
    processor_seconds: float = 0.0

    @property
    def row(self) -> str:
        verdict = "FAILED" if self.failed else "ok"
        skipped = f"  {self.skipped} skipped" if self.skipped else ""
        return (
            f"{verdict:6} {self.stage.name:34} {self.passed:>8} {self.failed:>7} "
            f"{self.seconds:8.1f} {self.processor_seconds:8.1f}{skipped}"
        )


HEADING = f"{'':6} {'':34} {'passed':>8} {'failed':>7} {'seconds':>8} {'of CPU':>8}"


def counted(output: str) -> tuple[int, int, int] | None:
    """Passed, failed and skipped, from the last line of tests/run.py or pytest."""
    plain = PLAIN.findall(output)
    if plain:
        passed, failed = plain[-1]
        return int(passed), int(failed), 0
    summaries = SUMMARY.findall(output)
    if not summaries:
        return None
    of = {word.rstrip("s"): int(count) for count, word in COUNT.findall(summaries[-1])}
    return of.get("passed", 0), of.get("failed", 0) + of.get("error", 0), of.get("skipped", 0)


def environment() -> dict[str, str]:
    """Compiled modules are kept, as the tests start Python hundreds of times; below build/ where
    they are not wanted beside the sources."""
    given = dict(os.environ)
    if given.pop("PYTHONDONTWRITEBYTECODE", ""):
        given.setdefault("PYTHONPYCACHEPREFIX", str(COMPILED))
    return given


def execute(
    command: Sequence[str], log: Path, shown: bool, record: Path | None
) -> tuple[int, float]:
    """Run to the end, output into the log and, where asked, to the terminal as well: the status,
    and the seconds of processor time, those of the programs that it waited for included.

    Standard output then goes into the record too, and standard error past all of them."""
    with log.open("ab") as file, ExitStack() as stack:
        kept = stack.enter_context(record.open("ab")) if record else None
        try:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=None if record else subprocess.STDOUT,
                env=environment(),
            )
        except OSError as error:
            file.write(f"{command[0]}: {error.strerror}\n".encode())
            return 127, 0.0
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                file.write(line)
                if kept:
                    kept.write(line)
                if shown:
                    sys.stdout.buffer.write(line)
                    sys.stdout.buffer.flush()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def known(stage: Stage) -> Outcome | None:
    """What the stage's record says, if it is of the sources as they are."""
    record = RESULTS / stage.record
    if not stage.counts or not stage.record or not record.exists():
        return None
    first, _, output = record.read_text(encoding="utf-8").partition("\n")
    passed, failed, skipped = counted(output) or (0, 1, 0)
    if first != sources() or passed == 0 or failed:
        return None
    return Outcome(stage, passed, 0, skipped, 0.0)


def durations() -> Mapping[str, float]:
    """The longest time in seconds that a stage took, by its name."""
    path = RESULTS / DURATIONS
    longest: dict[str, float] = json.loads(path.read_text()) if path.exists() else {}
    return longest


def keep_duration(outcome: Outcome) -> None:
    longest = dict(durations())
    name = outcome.stage.name
    longest[name] = max(longest.get(name, 0.0), round(outcome.seconds))
    write_whole(
        RESULTS / DURATIONS, (json.dumps(longest, indent=2, sort_keys=True) + "\n").encode()
    )


def forecast(due: Sequence[Stage]) -> str:
    """How long these take at most, by what they took before."""
    longest = durations()
    unknown = [stage.name for stage in due if stage.name not in longest]
    hours, minutes = divmod(round(sum(longest.get(stage.name, 0.0) for stage in due) / 60), 60)
    besides = f", and {'; '.join(unknown)}, of unknown length" if unknown else ""
    return f"{len(due)} long stages are due: at most {hours} h {minutes:02} min{besides}"


def perform(stage: Stage) -> Outcome:
    start = time.monotonic()
    log = LOGS / (re.sub(r"\W+", "-", stage.name).strip("-").lower() + ".log")
    log.write_bytes(b"")
    record = log.with_suffix(".record") if stage.record else None
    if record:
        record.write_text(f"{sources()}\n" if stage.counts else "")
    ended = [execute(command, log, stage.alone, record) for command in stage.commands]
    good = not any(code for code, _ in ended)
    if record and good:
        RESULTS.mkdir(exist_ok=True)
        record.replace(RESULTS / stage.record)
    passed, failed, skipped = (1, 0, 0) if good else (0, 1, 0)
    output = log.read_text(encoding="utf-8", errors="replace")
    if stage.counts:
        counts = counted(output) or (0, 1, 0)
        passed, failed, skipped = counts
        if not good or passed == 0:
            failed = max(failed, 1)
    processor_seconds = sum(seconds for _, seconds in ended)
    outcome = Outcome(stage, passed, failed, skipped, time.monotonic() - start, processor_seconds)
    print(outcome.row, flush=True)
    if failed and not stage.alone:
        lines = output.splitlines()
        print("\n".join(f"       {line}" for line in lines[-OUTPUT_LINES:]), flush=True)
        if len(lines) > OUTPUT_LINES:
            print(f"       (all {len(lines)} lines: {log.relative_to(ROOT)})", flush=True)
    return outcome


def run(
    stages: Iterable[Stage], workers: int, again: bool = True, timed: bool = False
) -> list[Outcome]:
    """Every stage, or those alone whose records are not of the sources as they are; `timed`: with
    what is known, and kept, of how long they take."""
    outcomes: list[Outcome] = []
    stages = tuple(stages)
    LOGS.mkdir(parents=True, exist_ok=True)
    as_recorded = {} if again else {stage: known(stage) for stage in stages}
    if timed:
        due = [stage for stage in stages if stage.alone and as_recorded.get(stage) is None]
        print(forecast(due), flush=True)
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        beside: list[Future[Outcome]] = [
            pool.submit(perform, stage) for stage in stages if not stage.alone
        ]
        outcomes += [future.result() for future in as_completed(beside)]
    finally:
        pool.shutdown(cancel_futures=True)
    for stage in stages:
        if stage.alone:
            recorded = as_recorded.get(stage)
            if recorded:
                print(f"{recorded.row}  as recorded", flush=True)
            else:
                print(f"{'':6} {stage.name}", flush=True)
            outcomes.append(recorded or perform(stage))
            if timed and not recorded and not outcomes[-1].failed:
                keep_duration(outcomes[-1])
    return outcomes


def within(level: str, outcomes: Iterable[Outcome]) -> str:
    """What of its limit a level took, if it has one. That depends on the machine and fails
    nothing."""
    limit = LIMITS.get(level)
    if limit is None:
        return ""
    used = sum(outcome.processor_seconds for outcome in outcomes)
    if used <= limit:
        return f", {used:.0f} s of processor time of the {limit} s it may take"
    return (
        f", {used:.0f} s of processor time: more than the {limit} s it may take; "
        "mark tests slow that need not be in it"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("level", choices=tuple(LEVELS))
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="small stages at once"
    )
    parser.add_argument(
        "--again", action="store_true", help="also what is recorded of the sources as they are"
    )
    options = parser.parse_args()
    start = time.monotonic()
    print(HEADING, flush=True)
    workers = max(1, options.jobs)
    outcomes = run(LEVELS[options.level], workers, options.again, options.level == TIMED)
    seconds = time.monotonic() - start
    print(f"\n{options.level}\n{HEADING}")
    print("\n".join(outcome.row for outcome in outcomes))
    print(f"{len(outcomes)} stages in {seconds:.0f} s{within(options.level, outcomes)}")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
