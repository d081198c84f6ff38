# SPDX-License-Identifier: MIT
"""whit fleet: what many signing sensors cost."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from lab.advice import Battery, Demand, Device, LeftOut, Option, Rate, advise, battery
from lab.commands.options import (
    DEFAULT_JOBS,
    EVERY,
    check_least,
    check_name,
    curve_name,
    of_kind,
    offer,
    offer_libraries,
)
from lab.commands.progress import Terminal
from lab.commands.quantities import CHARGES, COUNTS, DURATIONS, MOMENTS, SHARES, optional, quantity
from lab.commands.wire import CURVES, payload_of, radio_of
from lab.errors import LabError, UnsupportedError
from lab.fleet import airtime, gateway, paper, simulate, verification
from lab.fleet.model import Figures, Fleet, Sensor, Verifying
from lab.model import PROFILES
from lab.paths import RESULTS
from lab.reports.fleet import FORMATS, Report
from lab.runner import Selection, select
from lab.runner.devices import device_of_board
from lab.store import Results
from lab.wire import formats, links
from lab.wire.access import Aloha
from lab.wire.link import Link

MESSAGES = tuple(each.name for each in formats.FORMATS if each.is_signed)
READING = formats.compact(formats.READING).decode()
MOST_SENSORS, MOST_CELL = 10**9, 10_000
CELL = 100
MOST_LOSS, MOST_SPREAD, MOST_BUSY = 0.9, 0.3, 0.95
UNKNOWN_SECONDS = 1.0  # of a verification, until it is measured
_OLD_YEARS = 10  # the shelf life that makers give

Text = str | None

_Board = Annotated[
    str, typer.Option(help="Of a sensor.", autocompletion=of_kind("boards", every=False))
]
_Curve = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        parser=curve_name,
        autocompletion=offer(lambda: CURVES),
        help="By name or alias.",
    ),
]
_Library = Annotated[str, typer.Option(help="Which signs.", autocompletion=offer_libraries)]
_Profile = Annotated[
    Text, typer.Option(help=f"Whit's: {', '.join(PROFILES)}; that which takes least if none.")
]
_Message = Annotated[
    str, typer.Option(help=", ".join(MESSAGES), autocompletion=offer(lambda: MESSAGES))
]
_Payload = Annotated[str, typer.Option(metavar="JSON", help="The reading, an object of JSON.")]
_Link = Annotated[
    str,
    typer.Option(
        help=", ".join(each.name for each in links.LINKS),
        autocompletion=offer(lambda: [each.name for each in links.LINKS]),
    ),
]
_Every = Annotated[str, typer.Option(metavar="TIME", help="30s, 5min, 1h, 1d.")]
_BatteryName = Annotated[str, typer.Option("--battery", metavar="2xAAA", help="Cells in series.")]
_Capacity = Annotated[
    Text, typer.Option(metavar="2600mAh", help="The battery's, in place of its own.")
]
_SelfDischarge = Annotated[Text, typer.Option(metavar="PERCENT", help="Of what is left, a year.")]
_Spread = Annotated[str, typer.Option(metavar="PERCENT", help="Of capacities: standard deviation.")]
_Sensors = Annotated[str, typer.Option(metavar="NUMBER", help="Such as 50k, 1M.")]
_Cell = Annotated[
    int | None, typer.Option(help=f"How many sensors share a channel; {CELL} at most if none.")
]
_Loss = Annotated[
    str, typer.Option(metavar="PERCENT", help="How many frames are lost, but for collisions.")
]
_Busy = Annotated[
    str, typer.Option(metavar="PERCENT", help="How much of a core's time is planned for.")
]
_VerificationTime = Annotated[
    Text,
    typer.Option(
        "--verification", metavar="30us", help="Of a signature on a core; measured if none."
    ),
]
_Signatures = Annotated[int, typer.Option(help="How many are made and verified.")]
_Jobs = Annotated[int, typer.Option("--jobs", help="How many processes of Dask.")]
_Seed = Annotated[int, typer.Option(min=0, help="Of the simulation.")]
_Output = Annotated[str, typer.Option("--format", help=", ".join(FORMATS))]


def command(
    board: _Board = "cc2538-16mhz",
    curve: _Curve = "secp256r1",
    library: _Library = "whit",
    profile: _Profile = None,
    message: _Message = "cose",
    payload: _Payload = READING,
    link: _Link = "ieee802154",
    every: _Every = "5min",
    battery_name: _BatteryName = "2xAAA",
    capacity: _Capacity = None,
    self_discharge: _SelfDischarge = None,
    spread: _Spread = "10%",
    sensors: _Sensors = "1M",
    cell: _Cell = None,
    loss: _Loss = "1%",
    busy: _Busy = "70%",
    verification_time: _VerificationTime = None,
    signatures: _Signatures = verification.SIGNATURES,
    jobs: _Jobs = DEFAULT_JOBS,
    seed: _Seed = 1,
    output: _Output = "text",
) -> None:
    """Say what a fleet of signing sensors costs: batteries, air, cores of a gateway.

    On paper and by simulation. Verification is measured on this machine, by Dask on its cores.
    """
    check_name("format", output, tuple(FORMATS))
    check_name("message", message, MESSAGES)
    check_name("curve", curve, CURVES)
    check_least("--signatures", signatures)
    check_least("--jobs", jobs)
    given = optional("--verification", verification_time, MOMENTS)
    made = _format(message, curve, given)
    body = payload_of(payload)
    chosen = links.find(link)
    period = quantity("--every", every, DURATIONS)
    device = _device(board)
    sensor = _sensor(device, chosen, made, curve, body)
    fleet = Fleet(
        sensor=sensor,
        link=chosen,
        period_seconds=period,
        sensors=_sensors(sensors),
        cell=_cell(cell, sensors),
        loss=_share("--loss", loss, MOST_LOSS),
        battery=_battery(battery_name, capacity, self_discharge),
        spread=_share("--spread", spread, MOST_SPREAD),
        verifying=Verifying(given or UNKNOWN_SECONDS),
        busy=_share("--busy", busy, MOST_BUSY, zero=False),
    )
    build = _signing(device, curve, library, profile, period)
    fleet = replace(fleet, sensor=replace(sensor, sign_seconds=build.time_seconds))
    _check(fleet)
    measured = None
    if given is None:
        measured = _measured(curve, body, jobs, signatures)
        fleet = replace(fleet, verifying=measured.best)
    on_paper = paper.figures(fleet)
    report = Report(
        fleet=fleet,
        build=f"{build.library} ({build.variant})",
        curve=curve,
        message=message,
        seed=seed,
        unsigned=paper.figures(simulate.unsigned(fleet, len(body))),
        paper=on_paper,
        simulated=_simulated(fleet, seed),
        measured=measured,
        notes=tuple(_notes(fleet, build, on_paper)),
    )
    print(FORMATS[output](report), end="")


def _device(board: str) -> Device:
    """With what is needed of it; its radio is the link's."""
    device = replace(device_of_board(board), link=None)
    for what, value in (
        ("the current of its core", device.active_amperes),
        ("its current asleep", device.sleep_amperes),
        ("its supply's voltage", device.volts),
    ):
        if value is None:
            raise UnsupportedError(f"--board {board}: {what} is not known")
    return device


def _signing(device: Device, curve: str, library: str, profile: Text, period: float) -> Option:
    """The build that takes least energy, by samples."""
    if profile is not None:
        check_name("profile", profile, PROFILES)
    cases, _ = select(
        Selection.of(
            targets=(device.core,),
            libraries=(library,),
            curves=(curve,),
            operations=("sign",),
            configurations=(EVERY,),
            profiles=(profile or EVERY,),
        )
    )
    demand = Demand(rates=(Rate("sign", period),))
    advice = advise(cases, Results(RESULTS).newest(), device, demand, ranking="energy")
    if not advice.options:
        told = f"; {advice.recording}" if advice.recording else ""
        why = "; ".join(_reasons(advice.left_out))
        raise LabError(f"no build of {library} signs on {curve} on {device.name}: {why}{told}")
    return advice.options[0]


def _reasons(left_out: Sequence[LeftOut]) -> Iterable[str]:
    """Each kind once, with the first build that it is of."""
    for kind in dict.fromkeys(each.kind for each in left_out):
        first, *others = (each for each in left_out if each.kind == kind)
        more = f" and {len(others)} more" if others else ""
        yield f"{kind}: {first.variant} ({first.detail}){more}"


def _format(message: str, curve: str, verification_time: float | None) -> formats.Format:
    made = next(each for each in formats.FORMATS if each.name == message)
    if not made.suits(_algorithm(curve)):
        raise UnsupportedError(f"--message {message}: is not signed on {curve}")
    if made.recovers and verification_time is None:
        raise UnsupportedError(f"--message {message}: needs --verification, it is not measured")
    return made


def _algorithm(curve: str) -> formats.Algorithm:
    return next(each for each in formats.ALGORITHMS if each.curve == curve)


def _sensor(device: Device, link: Link, made: formats.Format, curve: str, body: bytes) -> Sensor:
    """One that does not sign yet."""
    radio = radio_of(link, device.name)
    if radio is None:
        raise UnsupportedError(
            f"--link {link.name}: what a radio takes on it is not known of {device.name}"
        )
    assert device.active_amperes is not None, "_device saw to it"
    assert device.sleep_amperes is not None, "_device saw to it"
    assert device.volts is not None, "_device saw to it"
    return Sensor(
        name=device.name,
        active_amperes=device.active_amperes,
        sleep_amperes=device.sleep_amperes,
        volts=device.volts,
        radio=radio,
        sign_seconds=0.0,
        message_bytes=made.size(body, _algorithm(curve)),
    )


def _share(option: str, text: str, most: float, *, zero: bool = True) -> float:
    share = quantity(option, text, SHARES, zero=zero)
    if share > most:
        raise UnsupportedError(f"{option} {text}: must be at most {most:.0%}")
    return share


def _sensors(text: str) -> int:
    value = quantity("--sensors", text, COUNTS)
    if value != int(value) or value > MOST_SENSORS:
        raise UnsupportedError(f"--sensors {text}: must be whole, and at most {MOST_SENSORS:,}")
    return int(value)


def _cell(cell: int | None, sensors: str) -> int:
    most = min(_sensors(sensors), MOST_CELL)
    if cell is None:
        return min(CELL, most)
    check_least("--cell", cell)
    if cell > most:
        raise UnsupportedError(
            f"--cell {cell}: must be at most {MOST_CELL:,}, and at most the number of sensors"
        )
    return cell


def _battery(name: str, capacity: Text, self_discharge: Text) -> Battery:
    known = battery(name)
    charge = optional("--capacity", capacity, CHARGES)
    lost = optional("--self-discharge", self_discharge, SHARES, zero=True)
    if lost is not None and lost >= 1:
        raise UnsupportedError(f"--self-discharge {self_discharge}: must be less than 100%")
    return replace(
        known,
        charge_coulombs=known.charge_coulombs if charge is None else charge,
        loss_per_year=known.loss_per_year if lost is None else lost,
    )


def _check(fleet: Fleet) -> None:
    """Refuse what cannot go on like that for long."""
    air, access = airtime.of(fleet), fleet.link.access
    busy = fleet.sensor.sign_seconds + fleet.cost(air.failing).seconds
    if busy > fleet.period_seconds:
        raise UnsupportedError(
            f"a reading takes {busy:,.3g} s to sign and send, more than --every allows"
        )
    share = sum(fleet.frames) / fleet.period_seconds
    if isinstance(access, Aloha) and share > access.duty_cycle:
        raise UnsupportedError(
            f"a sensor would send {share:.2%} of the time, and may {access.duty_cycle:.2%}: take "
            "a longer --every"
        )
    if air.held >= 1:
        raise UnsupportedError(
            f"a cell's channel would be held {air.held:.0%} of the time: take a smaller --cell or "
            "a longer --every"
        )


def _measured(curve: str, body: bytes, jobs: int, signatures: int) -> verification.Measured:
    with Terminal(1) as terminal:
        steps = verification.steps(curve, jobs, signatures)
        terminal.case(f"verifying by Dask on {jobs} processes", steps)
        return verification.measure(curve, body, jobs, signatures, terminal.advance, terminal.say)


def _simulated(fleet: Fleet, seed: int) -> Figures:
    with Terminal(len(simulate.STEPS)) as terminal:
        return simulate.figures(fleet, seed, lambda step: terminal.case(f"simulating {step}", 1))


def _notes(fleet: Fleet, build: Option, on_paper: Figures) -> Iterable[str]:
    """Sentences without their full stop."""
    yield (
        "signed and unsigned are on paper; ≠ marks where the simulation differs by more than "
        "chance: doc/fleet.md says what the formulas leave out"
    )
    yield (
        "a sensor's hashing, measuring, waking and the rest of its program are not counted, nor "
        "what a radio takes between readings"
    )
    if not build.on_board:
        yield f"cycles leave out how long the flash of {fleet.sensor.name} keeps its core waiting"
    if on_paper.life_seconds.value > _OLD_YEARS * 365.25 * 86_400:
        yield "beyond ten years a battery's age decides, not its charge"
    seconds = gateway.all_at_once_seconds(paper.gateway_of(fleet), fleet.sensors)
    yield f"if all sensors reported at once, these cores would verify for {seconds:,.3g} s"
