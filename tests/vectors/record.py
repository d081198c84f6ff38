# SPDX-License-Identifier: MIT
"""A test vector as run_vectors.c reads it, and its two forms: blob and text line."""

import json
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

MAGIC = b"WHITVEC1"


class VectorError(Exception):
    """A message for the user: something about the vectors is not as it should be."""


class Operation(IntEnum):
    """What to do; the comment names the fields. run_vectors.c has the same numbers."""

    NOTHING = 0  # none: refused before the library sees it
    ECDH = 1  # private key, public key (compressed or not), secret
    VERIFY = 2  # public key, message, signature
    VERIFY_DER = 3  # public key, message, signature as DER
    VERIFY_DIGEST = 4  # public key, digest, signature
    VERIFY_DIGEST_DER = 5  # public key, digest, signature as DER
    SIGN_DIGEST = 6  # private key, digest, nonce, signature
    SIGN = 7  # private key, message, signature by RFC 6979 with SHA-256
    PUBLIC_KEY = 8  # private key, public key
    VALIDATE = 9  # public key
    DECOMPRESS = 10  # compressed public key, public key


class Expect(IntEnum):
    VALID = 1  # WHIT_OK and the given result
    INVALID = 2  # an error
    DIFFERENT = 3  # WHIT_OK and another result


@dataclass(frozen=True)
class Record:
    source: str  # file name inside its package
    case: int  # tcId, or the running number of secp256r1 cases in the file
    operation: Operation
    expect: Expect
    fields: tuple[bytes, ...]
    flags: tuple[str, ...] = ()  # the file's own categories
    comment: str = ""

    @property
    def stratum(self) -> tuple[str, tuple[str, ...], int]:
        return self.source, self.flags, int(self.expect)


def pack(records: Iterable[Record]) -> bytes:
    """The blob: all integers little-endian, the records of a source side by side."""
    ordered = sorted(records, key=lambda record: (record.source, record.case))
    sources = sorted({record.source for record in ordered})
    number = {source: i for i, source in enumerate(sources)}
    blob = bytearray(MAGIC + struct.pack("<II", len(sources), len(ordered)))
    for source in sources:
        name = source.encode()
        blob += struct.pack("<H", len(name)) + name
    for record in ordered:
        blob += struct.pack(
            "<BBHIB",
            record.operation,
            record.expect,
            number[record.source],
            record.case,
            len(record.fields),
        )
        for field in record.fields:
            blob += struct.pack("<H", len(field)) + field
    return bytes(blob)


def to_line(record: Record) -> str:
    """A JSON array: source, case, operation, expectation, and the fields in hexadecimal."""
    names = record.operation.name.lower(), record.expect.name.lower()
    fields = [field.hex() for field in record.fields]
    return json.dumps([record.source, record.case, *names, *fields], separators=(",", ":"))


def from_line(line: str) -> Record:
    source, case, operation, expect, *fields = json.loads(line)
    return Record(
        source=source,
        case=case,
        operation=Operation[operation.upper()],
        expect=Expect[expect.upper()],
        fields=tuple(bytes.fromhex(field) for field in fields),
    )


def read_lines(path: Path) -> list[Record]:
    """Records of a text file; lines that begin with # are comments."""
    lines = path.read_text().splitlines()
    return [from_line(line) for line in lines if line and not line.startswith("#")]


def write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(content)
    temporary.replace(path)
