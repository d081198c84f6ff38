# SPDX-License-Identifier: MIT
"""Boards as devices to give advice for, and parts that have no file."""

from collections.abc import Iterable

from lab.advice import Device, Link
from lab.errors import UnsupportedError
from lab.targets import boards, catalogue
from lab.targets.boards import Part, Radio


def described_part(clock_hz: float | None, wait_states: int | None) -> Part | None:
    """What a user says of a part; None if that is nothing."""
    if clock_hz is None:
        if wait_states is not None:
            raise UnsupportedError("--wait-states needs --clock")
        return None
    part = Part(round(clock_hz), wait_states or 0)
    if part.clock_hz == 0:
        raise UnsupportedError("--clock must be at least 1 Hz")
    return part


def check_part(part: Part, targets: Iterable[str]) -> None:
    """UnsupportedError for a target that is no core, or one whose waiting the lab cannot count."""
    for name in targets:
        catalogue.as_part(catalogue.find(name), part)


def device_of_board(name: str) -> Device:
    """With all of its flash and RAM."""
    board = boards.find(name)
    return Device(
        name=board.name,
        core=board.core,
        board=board.name,
        clock_hz=board.clock_hz,
        flash_bytes=board.flash_bytes,
        ram_bytes=board.ram_bytes,
        active_amperes=board.currents_amperes.get("active"),
        sleep_amperes=board.currents_amperes.get("sleep"),
        volts=board.supply_volts,
        link=None if board.radio is None else _link(board.radio),
        wait_states=board.flash.wait_states,
    )


def _link(radio: Radio) -> Link:
    return Link(
        bits_per_second=radio.bits_per_second,
        frame_bytes=radio.frame_bytes,
        overhead_bytes=radio.overhead_bytes,
        transmit_amperes=radio.transmit_amperes,
        receive_amperes=radio.receive_amperes,
    )


def device_of_core(name: str, clock_hz: float, wait_states: int | None = None) -> Device:
    """Of which nothing else is known."""
    core = catalogue.find(name)
    if core.board is not None:
        raise UnsupportedError(f"{name} is a board; use --board {name}")
    part = described_part(clock_hz, wait_states)
    if part and part.wait_states:
        check_part(part, (name,))
    return Device(
        name=core.name,
        core=core.name,
        board=None,
        clock_hz=clock_hz,
        flash_bytes=None,
        ram_bytes=None,
        active_amperes=None,
        sleep_amperes=None,
        volts=None,
        wait_states=wait_states,
    )
