# SPDX-License-Identifier: MIT
"""published/silicon/cycles.toml: how close the models come to silicon."""

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from lab.errors import LabError
from lab.paths import RESULTS
from lab.published import Check, checks
from lab.published.checks import CHECKS
from lab.reports import fidelity
from lab.store import Results
from lab.targets import boards
from lab.targets import catalogue as targets

SAMPLES = Results(RESULTS).newest()
PIPELINED = ("cortex-m3", "cortex-m4", "cortex-m4f")


def ratios(chosen: list[Check]) -> list[float]:
    found = [check.ratio(SAMPLES) for check in chosen]
    assert None not in found
    return [ratio for ratio in found if ratio is not None]


def of_m3_and_m4() -> list[Check]:
    return [check for check in checks() if targets.find(check.core).name in PIPELINED]


def test_both_halves_come_within_two_percent() -> None:
    for fitted in (True, False):
        half = [check for check in of_m3_and_m4() if check.fitted == fitted]
        assert len(half) >= 12
        assert median(ratios(half)) == pytest.approx(1, abs=0.02)


def test_known_parts_come_within_five_percent() -> None:
    known = [check for check in of_m3_and_m4() if check.wait_states is not None]
    assert len(known) > 20
    assert all(abs(ratio - 1) <= 0.05 for ratio in ratios(known))


def test_every_core_is_one_of_the_lab() -> None:
    for check in checks():
        assert check.core in (*targets.names(), *boards.names())


def test_a_row_has_what_was_measured_and_where_it_comes_from() -> None:
    table = fidelity.table(checks(), list(SAMPLES.values()))
    assert len(table.rows) == len(checks())
    assert {row[-1] for row in table.rows} == {fidelity.FITTED, fidelity.HELD_OUT}
    for check in checks():
        assert check.source in table.legend


def test_a_case_without_a_sample_is_told() -> None:
    (check, *_) = [check for check in checks() if check.case is not None]
    with pytest.raises(LabError, match=r"results/ has no sample for .*, keygen on nrf52840"):
        fidelity.table([check], [])


def test_the_median_is_of_its_half() -> None:
    one = replace(checks()[0], published=100.0, cycles=90, fitted=True)
    other = replace(one, cycles=120, fitted=False)
    legend = fidelity.table([one, other], []).legend
    assert "fitted: 1 rows, median 0.900" in legend
    assert "held out: 1 rows, median 1.200" in legend


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("published = 302,", "published = -302,", r"aes\.rows\[0\]\.published must be a number"),
        ("cycles = 302,", "cycle = 302,", r"aes\.rows\[0\]\.cycles is missing"),
        ("fitted = true }", "fitting = true }", r"aes\.rows\[0\]\.fitting is not a known key"),
        ("rows = [", "rows = 1 # [", "cycles.toml"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "cycles.toml"
    path.write_text(CHECKS.read_text().replace(old, new, 1))
    with pytest.raises(LabError, match=message):
        checks(path)
