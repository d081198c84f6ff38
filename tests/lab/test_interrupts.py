# SPDX-License-Identifier: MIT
"""Ctrl-C, at moments that a seed chooses. `interrupting.py --times 100` is the long form."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from interrupting import COMMANDS, Moment, interrupt, moments

from lab.commands.interrupts import PATIENCE_SECONDS
from lab.paths import ROOT

SEED = 19
LONGEST_SECONDS = 6.0


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", moments(SEED, len(COMMANDS), LONGEST_SECONDS), ids=lambda moment: moment.command[:9]
)
def test_an_interrupt_ends_all_with_one_line(moment: Moment) -> None:
    assert interrupt(moment).wrong is None


@pytest.mark.slow
@pytest.mark.parametrize("everyone", [True, False], ids=["terminal", "alone"])
def test_so_it_does_after_a_worker_was_killed(everyone: bool) -> None:
    """One that is new may be waiting for its first batch."""
    moment = Moment(COMMANDS[0], 4.0, everyone=everyone, killed=True, again=True)
    assert interrupt(moment).wrong is None


@pytest.mark.slow
def test_so_it_does_while_an_emulated_core_runs(tmp_path: Path) -> None:
    """The emulator returns after a thousand million instructions."""
    source = tmp_path / "forever.c"
    source.write_text("void forever(void) { static volatile int i; for (;;) i = i + 1; }\n")
    command = f"measure {source}:forever --limit 100G"
    for seconds in (5.0, 15.0, 45.0):  # until the core runs, on a busy machine too
        moment = Moment(command, seconds, everyone=False, killed=False, again=False)
        ending = interrupt(moment)
        assert ending.wrong is None
        if ending.seconds > PATIENCE_SECONDS - 1:
            break
    else:
        pytest.fail("the core does not run")
    assert interrupt(replace(moment, again=True, everyone=True)).wrong is None


# A worker whose destructor is asked to end, and which then waits elsewhere. A signal that comes
# just before a sleep does not end it, hence the short ones.
DESTRUCTOR = """
import time
from lab.runner.processors import end_when_told

def wait():
    for _ in range(600):
        time.sleep(0.1)

class Slow:
    def __del__(self):
        print("waits", flush=True)
        wait()

end_when_told()
Slow()
print("goes on", flush=True)
wait()
"""


def test_a_worker_ends_that_was_told_to_in_a_destructor() -> None:
    """What a destructor raises is lost, and said."""
    command = [sys.executable, "-c", DESTRUCTOR]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waits\n"
        process.terminate()
        assert process.communicate(timeout=20) == ("goes on\n", "")
    assert process.returncode == 1
