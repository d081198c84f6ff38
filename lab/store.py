# SPDX-License-Identifier: MIT
"""What is kept: samples, append-only, and findings, in results/; costs by image hash, in build/."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from lab.errors import LabError
from lab.findings import Constancy, Followed
from lab.model import SCHEMA, Case, Cost, Sample
from lab.paths import ROOT, locked, shown, write_whole

_SOURCES = {".c", ".h", ".inc", ".S", ".json", ".rsp", ".txt"}


class Results:
    """Samples in one .jsonl file a target. Lines are only ever added."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def append(self, samples: Sequence[Sample]) -> None:
        """Add samples; either all of a target's are there afterwards or none is. One
        that is already the newest of its case is not repeated."""
        newest = self.newest()
        for target in sorted({sample.target for sample in samples}):
            fresh = [
                sample
                for sample in samples
                if sample.target == target and newest.get(sample.case) != sample
            ]
            if fresh:
                self._append(self._directory / f"{target}.jsonl", fresh)

    def newest(self) -> Mapping[Case, Sample]:
        """The last sample of each case."""
        return {sample.case: sample for sample in self._read()}

    def _append(self, path: Path, samples: Iterable[Sample]) -> None:
        lines = "".join(json.dumps(sample.record()) + "\n" for sample in samples)
        self._directory.mkdir(parents=True, exist_ok=True)
        with locked(self._directory):
            before = path.read_bytes() if path.exists() else b""
            write_whole(path, before + lines.encode())

    def _read(self) -> Iterator[Sample]:
        for path in sorted(self._directory.glob("*.jsonl")):
            yield from _lines(path)


def newest(place: Path) -> Mapping[Case, Sample]:
    """The last sample of each case in a directory of results, in one of its files, or in what
    `whit measure --format json` prints."""
    if place.is_dir():
        found = Results(place).newest()
        if not found:
            raise LabError(f"{shown(place)}: no samples")
        return found
    if place.suffix == ".jsonl":
        return {sample.case: sample for sample in _lines(place)}
    try:
        records = json.loads(place.read_text(encoding="utf-8"))
        samples = [Sample.from_record(record) for record in records]
    except (ValueError, TypeError, AttributeError) as error:
        raise LabError(f"{shown(place)}: {error}") from error
    return {sample.case: sample for sample in samples}


def _lines(path: Path) -> Iterator[Sample]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield Sample.from_record(json.loads(line))
        except json.JSONDecodeError:
            raise LabError(
                f"{shown(path)}, line {number}: no sample, or one that was cut off; "
                "remove the line and repeat the command"
            ) from None
        except (ValueError, AttributeError) as error:
            raise LabError(f"{shown(path)}, line {number}: {error}") from error


SOURCES = "sources "


def sources() -> str:
    """The first line of a record of C tests: a digest of what they are made from, the library's
    sources and their own."""
    digest = hashlib.sha256()
    for folder in ("src", "include", "compat", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _SOURCES:
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return SOURCES + digest.hexdigest()


Record = Mapping[str, Any]


def arrays(directory: Path, pattern: str) -> Iterator[Record]:
    """What stands in the JSON arrays of several files, one after the other."""
    for path in sorted(directory.glob(pattern)):
        yield from array(path)


def array(path: Path) -> Sequence[Record]:
    """The objects of a JSON array."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LabError(f"{shown(path)}: {error}") from error
    if not isinstance(content, list) or not all(isinstance(each, dict) for each in content):
        raise LabError(f"{shown(path)}: not an array of objects")
    return content


class Findings:
    """What was found inside runs: results/findings/<name>.jsonl, a line each, sorted; one that is
    found again takes the place of the old one."""

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


LEVELS = "levels"  # samples that were built with flags beside the target's
_LEVELS_KEY = (
    "target", "library", "configuration", "profile", "curve", "operation", "compiler", "cflags",
)  # fmt: skip


def levels(results: Path) -> Sequence[tuple[str, Sample]]:
    """The flags, and what was built with them after the target's."""
    found = []
    for record in Findings(results).read(LEVELS):
        own = dict(record)
        try:
            found.append((str(own.pop("cflags")), Sample.from_record(own)))
        except (KeyError, ValueError) as error:
            raise LabError(f"{shown(results)}/findings/{LEVELS}.jsonl: {error}") from error
    return found


def keep_levels(results: Path, cflags: str, samples: Sequence[Sample]) -> None:
    """Keep samples in the place of those of the same builds with the same flags."""
    records = [{**sample.record(), "cflags": cflags} for sample in samples]
    Findings(results).replace(LEVELS, records, _LEVELS_KEY)


Found = TypeVar("Found", Cost, Constancy, Followed)


class Cache:
    """Costs of operations, what their traces say and what their secrets decide, by everything
    they depend on."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def get(self, key: Mapping[str, str | int], make: Callable[..., Found]) -> Found | None:
        """What is under a key, made of its fields; None when it is not known or not readable."""
        try:
            content = json.loads(self._path(key).read_text(encoding="utf-8"))
            return make(**content["found"]) if content["key"] == dict(key) else None
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def put(self, key: Mapping[str, str | int], found: Cost | Constancy | Followed) -> None:
        content = {"key": dict(key), "found": asdict(found)}
        write_whole(self._path(key), json.dumps(content, indent=1).encode())

    def _path(self, key: Mapping[str, str | int]) -> Path:
        text = json.dumps([SCHEMA, dict(key)], sort_keys=True)
        return self._directory / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
