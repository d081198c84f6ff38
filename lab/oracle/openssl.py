# SPDX-License-Identifier: MIT
"""OpenSSL as the oracle, for the curves that its Python binding names."""

from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lab.curves import Curve
from lab.oracle.base import Oracle

OPENSSL_CURVES: Mapping[str, ec.EllipticCurve] = {
    "brainpoolP256r1": ec.BrainpoolP256R1(),
    "brainpoolP384r1": ec.BrainpoolP384R1(),
    "brainpoolP512r1": ec.BrainpoolP512R1(),
    "secp192r1": ec.SECP192R1(),
    "secp224r1": ec.SECP224R1(),
    "secp256k1": ec.SECP256K1(),
    "secp256r1": ec.SECP256R1(),
    "secp384r1": ec.SECP384R1(),
    "secp521r1": ec.SECP521R1(),
}
_HASHES: Mapping[str, hashes.HashAlgorithm] = {
    "sha224": hashes.SHA224(),
    "sha256": hashes.SHA256(),
    "sha384": hashes.SHA384(),
    "sha512": hashes.SHA512(),
}


class OpenSslOracle(Oracle):
    """By way of the package cryptography."""

    name = "OpenSSL"

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self._group = OPENSSL_CURVES[curve.name]
        self._hash = _HASHES[curve.hash]

    def public_key(self, private_key: bytes) -> bytes:
        return self._encoded(self._private(private_key).public_key())

    def compress(self, public_key: bytes) -> bytes:
        point = self._public(public_key)
        return point.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)

    def decompress(self, compressed: bytes) -> bytes:
        return self._encoded(ec.EllipticCurvePublicKey.from_encoded_point(self._group, compressed))

    def shared_secret(self, private_key: bytes, public_key: bytes) -> bytes:
        return self._private(private_key).exchange(ec.ECDH(), self._public(public_key))

    def sign(self, private_key: bytes, message: bytes) -> bytes:
        scheme = ec.ECDSA(self._hash, deterministic_signing=True)
        r, s = utils.decode_dss_signature(self._private(private_key).sign(message, scheme))
        return self.join(r, s, self.order_bytes)

    def verify(self, public_key: bytes, content: bytes, signature: bytes) -> bool:
        encoded = utils.encode_dss_signature(*self.split(signature, self.order_bytes))
        scheme = ec.ECDSA(utils.Prehashed(self._hash))
        try:
            self._public(public_key).verify(encoded, content, scheme)
        except InvalidSignature:
            return False
        return True

    def _private(self, private_key: bytes) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(private_key), self._group)

    def _public(self, public_key: bytes) -> ec.EllipticCurvePublicKey:
        return ec.EllipticCurvePublicKey.from_encoded_point(self._group, b"\x04" + public_key)

    def _encoded(self, point: ec.EllipticCurvePublicKey) -> bytes:
        return point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)[1:]
