# SPDX-License-Identifier: MIT
"""What the figures of an answer leave out, and the command that would fill it."""

from collections.abc import Iterable, Sequence

from lab.advice.batteries import Battery
from lab.advice.records import Demand, Device, LeftOut, Option
from lab.model import ALL

NO_SAMPLE = "no sample"
_OLD_DAYS = 3652.5  # the shelf life that makers of alkaline cells give
_MOST_NAMED = 3  # of libraries, before the command takes all


def notes(
    device: Device,
    demand: Demand,
    battery: Battery | None,
    options: Sequence[Option],
) -> Iterable[str]:
    """Sentences without their full stop."""
    yield "cycles are emulated: doc/boards.md says how they compare with published ones"
    if any(not option.on_board for option in options):
        yield _waits(device)
    if demand.message_bytes and set(demand.operations) & {"sign", "verify"}:
        yield "sign and verify take a digest: hashing the message is not in their time"
    if device.active_amperes is None or device.volts is None:
        yield "no energy: it needs the active current and the supply voltage"
    elif device.link is None and any(option.wire_bytes for option in options):
        yield "no radio figures: energy is that of computing alone"
    if battery:
        yield from _battery(battery, device, demand, options)


def _waits(device: Device) -> str:
    if device.flash_waits:
        return (
            f"times with * leave out how long the flash of {device.name} keeps its core waiting: "
            f"they are too short{'' if device.board else '; --measure counts it'}"
        )
    return "cycles are the core's, without wait states of the flash"


def recording(
    device: Device, demand: Demand, options: Iterable[Option], left_out: Iterable[LeftOut]
) -> str | None:
    """The command that records the samples that the answer lacks, one curve at a time: with all
    of them it would run for hours."""
    lacking = [(each.library, each.curve) for each in left_out if each.kind == NO_SAMPLE]
    if device.flash_waits and device.board:
        lacking += [(each.library, each.curve) for each in options if not each.on_board]
    if not lacking:
        return None
    libraries = tuple(dict.fromkeys(library for library, _ in lacking))
    curves = {curve for _, curve in lacking}
    operations = (*demand.operations, *((ALL,) if len(demand.operations) > 1 else ()))
    # What a board without wait states would give, the samples of its core give to all boards.
    words = [f"whit measure --target {device.recorded_as}"]
    words += [
        f"--library {name}" for name in (libraries if len(libraries) <= _MOST_NAMED else (ALL,))
    ]
    words += [f"--curve {next(iter(curves)) if len(curves) == 1 else 'NAME'}"]
    words += [f"--operation {operation}" for operation in operations]
    return " ".join([*words, "--profile all --configuration all --save"])


def _battery(
    battery: Battery, device: Device, demand: Demand, options: Sequence[Option]
) -> Iterable[str]:
    if device.active_amperes is None or device.sleep_amperes is None:
        yield "no days: they need the active and the sleep current"
    if device.volts is not None and battery.volts < device.volts:
        yield f"{battery.name} gives {battery.volts:g} V, the supply is {device.volts:g} V"
    once = [rate.operation for rate in demand.rates if rate.period_seconds is None]
    if once and any(option.days is not None for option in options):
        yield f"{once[0]} on boot takes no charge, as it does not recur: see --boot-every"
    if any(option.days is not None and option.days > _OLD_DAYS for option in options):
        yield "beyond ten years a battery's age decides, not its charge"
    yield (
        f"{battery.name} loses {battery.loss_per_year:.1%} a year by itself and counts as empty at "
        f"{battery.end_volts:g} V; a device that stops above that has less"
    )
