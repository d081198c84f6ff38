# SPDX-License-Identifier: MIT
"""The table of BLS signatures."""

from dataclasses import replace

import pytest
from fakes import SAMPLE

from lab.errors import LabError
from lab.model import Sample
from lab.reports import pairings
from lab.reports.documents import render

EMPTY = "<!-- whit:pairings target=cortex-m4 -->\n<!-- whit:end -->\n"


def made(library: str, curve: str, operation: str, cycles: int, **fields: object) -> Sample:
    build = {"profile": "fast"} if library == "whit" else {"profile": None, "configuration": "fast"}
    return replace(
        SAMPLE,
        library=library,
        curve=curve,
        operation=operation,
        cycles=cycles,
        flash_bytes=cycles // 1000,
        stack_bytes=cycles // 10_000,
        **{**build, **fields},  # type: ignore[arg-type]
    )


SAMPLES = [
    made("blst", "bls12_381", "bls_verify", 90_000_000),
    made("whit", "bls12_381", "bls_verify", 20_000_000),
    made("whit", "bls12_381", "bls_sign", 3_000_000),
    made("whit", "bls12_381", "bls_sign", 9_000_000, profile="small"),
    made("whit", "bn_p158", "bls_keygen", 1_000_000),
    made("whit", "bn_p158", "bls_sign", 1, error="no"),
    made("whit", "secp256r1", "sign", 1),
]


def test_whit_stands_beside_others_curve_by_curve() -> None:
    table = pairings.table(SAMPLES)
    assert [tuple(row) for row in table.rows] == [
        ("bn_p158", "79", "whit", "fast", "1,000", *["–"] * 6),
        *(
            ("bls12_381", "120", *row)
            for row in (
                ("whit", "small", "–", "9,000", "–", "9,000", "–", "900", "–"),
                ("whit", "fast", "–", "3,000", "20,000", "3,000", "20,000", "300", "2,000"),
                ("blst", "fast", "–", "–", "90,000", "–", "90,000", "–", "9,000"),
            )
        ),
    ]


def test_it_is_rendered_of_one_core() -> None:
    text = render(EMPTY, [replace(each, target="cortex-m4") for each in SAMPLES])
    assert "| bls12_381 | 120 | whit | fast | – | 3,000 | 20,000 |" in text
    with pytest.raises(LabError, match="results/ has no samples of BLS signatures on cortex-m4"):
        render(EMPTY, [replace(each, target="cortex-m0") for each in SAMPLES])
