# SPDX-License-Identifier: MIT
"""Many cases at once, and what goes wrong then: workers that die, a store that was cut off, a
full disk."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from fakes import SAMPLE
from interrupting import heed_interrupts

from lab.commands.main import main
from lab.errors import LabError
from lab.model import Case, Sample
from lab.paths import ROOT, write_whole
from lab.runner import Lab, worker_pool
from lab.runner.batches import Outcome, Perform, Settings, WorkerPool, batches
from lab.runner.observer import Silence
from lab.runner.processors import Processors
from lab.runner.worker_pool import Cluster, measure_batch, measured, traced
from lab.store import Results

WHIT = [
    Case("cortex-m4", "whit", "secp256r1", operation, None, "balanced")
    for operation in ("keygen", "ecdh")
]
PEER = [Case("cortex-m4", "p256-m", "secp256r1", "ecdh", "default")]
CASES = (*WHIT, *PEER)


def sample(case: Case) -> Sample:
    return replace(
        SAMPLE,
        target=case.target,
        library=case.library,
        operation=case.operation,
        profile=case.profile,
        configuration=case.configuration,
        seed=str(os.getpid()),
    )


def samples(settings: Settings, batch: Sequence[Case]) -> Outcome[Sample]:
    return Outcome(tuple(sample(case) for case in batch), (f"done by {os.getpid()}",))


def dies_once(settings: Settings, batch: Sequence[Case]) -> Outcome[Sample]:
    """The first worker that is given Whit's cases dies."""
    mark = Path(settings.cache_directory) / "died"
    if batch[0].library == "whit" and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return samples(settings, batch)


def dies_always(settings: Settings, batch: Sequence[Case]) -> Outcome[Sample]:
    if batch[0].library == "whit":
        os.kill(os.getpid(), signal.SIGKILL)
    return samples(settings, batch)


def test_cases_that_share_objects_are_one_batch() -> None:
    assert batches(CASES) == (tuple(WHIT), tuple(PEER))
    other = replace(WHIT[0], compiler="clang")
    assert batches([WHIT[0], other, WHIT[1]]) == (tuple(WHIT), (other,))


def settings_in(folder: Path) -> Settings:
    return Settings(cache_directory=str(folder))


def found_by(
    pool: WorkerPool, perform: Perform[Sample], folder: Path
) -> tuple[list[Sample], list[tuple[str, ...]]]:
    kept: list[tuple[str, ...]] = []

    def keep(fresh: Sequence[Sample]) -> None:
        kept.append(tuple(each.case.operation for each in fresh))

    with patch.object(worker_pool, "measure_batch", perform):
        return measured(CASES, settings_in(folder), pool, Silence(), keep), kept


@pytest.fixture(autouse=True)
def _no_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lab, "prepare", lambda *_: None)


def test_samples_come_in_the_order_of_the_cases_and_are_kept_at_once(tmp_path: Path) -> None:
    found, kept = found_by(Processors(2), samples, tmp_path)
    assert [each.case for each in found] == list(CASES)
    assert sorted(kept) == [("ecdh",), ("keygen", "ecdh")]
    assert {each.seed for each in found}.isdisjoint({str(os.getpid())})


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_no_sample(tmp_path: Path) -> None:
    found, _ = found_by(Processors(2), dies_once, tmp_path)
    assert (tmp_path / "died").exists()
    assert [each.case for each in found] == list(CASES)
    assert all(each.error is None for each in found)


@pytest.mark.slow
def test_a_batch_that_kills_its_workers_is_an_error_and_the_others_go_on(tmp_path: Path) -> None:
    found, _ = found_by(Processors(2), dies_always, tmp_path)
    assert [each.error is None for each in found] == [False, False, True]
    assert "3 workers died of it" in str(found[0].error)


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a Dask scheduler on this machine with workers of its own."""
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield str(local.scheduler_address)


@pytest.mark.slow
def test_a_dask_cluster_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    with cluster(2) as address:
        found, _ = found_by(Cluster(address), dies_once, tmp_path)
    assert (tmp_path / "died").exists()
    assert [each.case for each in found] == list(CASES)
    assert all(each.error is None for each in found)


@pytest.mark.slow
def test_two_dask_workers_measure_what_one_process_does(tmp_path: Path) -> None:
    cases = [replace(WHIT[1], profile=profile) for profile in ("balanced", "fast")]
    with cluster(2) as address:
        spread = measured(cases, settings_in(tmp_path), Cluster(address), Silence())
    alone = measured(cases, settings_in(tmp_path / "again"), None, Silence())
    assert spread == alone
    assert all(each.cycles for each in alone)


@pytest.mark.slow
def test_two_processors_trace_what_one_process_does(tmp_path: Path) -> None:
    cases = [replace(WHIT[1], profile=profile) for profile in ("balanced", "fast")]
    settings = replace(settings_in(tmp_path), keys=2)
    spread = traced(cases, settings, Processors(2), Silence())
    again = replace(settings, cache_directory=str(tmp_path / "again"))
    assert spread == traced(cases, again, None, Silence())
    assert [each.variant for each in spread] == ["balanced", "fast"]


@pytest.mark.slow
def test_traces_that_kill_their_workers_are_an_error(tmp_path: Path) -> None:
    with (
        patch.object(worker_pool, "trace_batch", dies_always),
        pytest.raises(LabError, match="3 workers died of it"),
    ):
        traced(WHIT, settings_in(tmp_path), Processors(1), Silence())


def test_without_a_scheduler_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "CONNECT_SECONDS", 0.5)
    with pytest.raises(LabError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")


@pytest.mark.slow
def test_what_the_cache_holds_is_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that crashed after its first batch goes on with the second."""
    first = measure_batch(settings_in(tmp_path), (WHIT[1],))
    assert len(list(tmp_path.iterdir())) == 1
    worker_pool._lab.cache_clear()
    monkeypatch.setattr("lab.runner.measuring.measure", None)  # it would be called
    assert measure_batch(settings_in(tmp_path), (WHIT[1],)).found == first.found
    worker_pool._lab.cache_clear()


def test_a_store_that_was_cut_off_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = Results(tmp_path)
    results.append([sample(WHIT[0])])
    path = tmp_path / "cortex-m4.jsonl"
    whole = path.read_bytes()
    cut = whole + whole[:100]
    path.write_bytes(cut)
    with pytest.raises(LabError, match=r"cortex-m4.jsonl, line 2: .*cut off.*remove the line"):
        results.append([sample(WHIT[1])])
    assert path.read_bytes() == cut


@pytest.mark.slow
def test_a_cache_that_was_cut_off_is_measured_anew(tmp_path: Path) -> None:
    first = measure_batch(settings_in(tmp_path), (WHIT[1],))
    (entry,) = tmp_path.iterdir()
    content = entry.read_bytes()
    entry.write_bytes(content[: len(content) // 2])
    worker_pool._lab.cache_clear()
    assert measure_batch(settings_in(tmp_path), (WHIT[1],)).found == first.found
    assert json.loads(entry.read_bytes()) == json.loads(content)
    worker_pool._lab.cache_clear()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("a file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_the_store_as_it_was(small_disk: Path) -> None:
    results = Results(small_disk)
    results.append([sample(WHIT[0])])
    before = (small_disk / "cortex-m4.jsonl").read_bytes()
    many = [replace(sample(WHIT[1]), flags="x" * 1000, curve=f"c{n}") for n in range(100)]
    with pytest.raises(OSError, match="No space left"):
        results.append(many)
    assert (small_disk / "cortex-m4.jsonl").read_bytes() == before
    assert {path.name for path in small_disk.iterdir()} == {"cortex-m4.jsonl", ".lock"}


def test_a_full_disk_is_one_line_to_a_user(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(*_: object, **__: object) -> None:
        write_whole(small_disk / "x", bytes(1 << 20))

    monkeypatch.setattr("lab.commands.measure.measured", fill)
    monkeypatch.setattr(sys, "argv", ["whit", "measure", "--library", "whit", "--save"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 1
    _, err = capsys.readouterr()
    assert err.splitlines()[-1].startswith("whit: [Errno 28] No space left on device")
    assert list(small_disk.iterdir()) == []


@pytest.mark.slow
def test_ctrl_c_ends_the_workers() -> None:
    """The lab and its workers are gone soon after an interrupt, with one line."""
    code = "from lab.commands.main import main; main()"
    command = [sys.executable, "-c", code, "measure", "--target", "cortex-m0", "--library", "whit"]
    command += ["--profile", "all", "--jobs", "2", "--no-cache"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    try:
        process.wait(4)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.splitlines()[-1] == "whit: interrupted"
    assert is_gone(process.pid)


def is_gone(group: int) -> bool:
    """The workers end by themselves, but not at once."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.2)
    return False
