# SPDX-License-Identifier: MIT
"""The cases of RFC 6979 and RFC 7027 and compressed points by OpenSSL, as the package
`cryptography-vectors` has them."""

import base64
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import utils

from tests.vectors import cavp, curves
from tests.vectors.curves import Curve
from tests.vectors.record import Expect, Operation, Record, VectorError, native_hash


def pem(text: str, name: str) -> bytes:
    found = re.search(rf"={name}\n-----BEGIN [A-Z ]+-----\n(.*?)-----END", text, re.DOTALL)
    if found is None:
        raise VectorError(f"the RFC 6979 vectors have no key {name}")
    return base64.b64decode(found.group(1))


def private_key(der: bytes, curve: Curve) -> bytes:
    """The octet string after the version of an ECPrivateKey [RFC 5915, 3]."""
    before = b"\x02\x01\x01\x04" + bytes([curve.order_bytes])
    start = der.index(before) + len(before)
    return der[start : start + curve.order_bytes]


def deterministic(path: Path, counts: Counter[str]) -> Iterator[Record]:
    """RFC 6979, A.2.3 to A.2.7, and the same signatures verified."""
    text = path.read_text()
    running: Counter[str] = Counter()
    for block in text.split("\n\n"):
        case = dict(re.findall(r"^(\w+) *= *(.*)$", block, re.MULTILINE))
        if "Output" not in case:
            continue
        title = case["Key"].split("_")[0]
        if title not in cavp.CURVES:
            counts[f"skipped, RFC 6979: {cavp.BINARY}"] += 1
            continue
        curve = curves.find(cavp.CURVES[title])
        running[title] += 1
        verifying = "DigestVerify" in case
        hash_name = case["DigestVerify" if verifying else "DigestSign"]
        own_hash = native_hash(hash_name)
        if own_hash is None:
            raise VectorError(f"RFC 6979 #{running[title]}: hash {hash_name}")
        message = case["Input"].strip('"').encode()
        der = bytes.fromhex(case["Output"])
        if verifying:
            public = pem(text, f"{title}_PUB")[-1 - 2 * curve.field_bytes :]
            operation, fields = Operation.VERIFY_DER, (public, message, der)
        else:
            private = private_key(pem(text, f"{title}_PRIV"), curve)
            r, s = utils.decode_dss_signature(der)
            signature = curve.signature(f"{r:x}", f"{s:x}")
            operation, fields = Operation.SIGN, (private, message, signature)
        yield Record(
            curve=curve.name,
            source=cavp.name_of(path),
            case=running[title],
            operation=operation,
            expect=Expect.INVALID if "Result" in case else Expect.VALID,
            fields=fields,
            hash=own_hash,
            flags=(hash_name, "verify" if verifying else "sign"),
        )


def blocks(path: Path) -> Iterator[dict[str, str]]:
    for block in path.read_text().split("COUNT = ")[1:]:
        yield dict(re.findall(r"(\w+) = (\w+)", block))


def brainpool(path: Path) -> Iterator[Record]:
    """RFC 7027: both sides' public keys, and the secret from either side."""
    for case in blocks(path):
        curve = curves.find(case["curve"])
        shared = curve.coordinate(case["x_Z"])
        private = {side: curve.scalar(case[f"d{side}"]) for side in "AB"}
        public = {side: curve.point(case[f"x_q{side}"], case[f"y_q{side}"]) for side in "AB"}
        cases: list[tuple[Operation, tuple[bytes, ...]]] = [
            (Operation.PUBLIC_KEY, (private["A"], public["A"])),
            (Operation.PUBLIC_KEY, (private["B"], public["B"])),
            (Operation.ECDH, (private["A"], public["B"], shared)),
            (Operation.ECDH, (private["B"], public["A"], shared)),
        ]
        for count, (operation, fields) in enumerate(cases, 1):
            yield Record(curve.name, cavp.name_of(path), count, operation, Expect.VALID, fields)


def compressed(path: Path) -> Iterator[Record]:
    running: Counter[str] = Counter()
    for case in blocks(path):
        curve = curves.find(case["CURVE"].lower())
        running[curve.name] += 1
        fields = (bytes.fromhex(case["POINT"]), curve.point(case["X"], case["Y"]))
        source, count = cavp.name_of(path), running[curve.name]
        yield Record(curve.name, source, count, Operation.DECOMPRESS, Expect.VALID, fields)


def records(counts: Counter[str]) -> list[Record]:
    """Every case; `counts` receives what was skipped, and why."""
    root = cavp.directory()
    return [
        *deterministic(root / "ECDSA" / "RFC6979" / "evppkey_ecdsa_rfc6979.txt", counts),
        *brainpool(root / "ECDH" / "brainpool.txt"),
        *compressed(root / "EC" / "compressed_points.txt"),
    ]
