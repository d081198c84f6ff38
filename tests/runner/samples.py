# SPDX-License-Identifier: MIT
"""The vectors that jobs are given: all of them, those of a curve, or samples."""

import threading
from collections import Counter
from pathlib import Path

from tests.runner.tools import BUILD, RunError
from tests.vectors import choose, convert
from tests.vectors.record import Record, VectorError, pack, read_lines, write_bytes


class Vectors:
    """The vectors a run needs, converted once."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lock = threading.Lock()
        self._records: list[Record] = []
        self._notes: Counter[str] = Counter()
        self._file: Path | None = None

    def subset(self) -> bytes:
        return pack(read_lines(convert.SUBSET))

    def all_of(self, curve: str) -> bytes:
        return pack(record for record in self._all() if record.curve == curve)

    def sample(self, budget: float, salt: str, curve: str | None = None) -> bytes:
        """Another sample for each salt, all of them given by the seed; of one curve or of all."""
        records = [record for record in self._all() if curve in (None, record.curve)]
        return pack(choose.sample(records, budget, f"{self._seed} {salt}"))

    def file(self) -> Path:
        """All of them, in a file that the programs of the host share."""
        records = self._all()
        with self._lock:
            if self._file is None:
                path = BUILD / "host" / "vectors.bin"
                write_bytes(path, pack(records))
                self._file = path
            return self._file

    def _all(self) -> list[Record]:
        with self._lock:
            if not self._records:
                try:
                    self._records = convert.everything(self._notes)
                except VectorError as error:
                    raise RunError(str(error)) from None
            return self._records

    def notes(self) -> list[str]:
        """What became of the cases that their files call acceptable, what was skipped, and why."""
        self._all()
        return [f"{count} {what}" for what, count in sorted(self._notes.items())]
