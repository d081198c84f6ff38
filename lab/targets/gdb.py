# SPDX-License-Identifier: MIT
"""GDB with a connection to a board, driven through its machine interface."""

import re
import shutil
import weakref
from collections import deque
from collections.abc import Mapping
from time import monotonic
from typing import Any

from pygdbmi.gdbcontroller import GdbController

from lab.errors import LabError, ProbeError, ToolchainError, UnsupportedError

# By the emulator's engine: debuggers that know the core, and the first one's Debian package.
PROGRAMS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "arm": (("gdb-multiarch", "arm-none-eabi-gdb"), "gdb-multiarch"),
    "riscv": (("gdb-multiarch", "riscv64-unknown-elf-gdb"), "gdb-multiarch"),
    "avr": (("avr-gdb",), "gdb-avr"),
}
OPTIONS = ("--nx", "--quiet", "--interpreter=mi3")
SETTINGS = (
    "tcp connect-timeout 2",
    "remotetimeout 15",
    "mem inaccessible-by-default off",  # peripherals, which servers may leave out of their maps
)
SCHEME = "gdb://"

SETTLE_SECONDS = 0.01  # to see whether an answer has more lines
ANSWER_SECONDS = 30
RUN_SECONDS = 600

FAULT = "harness_fault"  # where firmware/ ends up after what must not happen
LOST = re.compile(r"connect|remote communication|timed out|not being run", re.IGNORECASE)


def address_of(probe: str) -> str:
    """HOST:PORT of gdb://HOST:PORT."""
    address = probe.removeprefix(SCHEME)
    port = re.fullmatch(r"(?:\[[0-9A-Fa-f:]+\]|[^\s:/\[\]]*):(\d{1,5})", address)
    if not probe.startswith(SCHEME) or port is None or not 0 < int(port[1]) < 1 << 16:
        raise UnsupportedError(f"--probe {probe}: must be {SCHEME}HOST:PORT")
    return address


class Gdb:
    """LabError for whatever GDB refuses; ProbeError when the connection is gone."""

    def __init__(self, address: str, engine: str) -> None:
        """Starts GDB. ToolchainError when none is installed that knows the core."""
        programs, package = PROGRAMS[engine]
        program = next((name for name in programs if shutil.which(name)), None)
        if program is None:
            raise ToolchainError(
                f"{programs[0]} is not installed (--probe); on Debian: apt-get install {package}"
            )
        self._address = address
        self._controller = GdbController([program, *OPTIONS], SETTLE_SECONDS)
        self._pending: deque[dict[str, Any]] = deque()
        self.close = weakref.finalize(self, self._controller.exit)  # or when the lab ends
        for setting in SETTINGS:
            self.do(f"-gdb-set {setting}")

    def connect(self) -> None:
        try:
            self.do(f"-target-select remote {self._address}")
        except LabError as error:
            raise ProbeError(f"no GDB server at {error}") from error

    def do(self, command: str, seconds: float = ANSWER_SECONDS) -> Mapping[str, Any]:
        """Run a command; what it answers."""
        try:
            self._controller.write(command, read_response=False)
        except OSError:
            raise ProbeError(f"{self._address}: GDB has ended") from None
        return self._wait("result", command, monotonic() + seconds)

    def go(self) -> None:
        """Let the core run to a breakpoint."""
        self.do("-exec-continue")
        stopped = self._wait("notify", "-exec-continue", monotonic() + RUN_SECONDS)
        reason = stopped.get("signal-name", stopped.get("reason", "it does not say why"))
        if stopped.get("reason") != "breakpoint-hit":
            raise LabError(f"{self._address}: the program stopped: {reason}")
        if stopped.get("frame", {}).get("func") == FAULT:
            raise LabError(f"{self._address}: the program ran into a fault")

    def number(self, expression: str) -> int:
        """The value of an expression in C."""
        command = f'-data-evaluate-expression "(unsigned long)({expression})"'
        text = str(self.do(command)["value"])
        if not text.isdecimal():
            raise LabError(f"{self._address}: {expression} is {text}")
        return int(text)

    def set(self, expression: str, value: int) -> None:
        self.do(f"-gdb-set var {expression} = {value:#x}")

    def read(self, address: int, size: int) -> bytes:
        pieces = self.do(f"-data-read-memory-bytes {address:#x} {size}")["memory"]
        data = b"".join(bytes.fromhex(piece["contents"]) for piece in pieces)
        if len(data) != size:
            raise LabError(f"{self._address}: no memory of {size} bytes at {address:#x}")
        return data

    def write(self, address: int, data: bytes, size: int | None = None) -> None:
        """Write data, repeated up to a size."""
        self.do(f"-data-write-memory-bytes {address:#x} {data.hex()} {size or len(data)}")

    def _wait(self, kind: str, command: str, end: float) -> Mapping[str, Any]:
        """The next result, or the next notice that the core has stopped."""
        while True:
            while self._pending:
                response = self._pending.popleft()
                payload = response["payload"]
                if response["type"] == "result" and response["message"] == "error":
                    raise self._error(str(payload["msg"]))
                if response["message"] == "thread-group-exited":
                    raise ProbeError(f"{self._address}: the GDB server has gone")
                stopped = response["type"] == "notify" and response["message"] == "stopped"
                if response["type"] == "result" if kind == "result" else stopped:
                    return payload if isinstance(payload, dict) else {}
            if monotonic() > end:
                kind_of_error = ProbeError if kind == "result" else LabError
                raise kind_of_error(f"{self._address}: no answer to {command}")
            self._pending.extend(self._controller.get_gdb_response(1, raise_error_on_timeout=False))
            process = self._controller.gdb_process
            if not self._pending and (process is None or process.poll() is not None):
                raise ProbeError(f"{self._address}: GDB has ended, or its server has gone")

    def _error(self, message: str) -> LabError:
        kind = ProbeError if LOST.search(message) else LabError
        said = message.removeprefix(f"{self._address}: ").rstrip(".")
        return kind(f"{self._address}: {said}")
