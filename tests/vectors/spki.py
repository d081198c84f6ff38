# SPDX-License-Identifier: MIT
"""A strict reader of public keys in X.509's SubjectPublicKeyInfo.

It stands before the library in the tests of ASN.1-encoded keys, and accepts one form: the
DER encoding of a key on the named curve secp256r1 [RFC 5480, 2.1.1]. Explicit curve
parameters, BER and other curves are refused here, whatever the key.
"""

ALGORITHM = bytes.fromhex("301306072a8648ce3d020106082a8648ce3d030107")


def encode(point: bytes) -> bytes:
    bits = b"\x00" + point
    body = ALGORITHM + bytes([0x03, len(bits)]) + bits
    return bytes([0x30, len(body)]) + body


OVERHEAD = len(encode(b""))
LONGEST = 127 - len(ALGORITHM) - 3  # beyond it DER needs the long form of the length


def decode(spki: bytes) -> bytes | None:
    """The point, still encoded as SEC 1 says, or None."""
    point = spki[OVERHEAD:]
    if len(point) > LONGEST or encode(point) != spki:
        return None
    return point
