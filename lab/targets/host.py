# SPDX-License-Identifier: MIT
"""A bench on this machine: firmware/host.c as a child process."""

import re
import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

from lab.errors import LabError
from lab.model import Operation, Run, Sizes
from lab.paths import passing
from lab.targets.buffers import Layout

_REPETITIONS = 101
_REQUEST = struct.Struct("=II")
_ANSWER = struct.Struct("=QQiI")
_TIME_LIMIT_SECONDS = 120

COUNTER = "valgrind"
_COUNT = re.compile(r"^(?:summary|totals): (\d+)$", re.MULTILINE)


def lacking() -> str | None:
    """What to install for everything to be counted; None when it is there."""
    if shutil.which(COUNTER) is not None:
        return None
    return (
        "valgrind is not installed, so no instructions are counted on the host; on Debian: "
        "apt-get install valgrind libc6-dbg"
    )


class HostBench:
    """Runs operations natively, each repeated for a median time."""

    def __init__(self, program: Path, sizes: Sizes, *, counting: bool = True) -> None:
        """`counting`: instructions too, which takes another run each time."""
        self._program = program
        self._layout = Layout(sizes)
        self._pool_bytes = sizes.pool
        self._counting = counting

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        if trace:
            raise LabError("the host cannot be traced; choose an emulated target")
        content = self._layout.pack(operation.parameters, inputs)
        content += inputs.get("pool", b"").ljust(self._pool_bytes, b"\0")
        output = self._answer([str(self._program)], operation, _REPETITIONS, content)
        ticks, stack_bytes, value, draws = _ANSWER.unpack(output[: _ANSWER.size])
        counted = self._counting and value == 0 and shutil.which(COUNTER) is not None
        return Run(
            value=value,
            outputs=self._layout.unpack(operation.parameters, output[_ANSWER.size :]),
            cycles=ticks or None,
            stack_bytes=stack_bytes,
            draws=draws,
            instructions=self._instructions(operation, content) if counted else None,
        )

    def _answer(
        self, program: list[str], operation: Operation, repetitions: int, content: bytes
    ) -> bytes:
        try:
            done = subprocess.run(
                program,
                input=_REQUEST.pack(operation.number, repetitions) + content,
                capture_output=True,
                timeout=_TIME_LIMIT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LabError(f"host, {operation.name}: {error}") from error
        if done.returncode != 0 or len(done.stdout) != _ANSWER.size + self._layout.struct_bytes:
            raise LabError(f"host, {operation.name}: the program ended with {done.returncode}")
        return done.stdout

    def _instructions(self, operation: Operation, content: bytes) -> int:
        """Those executed between the call of the adapter's function and its return."""
        with passing() as directory:
            counts = Path(directory) / "counts"
            valgrind = [COUNTER, "--tool=callgrind", f"--callgrind-out-file={counts}"]
            function = f"--toggle-collect={operation.function}"
            self._answer([*valgrind, function, str(self._program)], operation, 0, content)
            found = _COUNT.search(counts.read_text(errors="replace"))
        if found is None or found[1] == "0":
            raise LabError(f"host, {operation.name}: {COUNTER} counted no instructions")
        return int(found[1])
