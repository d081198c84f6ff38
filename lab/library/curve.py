# SPDX-License-Identifier: MIT
"""One curve of the library, with the functions of key.h, ecdh.h, ecdsa.h, der.h and key_der.h.

Keys, signatures and secrets are bytes in the library's own forms: big-endian, public keys
uncompressed unless said otherwise, signatures r || s. Where the library refuses an input,
StatusError is raised."""

import ctypes
import functools
from dataclasses import dataclass
from typing import get_args

from lab.errors import UnsupportedError
from lab.library.binding import Binding, Output, RandomSource, StatusError
from lab.library.parameters import Parameters
from lab.library.pem import Encoding

NOT_A_SIGNATURE = ("WHIT_ERROR_SIGNATURE_INVALID", "WHIT_ERROR_SIGNATURE_RANGE")
_NOT_LOW = "WHIT_ERROR_SIGNATURE_RANGE"
_EXTRA_DER_BYTES = 64


@dataclass(frozen=True)
class KeyPair:
    private_key: bytes
    public_key: bytes


@dataclass(frozen=True)
class PrivateKeyFile:
    """What the DER of a private key holds; the public key is empty when it is left out, and
    compressed when it is so there."""

    private_key: bytes
    public_key: bytes


@dataclass(frozen=True)
class Recoverable:
    signature: bytes
    recovery_id: int


class Curve:
    """A curve of the loaded library."""

    def __init__(self, code: Binding, parameters: Parameters) -> None:
        self._code = code
        self.parameters = parameters
        self.name = parameters.name
        self.names = parameters.names
        self.security_bits = parameters.security_bits
        self._curve = code.pointer(f"whit_{self.name}")
        self.order_bytes = code.size("whit_curve_order_bytes", self._curve)
        self.field_bytes = code.size("whit_curve_field_bytes", self._curve)
        self.public_key_bytes = 1 + 2 * self.field_bytes
        self.compressed_key_bytes = 1 + self.field_bytes
        self.signature_bytes = 2 * self.order_bytes

    def __repr__(self) -> str:
        return f"<curve {self.name}>"

    @property
    def encodings(self) -> tuple[Encoding, ...]:
        """The forms that its keys have in DER."""
        return get_args(Encoding) if self.parameters.oid else ()

    @functools.cached_property
    def _base(self) -> object:
        return self._code.pointer(f"whit_{self.name}_base")

    @functools.cached_property
    def _oid(self) -> object:
        if self.parameters.oid is None:
            raise UnsupportedError(f"{self.name} has no object identifier, so no keys in DER")
        return self._code.pointer(f"whit_{self.name}_oid")

    def _hash(self, name: str | None) -> object:
        return self._code.hash(name or self.parameters.hash)

    def _output(self, length: int, function: str, *arguments: object) -> bytes:
        """Call a function whose output of fixed length comes before `arguments`."""
        output = Output(length)
        self._code.call(function, self._curve, output, *arguments)
        return output.value

    # Keys.

    def generate(self, random: RandomSource | None = None) -> KeyPair:
        """A new key pair; random bytes are the operating system's if no source is given."""
        private_key, public_key = Output(self.order_bytes), Output(self.public_key_bytes)
        source = self._code.random(random)
        self._code.call(
            "whit_key_generate", self._curve, self._base, private_key, public_key, source
        )
        return KeyPair(private_key.value, public_key.value)

    def public_key(self, private_key: bytes) -> bytes:
        output = Output(self.public_key_bytes)
        self._code.call("whit_key_public", self._curve, self._base, output, private_key)
        return output.value

    def in_c(self, private_key: bytes) -> bytes:
        """The private key as the functions of C take it, which is as files hold it."""
        return private_key

    def validate_private(self, private_key: bytes) -> None:
        self._code.call("whit_key_validate_private", self._curve, private_key)

    def validate_public(self, public_key: bytes) -> None:
        self._code.call("whit_key_validate_public", self._curve, public_key)

    def compress(self, public_key: bytes) -> bytes:
        return self._output(self.compressed_key_bytes, "whit_key_compress", public_key)

    def decompress(self, compressed: bytes) -> bytes:
        return self._output(self.public_key_bytes, "whit_key_decompress", compressed)

    # Key agreement.

    def ecdh(self, private_key: bytes, public_key: bytes) -> bytes:
        return self._output(self.field_bytes, "whit_ecdh", private_key, public_key)

    def ecdh_cofactor(self, private_key: bytes, public_key: bytes) -> bytes:
        return self._output(self.field_bytes, "whit_ecdh_cofactor", private_key, public_key)

    # Signatures. The hash is the curve's own unless one is named.

    def sign(self, private_key: bytes, message: bytes, hash_name: str | None = None) -> bytes:
        """The signature of RFC 6979."""
        return self._sign("whit_ecdsa_sign", hash_name, private_key, message)

    def sign_hedged(
        self,
        private_key: bytes,
        message: bytes,
        hash_name: str | None = None,
        random: RandomSource | None = None,
    ) -> bytes:
        """A signature with random bytes mixed into the nonce of RFC 6979."""
        source = self._code.random(random)
        return self._sign("whit_ecdsa_sign_hedged", hash_name, private_key, message, source)

    def sign_digest(self, private_key: bytes, digest: bytes, hash_name: str | None = None) -> bytes:
        """The signature of RFC 6979 of a digest; the hash derives the nonce."""
        function = "whit_ecdsa_sign_digest_deterministic"
        return self._sign(function, hash_name, private_key, digest)

    def sign_digest_random(
        self, private_key: bytes, digest: bytes, random: RandomSource | None = None
    ) -> bytes:
        """A signature of a digest with a random nonce."""
        output = Output(self.signature_bytes)
        source = self._code.random(random)
        self._code.call(
            "whit_ecdsa_sign_digest", self._curve, self._base, output, private_key, digest, source
        )
        return output.value

    def _sign(self, function: str, hash_name: str | None, *arguments: object) -> bytes:
        output = Output(self.signature_bytes)
        chosen = self._hash(hash_name)
        self._code.call(function, self._curve, self._base, chosen, output, *arguments)
        return output.value

    def verify(
        self, public_key: bytes, message: bytes, signature: bytes, hash_name: str | None = None
    ) -> bool:
        """Whether the signature is the message's; StatusError for a bad key or length."""
        function, chosen = "whit_ecdsa_verify", self._hash(hash_name)
        return self._holds(function, NOT_A_SIGNATURE, chosen, public_key, message, signature)

    def verify_digest(self, public_key: bytes, digest: bytes, signature: bytes) -> bool:
        function = "whit_ecdsa_verify_digest"
        return self._holds(function, NOT_A_SIGNATURE, public_key, digest, signature)

    def _holds(self, function: str, negative: tuple[str, ...], *arguments: object) -> bool:
        status = self._code.status(function, self._curve, *arguments)
        if status.name != "WHIT_OK" and status.name not in negative:
            raise StatusError(status)
        return status.name == "WHIT_OK"

    def sign_recoverable(
        self, private_key: bytes, message: bytes, hash_name: str | None = None
    ) -> Recoverable:
        """The signature of RFC 6979 with the number that recovers the public key from it."""
        return self._recoverable(
            "whit_ecdsa_sign_recoverable", self._hash(hash_name), private_key, message
        )

    def sign_digest_recoverable(
        self, private_key: bytes, digest: bytes, hash_name: str | None = None
    ) -> Recoverable:
        return self._recoverable(
            "whit_ecdsa_sign_digest_recoverable", self._hash(hash_name), private_key, digest
        )

    def _recoverable(
        self, function: str, chosen: object, private_key: bytes, signed: bytes
    ) -> Recoverable:
        output, number = Output(self.signature_bytes), ctypes.c_uint8()
        self._code.call(
            *(function, self._curve, self._base, chosen, output, ctypes.byref(number)),
            *(private_key, signed),
        )
        return Recoverable(output.value, number.value)

    def recover(
        self, recovery_id: int, message: bytes, signature: bytes, hash_name: str | None = None
    ) -> bytes:
        """The public key of a signature."""
        output, number = Output(self.public_key_bytes), ctypes.c_uint8(recovery_id)
        chosen = self._hash(hash_name)
        self._code.call(
            "whit_ecdsa_recover", self._curve, chosen, output, number, message, signature
        )
        return output.value

    def recover_digest(self, recovery_id: int, digest: bytes, signature: bytes) -> bytes:
        number = ctypes.c_uint8(recovery_id)
        return self._output(
            self.public_key_bytes, "whit_ecdsa_recover_digest", number, digest, signature
        )

    def make_low(self, signature: bytes) -> bytes:
        """The signature with the lesser of s and order - s."""
        buffer = ctypes.create_string_buffer(signature, len(signature))
        length = ctypes.c_size_t(len(signature))
        self._code.call("whit_ecdsa_make_low", self._curve, buffer, length, None)
        return buffer.raw

    def is_low(self, signature: bytes) -> bool:
        return self._holds("whit_ecdsa_is_low", (_NOT_LOW,), signature)

    # DER.

    def signature_to_der(self, signature: bytes) -> bytes:
        return self._to_der("whit_ecdsa_signature_to_der", (), signature)

    def signature_from_der(self, der: bytes) -> bytes:
        return self._output(self.signature_bytes, "whit_ecdsa_signature_from_der", der)

    def public_to_der(self, public_key: bytes) -> bytes:
        """SubjectPublicKeyInfo of an uncompressed or compressed key."""
        return self._to_der("whit_key_public_to_der", (self._oid,), public_key)

    def public_from_der(self, der: bytes) -> bytes:
        """The key of a SubjectPublicKeyInfo, compressed when it is so there."""
        output = Output(self.public_key_bytes, exact=False)
        self._code.call("whit_key_public_from_der", self._curve, self._oid, output, der)
        return output.value

    def private_to_der(self, private_key: bytes, public_key: bytes = b"") -> bytes:
        """ECPrivateKey, with the public key unless it is empty."""
        return self._to_der(
            "whit_key_private_to_der", (self._oid,), private_key, *_optional(public_key)
        )

    def private_to_pkcs8(self, private_key: bytes, public_key: bytes = b"") -> bytes:
        """PrivateKeyInfo, with the public key unless it is empty."""
        return self._to_der(
            "whit_key_private_to_pkcs8", (self._oid,), private_key, *_optional(public_key)
        )

    def private_from_der(self, der: bytes) -> PrivateKeyFile:
        return self._private_from("whit_key_private_from_der", der)

    def private_from_pkcs8(self, der: bytes) -> PrivateKeyFile:
        return self._private_from("whit_key_private_from_pkcs8", der)

    def is_curve_of(self, der: bytes) -> bool:
        """Whether a key in DER, of any of the forms above, names this curve."""
        status = self._code.status("whit_key_der_is", self._oid, der)
        return status.name == "WHIT_OK"

    def _to_der(self, function: str, objects: tuple[object, ...], *inputs: object) -> bytes:
        capacity = 2 * (self.field_bytes + self.order_bytes) + _EXTRA_DER_BYTES
        output = Output(capacity, exact=False)
        self._code.call(function, self._curve, *objects, output, *inputs)
        return output.value

    def _private_from(self, function: str, der: bytes) -> PrivateKeyFile:
        private_key = Output(self.order_bytes)
        public_key = Output(self.public_key_bytes, exact=False)
        self._code.call(function, self._curve, self._oid, private_key, public_key, der)
        return PrivateKeyFile(private_key.value, public_key.value)


def _optional(public_key: bytes) -> tuple[object, ...]:
    """A public key, or the null pointer that leaves it out."""
    return (public_key,) if public_key else (None, ctypes.c_size_t(0))
