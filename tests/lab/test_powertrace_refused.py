# SPDX-License-Identifier: MIT
"""What cannot be aligned or measured in a power trace is refused, with its place."""

from collections.abc import Callable

import numpy as np
import pytest
from synthetic_traces import (
    AMPERES,
    VOLTS,
    asked,
    changed,
    current_of,
    made,
)

from lab.errors import LabError
from lab.power import markers
from lab.power.analysis import Question, analyse
from lab.power.synthesis import Job, Pattern, Synthetic
from lab.power.trace import Current, Trace
from lab.reports.powertrace import as_text


def without(synthetic: Synthetic, begin: float, end: float) -> Trace:
    """Without the LED between two times after the start of the recording."""
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    dark = np.where(
        (at > begin) & (at < end), np.minimum(current.amperes, AMPERES), current.amperes
    )
    return changed(synthetic, amperes=dark)


def without_samples(synthetic: Synthetic, begin: float, end: float) -> Trace:
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    kept = (at < begin) | (at > end)
    return changed(
        synthetic,
        seconds=current.seconds[kept], amperes=current.amperes[kept], volts=current.volts[kept],
    )  # fmt: skip


def stretched(synthetic: Synthetic) -> Trace:
    return changed(synthetic, seconds=current_of(synthetic).seconds * 1.05)


def late(synthetic: Synthetic) -> Trace:
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    return changed(synthetic, seconds=current.seconds + 0.08 * (at > 1.3))


# The start markers of the tasks are at 0.2, 0.95 and 1.81 s of a recording, the stop markers at
# 0.63, 1.49 and 2.48 s.
REFUSED: dict[str, tuple[Callable[[Synthetic], Trace], str]] = {
    "a start marker": (
        lambda made: without(made, 0.9, 1.1), r"task 2: a marker of a start should come",
    ),
    "a stop marker": (
        lambda made: without(made, 0.5, 0.8), r"task 1: a marker of a stop should come",
    ),
    "the last marker": (lambda made: without(made, 2.3, 2.8), r"task 3: begins at .* no marker of"),
    "a whole task": (
        lambda made: without(made, 0.9, 1.7),
        r"has 3 tasks and the trace marks of 2: task 2 \(sign\) takes 420 ms, and what is marked",
    ),
    "the last task": (
        lambda made: without(made, 1.7, 2.8), r"marks of 2: task 3 \(verify\) has none",
    ),
    "all markers": (lambda made: without(made, 0, 9), r"no marker: the current is nowhere high"),
    "the clock": (stretched, r"its clock would be off by [45]\.\d+%, more than 1.00%"),
    "a marker's place": (late, r"marker of task [23] \((sign|verify)\) is at .* ms from where"),
    "samples": (
        lambda made: without_samples(made, 1.1, 1.3), r"task 2 \(sign\): samples lack in 2\d\d of",
    ),
    "range": (
        lambda made: changed(made, ceiling_amperes=0.9 * AMPERES),
        r"task 1 \(keygen\): \d+ samples are at the end of the instrument's range",
    ),
    "polarity": (
        lambda made: changed(made, volts=-current_of(made).volts),
        r"task 1 .*takes -.* sign wrong",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_aligned_is_refused(name: str) -> None:
    change, told = REFUSED[name]
    synthetic = made()
    analyse(synthetic.trace, asked(synthetic))
    with pytest.raises(LabError, match=told):
        analyse(change(synthetic), asked(synthetic))


def test_a_task_without_samples_is_refused() -> None:
    synthetic = made(jobs=(Job("hash", 0.008), Job("sign", 0.3)))
    with pytest.raises(LabError, match=r"task 1 \(hash\): [78][.0-9]* ms with [01] samples"):
        analyse(synthetic.trace, asked(synthetic))


def test_markers_of_less_than_three_samples_are_refused() -> None:
    synthetic = made(pattern=Pattern(0.025))
    with pytest.raises(LabError, match=r"markers of 25 ms cannot be told .* make them 30 ms"):
        analyse(synthetic.trace, asked(synthetic))


def test_a_threshold_may_be_given() -> None:
    synthetic = made()
    found = analyse(synthetic.trace, asked(synthetic, threshold_amperes=1.2 * AMPERES))
    assert found.found is not None
    assert found.found.threshold_amperes == 1.2 * AMPERES
    with pytest.raises(LabError, match="no marker of 40 ms"):
        analyse(synthetic.trace, asked(synthetic, threshold_amperes=0.5 * AMPERES))


def test_pulses_that_are_no_marks_are_told() -> None:
    synthetic = made()
    current = current_of(synthetic)
    at = current.seconds - current.seconds[0]
    burst = np.where((at > 0.3) & (at < 0.315), 1.5 * AMPERES, current.amperes)
    found = analyse(changed(synthetic, amperes=burst), asked(synthetic))
    assert found.found is not None
    assert found.found.others == 1
    assert "1 pulse is no mark" in as_text(found)


def test_a_current_that_never_changes_has_no_marker() -> None:
    seconds = np.arange(0, 1, 0.01)
    flat = Current(seconds, np.full(len(seconds), AMPERES), np.full(len(seconds), VOLTS))
    with pytest.raises(LabError, match=r"18\.6 mA all the time"):
        markers.in_current(flat, 0.04, None)


def test_questions_that_lack_something_are_refused() -> None:
    synthetic = made()
    for question, told in (
        (Question(), "--marker says how long"),
        (Question(gates=True), "--channel names it"),
        (Question(marker_seconds=0.04, channels=(("a", None), ("b", None))), "on one channel"),
    ):
        with pytest.raises(LabError, match=told):
            analyse(synthetic.trace, question)
    with pytest.raises(LabError, match="no current in it"):
        analyse(Trace("digital", None), Question(marker_seconds=0.04))
