# SPDX-License-Identifier: MIT
"""Finding a rustc and a cargo that build for microcontrollers. Needs nothing but Python: the set-up
asks it too."""

from __future__ import annotations  # an older Python must get as far as being told so

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab.errors import ToolchainError

PACKAGES = ("rustc-web", "rust-web-src", "cargo-web")  # Debian's
# The sources hold all that the library is made of; older ones do not, or were not tried.
OLDEST = "1.96"
_OLDEST_CARGO = "1.90"
_INSTALL = f"on Debian: apt-get install {' '.join(PACKAGES)}"


@dataclass(frozen=True)
class Compiler:
    """A rustc that has the sources of Rust's own library, and a cargo that goes with it."""

    rustc: Path
    library: Path  # sources of Rust's own
    version: str
    cargo: Path


@cache
def find() -> Compiler:
    """The first of each that is fit; ToolchainError where there is none."""
    rustc, library, version = _rustc()
    return Compiler(rustc, library, version, cargo())


@cache
def lacking() -> str | None:
    """Why nothing can be built in Rust; None when it can."""
    try:
        find()
    except ToolchainError as error:
        return str(error)
    return None


def _rustc() -> tuple[Path, Path, str]:
    """The first rustc that comes with the sources of its library, where these are, and its
    version."""
    found = []
    for program, version in _programs("rustc"):
        root = _output(program, "--print", "sysroot") or ""
        sources = Path(root) / "lib" / "rustlib" / "src" / "rust" / "library"
        if (sources / "vendor").is_dir() and numbers(_word(version)) >= numbers(OLDEST):
            return program, sources.resolve(), " ".join(version.split()[:2])
        found.append(" ".join(version.split()[:2]))
    why = f" (found without: {', '.join(dict.fromkeys(found))})" if found else ""
    raise ToolchainError(
        f"rustc {OLDEST} or newer with the sources of its library is not installed{why}; {_INSTALL}"
    )


def cargo() -> Path:
    """The first that is not much older than the compiler."""
    for program, version in _programs("cargo"):
        if numbers(_word(version)) >= numbers(_OLDEST_CARGO):
            return program
    raise ToolchainError(f"cargo {_OLDEST_CARGO} or newer is not installed; {_INSTALL}")


def _programs(name: str) -> Iterator[tuple[Path, str]]:
    """Those of this name that can be called, and what they say is their version."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        program = Path(folder) / name
        if program.is_file() and os.access(program, os.X_OK):
            version = _output(program, "--version")
            if version:
                yield program, version


def _word(version: str) -> str:
    """rustc 1.96.0 (...) is 1.96.0."""
    return [*version.split(), "", ""][1]


def numbers(version: str) -> tuple[int, ...]:
    """Those that a version begins with: (1, 96, 0) of 1.96.0+dfsg1-1."""
    leading = re.sub(r"[^\d.].*", "", version)
    return tuple(int(part) for part in leading.split(".") if part)


def _output(program: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
