# SPDX-License-Identifier: MIT
"""Fetching a message over CoAP, block by block [RFC 7252; RFC 7959], or having it sent."""

from __future__ import annotations

from dataclasses import dataclass

from lab.wire.link import Cost, Link, parts

HEADER_BYTES = 4
MARKER_BYTES = 1
FORMAT_BYTES = 2  # Content-Format, after no option
BLOCK_BYTES = 2  # Block2, of numbers below 16
OBSERVE_BYTES = 4  # a count of 24 bits
BLOCK_SIZES = (16, 32, 64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class Resource:
    path: str = "temperature"
    token_bytes: int = 2
    block_bytes: int = 64

    def blocks(self, message_bytes: int) -> list[int]:
        """The payloads of the answers."""
        return parts(message_bytes, self.block_bytes)

    def request_bytes(self, number: int) -> int:
        """Of the block of this number; the first is asked for without an option."""
        path = 1 + len(self.path) + (1 if len(self.path) > 12 else 0)
        return HEADER_BYTES + self.token_bytes + path + (_block_bytes(number) if number else 0)

    def answer_bytes(self, payload_bytes: int, number: int, *, is_whole: bool) -> int:
        block = 0 if is_whole else _block_bytes(number)
        around = HEADER_BYTES + self.token_bytes + FORMAT_BYTES + block + MARKER_BYTES
        return around + payload_bytes

    def notification_bytes(self, payload_bytes: int) -> int:
        """Of an answer to a request that lasts [RFC 7641, 4.2]."""
        return OBSERVE_BYTES + self.answer_bytes(payload_bytes, 0, is_whole=True)


def _block_bytes(number: int) -> int:
    return BLOCK_BYTES + (1 if number > 15 else 0)


def notified(link: Link, resource: Resource, message_bytes: int, loss: float = 0) -> Cost:
    """What the device takes that sends a message whole, in one datagram, without being asked."""
    return link.sent(resource.notification_bytes(message_bytes), loss)


def fetched(link: Link, resource: Resource, message_bytes: int, loss: float = 0) -> Cost:
    """What the device takes that is asked for a message."""
    blocks = resource.blocks(message_bytes)
    total = Cost(0, 0, 0, 0, 1)
    for number, payload in enumerate(blocks):
        answer = resource.answer_bytes(payload, number, is_whole=len(blocks) == 1)
        total += link.received(resource.request_bytes(number), loss)
        total += link.sent(answer, loss)
    return total
