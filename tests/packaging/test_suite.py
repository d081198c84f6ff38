# SPDX-License-Identifier: MIT
"""The suite: its counts, its closing line, its exit status."""

import json
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from lab.leakage.record import RECORDS, Leakage
from tests.runner.portable import builds
from tools.develop import suite
from tools.develop.stages import LEVELS, LIMITS, Stage


@pytest.mark.parametrize(
    ("output", "counts"),
    [
        ("ok\n12 passed, 0 failed\n", (12, 0, 0)),
        ("1 passed, 1 failed\n3 jobs\n12 passed, 3 failed\n", (12, 3, 0)),
        ("....\n12 passed in 3.21s\n", (12, 0, 0)),
        ("==== 1 failed, 12 passed, 2 skipped, 3 errors in 83.21s (0:01:23) ====\n", (12, 4, 2)),
        ("1 failed, 1 error in 0.10s\n", (0, 2, 0)),
        ("Segmentation fault\n", None),
    ],
)
def test_counts(output: str, counts: tuple[int, int, int] | None) -> None:
    assert suite.counted(output) == counts


def saying(text: str, status: int = 0) -> tuple[str, ...]:
    return ("sh", "-c", f"echo '{text}'; exit {status}")


def closing(
    stages: tuple[Stage, ...],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    *words: str,
) -> tuple[int, list[str]]:
    monkeypatch.setattr(suite, "ROOT", folder)
    monkeypatch.setattr(suite, "LOGS", folder / "logs")
    monkeypatch.setattr(suite, "LEVELS", {"some": stages})
    monkeypatch.setattr("sys.argv", ["suite.py", "some", *words])
    status = suite.main()
    return status, capfdbinary.readouterr().out.decode().splitlines()


GOOD = (
    Stage("one", (saying("done"),)),
    Stage("python", (saying("5 passed, 1 skipped in 0.1s"),), counts=True),
    Stage("c", (saying("7 passed, 0 failed"),), counts=True, alone=True),
)


def test_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    status, lines = closing(GOOD, tmp_path, monkeypatch, capfdbinary)
    assert status == 0
    assert lines[-1] == "13 passed, 0 failed"
    assert any(line.startswith("ok") and "1 skipped" in line for line in lines)


@pytest.mark.parametrize(
    "bad",
    [
        Stage("bad", (saying("broken", 1),)),
        Stage("bad", (saying("broken", 1), saying("good"))),
        Stage("bad", (saying("0 passed, 1 failed", 1),), counts=True),
        Stage("bad", (saying("3 passed, 0 failed", 1),), counts=True, alone=True),
        Stage("bad", (saying("0 passed, 0 failed"),), counts=True),
        Stage("bad", (saying("crashed"),), counts=True),
        Stage("bad", (("/no/such/program",),)),
    ],
    ids=str,
)
def test_failure(
    bad: Stage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    status, lines = closing((*GOOD, bad), tmp_path, monkeypatch, capfdbinary)
    assert status == 1
    assert lines[-1].endswith(" passed, 1 failed")
    assert any(line.startswith("FAILED bad") for line in lines)


def test_what_is_recorded_of_the_same_sources_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """But is where the sources were others, and when it is asked for."""
    monkeypatch.setattr(suite, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(suite, "sources", lambda: "sources 1")
    stage = Stage("c", (saying("7 passed, 0 failed"),), True, True, "c.txt")
    changed = Stage("c", (saying("8 passed, 0 failed"),), True, True, "c.txt")

    def passed(asked: Stage, *words: str) -> str:
        status, lines = closing((asked,), tmp_path, monkeypatch, capfdbinary, *words)
        assert status == 0
        return lines[-1]

    assert passed(stage) == "7 passed, 0 failed"
    record = tmp_path / "results" / "c.txt"
    assert record.read_text() == "sources 1\n7 passed, 0 failed\n"
    assert passed(changed) == "7 passed, 0 failed"
    assert passed(changed, "--again") == "8 passed, 0 failed"
    monkeypatch.setattr(suite, "sources", lambda: "sources 2")
    assert passed(stage) == "7 passed, 0 failed"
    record.write_text("sources 2\n6 passed, 1 failed\n")
    assert passed(stage) == "7 passed, 0 failed"


@pytest.mark.slow
@pytest.mark.sampled(1)
def test_a_campaign_says_before_it_begins_how_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(suite, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(suite, "TIMED", "some")
    monkeypatch.setattr(suite, "sources", lambda: "sources 1")
    recorded = Stage("c", (saying("7 passed, 0 failed"),), True, True, "c.txt")
    long = Stage("long", (("sleep", "1"),), alone=True)
    bad = Stage("bad", (saying("broken", 1),), alone=True)
    stages = (recorded, long, bad, Stage("short", (saying("done"),)))
    unknown = "3 long stages are due: at most 0 h 00 min, and c; long; bad, of unknown length"

    assert closing(stages, tmp_path, monkeypatch, capfdbinary)[1][1] == unknown
    longest = tmp_path / "results" / suite.DURATIONS
    assert json.loads(longest.read_text()) == {"c": 0, "long": 1}
    longest.write_text('{"c": 7000, "long": 3599, "bad": 100}')
    known = "2 long stages are due: at most 1 h 02 min"
    assert closing(stages, tmp_path, monkeypatch, capfdbinary)[1][1] == known
    assert json.loads(longest.read_text()) == {"bad": 100, "c": 7000, "long": 3599}


def test_other_levels_leave_no_durations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(suite, "RESULTS", tmp_path / "results")
    _, lines = closing(GOOD, tmp_path, monkeypatch, capfdbinary)
    assert not any("due" in line for line in lines)
    assert not (tmp_path / "results").exists()


WORKING = "import time\nwhile time.process_time() < 0.2: pass"


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("alone", [False, True], ids=["beside", "alone"])
def test_a_level_says_what_of_its_limit_it_took(
    alone: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """In processor time, of the programs of programs too; waiting is none of it."""
    program = f"{sys.executable} -S -c '{WORKING}'; sleep 0.5"
    stages = (*GOOD, Stage("long", (("sh", "-c", program),), alone=alone))

    def said(limits: dict[str, float]) -> tuple[int, list[str]]:
        monkeypatch.setattr(suite, "LIMITS", limits)
        return closing(stages, tmp_path, monkeypatch, capfdbinary)

    status, lines = said({"some": 9999})
    assert status == 0
    (row,) = {line for line in lines if line.startswith("ok     long")}
    seconds, processor_seconds = map(float, row.split()[-2:])
    assert processor_seconds >= 0.2
    assert seconds >= 0.5
    assert lines[-2].endswith(" s of processor time of the 9999 s it may take")
    status, lines = said({"some": 0.1})
    assert status == 0
    assert "more than the 0.1 s it may take" in lines[-2]
    assert re.fullmatch(r"4 stages in \d+ s", said({"other": 1})[1][-2])


def test_the_check_has_a_limit() -> None:
    assert 0 < LIMITS["check"] <= 2 * 120


RECORDING = [stage for stages in LEVELS.values() for stage in stages if stage.record]


@pytest.mark.parametrize("stage", RECORDING, ids=lambda stage: stage.name)
def test_what_a_stage_records_is_there_and_good(stage: Stage) -> None:
    text = (suite.RESULTS / stage.record).read_text()
    if stage.counts:
        passed, failed, _ = suite.counted(text) or (0, 1, 0)
        assert passed > 0
        assert failed == 0
    elif fnmatchcase(stage.record, RECORDS):
        tests = [Leakage.from_record(each) for each in json.loads(text)]
        assert tests
        # What is random in both groups shows nothing, and the model shows every secret somewhere.
        assert [each.found for each in tests] == [each.fixed != "nothing" for each in tests]
    else:
        runs = json.loads(text)  # traced, or followed by `whit prove`
        assert runs
        ours = [each for each in runs if each["library"] == "whit"]
        assert all(each.get("constant_time", each.get("proved")) for each in ours)
        assert ours or not any(each["proved"] for each in runs)  # peers that are known to leak


def test_every_build_of_portable_c_is_recorded() -> None:
    lines = (suite.RESULTS / "portable-c.txt").read_text().splitlines()
    recorded = {" ".join(line.split()[1:-3]) for line in lines if line.startswith("ok ")}
    assert recorded == {build.name for build in builds(every=True)}
