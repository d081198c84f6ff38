# SPDX-License-Identifier: MIT
"""A device's key, made by OpenSSL."""

from cryptography.hazmat.primitives.asymmetric import ec

_CURVES: dict[str, ec.EllipticCurve] = {
    "secp192r1": ec.SECP192R1(),
    "secp224r1": ec.SECP224R1(),
    "secp256r1": ec.SECP256R1(),
}


def new_key(curve: str) -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(_CURVES[curve])


def private_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """As the device keeps it: big-endian, as long as the order."""
    return key.private_numbers().private_value.to_bytes((key.key_size + 7) // 8, "big")
