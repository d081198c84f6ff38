# SPDX-License-Identifier: MIT
"""The emulated board: QEMU's lm3s6965evb with a page of flash that makes it a device, and one UDP
port of the loopback interface that leads to it."""

import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import current_thread, main_thread
from types import TracebackType
from typing import Self

from lab.errors import LabError, ToolchainError
from lab.sensor.firmware import Firmware

HOST = "127.0.0.1"
MAGIC = 0x74696857  # device.h
MAC = bytes.fromhex("020000000001")  # locally administered
PROGRAM = "qemu-system-arm"
MACHINE = "lm3s6965evb"
START_SECONDS = 30
POLL_SECONDS = 0.02
STOPPED = "stopped:"
COAP_PORT = 5683
GUEST = "10.0.2.15"


def page(private_key: bytes, mac: bytes = MAC) -> bytes:
    """The device's page of flash: device.h. The key is big-endian."""
    return struct.pack("<I6s2x", MAGIC, mac) + private_key


def unused_port() -> int:
    """A UDP port that nobody has at the moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Device:
    """A board that runs while the context lasts. LabError where it does not come up. SIGTERM ends
    the context meanwhile, so that neither the board nor its key is left."""

    def __init__(self, firmware: Firmware, private_key: bytes) -> None:
        self.firmware, self._key = firmware, private_key
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._waits, self._was_told = False, False

    def __enter__(self) -> Self:
        own = current_thread() is main_thread()  # no other may change what a signal does
        self._before = signal.signal(signal.SIGTERM, self._told) if own else None
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def _start(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="whit-sensor-")
        folder = Path(self._folder.name)
        self._console = folder / "console"
        (folder / "page").write_bytes(page(self._key))
        self.port = unused_port()
        loader = f"loader,file={folder / 'page'},addr={self.firmware.device_page:#x},force-raw=on"
        forward = f"user,hostfwd=udp:{HOST}:{self.port}-{GUEST}:{COAP_PORT}"
        command = [
            *(PROGRAM, "-M", MACHINE, "-display", "none", "-monitor", "none"),
            *("-serial", f"file:{self._console}", "-kernel", str(self.firmware.elf)),
            *("-device", loader, "-nic", forward),
        ]
        with (folder / "log").open("wb") as log:
            self._waits = True  # until it is known which process is to be ended
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
                )
            except OSError as error:
                raise ToolchainError(f"{PROGRAM}: {error}; make demo-sensor installs it") from error
        self._waits = False
        if self._was_told:
            self._told(signal.SIGTERM, None)
        self._wait_until_ready(folder / "log")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def console(self) -> str:
        """What the device has printed."""
        if not self._console.exists():
            return ""
        return self._console.read_text(encoding="ascii", errors="replace")

    @property
    def runs(self) -> bool:
        """Whether it has neither stopped by itself nor started twice."""
        alive = self._process is not None and self._process.poll() is None
        return alive and STOPPED not in self.console and self.console.count("ready") == 1

    def _wait_until_ready(self, log: Path) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if "ready" in self.console:
                return
            if self._process is None or self._process.poll() is not None:
                said = log.read_text(errors="replace").strip().splitlines() or ["no message"]
                raise LabError(f"the emulated board did not start: {said[-1]}")
            if STOPPED in self.console:
                raise LabError(f"the device {self.console.strip().splitlines()[-1]}")
            time.sleep(POLL_SECONDS)
        raise LabError(f"the device was not ready within {START_SECONDS} s")

    def _told(self, number: int, _: object) -> None:
        """Exit, once: what ends then is not ended again."""
        self._was_told = True
        if not self._waits:
            signal.signal(number, signal.SIG_IGN)
            sys.exit(128 + number)  # as a shell has it

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._folder is not None:
            self._folder.cleanup()
        if self._before is not None:
            signal.signal(signal.SIGTERM, self._before)
