# SPDX-License-Identifier: MIT
"""Ed25519 and Ed448. Keys and signatures are those of RFC 8032, numbers little-endian."""

from typing import Any, Final

from whit_ecc import okp
from whit_ecc._keys import SecretKey
from whit_ecc._memory import BYTES, Buffer, Secret, read
from whit_ecc._whit import ffi, lib
from whit_ecc.errors import PrivateKeyLengthError


class EdwardsCurve(okp.OctetCurve):
    """A curve with its signatures; those of whit_ecc.curves are all there are."""

    __slots__ = ("signature_bytes",)

    def __init__(self, name: str, key_bytes: int) -> None:
        super().__init__(name, key_bytes)
        self.signature_bytes: Final = 2 * key_bytes

    def generate(self) -> "EdwardsPrivateKey":
        """A new key, by the operating system's generator. [RFC 8032, 5.1.5]"""
        secret, public = Secret(2 * self.key_bytes), ffi.new(BYTES, self.key_bytes)
        self._call("_keygen", secret.held, public, lib.glue_random())
        return EdwardsPrivateKey(self, secret)

    def private_key(self, data: Buffer) -> "EdwardsPrivateKey":
        """The key of these bytes, which RFC 8032 calls the private key. Raises
        PrivateKeyLengthError."""
        given = read(data)
        if len(given) != self.key_bytes:
            raise PrivateKeyLengthError
        secret, public = Secret(2 * self.key_bytes), ffi.new(BYTES, self.key_bytes)
        self._call("_key_pair", secret.held, public, given)
        return EdwardsPrivateKey(self, secret)

    def private_key_from_der(self, der: Buffer) -> "EdwardsPrivateKey":
        """That of a PrivateKeyInfo (PKCS #8). Raises KeyEncodingError or KeyCurveError."""
        seed = okp.private_from_der(self.name, self.key_bytes, der)
        try:
            return self.private_key(ffi.buffer(seed.held, seed.length))
        finally:
            seed.wipe()

    def public_key(self, data: Buffer) -> "EdwardsPublicKey":
        """The key of these bytes, which is checked. Raises one of PublicKeyError."""
        given = read(data)
        self._call("_validate_public_key", given, len(given))
        return EdwardsPublicKey(self, bytes(ffi.buffer(given)))

    def public_key_from_der(self, der: Buffer) -> "EdwardsPublicKey":
        """That of a SubjectPublicKeyInfo. Raises KeyEncodingError, KeyCurveError or one of
        PublicKeyError."""
        return self.public_key(okp.public_from_der(self.name, self.key_bytes, der))


class EdwardsPrivateKey(SecretKey):
    """A private key, and its curve."""

    __slots__ = ("curve",)

    def __init__(self, curve: EdwardsCurve, secret: Secret) -> None:
        super().__init__(secret)
        self.curve: Final = curve

    def _halves(self) -> tuple[Any, Any]:
        """RFC 8032's private key, and the public key."""
        whole = memoryview(ffi.buffer(self._secret.held, self._secret.length))
        half = self.curve.key_bytes
        return whole[:half], whole[half:]

    def to_bytes(self) -> bytearray:
        """A copy of the key, for the caller to overwrite."""
        return bytearray(self._halves()[0])

    def to_pkcs8(self) -> bytearray:
        """A PrivateKeyInfo, for the caller to overwrite. [RFC 8410]"""
        curve = self.curve
        return okp.private_to_der(curve.name, self._secret.held, curve.key_bytes)

    def public_key(self) -> "EdwardsPublicKey":
        return EdwardsPublicKey(self.curve, bytes(self._halves()[1]))

    def sign(
        self, message: Buffer, context: Buffer | None = None, *, hedged: bool = False
    ) -> bytes:
        """A signature of the message; with a context, of at most 255 bytes, that of Ed25519ctx, or
        of Ed448 with it. `hedged` mixes random bytes into the nonce, which hinders attacks by
        faults and by power. Raises ContextLengthError."""
        given = read(message)
        return self._signed(context, "_sign", (given, len(given)), hedged)

    def sign_prehashed(
        self, digest: Buffer, context: Buffer = b"", *, hedged: bool = False
    ) -> bytes:
        """Ed25519ph of the message's SHA-512; Ed448ph of 64 bytes of its SHAKE256."""
        return self._signed(context, "ph_sign_digest", (_digest(digest),), hedged)

    def _signed(
        self, context: Buffer | None, form: str, message: tuple[Any, ...], hedged: bool
    ) -> bytes:
        out = ffi.new(BYTES, self.curve.signature_bytes)
        form, before = _with_context(form, context)
        arguments = [out, self._secret.held, *before, *message]
        if hedged:
            form += "_hedged"
            arguments.append(lib.glue_random())
        self.curve._call(form, *arguments)
        return bytes(ffi.buffer(out))


class EdwardsPublicKey(okp.OctetPublicKey):
    """A public key, which has been checked: EdwardsCurve.public_key makes it of bytes."""

    __slots__ = ("curve",)

    def __init__(self, curve: EdwardsCurve, key: bytes) -> None:
        super().__init__(curve.name, key)
        self.curve: Final = curve

    def verify(self, signature: Buffer, message: Buffer, context: Buffer | None = None) -> None:
        """Raises one of SignatureError, unless this is a signature of the message, with this
        context if there is one, by the key's owner."""
        signed = read(message)
        self._verified(context, "_verify", (signed, len(signed)), signature)

    def verify_prehashed(self, signature: Buffer, digest: Buffer, context: Buffer = b"") -> None:
        """The same of what sign_prehashed gives."""
        self._verified(context, "ph_verify_digest", (_digest(digest),), signature)

    def _verified(
        self, context: Buffer | None, form: str, message: tuple[Any, ...], signature: Buffer
    ) -> None:
        key, given = read(self._bytes), read(signature)
        form, before = _with_context(form, context)
        self.curve._call(form, key, len(key), *before, *message, given, len(given))


_PREHASH_BYTES = 64


def _digest(given: Buffer) -> Any:
    found = read(given)
    if len(found) != _PREHASH_BYTES:
        raise ValueError(f"a digest that is signed has {_PREHASH_BYTES} bytes, not {len(found)}")
    return found


def _with_context(form: str, context: Buffer | None) -> tuple[str, tuple[Any, ...]]:
    """The function that takes a context, and the arguments that are it."""
    if context is None:
        return form, ()
    held = read(context)
    return form if form.startswith("ph") else f"ctx{form}", (held, len(held))
