# SPDX-License-Identifier: MIT
"""Gimli, and libhydrogen's hash: a sponge of it with the frame of KMAC."""

RATE = 16
CONTEXT_BYTES = 8

_STATE_BYTES = 48
_ROUNDS = 24
_CONSTANT = 0x9E377900
_WORD = 0xFFFFFFFF


def permute(words: list[int]) -> list[int]:
    """The permutation of three rows of four words [Bernstein and others, CHES 2017]."""
    top, middle, bottom = words[:4], words[4:8], words[8:]
    for turn in range(_ROUNDS, 0, -1):
        columns = zip(top, middle, bottom, strict=True)
        boxed = [_box(_rotated(x, 24), _rotated(y, 9), z) for x, y, z in columns]
        top, middle, bottom = (list(row) for row in zip(*boxed, strict=True))
        if turn % 4 == 0:
            top = [top[1] ^ _CONSTANT ^ turn, top[0], top[3], top[2]]
        elif turn % 4 == 2:
            top = [top[2], top[3], top[0], top[1]]
    return [*top, *middle, *bottom]


def _box(x: int, y: int, z: int) -> tuple[int, int, int]:
    return (
        (z ^ y ^ (x & y) << 3) & _WORD,
        (y ^ x ^ (x | z) << 1) & _WORD,
        (x ^ z << 1 ^ (y & z) << 2) & _WORD,
    )


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) & _WORD


def hashed(message: bytes, length: int, context: bytes = bytes(CONTEXT_BYTES),
           key: bytes = b"") -> bytes:  # fmt: skip
    """hydro_hash: the name and the context fill a block, the key behind its length whole ones;
    behind the message is the length of the digest."""
    frame = _padded(b"\4kmac" + bytes([len(context)]) + context)
    frame += _padded(bytes([len(key)]) + key)
    octets = length.to_bytes(-(-length.bit_length() // 8), "little")
    absorbed = frame + message + bytes([len(octets)]) + octets + b"\0"
    state = bytes(_STATE_BYTES)
    whole = len(absorbed) // RATE * RATE
    for start in range(0, whole, RATE):
        state = _permuted(_mixed(state, absorbed[start : start + RATE]))
    last = bytearray(RATE)
    last[len(absorbed) - whole] = 0x1F
    last[-1] ^= 0x80
    state = _mixed(_mixed(state, absorbed[whole:]), bytes(last))
    digest = b""
    while len(digest) < length:
        state = _permuted(state)
        digest += state[:RATE]
    return digest[:length]


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % RATE)


def _mixed(state: bytes, block: bytes) -> bytes:
    mixed = bytes(one ^ two for one, two in zip(state, block, strict=False))
    return mixed + state[len(mixed) :]


def _permuted(state: bytes) -> bytes:
    words = [int.from_bytes(state[at : at + 4], "little") for at in range(0, _STATE_BYTES, 4)]
    return b"".join(word.to_bytes(4, "little") for word in permute(words))
