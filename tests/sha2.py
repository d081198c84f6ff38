# SPDX-License-Identifier: MIT
"""What tests of SHA-2 need of FIPS 180-4, and the form in which the library holds its words."""

import struct


def padded(message: bytes, block: int) -> bytes:
    """A message with its end [FIPS 180-4, 5.1], of blocks of this many bytes."""
    length = (8 * len(message)).to_bytes(block // 8, "big")
    return message + b"\x80" + bytes(-(len(message) + 1 + len(length)) % block) + length


def root_fractions(count: int, root: int, bits: int) -> list[int]:
    """The first bits of the fractions of the roots of the first primes [FIPS 180-4, 4.2, 5.3]."""
    primes = [n for n in range(2, 420) if all(n % divisor for divisor in range(2, n))]
    found = []
    for prime in primes[:count]:
        low, high = 0, prime << bits
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**root <= prime << bits * root else (low, middle)
        found.append(low % 2**bits)
    return found


def swapped(data: bytes) -> bytes:
    """Words of 32 bits with their bytes in the other order."""
    return struct.pack(f"<{len(data) // 4}I", *struct.unpack(f">{len(data) // 4}I", data))


def halves(numbers: list[int], bits: int) -> bytes:
    """As the library holds them: in words of 32 bits, the high one first."""
    return swapped(b"".join(number.to_bytes(bits // 8, "big") for number in numbers))
