# SPDX-License-Identifier: MIT
"""A page of samples that are made up."""

from dataclasses import replace

from fakes import SAMPLE, samples

from lab import curves
from lab.model import Sample
from lab.reports import page

BROKEN = "the build failed: </script><b>no</b>"


def several() -> list[Sample]:
    """On three cores; on one of them more curves and a board, on one a peer that does not build, on
    one more builds of Whit."""
    found = [replace(sample, target=core) for core in ("core-a", "core-b") for sample in samples()]
    found += [
        replace(
            SAMPLE,
            target="core-a",
            curve=curve.name,
            operation="ecdh",
            cycles=7 * curve.field_bits**2,
            flash_bytes=10 * curve.field_bits,
        )
        for curve in curves.declared()
        if curve.name != "secp256r1"
    ]
    found += [
        replace(each, board="board-a", board_cycles=2 * each.cycles)
        for each in found
        if each.target == "core-a" and each.cycles is not None and each.library == "whit"
    ]
    broken = replace(
        SAMPLE,
        target="core-b",
        library="broken",
        profile=None,
        cycles=None,
        flash_bytes=None,
        stack_bytes=None,
        constant_time=None,
        error=BROKEN,
    )
    return [*found, broken, *more_builds()]


def more_builds() -> list[Sample]:
    """Each beats the peer's."""
    third = [replace(sample, target="core-c") for sample in samples()]
    ours = [sample for sample in third if sample.library == "whit"]
    return [
        *third,
        *(replace(each, profile="fast", cycles=each.cycles and each.cycles // 2, flash_bytes=4000)
          for each in ours),
        *(replace(each, profile="small", cycles=each.cycles and 2 * each.cycles, flash_bytes=2000)
          for each in ours),
    ]  # fmt: skip


EXTRAS = page.Extras(
    traces=[{"target": "core-a", "library": "whit", "constant_time": True, "addresses": 1}],
    reproduction={
        "rows": [
            {
                "source": "paper",
                "table": "1",
                "status": "run",
                "published": 10,
                "ratio": 1.5,
            },
            {"source": "paper", "table": "1", "status": "unavailable", "reason": "no source"},
        ],
        "made_by": ["fake-gcc 1.2.3", "whit 0.1.0"],
        "summary": [{"source": "paper", "table": "1", "run": 1, "unavailable": 1}],
    },
    faults=[
        {"library": "peer", "accepted": 3, "skipped": {"accepted": 3, "refused": 9}, "seed": "x"}
    ],
)


def rendered() -> str:
    return page.render(several(), EXTRAS).decode()
