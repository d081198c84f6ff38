# SPDX-License-Identifier: MIT
"""A long run of the C tests leaves out what was run before with the same program and input."""

import subprocess
from pathlib import Path

import pytest

from tests.runner import main
from tests.runner.jobs import Job, Result, Trial
from tests.runner.known import Known, rows
from tests.runner.made import digest
from tests.runner.tools import Counts, compile_with


class Jobs:
    """Jobs that note when they run; those of `broken` cannot go on."""

    def __init__(self, *names: str) -> None:
        self.ran: list[str] = []
        self.broken: set[str] = set()
        self.digests = dict.fromkeys(names, "0123456789abcdef")

    def all(self) -> list[Job]:
        return [Job(name, lambda name=name: self._trial(name)) for name in self.digests]  # type: ignore[misc]

    def _trial(self, name: str) -> Trial:
        return Trial(lambda: self._run(name), self.digests[name])

    def _run(self, name: str) -> Result:
        self.ran.append(name)
        if name in self.broken:
            raise OSError("no space")
        return Result(Counts(3, 0), None, f"what {name} said")


def run(
    jobs: Jobs, unfinished: Path, record: Path | None = None, again: bool = False, seed: int = 7
) -> int:
    known = Known(record, unfinished, again)
    known.begin(seed)
    return main.run_level(jobs.all(), 1, known)


def test_a_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = tmp_path / "unfinished.txt"
    jobs = Jobs("one", "two and more", "three")
    jobs.broken = {"two and more"}
    assert run(jobs, unfinished) == 1
    assert Known(None, unfinished).seed == 7
    jobs.broken.clear()
    capsys.readouterr()
    assert run(jobs, unfinished) == 0
    assert jobs.ran == ["one", "two and more", "three", "two and more"]
    lines = capsys.readouterr().out.splitlines()
    assert "       what one said" in lines
    assert lines[-2].endswith(", 2 of them known")
    assert lines[-1] == "9 passed, 0 failed"
    assert not unfinished.exists()


def test_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it prints is the next record; what changed is run again."""
    record, unfinished = tmp_path / "record.txt", tmp_path / "unfinished.txt"
    jobs = Jobs("one", "two", "three")
    run(jobs, unfinished)
    record.write_text(f"sources 12\nseed 5\n{capsys.readouterr().out}")
    assert Known(record, unfinished).seed == 5
    jobs.digests["two"] = "fedcba9876543210"
    jobs.digests["three"] = ""
    jobs.ran.clear()
    run(jobs, unfinished, record)
    assert jobs.ran == ["two", "three"]
    record.write_text(capsys.readouterr().out)
    jobs.ran.clear()
    run(jobs, unfinished, record)
    assert jobs.ran == ["three"]
    run(jobs, unfinished, record, again=True)
    assert jobs.ran == ["three", "one", "two", "three"]


def test_rows_of_what_failed_are_not_known() -> None:
    text = f"""\
{"ok":6} {"gcc 16-bit -O2":50} {"260":>8} {"51633":>8} {"86.3":>7} 0011223344556677
       first
       second
{"FAILED":6} {"gcc 32-bit -O2":50} {"3 (2 FAILED)":>8} {"-":>8} {"1.0":>7} 0011223344556677
       third
{"ok":6} {"a record of old":50} {"1":>8} {"-":>8} {"1.0":>7}
3 jobs in 90 s
"""
    (row,) = rows(text)
    assert row.name == "gcc 16-bit -O2"
    assert row.counts == Counts(51893, 0)
    assert row.text.splitlines()[1:] == ["       first", "       second"]


def test_without_paths() -> None:
    known = Known(None, None)
    known.begin(7)
    known.end()
    assert known.seed == 7


def test_a_digest_is_of_what_a_program_loads(tmp_path: Path) -> None:
    """Not of debug information, and not of the lines of what it is made from."""
    source = tmp_path / "program.c"

    def built(name: str, text: str, *flags: str) -> Path:
        source.write_text(text)
        program = tmp_path / name
        compile_with(["gcc", *flags, str(source), "-o", str(program)])
        return program

    text = "int main(void) { return 3; }\n"
    first = built("first", text, "-g")
    moved = built("moved", f"\n\n{text}", "-g")
    plain = built("plain", text)
    other = built("other", text.replace("3", "4"), "-g")
    assert subprocess.run([other], check=False).returncode == 4
    assert first.read_bytes() != moved.read_bytes()
    assert digest([first], []) == digest([moved], []) == digest([plain], [])
    assert digest([first], []) != digest([other], [])
    every: list[list[str | bytes | Path]] = [[], ["a"], ["ab"], ["a", "b"], [b"a", "b", source]]
    given = [digest([first], each) for each in every]
    assert len(set(given)) == len(given)
