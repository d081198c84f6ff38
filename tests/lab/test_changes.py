# SPDX-License-Identifier: MIT
"""What changed between two sets of samples."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, samples
from test_reports import same

from lab.commands.main import main
from lab.errors import LabError
from lab.model import Case, Sample
from lab.reports.changes import Comparison, as_text, compare
from lab.reports.samples import as_json
from lab.store import Results, newest


def by_case(found: Sequence[Sample]) -> Mapping[Case, Sample]:
    return {sample.case: sample for sample in found}


def changed(threshold: float = 0.01, **changes: object) -> Comparison:
    after = replace(SAMPLE, **changes)  # type: ignore[arg-type]
    return compare(by_case([SAMPLE]), by_case([after]), threshold)


def test_the_same_is_no_change() -> None:
    found = compare(by_case(samples()), by_case(samples()), 0)
    assert (found.shared, found.added, found.removed, found.changes) == (10, (), (), ())


@pytest.mark.parametrize(
    ("cycles", "trend"),
    [(990, "within"), (989, "better"), (1010, "within"), (1011, "worse"), (None, "worse")],
)
def test_the_threshold_divides(cycles: int | None, trend: str) -> None:
    before = replace(SAMPLE, cycles=1000)
    after = replace(SAMPLE, cycles=cycles)
    (change,) = compare(by_case([before]), by_case([after]), 0.01).changes
    assert (change.name, change.before, change.after, change.trend) == (
        "cycles", 1000, cycles, trend,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["flash_bytes", "stack_bytes", "ram_static_bytes"])
def test_every_figure_counts(name: str) -> None:
    (change,) = changed(**{name: 100_000}).changes
    assert (change.name, change.trend) == (name, "worse")


def test_what_appears_is_no_loss() -> None:
    (change,) = changed(board_cycles=5).changes
    assert change.trend == "within"
    assert change.ratio is None


def test_verdicts_and_errors() -> None:
    (change,) = changed(constant_time=False).changes
    assert (change.name, change.trend) == ("constant_time", "worse")
    (change,) = changed(error="it does not link", cycles=None).changes
    assert (change.name, change.after, change.trend) == ("error", "it does not link", "worse")
    broken = replace(SAMPLE, error="it does not link")
    (change,) = compare(by_case([broken]), by_case([SAMPLE]), 0).changes
    assert change.trend == "better"


def several() -> list[Sample]:
    """One case worse, one better, one hardly changed, one gone and one new."""
    first, second, third, _, *others = samples()
    return [
        replace(first, cycles=1_100_000, constant_time=False),
        replace(second, flash_bytes=3000),
        replace(third, cycles=3_001_201),
        replace(SAMPLE, operation="decompress"),
        *others,
    ]


def test_text() -> None:
    same("changes.txt", as_text(compare(by_case(samples()), by_case(several()), 0.01)))


# The command.


def whit(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["whit", "compare", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.fixture
def places(tmp_path: Path) -> tuple[str, str]:
    """A directory, and what `whit measure --format json` printed."""
    Results(tmp_path / "before").append(samples())
    after = tmp_path / "after.json"
    after.write_text(as_json(several()))
    return str(tmp_path / "before"), str(after)


def test_the_command_fails_past_the_threshold(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert whit(monkeypatch, *places, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (len(found["added"]), len(found["removed"]), found["shared"]) == (1, 1, 9)
    trends = {(each["name"], each["trend"]) for each in found["changes"]}
    assert trends == {
        ("cycles", "worse"),
        ("constant_time", "worse"),
        ("flash_bytes", "better"),
        ("cycles", "within"),
    }
    assert whit(monkeypatch, places[0], places[0]) == 0
    assert whit(monkeypatch, *reversed(places), "--threshold", "50%") == 0


def test_a_file_of_lines_serves_too(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (lines,) = Path(places[0]).glob("*.jsonl")
    assert whit(monkeypatch, places[0], str(lines)) == 0
    assert "10 cases in both" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [("[1]", "x.json: "), ("{", "x.json: "), ('[{"schema": 0}]', "not a sample")],
)
def test_what_is_no_sample_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(LabError, match=message):
        newest(tmp_path / "x.json")


def test_wrong_input_is_one_line(
    places: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "empty").mkdir()
    for arguments, code in (
        ((*places, "--threshold", "1"), 2),
        ((*places, "--threshold", "-1%"), 2),
        ((*places, "--format", "xml"), 2),
        ((places[0], "no/such.json"), 1),
        ((places[0], str(tmp_path / "empty")), 1),
    ):
        assert whit(monkeypatch, *arguments) == code
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("whit: ")
