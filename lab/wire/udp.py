# SPDX-License-Identifier: MIT
"""UDP over IPv6 on Ethernet of 100 Mbit/s."""

from __future__ import annotations

from dataclasses import dataclass

from lab.wire.access import Scheduled
from lab.wire.link import Cost, Link, parts

BYTE = 8 / 100e6
HEADER_BYTES = 14
CHECK_BYTES = 4
LEAST_BYTES = 64  # of a frame, the check sequence counted [IEEE 802.3, 4A.2.3]
SPACE_BYTES = 8 + 12  # preamble before it, gap behind
NETWORK_BYTES = 40 + 8
FRAGMENT_BYTES = 8  # RFC 8200, 4.5
MOST_PACKET = 1500


@dataclass(frozen=True)
class Udp(Link):
    def frames(self, message_bytes: int) -> tuple[int, ...]:
        packet = NETWORK_BYTES + message_bytes
        if packet <= MOST_PACKET:
            return (_frame(packet),)
        room = (MOST_PACKET - 40 - FRAGMENT_BYTES) // 8 * 8
        return tuple(_frame(40 + FRAGMENT_BYTES + part) for part in parts(packet - 40, room))

    def air(self, frame_bytes: int) -> float:
        return frame_bytes * BYTE

    @property
    def access(self) -> Scheduled:
        """A switch keeps senders apart."""
        return Scheduled(1, 0)

    def sent(self, message_bytes: int, loss: float) -> Cost:
        """Sent once: nothing below CoAP sends it again."""
        frames = self.frames(message_bytes)
        seconds = sum(frames) * BYTE
        return Cost(len(frames), seconds, seconds, 0, (1 - loss) ** len(frames))

    def received(self, message_bytes: int, loss: float) -> Cost:
        passing = self.sent(message_bytes, loss)
        return Cost(passing.frames, passing.seconds, 0, passing.seconds, passing.delivered)


def _frame(packet: int) -> int:
    return SPACE_BYTES + max(HEADER_BYTES + packet + CHECK_BYTES, LEAST_BYTES)
