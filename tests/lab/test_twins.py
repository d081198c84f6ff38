# SPDX-License-Identifier: MIT
"""Configurations that change nothing in the image are errors, and those that change some
operations are not."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import pytest
from fakes import SAMPLE

from lab.errors import LabError
from lab.model import Case, Sample
from lab.paths import RESULTS
from lab.runner.twins import Twins, declared
from lab.store import Results

FIRST = Case("cortex-m4", "micro-ecc", "secp256r1", "ecdh", "default")
SECOND = replace(FIRST, configuration="fast")


def sample(case: Case, image: str) -> Sample:
    return replace(
        SAMPLE,
        library=case.library,
        configuration=case.configuration,
        operation=case.operation,
        image_sha256=image,
        error=None,
    )


def judged(image: Callable[[Case], str], *cases: Case) -> list[str | None]:
    twins = Twins(image)
    found = {case: twins.judged(case, sample(case, image(case))) for case in cases}
    return [twins.marked(case, each).error for case, each in found.items()]


def test_two_names_of_one_build_are_an_error_of_both() -> None:
    errors = judged(lambda case: case.operation, FIRST, SECOND)
    told = (
        "micro-ecc (default) and (fast) are one build on cortex-m4: the image is the same, "
        "whatever the operation"
    )
    assert errors == [told, told]


def test_a_build_that_changes_another_operation_is_none() -> None:
    def image(case: Case) -> str:
        return f"{case.operation} {case.configuration if case.operation == 'verify' else ''}"

    assert judged(image, FIRST, SECOND) == [None, None]


def test_an_operation_that_cannot_be_built_tells_nothing() -> None:
    def image(case: Case) -> str:
        if case.operation == "verify":
            raise LabError("does not compile")
        return case.operation

    assert None not in judged(image, FIRST, SECOND)


def test_what_its_file_declares_is_none() -> None:
    """micro-ecc has no assembly for RISC-V."""
    c = replace(FIRST, target="rv32imc", configuration="c")
    assert judged(lambda case: case.operation, replace(c, configuration="default"), c) == [None] * 2
    assert not declared(replace(c, target="cortex-m4"))


def test_failures_are_not_compared() -> None:
    twins = Twins(lambda _: "")
    failed = replace(sample(FIRST, ""), error="wrong")
    assert twins.judged(FIRST, failed) == failed
    assert twins.judged(SECOND, replace(failed, configuration="fast")).error == "wrong"


Images = dict[str, str]  # of each operation


def recorded() -> dict[Case, Images]:
    """Of each build on a target and curve that results/ has."""
    found: dict[Case, Images] = defaultdict(dict)
    for case, each in Results(RESULTS).newest().items():
        if each.error is None:
            found[replace(case, operation="")][case.operation] = each.image_sha256
    return found


def test_no_two_recorded_builds_are_one() -> None:
    groups: dict[tuple[str, ...], list[tuple[Case, Images]]] = defaultdict(list)
    for case, images in recorded().items():
        if not declared(case):
            place = (case.target, case.compiler, case.library, case.curve)
            groups[place].append((case, images))
    wrong = [
        (first, second)
        for members in groups.values()
        for index, (first, images) in enumerate(members)
        for second, others in members[index + 1 :]
        if (both := images.keys() & others.keys()) and all(images[o] == others[o] for o in both)
    ]
    assert wrong == []


def test_what_is_declared_to_change_nothing_does_not() -> None:
    """Every image of such a build that results/ has is one of another build's too."""
    builds = recorded()
    for case, images in builds.items():
        if declared(case):
            place = (case.target, case.compiler, case.library, case.curve)
            others = [
                each
                for other, each in builds.items()
                if other != case
                and (other.target, other.compiler, other.library, other.curve) == place
            ]
            for operation, image in images.items():
                assert any(each.get(operation) == image for each in others), (case, operation)
    assert any(map(declared, builds))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_whichever_comes_first(order: tuple[int, int]) -> None:
    pair = (FIRST, SECOND)
    assert None not in judged(lambda case: case.operation, *(pair[index] for index in order))
