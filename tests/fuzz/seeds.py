# SPDX-License-Identifier: MIT
"""Write tests/fuzz/seeds/: what each fuzz target begins with, an input a line in hexadecimal.

    python3 -m tests.fuzz.seeds [--check]

Keys, signatures and messages as other programs write them, so that mutations come close to what is
accepted. Targets that are not named here do as well with any bytes.
"""

import argparse
import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, utils, x448, x25519
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from lab.paths import write_whole
from lab.wire import formats
from tests.messages import PAYLOAD, algorithm

SEEDS = Path(__file__).parent / "seeds"
# Curves that OpenSSL has too, in the order of the table that a target chooses from.
SUBJECTS = re.findall(
    r"^ *SUBJECT\((\w+), NID", Path(__file__).with_name("oracle.h").read_text(), re.MULTILINE
)
# Those that Python's package has of the curves there.
CURVES: dict[str, ec.EllipticCurve] = {
    curve.name: curve
    for curve in (
        ec.SECP256R1(),
        ec.SECP256K1(),
        ec.BrainpoolP256R1(),
        ec.SECP384R1(),
        ec.SECP521R1(),
    )
}
OKP: tuple[tuple[Any, int], ...] = (
    (x25519.X25519PrivateKey, 32),
    (x448.X448PrivateKey, 56),
    (ed25519.Ed25519PrivateKey, 32),
    (ed448.Ed448PrivateKey, 57),
)
SIGNATURE = bytes(range(64))


def subjects() -> Iterator[tuple[bytes, ec.EllipticCurve]]:
    """Curves, each behind the byte that chooses it."""
    for place, name in enumerate(SUBJECTS):
        if name in CURVES:
            yield bytes([16 * place]), CURVES[name]


def number(text: str, bits: int) -> int:
    """Any number of so many bits, always the same."""
    return int.from_bytes(hashlib.shake_256(text.encode()).digest(bits // 8)) | 1


def signatures() -> Iterator[bytes]:
    for first, curve in subjects():
        bits = curve.key_size - 8
        for r, s in ((number("r", bits), number("s", bits)), (1, 0x80), (number("r", 64), 0)):
            yield first + utils.encode_dss_signature(r, s)


def keys() -> Iterator[bytes]:
    for first, curve in subjects():
        key = ec.derive_private_key(number("key", curve.key_size - 8), curve)
        for how in (PrivateFormat.TraditionalOpenSSL, PrivateFormat.PKCS8):
            yield first + key.private_bytes(Encoding.DER, how, NoEncryption())
        subject = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        yield first + subject


def okp_keys() -> Iterator[bytes]:
    for place, (kind, length) in enumerate(OKP):
        key = kind.from_private_bytes(bytes(range(length)))
        secret = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        yield bytes([place]) + secret
        yield bytes([place]) + public


def points() -> Iterator[bytes]:
    """Behind a scalar of one byte."""
    for first, curve in subjects():
        key = ec.derive_private_key(number("key", curve.key_size - 8), curve).public_key()
        for form in (PublicFormat.UncompressedPoint, PublicFormat.CompressedPoint):
            yield first + b"\x01\x05" + key.public_bytes(Encoding.X962, form)
        yield first + b"\x01\x05\x00"


def messages(of: str, name: str, before: bytes = b"") -> Iterator[bytes]:
    make = next(each.make for each in formats.FORMATS if each.name == name)
    yield before + make(PAYLOAD, algorithm(of), SIGNATURE)


MADE: dict[str, Callable[[], Iterator[bytes]]] = {
    "signature_der": signatures,
    "key_der": keys,
    "okp_der": okp_keys,
    "points": points,
    "jss": lambda: messages("ES256", "jss"),
    "jws": lambda: (each for name in ("jws", "jws-plain") for each in messages("EdDSA", name)),
    "cose": lambda: messages("ES256", "cose", b"\0"),
    "senml": lambda: iter([PAYLOAD * 4]),
}


def written(target: str) -> str:
    return "".join(f"{seed.hex()}\n" for seed in MADE[target]())


def read(target: str) -> list[bytes]:
    path = SEEDS / f"{target}.txt"
    lines = path.read_text(encoding="ascii").split() if path.exists() else []
    return [bytes.fromhex(line) for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; say what differs")
    options = parser.parse_args()
    stale = 0
    for target in MADE:
        path, text = SEEDS / f"{target}.txt", written(target)
        if path.exists() and path.read_text(encoding="ascii") == text:
            continue
        stale += 1
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
        if not options.check:
            path.parent.mkdir(exist_ok=True)
            write_whole(path, text.encode())
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
