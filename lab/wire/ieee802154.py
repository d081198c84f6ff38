# SPDX-License-Identifier: MIT
"""IEEE 802.15.4 at 2.4 GHz with 6LoWPAN, its receivers always on or woken by ContikiMAC."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lab.wire.access import Backoff, Carrier
from lab.wire.link import Cost, Link, attempts

# IEEE 802.15.4-2015, O-QPSK PHY of 2.4 GHz (clause 12), MAC constants (clauses 8.4 and 10).
SYMBOL = 16e-6
BYTE = 2 * SYMBOL
PREAMBLE_BYTES = 6  # with the delimiter and the length
MOST_BYTES = 127  # aMaxPhyPacketSize
CHECK_BYTES = 2
BACKOFF = 20 * SYMBOL  # aUnitBackoffPeriod
LEAST_EXPONENT, MOST_EXPONENT = 3, 5  # macMinBe, macMaxBe
MOST_LOOKS = 5  # macMaxCsmaBackoffs of 4, and the first
CLEAR = 8 * SYMBOL  # a clear channel assessment
TURNAROUND = 12 * SYMBOL
ACK_BYTES = 5
ACK_WAIT = 54 * SYMBOL  # macAckWaitDuration
SHORT_SPACE, LONG_SPACE = 12 * SYMBOL, 40 * SYMBOL
SHORT_BYTES = 18  # aMaxSifsFrameSize
MOST_ATTEMPTS = 4  # macMaxFrameRetries of 3
ACK_SECONDS = TURNAROUND + (PREAMBLE_BYTES + ACK_BYTES) * BYTE
# contiki-os/contiki, core/net/mac/csma.c: after a busy channel or a collision one to four
# intervals of checks, in ticks of 1/128 s.
TICK = 1 / 128

# RFC 6282: IPHC with addresses from the link's, the next header compressed; UDP with both ports
# inline and its checksum. RFC 4944, 5.3: headers of fragments.
NETWORK_BYTES, UDP_BYTES = 2, 7
FIRST_BYTES, NEXT_BYTES = 4, 5
UNCOMPRESSED_BYTES = 48  # of IPv6 and UDP, which offsets of fragments count


@dataclass(frozen=True)
class Ieee802154(Link):
    """`check_hertz`: how often a receiver listens for a moment; None: always. `address_bytes`: of
    each of two addresses of the link; `inline_bytes`: of IPv6 addresses that are not made from
    them."""

    address_bytes: int = 8
    inline_bytes: int = 0
    check_hertz: float | None = None
    checks_before: int = 6  # of the channel, before a frame is repeated until it is heard
    check_seconds: float = 1 / 8192 + 1 / 2000
    gap_seconds: float = 1 / 2500

    @property
    def header_bytes(self) -> int:
        """Control, number, one PAN and two addresses."""
        return 2 + 1 + 2 + 2 * self.address_bytes

    def frames(self, message_bytes: int) -> tuple[int, ...]:
        """Whole where they fit, and else fragments, of multiples of 8 bytes of the datagram."""
        frame = PREAMBLE_BYTES + self.header_bytes + CHECK_BYTES
        room = MOST_BYTES - self.header_bytes - CHECK_BYTES
        compressed = NETWORK_BYTES + self.inline_bytes + UDP_BYTES
        if compressed + message_bytes <= room:
            return (frame + compressed + message_bytes,)
        whole = UNCOMPRESSED_BYTES + message_bytes
        saved = UNCOMPRESSED_BYTES - compressed
        first = (room - FIRST_BYTES + saved) // 8 * 8
        step = (room - NEXT_BYTES) // 8 * 8
        ends = [*range(first, whole, step), whole]
        rest = (frame + NEXT_BYTES + after - before for before, after in pairwise(ends))
        return (frame + FIRST_BYTES + first - saved, *rest)

    def air(self, frame_bytes: int) -> float:
        return frame_bytes * BYTE

    @property
    def access(self) -> Carrier:
        backoffs = self._backoffs()
        return Carrier(
            attempts=MOST_ATTEMPTS,
            backoffs=backoffs,
            again=backoffs[0 if self.check_hertz is None else 1],
            look_seconds=CLEAR
            if self.check_hertz is None
            else self.checks_before * self.check_seconds,
            turnaround_seconds=TURNAROUND,
            answer_seconds=ACK_SECONDS,
            missing_seconds=ACK_WAIT,
            space_seconds=LONG_SPACE,
            wake_seconds=0.0 if self.check_hertz is None else 1 / self.check_hertz,
        )

    def _backoffs(self) -> tuple[Backoff, ...]:
        """Before each look at the channel."""
        if self.check_hertz is None:
            exponents = (min(LEAST_EXPONENT + look, MOST_EXPONENT) for look in range(MOST_LOOKS))
            return tuple(Backoff(BACKOFF, 0, 2**exponent - 1) for exponent in exponents)
        ticks = round(1 / self.check_hertz / TICK)
        later = Backoff(TICK, ticks, 4 * ticks - 1)
        return (Backoff(TICK, 0, 0), *(later for _ in range(MOST_LOOKS - 1)))

    def sent(self, message_bytes: int, loss: float) -> Cost:
        frames = self.frames(message_bytes)
        total = Cost(0, 0, 0, 0, 1)
        for frame in frames:
            total += self._sent(frame, loss)
        return total

    def received(self, message_bytes: int, loss: float) -> Cost:
        """What the sender takes passes; the device listens to the frames and acknowledges them."""
        passing = self.sent(message_bytes, loss)
        frames = self.frames(message_bytes)
        again = passing.frames / len(frames)
        air = sum(self.air(frame) for frame in frames)
        waking = 0.0 if self.check_hertz is None else len(frames) * self.gap_seconds
        return Cost(
            passing.frames,
            passing.seconds,
            len(frames) * (PREAMBLE_BYTES + ACK_BYTES) * BYTE,
            air * again + waking,
            passing.delivered,
        )

    def _sent(self, frame: int, loss: float) -> Cost:
        """One frame, until it is acknowledged or given up."""
        air = self.air(frame)
        ack = ACK_SECONDS
        space = SHORT_SPACE if frame - PREAMBLE_BYTES <= SHORT_BYTES else LONG_SPACE
        tries = attempts(loss, MOST_ATTEMPTS)
        heard = 1 - loss**MOST_ATTEMPTS
        if self.check_hertz is None:
            before = (2**LEAST_EXPONENT - 1) / 2 * BACKOFF + CLEAR + TURNAROUND
            seconds = tries * (before + air) + (tries - heard) * ACK_WAIT + heard * (ack + space)
            listening = tries * before + (tries - heard) * ACK_WAIT + heard * ack
            return Cost(tries, seconds, tries * air, listening, heard)
        before = self.checks_before * self.check_seconds
        cycle = air + self.gap_seconds
        strobing = 1 / self.check_hertz / 2 + air  # until the receiver wakes, then once more
        failing = 1 / self.check_hertz
        seconds = tries * before + heard * (strobing + ack) + (tries - heard) * failing
        on_air = heard * strobing + (tries - heard) * failing
        count = on_air / cycle
        sending = count * air
        return Cost(count, seconds, sending, seconds - sending, heard)
