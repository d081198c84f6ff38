# SPDX-License-Identifier: MIT
"""Keys that are strings of bytes, in DER: those of EdDSA, X25519 and X448."""

from typing import Any, Final

from whit_ecc._keys import PublicBytes
from whit_ecc._memory import BYTES, Buffer, Secret, read, table, written
from whit_ecc._whit import ffi, lib
from whit_ecc.errors import check

_MORE = 16  # of a key's encoding: WHIT_OKP_PKCS8_BYTES

_FOUND = table(lib.glue_okps)


class OctetCurve:
    """A curve whose keys are strings of so many bytes."""

    __slots__ = ("key_bytes", "name")

    def __init__(self, name: str, key_bytes: int) -> None:
        self.name: Final = name
        self.key_bytes: Final = key_bytes

    def __repr__(self) -> str:
        return f"<whit_ecc curve {self.name}>"

    def _call(self, form: str, *arguments: Any) -> None:
        check(getattr(lib, f"whit_{self.name}{form}")(*arguments))


def private_from_der(name: str, length: int, der: Buffer) -> Secret:
    given, secret = read(der), Secret(length)
    check(
        lib.whit_okp_private_from_pkcs8(_FOUND[name].okp, secret.held, length, given, len(given))
    )  # fmt: skip
    return secret


def private_to_der(name: str, key: Any, length: int) -> bytearray:
    out = bytearray(length + _MORE)
    size = ffi.new("size_t *", len(out))
    check(lib.whit_okp_private_to_pkcs8(_FOUND[name].okp, written(out), size, key, length))
    del out[size[0] :]
    return out


def public_from_der(name: str, length: int, der: Buffer) -> bytes:
    given, out = read(der), ffi.new(BYTES, length)
    check(lib.whit_okp_public_from_der(_FOUND[name].okp, out, length, given, len(given)))
    return bytes(ffi.buffer(out))


class OctetPublicKey(PublicBytes):
    """A public key that is its encoding."""

    __slots__ = ()

    def to_bytes(self) -> bytes:
        return self._bytes

    def to_der(self) -> bytes:
        """A SubjectPublicKeyInfo. [RFC 8410]"""
        given, out = read(self._bytes), ffi.new(BYTES, len(self._bytes) + _MORE)
        size = ffi.new("size_t *", len(out))
        check(lib.whit_okp_public_to_der(_FOUND[self._name].okp, out, size, given, len(given)))
        return bytes(ffi.buffer(out, size[0]))
