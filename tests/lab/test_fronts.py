# SPDX-License-Identifier: MIT
"""The front of bytes against cycles."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from fakes import SAMPLE, samples

from lab.errors import LabError
from lab.model import ALL, Sample
from lab.reports import front_drawing, fronts
from lab.reports.fronts import Point, front

OURS = replace(SAMPLE, target="cortex-m4", operation="ecdh")


def of(*costs: tuple[int, int]) -> list[Point]:
    return [Point(SAMPLE, size, cycles) for size, cycles in costs]


def test_nothing_beats_the_front_and_something_beats_the_rest() -> None:
    numbers = random.Random(1)
    for _ in range(200):
        made = of(*((numbers.randrange(9), numbers.randrange(9)) for _ in range(7)))
        best = front(made)
        for point in made:
            beaten = any(
                other.size_bytes <= point.size_bytes
                and other.cycles <= point.cycles
                and other.costs != point.costs
                for other in made
            )
            assert beaten == (point not in best)


def test_equal_points_are_all_on_it() -> None:
    assert front(of((1, 2), (1, 2), (2, 2))) == tuple(of((1, 2), (1, 2)))
    assert front([]) == ()


def test_bytes_are_those_of_the_image_asked_for() -> None:
    whole = replace(OURS, operation=ALL, cycles=None, flash_bytes=9999)
    (own,) = fronts.points([OURS, whole], "flash_bytes", "ecdh")
    assert own.size_bytes == OURS.flash_bytes
    (together,) = fronts.points([OURS, whole], "flash_bytes", ALL)
    assert (together.sample, together.size_bytes) == (OURS, 9999)
    assert fronts.points([OURS], "flash_bytes", ALL) == ()


def test_a_mark_says_what_leaks_and_what_has_a_name() -> None:
    peer = replace(OURS, library="peer", profile=None, configuration="default")
    costly = replace(peer, configuration="costly", cycles=2_000_000, flash_bytes=9_000)
    best = replace(peer, configuration="best", cycles=1)
    drawn = fronts.points([OURS, peer, costly, best], "flash_bytes", "ecdh")
    found = fronts.marks(drawn, {fronts.build_of(best)})
    assert [mark.point for mark in found] == list(drawn)
    assert [mark.hollow for mark in found] == [False, False, False, True]
    assert [mark.named for mark in found] == [True, False, False, True]


def test_what_has_no_figures_is_no_point() -> None:
    broken = replace(OURS, cycles=None, error="it does not link")
    assert fronts.points([broken, replace(OURS, stack_bytes=None)], "stack_bytes", "ecdh") == ()


def test_a_board_has_a_front_of_its_own() -> None:
    board = replace(OURS, board="a-board", board_cycles=7)
    found = {each.target: each for each in fronts.fronts([OURS, board])}
    assert set(found) == {"cortex-m4", "a-board"}
    assert found["a-board"].points[0].cycles == 7


def drawn() -> list[Sample]:
    return [replace(sample, target="cortex-m4") for sample in samples()]


@pytest.mark.slow
def test_the_drawing_names_libraries_and_what_is_on_the_front() -> None:
    picture = front_drawing.draw(drawn())
    ET.fromstring(picture)
    text = picture.decode()
    for word in ("whit", "peer", "balanced", "ecdh: flash", "verify: stack"):
        assert f"{word}<" in text
    assert front_drawing.draw(drawn()[::-1]) == picture


def test_no_two_libraries_look_alike() -> None:
    looks = front_drawing.looks(["whit", *(f"library-{number}" for number in range(30))])
    assert len(set(looks.values())) == 31


@pytest.mark.slow
def test_compilers_are_told_apart() -> None:
    clang = [replace(each, compiler="clang 14", flash_bytes=1000) for each in drawn()]
    assert "balanced, clang<" in front_drawing.draw([*drawn(), *clang]).decode()


def test_no_samples_is_an_error() -> None:
    with pytest.raises(LabError, match="no ecdh or sign or verify on secp256r1, cortex-m4"):
        front_drawing.draw(samples())
