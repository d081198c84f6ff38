# SPDX-License-Identifier: MIT
"""libhydrogen's signatures, on Python's integers: Schnorr's on the x-coordinates of Curve25519.

A signature of what a key A = a B has signed is x(k B), and s = k + h a with h the hash of x(k B),
x(A) and the message's own hash. Who verifies knows h A but for its sign: k B is s B - h A or, with
the other sign, s B + h A. Scalars are little-endian, 32 bytes as they are, and s may be any number
modulo the order."""

from lab.oracle import gimli
from lab.oracle.agreement import AgreementOracle

CONTEXT = b"whit lab"
_PREHASH_BYTES = 64
_BYTES = 32


class HydrogenOracle(AgreementOracle):
    """A private key is its scalar and then the public key."""

    randomised = True

    def key_from(self, material: bytes) -> bytes | None:
        return material + self._multiple(material)

    def is_private_key(self, private_key: bytes) -> bool:
        return private_key == self.key_from(private_key[:_BYTES])

    def public_key(self, private_key: bytes) -> bytes:
        return private_key[_BYTES:]

    def digest(self, message: bytes) -> bytes:
        return gimli.hashed(message, _PREHASH_BYTES, CONTEXT)

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        """With a nonce of the key and the message alone, where the library adds randomness."""
        prehash, scalar = self.digest(message), private_key[:_BYTES]
        nonce = gimli.hashed(prehash, _BYTES, key=scalar)
        point = self._multiple(nonce)
        challenge = self._challenge(point, self.public_key(private_key), prehash)
        s = (_integer(nonce) + challenge * _integer(scalar)) % self.curve.order
        return point + s.to_bytes(_BYTES, "little")

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        point, s = signature[:_BYTES], _integer(signature[_BYTES:])
        challenge = self._challenge(point, public_key, self.digest(content))
        try:
            hashed = self.multiply(challenge, self._decode(public_key))
        except ValueError:
            return False
        own = self.multiply(s, self.curve.base)
        x = _integer(point) % self.curve.p
        negated = hashed and (hashed[0], -hashed[1] % self.curve.p)
        sums = (self.add(own, other) for other in (hashed, negated))
        return any(each is not None and each[0] == x for each in sums)

    def _multiple(self, scalar: bytes) -> bytes:
        return self._encode(self.multiply(_integer(scalar), self.curve.base))

    def _challenge(self, point: bytes, public_key: bytes, prehash: bytes) -> int:
        return _integer(gimli.hashed(point + public_key + prehash, _BYTES))


def _integer(data: bytes) -> int:
    return int.from_bytes(data, "little")
