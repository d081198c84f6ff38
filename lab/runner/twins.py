# SPDX-License-Identifier: MIT
"""Builds that differ in name alone: their images are the same, whatever the operation.

A configuration need not change every operation: one that only makes verification faster leaves
the image that signs as it is. One that changes none of them was not built as its file says."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from lab import curves
from lab.errors import LabError
from lab.model import Case, Sample
from lab.peers import catalogue as libraries
from lab.peers.catalogue import Library
from lab.runner.selection import lack
from lab.targets import catalogue as targets

Image = Callable[[Case], str]  # the hash of a case's image; LabError where it cannot be built


class Twins:
    """Looks at samples as they come, and at other images of two builds where it has to."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._seen: dict[tuple[str, str, str, str, str, str], list[Case]] = {}
        self._verdicts: dict[tuple[Case, Case], bool] = {}
        self.errors: dict[Case, str] = {}  # of both of each pair

    def judged(self, case: Case, sample: Sample) -> Sample:
        """The sample, without figures where an earlier one's build is the same."""
        if sample.error is not None or not sample.image_sha256:
            return sample
        place = (case.target, case.compiler, case.library, case.curve, case.operation)
        before = self._seen.setdefault((*place, sample.image_sha256), [])
        for other in before:
            if not (declared(case) or declared(other)) and self._one_build(case, other):
                self.errors[case] = self.errors[other] = _told(other, case)
        before.append(case)
        return self.marked(case, sample)

    def marked(self, case: Case, sample: Sample) -> Sample:
        """The sample with the error that is known by now."""
        if case not in self.errors:
            return sample
        return replace(sample, error=self.errors[case])

    def _one_build(self, case: Case, other: Case) -> bool:
        """Whether no operation that both have tells them apart."""
        first, second = replace(case, operation=""), replace(other, operation="")
        if (first, second) not in self._verdicts:
            same = not any(self._differ(a, b) for a, b in _pairs(case, other))
            self._verdicts[first, second] = self._verdicts[second, first] = same
        return self._verdicts[first, second]

    def _differ(self, case: Case, other: Case) -> bool:
        try:
            return self._image(case) != self._image(other)
        except LabError:  # it says nothing of the others
            return False


def _pairs(case: Case, other: Case) -> Iterator[tuple[Case, Case]]:
    """Both with each operation that both have."""
    core, curve = targets.core_of(case.target), curves.find(case.curve)
    library = _library(case.library)
    builds = (library.build(case), library.build(other))
    for operation in curve.operations:
        if all(lack(core, library, build, curve, operation) is None for build in builds):
            yield replace(case, operation=operation), replace(other, operation=operation)


@cache
def _library(name: str) -> Library:
    return libraries.find(name)


def declared(case: Case) -> bool:
    """Whether the build's file says that it changes nothing on the case's core."""
    core = targets.core_of(case.target)
    builds = _library(case.library).build(case)
    return any(targets.is_any(core, each.unchanged_on) for each in builds)


def _told(first: Case, second: Case) -> str:
    return (
        f"{first.library} ({first.variant}) and ({second.variant}) are one build on "
        f"{first.target}: the image is the same, whatever the operation"
    )
