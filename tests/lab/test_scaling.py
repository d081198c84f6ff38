# SPDX-License-Identifier: MIT
"""What curves cost by the law of growth, on made-up samples and on those of results/."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes import SAMPLE

from lab import curves, goals
from lab.errors import LabError
from lab.goals import Reason
from lab.model import Case, Sample
from lab.paths import RESULTS
from lab.reports import scaling, scaling_fit
from lab.reports.scaling import Standing, standings
from lab.reports.table import markdown
from lab.store import Results

# Of another library, whose curves are told by their prime's form.
THEIRS = replace(SAMPLE, library="peer", target="cortex-m4", operation="ecdh")
HIGH = "brainpoolP256t1"


def sampled(high: float) -> list[Sample]:
    """ECDH grows with the square on primes of either kind, but for one curve."""
    found = []
    for curve in curves.declared():
        times = high if curve.name == HIGH else 1.0 if curve.special_prime else 3.0
        found.append(
            replace(THEIRS, curve=curve.name, cycles=round(10 * times * curve.field_bits**2))
        )
    return found


def reason(**changes: object) -> Reason:
    base = Reason("r", "says why", None, (HIGH,), (), 9.0)
    return replace(base, **changes)  # type: ignore[arg-type]


def of_high(high: float, *reasons: Reason) -> Standing:
    found = standings(sampled(high), reasons)
    (standing,) = [each for each in found if each.curve.name == HIGH]
    assert not [each for each in found if each.unexplained and each is not standing]
    return standing


def test_primes_of_each_kind_have_a_law_of_their_own() -> None:
    found = scaling_fit.laws(scaling_fit.of_cases(sampled(3.0)))
    assert [round(law.fit.exponent, 3) for law in found] == [2, 2]
    assert [round(law.fit.factor) for law in found] == [10, 30]
    assert {round(each.times, 2) for each in standings(sampled(3.0), ())} == {1.0}


def test_what_is_high_needs_a_reason() -> None:
    assert not of_high(4.0).unexplained
    assert of_high(6.0).unexplained
    assert 1.8 < of_high(6.0).times < 2.0
    assert of_high(6.0, reason()).reasons == (reason(),)
    assert of_high(4.0, reason()).reasons == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"curves": ("secp256r1",)},
        {"operations": ("sign",)},
        {"most": 1.6},
        {"curves": (), "where": "cofactor"},
        {"curves": (), "where": "a"},
    ],
)
def test_a_reason_explains_what_it_says_and_no_more(changes: dict[str, object]) -> None:
    assert of_high(6.0, reason(**changes)).unexplained


def test_reasons_by_what_a_curve_is() -> None:
    def explained(name: str, where: str) -> bool:
        return reason(where=where, curves=()).explains(curves.find(name), "ecdh", 2.0)

    assert explained("bls12_381", "cofactor")
    assert explained("brainpoolP256r1", "a")
    assert not explained("secp256k1", "a")


def test_the_table_says_what_is_not_explained() -> None:
    text = markdown(scaling.parts(sampled(6.0), ()))
    (row,) = [line for line in text.splitlines() if line.startswith(f"| {HIGH} |")]
    assert row.endswith("| **none given** |")
    assert "1 of 59 curves take more than 1.5 times" in text
    assert "1 of them for no reason" in text
    assert "says why |" in markdown(scaling.parts(sampled(6.0), [reason()]))


def test_mistakes_are_told(tmp_path: Path) -> None:
    path = tmp_path / "goals.toml"
    path.write_text('[goals]\n[beaten]\n[reasons.x]\nsays = "y"\nwhere = "b"\nmost = 2\n')
    with pytest.raises(LabError, match="where must be among cofactor, a"):
        goals.load(path)


def builds() -> dict[Case, list[Sample]]:
    """Whit's on cores, with all their samples."""
    found: dict[Case, list[Sample]] = {}
    for case, sample in Results(RESULTS).newest().items():
        if case.library == "whit" and sample.board is None:
            found.setdefault(replace(case, curve="", operation=""), []).append(sample)
    return found


def test_no_curve_is_high_without_a_reason() -> None:
    reasons = goals.load().reasons
    found = {build: standings(samples, reasons) for build, samples in builds().items()}
    lacking = [
        f"{build.target} {build.variant} {each.operation} {each.curve.name}: {each.times:.2f}"
        for build, members in found.items()
        for each in members
        if each.unexplained
    ]
    assert lacking == []
    used = {why for members in found.values() for each in members for why in each.reasons}
    assert used == set(reasons), "a reason that nothing needs"
    m4 = found[Case("cortex-m4", "whit", "", "", profile="balanced")]
    assert len({each.curve for each in m4}) >= 58


def test_reasons_name_curves() -> None:
    for each in goals.load().reasons:
        assert [curves.find(name) for name in each.curves] or each.where
