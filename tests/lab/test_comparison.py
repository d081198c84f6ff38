# SPDX-License-Identifier: MIT
"""The table of Whit's builds of one curve beside the best of its peers."""

from collections.abc import Sequence
from dataclasses import replace

from fakes import SAMPLE

from lab.model import ALL, Sample
from lab.reports import documents


def rendered(curve: str, samples: Sequence[Sample]) -> list[str]:
    page = f"<!-- whit:comparison curve={curve} -->\n<!-- whit:end -->\n"
    return documents.render(page, samples).splitlines()


def build(library: str, name: str, cycles: int, flash_bytes: int) -> list[Sample]:
    ours = library == "whit"
    return [
        replace(
            SAMPLE,
            curve="ed25519",
            library=library,
            profile=name if ours else None,
            configuration=None if ours else name,
            operation=operation,
            cycles=None if operation == ALL else cycles,
            flash_bytes=flash_bytes,
            stack_bytes=100,
            constant_time=None if operation == "verify" else name != "leaking",
        )
        for operation in ("keygen", "sign", "verify", ALL)
    ]


def test_builds_beside_the_best_peers() -> None:
    peers = [
        *build("quick", "leaking", 100_000, 9_000),
        *build("tiny", "default", 400_000, 2_000),
        *build("middling", "default", 200_000, 3_000),  # best in nothing
    ]
    peers[-1] = replace(peers[-1], stack_bytes=101)
    peers += build("quick", "larger", 100_000, 9_001)  # as quick as the first, and no better
    option = [replace(each, configuration="option") for each in build("whit", "fast", 1, 1)]
    on_board = [replace(each, board="a-board") for each in build("whit", "fast", 1, 1)]
    whits = [
        *build("whit", "small", 300_000, 1_000),
        *build("whit", "fast", 50_000, 5_000)[:2],
    ]
    rows = rendered("ed25519", [*peers, *option, *on_board, *whits])
    found = [line for line in rows if line.startswith("| fake |")]
    assert found == [
        "| fake | whit (fast) | 50 (0.50) | 50 (0.50) | – | – | – | yes |",
        "| fake | whit (small) | 300 (3.00) | 300 (3.00) | 300 (3.00) | 1,000 (0.50) | "
        "100 (1.00) | yes |",
        "| fake | quick (leaking) | 100 (1.00) | 100 (1.00) | 100 (1.00) | 9,000 (4.50) | "
        "100 (1.00) | no |",
        "| fake | tiny (default) | 400 (4.00) | 400 (4.00) | 400 (4.00) | 2,000 (1.00) | "
        "100 (1.00) | yes |",
    ]
    assert "of the image with all operations and key agreement" in "".join(rows)


def test_builds_without_any_peer_have_no_ratios() -> None:
    alone = [replace(SAMPLE, curve="curve25519", operation="ecdh", cycles=9_000)]
    rows = rendered("curve25519", alone)
    (row,) = [line for line in rows if line.startswith("| fake |")]
    assert row.startswith("| fake | whit (balanced) | – | 9 | ")
    assert "of the image with ecdh alone" in "".join(rows)
