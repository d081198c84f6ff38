# SPDX-License-Identifier: MIT
"""What a board makes of a core's figures."""

from dataclasses import replace
from typing import TypeVar

from lab.model import Sample
from lab.targets.boards import Board
from lab.timings import FunctionCost

COUNTED_BY_DWT = "run on a board: board cycles measured (DWT), flash counted, stack painted"

Row = TypeVar("Row", Sample, FunctionCost)


def probed(sample: Sample, board: Board | None) -> Sample:
    """With no time, since nothing says what clock the part ran at."""
    fitted = on_board(sample, board, None) if board else sample
    origin = COUNTED_BY_DWT if sample.board_cycles is not None else sample.origin
    return replace(fitted, board_cycles=sample.board_cycles, origin=origin)


def _joules(seconds: float | None, board: Board | None) -> float | None:
    watts = board.active_watts if board else None
    return None if seconds is None or watts is None else seconds * watts


def on_board(sample: Row, board: Board, cycles: int | None) -> Row:
    """With time and energy there; what the board has no room for is an error beside them."""
    seconds = None if cycles is None else cycles / board.clock_hz
    excess = [
        f"{needed:,} of {there:,} bytes of {what}"
        for what, needed, there in (
            ("flash", sample.flash_bytes or 0, board.flash_bytes),
            ("RAM", (sample.ram_static_bytes or 0) + (sample.stack_bytes or 0), board.ram_bytes),
        )
        if needed > there
    ]
    return replace(
        sample,
        board_cycles=cycles,
        time_seconds=seconds,
        energy_joules=_joules(seconds, board),
        chip_joules=_joules(seconds, board.chip),
        error=f"does not fit {board.name}: needs {', '.join(excess)}" if excess else None,
    )
