# SPDX-License-Identifier: MIT
"""A board as a device to give advice for."""

from lab.advice import Device, Link
from lab.targets import boards, catalogue
from lab.targets.boards import Radio


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
        flash_waits=board.flash.wait_states > 0,
    )


def _link(radio: Radio) -> Link:
    return Link(
        bits_per_second=radio.bits_per_second,
        frame_bytes=radio.frame_bytes,
        overhead_bytes=radio.overhead_bytes,
        transmit_amperes=radio.transmit_amperes,
        receive_amperes=radio.receive_amperes,
    )


def device_of_core(name: str, clock_hz: float) -> Device:
    """Of which nothing else is known."""
    core = catalogue.find(name)
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
    )
