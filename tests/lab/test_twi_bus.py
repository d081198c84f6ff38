# SPDX-License-Identifier: MIT
"""Two AVRs on one bus: bytes, bit times, a slave that holds SCL, and each fault."""

import shutil
import subprocess
from pathlib import Path

import pytest

from lab.emulator.avr.twi_bus import Faults, Pair, Run
from lab.emulator.errors import EmulationError
from lab.emulator.image import read_image

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

SOURCE = Path(__file__).with_name("twi_pair.c")
LIMIT = 2_000_000
END_OF_RAM = 0x8008FF
ADDRESS = 0x21 << 1
WRITTEN = bytes([0xA0, 0xA1, 0xA2, 0xA3])
CARRIED = bytes([ADDRESS, *WRITTEN, ADDRESS | 1, 0x5A, 0x5B])
BITS = 9 * len(CARRIED) + 3  # with START, repeated START and STOP
FINISHED, GAVE_UP = 1, 2


def build(folder: Path, name: str, *options: str) -> Path:
    path = folder / f"{name}.elf"
    command = ["avr-gcc", "-std=c99", "-Os", "-Wall", "-Wextra", "-mmcu=atmega328p", *options]
    subprocess.run([*command, str(SOURCE), "-o", str(path)], check=True)
    return path


class Bench:
    def __init__(self, folder: Path, bit_rate: int) -> None:
        master = build(folder, f"master{bit_rate}", "-DMASTER", f"-DBIT_RATE={bit_rate}")
        paths = (master, build(folder, "slave"))
        self.pair = Pair(*paths)
        self.images = [read_image(path, "EM_AVR") for path in paths]

    def run(self, faults: Faults | None = None) -> Run:
        return self.pair.run(LIMIT, faults)

    def value(self, side: int, name: str, n: int = 1) -> bytes:
        return self.pair.read(side, self.images[side].symbols[name].address, n)

    def outcomes(self) -> tuple[int, int]:
        return self.value(0, "outcome")[0], self.value(1, "outcome")[0]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("twi"), bit_rate=12)


def test_bytes_go_both_ways(bench: Bench) -> None:
    run = bench.run()
    assert run.states == ("parked", "parked")
    assert bench.outcomes() == (FINISHED, FINISHED)
    assert run.carried == CARRIED
    assert bench.value(1, "received", 4) == WRITTEN
    assert bench.value(0, "received", 2) == bytes([0x5A, 0x5B])


@pytest.mark.parametrize(("bit_rate", "bit_cycles"), [(12, 40), (72, 160)])
def test_the_bit_rate_register_sets_the_time(
    tmp_path: Path, bit_rate: int, bit_cycles: int
) -> None:
    run = Bench(tmp_path, bit_rate).run()
    assert run.bus_cycles == BITS * bit_cycles
    assert run.cycles[0] > run.bus_cycles + 10_000, "the slave's wait holds SCL"


def test_a_run_can_be_repeated(bench: Bench) -> None:
    assert bench.run() == bench.run()


def test_a_stall_ends_in_time_outs(bench: Bench) -> None:
    run = bench.run(Faults(stall_byte=3))
    assert run.states == ("parked", "parked")
    assert bench.outcomes() == (GAVE_UP, GAVE_UP)
    assert run.carried == CARRIED[:3]


def test_a_flipped_bit_arrives(bench: Bench) -> None:
    bench.run(Faults(flip_byte=2, flip_mask=0x10))
    assert bench.outcomes() == (FINISHED, FINISHED)
    assert bench.value(1, "received", 4) == bytes([0xA0, 0xB1, 0xA2, 0xA3])


def test_a_flipped_address_reaches_nobody(bench: Bench) -> None:
    bench.run(Faults(flip_byte=0, flip_mask=0x10))
    assert bench.outcomes() == (GAVE_UP, GAVE_UP)


@pytest.mark.parametrize("side", [0, 1])
def test_a_peer_that_vanishes(bench: Bench, side: int) -> None:
    cycle = bench.run().cycles[0] // 2
    run = bench.run(Faults(stop=(side, cycle)))
    assert run.states[side] == "stopped"
    assert cycle <= run.cycles[side] < cycle + 8
    assert bench.outcomes()[1 - side] == GAVE_UP


def test_a_replay_takes_the_place_of_what_was_sent(bench: Bench) -> None:
    bench.run(Faults(replay=(1, b"old!")))
    assert bench.outcomes() == (FINISHED, FINISHED)
    assert bench.value(1, "received", 4) == b"old!"


def test_the_eeprom_outlives_a_reset(bench: Bench) -> None:
    bench.pair.write_eeprom(0, 0, b"\x05\x77")
    bench.run()
    bench.run()
    assert bench.pair.read_eeprom(0, 0, 2) == b"\x07\x77"
    with pytest.raises(EmulationError, match="no EEPROM"):
        bench.pair.read_eeprom(0, 1023, 2)


def test_the_stack_is_followed(bench: Bench) -> None:
    for lowest in bench.run().lowest_stack:
        assert END_OF_RAM - 32 < lowest < END_OF_RAM - 2, "main and a call or two"
