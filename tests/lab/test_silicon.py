# SPDX-License-Identifier: MIT
"""The boards' models against what others measured on silicon: one set of parameters a board.

Rows in C carry what compilers have become better or worse at since, rows of other versions of a
library what its author changed; hence the limits."""

import re
from collections.abc import Mapping
from statistics import median

import pytest

from lab.model import Case, Sample
from lab.paths import BUILD
from lab.published import Table, tables
from lab.runner import Lab

pytestmark = pytest.mark.slow

STUDY = {"fast": "level-3-square", "std": "c-square", "small": "level-1-square"}
# The page's options without NAF, which the crate's version no longer has.
PAGE = {
    "ecc_asm_none; none": "c",
    "ecc_asm_none; ECC_SQUARE_FUNC": "c-square",
    "ecc_asm_thumb; none": "level-1",
    "ecc_asm_thumb; ECC_SQUARE_FUNC": "level-1-square",
}


@pytest.fixture(scope="module")
def lab() -> Lab:
    return Lab(keys=1)


def measured(lab: Lab, target: str, library: str, curve: str, operation: str, name: str) -> Sample:
    sample = lab.measure(Case(target, library, curve, operation, configuration=name))
    assert sample.error is None
    return sample


def table(name: str) -> Table:
    return next(each for each in tables() if each.name == name)


def seconds(sample: Sample) -> float:
    assert sample.time_seconds is not None
    return sample.time_seconds


def test_micro_ecc_on_the_cc2538(lab: Lab) -> None:
    """The 45 times of the study. Its SHA-256 of 15 bytes, under a millisecond, is left out."""
    ratios = {
        figure.row: seconds(
            measured(lab, "cc2538-16mhz", "micro-ecc", figure.curve, figure.operation,
                     STUDY[figure.configuration])
        ) / figure.value
        for figure in table("mossinger2016-3").figures
        if figure.metric == "time"
    }  # fmt: skip
    assert len(ratios) == 45
    assert median(ratios.values()) == pytest.approx(1, abs=0.05)
    far = {row for row, ratio in ratios.items() if abs(ratio - 1) > 0.10}
    assert all("secp160r1, fast" in row for row in far), far
    assert all(0.9 <= ratio <= 1.21 for ratio in ratios.values()), ratios


def test_micro_ecc_on_the_lpc1114(lab: Lab) -> None:
    """The times of micro-ecc's page that its later version in the crate has the options and the
    curves for. The page's own version, of 2013, is in no registry."""
    figures = [
        figure
        for name in ("optimization", "ecdh", "ecdsa")
        for figure in table(f"micro-ecc-page-{name}").figures
        if figure.metric == "time"
        and figure.configuration in PAGE
        and figure.curve in ("secp192r1", "secp256r1")
    ]
    ratios = {
        figure.row: 1000
        * seconds(
            measured(lab, "lpc1114", "micro-ecc", figure.curve, figure.operation,
                     PAGE[figure.configuration])
        )
        / figure.value
        for figure in figures
    }  # fmt: skip
    assert len(ratios) == 7
    assert median(ratios.values()) == pytest.approx(1, abs=0.10)
    assert all(0.8 <= ratio <= 1.2 for ratio in ratios.values()), ratios


def test_point_multiplication_on_the_arduino_due(lab: Lab) -> None:
    ratios = {
        figure.curve: 1000
        * seconds(measured(lab, "arduino-due", "micro-ecc", figure.curve, "ecdh", "default"))
        / figure.value
        for figure in table("arduino2020-3").figures
        if figure.operation == "point_mul"
    }
    assert len(ratios) == 5
    assert median(ratios.values()) == pytest.approx(1, abs=0.05)
    assert all(0.85 <= ratio <= 1.15 for ratio in ratios.values()), ratios


def readme(lab: Lab) -> Mapping[str, int]:
    """The cycles that P256-Cortex-M4's README gives for an nRF52840 with its cache on."""
    measured(lab, "cortex-m4", "p256-cortex-m4", "secp256r1", "keygen", "default")
    text = (BUILD / "peers" / "p256-cortex-m4" / "README.md").read_text(encoding="utf-8")
    names = {
        "keygen": "Key generation ECDH/ECDSA",
        "sign": "Sign ECDSA",
        "verify": "Verify ECDSA",
        "ecdh": "Shared secret ECDH",
        "decompress": "Point decompression",
    }
    found = {}
    for operation, name in names.items():
        row = re.search(rf"^{name} \| (\d+)k \|", text, re.MULTILINE)
        assert row is not None, name
        found[operation] = 1000 * int(row[1])
    return found


@pytest.mark.parametrize(
    ("target", "limit"),
    [
        ("cortex-m4", 0.06),  # without wait states, which the README's cache cannot hide wholly
        ("nrf52840", 0.03),
    ],
)
def test_p256_cortex_m4_against_its_readme(lab: Lab, target: str, limit: float) -> None:
    for operation, cycles in readme(lab).items():
        sample = measured(lab, target, "p256-cortex-m4", "secp256r1", operation, "default")
        found = sample.cycles if sample.board is None else sample.board_cycles
        assert found == pytest.approx(cycles, rel=limit), operation
