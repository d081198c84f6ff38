# SPDX-License-Identifier: MIT
"""Paths, and running a program."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests"
UNIT = TESTS / "unit"
VECTORS = TESTS / "vectors"
VECTOR_SOURCES = (VECTORS / "run_vectors.c", VECTORS / "operations.c")
BUILD = Path(os.environ.get("WHIT_TESTS_BUILD", ROOT / "build" / "tests"))

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
DEBIAN_PACKAGES = {
    "gcc": "gcc libc6-dev",
    "clang": "clang",
    "g++": "g++",
    "clang++": "clang",
    "valgrind": "valgrind libc6-dbg",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
    "powerpc-linux-gnu-gcc": "gcc-powerpc-linux-gnu libc6-dev-powerpc-cross",
    "s390x-linux-gnu-gcc": "gcc-s390x-linux-gnu libc6-dev-s390x-cross",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    "xtensa-lx106-elf-gcc": "gcc-xtensa-lx106",
    **dict.fromkeys(("qemu-ppc", "qemu-s390x", "qemu-riscv64", "qemu-aarch64"), "qemu-user"),
    "qemu-system-xtensa": "qemu-system-misc",
}


class RunError(Exception):
    """A job cannot go on; the message says why, program output included."""


@dataclass(frozen=True)
class Counts:
    passed: int
    failed: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.passed + other.passed, self.failed + other.failed)


def require(program: str) -> None:
    if shutil.which(program) is None:
        package = DEBIAN_PACKAGES.get(program)
        hint = f"; on Debian: apt-get install {package}" if package else ""
        raise RunError(f"{program} is not installed{hint}")


def run(
    command: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    timeout_seconds: float = 1800,
) -> subprocess.CompletedProcess[str]:
    """Run to the end, output captured, errors and all."""
    require(str(command[0]))
    try:
        return subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            env={**os.environ, "LC_ALL": "C", **(environment or {})},
            cwd=ROOT,
            timeout=timeout_seconds,
        )
    except subprocess.TimeoutExpired:
        raise RunError(f"{command[0]} did not end within {timeout_seconds:.0f} s") from None


def compile_with(command: Sequence[str | Path]) -> None:
    done = run(command)
    if done.returncode != 0:
        output = f"{done.stdout}{done.stderr}".rstrip()
        about = command[command.index("-c") + 1] if "-c" in command else command[-1]
        raise RunError(f"{Path(command[0]).name} failed on {Path(about).name}:\n{output}")


def closing_counts(output: str) -> Counts | None:
    """What a test program's last line says."""
    found = CLOSING.findall(output)
    return Counts(*map(int, found[-1])) if found else None


def run_tests(command: Sequence[str | Path], environment: Mapping[str, str]) -> tuple[Counts, str]:
    """Run a test program: its counts, and its output if anything is amiss."""
    done = run(command, environment)
    output = done.stdout + done.stderr
    counts = closing_counts(done.stdout)
    if counts is None:
        raise RunError(
            f"{command[0]} ended with {done.returncode} and no counts\n{output}".rstrip()
        )
    if done.returncode != 0 and counts.failed == 0:
        counts = Counts(counts.passed, 1)
    return counts, output
