# SPDX-License-Identifier: MIT
"""The table of signing that guards against faults."""

from dataclasses import replace

from fakes import SAMPLE

from lab.reports import documents


def test_guarded_signing_is_shown_beside_plain_signing() -> None:
    plain = replace(
        SAMPLE, curve="ed25519", operation="sign", cycles=300_000, flash_bytes=1, stack_bytes=10
    )
    hedged = replace(
        plain, operation="sign_hedged", cycles=310_000, flash_bytes=2_000, stack_bytes=20
    )
    checked = replace(
        plain, operation="sign_checked", cycles=1_300_000, flash_bytes=3_000, stack_bytes=30
    )
    others = [
        *(replace(each, profile="fast") for each in (plain, hedged)),  # without the third
        *(replace(each, profile="small") for each in (hedged, checked)),  # nothing to compare with
        *(replace(each, board="a-board") for each in (plain, hedged, checked)),
    ]
    page = "<!-- whit:guarded curve=ed25519 -->\n<!-- whit:end -->\n"
    rows = documents.render(page, [*others, plain, hedged, checked]).splitlines()[3:-3]
    assert rows == [
        "| fake | balanced | 300 | 310 | 1,300 | 1 | 2,000 | 3,000 | 10 | 20 | 30 |",
    ]
    digest = replace(plain, operation="sign_message", cycles=290_000)
    rows = documents.render(page, [plain, digest, hedged, checked]).splitlines()[3:-3]
    assert rows[0].startswith("| fake | balanced | 290 |")
