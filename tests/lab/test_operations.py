# SPDX-License-Identifier: MIT
"""What a curve can be asked for, and how far an operation's name spreads in the lab."""

import re

import pytest

from lab import curves
from lab.model import OPERATIONS
from lab.paths import FIRMWARE, ROOT

# Where CONTRIBUTING.md's checklist says that an operation stands.
DECLARED = {"lab/model.py", "lab/measures/checks.py"}
HARNESS = {f"firmware/{name}" for name in ("adapter.h", "operations.h", "operations.c", "table.c")}


def naming(word: str, *folders: str, ignore_case: bool = True) -> set[str]:
    """The files in which a word stands by itself, or with the harness's prefixes."""
    pattern = re.compile(rf"\b(?:adapter_|HARNESS_)?{word}\b", re.IGNORECASE if ignore_case else 0)
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.*"))
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.suffix in {".py", ".c", ".h"} and pattern.search(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("name", ["verify_message_hardened", "mod_inv", "point_add", "bls_keygen"])
def test_an_operation_stands_in_few_files(name: str) -> None:
    assert naming(name, "lab") - {"lab/library/curve.py"} <= DECLARED
    assert naming(name, "firmware") <= HARNESS


def test_curves_and_images_ask_no_operation_s_name() -> None:
    """They go by what its declaration says."""
    groups = "(ARITHMETIC|GUARDED|MESSAGE_HARDENED)"
    tables = {"lab/reports/arithmetic.py", "lab/reports/signatures.py"}
    assert naming(groups, "lab", ignore_case=False) <= {"lab/model.py", *tables}


@pytest.mark.parametrize("name", OPERATIONS)
def test_some_curve_has_each_operation(name: str) -> None:
    assert any(name in curve.operations for curve in curves.known())


def test_images_of_their_own_are_told_apart() -> None:
    alone = [each.alone for each in OPERATIONS.values() if each.alone]
    assert len(alone) == len(set(alone))
    assert all(word.startswith("WHIT_LAB_") and "=" in word for word in alone)


def test_the_harness_knows_the_numbers() -> None:
    text = (FIRMWARE / "operations.h").read_text(encoding="utf-8")
    known = re.findall(r"HARNESS_(\w+) = (\d+)", text)
    numbers = {name.lower(): int(number) for name, number in known}
    assert len(set(numbers.values())) == len(numbers)
    for each in OPERATIONS.values():
        # Operations on some counts may share one.
        assert numbers.get(each.name, numbers.get(each.kind)) == each.number
    kinds = {each.kind for each in OPERATIONS.values()}
    assert numbers.keys() <= OPERATIONS.keys() | kinds
