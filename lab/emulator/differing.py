# SPDX-License-Identifier: MIT
"""Where two runs of a program part."""

from collections.abc import Callable

from lab.emulator.errors import EmulationError, Moment
from lab.emulator.places import Places
from lab.findings import Difference

# A run that is repeated and stopped after so many instructions.
Repeated = Callable[[int], Moment]


def first_difference(
    first: Repeated, second: Repeated, instructions: int, places: Places
) -> Difference:
    """Two runs whose traces differ after so many instructions. Digests are of everything
    before, so that what differs once differs from then on, and halving finds the first."""
    equal, differing = 0, instructions
    while differing - equal > 1:
        middle = (equal + differing) // 2
        if _seen(first(middle)) == _seen(second(middle)):
            equal = middle
        else:
            differing = middle
    before, after = (first(equal), second(equal)), (first(differing), second(differing))
    at = before[0].program_counter
    if at is None or at != before[1].program_counter:
        raise EmulationError("no instruction tells the two runs apart")
    counters = tuple(one.program_counter for one in after)
    addresses = tuple(one.address for one in before)
    spent = tuple(late.cycles - early.cycles for early, late in zip(before, after, strict=True))
    place = places.at(at)
    if addresses[0] != addresses[1]:
        return Difference("data address", equal, place, *addresses)
    if counters[0] != counters[1]:
        return Difference("program counter", equal, place, *counters)
    return Difference("cycles", equal, place, *spent)


def _seen(moment: Moment) -> tuple[tuple[int, int, int], int | None]:
    return moment.digests, moment.program_counter
