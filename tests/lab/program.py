# SPDX-License-Identifier: MIT
"""The program whit as a function, and openssl beside it."""

import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from lab.commands.main import main

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

SECRET, OPEN = 0o600, 0o644


class Whit:
    """The program, and what it said."""

    def __init__(self, monkeypatch: Patch, captured: Captured) -> None:
        self._monkeypatch = monkeypatch
        self._captured = captured
        self.out = ""
        self.error = ""

    def __call__(self, *arguments: str) -> int:
        self._monkeypatch.setattr(sys, "argv", ["whit", *arguments])
        before = signal.getsignal(signal.SIGINT)  # what was interrupted goes on to ignore it
        with pytest.raises(SystemExit) as caught:
            main()
        signal.signal(signal.SIGINT, before)
        self.out, self.error = self._captured.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code

    def run(self, line: str) -> str:
        """A command that has to succeed, and say nothing but its result."""
        assert self(*line.split()) == 0, self.error
        assert self.error == ""
        return self.out

    def refuse(self, line: str, code: int = 1) -> str:
        """A command that has to fail: one line, and nothing written."""
        before = contents()
        assert self(*line.split()) == code
        assert (self.out, self.error.count("\n")) == ("", 1)
        assert self.error.startswith("whit: ")
        assert contents() == before
        return self.error.removeprefix("whit: ").rstrip("\n")


def contents() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def openssl(line: str) -> str:
    done = subprocess.run(["openssl", *line.split()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def mode(name: str) -> int:
    return stat.S_IMODE(Path(name).stat().st_mode)
