# SPDX-License-Identifier: MIT
"""Curves in short Weierstrass form: keys, ECDSA and ECDH. Numbers are big-endian, and keys encoded,
as in SEC 1."""

from typing import Any, Final

from whit_ecc._keys import PublicBytes, SecretKey, on
from whit_ecc._memory import BYTES, Buffer, Secret, read, table, written
from whit_ecc._whit import ffi, lib
from whit_ecc.errors import KeyEncodingError, check
from whit_ecc.hashes import Hash

_FOUND = table(lib.glue_curves)


class Curve:
    """A curve; those of whit_ecc.curves are all there are."""

    __slots__ = (
        "_base",
        "_curve",
        "_oid",
        "field_bytes",
        "hash",
        "name",
        "order_bytes",
        "security_bits",
    )

    def __init__(self, name: str, default: Hash) -> None:
        self.name: Final = name
        self.hash: Final = default
        found = _FOUND[name]
        self._curve, self._base, self._oid = found.curve, found.base, found.oid
        self.order_bytes: Final[int] = lib.whit_curve_order_bytes(self._curve)
        self.field_bytes: Final[int] = lib.whit_curve_field_bytes(self._curve)
        self.security_bits: Final[int] = lib.whit_curve_security_bits(self._curve)

    def __repr__(self) -> str:
        return f"<whit_ecc curve {self.name}>"

    def generate(self) -> "PrivateKey":
        """A new key, by the operating system's generator. [FIPS 186-5, A.2.2]"""
        secret = Secret(self.order_bytes)
        public = ffi.new(BYTES, 1 + 2 * self.field_bytes)
        check(
            lib.whit_key_generate(
                self._curve, self._base, secret.held, secret.length, public, len(public),
                lib.glue_random(),
            )
        )  # fmt: skip
        return PrivateKey(self, secret)

    def private_key(self, data: Buffer) -> "PrivateKey":
        """The key of these bytes, as many as the order has. Raises PrivateKeyLengthError or
        PrivateKeyRangeError."""
        given = read(data)
        check(lib.whit_key_validate_private(self._curve, given, len(given)))
        secret = Secret(self.order_bytes)
        secret.put(given)
        return PrivateKey(self, secret)

    def private_key_from_der(self, der: Buffer) -> "PrivateKey":
        """That of a PrivateKeyInfo (PKCS #8) or an ECPrivateKey (SEC 1). Raises KeyEncodingError,
        KeyCurveError or PrivateKeyRangeError."""
        given, secret = read(der), Secret(self.order_bytes)
        forms = (lib.whit_key_private_from_pkcs8, lib.whit_key_private_from_der)
        for form in forms:
            try:
                check(
                    form(self._curve, self._oid, secret.held, secret.length, ffi.NULL, ffi.NULL,
                         given, len(given))
                )  # fmt: skip
            except KeyEncodingError:
                if form is forms[-1]:
                    raise
            else:
                break
        check(lib.whit_key_validate_private(self._curve, secret.held, secret.length))
        return PrivateKey(self, secret)

    def public_key(self, data: Buffer) -> "PublicKey":
        """The key of these bytes, compressed or not, which is checked. Raises one of
        PublicKeyError."""
        given = read(data)
        if len(given) == 1 + self.field_bytes:
            point = ffi.new(BYTES, 1 + 2 * self.field_bytes)
            check(lib.whit_key_decompress(self._curve, point, len(point), given, len(given)))
            given = point
        check(lib.whit_key_validate_public(self._curve, given, len(given)))
        return PublicKey(self, bytes(ffi.buffer(given)))

    def public_key_from_der(self, der: Buffer) -> "PublicKey":
        """That of a SubjectPublicKeyInfo. Raises KeyEncodingError, KeyCurveError or one of
        PublicKeyError."""
        given, point = read(der), ffi.new(BYTES, 1 + 2 * self.field_bytes)
        length = ffi.new("size_t *", len(point))
        check(
            lib.whit_key_public_from_der(
                self._curve, self._oid, point, length, given, len(given)
            )
        )  # fmt: skip
        return self.public_key(bytes(ffi.buffer(point, length[0])))

    def signature_to_der(self, signature: Buffer) -> bytes:
        """r and s as a SEQUENCE, as X.509 and TLS have signatures. [RFC 3279, 2.2.3]"""
        given, out = read(signature), ffi.new(BYTES, lib.glue_signature_der_bytes(self._curve))
        length = ffi.new("size_t *", len(out))
        check(lib.whit_ecdsa_signature_to_der(self._curve, out, length, given, len(given)))
        return bytes(ffi.buffer(out, length[0]))

    def signature_from_der(self, der: Buffer) -> bytes:
        """r and s side by side. Raises SignatureEncodingError."""
        given, out = read(der), ffi.new(BYTES, 2 * self.order_bytes)
        check(
            lib.whit_ecdsa_signature_from_der(self._curve, out, len(out), given, len(given))
        )  # fmt: skip
        return bytes(ffi.buffer(out))


class PrivateKey(SecretKey):
    """A private key, and its curve."""

    __slots__ = ("curve",)

    def __init__(self, curve: Curve, secret: Secret) -> None:
        super().__init__(secret)
        self.curve: Final = curve

    def to_bytes(self) -> bytearray:
        """A copy of the key, for the caller to overwrite."""
        return self._secret.copy()

    def public_key(self) -> "PublicKey":
        curve, secret = self.curve, self._secret
        point = ffi.new(BYTES, 1 + 2 * curve.field_bytes)
        check(
            lib.whit_key_public(
                curve._curve, curve._base, point, len(point), secret.held, secret.length
            )
        )  # fmt: skip
        return PublicKey(curve, bytes(ffi.buffer(point)))

    def to_der(self) -> bytearray:
        """An ECPrivateKey with the public key, for the caller to overwrite. [RFC 5915]"""
        return self._encoded(lib.whit_key_private_to_der)

    def to_pkcs8(self) -> bytearray:
        """A PrivateKeyInfo with the public key, for the caller to overwrite. [RFC 5958]"""
        return self._encoded(lib.whit_key_private_to_pkcs8)

    def _encoded(self, form: Any) -> bytearray:
        curve, secret = self.curve, self._secret
        public = read(self.public_key().to_bytes())
        out = bytearray(lib.glue_key_der_bytes(curve._curve))
        length = ffi.new("size_t *", len(out))
        check(
            form(curve._curve, curve._oid, written(out), length, secret.held, secret.length,
                 public, len(public))
        )  # fmt: skip
        # Behind the encoding there are zeros: nothing secret is left where it shrinks.
        del out[length[0] :]
        return out

    def sign(self, message: Buffer, by: Hash | None = None, *, hedged: bool = False) -> bytes:
        """r and s, side by side, of the message's digest by this hash, or by the curve's.

        The nonce is that of RFC 6979: equal messages have equal signatures. `hedged` mixes random
        bytes into it, which hinders attacks by faults and by power."""
        curve, secret, given = self.curve, self._secret, read(message)
        out = ffi.new(BYTES, 2 * curve.order_bytes)
        random = (lib.glue_random(),) if hedged else ()
        function = lib.whit_ecdsa_sign_hedged if hedged else lib.whit_ecdsa_sign
        check(
            function(
                curve._curve, curve._base, (by or curve.hash)._object, out, len(out),
                secret.held, secret.length, given, len(given), *random,
            )
        )  # fmt: skip
        return bytes(ffi.buffer(out))

    def sign_digest(self, digest: Buffer, by: Hash | None = None) -> bytes:
        """The same of a digest; the hash is then that of RFC 6979 alone."""
        curve, secret, given = self.curve, self._secret, read(digest)
        out = ffi.new(BYTES, 2 * curve.order_bytes)
        check(
            lib.whit_ecdsa_sign_digest_deterministic(
                curve._curve, curve._base, (by or curve.hash)._object, out, len(out),
                secret.held, secret.length, given, len(given),
            )
        )  # fmt: skip
        return bytes(ffi.buffer(out))

    def exchange(self, other: "PublicKey") -> bytearray:
        """The x-coordinate that the owners of both keys share, for the caller to overwrite. It is
        no key as it is: hash it with the protocol's key-derivation function. Raises KeyCurveError
        for a key of another curve. [SEC 1, 3.3.1]"""
        curve, secret = self.curve, self._secret
        given = read(on(curve, other).to_bytes())
        out = bytearray(curve.field_bytes)
        check(
            lib.whit_ecdh(
                curve._curve, written(out), len(out), secret.held, secret.length, given, len(given)
            )
        )  # fmt: skip
        return out


class PublicKey(PublicBytes):
    """A point of a curve, which has been checked: Curve.public_key makes it of bytes."""

    __slots__ = ("curve",)

    def __init__(self, curve: Curve, point: bytes) -> None:
        super().__init__(curve.name, point)
        self.curve: Final = curve

    def to_bytes(self, *, compressed: bool = False) -> bytes:
        """04, x and y; or 02 or 03, and x."""
        if not compressed:
            return self._bytes
        given, out = read(self._bytes), ffi.new(BYTES, 1 + self.curve.field_bytes)
        check(lib.whit_key_compress(self.curve._curve, out, len(out), given, len(given)))
        return bytes(ffi.buffer(out))

    def to_der(self) -> bytes:
        """A SubjectPublicKeyInfo. [RFC 5480]"""
        curve, given = self.curve, read(self._bytes)
        out = ffi.new(BYTES, lib.glue_key_der_bytes(curve._curve))
        length = ffi.new("size_t *", len(out))
        check(lib.whit_key_public_to_der(curve._curve, curve._oid, out, length, given, len(given)))
        return bytes(ffi.buffer(out, length[0]))

    def verify(self, signature: Buffer, message: Buffer, by: Hash | None = None) -> None:
        """Raises one of SignatureError, unless this is a signature of the message by the key's
        owner."""
        curve, point = self.curve, read(self._bytes)
        signed, given = read(message), read(signature)
        check(
            lib.whit_ecdsa_verify(
                curve._curve, (by or curve.hash)._object, point, len(point), signed, len(signed),
                given, len(given),
            )
        )  # fmt: skip

    def verify_digest(self, signature: Buffer, digest: Buffer) -> None:
        """The same of a digest."""
        curve, point = self.curve, read(self._bytes)
        signed, given = read(digest), read(signature)
        check(
            lib.whit_ecdsa_verify_digest(
                curve._curve, point, len(point), signed, len(signed), given, len(given)
            )
        )  # fmt: skip
