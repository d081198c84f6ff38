# SPDX-License-Identifier: MIT
"""ACVP vector sets: NIST's samples, and what makes more of them with another implementation."""

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from lab.acvp import VectorSet
from lab.acvp.kas import PIECES
from lab.library import RandomSource
from lab.paths import ROOT

Json = dict[str, Any]

SAMPLES = ROOT / "tests" / "acvp"
CURVES = {"P-224": ec.SECP224R1(), "P-256": ec.SECP256R1(), "P-521": ec.SECP521R1()}


def sample(name: str) -> tuple[VectorSet, VectorSet]:
    """A prompt of NIST's and the expected answers. It asks for keys by another mode, which shows
    neither in them nor when they are compared."""
    prompt, expected = ("prompt.json", "expectedResults.json")
    folder = SAMPLES / name
    return (
        VectorSet.read(
            (folder / prompt).read_bytes().replace(b"extra bits", b"testing candidates")
        ),
        VectorSet.read((folder / expected).read_bytes()),
    )


def vectors(algorithm: str, mode: str, revision: str, *groups: Json) -> VectorSet:
    head = {"vsId": 7, "algorithm": algorithm, "mode": mode, "revision": revision}
    return VectorSet.read(json.dumps({**head, "testGroups": groups}).encode())


def drawing(private_keys: list[str]) -> RandomSource:
    """A source from which key generation draws these keys, its leftmost bits."""
    left = iter(private_keys)
    return lambda length: (int(next(left), 16) << (7 if length == 66 else 0)).to_bytes(
        length, "big"
    )


def public(key: ec.EllipticCurvePublicKey | ec.EllipticCurvePrivateKey, *names: str) -> Json:
    """Coordinates, in fields of these names."""
    plain = key if isinstance(key, ec.EllipticCurvePublicKey) else key.public_key()
    numbers, length = plain.public_numbers(), 2 * -(-plain.curve.key_size // 8)
    return {names[0]: f"{numbers.x:0{length}X}", names[1]: f"{numbers.y:0{length}X}"}


class Server:
    """The other side of a key agreement."""

    def __init__(self, curve: str, scheme: str, role: str) -> None:
        self._curve = CURVES[curve]
        self._pieces = PIECES[scheme, role]
        self.keys = {theirs: ec.generate_private_key(self._curve) for _, theirs in self._pieces}
        self.ours = {mine: ec.generate_private_key(self._curve) for mine, _ in self._pieces}

    def case(self, number: int) -> Json:
        fields: Json = {"tcId": number}
        for kind, key in self.keys.items():
            fields |= public(key, f"{kind}PublicServerX", f"{kind}PublicServerY")
        return fields

    def private(self) -> Json:
        return {
            f"{kind}PrivateIut": f"{key.private_numbers().private_value:X}"
            for kind, key in self.ours.items()
        }

    def z(self, ours: dict[str, ec.EllipticCurvePublicKey]) -> bytes:
        return b"".join(
            self.keys[theirs].exchange(ec.ECDH(), ours[mine]) for mine, theirs in self._pieces
        )
