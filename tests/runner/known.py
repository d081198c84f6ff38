# SPDX-License-Identifier: MIT
"""What jobs found before, so that none runs again the same program with the same input.

The rows are those that the command line prints: a job that succeeded, with the digest of what it
ran, and below it what it said. They stand in a record of results/, and in build/tests/unfinished/
while a run is under way, so that one that was cut off goes on where it was.
"""

import re
import threading
from dataclasses import dataclass
from pathlib import Path

from lab.paths import write_whole
from tests.runner.tools import Counts

NAME_WIDTH = 50
INDENT = " " * 7
HEADING = f"{'':6} {'':{NAME_WIDTH}} {'tests':>8} {'vectors':>8} {'seconds':>7} digest"
_ROW = re.compile(r"ok +(.+?) +(\d+|-) +(\d+|-) +[\d.]+ ([0-9a-f]+)")
_SEED = re.compile(r"^seed (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """A job that succeeded, as it was printed."""

    name: str
    digest: str
    counts: Counts
    text: str


def rows(text: str) -> list[Row]:
    found: list[Row] = []
    lines: list[str] = []
    for line in text.splitlines():
        if match := _ROW.fullmatch(line):
            name, *counts, digest = match.groups()
            passed = sum(int(count) for count in counts if count != "-")
            lines = [line]
            found.append(Row(name, digest, Counts(passed, 0), line))
        elif line.startswith(INDENT) and lines:
            lines.append(line)
            last = found[-1]
            found[-1] = Row(last.name, last.digest, last.counts, "\n".join(lines))
        else:
            lines = []
    return found


class Known:
    """The rows of a record and of a run that was cut off. Without paths there are none."""

    def __init__(self, record: Path | None, unfinished: Path | None, again: bool = False) -> None:
        self._path = unfinished
        self._lock = threading.Lock()
        texts = [
            path.read_text(encoding="utf-8")
            for path in (record, unfinished)
            if path is not None and path.exists() and not again
        ]
        self._rows = {row.name: row for text in texts for row in rows(text)}
        seeds = [int(seed) for text in texts for seed in _SEED.findall(text)]
        self.seed = seeds[-1] if seeds else None

    def find(self, name: str, digest: str) -> Row | None:
        """The row of a job that ran the same."""
        row = self._rows.get(name)
        return row if row and digest and row.digest == digest else None

    def begin(self, seed: int) -> None:
        self.seed = seed
        self._write()

    def keep(self, row: Row) -> None:
        """A job that succeeded."""
        with self._lock:
            self._rows[row.name] = row
            self._write()

    def end(self) -> None:
        """Every job has succeeded."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        if self._path is not None:
            text = "".join(f"{row.text}\n" for row in self._rows.values())
            write_whole(self._path, f"seed {self.seed}\n{text}".encode())
