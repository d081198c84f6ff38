# SPDX-License-Identifier: MIT
"""Integers modulo an odd number, which stand where others have keys."""

import hashlib
from itertools import count
from math import gcd

from lab.oracle.base import Oracle


class IntegersOracle(Oracle):
    """A private key is an exponent, a public key two integers, the first with an inverse."""

    name = "Python's integers"

    def public_key(self, private_key: bytes) -> bytes:
        m = self.curve.p
        for attempt in count():
            drawn = hashlib.shake_256(private_key + bytes([attempt])).digest(2 * self.field_bytes)
            x, y = (each % m for each in self.split(drawn, self.field_bytes))
            if gcd(x, m) == 1:
                return self.join(x, y, self.field_bytes)
        raise AssertionError
