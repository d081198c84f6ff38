# SPDX-License-Identifier: MIT
"""whit powertrace: what is synthesised is read back, and what does not go together is refused."""

import json
from pathlib import Path

import pytest

from lab.commands.app import run
from lab.commands.interrupts import INTERRUPTED

SYNTHESISE = ("powertrace", "synthesise", "--library", "whit", "--curve", "secp256r1")


def synthesised(folder: Path, *options: str) -> list[str]:
    """The words of the command that reads what was made."""
    out = folder / "made"
    assert run([*SYNTHESISE, "--out", str(out), "--board", "cc2538-16mhz", *options]) == (0, "")
    reading = ["powertrace", "read", str(out / "trace.csv"), "--times", str(out / "times.log")]
    ohms = 100 * 3.25 / 1024 / 0.007
    return [*reading, "--supply", "3V", "--shunt", f"{ohms}", "--reference", "3.25V"]


def test_what_is_synthesised_is_read_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = synthesised(tmp_path, "--led", "5mA")
    printed = capsys.readouterr().out
    assert "whit powertrace read" in printed
    plot = tmp_path / "trace.svg"
    assert run([*words, "--format", "json", "--plot", str(plot)]) == (0, "")
    tasks = json.loads(capsys.readouterr().out)
    truth = json.loads((tmp_path / "made" / "truth.json").read_text())
    assert [task["task"] for task in tasks] == ["keygen", "sign", "verify"]
    assert len(truth) == 9
    for task, true in zip(tasks, truth[:3], strict=True):
        assert abs(task["energy_joules"] - true["energy_joules"]) <= task["uncertainty_joules"]
        assert task["energy_joules"] == pytest.approx(true["energy_joules"], rel=0.03)
        assert true["seconds"] == pytest.approx(task["seconds"], rel=0.01)
    assert plot.read_bytes().startswith(b"<?xml")
    assert run([*words, "--plot", str(plot)]) == (1, f"{plot}: exists; --force replaces it")
    assert run([*words, "--plot", str(tmp_path)]) == (1, f"{tmp_path}: is a directory")
    assert capsys.readouterr().out == ""
    assert run([*words, "--plot", str(tmp_path / "new.svg"), "--plot-until", "1ms"])[0] == 1
    assert capsys.readouterr().out.startswith("task "), "before what cannot be drawn"
    assert run([*words, "--plot", str(plot), "--force"])[0] == 0


def test_the_seed_decides_the_trace(tmp_path: Path) -> None:
    found = []
    for number, seed in enumerate(("1", "2")):
        folder = tmp_path / str(number)
        folder.mkdir()
        synthesised(folder, "--seed", seed, "--operation", "sign", "--led", "5mA")
        found.append((folder / "made" / "trace.csv").read_text())
    assert found[0] != found[1]


def test_synthesis_leaves_nothing_when_it_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "made"
    for options, code in (
        (("--board", "nrf52840", "--codes", "2000"), 2),
        (("--board", "stm32g071"), 2),
        (("--marker", "10ms"), 2),
        (("--jitter", "10ms"), 2),
        (("--mode", "other"), 2),
        (("--runs", "0"), 2),
        (("--runs", "1000000000"), 2),
        (("--interval", "0.000001ms"), 2),
        (("--marker", "100000w"), 2),
        (("--noise", "nan"), 2),
        (("--noise", "inf"), 2),
        (("--noise", "1024"), 2),
        (("--offset", "nan"), 2),
        (("--offset=-inf",), 2),
        (("--drift", "100%"), 2),
        (("--led", "100000A"), 1),
        (("--board", "none-such"), 2),
        (("--codes", "1022.9"), 1),
    ):
        assert run([*SYNTHESISE, "--out", str(out), *options])[0] == code
    out.mkdir()
    assert run([*SYNTHESISE, "--out", str(out)]) == (1, f"{out}: exists; name a new directory")
    assert list(tmp_path.iterdir()) == [out]


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_text", interrupted)
    out = str(tmp_path / "made")
    assert run([*SYNTHESISE, "--out", out, "--operation", "sign"])[0] == INTERRUPTED
    assert list(tmp_path.iterdir()) == []


def test_reading_refuses_what_does_not_go_together(tmp_path: Path) -> None:
    log, trace = tmp_path / "times.log", tmp_path / "trace.csv"
    log.write_text("timelib,clock,1,power,32768,1311\ntimelib,task,sign,1,2\n")
    trace.write_text("time,code\n0,1\n1,2\n")
    read = ("powertrace", "read", str(trace))
    for options, code, told in (
        (("--times", str(log), "--task", "sign"), 2, "--task is for traces without"),
        (("--times", str(log), "--channel", "D0=sign", "--gate"), 2, "--gate without --times"),
        (("--channel", "=sign"), 2, "not NAME or NAME=TASK"),
        (("--gain", "0"), 2, "--gain 0: must be more"),
        (("--bits", "40"), 2, "--bits must be at most 32"),
        (("--zero", "2000"), 2, "is no code of 10 bits"),
        (("--clock-error", "100%"), 2, "less than 100%"),
        (("--input", "other"), 2, "unknown input"),
        (("--format", "other"), 2, "unknown format"),
        (("--times", str(tmp_path / "none")), 1, "No such file"),
        (("--supply", "3V"), 2, "codes of a converter need --shunt and --reference"),
    ):
        got = run([*read, *options])
        assert got[0] == code
        assert told in got[1]
