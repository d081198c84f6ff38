# SPDX-License-Identifier: MIT
"""The runs of RFC 9529 on an emulated core, step by step, as a record.

python -m tests.edhoc.core --record results/edhoc.json
"""

import argparse
import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from lab.emulator import Call, Machine, open_machine
from lab.model import PROFILES
from lab.paths import write_whole
from lab.targets.elf import flash_content, static_end
from tests.edhoc.party import EXAMPLE, STATUSES, make
from tests.edhoc.runs import CHAPTERS
from tests.images import core

TARGET = "cortex-m4"
_STEPS = re.search(
    r"enum \{\n((?:\s+TRACE_\w+,.*\n)+)", (EXAMPLE / "trace.h").read_text(encoding="utf-8")
)
assert _STEPS is not None
STEPS = tuple(re.findall(r"^\s+TRACE_(\w+)", _STEPS[1], re.M))


class Board:
    """An emulated core that holds both parties."""

    def __init__(self, elf: Path) -> None:
        self.machine: Machine = open_machine(elf, core(TARGET))
        self.machine.lay_out()

    def step(self, run: int, name: str) -> Call:
        """A step of trace.h."""
        return self.machine.call("trace_step", run, STEPS.index(name))

    def status(self, run: int, name: str) -> str:
        """The step's status; of one that differs from the RFC's, none."""
        found: int = self.step(run, name).value
        return STATUSES.get(found, "DIFFERS")

    def message(self) -> bytes:
        length = int.from_bytes(self._read("trace_length"), "little")
        return self._read("trace_message")[:length]

    def send(self, content: bytes) -> None:
        """In place of the last message."""
        self.machine.write(self.machine.symbol("trace_message"), content)

    def sessions(self) -> bytes:
        return self._read("trace_sessions")

    def restore(self, sessions: bytes) -> None:
        self.machine.write(self.machine.symbol("trace_sessions"), sessions)

    def _read(self, name: str) -> bytes:
        return self.machine.read(self.machine.symbol(name), self.machine.symbol_size(name))


def image(out: Path, profile: str = "small") -> Path:
    """The example's program for a Cortex-M4."""
    make(out, "edhoc.elf", PROFILE=profile)
    return out / "edhoc.elf"


def measured(elf: Path, profile: str) -> list[dict[str, Any]]:
    """Of each run, what its messages take."""
    board = Board(elf)
    ram = board.machine.core.ram[0]
    about = {
        "target": TARGET,
        "profile": profile,
        "flash_bytes": len(flash_content(elf)),
        "flash_sha256": hashlib.sha256(flash_content(elf)).hexdigest(),
        "static_bytes": static_end(elf) - ram,
    }
    found = []
    for run, trace in enumerate(CHAPTERS):
        calls = {name: board.step(run, name) for name in STEPS[: STEPS.index("WRITE_1")]}
        messages = []
        for number in range(1, 5):
            written = board.step(run, f"WRITE_{number}")
            content = board.message()
            assert content.hex() == trace[f"message_{number}"]
            read = board.step(run, f"READ_{number}")
            messages.append(
                {
                    "bytes": len(content),
                    "write_cycles": written.cycles,
                    "read_cycles": read.cycles,
                    "write_stack_bytes": written.stack_bytes,
                    "read_stack_bytes": read.stack_bytes,
                }
            )
            calls[f"WRITE_{number}"], calls[f"READ_{number}"] = written, read
        calls["EXPORT"] = board.step(run, "EXPORT")
        bad = {name: call.value for name, call in calls.items() if STATUSES.get(call.value) != "OK"}
        assert not bad, bad
        found.append({**about, "chapter": trace["chapter"], "messages": messages})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", type=Path, required=True, help="a file for what was measured")
    record = parser.parse_args().record
    runs: list[dict[str, Any]] = []
    for profile in PROFILES:
        with tempfile.TemporaryDirectory() as folder:
            runs += measured(image(Path(folder), profile), profile)
    write_whole(record, (json.dumps(runs, indent=2) + "\n").encode())
    print(f"{len(runs)} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
