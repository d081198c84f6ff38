# SPDX-License-Identifier: MIT
"""Key agreement of two Arduino Nanos over I2C: keys, faults on the bus, peers that are not who they
have to be, and a seed that lasts."""

import shutil

import pytest
from typer.testing import CliRunner

from lab.commands.app import app
from lab.emulator.avr.twi_bus import Faults, Run
from lab.runner.nanos import KEY_BYTES, Ended, Nanos
from lab.targets.joined import HERTZ

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed"),
]

NO_KEY = bytes(KEY_BYTES)
OWN_PLACE, PEER_PLACE, SEED_PLACES = 128, 192, (0, 48)
SEED_BYTES = 38
HELLO = bytes([3, 41 + 2])  # how the frame with secp160r1's public key begins


@pytest.fixture(scope="module")
def plain() -> Nanos:
    return Nanos("secp160r1", "fast", authenticated=False)


@pytest.fixture(scope="module")
def nanos() -> Nanos:
    return Nanos("secp256r1", "fast", authenticated=True)


@pytest.fixture(autouse=True)
def _fresh(nanos: Nanos, plain: Nanos) -> None:
    for each in (nanos, plain):
        each.provision(1)


def failed(ended: tuple[Ended, Ended]) -> tuple[str, str]:
    """How both ended, neither of them with a key."""
    assert {each.key for each in ended} == {NO_KEY}
    assert "done" not in {each.state for each in ended}
    return ended[0].state, ended[1].state


def agreed(ended: tuple[Ended, Ended]) -> bytes:
    assert (ended[0].state, ended[1].state) == ("done", "done")
    assert ended[0].key == ended[1].key != NO_KEY
    return ended[0].key


def parked(run: Run) -> bool:
    return run.states == ("parked", "parked")


def test_both_have_the_key(nanos: Nanos, plain: Nanos) -> None:
    for each in (nanos, plain):
        run, ended = each.run()
        assert parked(run)
        assert agreed(ended) not in run.carried


def test_each_start_has_another_key(plain: Nanos) -> None:
    """The seed is replaced before it is drawn from, in the other place each time."""
    keys, seeds = set(), set()
    for _ in range(4):
        seeds.add(tuple(plain.pair.read_eeprom(0, place, SEED_BYTES) for place in SEED_PLACES))
        _, ended = plain.run()
        keys.add(agreed(ended))
    assert len(keys) == len(seeds) == 4
    for pair in seeds:
        assert sum(each != b"\xff" * SEED_BYTES for each in pair) == 1


@pytest.mark.parametrize("content", [b"\xff" * 96, bytes(96)])
def test_a_device_without_a_seed_does_not_begin(plain: Nanos, content: bytes) -> None:
    plain.pair.write_eeprom(0, 0, content)
    run, (initiator, responder) = plain.run()
    assert (initiator.state, responder.state) == ("no seed", "silent")
    assert (run.carried, initiator.key, responder.key) == (b"", NO_KEY, NO_KEY)


def test_a_supply_that_fails_while_the_seed_is_written_leaves_one(plain: Nanos) -> None:
    """At any byte of either place."""
    for cycle in range(HERTZ // 500, HERTZ // 6, HERTZ // 20):
        plain.provision(1)
        plain.run(Faults(stop=(0, cycle)))
        _, ended = plain.run()
        agreed(ended)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("byte", [1, 0, 30, 200, 80, 330])
def test_a_bus_that_stalls(nanos: Nanos, byte: int) -> None:
    run, ended = nanos.run(Faults(stall_byte=byte))
    assert parked(run)
    assert set(failed(ended)) <= {"stalled", "silent", "garbled", "aborted"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("byte", [40, 3, 69, 90, 180, 260, 300])
def test_one_flipped_bit_is_noticed(nanos: Nanos, byte: int) -> None:
    """By the CRC: what was garbled is asked for again, or both begin anew."""
    _, ended = nanos.run(Faults(flip_byte=byte, flip_mask=0x08))
    agreed(ended)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("part", [0.05, 0.3, 0.6, 0.95])
def test_a_peer_that_vanishes(nanos: Nanos, side: int, part: float) -> None:
    run, _ = nanos.run()
    nanos.provision(1)
    vanished = Faults(stop=(side, int(part * run.cycles[side])))
    run, ended = nanos.run(vanished)
    assert run.states[1 - side] == "parked"
    assert run.states[side] == "stopped"
    assert ended[1 - side].state in ("silent", "stalled")
    assert ended[1 - side].key == NO_KEY


def test_a_replay_proves_nothing(nanos: Nanos) -> None:
    """All that went over the bus before arrives again, in place of what is sent."""
    before, _ = nanos.run()
    _, ended = nanos.run(Faults(replay=(0, before.carried)))
    assert "not proved" in failed(ended)


@pytest.mark.parametrize("side", [0, 1])
def test_a_stranger_is_refused(nanos: Nanos, side: int) -> None:
    """A device with a key pair of its own, whose public key the other does not have."""
    key = bytearray(nanos.pair.read_eeprom(side, OWN_PLACE, 32))
    key[-1] ^= 1
    nanos.pair.write_eeprom(side, OWN_PLACE, bytes(key))
    _, ended = nanos.run()
    assert failed(ended)[1 - side] == "not proved"


def test_a_point_off_the_curve_is_refused(plain: Nanos) -> None:
    """Its frame has a right CRC: the peer sends it. Nothing tells that peer, without codes."""
    run, _ = plain.run()
    plain.provision(1)
    start = run.carried.index(HELLO)
    sent = bytearray(run.carried[start : start + len(HELLO) + HELLO[1]])
    sent[-3] ^= 1
    sent[-2:] = crc(bytes(sent[:-2]))
    _, (sender, receiver) = plain.run(Faults(replay=(start, bytes(sent))))
    assert (receiver.state, receiver.key) == ("refused", NO_KEY)
    assert sender.state == "done"


def crc(data: bytes) -> bytes:
    value = 0xFFFF
    for byte in data:
        mixed = byte ^ value & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        value = ((mixed << 8 | value >> 8) ^ mixed >> 4 ^ mixed << 3) & 0xFFFF
    return value.to_bytes(2, "big")


def test_the_command_says_how_long_it_takes() -> None:
    done = CliRunner().invoke(app, ["agree", "--curve", "secp160r1", "--format", "json"])
    assert done.exit_code == 0
    assert '"authenticated": false' in done.output
    assert '"curve": "secp160r1"' in done.output
