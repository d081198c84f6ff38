# SPDX-License-Identifier: MIT
"""What a long run found before it was cut off, so that the next goes on from there.

build/tests/unfinished/ has a file for each level: its first line is of the sources and the seed,
each other one a job that succeeded. A run of other sources begins anew, and one that succeeds
leaves no file.
"""

import json
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lab.paths import write_whole
from lab.store import sources
from tests.runner.jobs import Result
from tests.runner.tools import Counts


@dataclass(frozen=True)
class Done:
    """A job that succeeded, and how long it took."""

    result: Result
    seconds: float


class Unfinished:
    """The file of a level in `folder`; without one nothing is kept."""

    def __init__(self, folder: Path | None, level: str) -> None:
        self._path = folder / f"{level}.jsonl" if folder else None
        self._lock = threading.Lock()
        self._sources = sources() if folder else ""
        self.seed: int | None = None  # of the run that was cut off
        self.done: Mapping[str, Done] = self._read()

    def begin(self, seed: int, again: bool) -> None:
        """Go on with the run that was cut off if it had that seed, else begin anew."""
        if self._path is None:
            return
        if self.seed != seed or again:
            self.seed, self.done = seed, {}
        heading = json.dumps({"sources": self._sources, "seed": seed})
        lines = [_line(name, done) for name, done in self.done.items()]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, "".join(f"{line}\n" for line in (heading, *lines)).encode())

    def keep(self, name: str, done: Done) -> None:
        """A job that succeeded."""
        if self._path is not None:
            with self._lock, self._path.open("a", encoding="utf-8") as file:
                file.write(f"{_line(name, done)}\n")

    def end(self) -> None:
        """Every job has succeeded."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Done]:
        if self._path is None or not self._path.exists():
            return {}
        first, *lines = self._path.read_text(encoding="utf-8").splitlines() or [""]
        done: dict[str, Done] = {}
        try:
            heading = json.loads(first)
            if heading["sources"] != self._sources:
                return {}
            self.seed = int(heading["seed"])
            for line in lines:
                record = json.loads(line)
                done[record["name"]] = _done(record)
        except (ValueError, KeyError, TypeError):
            pass  # cut off while that line was written
        return done


def _line(name: str, done: Done) -> str:
    return json.dumps({"name": name, **asdict(done)})


def _done(record: Mapping[str, Any]) -> Done:
    result = record["result"]
    units, vectors = (
        Counts(**result[name]) if result[name] else None for name in ("units", "vectors")
    )
    return Done(Result(units, vectors, result["output"]), record["seconds"])
