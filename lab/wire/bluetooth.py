# SPDX-License-Identifier: MIT
"""Bluetooth Low Energy: a connection at 1 Mbit/s, IPv6 over it as RFC 7668 has it."""

from __future__ import annotations

from dataclasses import dataclass

from lab.wire.access import Scheduled
from lab.wire.link import Cost, Link, attempts, parts

# Bluetooth Core 5.4, volume 6, part B.
BYTE = 8e-6
AROUND_BYTES = 1 + 4 + 2 + 3  # preamble, access address, header, CRC
MOST_BYTES = 251  # of a packet's payload, with data length extension
SPACE = 150e-6
# Volume 3, part A, 3: the header of L2CAP, and behind it in the first frame the SDU's length.
FRAME_BYTES, SDU_BYTES = 4, 2
# RFC 7668, 3.2: IPHC and UDP as over IEEE 802.15.4.
NETWORK_BYTES, UDP_BYTES = 2, 7
MOST_ATTEMPTS = 20  # in effect until the supervision time-out


@dataclass(frozen=True)
class Bluetooth(Link):
    """`interval_seconds`: of connection events. Lost packets wait for the next event."""

    interval_seconds: float = 0.05

    def frames(self, message_bytes: int) -> tuple[int, ...]:
        datagram = FRAME_BYTES + SDU_BYTES + NETWORK_BYTES + UDP_BYTES + message_bytes
        return tuple(AROUND_BYTES + part for part in parts(datagram, MOST_BYTES))

    def air(self, frame_bytes: int) -> float:
        return frame_bytes * BYTE

    @property
    def access(self) -> Scheduled:
        """A connection's events are its own."""
        return Scheduled(MOST_ATTEMPTS, SPACE + self.air(AROUND_BYTES))

    def sent(self, message_bytes: int, loss: float) -> Cost:
        frames = self.frames(message_bytes)
        tries = attempts(loss, MOST_ATTEMPTS)
        empty = AROUND_BYTES * BYTE
        air = sum(frame * BYTE for frame in frames)
        passing = air + len(frames) * (2 * SPACE + empty)
        again = (tries - 1) * len(frames) * self.interval_seconds
        return Cost(
            tries * len(frames),
            self.interval_seconds / 2 + passing + again,
            tries * air,
            tries * len(frames) * (2 * SPACE + empty),
            (1 - loss**MOST_ATTEMPTS) ** len(frames),
        )

    def received(self, message_bytes: int, loss: float) -> Cost:
        passing = self.sent(message_bytes, loss)
        empty = AROUND_BYTES * BYTE * passing.frames
        listening = passing.sending_seconds + 2 * SPACE * passing.frames
        return Cost(passing.frames, passing.seconds, empty, listening, passing.delivered)
