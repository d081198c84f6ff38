# SPDX-License-Identifier: MIT
"""Findings that are kept beside the samples: results/findings/<name>.jsonl, a line each,
sorted; one that is found again takes the place of the old one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.errors import LabError
from lab.paths import locked, shown, write_whole

Record = Mapping[str, object]


class Recorded:
    """The findings below a directory of results."""

    def __init__(self, results: Path) -> None:
        self._directory = results / "findings"

    def read(self, name: str) -> Sequence[Record]:
        path = self._path(name)
        if not path.exists():
            return ()
        try:
            return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        except ValueError as error:
            raise LabError(f"{shown(path)}: {error}") from error

    def replace(self, name: str, records: Sequence[Record], key: Sequence[str]) -> None:
        """Keep the records, in the place of those with the same values under `key`."""
        self._directory.mkdir(parents=True, exist_ok=True)
        with locked(self._directory):
            kept = {_identity(record, key): record for record in (*self.read(name), *records)}
            lines = [json.dumps(kept[identity]) + "\n" for identity in sorted(kept)]
            write_whole(self._path(name), "".join(lines).encode())

    def _path(self, name: str) -> Path:
        return self._directory / f"{name}.jsonl"


def _identity(record: Record, key: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(record[name]) for name in key)
