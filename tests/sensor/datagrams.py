# SPDX-License-Identifier: MIT
"""Datagrams that a CoAP server must bear: malformed, oversized, and mutations of valid ones, by a
seed. [RFC 7252, 3]"""

import random
from collections.abc import Callable, Iterator, Sequence

PATHS: Sequence[Sequence[bytes]] = (
    (b"temperature",),
    (b"temperature", b"jss"),
    (b"temperature", b"cose"),
    (b"key",),
    (b".well-known", b"core"),
    (b"none",),
    (),
)
OBSERVE, URI_PATH, ACCEPT, BLOCK2, BLOCK1 = 6, 11, 17, 23, 27
LARGEST = 1400  # a datagram that fits into a frame
_PAYLOAD = b"\xff"


def option(before: int, number: int, value: bytes) -> bytes:
    """An option after the one of number `before`."""
    delta, delta_more = _nibble(number - before)
    length, length_more = _nibble(len(value))
    return bytes([delta << 4 | length]) + delta_more + length_more + value


def _nibble(value: int) -> tuple[int, bytes]:
    if value < 13:
        return value, b""
    if value < 269:
        return 13, bytes([value - 13])
    return 14, (value - 269).to_bytes(2, "big")


def message(
    kind: int, code: int, identity: int, token: bytes, options: Sequence[tuple[int, bytes]]
) -> bytes:
    """A message without payload; its options in the order of their numbers."""
    parts, before = [], 0
    for number, value in sorted(options, key=lambda each: each[0]):
        parts.append(option(before, number, value))
        before = number
    head = bytes([1 << 6 | kind << 4 | len(token), code]) + identity.to_bytes(2, "big")
    return head + token + b"".join(parts)


class Datagrams:
    """An endless sequence of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._kinds: Sequence[Callable[[], bytes]] = (
            self._noise,
            self._header,
            self._mutated,
            self._mutated,
            self._mutated,
            self._oversized,
            self._many_options,
            self._odd_valid,
        )

    def __iter__(self) -> Iterator[bytes]:
        while True:
            yield self._random.choice(self._kinds)()[:LARGEST]

    def _bytes(self, most: int) -> bytes:
        return self._random.randbytes(self._random.randint(0, most))

    def _valid(self) -> bytes:
        """Any request that the device may get."""
        chance = self._random
        path = chance.choice(PATHS)
        options = [(URI_PATH, segment) for segment in path]
        if chance.random() < 0.3:
            options.append((OBSERVE, chance.choice((b"", b"\x01", b"\x02"))))
        if chance.random() < 0.3:
            options.append((ACCEPT, chance.choice((b"", b"\x12", b"\x32", b"\xff\xff"))))
        if chance.random() < 0.5:
            options.append((BLOCK2, self._bytes(3)))
        if chance.random() < 0.1:
            options.append((BLOCK1, self._bytes(3)))
        code = chance.choice((1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 31))
        sent = message(chance.randint(0, 1), code, chance.getrandbits(16), self._bytes(8), options)
        return sent + (_PAYLOAD + self._bytes(200) if chance.random() < 0.2 else b"")

    def _noise(self) -> bytes:
        return self._bytes(LARGEST if self._random.random() < 0.1 else 64)

    def _header(self) -> bytes:
        """A plausible header, and anything behind it."""
        first = 1 << 6 | self._random.randint(0, 3) << 4 | self._random.randint(0, 15)
        return bytes([first, self._random.getrandbits(8)]) + self._bytes(300)

    def _mutated(self) -> bytes:
        """A valid request with bits flipped, bytes replaced, cut, or put in."""
        content = bytearray(self._valid())
        for _ in range(self._random.randint(1, 4)):
            at = self._random.randrange(len(content)) if content else 0
            what = self._random.randrange(5)
            if what == 0 and content:
                content[at] ^= 1 << self._random.randrange(8)
            elif what == 1 and content:
                content[at] = self._random.choice((0, 0x0D, 0x0E, 0x0F, 0xD0, 0xE0, 0xEE, 0xFF))
            elif what == 2:
                del content[at:]
            elif what == 3:
                content[at:at] = self._bytes(20)
            else:
                content += content[at:]
        return bytes(content)

    def _oversized(self) -> bytes:
        """Options that are longer than allowed, than the message, or than the device's buffers."""
        numbers = (1, 3, 4, OBSERVE, 7, URI_PATH, 12, 14, 15, ACCEPT, 20, BLOCK2, 35, 39, 60, 65000)
        number = self._random.choice(numbers)
        claimed = self._random.choice((9, 41, 256, 270, 320, 500, 1100, 65535))
        held = self._random.choice((claimed, 0, self._random.randint(0, 1300)))
        delta, delta_more = _nibble(number)
        length, length_more = _nibble(claimed)
        head = message(self._random.randint(0, 1), 1, self._random.getrandbits(16), b"\x01", ())
        value = self._random.randbytes(min(held, LARGEST))
        return head + bytes([delta << 4 | length]) + delta_more + length_more + value

    def _many_options(self) -> bytes:
        options = [
            (self._random.choice((URI_PATH, 15, 1, 4, 2000)), self._bytes(12))
            for _ in range(self._random.randint(5, 120))
        ]
        return message(0, 1, self._random.getrandbits(16), self._bytes(8), options)

    def _odd_valid(self) -> bytes:
        """Valid messages that are no requests: empty ones, acknowledgements, resets, responses."""
        code = self._random.choice((0, 0, 0x45, 0x80, 0xA0, 0xE1, 0xE2))
        kind = self._random.randint(0, 3)
        return message(kind, code, self._random.getrandbits(16), self._bytes(8), ())
