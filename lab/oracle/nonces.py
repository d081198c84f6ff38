# SPDX-License-Identifier: MIT
"""The nonces of RFC 6979."""

import hmac
from collections.abc import Iterator


def leftmost_bits(data: bytes, bits: int) -> int:
    """bits2int of RFC 6979, 2.3.2: an integer of the first so many bits."""
    return int.from_bytes(data) >> max(0, 8 * len(data) - bits)


def candidates(
    order: int, hash_name: str, private_key: bytes, digest: bytes, extra: bytes = b""
) -> Iterator[int]:
    """All candidates in turn, those out of range too [RFC 6979, 3.2, and 3.6 for more entropy]."""
    bits = order.bit_length()
    size = -(-bits // 8)
    reduced = (leftmost_bits(digest, bits) % order).to_bytes(size)

    def mac(*pieces: bytes) -> bytes:
        return hmac.digest(key, b"".join(pieces), hash_name)

    key, value = bytes(len(digest)), b"\1" * len(digest)
    for mark in (b"\0", b"\1"):
        key = mac(value, mark, private_key, reduced, extra)
        value = mac(value)
    while True:
        collected = b""
        while 8 * len(collected) < bits:
            value = mac(value)
            collected += value
        yield leftmost_bits(collected, bits)
        key = mac(value, b"\0")
        value = mac(value)
