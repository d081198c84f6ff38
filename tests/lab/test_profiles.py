# SPDX-License-Identifier: MIT
"""Cycles by symbol: whose run they are of, that they add up, and how they are shown."""

import csv
import io
import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, FakeBench

from lab import curves, goals
from lab.commands import profile as command
from lab.errors import WrongResultError
from lab.measures import inputs as generated
from lab.model import OPERATIONS, Case, Operation, Run
from lab.reports import documents
from lab.reports import profiles as report
from lab.runner import Lab, Silence, cycles_by_symbol, profiles
from lab.runner.workshop import Built, Workshop
from lab.store import Findings
from lab.targets import catalogue
from lab.targets.emulated import EmulatedBench
from lab.targets.toolchain import Image
from lab.timings import RUN_KEY, CyclesBySymbol

CURVE = curves.find("secp256r1")
CASE = Case("cortex-m4", "whit", "secp256r1", "sign", None, "balanced")
FOUND = CyclesBySymbol(
    "fake", "whit", "1", "balanced", "secp256r1", "keygen", 1, 1_234_567,
    {"multiply": 1_000_000, "look_up": 200_000, "recode": 34_000, "main": 567},
    "seed", "fake-gcc 1", "-O", "00",
)  # fmt: skip


class FakeCore(EmulatedBench):
    """Takes a time that depends on the key, and says where it went, less what is `lost`."""

    def __init__(self, lost: int = 0) -> None:
        self.bench = FakeBench(leaks=True)
        self.lost = lost
        self.profiled: list[Mapping[str, bytes]] = []

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        return self.bench.run(operation, inputs, trace=trace)

    def profile(self, operation: Operation, inputs: Mapping[str, bytes]) -> Mapping[str, int]:
        self.profiled.append(inputs)
        cycles = self.run(operation, inputs).cycles or 0
        return {"first": cycles - 10, "second": 10 - self.lost}


def profiled(monkeypatch: pytest.MonkeyPatch, bench: FakeCore, keys: int) -> CyclesBySymbol:
    image = Image(Path("x"), Path("x"), "00")
    monkeypatch.setattr(Workshop, "build", lambda *_: Built(image, image, ""))
    monkeypatch.setattr(profiles, "open_bench", lambda *_: bench)
    return cycles_by_symbol(Lab(), CASE, keys, "whit", Silence())


def test_the_run_is_that_of_the_median(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, operation = FakeCore(), OPERATIONS["sign"]
    every = [generated.make(operation, CURVE, "whit", index) for index in range(5)]
    taken = sorted((bench.run(operation, one).cycles or 0, one["private_key"]) for one in every)
    found = profiled(monkeypatch, bench, 5)
    assert (found.cycles, bench.profiled[0]["private_key"]) == taken[2]
    assert found.cycles == sum(found.symbols.values())
    assert taken[0][0] < taken[2][0] < taken[4][0]


def test_cycles_that_no_symbol_has_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongResultError, match=r"whit \(balanced\) on cortex-m4: the symbols have"):
        profiled(monkeypatch, FakeCore(lost=1), 1)


def test_table_adds_up() -> None:
    lines = report.as_table([FOUND], 2).splitlines()
    assert lines[0] == "fake, whit (balanced), secp256r1 keygen, fake-gcc 1, 1 key"
    assert [line.split() for line in lines[4:8]] == [
        ["multiply", "1,000,000", "81.0%", "81.0%"],
        ["look_up", "200,000", "16.2%", "97.2%"],
        ["(2", "others)", "34,567", "2.8%", "100.0%"],
        ["total", "1,234,567", "100.0%"],
    ]
    assert lines[-1] == report.LEGEND
    assert "others" not in report.as_table([FOUND])
    assert "the median of 5 keys" in report.as_table([replace(FOUND, keys=5)])


@pytest.mark.parametrize("top", [None, 1, 3, 4, 9])
def test_json_and_csv_add_up(top: int | None) -> None:
    record = json.loads(report.as_json([FOUND], top))[0]
    assert record["cycles"] == sum(row["cycles"] for row in record["symbols"]) == FOUND.cycles
    assert record["symbols"][-1]["cumulative_percent"] == 100
    lines = list(csv.DictReader(io.StringIO(report.as_csv([FOUND, FOUND], top))))
    assert [line["symbol"] for line in lines] == 2 * [row["symbol"] for row in record["symbols"]]
    assert sum(int(line["cycles"]) for line in lines) == 2 * FOUND.cycles
    assert len(record["symbols"]) == min(len(FOUND.symbols), (top or 9) + 1)


def test_a_document_has_the_runs_of_missed_goals(tmp_path: Path) -> None:
    fresh = [
        FOUND,
        replace(FOUND, library="peer"),
        replace(FOUND, compiler="fake-clang 1"),
        replace(FOUND, operation="sign"),
        replace(FOUND, operation="verify"),
    ]
    store = Findings(tmp_path)
    store.replace("profiles", [replace(FOUND, cycles=1).record()], RUN_KEY)
    store.replace("profiles", [one.record() for one in fresh], RUN_KEY)
    known = [CyclesBySymbol.from_record(one) for one in store.read("profiles")]
    assert sorted(map(repr, known)) == sorted(map(repr, fresh))
    path = tmp_path / "goals.toml"
    path.write_text(
        "[goals.secp256r1.fake.balanced]\n"
        'record = "none"\nkilocycles = { keygen = 1_000, ecdh = 1, sign = 9_000 }\n'
        "[duels]\n[beaten]\n[reasons]\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goals, "load", lambda load=goals.load: load(path))
        page = "<!-- whit:profiles -->\n<!-- whit:end -->\n"
        samples = [replace(SAMPLE, operation=name) for name in ("keygen", "ecdh", "sign")]
        lines = documents.render(page, samples, known).splitlines()
    assert lines[3:5] == [
        "| secp256r1 | fake | balanced | keygen | 1,235 | `multiply` 81.0%, `look_up` 16.2%, "
        "`recode` 2.8%, `main` 0.1% |",
        "",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["cortex-m0", "cortex-m4", "nrf52840", "rv32imc", "avr"])
@pytest.mark.sampled(3)
def test_cycles_are_those_of_measure(target: str) -> None:
    compiler = catalogue.find(target).compiler
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    case = Case(target, "whit", "secp160r1", "verify", None, "small")
    lab = Lab(keys=3, cached=False)
    found = cycles_by_symbol(lab, case, 3, "whit", Silence())
    assert found.cycles == lab.measure(case).cycles == sum(found.symbols.values())
    assert len(found.symbols) > 10
    assert list(found.symbols.values()) == sorted(found.symbols.values(), reverse=True)


@pytest.mark.slow
def test_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "RESULTS", tmp_path)
    command.command(curve=["secp160r1"], operation=["keygen"], top=3, output="json", save=True)
    shown = json.loads(capsys.readouterr().out)[0]
    assert len(shown["symbols"]) == 4
    kept = CyclesBySymbol.from_record(Findings(tmp_path).read("profiles")[0])
    assert kept.cycles == shown["cycles"] == sum(kept.symbols.values())
    assert len(kept.symbols) > 4
