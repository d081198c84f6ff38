# SPDX-License-Identifier: MIT
"""Formats of signed readings, made by themselves: what the library's are compared with."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lab import curves

# The reading of mossinger2016, figure 2.
READING: Mapping[str, object] = {"chip_temp": 20953, "measurement_id": 34}


@dataclass(frozen=True)
class Algorithm:
    """A signature algorithm by its names [RFC 7518, 3.1; RFC 8812; RFC 8037; IANA COSE registry].
    Those of shorter curves are the study's, and of COSE for private use."""

    curve: str
    jose: str
    cose: int

    @property
    def signature_bytes(self) -> int:
        return curves.find(self.curve).under("sign").sizes.buffers["signature"]


ALGORITHMS = (
    Algorithm("secp160r1", "ES160", -65696),
    Algorithm("secp192r1", "ES192", -65728),
    Algorithm("secp224r1", "ES224", -65760),
    Algorithm("secp256r1", "ES256", -7),
    Algorithm("secp256k1", "ES256K", -47),
    Algorithm("secp384r1", "ES384", -35),
    Algorithm("secp521r1", "ES512", -36),
    Algorithm("ed25519", "EdDSA", -8),
    Algorithm("ed448", "EdDSA", -8),
)


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def base64url(given: bytes) -> str:
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


def head(kind: int, value: int) -> bytes:
    """The head of a CBOR item [RFC 8949, 3]."""
    if value < 24:
        return bytes([kind << 5 | value])
    size = next(i for i in range(4) if value < 1 << (8 << i))
    return bytes([kind << 5 | 24 + size]) + value.to_bytes(1 << size)


def integer(value: int) -> bytes:
    return head(0, value) if value >= 0 else head(1, -1 - value)


def string(given: bytes, kind: int = 2) -> bytes:
    return head(kind, len(given)) + given


def number(value: float) -> bytes:
    """A number with a fraction in the shortest form that has all of it [RFC 8949, 4.2.2]."""
    for kind, size in (("e", 25), ("f", 26)):
        try:
            made = struct.pack(f">{kind}", value)
        except OverflowError:
            continue
        if struct.unpack(f">{kind}", made)[0] == value:
            return bytes([7 << 5 | size]) + made
    return bytes([7 << 5 | 27]) + struct.pack(">d", value)


def cbor(value: object) -> bytes:
    """A value of JSON [RFC 8949, 6.2]."""
    match value:
        case bool() | None:
            return head(7, {False: 20, True: 21, None: 22}[value])
        case int():
            if -(1 << 64) <= value < 1 << 64:
                return integer(value)
            large = value if value >= 0 else -1 - value
            return head(6, 2 + (value < 0)) + string(large.to_bytes((large.bit_length() + 7) // 8))
        case float():
            return number(value)
        case str():
            return string(value.encode(), 3)
        case list():
            return head(4, len(value)) + b"".join(map(cbor, value))
        case dict():
            return head(5, len(value)) + b"".join(cbor(x) for item in value.items() for x in item)
    raise TypeError(f"{type(value).__name__} is not of JSON")


def plain(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    return payload


def jss(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    """doc/jss.md."""
    members = {"jss.protected": {"alg": algorithm.jose}, **json.loads(payload)}
    return compact({**members, "jss.signature": base64url(signature)})


def jws(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    """RFC 7515, 7.1."""
    header = base64url(compact({"alg": algorithm.jose}))
    return f"{header}.{base64url(payload)}.{base64url(signature)}".encode()


def jws_plain(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    """RFC 7797, 5.2."""
    header = base64url(compact({"alg": algorithm.jose, "b64": False, "crit": ["b64"]}))
    return b"%b.%b.%b" % (header.encode(), payload, base64url(signature).encode())


def cose_sign1(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    """RFC 9052, 4.2."""
    header = head(5, 1) + integer(1) + integer(algorithm.cose)
    parts = (string(header), head(5, 0), string(payload), string(signature))
    return head(6, 18) + head(4, 4) + b"".join(parts)


def cose_sign1_cbor(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    return cose_sign1(cbor(json.loads(payload)), algorithm, signature)


def recovery(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    """doc/ecpv.md; of r and s there is s alone. The payload is not masked here."""
    order_bytes = len(signature) // 2
    return bytes(order_bytes // 2) + payload + signature[order_bytes:]


def recovery_cbor(payload: bytes, algorithm: Algorithm, signature: bytes) -> bytes:
    return recovery(cbor(json.loads(payload)), algorithm, signature)


@dataclass(frozen=True)
class Format:
    name: str
    description: str
    make: Callable[[bytes, Algorithm, bytes], bytes]
    is_signed: bool = True
    recovers: bool = False

    def signed_by(self, algorithm: Algorithm) -> str:
        """A name, or a dash."""
        if not self.is_signed:
            return "–"
        return "ECPV" if self.recovers else algorithm.jose

    def suits(self, algorithm: Algorithm) -> bool:
        return not self.recovers or curves.find(algorithm.curve).form == "weierstrass"

    def size(self, payload: bytes, algorithm: Algorithm) -> int:
        """Bytes of a message."""
        return len(self.make(payload, algorithm, bytes(algorithm.signature_bytes)))


FORMATS = (
    Format("plain", "the reading, unsigned", plain, is_signed=False),
    Format("jss", "JSON Sensor Signatures", jss),
    Format("jws", "JSON Web Signature, compact", jws),
    Format("jws-plain", "the same, payload not encoded", jws_plain),
    Format("cose", "COSE_Sign1", cose_sign1),
    Format("cose-cbor", "the same, the reading in CBOR", cose_sign1_cbor),
    Format("recovery", "a signature with message recovery", recovery, recovers=True),
    Format("recovery-cbor", "the same, the reading in CBOR", recovery_cbor, recovers=True),
)
