# SPDX-License-Identifier: MIT
"""firmware/timelib: its lines, its marks, and that whit powertrace reads both."""

import ctypes
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.paths import FIRMWARE
from lab.power import markers
from lab.power.analysis import Question, analyse
from lab.power.trace import Trace, read_times, transitions
from lab.runner import FunctionBench, find_function

FOLDER = FIRMWARE / "timelib"
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
TIMING, POWER = 1, 2
OK, ARGUMENT, NAME, STATE = range(4)

TICKS = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)
PIN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_bool)
WRITE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Port(ctypes.Structure):
    """timelib_port."""

    _fields_ = (
        ("ticks", TICKS),
        ("pin", PIN),
        ("write", WRITE),
        ("context", ctypes.c_void_p),
        ("ticks_per_second", ctypes.c_uint32),
        ("marker_ticks", ctypes.c_uint32),
    )


class Board:
    """A counter that goes up by one each time it is read, a pin and a stream."""

    def __init__(self, library: ctypes.CDLL, marker: int = 5, counter: int = 1000) -> None:
        self.library = library
        self.now = counter
        self.edges: list[tuple[int, bool]] = []
        self.text = ""
        self.names: list[bytes | None] = []  # which have to stay as long as their tasks
        self.port = Port(
            TICKS(self._ticks), PIN(self._pin), WRITE(self._write), None, 32768, marker
        )
        self.state = ctypes.create_string_buffer(64)

    def _ticks(self, _: int | None) -> int:
        self.now += 1
        return self.now & 0xFFFFFFFF

    def _pin(self, _: int | None, high: bool) -> None:
        if not self.edges or self.edges[-1][1] != high:
            self.edges.append((self.now, high))

    def _write(self, _: int | None, text: int, length: int) -> None:
        self.text += ctypes.string_at(text, length).decode()

    def begin(self, mode: int) -> int:
        return int(self.library.timelib_start_stream(self.state, ctypes.byref(self.port), mode))

    def start(self, name: bytes | None) -> int:
        self.names.append(name)
        return int(self.library.timelib_start(self.state, name))

    def stop(self) -> int:
        return int(self.library.timelib_stop(self.state))

    def task(self, name: bytes, ticks: int) -> None:
        assert self.start(name) == OK
        self.now += ticks
        assert self.stop() == OK


@pytest.fixture(scope="module", params=["gcc", "clang"])
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("timelib") / "timelib.so"
    source = FOLDER / "timelib.c"
    subprocess.run(
        [request.param, *WARNINGS, "-O2", "-shared", "-fPIC", "-o", out, source], check=True
    )
    return ctypes.CDLL(str(out))


def test_timing_writes_a_line_a_task_and_leaves_the_pin(library: ctypes.CDLL) -> None:
    board = Board(library)
    assert board.begin(TIMING) == OK
    board.task(b"sign", 100)
    board.task(b"verify", 0)
    assert board.text == (
        "timelib,clock,1,timing,32768,5\ntimelib,task,sign,1001,1102\n"
        "timelib,task,verify,1103,1104\n"
    )
    assert board.edges == []


def test_a_power_trace_marks_start_and_stop(library: ctypes.CDLL) -> None:
    board = Board(library, marker=50)
    assert board.begin(POWER) == OK
    board.task(b"sign", 400)
    (task,) = read_times("board", board.text).tasks
    low, rise, fall, rises, falls = board.edges
    assert low == (1000, False)
    assert [high for _, high in board.edges[1:]] == [True, False, True, False]
    assert fall[0] - rise[0] == 50 * markers.START_PULSE
    assert task.start - fall[0] == pytest.approx(50 * markers.GAP, abs=1)
    assert rises[0] - task.stop == 50 * markers.GAP
    assert falls[0] - rises[0] == 50 * markers.STOP_PULSE
    assert board.now - falls[0] >= 50 * markers.GAP, "the line comes behind the mark"


def test_without_a_marker_the_pin_is_high_while_a_task_runs(library: ctypes.CDLL) -> None:
    board = Board(library, marker=0)
    assert board.begin(POWER) == OK
    board.task(b"sign", 400)
    (task,) = read_times("board", board.text).tasks
    assert [high for _, high in board.edges] == [False, True, False]
    assert board.edges[1][0] == task.start - 1
    assert board.edges[2][0] == task.stop


def test_a_power_trace_needs_no_stream(library: ctypes.CDLL) -> None:
    board = Board(library)
    board.port.write = WRITE()
    assert board.begin(POWER) == OK
    board.task(b"sign", 10)
    assert len(board.edges) == 5


@pytest.mark.parametrize("counter", [2**32 - 20, 2**32 - 130, 2**32 - 400])
def test_the_counter_may_run_over(library: ctypes.CDLL, counter: int) -> None:
    board = Board(library, marker=50, counter=counter)
    assert board.begin(POWER) == OK
    board.task(b"sign", 100)
    (task,) = read_times("board", board.text).tasks
    assert task.stop - task.start == 101
    ticks = [tick for tick, _ in board.edges[1:]]
    assert np.diff(ticks).tolist() == pytest.approx([50, 202, 100], abs=2)


def test_what_is_wrong_is_refused(library: ctypes.CDLL) -> None:
    board = Board(library)
    assert board.begin(3) == ARGUMENT
    assert board.start(b"sign") == ARGUMENT, "there is no stream"
    assert board.stop() == ARGUMENT
    assert library.timelib_start_stream(None, ctypes.byref(board.port), TIMING) == ARGUMENT
    assert library.timelib_start_stream(board.state, None, TIMING) == ARGUMENT
    for field, value, mode in (
        ("ticks", TICKS(), TIMING), ("write", WRITE(), TIMING), ("pin", PIN(), POWER),
        ("ticks_per_second", 0, TIMING), ("marker_ticks", (1 << 29) + 1, POWER),
    ):  # fmt: skip
        wrong = Board(library)
        setattr(wrong.port, field, value)
        assert wrong.begin(mode) == ARGUMENT
        assert (wrong.text, wrong.edges) == ("", [])


def test_tasks_come_one_at_a_time_and_have_names(library: ctypes.CDLL) -> None:
    board = Board(library)
    assert board.begin(TIMING) == OK
    assert board.stop() == STATE
    assert board.start(None) == ARGUMENT
    for name in (b"", b"a,b", b"a b", b"a\n", b"\xc3\xa4", b"x" * 33, b"\x7f"):
        assert board.start(name) == NAME
    assert board.start(b"x" * 32) == OK
    assert board.start(b"other") == STATE
    assert board.stop() == OK
    assert board.stop() == STATE
    assert [task.name for task in read_times("board", board.text).tasks] == ["x" * 32]


@pytest.mark.parametrize("marker", [0, 1300])
def test_a_logic_analyser_sees_what_it_did(library: ctypes.CDLL, marker: int) -> None:
    board = Board(library, marker=marker)
    assert board.begin(POWER) == OK
    for name, ticks in ((b"sign", 4000), (b"verify", 5000), (b"sign", 4000)):
        board.task(name, ticks)
    seconds = np.array([tick for tick, _ in board.edges]) / 32768 * 1.002 + 7
    high = np.array([high for _, high in board.edges])
    channel = transitions("Channel 0", seconds, high)
    times = read_times("board", board.text)
    found = analyse(
        Trace("board", None, {"Channel 0": channel}),
        Question(times=times, channels=(("Channel 0", None),)),
    )
    assert [(each.name, len(each.runs)) for each in found.averages] == [("sign", 2), ("verify", 1)]
    for run, ticks in zip(found.runs, (4001, 5001, 4001), strict=True):
        assert run.interval.seconds == pytest.approx(
            ticks / 32768 * 1.002, abs=run.seconds_uncertainty
        )


def test_the_pattern_is_the_analyser_s() -> None:
    header = (FOLDER / "timelib.h").read_text(encoding="utf-8")
    for name in ("START_PULSE", "STOP_PULSE", "GAP"):
        stated = re.search(rf"#define TIMELIB_{name} (\d+)", header)
        assert stated is not None
        assert int(stated[1]) == getattr(markers, name)


CORES: Sequence[tuple[str, ...]] = (
    ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m0"),
    ("arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m4"),
    ("avr-gcc", "-mmcu=atmega328p"),
)


@pytest.mark.parametrize("core", CORES, ids=lambda core: core[-1])
def test_it_is_clean_for_cores(core: tuple[str, ...], tmp_path: Path) -> None:
    files = ["-o", str(tmp_path / "timelib.o"), str(FOLDER / "timelib.c")]
    subprocess.run([*core, *WARNINGS, "-Os", "-c", *files], check=True)


@pytest.mark.parametrize("target", ["cortex-m0", "avr"])
def test_its_flash_is_reported(target: str) -> None:
    function = find_function(f"{FOLDER}/both_modes.c:both_modes", [f"{FOLDER}/timelib.c"])
    cost = FunctionBench(target, "gcc", (), None, 1_000_000).measure(function, "whit")
    assert cost.error is None
    assert cost.returned == 4
    assert cost.flash_bytes is not None
    assert 0 < cost.flash_bytes < 2048
