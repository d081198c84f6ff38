# SPDX-License-Identifier: MIT
"""LoRaWAN in the band of 868 MHz, class A."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from lab.wire.access import Aloha
from lab.wire.link import Cost, Link, parts

BANDWIDTH = 125e3
PREAMBLE_SYMBOLS = 8 + 4.25  # with the word that ends it
CODING = 1  # 4/5
# LoRaWAN 1.0.4, 4: header, address, control, counter, port and check.
OVERHEAD_BYTES = 1 + 4 + 1 + 2 + 1 + 4
# RP002-1.0.4, 2.4.6: most bytes of a payload by spreading factor, in EU868, so that a
# repeater may pass it on.
MOST_PAYLOAD = {7: 222, 8: 222, 9: 115, 10: 51, 11: 51, 12: 51}
CHANNELS = 3  # RP002-1.0.4, 2.4.2: those that every device has
DUTY_CYCLE = 0.01  # of ETSI EN 300 220, band 48
WINDOW_SYMBOLS = 8  # a receive window that hears nothing, of which there are two


def air_seconds(frame_bytes: int, spreading: int) -> float:
    """The time of a frame with a header and a check sequence [Semtech AN1200.13, 4]."""
    slow = 1 if spreading >= 11 else 0  # low data rates are optimised
    bits = 8 * frame_bytes - 4 * spreading + 28 + 16
    symbols = 8 + max(ceil(bits / (4 * (spreading - 2 * slow))) * (CODING + 4), 0)
    return (PREAMBLE_SYMBOLS + symbols) * (1 << spreading) / BANDWIDTH


@dataclass(frozen=True)
class Lorawan(Link):
    spreading: int

    def frames(self, message_bytes: int) -> tuple[int, ...]:
        """A message that is longer than a frame's payload goes in several."""
        payloads = parts(message_bytes, MOST_PAYLOAD[self.spreading])
        return tuple(OVERHEAD_BYTES + payload for payload in payloads)

    def air(self, frame_bytes: int) -> float:
        return air_seconds(frame_bytes, self.spreading)

    @property
    def access(self) -> Aloha:
        return Aloha(CHANNELS, DUTY_CYCLE)

    def sent(self, message_bytes: int, loss: float) -> Cost:
        """Unconfirmed: sent once. After each frame but the last the sender keeps silent as long as
        the duty cycle demands."""
        airs = [self.air(frame) for frame in self.frames(message_bytes)]
        silent = sum(airs[:-1]) * (1 / DUTY_CYCLE - 1)
        window = 2 * WINDOW_SYMBOLS * (1 << self.spreading) / BANDWIDTH
        arrives = (1 - loss) ** len(airs)
        return Cost(len(airs), sum(airs) + silent, sum(airs), len(airs) * window, arrives)

    def received(self, message_bytes: int, loss: float) -> Cost:
        """In receive windows, each after a frame of the device without a payload."""
        asking = self.sent(0, loss)
        total = Cost(0, 0, 0, 0, 1)
        for frame in self.frames(message_bytes):
            air = self.air(frame)
            total += asking + Cost(1, 1 + air, 0, air, 1 - loss)
        return total
