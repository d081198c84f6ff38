# SPDX-License-Identifier: MIT
"""The tables of BLS signatures."""

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


def test_many_signatures_cost_less_each() -> None:
    cortex = [
        made("whit", "bls12_381", "bls_verify", 20_000_000, target="cortex-m4"),
        made("whit", "bls12_381", "bls_aggregate_verify_2", 30_000_000, target="cortex-m4"),
        made("whit", "bls12_381", "bls_aggregate_verify_8", 80_000_000, target="cortex-m4"),
        made("whit", "bls12_381", "bls_aggregate_8", 800_000, target="cortex-m4"),
        made("whit", "bls12_381", "bls_verify_batch_2", 1, target="cortex-m4", error="no"),
        made("blst", "bls12_381", "bls_verify", 90_000_000, target="cortex-m4"),
        made("whit", "bn_p158", "bls_verify", 5_000_000, target="cortex-m4"),
    ]
    build, none = ("bls12_381", "fast"), "–"
    assert [tuple(row) for row in pairings.many(cortex).rows] == [
        (*build, "verify", "20,000", *[none] * 4, "20,000", "2,000"),
        (*build, "aggregate", none, none, "100 (0.01)", none, none, "800", "80"),
        (*build, "aggregate_verify", none, "15,000 (0.75)", "10,000 (0.50)", none, none, "80,000",
         "8,000"),
    ]  # fmt: skip
    text = render("<!-- whit:aggregates target=cortex-m4 -->\n<!-- whit:end -->\n", cortex)
    assert "| bls12_381 | fast | aggregate | – | – | 100 (0.01) | – | – | 800 | 80 |" in text
    with pytest.raises(LabError, match="results/ has no samples of BLS signatures on cortex-m4"):
        render("<!-- whit:aggregates target=cortex-m4 -->\n<!-- whit:end -->\n", cortex[-1:])
