# SPDX-License-Identifier: MIT
"""The exceptions that the emulator raises for what goes wrong in a run."""

from dataclasses import dataclass

from lab.errors import LabError


class EmulationError(LabError):
    """A fault of the emulated program, or an image or tool that cannot be used; one line."""


@dataclass(frozen=True)
class Moment:
    """What an observer knows when some instructions have been executed: digests of what was
    seen, the cycles so far, and the next instruction with the data that it accesses. None:
    there is no next one, or no access."""

    digests: tuple[int, int, int]  # of program counters, data addresses, cycle counts
    cycles: int
    program_counter: int | None
    address: int | None


class LimitError(EmulationError):
    """The limit of instructions is reached."""

    def __init__(self, message: str, moment: Moment) -> None:
        super().__init__(message)
        self.moment = moment
