# SPDX-License-Identifier: MIT
"""A bad network between a client and the device, on the loopback interface: a UDP proxy that loses,
doubles and reorders datagrams, by a seed."""

import random
import select
import socket
import threading
import time
from types import TracebackType
from typing import Self

from lab.sensor.device import HOST

POLL_SECONDS = 0.01
MOST_BYTES = 2048


class Proxy:
    """Works in a thread while the context lasts. Chances are of each datagram, either way."""

    def __init__(self, device_port: int, seed: int, lost: float, doubled: float, late: float):
        self._to = (HOST, device_port)
        self._chance = random.Random(seed)
        self._lost, self._doubled, self._late = lost, doubled, late
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._held: list[tuple[float, socket.socket, bytes, tuple[str, int]]] = []
        self.counts = {"passed": 0, "lost": 0, "doubled": 0, "late": 0}

    def __enter__(self) -> Self:
        self._near = self._bound()
        self.port = int(self._near.getsockname()[1])
        self._clients: dict[tuple[str, int], socket.socket] = {}
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()
        for each in (self._near, *self._clients.values()):
            each.close()

    @staticmethod
    def _bound() -> socket.socket:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind((HOST, 0))
        return made

    def _work(self) -> None:
        while not self._ended.is_set():
            sockets = [self._near, *self._clients.values()]
            for ready in select.select(sockets, [], [], POLL_SECONDS)[0]:
                data, sender = ready.recvfrom(MOST_BYTES)
                if ready is self._near:
                    far = self._clients.setdefault(sender, self._bound())
                    self._pass(far, data, self._to)
                else:
                    client = next(at for at, far in self._clients.items() if far is ready)
                    self._pass(self._near, data, client)
            self._release()

    def _pass(self, by: socket.socket, data: bytes, to: tuple[str, int]) -> None:
        chance = self._chance.random()
        if chance < self._lost:
            self.counts["lost"] += 1
            return
        copies = 2 if self._chance.random() < self._doubled else 1
        self.counts["doubled"] += copies - 1
        for _ in range(copies):
            if self._chance.random() < self._late:
                self.counts["late"] += 1
                due = time.monotonic() + self._chance.uniform(0.02, 0.2)
                self._held.append((due, by, data, to))
            else:
                self.counts["passed"] += 1
                by.sendto(data, to)

    def _release(self) -> None:
        now = time.monotonic()
        for each in [each for each in self._held if each[0] <= now]:
            self._held.remove(each)
            each[1].sendto(each[2], each[3])
