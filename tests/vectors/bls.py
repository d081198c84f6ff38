# SPDX-License-Identifier: MIT
"""The vectors of BLS signatures: bls.jsonl says where they are from."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent / "bls.jsonl"


@dataclass(frozen=True)
class Derived:
    """A signature by a key that is derived."""

    arrangement: str
    message: bytes
    material: bytes
    signature: bytes


@dataclass(frozen=True)
class Signature:
    """Of min_pk."""

    message: bytes
    private_key: bytes
    public_key: bytes
    signature: bytes


@dataclass(frozen=True)
class Multiples:
    """SHA-256 of the encodings of multiples of a base point by 1 to 999."""

    second: bool
    compressed: bool
    size: int
    digest: bytes


@cache
def _rows() -> tuple[list[str | int], ...]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines if not line.startswith("#"))


def _texts(kind: str) -> list[list[str]]:
    return [[str(each) for each in row[1:]] for row in _rows() if row[0] == kind]


def derived() -> list[Derived]:
    return [Derived(name, *map(bytes.fromhex, rest)) for name, *rest in _texts("circl")]


def signatures() -> list[Signature]:
    return [
        Signature(message.encode(), *map(bytes.fromhex, rest)) for message, *rest in _texts("crate")
    ]


def multiples() -> list[Multiples]:
    return [
        Multiples(group == "g2", form == "compressed", int(size), bytes.fromhex(digest))
        for group, form, size, digest in _texts("multiples")
    ]
