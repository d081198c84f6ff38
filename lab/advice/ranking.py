# SPDX-License-Identifier: MIT
"""From samples to what fits a device, best first, and why the rest does not."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from lab import curves
from lab.advice import formulas
from lab.advice.batteries import Battery
from lab.advice.notes import NO_SAMPLE, notes, recording
from lab.advice.records import Advice, Demand, Device, LeftOut, Link, Option, Rate, Share
from lab.model import ALL, ALL_PARTS, OPERATIONS, Case, Sample

# By name, what is compared; ties go to the smaller image.
RANKINGS: Mapping[str, Callable[[Option], float]] = {
    "days": lambda option: -option.days if option.days is not None else inf,
    "energy": lambda option: option.energy_joules if option.energy_joules is not None else inf,
    "time": lambda option: option.time_seconds,
    "flash": lambda option: option.flash_bytes,
    "ram": lambda option: option.ram_bytes,
    "wire": lambda option: option.wire_bytes,
}

TOO_WEAK = "security too low"


class _UnfitError(Exception):
    """A build does not serve."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True)
class _Build:
    """A library as it is built for a curve, with what was measured of it."""

    case: Case  # without an operation
    offered: frozenset[str]  # operations that the library has
    samples: Mapping[str, Sample]  # by operation


def advise(
    cases: Iterable[Case],
    samples: Mapping[Case, Sample],
    device: Device,
    demand: Demand,
    battery: Battery | None = None,
    ranking: str | None = None,
) -> Advice:
    """Weigh every build that the cases have. Samples are those of the board where there are
    such, and else of its core."""
    chosen = ranking or _natural(device, demand, battery)
    options: list[Option] = []
    left_out: list[LeftOut] = []
    for build in _builds(cases, samples, device):
        try:
            options.append(_option(build, device, demand, battery))
        except _UnfitError as unfit:
            case = build.case
            names = (case.library, case.variant, case.curve)
            left_out.append(LeftOut(*names, unfit.kind, unfit.detail))
    key = RANKINGS[chosen]
    options.sort(key=lambda each: (key(each), each.flash_bytes, each.library, each.curve))
    return Advice(
        device=device,
        demand=demand,
        battery=battery,
        ranking=chosen,
        options=tuple(options),
        left_out=tuple(left_out),
        notes=tuple(notes(device, demand, battery, options)),
        recording=recording(device, demand, options, left_out),
        counts=Counter(each.kind for each in left_out),
    )


def _natural(device: Device, demand: Demand, battery: Battery | None) -> str:
    """What matters most of what can be known."""
    recurs = any(rate.period_seconds is not None for rate in demand.rates)
    if battery and recurs and None not in (device.active_amperes, device.sleep_amperes):
        return "days"
    return "time" if None in (device.active_amperes, device.volts) else "energy"


def _builds(
    cases: Iterable[Case], samples: Mapping[Case, Sample], device: Device
) -> Iterable[_Build]:
    groups: dict[Case, list[Case]] = {}
    for case in cases:
        groups.setdefault(replace(case, operation=""), []).append(case)
    for whole, members in groups.items():
        found: dict[str, Sample] = {}
        for case in members:
            sample = _sample(case, samples, device)
            if sample is not None:
                found[case.operation] = sample
        yield _Build(whole, frozenset(case.operation for case in members), found)


def _sample(case: Case, samples: Mapping[Case, Sample], device: Device) -> Sample | None:
    for target in (device.board, device.core):
        sample = samples.get(replace(case, target=target)) if target else None
        if sample is not None:
            return sample
    return None


def _option(build: _Build, device: Device, demand: Demand, battery: Battery | None) -> Option:
    """The build's costs; _UnfitError when it does not serve."""
    curve = curves.find(build.case.curve)
    if curve.security_bits < demand.security_bits:
        raise _UnfitError(TOO_WEAK, f"{curve.security_bits} bits")
    used = [_usable(build, operation, demand) for operation in demand.operations]
    flash_bytes, flash_is_bound, ram_bytes = _memory(build, demand.operations)
    _fits("flash", flash_bytes, device.flash_bytes)
    _fits("RAM", ram_bytes, device.ram_bytes)
    shares = tuple(_share(sample, device, demand) for sample in used)
    _keeps_up(shares, demand)
    mean = _mean_amperes(shares, device, demand)
    days = (
        formulas.life_days(battery.charge_coulombs, battery.loss_per_year, mean)
        if battery and mean is not None
        else None
    )
    verdicts = [sample.constant_time for sample in used if OPERATIONS[sample.operation].secrets]
    return Option(
        library=build.case.library,
        variant=build.case.variant,
        compiler=used[0].compiler,
        curve=curve.name,
        security_bits=curve.security_bits,
        shares=shares,
        flash_bytes=flash_bytes,
        flash_is_bound=flash_is_bound,
        ram_bytes=ram_bytes,
        constant_time=None if None in verdicts or not verdicts else all(verdicts),
        mean_amperes=mean,
        days=days,
        on_board=device.wait_states == 0 or all(sample.board_cycles is not None for sample in used),
    )


def _usable(build: _Build, operation: str, demand: Demand) -> Sample:
    """The operation's sample, if there is one and it may be used on secrets."""
    if operation not in build.offered:
        raise _UnfitError("operation not offered", operation)
    sample = build.samples.get(operation)
    if sample is None:
        raise _UnfitError(NO_SAMPLE, operation)
    if sample.error is not None:
        raise _UnfitError("failed", f"{operation}: {sample.error}")
    if sample.cycles is None:
        raise _UnfitError("no cycles", operation)
    if OPERATIONS[operation].secrets and not demand.variable_time and not sample.constant_time:
        if sample.constant_time is None:
            raise _UnfitError("constant time not checked", operation)
        raise _UnfitError("time or addresses depend on secrets", operation)
    return sample


def _memory(build: _Build, operations: Sequence[str]) -> tuple[int, bool, int]:
    """Flash, whether that is only a bound, and RAM of one image with these operations."""
    used = [build.samples[operation] for operation in operations]
    stack = max((sample.stack_bytes or 0 for sample in used), default=0)
    together = build.samples.get(ALL)
    images, bound = used, len(used) > 1
    if bound and together and together.flash_bytes is not None and set(operations) <= {*ALL_PARTS}:
        images, bound = [together], set(operations) != {*ALL_PARTS}
    sizes = [sample.flash_bytes for sample in images]
    if None in sizes or any(sample.stack_bytes is None for sample in used):
        raise _UnfitError("no figures of memory", "flash or stack")
    flash_bytes = sum(size for size in sizes if size is not None)
    static = sum(sample.ram_static_bytes or 0 for sample in images)
    return flash_bytes, bound, stack + static


def _fits(what: str, needed: int, free: int | None) -> None:
    if free is not None and needed > free:
        raise _UnfitError(f"does not fit into {what}", f"{needed:,} B of {free:,} B")


def _share(sample: Sample, device: Device, demand: Demand) -> Share:
    cycles = sample.cycles if sample.board_cycles is None else sample.board_cycles
    assert cycles is not None, "_usable saw to it"
    seconds = formulas.time_seconds(cycles, device.clock_hz)
    sent, received = _traffic(sample, demand.message_bytes)
    link, volts, count, radio = device.link, device.volts, None, None
    if link is not None:
        sizes = (sent, received)
        count = sum(formulas.frames(size, link.frame_bytes, link.overhead_bytes) for size in sizes)
    if link is not None and volts is not None:
        air = _air(link, sent, received)
        radio = sum(formulas.energy_joules(time, amperes, volts) for time, amperes in air)
    return Share(
        operation=sample.operation,
        cycles=cycles,
        time_seconds=seconds,
        energy_joules=(
            formulas.energy_joules(seconds, device.active_amperes, volts)
            if device.active_amperes is not None and volts is not None
            else None
        ),
        sent_bytes=sent,
        received_bytes=received,
        frames=count,
        radio_joules=radio,
    )


def _traffic(sample: Sample, message_bytes: int) -> tuple[int, int]:
    """Bytes that an operation sends and receives: a signature goes with its message, a key
    agreement takes a public key each way. Points in two coordinates are uncompressed, with the
    byte of SEC 1 before them."""
    sizes = curves.find(sample.curve).sizes
    buffers = sizes.buffers
    key = buffers["public_key"]
    key += 1 if key > sizes.field else 0
    signed = message_bytes + buffers["signature"]
    return {
        "sign": (signed, 0),
        "sign_message": (signed, 0),
        "verify": (0, signed),
        "ecdh": (key, key),
        "validate": (0, key),
        "decompress": (0, buffers["compressed"]),
    }.get(sample.operation, (0, 0))


def _air(link: Link, sent: int, received: int) -> list[tuple[float, float]]:
    """Seconds and amperes of sending and of receiving."""
    frame = (link.frame_bytes, link.overhead_bytes, link.bits_per_second)
    return [
        (formulas.air_seconds(sent, *frame), link.transmit_amperes),
        (formulas.air_seconds(received, *frame), link.receive_amperes),
    ]


def _keeps_up(shares: Iterable[Share], demand: Demand) -> None:
    load = 0.0
    times = {share.operation: share.time_seconds for share in shares}
    for rate in demand.rates:
        seconds = times[rate.operation]
        if demand.latency_seconds is not None and seconds > demand.latency_seconds:
            limit = f"{demand.latency_seconds * 1e3:,.0f} ms allowed"
            raise _UnfitError(
                "too slow", f"{rate.operation} takes {seconds * 1e3:,.0f} ms, {limit}"
            )
        load += seconds / rate.period_seconds if rate.period_seconds else 0.0
    if load > 1:
        raise _UnfitError("cannot keep up", f"busy {load:.0%} of the time")


def _mean_amperes(shares: Sequence[Share], device: Device, demand: Demand) -> float | None:
    """The mean current; operations without a period do not recur and do not count."""
    active, sleep = device.active_amperes, device.sleep_amperes
    if active is None or sleep is None:
        return None
    by_operation = {share.operation: share for share in shares}
    return sleep + sum(
        _extra(by_operation[rate.operation], rate, active, sleep, device) for rate in demand.rates
    )


def _extra(share: Share, rate: Rate, active: float, sleep: float, device: Device) -> float:
    if rate.period_seconds is None:
        return 0.0
    air = _air(device.link, share.sent_bytes, share.received_bytes) if device.link else []
    return sum(
        formulas.extra_amperes(seconds, amperes, sleep, rate.period_seconds)
        for seconds, amperes in ((share.time_seconds, active), *air)
    )
