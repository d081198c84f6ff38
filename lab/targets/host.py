# SPDX-License-Identifier: MIT
"""A bench on this machine: firmware/host.c as a child process."""

import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

from lab.errors import LabError
from lab.model import POOL_BYTES, Operation, Run, Sizes
from lab.targets.buffers import Layout

_REPETITIONS = 101
_REQUEST = struct.Struct("=II")
_ANSWER = struct.Struct("=QQiI")
_TIME_LIMIT_SECONDS = 120


class HostBench:
    """Runs operations natively, each repeated for a median time."""

    def __init__(self, program: Path, sizes: Sizes) -> None:
        self._program = program
        self._layout = Layout(sizes)

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        if trace:
            raise LabError("the host cannot be traced; choose an emulated target")
        request = (
            _REQUEST.pack(operation.number, _REPETITIONS)
            + self._layout.pack(operation.parameters, inputs)
            + inputs.get("pool", b"").ljust(POOL_BYTES, b"\0")
        )
        try:
            done = subprocess.run(
                [self._program],
                input=request,
                capture_output=True,
                timeout=_TIME_LIMIT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LabError(f"host, {operation.name}: {error}") from error
        if done.returncode != 0 or len(done.stdout) != _ANSWER.size + self._layout.struct_bytes:
            raise LabError(f"host, {operation.name}: the program ended with {done.returncode}")
        ticks, stack_bytes, value, draws = _ANSWER.unpack(done.stdout[: _ANSWER.size])
        return Run(
            value=value,
            outputs=self._layout.unpack(operation.parameters, done.stdout[_ANSWER.size :]),
            cycles=ticks or None,
            stack_bytes=stack_bytes,
            draws=draws,
        )
