# SPDX-License-Identifier: MIT
"""Random programs run with other secrets: what then differs has to be among what is said to be
secret."""

import random
from collections.abc import Callable, Mapping, Sequence

from lab.emulator import Machine
from lab.emulator.following import Secrets
from lab.findings import DEPENDENT

PROGRAMS = 150
LENGTH = 6  # of a program, at most
VARIATIONS = 8
ARGUMENTS = 4
SAME_WAY = {DEPENDENT[3], DEPENDENT[4]}  # what does not change where a program goes


def number(choose: random.Random) -> int:
    return choose.choice(
        [0, 1, 0xFFFFFFFF, choose.getrandbits(4), choose.getrandbits(16), choose.getrandbits(32)]
    )


class Registers:
    """Of the arguments, by the emulator's numbers."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers

    def mark(self, secrets: Secrets, masks: Sequence[int]) -> None:
        for register, mask in zip(self.numbers, masks, strict=True):
            secrets.mark_register(register, mask)

    def said(self, secrets: Secrets) -> list[int]:
        return [secrets.register(each) for each in self.numbers]


def listed(*texts: str) -> list[str]:
    """What semicolons and ends of lines separate."""
    pieces = (
        each.strip() for text in texts for line in text.splitlines() for each in line.split(";")
    )
    return [each for each in pieces if each]


def compare(
    machine: Machine,
    programs: Mapping[str, str],
    choose: random.Random,
    registers: Registers,
    state: Callable[[], tuple[list[int], int]],
) -> None:
    """Of functions with their texts. The registers of the arguments are compared, and flags;
    `state` gives both."""
    compared = public = 0
    for name, text in programs.items():
        values = [number(choose) for _ in range(ARGUMENTS)]
        masks = [choose.choice([0, 0, number(choose)]) for _ in range(ARGUMENTS)]
        with machine.following() as secrets:
            registers.mark(secrets, masks)
            call = machine.call(name, *values)
            assert secrets.instructions == call.instructions, text
            said, flags_said = registers.said(secrets), secrets.flags
            decided = {each.what for each in secrets.decided()}
        assert DEPENDENT[5] not in decided, text
        before, flags_before = state()
        if decided - SAME_WAY:
            continue
        for _ in range(VARIATIONS):
            other = [
                value ^ (choose.getrandbits(32) & mask)
                for value, mask in zip(values, masks, strict=True)
            ]
            machine.call(name, *other)
            after, flags = state()
            where = f"{text}\n{values} {masks} {other}"
            for first, second, secret in zip(before, after, said, strict=True):
                assert (first ^ second) & ~secret == 0, where
                compared += (first ^ second).bit_count()
            assert (flags ^ flags_before) & ~flags_said == 0, where
        public += sum(32 - each.bit_count() for each in said)
    assert compared > 5 * PROGRAMS
    assert public > ARGUMENTS * 32 * PROGRAMS // 4  # not all is said to be secret
