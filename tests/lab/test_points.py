# SPDX-License-Identifier: MIT
"""What code costs that no registry has: published/points, on the fronts."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE

from lab.errors import LabError
from lab.goals import Goals
from lab.published import points
from lab.reports import claims, front_drawing, fronts
from lab.targets import catalogue

OURS = replace(
    SAMPLE,
    library="whit",
    target="cortex-m4",
    curve="secp256r1",
    operation="ecdh",
    configuration=None,
    profile="small",
    cycles=1_500_000,
    flash_bytes=2_400,
    stack_bytes=700,
)
FILE = """
library = "rival"
source = "its author"
kind = "author"
curve = "secp256r1"
operation = "ecdh"
constant_time = true
[points.cortex-m4]
default = { cycles = 1000000, flash_bytes = 2300, stack_bytes = 600 }
small = { cycles = 2000000, flash_bytes = 2500 }
"""


def test_points_are_of_targets_and_say_where_they_come_from() -> None:
    assert len(points()) > 10
    for point in points():
        assert catalogue.find(point.target).name == point.target
        assert point.published
        assert point.version
        assert point.error is None
    assert not SAMPLE.published


def test_a_point_is_on_the_front_as_a_build_of_a_peer(tmp_path: Path) -> None:
    (tmp_path / "rival.toml").write_text(FILE)
    found = claims.findings((OURS, *points(tmp_path)), Goals((), (), {}))
    broken = {each[:2] for each in claims.exceptions(found)}
    assert broken == {
        (claim, "cortex-m4 secp256r1 rival (default)")
        for claim in ("dominated", "front_of_flash", "front_of_stack")
    }
    (front, *_) = fronts.fronts((OURS, *points(tmp_path)))
    assert len(front.theirs) == 2


def test_the_drawing_has_a_mark_of_its_own_for_points(tmp_path: Path) -> None:
    (tmp_path / "rival.toml").write_text(FILE)
    looks = front_drawing.looks(["whit", "rival", "micro-ecc"], {"rival"})
    assert {library for library, (_, mark) in looks.items() if mark == "*"} == {"rival"}
    ours = [replace(OURS, operation=name) for name in front_drawing.OPERATIONS]
    drawing = front_drawing.draw((*ours, *points(tmp_path))).decode()
    assert "rival" in drawing
    assert "star: published" in drawing


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "author"', 'kind = "hearsay"', "kind must be one of lab, author"),
        ('"secp256r1"', '"curve25519"\noperations = ["sign"]', "operations is not a known key"),
        ('operation = "ecdh"', 'operation = "ecd"', "operation is none of secp256r1"),
        ("cycles = 2000000", "cycles = -2", "cycles must not be negative"),
        ('source = "its author"', "", "source is missing"),
    ],
)
def test_a_file_that_is_none_is_an_error(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in FILE
    (tmp_path / "rival.toml").write_text(FILE.replace(old, new))
    with pytest.raises(LabError, match=message):
        points(tmp_path)
