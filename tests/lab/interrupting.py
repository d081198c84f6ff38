# SPDX-License-Identifier: MIT
"""Interrupts the program at some moment, as a user does with Ctrl-C, and says what came of it.

.venv/bin/python tests/lab/interrupting.py --times 100 --seed 1
"""

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
SLOWEST_SECONDS = 10.0  # from the interrupt to the end, on a busy machine
INTERRUPTED = 130
WITH_WORKERS = "--jobs 2 --no-cache"
COMMANDS = (
    f"measure --target cortex-m0 --library whit --profile all {WITH_WORKERS}",
    f"trace --target cortex-m0 --target cortex-m4 --secrets 4 {WITH_WORKERS}",
    f"reproduce mossinger2016-3 {WITH_WORKERS}",
    "prove --target cortex-m0 --operation keygen",
    "profile --target cortex-m0 --operation sign --keys 9",
    "fleet --signatures 200000 --jobs 2",
)


@dataclass(frozen=True)
class Moment:
    """When to interrupt what, and whom the signal reaches."""

    command: str
    after_seconds: float
    everyone: bool  # as a terminal does; otherwise the program alone
    killed: bool  # whether a worker is killed before
    again: bool  # whether a second interrupt follows at once


@dataclass(frozen=True)
class Ending:
    """How it ended; `wrong` says what is not as it should be."""

    seconds: float
    wrong: str | None


def moments(seed: int, times: int, longest_seconds: float) -> list[Moment]:
    """As many, each command in turn."""
    dice = random.Random(seed)
    return [
        Moment(
            COMMANDS[index % len(COMMANDS)],
            dice.uniform(0.1, longest_seconds),
            everyone=dice.random() < 0.5,
            killed="--jobs" in COMMANDS[index % len(COMMANDS)] and dice.random() < 0.5,
            again=dice.random() < 0.3,
        )
        for index in range(times)
    ]


def heed_interrupts() -> None:
    """What runs in the background of a shell ignores interrupts, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(moment: Moment, place: Path = ROOT) -> Ending:
    program = [sys.executable, "-c", "from lab.commands.main import main; main()"]
    process = subprocess.Popen(
        ["nice", *program, *moment.command.split()],
        cwd=place,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    try:
        time.sleep(moment.after_seconds)
        if moment.killed:
            _kill_a_worker(process.pid)
        before = time.monotonic()
        for _ in range(1 + moment.again):
            _send(process.pid, moment.everyone)
            time.sleep(0.05)
        try:
            _, err = process.communicate(timeout=SLOWEST_SECONDS)
        except subprocess.TimeoutExpired:
            return Ending(SLOWEST_SECONDS, f"hangs: {_state(process.pid)}")
        return Ending(time.monotonic() - before, _wrong(process, err))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _send(group: int, everyone: bool) -> None:
    with contextlib.suppress(ProcessLookupError):
        (os.killpg if everyone else os.kill)(group, signal.SIGINT)


def _kill_a_worker(program: int) -> None:
    """If there is one; then the time in which a new one is started, or not yet."""
    with contextlib.suppress(psutil.NoSuchProcess):
        workers = [
            child
            for child in psutil.Process(program).children()
            if any("spawn_main" in word for word in child.cmdline())
        ]
        for worker in workers[:1]:
            worker.kill()
            time.sleep(random.uniform(0, 1.5))


def _wrong(process: "subprocess.Popen[str]", err: str) -> str | None:
    """None where the command was over, or ended as it should."""
    last = (err.splitlines() or [""])[-1]
    if "Traceback" in err or "Exception ignored" in err:
        return f"a stack trace: {err[-3000:]}"
    if process.returncode in (0, 1) and last != "whit: interrupted":
        return None
    if process.returncode == -signal.SIGINT and not err.strip():
        return None  # before there was a program to say so, or after
    if (process.returncode, last) != (INTERRUPTED, "whit: interrupted"):
        return f"code {process.returncode}, {err[-300:]}"
    return None if _is_gone(process.pid) else f"workers stay: {_state(process.pid)}"


def _is_gone(group: int) -> bool:
    for _ in range(25):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.2)
    return False


def _state(group: int) -> str:
    told = []
    for process in psutil.process_iter(["pid", "status", "cmdline"]):
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            if os.getpgid(process.pid) == group:
                words = " ".join(process.info["cmdline"] or ())[:90]
                told.append(f"{process.pid} {process.info['status']} {words}")
    return "; ".join(told)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=8.0)
    parser.add_argument("--place", type=Path, default=ROOT)
    asked = parser.parse_args(arguments)
    wrong, slowest = 0, 0.0
    for number, moment in enumerate(moments(asked.seed, asked.times, asked.longest), 1):
        ending = interrupt(moment, asked.place)
        slowest = max(slowest, ending.seconds)
        wrong += ending.wrong is not None
        print(f"[{number}/{asked.times}] {moment} {ending}", flush=True)
    print(f"{asked.times} interrupts, {wrong} wrong, the slowest took {slowest:.1f} s")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
