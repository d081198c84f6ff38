# SPDX-License-Identifier: MIT
"""The same on an emulated Cortex-M4: the runs of RFC 9529, and messages of them that were changed."""

from pathlib import Path

import pytest

from lab.store import arrays
from lab.paths import RESULTS
from tests.edhoc.core import STEPS, Board, image, measured
from tests.edhoc.runs import CHAPTERS
from tests.packaging.test_examples import needs_arm

pytestmark = [pytest.mark.slow, needs_arm]
ON_THE_WAY = [name for name in STEPS if name.startswith(("WRITE", "READ"))]


@pytest.fixture(scope="module")
def elf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return image(tmp_path_factory.mktemp("edhoc"))


def test_record_has_the_messages_of_the_rfc_and_the_cost_of_all() -> None:
    """results/edhoc.json has the same keys as what is measured now, of every profile."""
    recorded = list(arrays(RESULTS, "edhoc.json"))
    assert [each["chapter"] for each in recorded] == 3 * [trace["chapter"] for trace in CHAPTERS]
    for each in recorded:
        (trace,) = (trace for trace in CHAPTERS if trace["chapter"] == each["chapter"])
        lengths = [len(trace[f"message_{n}"]) // 2 for n in range(1, 5)]
        assert [message["bytes"] for message in each["messages"]] == lengths


def test_runs_of_the_rfc(elf: Path) -> None:
    for run in measured(elf, "small"):
        assert all(message["write_cycles"] > 10_000 for message in run["messages"])
        assert max(message["read_stack_bytes"] for message in run["messages"]) < 4096
    board = Board(elf)
    for run in range(len(CHAPTERS)):
        assert [board.status(run, name) for name in STEPS] == ["OK"] * len(STEPS)


@pytest.mark.parametrize("message", [2, 3, 4])
@pytest.mark.parametrize("run", range(len(CHAPTERS)))
def test_a_flipped_bit_is_refused_and_the_session_wiped(run: int, message: int, elf: Path) -> None:
    """A bit of every byte, another one in each."""
    board = Board(elf)
    before = ON_THE_WAY[: ON_THE_WAY.index(f"READ_{message}")]
    for name in (*STEPS[: STEPS.index("WRITE_1")], *before):
        assert board.status(run, name) == "OK"
    good, sessions = board.message(), board.sessions()
    size = len(sessions) // 2
    reader = slice(0, size) if message % 2 == 0 else slice(size, None)
    for place in range(len(good)):
        changed = bytearray(good)
        changed[place] ^= 1 << place % 8
        board.restore(sessions)
        board.send(bytes(changed))
        assert board.status(run, f"READ_{message}") not in ("OK", "DIFFERS", "ARGUMENT", "ORDER")
        assert board.sessions()[reader] == bytes(size)
    board.restore(sessions)
    board.send(good)
    assert board.status(run, f"READ_{message}") == "OK"
