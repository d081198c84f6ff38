# SPDX-License-Identifier: MIT
"""A long run of the C tests that was cut off goes on where it was."""

from pathlib import Path

import pytest

from tests.runner import main, unfinished
from tests.runner.jobs import Job, Result
from tests.runner.tools import Counts
from tests.runner.unfinished import Unfinished

LEVEL = "campaign"


class Jobs:
    """Jobs that note when they run; those of `broken` cannot go on."""

    def __init__(self, *names: str) -> None:
        self.ran: list[str] = []
        self.broken: set[str] = set()
        self.all = [Job(name, lambda name=name: self._run(name)) for name in names]  # type: ignore[misc]

    def _run(self, name: str) -> Result:
        self.ran.append(name)
        if name in self.broken:
            raise OSError("no space")
        return Result(Counts(3, 0), None, f"what {name} said")


def run(jobs: Jobs, folder: Path, seed: int = 7, again: bool = False) -> int:
    kept = Unfinished(folder, LEVEL)
    kept.begin(seed, again)
    return main.run_level(jobs.all, 1, kept)


def test_a_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = Jobs("one", "two", "three")
    jobs.broken = {"two"}
    assert run(jobs, tmp_path) == 1
    jobs.broken.clear()
    capsys.readouterr()
    assert run(jobs, tmp_path) == 0
    assert jobs.ran == ["one", "two", "three", "two"]
    lines = capsys.readouterr().out.splitlines()
    assert "       what one said" in lines
    assert lines[-2].endswith(", 2 of them in a run before")
    assert lines[-1] == "9 passed, 0 failed"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("seed", "again"), [(8, False), (7, True)])
def test_a_run_begins_anew(tmp_path: Path, seed: int, again: bool) -> None:
    jobs = Jobs("one", "two")
    jobs.broken = {"two"}
    run(jobs, tmp_path)
    run(jobs, tmp_path, seed, again)
    assert jobs.ran == ["one", "two", "one", "two"]


def test_other_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Unfinished(tmp_path, LEVEL)
    kept.begin(7, False)
    kept.keep("one", unfinished.Done(Result(Counts(1, 0), None, ""), 1.0))
    assert Unfinished(tmp_path, LEVEL).done
    monkeypatch.setattr(unfinished, "sources", lambda: "others")
    assert not Unfinished(tmp_path, LEVEL).done


def test_a_line_cut_off(tmp_path: Path) -> None:
    kept = Unfinished(tmp_path, LEVEL)
    kept.begin(7, False)
    kept.keep("one", unfinished.Done(Result(Counts(1, 0), None, ""), 1.0))
    kept.keep("two", unfinished.Done(Result(None, Counts(1, 0), ""), 1.0))
    path = tmp_path / f"{LEVEL}.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    again = Unfinished(tmp_path, LEVEL)
    again.begin(7, False)
    again.keep("two", unfinished.Done(Result(None, Counts(1, 0), ""), 1.0))
    assert set(Unfinished(tmp_path, LEVEL).done) == {"one", "two"}


def test_without_a_folder() -> None:
    kept = Unfinished(None, LEVEL)
    kept.begin(7, False)
    kept.keep("one", unfinished.Done(Result(None, None, ""), 1.0))
    kept.end()
    assert not Unfinished(None, LEVEL).done
