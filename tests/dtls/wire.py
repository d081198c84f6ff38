# SPDX-License-Identifier: MIT
"""What passes between a client and a server of DTLS, and changing it on the way."""

import select
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from lab.sensor.device import HOST

RECORD_HEADER, HANDSHAKE_HEADER = 13, 12  # bytes [RFC 6347, 4.1 and 4.2.2]
HANDSHAKE = 22
SERVER_HELLO, SERVER_KEY_EXCHANGE = 2, 12
MOST_BYTES = 2048

# From a datagram to what goes on in its place; `None` loses it.
Change = Callable[[bytes], bytes | None]


def keep(datagram: bytes) -> bytes:
    return datagram


def lose(_: bytes) -> None:
    return None


def message_at(datagram: bytes, kind: int) -> int | None:
    """Where a handshake message's content begins, if the datagram has it in the clear."""
    start = 0
    while start + RECORD_HEADER <= len(datagram):
        length = int.from_bytes(datagram[start + 11 : start + RECORD_HEADER], "big")
        is_clear = datagram[start] == HANDSHAKE and datagram[start + 3 : start + 5] == bytes(2)
        if is_clear and datagram[start + RECORD_HEADER] == kind:
            return start + RECORD_HEADER + HANDSHAKE_HEADER
        start += RECORD_HEADER + length
    return None


def flipped(kind: int, offset: int) -> Change:
    """Flip a bit of a message of this kind; from the end where the offset is negative."""

    def change(datagram: bytes) -> bytes:
        content = message_at(datagram, kind)
        if content is None:
            return datagram
        length = int.from_bytes(datagram[content - 3 : content], "big")
        changed = bytearray(datagram)
        changed[content + offset % length] ^= 1
        return bytes(changed)

    return change


def lost_once(kind: int) -> Change:
    """Lose the first datagram that has a message of this kind."""
    seen: list[bytes] = []

    def change(datagram: bytes) -> bytes | None:
        if message_at(datagram, kind) is None or seen:
            return datagram
        seen.append(datagram)
        return None

    return change


class Between:
    """Stands in the client's view for the server, in a thread, while the context lasts."""

    def __init__(self, server_port: int, to_server: Change = keep, to_client: Change = keep):
        self._to_server, self._to_client = to_server, to_client
        self._far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._far.connect((HOST, server_port))
        self._near = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._near.bind((HOST, 0))
        self.port = int(self._near.getsockname()[1])
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._client: tuple[str, int] | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        self._ended.set()
        self._thread.join()
        self._near.close()
        self._far.close()

    def _work(self) -> None:
        while not self._ended.is_set():
            for ready in select.select([self._near, self._far], [], [], 0.01)[0]:
                try:
                    self._pass_on(ready)
                except ConnectionError:
                    continue  # whom it is for has gone

    def _pass_on(self, ready: socket.socket) -> None:
        datagram, sender = ready.recvfrom(MOST_BYTES)
        if ready is self._near:
            self._client = sender
            passed = self._to_server(datagram)
            if passed is not None:
                self._far.send(passed)
        elif self._client is not None:
            passed = self._to_client(datagram)
            if passed is not None:
                self._near.sendto(passed, self._client)
