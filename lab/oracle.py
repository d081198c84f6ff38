# SPDX-License-Identifier: MIT
"""The independent implementation that results are checked against (OpenSSL's).

Bytes as in firmware/adapter.h: big-endian, public keys without prefix."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_CURVE = ec.SECP256R1()
_PREHASHED = ec.ECDSA(utils.Prehashed(SHA256()))


def is_private_key(private_key: bytes) -> bool:
    return 0 < int.from_bytes(private_key) < ORDER


def _private(private_key: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(private_key), _CURVE)


def _public(public_key: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, b"\x04" + public_key)


def public_key(private_key: bytes) -> bytes:
    point = _private(private_key).public_key()
    return point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)[1:]


def compress(public_key: bytes) -> bytes:
    return _public(public_key).public_bytes(Encoding.X962, PublicFormat.CompressedPoint)


def is_compressed_point(compressed: bytes) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, compressed)
    except ValueError:
        return False
    return True


def shared_secret(private_key: bytes, public_key: bytes) -> bytes:
    return _private(private_key).exchange(ec.ECDH(), _public(public_key))


def digest(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def _raw(signature: bytes) -> bytes:
    r, s = utils.decode_dss_signature(signature)
    return r.to_bytes(32) + s.to_bytes(32)


def sign(private_key: bytes, message: bytes) -> bytes:
    """The signature of RFC 6979."""
    scheme = ec.ECDSA(SHA256(), deterministic_signing=True)
    return _raw(_private(private_key).sign(message, scheme))


def verify(public_key: bytes, digest: bytes, signature: bytes) -> bool:
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    try:
        _public(public_key).verify(utils.encode_dss_signature(r, s), digest, _PREHASHED)
    except InvalidSignature:
        return False
    return True
