# SPDX-License-Identifier: MIT
"""Boards behind GDB's remote protocol: QEMU's server, simavr's, and what goes wrong."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from lab import curves
from lab.commands import measure as measuring
from lab.commands.main import main
from lab.errors import LabError, ProbeError, UnsupportedError
from lab.model import Case, Run, Sample
from lab.runner import Lab
from lab.runner.boards import COUNTED_BY_DWT
from lab.store import Results
from lab.targets import catalogue, elf, probe
from lab.targets.gdb import Gdb, address_of
from lab.targets.probe import PAINT, open_probe

Captured = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

CURVE = "secp112r1"
SERVER = Path(__file__).with_name("simavr_server.c")


def case(target: str, operation: str) -> Case:
    return Case(target, "whit", CURVE, operation, profile="balanced")


def free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port


@contextmanager
def serving(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield server
    finally:
        server.kill()
        server.wait()


@contextmanager
def qemu() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A Cortex-M3 in QEMU: its address, and the process."""
    place = f"127.0.0.1:{free_port()}"
    silent = ("-display", "none", "-serial", "none", "-monitor", "none")
    machine = ("qemu-system-arm", "-M", "mps2-an385", "-S", "-gdb", f"tcp:{place}", *silent)
    with serving(*machine) as process:
        yield f"gdb://{place}", process


@contextmanager
def simavr(part: str, directory: Path) -> Iterator[str]:
    program, port = directory / "server", free_port()
    subprocess.run(["gcc", "-o", program, SERVER, "-lsimavr"], check=True)
    with serving(str(program), part, str(port)):
        yield f"gdb://127.0.0.1:{port}"


def agree(probed: Sample, emulated: Sample) -> None:
    """The same in all that a server without a cycle counter can give. Of the stack that is what was
    written; the deepest frame may begin with a word of padding, which the emulator counts."""
    assert probed.error is None
    assert probed.stack_bytes is not None
    assert emulated.stack_bytes is not None
    assert 0 <= emulated.stack_bytes - probed.stack_bytes < 8
    assert probed.flash_bytes == emulated.flash_bytes
    assert probed.ram_static_bytes == emulated.ram_static_bytes
    assert "run on a board without a cycle counter" in probed.origin
    unknown = (probed.cycles, probed.board_cycles, probed.time_seconds, probed.constant_time)
    assert unknown == (None, None, None, None)


def whit(monkeypatch: Patch, *arguments: str) -> int:
    """Run the program; its exit code."""
    monkeypatch.setattr(sys, "argv", ["whit", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    assert isinstance(caught.value.code, int)
    return caught.value.code


def on_probe(address: str, *more: str) -> tuple[str, ...]:
    request = f"measure --target cortex-m3 --library whit --curve {CURVE} --keys 1"
    return (*request.split(), "--operation", "hash", "--probe", address, *more)


def nothing_runs() -> bool:
    return all("gdb" not in child.name() for child in psutil.Process().children(recursive=True))


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["keygen", "verify"])
def test_qemu_gives_what_the_emulator_gives(operation: str) -> None:
    asked = case("cortex-m3", operation)
    with qemu() as (address, _):
        probed = Lab(keys=1, probe=address).measure(asked)
    agree(probed, Lab(keys=1).measure(asked))
    assert nothing_runs()


@pytest.mark.slow
@pytest.mark.parametrize("part", ["atmega1284p", "atmega2560"])
def test_simavr_gives_what_the_emulator_gives(part: str, tmp_path: Path) -> None:
    """On the second one, return addresses have three bytes."""
    asked = case(f"avr-{part}", "hash")
    with simavr(part, tmp_path) as address:
        probed = Lab(keys=1, probe=address).measure(asked)
    agree(probed, Lab(keys=1).measure(asked))
    assert nothing_runs()


@pytest.mark.slow
def test_probed_samples_are_kept_apart(
    monkeypatch: Patch, tmp_path: Path, capsys: Captured
) -> None:
    monkeypatch.setattr(measuring, "RESULTS", tmp_path / "emulated")
    monkeypatch.setattr(measuring, "PROBED", tmp_path / "probed")
    with qemu() as (address, _):
        assert whit(monkeypatch, *on_probe(address, "--save")) == 0
    assert "run on a board without a cycle counter" in capsys.readouterr().out
    (kept,) = Results(tmp_path / "probed").newest().values()
    assert kept.operation == "hash"
    assert not (tmp_path / "emulated").exists()


@pytest.mark.slow
@pytest.mark.parametrize("running", [False, True])
def test_server_that_dies_half_way(
    running: bool, monkeypatch: Patch, tmp_path: Path, capsys: Captured
) -> None:
    monkeypatch.setattr(measuring, "PROBED", tmp_path / "probed")
    going = Gdb.go
    with qemu() as (address, process):

        def go(self: Gdb) -> None:
            if not running:
                going(self)
            process.kill()
            process.wait()
            if running:
                going(self)

        monkeypatch.setattr(Gdb, "go", go)
        assert whit(monkeypatch, *on_probe(address, "--save")) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith(f"whit: {address.removeprefix('gdb://')}: ")
    assert not (tmp_path / "probed").exists()
    assert nothing_runs()


@pytest.mark.slow
def test_fault_is_named() -> None:
    core = catalogue.for_silicon(catalogue.find("cortex-m3")).emulation
    assert core is not None
    with qemu() as (address, _):
        image = Lab(probe=address).workshop("cortex-m3").build(case("cortex-m3", "hash")).image
        with open_probe(core, image.elf, curves.find(CURVE).sizes, address) as bench:
            bench._gdb.set("$pc", elf.symbols(image.elf)["harness_fault"] & ~1)
            bench._gdb.do("-exec-step-instruction")
            with pytest.raises(LabError, match="the program ran into a fault"):
                bench._gdb.go()


@pytest.mark.slow
def test_nothing_listens(monkeypatch: Patch, capsys: Captured) -> None:
    address = f"127.0.0.1:{free_port()}"
    assert whit(monkeypatch, *on_probe(f"gdb://{address}")) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith(f"whit: no GDB server at {address}: Conn")
    assert nothing_runs()


@pytest.mark.slow
def test_image_is_linked_for_its_board() -> None:
    workshop = Lab(probe="gdb://:1").workshop("stm32f407")
    built = workshop.build(case("stm32f407", "hash"))
    assert elf.symbols(built.image.elf)["harness_vectors"] == 0x08000000
    assert elf.symbols(built.image.elf)["harness_stack_top"] == 0x20000000 + 128 * 1024
    assert built.image.elf.parent.parent.name == "cortex-m4-stm32f407"


@pytest.mark.parametrize(
    "address",
    ["localhost:3333", "gdb://", "gdb://host", "gdb://host:", "gdb://host:0", "gdb://host:65536",
     "gdb://a b:1", "gdb://host:1/x", "tcp://host:1"],
)  # fmt: skip
def test_malformed_address(address: str, monkeypatch: Patch, capsys: Captured) -> None:
    with pytest.raises(UnsupportedError, match="must be gdb://HOST:PORT"):
        address_of(address)
    assert whit(monkeypatch, *on_probe(address)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"whit: --probe {address}: must be gdb://HOST:PORT\n"


def test_well_formed_addresses() -> None:
    assert address_of("gdb://localhost:3333") == "localhost:3333"
    assert address_of("gdb://:1234") == ":1234"
    assert address_of("gdb://[::1]:2331") == "[::1]:2331"


@pytest.mark.parametrize(
    "options",
    ["--target cortex-m3 --target cortex-m4", "--target all", "", "--target host --dask here:1"],
)
def test_probe_is_one_board(options: str, monkeypatch: Patch, capsys: Captured) -> None:
    arguments = ("measure", "--library", "whit", *options.split(), "--probe", "gdb://:1")
    assert whit(monkeypatch, *arguments) == 2
    said = "whit: --probe is one board: it takes one --target, and no --dask\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("host", "host is no microcontroller: it takes no probe"),
        ("rp2040", "rp2040 takes no probe: its file has no origins to link an image for"),
    ],
)
def test_targets_that_take_no_probe(
    target: str, message: str, monkeypatch: Patch, capsys: Captured
) -> None:
    arguments = ("measure", "--library", "whit", "--target", target, "--probe", "gdb://:1")
    assert whit(monkeypatch, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1] == f"whit: {message}"


@pytest.mark.parametrize(
    ("engine", "package"),
    [("arm", "gdb-multiarch"), ("riscv", "gdb-multiarch"), ("avr", "gdb-avr")],
)
def test_missing_gdb_names_its_package(engine: str, package: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(LabError, match=f"apt-get install {package}$"):
        Gdb(":1", engine)


@pytest.mark.parametrize(
    ("target", "flash", "ram"),
    [
        ("nrf52840", (0, 1 << 20), (0x20000000, 256 << 10)),
        ("arduino-due", (0x00080000, 512 << 10), (0x20070000, 96 << 10)),
        ("arduino-uno", (0, 32256), (0x00800100, 2048)),
        ("avr-atmega1284p", (0, 128 << 10), (0x00800100, 16 << 10)),
        ("cortex-m3", (0, 1 << 20), (0x20000000, 256 << 10)),
    ],
)
def test_memories_for_silicon(target: str, flash: tuple[int, int], ram: tuple[int, int]) -> None:
    memory = catalogue.for_silicon(catalogue.find(target)).emulation
    assert memory is not None
    assert (memory.flash_origin, memory.flash_bytes) == flash
    assert (memory.ram_origin, memory.ram_bytes) == ram


class Board:
    """A board of registers in place of GDB: each run to a breakpoint takes so many cycles."""

    def __init__(self, spans: list[int], *, clock: int = 0, control: int = 0, sticks: bool) -> None:
        self.words = {"$sp": 0x20008000, "$lr": 0x101, "$r0": 0, "harness_draws": 0}
        self.words |= {probe.word(probe.DWT_CONTROL): control, probe.word(probe.DEMCR): 0}
        self.clock = clock
        self._spans = spans
        self._sticks = sticks

    def do(self, _: str, __: float = 0) -> Mapping[str, Any]:
        return {}

    def connect(self) -> None:
        pass

    def close(self) -> None:
        pass

    def go(self) -> None:
        self.clock = (self.clock + self._spans.pop(0)) % (1 << 32)

    def number(self, expression: str) -> int:
        return self.clock if "0xe0001004" in expression else self.words[expression]

    def set(self, expression: str, value: int) -> None:
        if self._sticks or expression != probe.word(probe.DWT_CONTROL):
            self.words[expression] = value

    def read(self, _: int, size: int) -> bytes:
        return bytes([PAINT]) * (size - 100) + bytes(100) if size > 100 else bytes(size)

    def write(self, *_: object) -> None:
        pass


@pytest.fixture
def run_on(monkeypatch: Patch) -> Callable[[Board], Run]:
    """One run of a hash on such a board, whose core is a Cortex-M3."""
    monkeypatch.setattr(probe, "entry_point", lambda _: 0x101)
    monkeypatch.setattr(probe, "static_end", lambda _: 0x20000400)
    monkeypatch.setattr(probe, "flash_content", lambda _: (0x20008000).to_bytes(4, "little"))
    places = {"harness_buffers": 0x20000000, "harness_pool": 0x20000200}
    monkeypatch.setattr(probe, "symbols", lambda _: places)

    def run(board: Board) -> Run:
        monkeypatch.setattr(probe, "Gdb", lambda *_: board)
        curve, core = curves.find(CURVE), catalogue.find("cortex-m3").emulation
        assert core is not None
        with open_probe(core, Path("x.elf"), curve.sizes, "gdb://:1") as bench:
            return bench.run(curve.operation("hash"), {"message": b"abc"})

    return run


def test_cycles_are_those_of_dwt_less_what_measuring_takes(run_on: Callable[[Board], Run]) -> None:
    """Start, an empty function, start, to the function, the function: the counter wraps."""
    run = run_on(Board([500, 9, 500, 50, 123_009], clock=(1 << 32) - 2000, sticks=True))
    assert run.board_cycles == 123_000
    assert run.cycles is None
    assert run.stack_bytes == 100


@pytest.mark.parametrize(
    "board",
    [
        Board([500, 50, 123_009], sticks=False),  # Armv6-M: no such counter
        Board([500, 50, 123_009], control=probe.NO_CYCLES, sticks=True),
        Board([0, 0, 0, 0, 0], sticks=True),  # it is on, and stands still
    ],
)
def test_no_cycles_without_a_counter(board: Board, run_on: Callable[[Board], Run]) -> None:
    assert run_on(board).board_cycles is None


def test_deep_stack_is_unknown(run_on: Callable[[Board], Run], monkeypatch: Patch) -> None:
    monkeypatch.setattr(Board, "read", lambda *given: bytes(given[2]))
    assert run_on(Board([0, 0, 0], sticks=False)).stack_bytes is None


def test_origin_says_whether_cycles_were_counted(monkeypatch: Patch) -> None:
    assert "DWT" in COUNTED_BY_DWT
    target = catalogue.for_silicon(catalogue.find("nrf52840"))
    assert target.origin.startswith("run on a board without a cycle counter")
    assert "time" not in COUNTED_BY_DWT + target.origin


def test_lost_connection_is_told_from_a_refusal() -> None:
    gdb = Gdb(":1", "arm")
    try:
        with pytest.raises(LabError, match="No symbol") as refused:
            gdb.number("nothing")
        assert not isinstance(refused.value, ProbeError)
        process = gdb._controller.gdb_process
        assert process is not None
        process.kill()
        process.wait()
        with pytest.raises(ProbeError, match="GDB has ended"):
            gdb.number("1")
    finally:
        gdb.close()
