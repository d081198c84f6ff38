# SPDX-License-Identifier: MIT
"""A test vector as run_vectors.c reads it, and its two forms: blob and text line."""

import json
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

MAGIC = b"WHITVEC2"


class VectorError(Exception):
    """A message for the user: something about the vectors is not as it should be."""


class Operation(IntEnum):
    """What to do; the comment names the fields. operations.h has the same numbers."""

    ECDH = 0  # private key, public key (compressed or not), secret
    ECDH_SPKI = 1  # private key, public key as SubjectPublicKeyInfo, secret
    VERIFY = 2  # public key, message (a digest when there is no hash), signature
    VERIFY_DER = 3  # the same with the signature as DER
    VERIFY_DER_LOW = 4  # the same, and s must be in the lower half
    SIGN_DIGEST = 5  # private key, digest, nonce, signature
    SIGN = 6  # private key, message, signature by RFC 6979
    PUBLIC_KEY = 7  # private key, public key
    VALIDATE = 8  # public key
    DECOMPRESS = 9  # compressed public key, public key
    SPKI = 10  # SubjectPublicKeyInfo, public key


class Hash(IntEnum):
    """The hashes of Whit that vectors exist for; NONE where nothing is hashed, or something
    that Whit has not made the digest. run_vectors.c has the same numbers."""

    NONE = 0
    SHA1 = 1
    SHA224 = 2
    SHA256 = 3
    SHA384 = 4
    SHA512 = 5


class Expect(IntEnum):
    VALID = 1  # WHIT_OK and the given result
    INVALID = 2  # an error
    DIFFERENT = 3  # WHIT_OK and another result


@dataclass(frozen=True)
class Record:
    curve: str
    source: str  # file name inside its package
    case: int  # tcId, or the running number of the curve's cases in the file
    operation: Operation
    expect: Expect
    fields: tuple[bytes, ...]
    hash: Hash = Hash.NONE
    flags: tuple[str, ...] = ()  # the file's own categories
    comment: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.curve, self.source, self.case

    @property
    def group(self) -> tuple[str, str]:
        return self.curve, self.source


def native_hash(name: str) -> Hash | None:
    """Whit's hash of that name, however it is spelt; None when Whit has no such hash."""
    return Hash.__members__.get(name.upper().replace("-", ""))


def pack(records: Iterable[Record]) -> bytes:
    """The blob: all integers little-endian, the records of a curve and source side by side."""
    ordered = sorted(records, key=lambda record: record.key)
    groups = sorted({record.group for record in ordered})
    number = {group: i for i, group in enumerate(groups)}
    parts = [MAGIC + struct.pack("<II", len(groups), len(ordered))]
    for group in groups:
        for name in group:
            parts.append(_counted(name.encode()))
    for record in ordered:
        parts.append(
            struct.pack(
                "<BBBBHI",
                record.operation,
                record.hash,
                record.expect,
                len(record.fields),
                number[record.group],
                record.case,
            )
        )
        parts += map(_counted, record.fields)
    return b"".join(parts)


def _counted(field: bytes) -> bytes:
    return len(field).to_bytes(2, "little") + field


def to_line(record: Record) -> str:
    """A JSON array: curve, source, case, operation, expectation, hash, and the fields in
    hexadecimal."""
    names = (record.operation.name, record.expect.name, record.hash.name)
    words = [name.lower() for name in names]
    fields = [field.hex() for field in record.fields]
    return json.dumps([*record.key, *words, *fields], separators=(",", ":"))


def from_line(line: str) -> Record:
    curve, source, case, operation, expect, hash_name, *fields = json.loads(line)
    return Record(
        curve=curve,
        source=source,
        case=case,
        operation=Operation[operation.upper()],
        expect=Expect[expect.upper()],
        hash=Hash[hash_name.upper()],
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
