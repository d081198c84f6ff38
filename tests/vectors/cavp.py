# SPDX-License-Identifier: MIT
"""NIST's CAVP cases for P-256 and those of RFC 6979, from the package
`cryptography-vectors`."""

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import cryptography_vectors
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from tests.vectors import spki
from tests.vectors.record import Expect, Operation, Record, VectorError

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

Case = dict[str, str]


def directory() -> Path:
    return Path(cryptography_vectors.__file__).parent / "asymmetric"


def number(text: str) -> bytes:
    """32 bytes; more when the value needs more, as some that must be refused do."""
    value = int(text, 16)
    return value.to_bytes(max(32, (value.bit_length() + 7) // 8), "big")


def point(x: str, y: str) -> bytes:
    return b"\x04" + number(x) + number(y)


def hashed(name: str, message: str) -> bytes:
    return hashlib.new(name.lower().replace("-", ""), bytes.fromhex(message)).digest()


def sections(path: Path, opening: re.Pattern[str]) -> Iterator[tuple[str, list[Case]]]:
    """The sections whose header matches, as (what the pattern captured, cases); a case is a
    run of `name = value` lines."""
    title: str | None = None
    cases: list[Case] = []
    case: Case = {}
    for raw in [*path.read_text().splitlines(), "[]"]:
        line = raw.strip()
        if "=" in line and not line.startswith(("#", "[")):
            name, value = (part.strip() for part in line.split("=", 1))
            case[name] = value
            continue
        if len(case) > 1:  # one line alone is a count, not a case
            cases.append(case)
        case = {}
        if line.startswith("[") and not line.startswith("[B."):
            if title is not None and cases:
                yield title, cases
            found = opening.fullmatch(line)
            title = (found.group(1) or "") if found else None
            cases = []


CURVE = re.compile(r"\[P-256(?:,(SHA-\d+))?\]")
KAS = re.compile(r"\[EC - (SHA\d+)\]")


def numbered(path: Path, opening: re.Pattern[str]) -> Iterator[tuple[int, str, Case]]:
    count = 0
    for title, cases in sections(path, opening):
        for case in cases:
            count += 1
            yield count, title or "SHA-1", case  # FIPS 186-2 knows no other hash
    if count == 0:
        raise VectorError(f"{path.name} holds no case for P-256")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def signatures(path: Path) -> Iterator[Record]:
    """SigGen.rsp and SigVer.rsp."""
    for count, hash_name, case in numbered(path, CURVE):
        result = case.get("Result", "P")
        key = point(case["Qx"], case["Qy"])
        signature = number(case["R"]) + number(case["S"])
        if hash_name == "SHA-256":
            operation, data = Operation.VERIFY, bytes.fromhex(case["Msg"])
        else:
            operation, data = Operation.VERIFY_DIGEST, hashed(hash_name, case["Msg"])
        expect = Expect.VALID if result.startswith("P") else Expect.INVALID
        fields = (key, data, signature)
        yield Record(name_of(path), count, operation, expect, fields, (hash_name, result))


def generation(path: Path) -> Iterator[Record]:
    """SigGen.txt, which also tells the nonce."""
    for count, hash_name, case in numbered(path, CURVE):
        fields = (
            number(case["d"]),
            hashed(hash_name, case["Msg"]),
            number(case["k"]),
            number(case["R"]) + number(case["S"]),
        )
        operation = Operation.SIGN_DIGEST
        yield Record(name_of(path), count, operation, Expect.VALID, fields, (hash_name,))


def key_pairs(path: Path) -> Iterator[Record]:
    for count, _, case in numbered(path, CURVE):
        fields = (number(case["d"]), point(case["Qx"], case["Qy"]))
        yield Record(name_of(path), count, Operation.PUBLIC_KEY, Expect.VALID, fields)


def public_keys(path: Path) -> Iterator[Record]:
    for count, _, case in numbered(path, CURVE):
        fields = (point(case["Qx"], case["Qy"]),)
        expect = Expect.VALID if case["Result"].startswith("P") else Expect.INVALID
        flags = (case["Result"],)
        yield Record(name_of(path), count, Operation.VALIDATE, expect, fields, flags)


def key_agreement(path: Path) -> Iterator[Record]:
    """What went wrong in a case decides which function has to notice."""
    for count, _, case in numbered(path, KAS):
        found = re.match(r"[PF] \((\d+)", case["Result"])
        if found is None:
            raise VectorError(f"{name_of(path)} #{count}: result {case['Result']}")
        reason = int(found.group(1))
        own = point(case["QsIUTx"], case["QsIUTy"])
        peer = point(case["QsCAVSx"], case["QsCAVSy"])
        operation, expect = Operation.ECDH, Expect.VALID
        fields: tuple[bytes, ...] = (number(case["dsIUT"]), peer, number(case["Z"]))
        if reason in (1, 2):  # the peer's public key is not on the curve
            expect = Expect.INVALID
        elif reason in (5, 6):  # our public key is not on the curve
            operation, expect, fields = Operation.VALIDATE, Expect.INVALID, (own,)
        elif reason == 7:  # our private key belongs to another public key
            operation, expect = Operation.PUBLIC_KEY, Expect.DIFFERENT
            fields = (number(case["dsIUT"]), own)
        elif reason == 8:  # the secret is another
            expect = Expect.DIFFERENT
        # 9 to 12: what is derived from the secret changed, not the secret; 0, 13, 14: good
        yield Record(name_of(path), count, operation, expect, fields, (case["Result"],))


def compressed(path: Path) -> Iterator[Record]:
    count = 0
    for block in path.read_text().split("COUNT = ")[1:]:
        case = dict(re.findall(r"(\w+) = (\w+)", block))
        if case["CURVE"] == "SECP256R1":
            count += 1
            fields = (bytes.fromhex(case["POINT"]), point(case["X"], case["Y"]))
            yield Record(name_of(path), count, Operation.DECOMPRESS, Expect.VALID, fields)


def pem(text: str, name: str) -> bytes:
    found = re.search(rf"={name}\n-----BEGIN [A-Z ]+-----\n(.*?)-----END", text, re.DOTALL)
    if found is None:
        raise VectorError(f"the RFC 6979 vectors have no key {name}")
    return base64.b64decode(found.group(1))


def rfc6979(path: Path) -> Iterator[Record]:
    """Signing with SHA-256 follows the RFC all the way. With other hashes, the signature and
    the key tell the RFC's nonce, k = (e + r d) / s, and we sign the digest with that."""
    text = path.read_text()
    key = serialization.load_der_private_key(pem(text, "P-256_PRIV"), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise VectorError("P-256_PRIV is no EC key")
    private = key.private_numbers().private_value
    public = spki.decode(pem(text, "P-256_PUB"))
    if public is None:
        raise VectorError("P-256_PUB is not a named-curve key")
    count = 0
    for block in text.split("\n\n"):
        case = dict(re.findall(r"^(\w+) *= *(.*)$", block, re.MULTILINE))
        if not case.get("Key", "").startswith("P-256_"):
            continue
        count += 1
        verifying = "DigestVerify" in case
        hash_name = case["DigestVerify" if verifying else "DigestSign"]
        message = case["Input"].strip('"').encode()
        digest = hashlib.new(hash_name.lower(), message).digest()
        der = bytes.fromhex(case["Output"])
        expect = Expect.VALID
        fields: tuple[bytes, ...]
        if verifying:
            own_hash = hash_name == "SHA256"
            operation = Operation.VERIFY_DER if own_hash else Operation.VERIFY_DIGEST_DER
            expect = Expect.INVALID if "Result" in case else Expect.VALID
            fields = (public, message if own_hash else digest, der)
        else:
            r, s = utils.decode_dss_signature(der)
            signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
            if hash_name == "SHA256":
                operation = Operation.SIGN
                fields = (private.to_bytes(32, "big"), message, signature)
            else:
                operation = Operation.SIGN_DIGEST
                e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - 256)
                nonce = (e + r * private) * pow(s, -1, ORDER) % ORDER
                k = nonce.to_bytes(32, "big")
                fields = (private.to_bytes(32, "big"), digest, k, signature)
        yield Record(name_of(path), count, operation, expect, fields, (hash_name,))


def records() -> list[Record]:
    root = directory()
    found: list[Record] = []
    for edition in ("FIPS_186-2", "FIPS_186-3"):
        folder = root / "ECDSA" / edition
        found += signatures(folder / "SigGen.rsp")
        found += signatures(folder / "SigVer.rsp")
        found += generation(folder / "SigGen.txt")
        found += key_pairs(folder / "KeyPair.rsp")
        found += public_keys(folder / "PKV.rsp")
    for path in sorted((root / "ECDH").glob("KAS*.fax")):
        found += key_agreement(path)
    found += rfc6979(root / "ECDSA" / "RFC6979" / "evppkey_ecdsa_rfc6979.txt")
    found += compressed(root / "EC" / "compressed_points.txt")
    return found
