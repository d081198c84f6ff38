# SPDX-License-Identifier: MIT
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, samples

from lab.errors import LabError
from lab.findings import Constancy
from lab.model import Cost
from lab.store import Cache, Results


def test_appending_keeps_what_was_there(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.append(samples())
    path = tmp_path / "fake.jsonl"
    before = path.read_bytes()
    results.append([replace(SAMPLE, cycles=1)])
    after = path.read_bytes()
    assert after.startswith(before)
    assert len(after.splitlines()) == len(before.splitlines()) + 1


def test_newest_sample_of_a_case_counts(tmp_path: Path) -> None:
    results = Results(tmp_path)
    newer = replace(SAMPLE, cycles=1)
    results.append([SAMPLE])
    results.append([newer])
    assert results.newest() == {SAMPLE.case: newer}


def test_unchanged_samples_are_not_repeated(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.append(samples())
    before = (tmp_path / "fake.jsonl").read_bytes()
    results.append(samples())
    assert (tmp_path / "fake.jsonl").read_bytes() == before


def test_targets_have_files_of_their_own(tmp_path: Path) -> None:
    Results(tmp_path).append([SAMPLE, replace(SAMPLE, target="other")])
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {"fake.jsonl", "other.jsonl"}


def test_a_failed_append_leaves_the_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results(tmp_path)
    results.append([SAMPLE])
    before = (tmp_path / "fake.jsonl").read_bytes()

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        results.append([replace(SAMPLE, cycles=1)])
    assert (tmp_path / "fake.jsonl").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "fake.jsonl"]


@pytest.mark.parametrize("line", ["{", "[]", "{}", json.dumps({"schema": 1})])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "fake.jsonl").write_text(json.dumps(SAMPLE.record()) + "\n" + line + "\n")
    with pytest.raises(LabError, match=r"fake\.jsonl, line 2"):
        Results(tmp_path).newest()


COST = Cost(1, 1, 2, None, True)


def test_cache_returns_what_was_put(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    assert cache.get({"image": "a", "keys": 5}, Cost) is None
    cache.put({"image": "a", "keys": 5}, COST)
    assert cache.get({"keys": 5, "image": "a"}, Cost) == COST
    assert cache.get({"image": "a", "keys": 6}, Cost) is None
    assert cache.get({"image": "a", "keys": 5}, Constancy) is None


@pytest.mark.parametrize("damage", ["", "{", '{"key": {"image": "a"}, "cost": {"x": 1}}', "[]"])
def test_a_damaged_cache_entry_is_ignored(tmp_path: Path, damage: str) -> None:
    cache = Cache(tmp_path)
    cache.put({"image": "a"}, COST)
    (entry,) = tmp_path.glob("*.json")
    entry.write_text(damage)
    assert cache.get({"image": "a"}, Cost) is None
