# SPDX-License-Identifier: MIT
"""Tables of the public arithmetic, of the study of coordinates and of agreements over a bus."""

import json
from dataclasses import replace

import pytest
from fakes import SAMPLE

from lab.errors import LabError
from lab.findings import BusAgreement
from lab.model import Sample
from lab.reports import agreements, arithmetic, coordinates
from lab.reports.documents import render

SECONDS = {"affine": 4.0, "homogeneous": 2.0, "jacobian": 1.0}


def study() -> list[Sample]:
    board = replace(SAMPLE, library="coordinates", board="cc2538-16mhz", profile=None)
    return [
        replace(
            board,
            configuration=f"{kind}-{width}{window}",
            operation=operation,
            time_seconds=seconds * (2 if operation == "verify" else 1) * 32 / width,
            energy_joules=seconds / 100,
        )
        for kind, seconds in SECONDS.items()
        for width in (16, 32)
        for window in ("", "-window")
        for operation in ("keygen", "sign", "verify")
    ]


def test_coordinates_stand_beside_what_was_published() -> None:
    table = coordinates.table(study())
    assert len(table.rows) == 12
    rows = {tuple(row[:3]): row[3:] for row in table.rows}
    flash = f"{SAMPLE.flash_bytes:,}"
    assert rows["affine", "32", "–"] == (
        *("4.000", "4.000", "8.000", "40.0", flash, "4.00"),
        *("26.644", "2,712", "4.15"),
    )
    assert rows["jacobian", "16", "4"][5:] == ("2.00", "–", "–", "–")
    assert "In both, affine" in table.legend


def test_another_order_is_told() -> None:
    changed = [
        replace(each, time_seconds=9.0) if each.configuration == "jacobian-32" else each
        for each in study()
    ]
    assert "Not in both" in coordinates.table(changed).legend


def test_a_configuration_that_was_not_measured_is_named() -> None:
    partial = [each for each in study() if each.configuration != "jacobian-16"]
    with pytest.raises(LabError, match="coordinates, jacobian-16 on cc2538-16mhz"):
        coordinates.table(partial)


def numbers() -> list[Sample]:
    plain = replace(SAMPLE, target="fake", cycles=1500, stack_bytes=10)
    return [
        replace(plain, curve="integers512", operation="mod_add"),
        replace(plain, curve="integers64", operation="mod_add"),
        replace(plain, curve="integers64", operation="mod_exp", cycles=2_000_000, stack_bytes=99),
        replace(plain, curve="secp256r1", operation="mod_mul"),
        replace(plain, curve="secp256r1", operation="show"),
        replace(plain, curve="secp256r1", operation="show", board="a-board", cycles=1),
        replace(plain, curve="secp256r1", operation="sign", cycles=1),
    ]


def test_arithmetic_by_core_and_length() -> None:
    table = arithmetic.integers(numbers())
    assert [row[:6] for row in table.rows] == [
        ("fake", "64", "1.5", "–", "2,000.0", "–"),
        ("fake", "512", "1.5", "–", "–", "–"),
    ]
    assert table.rows[0][-1] == "99"
    (row,) = arithmetic.points(numbers()).rows
    assert row[:6] == ("fake", SAMPLE.profile, "–", "–", "1.5", "–")


def test_arithmetic_on_a_board() -> None:
    own = replace(SAMPLE, board="a-board", curve="integers64", time_seconds=0.00123456)
    longer = replace(own, curve="integers512", operation="mod_exp", time_seconds=1.5)
    known = [replace(own, operation="mod_mul"), longer, replace(longer, board="another")]
    table = arithmetic.integers_on(known, "a-board")
    assert list(table.rows) == [
        ("64", "–", "1.23", *3 * ("–",)),
        ("512", "–", "–", "1,500", *2 * ("–",)),
    ]


@pytest.mark.parametrize(
    "name", ["integers", "integers target=a-board", "points", "coordinates", "agreements"]
)
def test_a_table_of_nothing_is_an_error(name: str) -> None:
    with pytest.raises(LabError, match="has no"):
        render(f"<!-- whit:{name} -->\n<!-- whit:end -->\n", [])


def agreement(curve: str, milliseconds: float, *, authenticated: bool) -> BusAgreement:
    return BusAgreement(curve, "fast", authenticated, milliseconds, 12.5, 141, 1000, 200, 900, "0")


def test_agreements_by_time() -> None:
    found = [
        agreement("slow", 3000.0, authenticated=False),
        agreement("both", 500.0, authenticated=True),
        agreement("quick", 1000.0, authenticated=False),
    ]
    table = agreements.table(found)
    assert [row[:5] for row in table.rows] == [
        ("quick", "no", "fast", "1,000", "988"),
        ("slow", "no", "fast", "3,000", "2,988"),
        ("both", "yes", "fast", "500", "488"),
    ]
    assert len(json.loads(agreements.as_json(found))) == 3
