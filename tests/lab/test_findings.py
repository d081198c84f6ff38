# SPDX-License-Identifier: MIT
"""The document of findings says what was tried and what came of it."""

from dataclasses import replace

from lab.findings import OUTCOMES, Coverage, Faults, Opening, Place
from lab.reports.faults import as_rows
from lab.reports.findings import as_document
from lab.timings import ALL_ONES, KeyTimes

NOTHING = dict.fromkeys(OUTCOMES, 0)
HELD = Faults(
    "core", "whit", "1", "balanced", "secp256r1", "verify_hardened", "zero",
    NOTHING | {"rejected": 1234}, NOTHING | {"rejected": 99}, (), Coverage(5678, 10, 10, 1234),
    100, 4, 2, 1, "seed", "cc 1", "-O", "00",
)  # fmt: skip
BROKEN = replace(
    HELD,
    library="peer",
    operation="verify",
    skipped=NOTHING | {"accepted": 1, "rejected": 1233},
    openings=(Opening(Place(0x10, "compare", "compare.c", 7), "bne #0x20", 1, 1, None, None),),
    sample=0,
)
TIMED = KeyTimes(
    "core", "peer", "1", "default", "secp256r1", "ecdh", 9, 100, 150, 200,
    {ALL_ONES: 190, "two": None}, "seed", "cc 1", "-O", "00",
)  # fmt: skip


def test_document() -> None:
    text = as_document([HELD, BROKEN], [TIMED, replace(TIMED, cycles_min=7, cycles_max=7)])
    plain = " ".join(text.split())
    assert (
        "| whit (balanced), verify_hardened, secp256r1, core | zero | 5,678 | 1,234 | 0 |" in text
    )
    assert "| peer (balanced), verify, secp256r1, core | zero | 5,678 | 1,234 | 1 |" in text
    assert "compare, compare.c:7 (0x10): bne #0x20: skipped (1 of 1 executions)" in text
    assert "zero (whit balanced verify_hardened): of the last 100" in text
    assert "executed 4 times at most, 2 executions" in plain
    assert "zero (peer balanced verify): of the last 100" in text
    assert "Of the 1 rows whose time depends on the key, the claim holds in 0." in text
    assert all(len(line) <= 100 or line[0] in "|-" for line in text.splitlines() if line)
    assert "Faults" not in as_document([], [TIMED])


def test_rows_of_the_page_count_and_leave_out_the_places() -> None:
    held, broken = as_rows([HELD, BROKEN])
    assert isinstance(held, dict)
    assert isinstance(broken, dict)
    assert (held["accepted"], broken["accepted"]) == (0, 1)
    assert "openings" not in broken
