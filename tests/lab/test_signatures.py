# SPDX-License-Identifier: MIT
"""The tables of batches, and of signing that guards against faults."""

from dataclasses import replace

from fakes import SAMPLE

from lab.reports import documents


def test_each_signature_is_shown_beside_one_alone() -> None:
    alone = replace(SAMPLE, curve="ed25519", operation="verify", cycles=800_000, flash_bytes=1)
    whits = [
        alone,
        replace(alone, operation="verify_batch_2", cycles=1_200_000),
        replace(
            alone,
            operation="verify_batch_16",
            cycles=6_400_000,
            flash_bytes=8_000,
            ram_static_bytes=17_000,
            stack_bytes=1_500,
        ),
    ]
    others = [
        replace(alone, profile="fast"),  # no batch
        replace(whits[1], profile="small"),  # nothing to set it beside
        replace(alone, library="peer", profile=None, configuration="default"),
        replace(alone, configuration="option"),
        replace(alone, board="a-board"),
    ]
    page = "<!-- whit:batches curve=ed25519 -->\n<!-- whit:end -->\n"
    rows = documents.render(page, [*others, *whits]).splitlines()[1:-3]
    assert rows == [
        "| core | build | alone | of 2 | of 4 | of 8 | of 16 | flash B | RAM B | stack B |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| fake | balanced | 800 | 600 (0.75) | – | – | 400 (0.50) | 8,000 | 17,000 | 1,500 |",
    ]


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
