# SPDX-License-Identifier: MIT
"""whit levels: builds at other levels of optimisation, and their record."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import samples
from program import Captured, Patch, Whit

from lab.commands import levels as command
from lab.errors import LabError
from lab.model import DEFAULT_OPERATIONS, Case, Sample
from lab.reports import costs, documents
from lab.runner import Settings
from lab.runner.staleness import recorded
from lab.store import Results, keep_levels, levels

FASTER = {"": 1, "-O2": 2, "-O3": 4}


def at(flags: str, known: Sequence[Sample]) -> list[Sample]:
    """The same, faster by what the flags bring."""
    return [
        replace(
            each,
            cycles=each.cycles and each.cycles // FASTER[flags],
            flags=f"-Os -std=c99 {flags}".rstrip(),
        )
        for each in known
    ]


def slower_peer() -> list[Sample]:
    return [
        replace(each, configuration="slow", cycles=each.cycles and 3 * each.cycles, flash_bytes=9)
        for each in samples()
        if each.library == "peer"
    ]


def test_a_record_takes_the_place_of_that_with_the_same_flags(tmp_path: Path) -> None:
    for flags in FASTER:
        keep_levels(tmp_path, flags, at(flags, samples()))
    before = levels(tmp_path)
    assert len(before) == 3 * len(samples())
    newer = replace(samples()[0], flags="-Os -O2", cycles=1)
    keep_levels(tmp_path, "-O2", [newer])
    after = levels(tmp_path)
    assert len(after) == len(before)
    assert ("-O2", newer) in after
    assert Results(tmp_path).newest() == {}  # no front, goal or budget sees it


def test_a_record_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "levels.jsonl").write_text('{"cflags": "-O2"}\n')
    with pytest.raises(LabError, match=r"levels\.jsonl: not a sample"):
        levels(tmp_path)


def test_the_record_is_stale_by_its_own_images(tmp_path: Path) -> None:
    whits = [sample for sample in samples() if sample.library == "whit"]
    keep_levels(tmp_path, "-O3", at("-O3", whits))
    found = list(recorded(tmp_path))
    assert {(run.file, run.cflags) for run in found} == {("findings/levels.jsonl", ("-O3",))}
    assert {run.case for run in found} == {sample.case for sample in whits}


def test_the_fastest_of_each_peer() -> None:
    """By the four operations together; what was not measured whole is none."""
    partial = [
        replace(each, configuration="partial", cycles=1)
        for each in samples()
        if each.library == "peer" and each.operation != "sign"
    ]
    (best,) = costs.fastest([*slower_peer(), *samples(), *partial])
    assert (best.library, best.configuration) == ("peer", "default")


def test_the_table_has_a_row_a_level_and_what_it_brings() -> None:
    found = [(flags, each) for flags in FASTER for each in at(flags, samples())]
    table = costs.levels(found)
    assert [(row[0], row[1], row[-1]) for row in table.rows] == [
        (build, level, gain)
        for build in ("whit (balanced)", "peer (default)")
        for level, gain in (("-Os", "–"), ("-O2", "2.00"), ("-O3", "4.00"))
    ]


def test_a_document_has_the_table() -> None:
    page = "<!-- whit:levels target=fake -->\n<!-- whit:end -->\n"
    found = [(flags, each) for flags in FASTER for each in at(flags, samples())]
    text = documents.render(page, samples(), leveled=found)
    assert "| peer (default) | -O3 |" in text
    with pytest.raises(LabError, match="no levels for fake"):
        documents.render(page, samples())


def test_the_command_builds_each_level(
    monkeypatch: Patch, capsys: Captured, tmp_path: Path
) -> None:
    theirs = [replace(each, target="cortex-m4") for each in [*slower_peer(), *samples()]]
    in_rust = [
        replace(each, library="rusty", compiler="rustc 1.96.0")
        for each in theirs
        if each.library == "peer"
    ]
    Results(tmp_path).append([*theirs, *in_rust])
    asked: list[tuple[tuple[str, ...], Sequence[Case]]] = []

    def measured(cases: Sequence[Case], settings: Settings, *_: object) -> list[Sample]:
        asked.append((settings.cflags, cases))
        flags = " ".join(settings.cflags)
        known = {(each.library, each.operation): each for each in at(flags, theirs)}
        return [
            replace(
                known[case.library, case.operation],
                configuration=case.configuration,
                profile=case.profile,
                error="no room" if (flags, case.profile) == ("-O3", "fast") else None,
            )
            for case in cases
        ]

    monkeypatch.setattr(command, "RESULTS", tmp_path)
    monkeypatch.setattr(command, "measured", measured)
    whit = Whit(monkeypatch, capsys)
    assert whit("levels", "--save") == 1
    assert [flags for flags, _ in asked] == [(), ("-O2",), ("-O3",)]
    cases = asked[0][1]
    assert {(case.library, case.variant) for case in cases} == {
        ("whit", "small"),
        ("whit", "balanced"),
        ("whit", "fast"),
        ("peer", "default"),
    }
    assert len(cases) == 4 * len(DEFAULT_OPERATIONS)
    assert "whit (small)" in whit.out
    assert "failed: cortex-m4 whit fast secp256r1 keygen -O3: no room" in whit.error
    assert len(levels(tmp_path)) == 11 * len(DEFAULT_OPERATIONS)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--target all", "whit levels takes one target and one curve"),
        ("--curve all", "whit levels takes one target and one curve"),
        ("--target host", "host is not emulated; choose from avr"),
        ("--target cortex-m9", "unknown target 'cortex-m9'"),
        ("--keys 0", "--keys must be at least 1"),
    ],
)
def test_what_cannot_be_is_one_line(
    monkeypatch: Patch, capsys: Captured, tmp_path: Path, line: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Whit(monkeypatch, capsys).refuse(f"levels {line}", 2).startswith(message)
