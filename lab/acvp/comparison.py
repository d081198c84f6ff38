# SPDX-License-Identifier: MIT
"""Answers beside the expected ones."""

from dataclasses import dataclass
from typing import Any

from lab.acvp.algorithms import Context
from lab.acvp.answers import algorithm
from lab.acvp.vectors import Item, VectorSet
from lab.errors import LabError
from lab.library import Library

Number = tuple[int, int]  # tgId and tcId


@dataclass(frozen=True)
class Comparison:
    """What came of the cases that were answered."""

    equal: int
    agreeing: int  # chance makes them differ, and the library finds nothing wrong with either
    differences: tuple[str, ...]


def cases(vectors: VectorSet) -> dict[Number, tuple[Item, Item]]:
    """Group and case by their numbers."""
    return {
        (group.number, test.number): (group, test)
        for group in vectors.groups
        for test in group.tests
    }


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Fields with hexadecimal in letters of one case."""
    return {key: value.upper() if isinstance(value, str) else value for key, value in data.items()}


def compare(
    library: Library, prompt: VectorSet, answers: VectorSet, expected: VectorSet
) -> Comparison:
    """Every case of the answers with what is expected of it."""
    if not expected.answers(prompt):
        raise LabError(f"what is expected is {expected.said}, not {prompt.algorithm}")
    found, context = algorithm(prompt), Context(library)
    asked, theirs = cases(prompt), cases(expected)
    equal = agreeing = 0
    differences = []
    for number, (our_group, ours) in cases(answers).items():
        group, test = asked[number]
        name = f"tgId {number[0]}, tcId {number[1]}"
        if number not in theirs:
            differences.append(f"{name}: nothing is expected")
            continue
        their_group, their = theirs[number]
        if plain(ours.data) == plain(their.data):
            equal += 1
        elif not found.agrees(context, group, test, our_group, ours):
            differences.append(f"{name}: {told(ours)}, and {told(their)} is expected")
        elif not found.agrees(context, group, test, their_group, their):
            differences.append(f"{name}: the expected {told(their)} does not fit")
        else:
            agreeing += 1
    return Comparison(equal, agreeing, tuple(differences))


def told(case: Item) -> str:
    """An answer in words."""
    fields = (f"{key} {value}" for key, value in case.data.items() if key != "tcId")
    return ", ".join(fields) or "nothing"
