# SPDX-License-Identifier: MIT
"""whit advise: which library on which curve suits a device."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Annotated

import typer

from lab import curves
from lab.advice import RANKINGS, Demand, Device, Rate, advise, battery
from lab.commands.options import (
    DEFAULT_JOBS,
    EVERY,
    Compilers,
    Names,
    WaitStates,
    check_name,
    curve_name,
    of_kind,
    offer_curves,
    offer_libraries,
)
from lab.commands.progress import Terminal
from lab.commands.quantities import (
    CURRENTS,
    DURATIONS,
    FREQUENCIES,
    VOLTAGES,
    optional,
    quantity,
    size,
)
from lab.errors import UnsupportedError
from lab.model import ALL, Case, Sample
from lab.paths import RESULTS
from lab.reports.advising import TOP, as_json, as_text
from lab.runner import DEFAULT_TARGET, Selection, Settings, measured, open_pool, select
from lab.runner.devices import described_part, device_of_board, device_of_core
from lab.store import Results

FORMATS = ("table", "json")
# What NIST SP 800-131A asks of new signatures. A curve that is named is meant, however weak.
LEAST_SECURITY_BITS = 112

Text = str | None
_Period = Annotated[Text, typer.Option(metavar="TIME", help="Such as 30s, 5min, 1h, 1d.")]


_Board = Annotated[
    Text,
    typer.Option(
        help="Clock, memory, currents and radio are its.",
        autocompletion=of_kind("boards", every=False),
    ),
]
_Target = Annotated[
    Text,
    typer.Option(
        help="A core, for a device without a board.",
        autocompletion=of_kind("targets", every=False),
    ),
]
_Curve = Annotated[
    Names,
    typer.Option(
        metavar="NAME",
        help="By name or alias; repeatable; all if none.",
        parser=curve_name,
        autocompletion=offer_curves,
    ),
]
_Security = Annotated[
    int | None,
    typer.Option(metavar="BITS", min=0, help="At least; 112 if not said and no curve is named."),
]
_Library = Annotated[
    Names, typer.Option(help="Repeatable; all if none.", autocompletion=offer_libraries)
]
_BootEvery = Annotated[
    Text, typer.Option(metavar="TIME", help="How often it starts; once if not said.")
]
_Latency = Annotated[
    Text, typer.Option(metavar="500ms", help="The longest that an operation may take.")
]
_BatteryName = Annotated[Text, typer.Option("--battery", metavar="2xAA", help="Cells in series.")]
_AllowVariableTime = Annotated[
    bool, typer.Option("--allow-variable-time", help="Secrets may show in time or addresses.")
]
_Measure = Annotated[
    bool,
    typer.Option(
        "--measure", help="Measure what has no sample, and keep nothing; this can take long."
    ),
]


def command(
    board: _Board = None,
    target: _Target = None,
    clock: Annotated[Text, typer.Option(metavar="16MHz", help="Of the core.")] = None,
    wait_states: WaitStates = None,
    flash: Annotated[Text, typer.Option(metavar="32k", help="Free for the library.")] = None,
    ram: Annotated[Text, typer.Option(metavar="4k", help="Free for the library.")] = None,
    active_current: Annotated[Text, typer.Option(metavar="13mA", help="While computing.")] = None,
    sleep_current: Annotated[Text, typer.Option(metavar="1.3uA", help="Between.")] = None,
    voltage: Annotated[Text, typer.Option(metavar="3.3V", help="Of the supply.")] = None,
    curve: _Curve = None,
    security: _Security = None,
    library: _Library = None,
    compiler: Compilers = None,
    sign_every: _Period = None,
    sign_message_every: _Period = None,
    verify_every: _Period = None,
    ecdh_every: _Period = None,
    keygen_every: _Period = None,
    verify_on_boot: Annotated[bool, typer.Option("--verify-on-boot")] = False,
    boot_every: _BootEvery = None,
    message: Annotated[int, typer.Option(metavar="BYTES", min=0, help="What is signed.")] = 0,
    latency: _Latency = None,
    battery_name: _BatteryName = None,
    allow_variable_time: _AllowVariableTime = False,
    rank_by: Annotated[Text, typer.Option(help=", ".join(RANKINGS))] = None,
    top: Annotated[int, typer.Option(min=1, help="How many to show; JSON has all.")] = TOP,
    measure: _Measure = False,
    output: Annotated[str, typer.Option("--format", help="table or json")] = "table",
) -> None:
    """Rank what fits a device: library, curve, profile or configuration.

    Costs are those of samples in results/. Exits with 1 when nothing fits.
    """
    _check(output, rank_by, board)
    periods = {
        "sign": sign_every,
        "sign_message": sign_message_every,
        "verify": verify_every,
        "ecdh": ecdh_every,
        "keygen": keygen_every,
    }
    demand = Demand(
        rates=_rates(periods, verify_on_boot, boot_every),
        message_bytes=message,
        security_bits=_security(security, curve),
        latency_seconds=optional("--latency", latency, DURATIONS),
        variable_time=allow_variable_time,
    )
    device = _device(board, target, clock, wait_states)
    device = _changed(device, flash, ram, active_current, sleep_current, voltage)
    supply = battery(battery_name) if battery_name is not None else None
    cases = _cases(device, demand, curve, library, compiler)
    samples = dict(Results(RESULTS).newest())
    if measure:
        samples |= _measured(cases, samples, device, demand)
    advice = advise(cases, samples, device, demand, supply, rank_by)
    print(as_json(advice) if output == "json" else as_text(advice, top), end="")
    if not advice.options:
        raise typer.Exit(1)


def _check(output: str, rank_by: Text, board: Text) -> None:
    check_name("format", output, FORMATS)
    if rank_by is not None:
        check_name("ranking", rank_by, RANKINGS)
    if board is not None:
        device_of_board(board)  # an unknown one is told before what is missing


def _security(asked: int | None, curve: Names) -> int:
    if asked is not None:
        return asked
    return 0 if curve and EVERY not in curve else LEAST_SECURITY_BITS


def _rates(periods: Mapping[str, Text], on_boot: bool, boot_every: Text) -> tuple[Rate, ...]:
    rates = [
        Rate(operation, quantity(f"--{operation.replace('_', '-')}-every", period, DURATIONS))
        for operation, period in periods.items()
        if period is not None
    ]
    if on_boot:
        rates.append(Rate("verify", optional("--boot-every", boot_every, DURATIONS)))
    elif boot_every is not None:
        raise UnsupportedError("--boot-every needs --verify-on-boot")
    if not rates:
        raise UnsupportedError(
            "nothing to do; say for example --sign-every 30s or --verify-on-boot"
        )
    return tuple(rates)


def _device(board: Text, target: Text, clock: Text, wait_states: int | None) -> Device:
    hertz = optional("--clock", clock, FREQUENCIES)
    if board is not None:
        if target is not None:
            raise UnsupportedError("--board has its core; leave out --target")
        if wait_states is not None:
            raise UnsupportedError("--board has its wait states; leave out --wait-states")
        device = device_of_board(board)
        return replace(device, clock_hz=hertz or device.clock_hz)
    if hertz is None:
        raise UnsupportedError("--board or --clock is needed")
    return device_of_core(target or DEFAULT_TARGET, hertz, wait_states)


def _changed(
    device: Device, flash: Text, ram: Text, active: Text, sleep: Text, voltage: Text
) -> Device:
    """The device with what the command line says of it."""
    flash_bytes, ram_bytes = size("--flash", flash), size("--ram", ram)
    active_amperes = optional("--active-current", active, CURRENTS)
    sleep_amperes = optional("--sleep-current", sleep, CURRENTS, zero=True)
    volts = optional("--voltage", voltage, VOLTAGES)
    changed = replace(
        device,
        flash_bytes=device.flash_bytes if flash_bytes is None else flash_bytes,
        ram_bytes=device.ram_bytes if ram_bytes is None else ram_bytes,
        active_amperes=active_amperes or device.active_amperes,
        sleep_amperes=device.sleep_amperes if sleep_amperes is None else sleep_amperes,
        volts=volts or device.volts,
    )
    if (changed.sleep_amperes or 0) > (changed.active_amperes or inf):
        raise UnsupportedError(
            f"the sleep current, {changed.sleep_amperes:g} A, is more than the active one, "
            f"{changed.active_amperes:g} A"
        )
    return changed


def _cases(
    device: Device, demand: Demand, curve: Names, library: Names, compiler: Names
) -> Sequence[Case]:
    """Everything that could be measured on the device's core and would help to answer."""
    cases, _ = select(
        Selection.of(
            targets=(device.core,),
            libraries=library or (EVERY,),
            curves=curve or (EVERY,),
            operations=(*demand.operations, *((ALL,) if len(demand.operations) > 1 else ())),
            configurations=(EVERY,),
            profiles=(EVERY,),
            compilers=compiler,
        )
    )
    return cases


def _measured(
    cases: Sequence[Case], samples: Mapping[Case, Sample], device: Device, demand: Demand
) -> Mapping[Case, Sample]:
    """Samples of the cases that have none and whose curve is strong enough. Where the flash keeps
    the core waiting, those of the core do not count."""
    part = None
    if device.flash_waits and device.board is None:
        part = described_part(device.clock_hz, device.wait_states)
    lacking = []
    for case in cases:
        own = replace(case, target=device.board or device.core)
        serving = {own} if device.flash_waits else {own, case}
        strong = curves.find(case.curve).security_bits >= demand.security_bits
        if strong and (part or not serving & set(samples)):
            lacking.append(own)
    if not lacking:
        return {}
    with Terminal(len(lacking)) as terminal:
        workers = open_pool(lacking, DEFAULT_JOBS, None)
        found = measured(lacking, Settings(part=part), workers, terminal)
    return dict(zip(lacking, found, strict=True))
