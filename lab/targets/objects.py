# SPDX-License-Identifier: MIT
"""Compiled objects, kept in build/ so that no process compiles what another has compiled.

An object is found by the command that made it, and is good while every file that was read
to make it is what it was."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from lab.paths import locked, write_whole

_SEPARATOR = re.compile(r"(?<!\\)\s+")


class Objects:
    """The objects below a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def made(self, command: list[str], make: Callable[[list[str]], object]) -> Path:
        """The object of a command, which `make` runs, with the options that say where the
        object and the names of the files read go, when there is none."""
        key = hashlib.sha256("\0".join(command).encode()).hexdigest()
        place = self._directory / key[:2] / key
        kept, record = place / "object.o", place / "inputs.json"
        with locked(place):
            if not _is_good(kept, record):
                record.unlink(missing_ok=True)
                names = place / "names.d"
                make([*command, "-MD", "-MF", str(names), "-o", str(kept)])
                read = [kept, *(Path(name) for name in _names(names.read_text()))]
                content = {str(path): _digest(path) for path in read}
                write_whole(record, json.dumps(content).encode())
                names.unlink()
        return kept


def _is_good(kept: Path, record: Path) -> bool:
    try:
        content = json.loads(record.read_text())
        return str(kept) in content and all(
            _digest(Path(name)) == digest for name, digest in content.items()
        )
    except (OSError, ValueError):
        return False


def _names(rule: str) -> list[str]:
    """The prerequisites in a rule that a compiler wrote for make."""
    words = _SEPARATOR.split(rule.replace("\\\n", " ").partition(": ")[2].strip())
    return [word.replace("\\ ", " ").replace("\\#", "#").replace("$$", "$") for word in words]


def _digest(path: Path) -> str:
    status = path.stat()
    return _digest_of(path, status.st_mtime_ns, status.st_size)


@cache
def _digest_of(path: Path, changed_ns: int, size_bytes: int) -> str:
    """The hash of a file that has not changed since this process hashed it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
