# SPDX-License-Identifier: MIT
"""NIST's CAVP cases for prime curves, from the package `cryptography-vectors`, which has
secp256k1 in the same format, and from the file of the CDH primitive beside this one."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import cryptography_vectors

from tests.vectors import curves
from tests.vectors.curves import Curve
from tests.vectors.record import Expect, Operation, Record, VectorError, native_hash

CDH = Path(__file__).resolve().parent / "KAS_ECC_CDH_PrimitiveTest.txt"

Case = dict[str, str]
Read = Callable[[Path, Counter[str]], Iterator[Record]]

CURVES = {
    "P-192": "secp192r1",
    "P-224": "secp224r1",
    "P-256": "secp256r1",
    "P-384": "secp384r1",
    "P-521": "secp521r1",
    "K-256": "secp256k1",
    **{"EB": "secp224r1", "EC": "secp256r1", "ED": "secp384r1", "EE": "secp521r1"},  # SP 800-56A
}
# [P-256], [P-256,SHA-1], [EC - SHA256]: a curve and perhaps a hash
OPENING = re.compile(r"\[((?:[PKB]-\d{3})|E[BCDE])(?:(?:,| - )(SHA-?\d+))?\]")
BINARY = "a curve over a binary field"


def directory() -> Path:
    return Path(cryptography_vectors.__file__).parent / "asymmetric"


def hashed(name: str, message: bytes) -> bytes:
    return hashlib.new(name.lower().replace("-", ""), message).digest()


def sections(path: Path) -> Iterator[tuple[str, str, list[Case]]]:
    """The sections as (curve, hash or "", cases); a case is a run of `name = value` lines.
    Files repeat a section's header; one without cases counts for nothing."""
    title = ("", "")
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
            if title[0] and cases:
                yield *title, cases
            found = OPENING.fullmatch(line)
            title = (found.group(1), found.group(2) or "") if found else ("", "")
            cases = []


def numbered(path: Path, counts: Counter[str]) -> Iterator[tuple[Curve, int, str, Case]]:
    """Each case with its curve, its number among the curve's cases in the file, and the hash."""
    running: Counter[str] = Counter()
    for title, hash_name, cases in sections(path):
        if title not in CURVES:
            counts[f"skipped, CAVP: {BINARY}"] += len(cases)
            continue
        curve = curves.find(CURVES[title])
        for case in cases:
            running[title] += 1
            yield curve, running[title], hash_name or "SHA-1", case  # FIPS 186-2 knows no other
    if not running:
        raise VectorError(f"{path.name} holds no case for a prime curve")


def name_of(path: Path) -> str:
    return path.name if path == CDH else f"{path.parent.name}/{path.name}"


def signatures(path: Path, counts: Counter[str]) -> Iterator[Record]:
    """SigGen.rsp and SigVer.rsp."""
    for curve, count, hash_name, case in numbered(path, counts):
        result = case.get("Result", "P")
        own_hash = native_hash(hash_name)
        if own_hash is None:
            raise VectorError(f"{name_of(path)} #{count}: hash {hash_name}")
        yield Record(
            curve=curve.name,
            source=name_of(path),
            case=count,
            operation=Operation.VERIFY,
            expect=Expect.VALID if result.startswith("P") else Expect.INVALID,
            fields=(
                curve.point(case["Qx"], case["Qy"]),
                bytes.fromhex(case["Msg"]),
                curve.signature(case["R"], case["S"]),
            ),
            hash=own_hash,
            flags=(hash_name, result),
        )


def nonce(curve: Curve, case: Case, digest: bytes) -> int:
    """k = (e + r d) / s"""
    e = int.from_bytes(digest, "big") >> max(0, 8 * len(digest) - curve.order.bit_length())
    d, r, s = (int(case[name], 16) for name in ("d", "R", "S"))
    return (e + r * d) * pow(s, -1, curve.order) % curve.order


def generation(path: Path, counts: Counter[str]) -> Iterator[Record]:
    """SigGen.txt. Those of secp256k1 do not tell the nonce; the signature and the key do."""
    for curve, count, hash_name, case in numbered(path, counts):
        digest = hashed(hash_name, bytes.fromhex(case["Msg"]))
        k = case.get("k") or f"{nonce(curve, case, digest):x}"
        yield Record(
            curve=curve.name,
            source=name_of(path),
            case=count,
            operation=Operation.SIGN_DIGEST,
            expect=Expect.VALID,
            fields=(
                curve.scalar(case["d"]),
                digest,
                curve.nonce(k),
                curve.signature(case["R"], case["S"]),
            ),
            flags=(hash_name,),
        )


def key_pairs(path: Path, counts: Counter[str]) -> Iterator[Record]:
    for curve, count, _, case in numbered(path, counts):
        fields = (curve.scalar(case["d"]), curve.point(case["Qx"], case["Qy"]))
        operation = Operation.PUBLIC_KEY
        yield Record(curve.name, name_of(path), count, operation, Expect.VALID, fields)


def public_keys(path: Path, counts: Counter[str]) -> Iterator[Record]:
    for curve, count, _, case in numbered(path, counts):
        yield Record(
            curve=curve.name,
            source=name_of(path),
            case=count,
            operation=Operation.VALIDATE,
            expect=Expect.VALID if case["Result"].startswith("P") else Expect.INVALID,
            fields=(curve.point(case["Qx"], case["Qy"]),),
            flags=(case["Result"],),
        )


def key_agreement(path: Path, counts: Counter[str]) -> Iterator[Record]:
    """What went wrong in a case decides which function has to notice."""
    for curve, count, _, case in numbered(path, counts):
        found = re.match(r"[PF] \((\d+)", case["Result"])
        if found is None:
            raise VectorError(f"{name_of(path)} #{count}: result {case['Result']}")
        reason = int(found.group(1))
        private = curve.scalar(case["dsIUT"])
        own = curve.point(case["QsIUTx"], case["QsIUTy"])
        peer = curve.point(case["QsCAVSx"], case["QsCAVSy"])
        operation, expect = Operation.ECDH, Expect.VALID
        fields: tuple[bytes, ...] = (private, peer, curve.coordinate(case["Z"]))
        if reason in (1, 2):  # the peer's public key is not on the curve
            expect = Expect.INVALID
        elif reason in (5, 6):  # our public key is not on the curve
            operation, expect, fields = Operation.VALIDATE, Expect.INVALID, (own,)
        elif reason == 7:  # our private key belongs to another public key, if to any
            operation, fields = Operation.PUBLIC_KEY, (private, own)
            below = int(case["dsIUT"], 16) < curve.order
            expect = Expect.DIFFERENT if below else Expect.INVALID
        elif reason == 8:  # the secret is another
            expect = Expect.DIFFERENT
        # 9 to 12: what is derived from the secret changed, not the secret; 0, 13, 14: good
        yield Record(
            curve=curve.name,
            source=name_of(path),
            case=count,
            operation=operation,
            expect=expect,
            fields=fields,
            flags=(case["Result"],),
        )


def primitive(path: Path, counts: Counter[str]) -> Iterator[Record]:
    for curve, count, _, case in numbered(path, counts):
        private = curve.scalar(case["dIUT"])
        shared = curve.coordinate(case["ZIUT"])
        operations = {
            Operation.ECDH: (private, curve.point(case["QCAVSx"], case["QCAVSy"]), shared),
            Operation.PUBLIC_KEY: (private, curve.point(case["QIUTx"], case["QIUTy"])),
        }
        for i, (operation, fields) in enumerate(operations.items()):
            number = 2 * count - 1 + i
            yield Record(curve.name, name_of(path), number, operation, Expect.VALID, fields)


def records(counts: Counter[str]) -> list[Record]:
    """Every case; `counts` receives what was skipped, and why."""
    root = directory()
    jobs: list[tuple[Read, Path]] = []
    for edition in ("FIPS_186-2", "FIPS_186-3"):
        folder = root / "ECDSA" / edition
        jobs += [(signatures, folder / "SigGen.rsp"), (signatures, folder / "SigVer.rsp")]
        jobs += [(generation, folder / "SigGen.txt"), (key_pairs, folder / "KeyPair.rsp")]
        jobs.append((public_keys, folder / "PKV.rsp"))
    jobs.append((generation, root / "ECDSA" / "SECP256K1" / "SigGen.txt"))
    jobs += [(key_agreement, path) for path in sorted((root / "ECDH").glob("KAS*.fax"))]
    jobs.append((primitive, CDH))
    return [record for read, path in jobs for record in read(path, counts)]
