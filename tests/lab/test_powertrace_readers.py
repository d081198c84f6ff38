# SPDX-License-Identifier: MIT
"""Files of instruments, whole and broken."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.commands.app import run
from lab.errors import LabError, UnsupportedError
from lab.power import readers
from lab.power.instrument import Converter, Setup, Shunt
from lab.power.jls import INSTALL, read_jls
from lab.power.trace import Current, Trace, read_times, write_times

PLAIN = Setup(supply_volts=3.0)
SHUNTED = Setup(3.0, Shunt(10.0, 2.0), Converter(3.25))
STEP = 3.25 / 1024 / 20
PPK2 = "Timestamp(ms),Current(uA),D0,D1,D2,D3,D4,D5,D6,D7\n"


def read(text: str, kind: str | None = None, setup: Setup = PLAIN, columns: Any = ()) -> Trace:
    return readers.read_text("trace.csv", text.encode(), kind, tuple(columns), setup)


def current(trace: Trace) -> Current:
    assert trace.current is not None
    return trace.current


def times_of(trace: Trace, name: str) -> Any:
    channel = trace.channels[name]
    return list(zip(channel.seconds.tolist(), channel.rising.tolist(), strict=True))


def test_codes_of_an_mcp3008() -> None:
    trace = read("time,code,led\n0,0,0\n0.01,100,0\n0.02,1023,1\n", setup=SHUNTED)
    found = current(trace)
    assert found.amperes == pytest.approx([0, 100 * STEP, 1023 * STEP])
    assert found.watts[1] == pytest.approx(100 * STEP * (3.0 - 100 * STEP * 10))
    assert found.step_amperes == found.offset_error_amperes == pytest.approx(STEP)
    assert found.amperes[2] >= found.ceiling_amperes > found.amperes[1]
    assert times_of(trace, "led") == [(pytest.approx(0.015), True)]
    assert trace.channels["led"].deviations[0] == pytest.approx(0.01 / 12**0.5)
    bare = read("0,7\n0.5,8\n", "mcp3008", SHUNTED)
    assert current(bare).amperes == pytest.approx([7 * STEP, 8 * STEP])
    zeroed = Setup(3.0, Shunt(10.0, 2.0), Converter(3.25, zero_code=2.0))
    assert current(read("0,7\n0.5,8\n", "mcp3008", zeroed)).amperes[0] == pytest.approx(5 * STEP)
    milliseconds = read("t (ms),code\n0,7\n500,8\n", setup=SHUNTED)
    assert current(milliseconds).seconds.tolist() == [0, 0.5]


def test_a_ppk2_s_export() -> None:
    trace = read(PPK2 + "0,1500,0,1,0,0,0,0,0,0\n0.01,2500.5,1,1,0,0,0,0,0,0\n")
    assert current(trace).amperes == pytest.approx([1.5e-3, 2.5005e-3])
    assert current(trace).seconds == pytest.approx([0, 1e-5])
    assert current(trace).volts.tolist() == [3, 3]
    assert sorted(trace.channels) == [f"D{number}" for number in range(8)]
    assert times_of(trace, "D0") == [(pytest.approx(5e-6), True)]
    assert times_of(trace, "D1") == []


def test_a_ppk2_s_inputs_as_one_word() -> None:
    rows = "0,1500,{}\n1,1500,{}\n"
    first = read("Timestamp(ms),Current(uA),D0-D7\n" + rows.format("00000001", "10000001"))
    assert times_of(first, "D0") == [(pytest.approx(5e-4), True)]
    assert all(times_of(first, f"D{number}") == [] for number in range(1, 8))
    older = read("Timestamp(ms),Current(uA),Bits\n" + rows.format("10000000", "10000001"))
    assert times_of(older, "D0") == [(pytest.approx(5e-4), True)]
    assert times_of(older, "D7") == []


@pytest.mark.parametrize(
    "header",
    [
        "#time (s),current (A),voltage (V)",
        "time,current,voltage",
        "time,i,v",
        "# a note\n#time,i,v",
    ],
)
def test_a_joulescope_s_csv(header: str) -> None:
    trace = read(f"{header}\n0,0.001,3.3\n0.5,nan,nan\n1,0.002,3.2\n", setup=Setup())
    assert current(trace).watts == pytest.approx([3.3e-3, 6.4e-3])
    assert current(trace).seconds.tolist() == [0, 1], "a sample that lacks is left out"
    assert current(trace).shunt_ohms == 0


def test_saleae_digital_has_a_line_a_change() -> None:
    text = "Time [s],Channel 0,Channel 1\n0.0,0,1\n0.25,1,1\n0.75,0,0\n"
    trace = read(text)
    assert trace.current is None
    assert times_of(trace, "Channel 0") == [(0.25, True), (0.75, False)]
    assert times_of(trace, "Channel 1") == [(0.75, False)]
    assert trace.channels["Channel 0"].deviations.tolist() == [0, 0]


def test_saleae_analog_is_volts_over_the_shunt() -> None:
    trace = read("Time [s],Channel 0\n0,0.2\n0.001,0.4\n", setup=SHUNTED)
    assert current(trace).amperes == pytest.approx([0.01, 0.02])
    assert current(trace).shunt_ohms == 10
    with pytest.raises(UnsupportedError, match="needs --shunt"):
        read("Time [s],Channel 0\n0,0.2\n0.001,0.4\n")


def test_any_csv_with_a_map() -> None:
    columns = [readers.column(word) for word in ("time=#1*0.001", "current=mA*0.001", "LED=pin")]
    text = "Zeit,mA,pin\n0,1,0\n10,2,1\n"
    trace = read(text, columns=columns)
    assert current(trace).seconds == pytest.approx([0, 0.01])
    assert current(trace).amperes == pytest.approx([0.001, 0.002])
    assert times_of(trace, "LED") == [(pytest.approx(0.005), True)]
    volts = read(text, columns=[readers.column("time=Zeit"), readers.column("shunt=mA")],
                 setup=SHUNTED)  # fmt: skip
    assert current(volts).amperes == pytest.approx([0.05, 0.1])


@pytest.mark.parametrize("word", ["time", "=x", "time=x*0", "time=x*1e999", "time=x*.."])
def test_maps_that_are_none(word: str) -> None:
    with pytest.raises(UnsupportedError, match="QUANTITY=HEADER"):
        readers.column(word)


def test_the_step_between_values_is_found() -> None:
    random = np.random.default_rng(1)
    rows = "".join(
        f"{at},{0.25 * int(code)}\n" for at, code in enumerate(random.integers(9, 99, 200))
    )
    assert current(read("time,current\n" + rows)).step_amperes == pytest.approx(0.25)
    rows = "".join(f"{at},{value!r}\n" for at, value in enumerate(random.random(200).tolist()))
    assert current(read("time,current\n" + rows)).step_amperes == 0


BROKEN = {
    "": "no line of numbers",
    "time,code\n": "no line of numbers",
    "just a text\n": "no line of numbers",
    "time,code\n0,1\n": "1 samples are no trace",
    "time,code\n0,1\n0.1\n": "line 3: 1 columns, and column 2 is needed",
    "time,code\n0,1\n0.1,x\n": "line 3: 'x' is no number",
    "time,code\n0,1\n0.1,\n": "line 3: '' is no number",
    "time,code\n0,1\n0,2\n": "the time does not increase behind 0 s",
    "time,code\n0,1\n1,2\n0.5,2\n": "the time does not increase behind 1 s",
    "time,code\n0,1\n0.1,2.5\n": "sample 2: 2.5 is no code of 0 to 1023",
    "time,code\n0,1\n0.1,1024\n": "sample 2: 1024 is no code",
    "time,code\n0,1\n0.1,-1\n": "sample 2: -1 is no code",
    "time,code\n0,1\n0.1,inf\n": "a value is infinite",
    "time,code,led\n0,1,2\n0.1,1,0\n": "channel led holds more than 0 and 1",
    "a,b\n0,1\n0.1,2\n": "its header a,b tells no format",
    "0,1\n0.1,2\n": "header is missing and tells no format: --input names one, or",
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files_are_refused_with_their_place(text: str) -> None:
    with pytest.raises(LabError, match=r"trace\.csv") as caught:
        read(text, setup=SHUNTED)
    assert BROKEN[text] in str(caught.value)


def test_saleae_without_a_header_is_refused() -> None:
    told = r"^trace\.csv: saleae's files have a header; --column says what"
    with pytest.raises(UnsupportedError, match=told):
        read("1,2\n2,3\n", "saleae")
    columns = [readers.column("time=#1"), readers.column("current=#2")]
    assert len(current(read("1,2\n2,3\n", "saleae", columns=columns)).seconds) == 2


def test_what_a_file_lacks_is_named() -> None:
    for columns, told in (
        (("time=a", "current=none"), "no column 'none'; it has a, b"),
        (("time=#3", "current=b"), "no column 3; it has 2"),
        (("time=#0", "current=b"), "no column 0"),
        (("current=b",), "no column holds the time"),
        (("time=a", "time=b"), "two columns hold time"),
        (("time=a", "current=a", "code=b"), "hold both current and code"),
    ):
        with pytest.raises(LabError) as caught:
            read("a,b\n0,1\n1,1\n", columns=[readers.column(word) for word in columns])
        assert told in str(caught.value)
    with pytest.raises(UnsupportedError, match="--supply says it"):
        read("time,current\n0,1\n1,1\n", setup=Setup())
    with pytest.raises(LabError, match="not a text"):
        readers.read_text("trace.csv", b"\xff\xfe\x00", None, (), PLAIN)


def test_a_command_says_it_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text("time,code\n0,1\n0.1,x\n")
    words = ["--supply", "3V", "--shunt", "10", "--reference", "3.25V", "--marker", "40ms"]
    assert run(["powertrace", "read", str(path), *words]) == (
        1, f"{path}, line 3: 'x' is no number",
    )  # fmt: skip


# -- Joulescope's own files ----------------------------------------------------------------------


def test_jls_needs_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyjls", None)
    path = tmp_path / "trace.jls"
    path.write_bytes(b"")
    with pytest.raises(LabError, match="need pyjls: pip install"):
        read_jls(path, PLAIN)
    code, told = run(["powertrace", "read", str(path), "--marker", "40ms"])
    assert code == 1
    assert told.endswith(INSTALL)


def test_the_line_to_install_it_is_the_pinned_one() -> None:
    pinned = (Path(__file__).parents[2] / "requirements-dev.txt").read_text().splitlines()
    assert INSTALL.removeprefix("pip install ") in pinned


def written(path: Path, signals: dict[str, tuple[int, Any]]) -> Path:
    pyjls = pytest.importorskip("pyjls")
    with pyjls.Writer(str(path)) as writer:
        writer.source_def(source_id=1, name="test")
        for number, (name, (rate, values)) in enumerate(signals.items(), 1):
            bits = values.dtype == np.bool_
            kind = pyjls.DataType.U1 if bits else pyjls.DataType.F32
            writer.signal_def(
                number, source_id=1, signal_type=pyjls.SignalType.FSR, data_type=kind,
                sample_rate=rate, name=name,
            )  # fmt: skip
            if bits:
                writer.fsr(number, 0, np.packbits(values, bitorder="little"))
            else:
                writer.fsr_f32(number, 0, values)
    return path


def test_jls_has_current_voltage_and_inputs(tmp_path: Path) -> None:
    amperes = np.linspace(0.001, 0.002, 1000, dtype=np.float32)
    amperes[10] = np.nan
    high = np.zeros(1000, dtype=np.bool_)
    high[100:333] = True
    volts = np.full(1000, 3, dtype=np.float32)
    signals = {"current": (1000, amperes), "voltage": (1000, volts), "0": (1000, high)}
    trace = read_jls(written(tmp_path / "trace.jls", signals), Setup())
    found = current(trace)
    assert len(found.seconds) == 999
    assert found.seconds[-1] == pytest.approx(0.999)
    assert found.watts[0] == pytest.approx(0.003)
    assert times_of(trace, "D0") == [(pytest.approx(0.0995), True), (pytest.approx(0.3325), False)]


def test_broken_jls_is_refused(tmp_path: Path) -> None:
    volts = np.full(500, 3, dtype=np.float32)
    with pytest.raises(LabError, match="no signal `current`; it has voltage"):
        read_jls(written(tmp_path / "no.jls", {"voltage": (1000, volts)}), PLAIN)
    unlike = {"current": (1000, volts), "voltage": (500, volts)}
    with pytest.raises(LabError, match="not sampled alike"):
        read_jls(written(tmp_path / "unlike.jls", unlike), Setup())
    path = tmp_path / "broken.jls"
    path.write_bytes(b"no such thing" * 100)
    with pytest.raises(LabError, match="not a JLS file"):
        read_jls(path, PLAIN)


# -- timelib's lines -----------------------------------------------------------------------------

CLOCK = "timelib,clock,1,power,32768,1311\n"


def test_times_stand_among_other_lines() -> None:
    found = read_times("log", f"boot\r\n{CLOCK}hello\ntimelib,task,sign,10,20\r\nbye")
    assert (found.mode, found.hertz, found.marker_ticks) == ("power", 32768, 1311)
    assert [(task.name, task.start, task.stop) for task in found.tasks] == [("sign", 10, 20)]
    assert read_times("log", write_times(found)).tasks == found.tasks


def test_a_counter_may_run_over() -> None:
    tasks = "timelib,task,a,4294967290,4\ntimelib,task,b,100,200\ntimelib,task,c,50,60\n"
    found = read_times("log", CLOCK + tasks)
    turn = 1 << 32
    assert [(task.start, task.stop) for task in found.tasks] == [
        (turn - 6, turn + 4), (turn + 100, turn + 200), (2 * turn + 50, 2 * turn + 60),
    ]  # fmt: skip
    assert write_times(found) == CLOCK + tasks


LINES = {
    "": "no line timelib,clock",
    CLOCK: "no task",
    "timelib,task,sign,1,2\n": "line 1: no line timelib,clock comes before",
    CLOCK + CLOCK: "line 2: a second stream",
    CLOCK + "timelib,task,sign,1\n": "line 2: not timelib,task",
    CLOCK + "timelib,task,sign,1,2x\n": "line 2: not timelib,task",
    CLOCK + "timelib,task,,1,2\n": "line 2: not timelib,task",
    CLOCK + "timelib,task,sign,-1,2\n": "line 2: not timelib,task",
    CLOCK + "timelib,task,sign,1,4294967296\n": "line 2: ticks beyond 32 bits",
    CLOCK + "timelib,other\n": "line 2: not timelib,task",
    "timelib,clock,1,power,32768\n": "line 1: not timelib,clock",
    "timelib,clock,2,power,32768,1\n": "line 1: version 2",
    "timelib,clock,1,none,32768,1\n": "line 1: mode 'none'",
    "timelib,clock,1,power,0,1\n": "line 1: a clock of 0 Hz",
    "timelib,clock,1,power,32768,4294967295\n": "line 1: a clock of",
}


@pytest.mark.parametrize("text", LINES)
def test_lines_that_are_not_timelib_s_are_refused(text: str) -> None:
    with pytest.raises(LabError) as caught:
        read_times("log", text)
    assert LINES[text] in str(caught.value)
