# SPDX-License-Identifier: MIT
"""X25519 and X448. Keys are those of RFC 7748, numbers little-endian."""

from typing import Final

from whit_ecc import okp
from whit_ecc._keys import SecretKey, on
from whit_ecc._memory import BYTES, Buffer, Secret, read, written
from whit_ecc._whit import ffi, lib
from whit_ecc.errors import PrivateKeyLengthError, PublicKeyLengthError


class MontgomeryCurve(okp.OctetCurve):
    """A curve with its key agreement; those of whit_ecc.curves are all there are."""

    __slots__ = ()

    def generate(self) -> "MontgomeryPrivateKey":
        """A new key, by the operating system's generator. [RFC 7748, 6]"""
        secret, public = Secret(self.key_bytes), ffi.new(BYTES, self.key_bytes)
        self._call("_keygen", secret.held, public, lib.glue_random())
        return MontgomeryPrivateKey(self, secret)

    def private_key(self, data: Buffer) -> "MontgomeryPrivateKey":
        """The key of these bytes: any are one. Raises PrivateKeyLengthError."""
        given = read(data)
        if len(given) != self.key_bytes:
            raise PrivateKeyLengthError
        secret = Secret(self.key_bytes)
        secret.put(given)
        return MontgomeryPrivateKey(self, secret)

    def private_key_from_der(self, der: Buffer) -> "MontgomeryPrivateKey":
        """That of a PrivateKeyInfo (PKCS #8). Raises KeyEncodingError or KeyCurveError."""
        return MontgomeryPrivateKey(self, okp.private_from_der(self.name, self.key_bytes, der))

    def public_key(self, data: Buffer) -> "MontgomeryPublicKey":
        """The key of these bytes. Raises PublicKeyLengthError; what is no use for an agreement is
        refused there, as RFC 7748 has it."""
        key = bytes(ffi.buffer(read(data)))
        if len(key) != self.key_bytes:
            raise PublicKeyLengthError
        return MontgomeryPublicKey(self, key)

    def public_key_from_der(self, der: Buffer) -> "MontgomeryPublicKey":
        """That of a SubjectPublicKeyInfo. Raises KeyEncodingError or KeyCurveError."""
        return self.public_key(okp.public_from_der(self.name, self.key_bytes, der))


class MontgomeryPrivateKey(SecretKey):
    """A private key, and its curve."""

    __slots__ = ("curve",)

    def __init__(self, curve: MontgomeryCurve, secret: Secret) -> None:
        super().__init__(secret)
        self.curve: Final = curve

    def to_bytes(self) -> bytearray:
        """A copy of the key, for the caller to overwrite."""
        return self._secret.copy()

    def to_pkcs8(self) -> bytearray:
        """A PrivateKeyInfo, for the caller to overwrite. [RFC 8410]"""
        return okp.private_to_der(self.curve.name, self._secret.held, self._secret.length)

    def public_key(self) -> "MontgomeryPublicKey":
        out = ffi.new(BYTES, self.curve.key_bytes)
        self.curve._call("_public_key", out, self._secret.held)
        return MontgomeryPublicKey(self.curve, bytes(ffi.buffer(out)))

    def exchange(self, other: "MontgomeryPublicKey") -> bytearray:
        """The secret that the owners of both keys share, for the caller to overwrite. It is no key
        as it is: hash it, with both public keys. Raises KeyCurveError for a key of another curve,
        and PublicKeySmallOrderError."""
        given, out = read(on(self.curve, other).to_bytes()), bytearray(self.curve.key_bytes)
        self.curve._call("_ecdh", written(out), self._secret.held, given, len(given))
        return out


class MontgomeryPublicKey(okp.OctetPublicKey):
    """A public key."""

    __slots__ = ("curve",)

    def __init__(self, curve: MontgomeryCurve, key: bytes) -> None:
        super().__init__(curve.name, key)
        self.curve: Final = curve
