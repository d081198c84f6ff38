#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the stages of a level and say what came of each.

    tools/suite.py lint       ruff, mypy, formatting
    tools/suite.py check      what a change must pass, offline
    tools/suite.py test       everything, with samples of the vectors
    tools/suite.py campaign   every vector and trace, and new samples in results/

Small stages run beside each other and show their output when they fail; stages that use all
processors by themselves run alone and show it as it comes. The last line counts tests; a stage
that does not count its own is one.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
LOGS = ROOT / "build" / "suite"
RESULTS = ROOT / "results"
OUTPUT_LINES = 60

PLAIN = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
SUMMARY = re.compile(r"^(?:=+ )?((?:\d+ \w+, )*\d+ \w+) in [\d.]+s", re.MULTILINE)
COUNT = re.compile(r"(\d+) (\w+)")


@dataclass(frozen=True)
class Stage:
    name: str
    commands: tuple[tuple[str, ...], ...]
    counts: bool = False  # its output ends in counts
    alone: bool = False
    record: str = ""  # a file of results/ that its standard output replaces when it succeeds


@dataclass(frozen=True)
class Outcome:
    stage: Stage
    passed: int
    failed: int
    skipped: int
    seconds: float

    @property
    def row(self) -> str:
        verdict = "FAILED" if self.failed else "ok"
        skipped = f"  {self.skipped} skipped" if self.skipped else ""
        return (
            f"{verdict:6} {self.stage.name:34} {self.passed:>8} {self.failed:>7} "
            f"{self.seconds:8.1f}{skipped}"
        )


HEADING = f"{'':6} {'':34} {'passed':>8} {'failed':>7} {'seconds':>8}"


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    """A program of the virtual environment."""
    return (str(BIN / name), *arguments)


def script(path: str, *arguments: str) -> tuple[str, ...]:
    return tool("python", path, *arguments)


def operations(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--operation", name))


def targets(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--target", name))


def curves(*names: str) -> tuple[str, ...]:
    return tuple(word for name in names for word in ("--curve", name))


EVERY_TARGET = ("--target", "all")
# One of each that differ in instructions or in what these cost.
CORES = ("cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4", "cortex-m33", "rv32imc", "avr")
EVERY_CORE = targets(*CORES)
EVERY_CURVE = ("--target", "cortex-m4", *curves("all"))
# Beside secp256r1, which is traced on every core: an order longer than the field, whose nonces
# are refused half of the time; a field with 2^96 dividing p - 1; a = 0; any a; a larger field; and
# those of X25519, Ed25519, X448 and Ed448.
OTHER_FORMS = curves("curve25519", "ed25519", "curve448", "ed448")
MORE_CURVES = (
    *("--target", "cortex-m4"),
    *curves("secp160r1", "secp224r1", "secp256k1", "brainpoolP256r1", "secp384r1"),
    *OTHER_FORMS,
)
# Beside secp256r1, what `whit front` makes claims of on every core, and goals.toml on one.
CLAIMED_CURVES = (*EVERY_TARGET, *curves("secp256k1", "secp384r1"))
CURVES_WITH_GOALS = (
    *("--target", "cortex-m4"),
    *curves("secp192r1", "secp224r1", "secp521r1", "brainpoolP256r1"),
)
MAIN_CURVES = curves(
    *("secp192r1", "secp224r1", "secp256k1", "secp384r1", "secp521r1", "brainpoolP256r1")
)
SECRET = operations("keygen", "ecdh", "sign", "sign_message")
FOUR = operations("keygen", "ecdh", "sign", "verify")
NOT_SECRET = operations("verify", "validate", "decompress", "all")
BATCHES = operations(*(f"verify_batch_{count}" for count in (2, 4, 8, 16)))
EVERY_PROFILE = ("--profile", "all")
LEAST_FLASH = (
    *("--profile", "small"),
    *("--configuration", "least", "--configuration", "least-ecdh"),
)
EVERY_BUILD = (*EVERY_PROFILE, "--configuration", "all")

# A file's tests share what they build, so that a file goes to one processor.
PYTEST = tool("pytest", "--numprocesses", str(os.cpu_count() or 1), "--dist", "loadfile")


def python_tests(name: str, *chosen: str) -> Stage:
    return Stage(name, ((*PYTEST, *chosen, "tests"),), counts=True, alone=True)


def traces(name: str, *asked: str, record: str, secrets: int = 50) -> Stage:
    """Of every operation with secrets; those that are known are not made again."""
    counted = ("--secrets", str(secrets), "--format", "json")
    return Stage(name, (tool("whit", "trace", *asked, *SECRET, *counted),), False, True, record)


def profiles(profile: str, *asked: str) -> tuple[str, ...]:
    """Of the runs that `whit measure` gives the cycles of."""
    return tool("whit", "profile", *asked, "--profile", profile, "--keys", "5", "--save")


QUICK_TESTS = python_tests("Python tests, quick", "-m", "not slow")
PYTHON_TESTS = python_tests("Python tests", "-m", "not campaign")
EVERY_PYTHON_TEST = python_tests("Python tests")
LINT = (
    Stage("ruff", (tool("ruff", "check", "--quiet", "."),)),
    Stage("mypy", (tool("mypy", "--no-error-summary"),)),
    Stage("formatting", (script("tools/format.py", "--check"),)),
)
CURRENT = (
    Stage(
        "generated sources are current",
        (
            script("tools/options.py", "--check"),
            script("tools/formulas.py", "--check"),
            script("tools/edwards_formulas.py", "--check"),
            script("tools/curves.py", "--check"),
            script("tools/armv7em.py", "--check"),
            script("tools/armv7m.py", "--check"),
            script("tools/armv6m.py", "--check"),
            script("tools/rv32.py", "--check"),
            script("tools/avr.py", "--check"),
            script("tools/x86_64.py", "--check"),
        ),
    ),
    Stage("tables and drawings are current", (tool("whit", "report", "--check"),)),
)
SUBSET = Stage(
    "C tests, subset of the vectors", (script("tests/run.py", "check"),), counts=True, alone=True
)
LEVELS = {
    "lint": LINT,
    "check": (
        *LINT,
        *CURRENT,
        QUICK_TESTS,
        SUBSET,
    ),
    "test": (
        Stage(
            "constant time on every core",
            (tool("whit", "trace", *EVERY_CORE, "--secrets", "20"),),
        ),
        Stage(
            "constant time on more curves",
            (tool("whit", "trace", *MORE_CURVES, *SECRET, "--secrets", "20"),),
        ),
        *LINT,
        *CURRENT,
        PYTHON_TESTS,
        Stage("C tests", (script("tests/run.py", "test"),), counts=True, alone=True),
    ),
    "campaign": (
        *LINT,
        *CURRENT,
        EVERY_PYTHON_TEST,
        Stage(
            "C tests, every vector",
            (script("tests/run.py", "campaign"),),
            counts=True,
            alone=True,
            record="c-tests.txt",
        ),
        Stage(
            "every vector on emulated cores",
            (script("tests/run.py", "vectors"),),
            counts=True,
            alone=True,
            record="vectors-on-cores.txt",
        ),
        Stage(
            "sm2p256v1 against Bouncy Castle",
            (
                tool(
                    *("python", "-m", "tests.oracles.bouncy_castle"),
                    *("--record", "results/bouncy-castle.txt"),
                ),
            ),
            alone=True,
        ),
        Stage(
            "X25519 to Ed448 on emulated cores",
            (script("-m", "tests.forms_on_cores"),),
            counts=True,
            alone=True,
            record="vectors-of-25519.txt",
        ),
        Stage(
            "curves that are not of this repository, on emulated cores",
            (
                script("-m", "tests.other_curves.on_cores"),
                script(
                    *("-m", "tests.other_curves.on_cores", "--layered"),
                    *(*targets("cortex-m4"), "--profile", "balanced"),
                ),
            ),
            counts=True,
            alone=True,
        ),
        traces(
            "constant time, every profile",
            *(*EVERY_CORE, *targets("cortex-m0-mul32"), *EVERY_PROFILE),
            record="traces.json",
        ),
        traces(
            "constant time, the curves most used",
            *(*EVERY_CORE, *MAIN_CURVES, *EVERY_PROFILE),
            record="traces-of-main-curves.json",
        ),
        traces(
            "constant time, the least flash",
            *(*EVERY_CORE, *curves("secp256r1", "secp256k1"), *LEAST_FLASH),
            record="traces-of-least.json",
        ),
        traces(
            "constant time, X25519 to Ed448",
            *(*EVERY_CORE, *OTHER_FORMS, *EVERY_PROFILE),
            record="traces-of-25519.json",
        ),
        traces(
            "constant time, every curve",
            *EVERY_CURVE,
            secrets=20,
            record="traces-of-curves.json",
        ),
        Stage(
            "measures, saved to results/",
            (
                tool(
                    *("whit", "measure", *EVERY_TARGET, "--library", "all", "--save"),
                    *(*SECRET, *NOT_SECRET, *EVERY_BUILD),
                ),
                tool("whit", "measure", *EVERY_CURVE, "--library", "all", "--save"),
                tool(
                    *("whit", "measure", *CLAIMED_CURVES, "--library", "all", "--save"),
                    *EVERY_BUILD,
                ),
                tool(
                    *("whit", "measure", *EVERY_TARGET, *OTHER_FORMS, "--library", "all"),
                    *("--save", *EVERY_BUILD),
                ),
                tool(
                    *("whit", "measure", *EVERY_TARGET, *curves("ed25519", "ed448")),
                    *("--library", "whit", "--save", *BATCHES, *EVERY_PROFILE),
                ),
                tool(
                    *("whit", "measure", *CURVES_WITH_GOALS, "--library", "whit", "--save"),
                    *("--profile", "fast"),
                ),
            ),
            alone=True,
        ),
        Stage(
            "cycles by symbol, saved to results/",
            (
                profiles("fast", *curves("secp256r1"), *operations("keygen", "sign", "verify")),
                profiles("small", *targets("cortex-m4", "cortex-m0"), *FOUR),
                profiles("fast", *MAIN_CURVES, *operations("sign", "verify")),
                profiles("fast", *curves("ed25519"), *operations("keygen", "sign")),
            ),
            alone=True,
        ),
    ),
}


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


def execute(command: Sequence[str], log: Path, shown: bool, record: Path | None) -> int:
    """Run to the end, output into the log and, where asked, to the terminal as well.

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
            )
        except OSError as error:
            file.write(f"{command[0]}: {error.strerror}\n".encode())
            return 127
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                file.write(line)
                if kept:
                    kept.write(line)
                if shown:
                    sys.stdout.buffer.write(line)
                    sys.stdout.buffer.flush()
    return process.returncode


def perform(stage: Stage) -> Outcome:
    start = time.monotonic()
    log = LOGS / (re.sub(r"\W+", "-", stage.name).strip("-").lower() + ".log")
    log.write_bytes(b"")
    record = log.with_suffix(".record") if stage.record else None
    if record:
        record.write_bytes(b"")
    codes = [execute(command, log, stage.alone, record) for command in stage.commands]
    good = not any(codes)
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
    outcome = Outcome(stage, passed, failed, skipped, time.monotonic() - start)
    print(outcome.row, flush=True)
    if failed and not stage.alone:
        lines = output.splitlines()
        print("\n".join(f"       {line}" for line in lines[-OUTPUT_LINES:]), flush=True)
        if len(lines) > OUTPUT_LINES:
            print(f"       (all {len(lines)} lines: {log.relative_to(ROOT)})", flush=True)
    return outcome


def run(stages: Iterable[Stage], workers: int) -> list[Outcome]:
    outcomes: list[Outcome] = []
    stages = tuple(stages)
    LOGS.mkdir(parents=True, exist_ok=True)
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
            print(f"{'':6} {stage.name}", flush=True)
            outcomes.append(perform(stage))
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("level", choices=tuple(LEVELS))
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="small stages at once"
    )
    options = parser.parse_args()
    start = time.monotonic()
    print(HEADING, flush=True)
    outcomes = run(LEVELS[options.level], max(1, options.jobs))
    seconds = time.monotonic() - start
    print(f"\n{options.level}\n{HEADING}")
    print("\n".join(outcome.row for outcome in outcomes))
    print(f"{len(outcomes)} stages in {seconds:.0f} s")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
