# SPDX-License-Identifier: MIT
"""Recorded cases, measured again where their images changed."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, FakeBench
from program import Whit

from lab.commands import measure, remeasure
from lab.errors import UnknownNameError, UnsupportedError
from lab.model import Case, Sample
from lab.runner import Lab, Selection, Settings, measuring, select_recorded, worker_pool
from lab.runner.workshop import Built, Workshop
from lab.store import Results
from lab.targets.toolchain import Image

WHIT = Case("cortex-m4", "whit", "secp256r1", "ecdh", None, "small")
BALANCED = replace(WHIT, profile="balanced")
LEAST = replace(WHIT, configuration="least")
CLANG = replace(WHIT, compiler="clang")
BOARD = replace(WHIT, target="nrf52840")  # a Cortex-M4
M0 = replace(WHIT, target="cortex-m0")
SIGN = replace(WHIT, operation="sign")
K1 = replace(WHIT, curve="secp256k1")
PEER = Case("cortex-m4", "p256-m", "secp256r1", "ecdh", "default")
RECORDED = (WHIT, BALANCED, LEAST, CLANG, BOARD, M0, SIGN, K1, PEER)


def sample(case: Case, **changes: object) -> Sample:
    """Of a case, with an image of its own."""
    board = case.target if case == BOARD else None
    found = replace(
        SAMPLE,
        target="cortex-m4" if board else case.target,
        board=board,
        library=case.library,
        curve=case.curve,
        operation=case.operation,
        configuration=case.configuration,
        profile=case.profile,
        compiler=f"{case.compiler} 1",
        image_sha256=f"image of {case}",
    )
    assert found.case == case
    return replace(found, **changes)  # type: ignore[arg-type]


def selected(**asked: tuple[str, ...]) -> set[Case]:
    return set(select_recorded(Selection.of(**asked), RECORDED)[0])


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ({}, set(RECORDED)),
        ({"libraries": ("all",), "targets": ("all",), "profiles": ("all",)}, set(RECORDED)),
        ({"libraries": ("p256-m",)}, {PEER}),
        ({"targets": ("cortex-m4",)}, set(RECORDED) - {M0}),
        ({"targets": ("nrf52840",)}, {BOARD}),
        ({"targets": ("cortex-m0", "nrf52840")}, {BOARD, M0}),
        ({"profiles": ("balanced",)}, {BALANCED}),
        ({"configurations": ("least",)}, {LEAST}),
        ({"configurations": ("default",)}, set(RECORDED) - {LEAST}),
        ({"compilers": ("clang",)}, {CLANG}),
        ({"operations": ("sign",)}, {SIGN}),
        ({"curves": ("secp256k1",)}, {K1}),
        ({"libraries": ("whit",), "profiles": ("small",), "compilers": ("gcc",),
          "targets": ("cortex-m4",)}, {WHIT, LEAST, BOARD, SIGN, K1}),
    ],
)  # fmt: skip
def test_names_narrow_what_is_recorded(asked: dict[str, tuple[str, ...]], left: set[Case]) -> None:
    assert selected(**asked) == left


@pytest.mark.parametrize(
    "asked",
    [
        {"targets": ("cortex-m9",)},
        {"libraries": ("foo",)},
        {"curves": ("foo",)},
        {"operations": ("foo",)},
        {"configurations": ("foo",)},
        {"profiles": ("foo",)},
        {"compilers": ("foo",)},
    ],
)
def test_a_name_that_is_none_is_an_error(asked: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(UnknownNameError):
        selected(**asked)


def test_what_is_not_recorded_is_an_error() -> None:
    with pytest.raises(UnsupportedError, match="results/ has no such case"):
        selected(targets=("avr",))


def test_what_cannot_be_built_any_more_is_left_out_with_a_line() -> None:
    gone = (
        replace(PEER, library="no-such-library"),
        replace(LEAST, configuration="no-such-option"),
        replace(PEER, operation="hash"),
        replace(WHIT, target="avr", configuration="variable-multiply"),
        replace(WHIT, target="avr", compiler="clang"),
    )
    cases, missing = select_recorded(Selection(), (*gone, WHIT))
    assert cases == (WHIT,)
    assert len(missing) == len(gone)
    assert "p256-m (default) has no hash" in missing
    assert "whit (variable-multiply) is not for avr" in missing


@pytest.mark.parametrize(("image", "runs"), [("00", False), ("01", True)])
def test_a_case_is_run_where_its_image_is_another(
    image: str, runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = sample(WHIT, image_sha256="00", cycles=5)
    built = Built(Image(Path("x"), Path("x"), image), Image(Path("x"), Path("x"), "ff"), "")
    monkeypatch.setattr(Workshop, "build", lambda *_: built)
    opened: list[object] = []

    def bench(*asked: object) -> FakeBench:
        opened.append(asked)
        raise UnsupportedError("run")

    monkeypatch.setattr(measuring, "open_bench", bench)
    found = Lab(cached=False, recorded={WHIT: known}).measure(WHIT)
    assert bool(opened) is runs
    assert (found == known) is not runs


class Again:
    """The command over recorded samples, with a lab that gives others for some."""

    def __init__(self, whit: Whit, results: Path, now: dict[Case, Sample]) -> None:
        self.whit = whit
        self.results = Results(results)
        self.now = now
        self.settings: list[Settings] = []
        self.broken: Case | None = None

    def __call__(self, line: str = "") -> int:
        return self.whit(*f"measure --recorded --jobs 1 {line}".split())

    def open(self, settings: Settings, *_: object) -> "Again":
        self.settings.append(settings)
        return self

    def measure(self, case: Case) -> Sample:
        if case == self.broken:
            raise KeyboardInterrupt
        return self.now.get(case) or sample(case)

    def image(self, case: Case) -> str:
        return sample(case).image_sha256

    def lines(self, folder: Path) -> int:
        return sum(len(path.read_text().splitlines()) for path in folder.glob("*.jsonl"))


Build = Callable[[Mapping[Case, Sample]], Again]


@pytest.fixture
def again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Build:
    def build(now: Mapping[Case, Sample]) -> Again:
        found = Again(Whit(monkeypatch, capsys), tmp_path, dict(now))
        found.results.append([sample(case) for case in RECORDED])
        monkeypatch.setattr(worker_pool, "open_lab", found.open)
        for command in (measure, remeasure):
            monkeypatch.setattr(command, "RESULTS", tmp_path)
        return found

    return build


def test_where_no_image_changed_nothing_is_told_or_kept(again: Build, tmp_path: Path) -> None:
    command = again({})
    before = command.lines(tmp_path)
    assert command("--save --within 0") == 0
    assert command.whit.out == (
        "9 recorded cases built, 0 images changed\n\nNothing is worse by more than 0%.\n"
    )
    assert command.lines(tmp_path) == before
    assert command.settings[0].recorded == str(tmp_path)


def test_every_image_is_measured_without_the_cache(again: Build) -> None:
    command = again({})
    assert command("--no-cache") == 0
    assert command.settings[0].recorded is None


CHANGED = {
    WHIT: sample(WHIT, image_sha256="1", flash_bytes=3400, stack_bytes=792, cycles=1_234_567),
    SIGN: sample(SIGN, image_sha256="2", flash_bytes=3460),
}


def test_changed_images_are_told_with_what_they_cost_and_kept(again: Build, tmp_path: Path) -> None:
    command = again(CHANGED)
    before = command.lines(tmp_path)
    assert command("--save --library whit") == 0
    first, _, header, _, *rows = command.whit.out.splitlines()
    assert first == "8 recorded cases built, 2 images changed"
    assert " ".join(header.split()) == (
        "case flash B now change stack B now change cycles now change"
    )
    assert rows[0].split("  ")[0] == "cortex-m4 whit small secp256r1 ecdh"
    assert " ".join(rows[0].split()[5:]) == (
        "3,456 3,400 -1.62% 789 792 +0.38% 1,234,567 1,234,567"
    )
    assert len(rows) == 2
    assert command.lines(tmp_path) == before + 2
    assert command.results.newest()[WHIT].flash_bytes == 3400


@pytest.mark.parametrize(("within", "code"), [("0", 1), ("0.3", 1), ("0.5", 0), ("0.5%", 0)])
def test_a_limit_that_is_passed_is_told(within: str, code: int, again: Build) -> None:
    command = again(CHANGED)
    assert command(f"--within {within}") == code
    assert ("Worse by more than" in command.whit.out) is bool(code)
    if within == "0.3":
        last = " ".join(command.whit.out.splitlines()[-1].split())
        assert last == f"{WHIT} stack_bytes 789 792 +0.38%"


def test_json_is_one_object(again: Build) -> None:
    command = again(CHANGED)
    assert command("--within 0.3 --format json") == 1
    found = json.loads(command.whit.out)
    assert (found["cases"], len(found["changed"]), found["failed"]) == (9, 2, [])
    assert [each["name"] for each in found["worse"]] == ["stack_bytes"]


def test_what_fails_now_is_told_and_not_kept(again: Build, tmp_path: Path) -> None:
    command = again({WHIT: sample(WHIT, image_sha256="", error="it does not link")})
    before = command.lines(tmp_path)
    assert command("--save") == 1
    assert command.whit.out.startswith("9 recorded cases built, 0 images changed; 1 failed\n")
    assert f"failed: {WHIT}: it does not link\n" in command.whit.out
    assert command.lines(tmp_path) == before


def test_an_interrupt_leaves_what_was_measured(again: Build) -> None:
    command = again(CHANGED)
    command.broken = CHANGED[SIGN].case
    assert command("--save --profile small --library whit --target cortex-m4") == 130
    assert command.whit.out.count("3,400") == 1
    assert "2 recorded" not in command.whit.error
    assert command.whit.error.splitlines()[-1] == "whit: interrupted"
    newest = command.results.newest()
    assert newest[WHIT].flash_bytes == 3400
    assert newest[SIGN].flash_bytes == SAMPLE.flash_bytes


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--recorded --probe gdb://localhost:3333", "--recorded takes no --probe"),
        ("--within 0.5", "--within needs --recorded"),
        ("--recorded --within much", "--within much: not a number with a unit of %"),
        ("--recorded --format csv", "unknown format 'csv'; valid: table, json"),
    ],
)
def test_wrong_use_is_one_line(line: str, message: str, again: Build) -> None:
    command = again({})
    assert command.whit(*f"measure {line}".split()) == 2
    assert command.whit.out == ""
    assert command.whit.error == f"whit: {message}\n"
