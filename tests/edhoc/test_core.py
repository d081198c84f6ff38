# SPDX-License-Identifier: MIT
"""On an emulated Cortex-M4: the runs of RFC 9529, and messages of them that were changed."""

from pathlib import Path

import pytest

from lab.paths import RESULTS
from lab.store import arrays
from lab.targets import catalogue
from lab.targets.own_program import Asked, OwnProgram
from tests.edhoc.core import STEPS, TARGET, Board, image, measured
from tests.edhoc.party import EXAMPLE, STATUSES
from tests.edhoc.runs import CHAPTERS
from tests.packaging.test_examples import needs_arm
from tests.runner.tools import compile_with

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
    for found in measured(elf, "small"):
        assert all(message["write_cycles"] > 10_000 for message in found["messages"])
        assert max(message["read_stack_bytes"] for message in found["messages"]) < 4096
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


@pytest.fixture(scope="module")
def secrets(elf: Path) -> Path:
    """secrets.c as a program for the board."""
    folder, boards = elf.parent, EXAMPLE.parent / "bare-metal"
    program = folder / "secrets.elf"
    sources = [Path(__file__).with_name("secrets.c"), boards / "board.c"]
    includes = [f"-I{each}" for each in (EXAMPLE, boards, folder / "whit")]
    flags = ["-std=c99", "-Os", "-g", "-mcpu=cortex-m4", "-mthumb", "--specs=nano.specs"]
    linking = ["-nostartfiles", "-Wl,--gc-sections", f"-L{boards}", f"-T{EXAMPLE / 'edhoc.ld'}"]
    library = folder / "arm" / "libedhoc.a"
    compile_with(
        ["arm-none-eabi-gcc", *flags, *includes, *linking, *sources, library, "-o", program]
    )
    return program


@pytest.mark.parametrize("method", [0, 3])
@pytest.mark.parametrize("suite", [0, 2])
def test_a_responders_time_and_addresses_do_not_depend_on_its_keys(
    suite: int, method: int, secrets: Path
) -> None:
    """From message 1 to message 2, with a signature and with a static key."""
    # RFC 6979 draws again when a nonce is not below the order, one time in 2^32.
    asked = Asked("respond", ("static_key", "ephemeral_key"), (str(suite), str(method)))
    program = OwnProgram(catalogue.find(TARGET), secrets, asked)
    calls = [program.run("edhoc", index) for index in range(4)]
    assert [STATUSES[call.value] for call in calls] == ["OK"] * len(calls)
    assert len({call.traces for call in calls}) == 1
