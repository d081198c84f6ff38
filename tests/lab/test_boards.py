# SPDX-License-Identifier: MIT
"""Boards: their files, and what becomes of a sample on one."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE, FakeBench

from lab.emulator import FlashTiming
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.measures.flash import Footprint
from lab.model import Case, Operation, Run
from lab.paths import ROOT
from lab.reports.samples import as_table
from lab.runner import Lab, measuring
from lab.runner.boards import on_board
from lab.runner.selection import catalogue
from lab.runner.workshop import Built, Workshop
from lab.targets import boards
from lab.targets import catalogue as targets
from lab.targets.toolchain import Image

PROMISED = {
    "arduino-due", "arduino-nano", "arduino-uno", "cc2538-16mhz", "cc2538-32mhz", "esp32-c3",
    "lpc1114", "nrf52832", "nrf52840", "rp2040", "rp2350", "rp2350-hazard3", "samd21", "stm32f091",
    "stm32f407", "stm32f411", "stm32g071", "stm32l053", "stm32l476", "stm32u575", "stm32wle5",
    "zolertia-remote",
}  # fmt: skip

BOARD = """
name = "test"
description = "A board"
core = "cortex-m3"
clock_hz = 1000000
ram_bytes = 4096

[flash]
bytes = 8192
wait_states = 1
line_bytes = 8
buffers = 2

[sources]
clock_hz = "here"
ram_bytes = "here"
flash = "here"
"""


def load(directory: Path, text: str) -> boards.Board:
    path = directory / "test.toml"
    path.write_text(text)
    return boards.load(path)


def test_there_are_the_promised_boards() -> None:
    assert set(boards.names()) >= PROMISED
    assert {thing.name for thing in catalogue("boards")} == set(boards.names())


DOCUMENT = (ROOT / "doc" / "boards.md").read_text(encoding="utf-8")
TRUST = DOCUMENT.split("| board | flash | currents |")[1].split("\n\n")[0]
KNOWN_HOW = re.compile(r"\b(read in|quoted|not verified|inferred|assumed)\b", re.IGNORECASE)


@pytest.mark.parametrize("name", boards.names())
def test_every_source_says_how_it_is_known(name: str) -> None:
    for key, source in boards.find(name).sources.items():
        assert KNOWN_HOW.search(source), key


@pytest.mark.parametrize("name", boards.names())
def test_board_is_valid(name: str) -> None:
    target = targets.find(name)
    board = target.board
    assert board is not None
    assert board.name == name
    assert target.name == board.core
    assert target.origin.endswith("time and energy modelled")
    assert all(len(source) > 20 for source in board.sources.values())
    assert board.currents_amperes == {} or "active" in board.currents_amperes
    if board.flash.wait_states:
        assert target.emulation is not None
        assert target.emulation.counts_waiting


@pytest.mark.parametrize("name", boards.names())
def test_the_document_says_how_far_to_trust_it(name: str) -> None:
    first_cells = [row.split("|")[1] for row in TRUST.splitlines() if row]
    assert f"`{name}`" in " ".join(first_cells)


def test_what_is_unknown_is_none(tmp_path: Path) -> None:
    board = load(tmp_path, BOARD)
    assert board.supply_volts is None
    assert board.radio is None
    assert board.currents_amperes == {}


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('flash = "here"\n', "", "sources.flash is missing: every value has its source"),
        ("clock_hz = 1000000", "clock_hz = -1", "clock_hz must not be negative"),
        ("clock_hz = 1000000", "clock_hz = 0", "clock_hz must be more than 0"),
        ("line_bytes = 8", "line_bytes = 12", "flash.line_bytes must be a power of two"),
        ("buffers = 2", "buffers = 0", "flash.buffers must be at least 1"),
        ("buffers = 2", "buffers = 2\nways = 3", "flash.ways must divide buffers"),
        ("buffers = 2", "", "flash.buffers is missing"),
        ("ram_bytes = 4096", 'ram_bytes = "4 KB"', "ram_bytes must be a whole number"),
        ("ram_bytes = 4096", "ram_bytes = 4096\nvolts = 3", "volts is not a known key"),
        ('name = "test"', 'name = "other"', "name must be 'test'"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in BOARD
    with pytest.raises(LabError, match=message):
        load(tmp_path, BOARD.replace(before, after, 1))


def test_a_part_without_a_file_stands_over_its_core() -> None:
    core = targets.find("cortex-m4")
    target = targets.as_part(core, boards.Part(100_000_000, 3))
    board = target.board
    assert board is not None
    assert (board.name, board.core, board.clock_hz) == ("cortex-m4-100mhz-3ws", "cortex-m4", 10**8)
    assert board.flash == FlashTiming(wait_states=3, line_bytes=16, buffers=1)
    assert target.origin.endswith("time and energy modelled, lines of flash assumed")
    # Nothing that runs is too large for a part of which no sizes are known.
    assert core.emulation is not None
    large = replace(SAMPLE, flash_bytes=core.emulation.flash_bytes, stack_bytes=200_000)
    assert on_board(large, board, 1).error is None


def test_samples_are_those_of_the_part(monkeypatch: pytest.MonkeyPatch) -> None:
    def waiting(_: Operation, run: Run) -> Run:
        return replace(run, board_cycles=3_000_000)

    image = Image(Path("x"), Path("x"), "00")
    monkeypatch.setattr(Workshop, "build", lambda *_: Built(image, image, ""))
    monkeypatch.setattr(measuring, "open_bench", lambda *_: FakeBench(waiting))
    monkeypatch.setattr(measuring, "footprint", lambda _: Footprint(0, 0))
    lab = Lab(cached=False, keys=1, part=boards.Part(48_000_000, 1))
    sample = lab.measure(Case("cortex-m0", "p256-m", "secp256r1", "ecdh", "default"))
    assert (sample.target, sample.board) == ("cortex-m0", "cortex-m0-48mhz-1ws")
    assert (sample.board_cycles, sample.time_seconds) == (3_000_000, 0.0625)
    assert sample.energy_joules is None
    assert sample.error is None


@pytest.mark.parametrize("core", ["avr", "rv32imc", "cortex-m0plus"])
def test_a_clock_alone_is_for_every_emulated_core(core: str) -> None:
    target = targets.as_part(targets.find(core), boards.Part(32_000, 0))
    assert target.board is not None
    assert target.board.name == f"{core}-0.032mhz"
    assert target.origin.endswith("time and energy modelled")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("avr", "--wait-states 2: the lab has no model of the flash of avr"),
        ("rv32imc", "--wait-states 2: the lab has no model of the flash of rv32imc"),
        ("host", "host is not emulated: its clock is its own"),
        ("stm32f407", "stm32f407 has a clock and wait states of its own"),
    ],
)
def test_what_is_no_part_is_refused(name: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        targets.as_part(targets.find(name), boards.Part(48_000_000, 2))


def test_an_unknown_board_lists_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="cc2538-16mhz"):
        targets.find("cc2538")


def test_time_and_energy(tmp_path: Path) -> None:
    board = load(tmp_path, BOARD)
    found = on_board(SAMPLE, board, 2_000_000)
    assert (found.board_cycles, found.time_seconds, found.energy_joules) == (2_000_000, 2.0, None)
    powered = replace(board, supply_volts=3.0, currents_amperes={"active": 0.01})
    assert on_board(SAMPLE, powered, 2_000_000).energy_joules == pytest.approx(0.06)
    assert on_board(SAMPLE, powered, None).energy_joules is None


def test_a_board_has_the_energy_of_its_part_beside_its_own(tmp_path: Path) -> None:
    part = load(tmp_path, BOARD)
    assert (part.chip, on_board(SAMPLE, part, 2_000_000).chip_joules) == (None, None)
    chip = replace(part, supply_volts=3.0, currents_amperes={"active": 0.01})
    whole = replace(part, supply_volts=5.0, currents_amperes={"active": 0.02}, chip=chip)
    found = on_board(replace(SAMPLE, board="test"), whole, 2_000_000)
    assert found.energy_joules == pytest.approx(0.2)
    assert found.chip_joules == pytest.approx(0.06)
    lines = as_table([found]).splitlines()
    assert lines[3].split()[6:12] == ["on", "board", "ms", "mJ", "chip", "mJ"]
    assert "2,000,000  2,000.00  200.00    60.00" in lines[5]


@pytest.mark.parametrize(
    ("chip", "currents", "message"),
    [
        ("test", "", "chip must be another board: there is no test.toml"),
        ("moon", "", "chip must be another board: there is no moon.toml"),
        ("part", "", "chip must be a part with a current of its own; part is none"),
        ("part", "clock_hz = 2", "chip must have the core and the clock of the board; part has"),
    ],
)
def test_a_wrong_part_is_refused(tmp_path: Path, chip: str, currents: str, message: str) -> None:
    part = BOARD.replace('"test"', '"part"')
    (tmp_path / "part.toml").write_text(
        part.replace("clock_hz = 1000000", currents) if currents else part
    )
    whole = BOARD.replace("\n[flash]", f'chip = "{chip}"\n[flash]', 1) + 'chip = "here"\n'
    with pytest.raises(LabError, match=message):
        load(tmp_path, whole)


def test_the_remote_has_the_currents_of_its_part() -> None:
    remote, part = boards.find("zolertia-remote"), boards.find("cc2538-16mhz")
    assert remote.chip == part
    assert (remote.flash, remote.clock_hz) == (part.flash, part.clock_hz)


def test_what_does_not_fit_is_said_beside_its_figures(tmp_path: Path) -> None:
    board = load(tmp_path, BOARD)
    assert on_board(SAMPLE, board, 1).error is None
    large = on_board(replace(SAMPLE, flash_bytes=9000, stack_bytes=4097), board, 1)
    assert large.error == (
        "does not fit test: needs 9,000 of 8,192 bytes of flash, 4,097 of 4,096 bytes of RAM"
    )
    assert large.time_seconds is not None


def test_tables_of_a_board_have_its_columns(tmp_path: Path) -> None:
    board = replace(load(tmp_path, BOARD), supply_volts=3.0, currents_amperes={"active": 0.01})
    sample = on_board(replace(SAMPLE, board="test"), board, 2_345_678)
    lines = as_table([sample]).splitlines()
    assert lines[3].split()[6:10] == ["on", "board", "ms", "mJ"]
    assert "2,345,678  2,345.68  70.37" in lines[5]
    assert "mJ" not in as_table([SAMPLE])
