# SPDX-License-Identifier: MIT
"""Whit as a process that answers commands: driver.c, with every curve."""

import subprocess
from pathlib import Path

from tests.runner.host import HostBuild
from tests.runner.made import amalgamation, compiled
from tests.runner.tools import BUILD, TESTS, compile_with
from tests.unit.curves import library_curves

CONFIGURATION = HostBuild(sanitizer="none", amalgamated=True, kind="curves")


def build() -> Path:
    """The driver over the amalgamation, at full speed."""
    directory = BUILD / "oracles"
    directory.mkdir(parents=True, exist_ok=True)
    names = "".join(f"CURVE({curve.name})\n" for curve in library_curves())
    (directory / "curve_names.h").write_text(names)
    flags = CONFIGURATION.library_flags
    library = compiled("gcc", flags, amalgamation() / "whit.c")
    program = directory / "driver"
    driver = TESTS / "oracles" / "driver.c"
    compile_with(
        ["gcc", *CONFIGURATION.plain_flags, f"-I{directory}", driver, library, "-o", program]
    )
    return program


class LibraryError(Exception):
    """The driver ended; the message is what it said."""


class Library:
    """The driver at work. Each method returns the bytes, or None for what was refused; then
    status is why."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.status = 0

    def close(self) -> None:
        self._process.communicate()

    def ask(self, verb: str, curve: str, *arguments: bytes | str) -> bytes | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        words = (word if isinstance(word, str) else word.hex() for word in arguments)
        self._process.stdin.write(" ".join((verb, curve, *words)) + "\n")
        self._process.stdin.flush()
        kind, _, rest = self._process.stdout.readline().strip().partition(" ")
        if kind == "ok":
            self.status = 0
            return bytes.fromhex(rest)
        if kind != "error":
            raise LibraryError(f"{verb} {curve}: the driver ended")
        self.status = int(rest, 16)
        return None

    def must(self, verb: str, curve: str, *arguments: bytes | str) -> bytes:
        answer = self.ask(verb, curve, *arguments)
        assert answer is not None, f"{verb} {curve} {arguments}: status {self.status:#06x}"
        return answer
