# SPDX-License-Identifier: MIT
"""The messages of the library, src/message, as a shared library of this host, and independent
signatures for them."""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512, HashAlgorithm

from lab.wire.formats import ALGORITHMS, Algorithm
from tests.arithmetic import GUARD, STATUSES
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.made import shared_library
from tests.runner.tools import ROOT

SOURCES = (*sorted((ROOT / "src/message").glob("*.c")), ROOT / "src/base/base.c")
NAMES: dict[int, str] = {value: name for name, value in STATUSES.items()}
PAYLOAD = b'{"chip_temp":20953,"measurement_id":34}'
BEHIND = b"\xa5"  # what buffers hold before a call


def algorithm(name: str) -> Algorithm:
    return next(each for each in ALGORITHMS if each.jose == name)


def shared(folder: Path, *options: str, compiler: str = "gcc") -> ctypes.CDLL:
    includes = (f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}")
    flags = (*STANDARD, *WARNINGS, "-O2", *options, *includes)
    output = folder / "messages.so"
    return ctypes.CDLL(str(shared_library(compiler, flags, SOURCES, output)))


class Cose(ctypes.Structure):
    """whit_cose"""

    _fields_ = [
        ("algorithm", ctypes.c_int32),
        ("payload", ctypes.c_void_p),
        ("payload_length", ctypes.c_size_t),
        ("external", ctypes.c_void_p),
        ("external_length", ctypes.c_size_t),
        ("key_id", ctypes.c_void_p),
        ("key_id_length", ctypes.c_size_t),
        ("detached", ctypes.c_uint8),
        ("untagged", ctypes.c_uint8),
    ]


class Opened(NamedTuple):
    """What taking a message apart gives."""

    status: str
    signed: bytes = b""
    signature: bytes = b""
    payload: bytes = b""
    key_id: bytes | None = None


def size(value: int) -> ctypes.c_size_t:
    return ctypes.c_size_t(value)


class Buffer:
    """A buffer of the caller's, with a guard behind it."""

    def __init__(self, content: bytes, capacity: int | None = None) -> None:
        self.capacity = len(content) if capacity is None else capacity
        filled = content.ljust(self.capacity, BEHIND)[: self.capacity]
        self.memory = ctypes.create_string_buffer(filled + GUARD, self.capacity + len(GUARD))

    @property
    def content(self) -> bytes:
        assert self.memory.raw[self.capacity :] == GUARD
        return self.memory.raw[: self.capacity]

    @property
    def is_wiped(self) -> bool:
        return not any(self.content)


class Messages:
    """The functions, each with the checks that hold for every call: guards are whole, and after an
    error outputs are zero or untouched."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library

    def call(self, name: str, *arguments: Any) -> str:
        status: int = getattr(self.library, f"whit_{name}")(*arguments)
        return NAMES[status]

    def _written(self, status: str, out: Buffer, length: int) -> tuple[str, bytes]:
        if status == "OK":
            assert length <= out.capacity
            return status, out.content[:length]
        if status in ("ERROR_ARGUMENT", "ERROR_OVERLAP"):
            assert out.content == BEHIND * out.capacity
        else:
            assert length == 0
            assert out.is_wiped
        return status, b""

    def _begin(self, name: str, capacity: int, *arguments: Any) -> tuple[str, bytes]:
        out, length = Buffer(b"", capacity), size(77)
        status = self.call(name, out.memory, size(capacity), ctypes.byref(length), *arguments)
        return self._written(status, out, length.value)

    def begin(
        self, name: str, algorithm: str, payload: bytes, capacity: int = 2000
    ) -> tuple[str, bytes]:
        """`name` is jss_begin, jws_begin or jws_begin_plain."""
        given = (algorithm.encode(), payload, size(len(payload)))
        return self._begin(name, capacity, *given)

    def end(
        self, name: str, begun: bytes, signature: bytes, capacity: int = 2000
    ) -> tuple[str, bytes]:
        out, length = Buffer(begun, capacity), size(len(begun))
        given = (signature, size(len(signature)))
        status = self.call(f"{name}_end", out.memory, size(capacity), ctypes.byref(length), *given)
        return self._written(status, out, length.value)

    def made(self, name: str, algorithm: str, payload: bytes, sign: "Sign") -> bytes:
        """A message, by the functions of jss, jws, or jws_plain."""
        family, _, form = name.partition("_")
        status, begun = self.begin(f"{family}_begin{'_' if form else ''}{form}", algorithm, payload)
        assert status == "OK"
        status, message = self.end(family, begun, sign(begun))
        assert status == "OK"
        return message

    def jss_open(
        self,
        algorithm: str,
        message: bytes,
        signature_bytes: int,
        capacity: int | None = None,
        in_place: bool = False,
    ) -> Opened:
        given = Buffer(message)
        signed = given if in_place else Buffer(b"", len(message) if capacity is None else capacity)
        signature, length = Buffer(b"", signature_bytes), size(77)
        status = self.call(
            "jss_open",
            algorithm.encode(),
            given.memory,
            size(len(message)),
            signed.memory,
            size(signed.capacity),
            ctypes.byref(length),
            signature.memory,
            size(signature_bytes),
        )
        if status != "OK":
            assert signed.is_wiped
            assert signature.is_wiped
            assert length.value == 0
            return Opened(status)
        assert in_place or given.content == message
        return Opened(status, signed.content[: length.value], signature.content)

    def jss_payload(self, signed: bytes, in_place: bool = False) -> tuple[str, bytes]:
        given = Buffer(signed)
        out, length = given if in_place else Buffer(b"", len(signed)), size(77)
        status = self.call(
            "jss_payload",
            out.memory,
            size(out.capacity),
            ctypes.byref(length),
            given.memory,
            size(len(signed)),
        )
        if status != "OK":
            assert out.is_wiped
            return status, b""
        return status, out.content[: length.value]

    def jws_open(
        self, algorithm: str, message: bytes, signature_bytes: int, capacity: int | None = None
    ) -> Opened:
        given = Buffer(message)
        payload = Buffer(b"", len(message) if capacity is None else capacity)
        signature = Buffer(b"", signature_bytes)
        signed_length, length = size(77), size(77)
        status = self.call(
            "jws_open",
            algorithm.encode(),
            given.memory,
            size(len(message)),
            ctypes.byref(signed_length),
            payload.memory,
            size(payload.capacity),
            ctypes.byref(length),
            signature.memory,
            size(signature_bytes),
        )
        assert given.content == message
        if status != "OK":
            assert payload.is_wiped
            assert signature.is_wiped
            assert (length.value, signed_length.value) == (0, 0)
            return Opened(status)
        signed = message[: signed_length.value]
        return Opened(status, signed, signature.content, payload.content[: length.value])

    def cose(
        self,
        number: int,
        payload: bytes | None = None,
        external: bytes = b"",
        key_id: bytes | None = None,
        detached: bool = False,
        untagged: bool = False,
    ) -> tuple[Cose, list[Any]]:
        """The structure, and what it points to."""
        held = [
            None if each is None else ctypes.create_string_buffer(each, len(each) or 1)
            for each in (payload, external or None, key_id)
        ]
        at = [None if each is None else ctypes.addressof(each) for each in held]
        fields: list[Any] = [number]
        for where, what in zip(at, (payload, external, key_id), strict=True):
            fields += [where, len(what or b"")]
        return Cose(*fields, int(detached), int(untagged)), held

    def cose_begin(
        self, number: int, payload: bytes, capacity: int = 2000, head: bool = False, **more: Any
    ) -> tuple[str, bytes]:
        structure, held = self.cose(number, payload, **more)
        out, length = Buffer(b"", capacity), size(77)
        status = self.call(
            f"cose_begin{'_head' if head else ''}",
            ctypes.byref(structure),
            out.memory,
            size(capacity),
            ctypes.byref(length),
        )
        assert len(held) == 3
        return self._written(status, out, length.value)

    def cose_end(
        self, number: int, payload: bytes, signature: bytes, capacity: int = 2000, **more: Any
    ) -> tuple[str, bytes]:
        structure, held = self.cose(number, payload, **more)
        out, length = Buffer(b"", capacity), size(77)
        status = self.call(
            "cose_end",
            ctypes.byref(structure),
            out.memory,
            size(capacity),
            ctypes.byref(length),
            signature,
            size(len(signature)),
        )
        assert len(held) == 3
        return self._written(status, out, length.value)

    def cose_open(
        self,
        number: int,
        message: bytes,
        signature_bytes: int,
        capacity: int = 2000,
        head: bool = False,
        **more: Any,
    ) -> Opened:
        structure, held = self.cose(number, **more)
        before = bytes(structure)
        given, signed = Buffer(message), Buffer(b"", capacity)
        signature, length = Buffer(b"", signature_bytes), size(77)
        status = self.call(
            f"cose_open{'_head' if head else ''}",
            ctypes.byref(structure),
            given.memory,
            size(len(message)),
            signed.memory,
            size(capacity),
            ctypes.byref(length),
            signature.memory,
            size(signature_bytes),
        )
        assert len(held) == 3
        assert given.content == message
        if status != "OK":
            assert signed.is_wiped
            assert signature.is_wiped
            assert length.value == 0
            assert bytes(structure) == before
            return Opened(status)
        payload = ctypes.string_at(structure.payload or 0, structure.payload_length)
        key_id = None
        if structure.key_id is not None:
            key_id = ctypes.string_at(structure.key_id, structure.key_id_length)
        return Opened(status, signed.content[: length.value], signature.content, payload, key_id)


Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes], bool]
HASHES: Mapping[str, HashAlgorithm] = {"ES384": SHA384(), "ES512": SHA512()}
GROUPS: Mapping[str, ec.EllipticCurve] = {
    "ES192": ec.SECP192R1(),
    "ES224": ec.SECP224R1(),
    "ES256": ec.SECP256R1(),
    "ES256K": ec.SECP256K1(),
    "ES384": ec.SECP384R1(),
    "ES512": ec.SECP521R1(),
}


@cache
def ecdsa(name: str) -> tuple[Sign, Verify]:
    """A key of an algorithm in OpenSSL: what signs and what verifies."""
    key = ec.derive_private_key(0x1234567890ABCDEF, GROUPS[name])
    scheme = ec.ECDSA(HASHES.get(name, SHA256()))
    half = algorithm(name).signature_bytes // 2

    def sign(message: bytes) -> bytes:
        r, s = utils.decode_dss_signature(key.sign(message, scheme))
        return r.to_bytes(half) + s.to_bytes(half)

    def verify(message: bytes, signature: bytes) -> bool:
        r, s = int.from_bytes(signature[:half]), int.from_bytes(signature[half:])
        try:
            key.public_key().verify(utils.encode_dss_signature(r, s), message, scheme)
        except InvalidSignature:
            return False
        return True

    return sign, verify


@cache
def eddsa(signature_bytes: int) -> tuple[Sign, Verify]:
    key: ed25519.Ed25519PrivateKey | ed448.Ed448PrivateKey
    if signature_bytes == 64:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    else:
        key = ed448.Ed448PrivateKey.from_private_bytes(bytes(range(57)))

    def verify(message: bytes, signature: bytes) -> bool:
        try:
            key.public_key().verify(signature, message)
        except InvalidSignature:
            return False
        return True

    return key.sign, verify


def keys(of: Algorithm) -> tuple[Sign, Verify]:
    """What signs and verifies. OpenSSL has no curve of 160 bits: there it is no signature, but
    bytes of that length which depend on the message."""
    if of.jose == "EdDSA":
        return eddsa(of.signature_bytes)
    if of.jose in GROUPS:
        return ecdsa(of.jose)

    def sign(message: bytes) -> bytes:
        return (message * of.signature_bytes)[: -of.signature_bytes - 1 : -1]

    return sign, lambda message, signature: sign(message) == signature


def ids(algorithms: Sequence[Algorithm]) -> list[str]:
    return [each.curve for each in algorithms]
