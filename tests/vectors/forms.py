# SPDX-License-Identifier: MIT
"""Vectors of X25519, Ed25519, X448 and Ed448: those of Wycheproof and of the RFCs."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.vectors import cavp, wycheproof

FAMILIES = ("25519", "448")


@dataclass(frozen=True)
class Vector:
    """A call: key agreement, or signing or verifying a message without context."""

    source: str
    operation: str  # ecdh, sign or verify
    inputs: Mapping[str, bytes]
    wanted: bytes | None  # the secret or signature, nothing of a good signature; None: refused


def groups(name: str) -> list[dict[str, Any]]:
    """The groups of a file of Wycheproof's."""
    document = json.loads((wycheproof.directory() / name).read_text())
    found: list[dict[str, Any]] = document["testGroups"]
    assert sum(len(group["tests"]) for group in found) == document["numberOfTests"]
    return found


def blocks(name: str) -> Iterator[dict[str, bytes]]:
    """The cases of a file in NIST's style."""
    text = (cavp.directory() / name).read_text()
    for block in re.split(r"\n(?=COUNT)", text):
        found = dict(re.findall(r"^([A-Z_]+) = ?([0-9a-f]*)$", block, re.MULTILINE))
        if len(found) > 1:
            yield {key: bytes.fromhex(value) for key, value in found.items() if key != "COUNT"}


def agreements(family: str) -> Iterator[Vector]:
    """A shared secret of zero is one that no honest public key gives: it is refused."""
    for group in groups(f"x{family}_test.json"):
        for case in group["tests"]:
            private, public, shared = (
                bytes.fromhex(case[key]) for key in ("private", "public", "shared")
            )
            good = any(shared) and len(public) == len(private)
            yield _agreement(
                f"Wycheproof {case['tcId']}", private, public, shared if good else None
            )
    for number, of in enumerate(blocks(f"X{family}/rfc7748.txt")):
        yield _agreement(f"RFC 7748 {number}", of["INPUT_SCALAR"], of["INPUT_U"], of["OUTPUT_U"])


def _agreement(source: str, private: bytes, public: bytes, shared: bytes | None) -> Vector:
    return Vector(source, "ecdh", {"private_key": private, "public_key": public}, shared)


def signatures(family: str) -> Iterator[Vector]:
    for group in groups(f"ed{family}_test.json"):
        public = bytes.fromhex(group["publicKey"]["pk"])
        for case in group["tests"]:
            message, signature = (bytes.fromhex(case[key]) for key in ("msg", "sig"))
            given = {"public_key": public, "message": message, "signature": signature}
            wanted = b"" if case["result"] == "valid" else None
            yield Vector(f"Wycheproof {case['tcId']}", "verify", given, wanted)
    for number, (secret, public, message, signature) in enumerate(_signed(family)):
        source = f"RFC 8032 {number}"
        private = {"private_key": secret + public, "message": message}
        yield Vector(source, "sign", private, signature)
        given = {"public_key": public, "message": message, "signature": signature}
        yield Vector(source, "verify", given, b"")
        changed = bytes([*signature[:-9], signature[-9] ^ 1, *signature[-8:]])
        yield Vector(source, "verify", given | {"signature": changed}, None)


def signed_25519() -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """Seed, public key, message and signature, of 1024 that RFC 8032's authors give."""
    for line in (cavp.directory() / "Ed25519" / "sign.input").read_text().split():
        secret, public, message, signed = (bytes.fromhex(x) for x in line.split(":")[:4])
        yield secret[:32], public, message, signed[:64]


def _signed(family: str) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    if family == "25519":
        yield from signed_25519()
        return
    for of in blocks("Ed448/rfc8032.txt"):
        if not of.get("CONTEXT"):
            yield of["SECRET"], of["PUBLIC"], of["MESSAGE"], of["SIGNATURE"]
