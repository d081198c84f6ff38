# SPDX-License-Identifier: MIT
"""One Montgomery or Edwards curve of the library, whose keys are strings of bytes: the functions of
x25519.h, x448.h, ed25519.h, ed448.h, the generated headers of key agreement, and okp_der.h.

Keys, signatures and secrets are bytes as RFC 7748 and RFC 8032 have them; a private key of EdDSA is
the seed. Where the library refuses an input, StatusError is raised."""

import ctypes
import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from lab import curves
from lab.errors import LabError, UnsupportedError
from lab.library.binding import Binding, Fixed, Output, RandomSource, StatusError
from lab.library.curve import NOT_A_SIGNATURE, KeyPair
from lab.library.pem import Encoding
from lab.paths import INCLUDE

_PREHASH_BYTES = 64
_SHAKE_STATE_WORDS = 64  # more than whit_shake256_state takes
_HEADER_BYTES = 16  # of the longer encoding, PKCS #8
_ROOM = re.compile(r"typedef struct whit_\w+_room \{\s+uint64_t words\[(\d+)\];")


class Signed(NamedTuple):
    """A signature with what it is verified with."""

    public_key: bytes
    message: bytes
    signature: bytes


class _Given(ctypes.Structure):
    """`whit_ed25519_signed`, and the same of other curves."""

    _fields_ = [
        (name, kind)
        for part in Signed._fields
        for name, kind in ((part, ctypes.c_char_p), (f"{part}_length", ctypes.c_size_t))
    ]


def _given(signed: Signed) -> _Given:
    return _Given(*(word for part in signed for word in (part, len(part))))


class StringCurve:
    """A curve of the loaded library whose keys are strings of bytes."""

    def __init__(self, code: Binding, declared: curves.Curve) -> None:
        self._code = code
        self._prefix = declared.scheme_name
        self.name = declared.name
        self.names = (declared.name, *declared.aliases)
        self.security_bits = declared.security_bits
        self.key_bytes = declared.sizes.field
        self.signs = declared.eddsa

    def __repr__(self) -> str:
        return f"<curve {self.name}>"

    @property
    def encodings(self) -> tuple[Encoding, ...]:
        """The forms that its keys have in DER."""
        return tuple(_READ) if self._code.has(f"whit_okp_{self._prefix}") else ()

    @functools.cached_property
    def _type(self) -> object:
        if not self.encodings:
            raise UnsupportedError(f"{self.name} has no object identifier, so no keys in DER")
        return self._code.pointer(f"whit_okp_{self._prefix}")

    def _call(self, function: str, *arguments: object) -> None:
        self._code.call(f"whit_{self._prefix}_{function}", *arguments)

    def _private(self, private_key: bytes) -> Fixed:
        """For the functions that take no length."""
        if len(private_key) != self.key_bytes:
            raise LabError(f"a private key on {self.name} has {self.key_bytes} bytes")
        return Fixed(private_key)

    # Keys.

    def generate(self, random: RandomSource | None = None) -> KeyPair:
        """A new key pair; random bytes are the operating system's if no source is given."""
        length = 2 * self.key_bytes if self.signs else self.key_bytes
        private_key, public_key = Output(length, bare=True), Output(self.key_bytes, bare=True)
        self._call("keygen", private_key, public_key, self._code.random(random))
        return KeyPair(private_key.value[: self.key_bytes], public_key.value)

    def in_c(self, private_key: bytes) -> bytes:
        """The private key as the functions of C take it: for EdDSA the seed and the public key."""
        if not self.signs:
            return private_key
        expanded = Output(2 * self.key_bytes, bare=True)
        public_key = Output(self.key_bytes, bare=True)
        self._call("key_pair", expanded, public_key, self._private(private_key))
        return expanded.value

    def public_key(self, private_key: bytes) -> bytes:
        if self.signs:
            return self.in_c(private_key)[self.key_bytes :]
        output = Output(self.key_bytes, bare=True)
        self._call("public_key", output, self._private(private_key))
        return output.value

    def validate_public(self, public_key: bytes) -> None:
        """Where there is no function for that, by an agreement with any private key."""
        if self._code.has(f"whit_{self._prefix}_validate_public_key"):
            self._call("validate_public_key", public_key)
        else:
            self.ecdh(bytes(self.key_bytes), public_key)

    # Key agreement and signatures.

    def ecdh(self, private_key: bytes, public_key: bytes) -> bytes:
        output = Output(self.key_bytes, bare=True)
        self._call("ecdh", output, self._private(private_key), public_key)
        return output.value

    def sign(
        self, private_key: bytes, message: bytes, context: bytes = b"", *, prehash: bool = False
    ) -> bytes:
        """The signature of RFC 8032: pure, with a context, or of the message's digest."""
        kind, parts = self._signed(message, context, prehash)
        output = Output(2 * self.key_bytes, bare=True)
        function = f"whit_{self._prefix}{kind}_sign{'_digest' if prehash else ''}"
        self._code.call(function, output, Fixed(self.in_c(private_key)), *parts)
        return output.value

    def verify(
        self,
        public_key: bytes,
        message: bytes,
        signature: bytes,
        context: bytes = b"",
        *,
        prehash: bool = False,
    ) -> bool:
        """Whether the signature is the message's; StatusError for a bad key or length."""
        kind, parts = self._signed(message, context, prehash)
        function = f"whit_{self._prefix}{kind}_verify{'_digest' if prehash else ''}"
        status = self._code.status(function, public_key, *parts, signature)
        if status.name != "WHIT_OK" and status.name not in NOT_A_SIGNATURE:
            raise StatusError(status)
        return status.name == "WHIT_OK"

    def verify_batch(
        self, signed: Sequence[Signed], random: RandomSource | None = None
    ) -> list[bool]:
        """Whether each signature is its message's, all verified at once."""
        function = f"whit_{self._prefix}_verify_batch"
        if not self._code.has(function):
            raise UnsupportedError(f"{self.name} verifies no batches")
        count = len(signed)
        given = (_Given * count)(*map(_given, signed))
        room = (ctypes.c_uint64 * (count * self._room_words))()
        statuses = (ctypes.c_int * count)()
        length, source = ctypes.c_size_t(count), self._code.random(random)
        whole = self._code.status(function, statuses, room, length, given, length, source)
        if whole.name != "WHIT_OK" and whole.name not in NOT_A_SIGNATURE:
            raise StatusError(whole)
        return [self._code.named(each).name == "WHIT_OK" for each in statuses]

    @functools.cached_property
    def _room_words(self) -> int:
        """What the header says that a signature of a batch takes."""
        header = (INCLUDE / "whit" / f"{self._prefix}.h").read_text(encoding="utf-8")
        found = _ROOM.search(header)
        assert found is not None, f"{self._prefix}.h declares no room for batches"
        return int(found[1])

    def _signed(
        self, message: bytes, context: bytes, prehash: bool
    ) -> tuple[str, tuple[object, ...]]:
        """What the scheme's name ends with, and what its functions take of the message."""
        if not self.signs:
            raise UnsupportedError(f"{self.name} is not for signatures")
        if prehash:
            return "ph", (context, Fixed(self._digest(message)))
        return ("ctx", (context, message)) if context else ("", (message,))

    def _digest(self, message: bytes) -> bytes:
        if self._prefix == "ed25519":
            return self._code.digest("sha512", message)
        state = (ctypes.c_uint64 * _SHAKE_STATE_WORDS)()
        digest = Output(_PREHASH_BYTES)
        self._code.run("whit_shake256_init", state)
        self._code.run("whit_shake256_update", state, message)
        self._code.run("whit_shake256_final", state, digest)
        return digest.value

    # DER.

    def is_curve_of(self, der: bytes) -> bool:
        """Whether this is a key in DER, of either form, on this curve."""
        return bool(self.encodings) and any(
            self._code.status(_READ[encoding], self._type, Output(self.key_bytes), der).name
            == "WHIT_OK"
            for encoding in self.encodings
        )

    def from_der(self, encoding: Encoding, der: bytes) -> bytes:
        """The public key of an SPKI, the private one of a PKCS #8."""
        output = Output(self.key_bytes)
        self._code.call(_READ[encoding], self._type, output, der)
        return output.value

    def to_der(self, encoding: Encoding, key: bytes) -> bytes:
        output = Output(_HEADER_BYTES + self.key_bytes, exact=False)
        self._code.call(_WRITE[encoding], self._type, output, key)
        return output.value


_READ: dict[Encoding, str] = {
    "spki": "whit_okp_public_from_der",
    "pkcs8": "whit_okp_private_from_pkcs8",
}
_WRITE: dict[Encoding, str] = {
    "spki": "whit_okp_public_to_der",
    "pkcs8": "whit_okp_private_to_pkcs8",
}
