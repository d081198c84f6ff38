# SPDX-License-Identifier: MIT
"""Fleets of signing sensors: formulas against cases worked by hand, simulations against both the
formulas and slower ones that are plainly right, and the command."""

import json
import math
import multiprocessing
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lab.advice import battery
from lab.commands import fleet as command
from lab.commands.app import run
from lab.errors import LabError, WrongResultError
from lab.fleet import airtime, cells, paper, simulate, verification
from lab.fleet.battery import Life, mean_amperes
from lab.fleet.contention import Contention
from lab.fleet.gateway import Gateway, all_at_once_seconds
from lab.fleet.model import Estimate, Fleet, Sensor, Verifying
from lab.library import Signed, build_alone
from lab.paths import RESULTS
from lab.store import Results
from lab.wire import links
from lab.wire.access import Aloha, Carrier
from lab.wire.ieee802154 import Ieee802154
from lab.wire.link import Radio, attempts

RADIO = Radio(3.0, 24e-3, 20e-3, "a test")
YEAR = 365.25 * 86_400


def fleet(
    link: str = "ieee802154",
    period: float = 60,
    cell: int = 100,
    size: int = 50,
    loss: float = 0.02,
) -> Fleet:
    found = links.find(link)
    return Fleet(
        sensor=Sensor("a test", 7e-3, 1.3e-6, 3.0, found.radio or RADIO, 0.05, size),
        link=found,
        period_seconds=period,
        sensors=1_000_000,
        cell=cell,
        loss=loss,
        battery=battery("2xAAA"),
        spread=0.1,
        verifying=Verifying(40e-6),
        busy=0.7,
    )


def test_a_sensor_draws_what_its_states_add_up_to() -> None:
    given = fleet(loss=0)
    cost = given.cost(0)
    charge = 0.05 * (7e-3 - 1.3e-6)
    charge += cost.sending_seconds * (24e-3 - 1.3e-6) + cost.listening_seconds * (20e-3 - 1.3e-6)
    assert mean_amperes(given, 0) == pytest.approx(1.3e-6 + charge / 60)
    assert mean_amperes(given, 0.2) > mean_amperes(given, 0)


def test_batteries_that_are_all_alike_are_replaced_once_a_life() -> None:
    own = replace(battery("AAA"), loss_per_year=0.0)
    given = replace(fleet(), battery=own, spread=0.0)
    life = Life(given, 10e-6)
    assert life.mean_seconds == pytest.approx(1.2 * 3600 / 10e-6)
    assert life.replacements == pytest.approx(1e6 * YEAR / life.mean_seconds)


def test_a_spread_of_charges_shortens_the_mean_life_as_it_does_when_drawn() -> None:
    """The charges' own losses bend the curve of lives."""
    given = replace(fleet(), battery=replace(battery("2xAAA"), loss_per_year=0.3), spread=0.2)
    life = Life(given, 5e-6)
    charges = np.random.default_rng(1).normal(1, 0.2, 1_000_000) * given.battery.charge_coulombs
    rate = -math.log(0.7) / YEAR
    drawn = np.log1p(rate * charges / 5e-6) / rate
    assert life.mean_seconds < life.mean_charge_seconds * 0.995
    assert life.mean_seconds == pytest.approx(drawn.mean(), rel=2e-3)


# Loads that the formulas are for: with carrier sensing light ones, of one frame.
LIGHT = {
    "ieee802154": fleet(),
    "contikimac": fleet("contikimac", 120, 20),
    "one frame by Aloha": fleet("lorawan-sf7", 600, 500),
    "five frames by Aloha": fleet("lorawan-sf12", 2400, 50, 200),
    "bluetooth": fleet("bluetooth", loss=0.1),
}


@pytest.mark.parametrize("given", LIGHT.values(), ids=LIGHT)
def test_paper_and_simulation_agree(given: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MESSAGES", 20_000)
    on_paper, simulated = paper.figures(given).all(), simulate.figures(given, 7).all()
    assert {name for name in simulated if name not in on_paper} == {"slowest_seconds", "worst_year"}
    for name, exact in on_paper.items():
        assert simulated[name].agrees(exact.value), (name, exact, simulated[name])
    assert simulated["replacements"].error < 0.005 * simulated["replacements"].value


def test_they_would_not_if_one_were_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    given = LIGHT["one frame by Aloha"]
    other = replace(given, cell=given.cell + 50)
    found, exact = simulate.figures(given, 7).all(), paper.figures(other).all()
    assert not found["delivered"].agrees(exact["delivered"].value)
    assert not found["collisions"].agrees(exact["collisions"].value)
    longer = paper.figures(replace(given, spread=0.3)).all()
    assert not found["replacements"].agrees(longer["replacements"].value)


def test_the_same_seed_gives_the_same_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MESSAGES", 4_000)
    given = LIGHT["bluetooth"]
    assert simulate.figures(given, 3) == simulate.figures(given, 3)
    assert simulate.figures(given, 3) != simulate.figures(given, 4)


def test_sensors_that_wait_for_each_other_meet_more_often_than_on_paper() -> None:
    """What doc/fleet.md says of messages of several frames."""
    given = fleet(period=10, size=120)
    assert len(given.frames) == 2
    found, exact = simulate.figures(given, 1), paper.figures(given)
    assert found.collisions.value > 1.2 * exact.collisions.value
    assert not found.collisions.agrees(exact.collisions.value)


@pytest.mark.parametrize("seed", range(5))
def test_overlapping_frames_are_those_that_all_pairs_show(seed: int) -> None:
    chance, period = np.random.default_rng(seed), 10.0
    lane = chance.integers(3, size=60)
    start, lasts = chance.random(60) * period, chance.random(60) * 0.4
    found = cells.overlapping(lane, start, lasts, period)
    for i in range(60):
        met = False
        for j in range(60):
            if i != j and lane[i] == lane[j]:
                later = (start[j] - start[i]) % period
                met |= later < lasts[i] or period - later < lasts[j]
        assert found[i] == met
    assert 0 < found.sum() < 60


def contention(begins: Sequence[float], loss: float = 0, cells: int = 1) -> Contention:
    access = Ieee802154("a test", "", {}, None).access
    rows = np.tile(np.array(begins), (cells, 1))
    made = Contention(access, [4e-3, 2e-3], loss, rows, np.random.default_rng(1))
    made.run()
    return made


def test_a_sensor_alone_sends_until_it_is_heard() -> None:
    """Both frames, as often as the formula has it."""
    done = contention([1.0], loss=0.3, cells=20_000)
    assert done.sent.mean() == pytest.approx(2 * attempts(0.3, 4), rel=0.01)
    assert done.delivered.mean() == pytest.approx((1 - 0.3**4) ** 2, rel=0.005)
    assert not done.collided.any()


def test_two_that_look_at_once_meet() -> None:
    """One in eight pairs draws the same slot first; who looks later than a turnaround waits."""
    done = contention([1.0, 1.0], cells=20_000)
    first = (done.collided > 0).mean()
    assert first == pytest.approx(1 / 8, rel=0.5)
    assert done.delivered.mean() > 1.9
    apart = contention([1.0, 2.0], cells=100)
    assert not apart.collided.any()
    assert (apart.delivered == 2).all()
    assert apart.held_seconds == pytest.approx(2 * (6e-3 + 2 * 544e-6))


def test_a_crowd_is_shut_out() -> None:
    done = contention([1.0] * 60, cells=3)
    assert (done.delivered < 60).all()


def test_a_core_s_queue() -> None:
    """Pollaczek and Khinchine, worked by hand: half busy, a reading waits half its time."""
    gateway = Gateway(12_500, Verifying(40e-6), 0.7)
    assert (gateway.offered, gateway.cores, gateway.load) == (0.5, 1, 0.5)
    assert gateway.delay_seconds == pytest.approx(60e-6)
    assert replace(gateway, rate=17_501).cores == 2
    assert replace(gateway, rate=1).cores == 1
    assert all_at_once_seconds(replace(gateway, rate=35_000), 1000) == pytest.approx(0.02)


def test_batches_wait_for_less_than_the_bound() -> None:
    for rate in (1_000, 10_000, 22_000):
        gateway = Gateway(rate, Verifying(30e-6, 16), 0.7)
        delay, slowest = simulate._queue(gateway, np.random.default_rng(1))
        assert delay.value < gateway.delay_seconds
        assert delay.value > 7.5 / rate + 16 * 30e-6 - 3 * delay.error, "filled, and verified"
        assert slowest.value > delay.value


def test_estimates() -> None:
    assert Estimate(1.0, 0.1).agrees(1.3)
    assert not Estimate(1.0, 0.1).agrees(1.4)
    assert (Estimate(1, 3) + Estimate(2, 4)) == Estimate(3, 5)
    assert Estimate(2, 0.5).through(lambda x: -3 * x) == Estimate(-6, 1.5)


def test_frames_of_a_duty_cycle_are_apart() -> None:
    access = Aloha(3, 0.01)
    assert airtime.starts((1.0, 2.0, 1.0), access) == (0, 100, 300)


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, message = run(["fleet", "--verification", "30us", *words, "--format", "json"])
    assert (code, message) == (0, "")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    samples = Results(RESULTS).newest()
    monkeypatch.setattr(Results, "newest", lambda _: samples)
    monkeypatch.setattr(cells, "MESSAGES", 20_000)
    monkeypatch.setattr(simulate, "MOST_SENSORS", 10_000)
    words = ("--link", "lorawan-sf7", "--every", "10min", "--curve", "P-256", "--sensors", "50k")
    found = figures(capsys, *words, "--capacity", "1.2Ah", "--self-discharge", "1%")
    by_name = {each["name"]: each for each in found["figures"]}
    assert found["battery"]["charge_coulombs"] == pytest.approx(4320)
    assert found["battery"]["loss_per_year"] == 0.01
    assert found["curve"] == "secp256r1"
    assert by_name["rate"]["paper"] == pytest.approx(50_000 / 600, rel=0.1)
    assert by_name["replacements"]["unsigned"] < by_name["replacements"]["paper"]
    assert by_name["cores"]["paper"] == by_name["cores"]["simulated"] == 1
    assert all(each["agrees"] in (True, None) for each in found["figures"])
    assert found["measured"] is None
    for output, start in (("text", "50,000 sensors"), ("csv", "name,unsigned,paper")):
        assert run(["fleet", "--verification", "30us", *words, "--format", output])[0] == 0
        assert capsys.readouterr().out.startswith(start)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--link zigbee", "unknown link 'zigbee'"),
        ("--link udp", "what a radio takes on it is not known"),
        ("--message plain", "unknown message 'plain'"),
        ("--curve curve25519", "unknown curve 'curve25519'"),
        ("--board moon", "unknown board 'moon'"),
        ("--board zolertia-remote", "its current asleep is not known"),
        ("--battery 2xD", "unknown battery 'D'"),
        ("--profile quick", "unknown profile 'quick'"),
        ("--every 60ms", "more than --every allows"),
        ("--every 5", "not a number with a unit"),
        ("--link lorawan-sf7 --every 20s", "and may 1.00%"),
        ("--cell 10000 --every 10s", "a cell's channel would be held"),
        ("--cell 0", "--cell must be at least 1"),
        ("--cell 5 --sensors 4", "at most the number of sensors"),
        ("--message recovery", "--message recovery: needs --verification"),
        ("--message recovery --curve ed25519 --verification 30us", "is not signed on ed25519"),
        ("--loss 99%", "--loss 99%: must be at most 90%"),
        ("--sensors 1.5", "must be whole"),
        ("--loss 100%", "must be at most"),
        ("--busy 0%", "must be more than zero"),
        ("--busy 99%", "must be at most"),
        ("--spread 50%", "must be at most"),
        ("--self-discharge 100%", "must be less than 100%"),
        ("--capacity 3V", "not a number with a unit"),
        ("--verification 3s", "not a number with a unit"),
        ("--signatures 0", "--signatures must be at least 1"),
        ("--jobs 0", "--jobs must be at least 1"),
    ],
)
def test_bad_words(words: str, message: str) -> None:
    code, said = run(["fleet", *words.split()])
    assert code == 2
    assert message in said


def test_few_sensors_are_one_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    cells_of: list[Fleet] = []

    def stop(given: Fleet) -> None:
        cells_of.append(given)
        raise LabError("enough")

    monkeypatch.setattr(command, "_check", stop)
    for words in (["--sensors", "50"], [], ["--cell", "7", "--sensors", "50"]):
        assert run(["fleet", "--verification", "30us", *words]) == (1, "enough")
    assert [each.cell for each in cells_of] == [50, command.CELL, 7]


def test_a_reason_is_told_once_with_a_build() -> None:
    code, said = run(["fleet", "--verification", "30us", "--every", "1ms"])
    assert code == 1
    assert said.count("cannot keep up: ") == said.count("no sample: ") == 1
    assert re.search(r"cannot keep up: \w+ \(busy \d+% of the time\) and \d+ more;", said)


def test_batteries_that_outlast_everything_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In as much memory as others."""
    monkeypatch.setattr(cells, "MESSAGES", 4_000)
    monkeypatch.setattr(simulate, "MOST_SENSORS", 1_000)
    lasting = replace(battery("2xAAA"), charge_coulombs=3.6e12, loss_per_year=0.0)
    found = simulate.figures(replace(fleet(), battery=lasting), 1)
    assert found.worst_year is not None
    assert found.worst_year.value == 1000  # one of those that are followed, for 1,000 each


def test_a_curve_that_nobody_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Results, "newest", lambda _: {})
    code, said = run(["fleet", "--curve", "ed448"])
    assert code == 1
    assert "no build of whit signs on ed448" in said
    assert "whit measure --target cc2538-16mhz" in said


def test_without_dask_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(verification, "import_module", lacking)
    code, said = run(["fleet"])
    assert code == 1
    assert f"pip install {verification.requirement()}" in said
    assert verification.requirement().startswith("dask==")


@pytest.fixture(scope="module")
def code() -> str:
    return str(build_alone(lambda _: None, "ed25519", verification.PROFILE))


@pytest.mark.slow
def test_two_workers_of_dask_verify(code: str) -> None:
    told: list[None] = []
    found = verification.measure("ed25519", b"a reading", 2, 300, lambda: told.append(None))
    assert (found.signatures, found.workers) == (300, 2)
    assert len(told) == verification.steps("ed25519", 2, 300)
    assert found.batches is not None
    assert found.batches.batch == 16
    assert found.best is (
        found.batches if found.batches.seconds < found.singly.seconds else found.singly
    )
    for each in (found.singly, found.batches):
        assert 1e-6 < each.seconds < 1e-2
        assert 0 < each.error_seconds < each.seconds
    assert found.rate > 0


@pytest.mark.slow
def test_a_signature_that_does_not_hold_is_told(code: str) -> None:
    made = verification.make(code, "ed25519", b"a reading", 20)
    assert len({each.public_key for each in made}) == 20
    wrong = [*made[:4], made[4]._replace(signature=made[5].signature), *made[5:]]
    for batch in (1, 16):
        holds, seconds = verification.verify(code, "ed25519", wrong, batch)
        assert holds == tuple(index != 4 for index in range(20))
        assert seconds > 0
    with (
        verification._workers(1, code) as pool,
        pytest.raises(WrongResultError, match="is refused"),
    ):
        verification._verified(pool, code, "ed25519", [wrong], 16, lambda: None)


@pytest.mark.slow
def test_a_worker_that_dies_is_an_error(code: str) -> None:
    made: list[Signed] = verification.make(code, "ed25519", b"a reading", 2)

    def killed() -> None:
        with verification._workers(1, code) as pool:
            for worker in multiprocessing.active_children():
                worker.kill()
            verification._verified(pool, code, "ed25519", [made], 1, lambda: None)

    with pytest.raises(LabError, match="a worker died"):
        killed()
    assert not multiprocessing.active_children()


def test_batches_are_those_that_the_lab_measures() -> None:
    assert verification.largest_batch("ed25519") == 16
    assert verification.largest_batch("secp256r1") == 1
    assert verification._parts(10, 4) == [2, 3, 2, 3]
    assert verification._parts(3, 8) == [1, 1, 1]


def test_a_carrier_s_channel_is_held_until_the_receiver_wakes() -> None:
    access = links.find("contikimac").access
    assert isinstance(access, Carrier)
    assert access.held_seconds(4e-3) == pytest.approx(4e-3 + 1 / 16)
    assert access.lost_seconds(4e-3) == pytest.approx(1 / 8)
