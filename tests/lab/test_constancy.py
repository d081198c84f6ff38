# SPDX-License-Identifier: MIT
"""Who is constant in time, and what it costs."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fakes import SAMPLE, samples

from lab.findings import Constancy
from lab.model import Case, Sample
from lab.reports import constancy
from lab.runner import Lab, measuring


def price(given: Sequence[Sample]) -> str:
    """Without its legend."""
    return replace(constancy.price(given), legend="").markdown()


def verdicts(given: Sequence[Sample]) -> str:
    return replace(constancy.verdicts(given), legend="").markdown()


def peer(name: str, cycles: int, constant: bool | None, operation: str = "ecdh") -> Sample:
    return replace(
        SAMPLE,
        library=name,
        profile=None,
        configuration="default",
        operation=operation,
        cycles=cycles,
        constant_time=constant,
    )


OURS = replace(SAMPLE, operation="ecdh", cycles=1_000_000)


def test_whit_stands_beside_the_best_of_both_kinds() -> None:
    slow, fast = peer("slow", 4_000_000, True), peer("fast", 2_000_000, False)
    others = [peer("slower", 5_000_000, True), peer("slowest", 9_000_000, False)]
    option = replace(OURS, configuration="leaking", cycles=1)
    text = price([OURS, option, slow, fast, *others])
    row = "| fake | ecdh | 1,000 | 4,000 slow (default) | 0.25 | 2,000 fast (default) | 0.50 |"
    assert text.splitlines()[2:] == [row]


def test_a_build_that_leaks_in_one_operation_is_not_constant_in_another() -> None:
    split = [peer("split", 2_000_000, True), peer("split", 3_000_000, False, "sign")]
    text = price([OURS, *split])
    assert "| fake | ecdh | 1,000 | – | – | 2,000 split (default) | 0.50 |" in text
    rows = verdicts([OURS, *split, replace(split[0], target="other")]).splitlines()
    assert rows == [
        "| build | fake | other |",
        "| --- | ---: | ---: |",
        "| whit (balanced) | yes | – |",
        "| split (default) | no | yes |",
    ]


def test_boards_and_public_operations_say_nothing() -> None:
    verify = peer("public", 1, None, "verify")
    board = replace(peer("public", 1, False), board="a-board")
    text = verdicts([verify, board])
    assert text.splitlines()[2:] == ["| public (default) | – |"]
    assert "verify" not in price(samples())


@pytest.mark.slow
def test_a_build_that_is_declared_to_leak_is_not_constant_whatever_few_keys_say() -> None:
    case = Case("cortex-m3", "whit", "secp256r1", "ecdh", profile="balanced")
    lab = Lab(keys=2)
    assert lab.measure(case).constant_time is True
    option = lab.measure(replace(case, configuration="variable-multiply"))
    assert option.error is None
    assert option.constant_time is False
    assert option.case.variant == "balanced, variable-multiply"
    assert "-DWHIT_VARIABLE_MULTIPLY=1" in option.flags


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)
def test_equal_traces_are_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("cortex-m4", "whit", "curve25519", "ecdh", profile="fast")
    asked = partial(Lab, cache_directory=tmp_path)
    found = asked(keys=2).trace(case)
    assert (found.constant, found.secrets, found.draws) == (True, 2, {0: 2})

    recorded = Constancy.from_record(json.loads(json.dumps(found.record())))
    assert recorded == found

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(measuring, "open_bench", refuse)
    assert asked(keys=2).trace(case) == found
    more = replace(recorded, secrets=3, draws={0: 2, 1: 1})
    assert asked(cache_directory=tmp_path / "more", traced=[more], keys=2).trace(case) == more
    elsewhere = partial(asked, cache_directory=tmp_path / "elsewhere", traced=[recorded])
    assert elsewhere(keys=2).trace(case) == found
    for other in (
        elsewhere(keys=3),
        asked(keys=3),
        asked(keys=2, seed="other"),
        asked(keys=2, cached=False),
    ):
        with pytest.raises(AssertionError):
            other.trace(case)
