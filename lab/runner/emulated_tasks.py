# SPDX-License-Identifier: MIT
"""How long operations take on a board, and what the board takes meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass

from lab.errors import LabError, UnsupportedError
from lab.model import Case, Sample
from lab.runner.measuring import Lab
from lab.runner.naming import named
from lab.targets import boards


@dataclass(frozen=True)
class Currents:
    """Of a board, from its file."""

    volts: float
    active_amperes: float
    idle_amperes: float  # while it waits; the active one where the file has no other


def currents_of(name: str) -> Currents:
    """UnsupportedError for a board whose file has none."""
    board = boards.find(name)
    known = board.currents_amperes
    if "active" not in known or board.supply_volts is None:
        raise UnsupportedError(f"{name}: its file has no supply voltage and active current")
    active = known["active"]
    return Currents(board.supply_volts, active, known.get("idle", known.get("sleep", active)))


def task_seconds(case: Case, recorded: Mapping[Case, Sample], lab: Lab) -> float:
    """Of a case on a board: by the sample that results/ has, or by a run."""
    sample = recorded.get(case)
    if sample is None or sample.time_seconds is None:
        sample = lab.measure(case)
    if sample.error is not None:
        raise LabError(f"{named(case)}: {sample.error}")
    if sample.time_seconds is None:
        raise UnsupportedError(f"{named(case)}: the lab has no time of it")
    return sample.time_seconds
