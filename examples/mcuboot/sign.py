#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make a signed image in MCUboot's layout of an application.

    sign.py APPLICATION.bin IMAGE.bin --key vendor.pem --version 1.0.0

The key is of secp256r1, secp384r1 or Ed25519, in PEM; openssl signs with it. MCUboot's own imgtool
does the same, and more, with `--header-size 0x80 --pad-header`.
"""

import argparse
import hashlib
import re
import struct
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "secure-boot"))
from pack import PackError, main, openssl

MAGIC, INFO_MAGIC = 0x96F3B83D, 0x6907
HEADER_BYTES = 0x80  # so that the vectors of the application, which come next, are aligned
KEYHASH = 0x01


class Kind(NamedTuple):
    """A kind of key: the types of the entries, and the hash."""

    hash_type: int
    signature_type: int
    hash_name: str


# By the object identifier in the public key's DER.
KINDS = {
    bytes.fromhex("06082a8648ce3d030107"): Kind(0x10, 0x22, "sha256"),  # secp256r1
    bytes.fromhex("06052b81040022"): Kind(0x11, 0x22, "sha384"),  # secp384r1
    bytes.fromhex("06032b6570"): Kind(0x10, 0x24, "sha256"),  # Ed25519
}
ED25519 = 0x24


def kind_of(public_key: bytes, key: Path) -> Kind:
    for name, kind in KINDS.items():
        if name in public_key[:30]:
            return kind
    raise PackError(f"{key} is not of secp256r1, secp384r1 or Ed25519")


def version(text: str) -> bytes:
    """Major, minor and revision, as the header has them."""
    found = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"not a version such as 1.0.0: {text}")
    try:
        return struct.pack("<BBHI", *map(int, found.groups()), 0)
    except struct.error:
        raise argparse.ArgumentTypeError(f"a number of {text} is too large") from None


def signature(key: Path, kind: Kind, signed: bytes) -> bytes:
    """Of the hash of these bytes."""
    if kind.signature_type != ED25519:
        return openssl(key, "dgst", f"-{kind.hash_name}", "-sign", given=signed)
    with tempfile.NamedTemporaryFile() as file:
        file.write(hashlib.new(kind.hash_name, signed).digest())
        file.flush()
        return openssl(key, "pkeyutl", "-sign", "-rawin", "-in", file.name, "-inkey")


def image(application: bytes, key: Path, version: bytes) -> bytes:
    public_key = openssl(key, "pkey", "-pubout", "-outform", "DER", "-in")
    kind = kind_of(public_key, key)
    header = struct.pack("<IIHHII", MAGIC, 0, HEADER_BYTES, 0, len(application), 0) + version
    signed = header.ljust(HEADER_BYTES, b"\0") + application
    entries = (
        (kind.hash_type, hashlib.new(kind.hash_name, signed).digest()),
        (KEYHASH, hashlib.new(kind.hash_name, public_key).digest()),
        (kind.signature_type, signature(key, kind, signed)),
    )
    area = b"".join(struct.pack("<HH", each, len(value)) + value for each, value in entries)
    return signed + struct.pack("<HH", INFO_MAGIC, 4 + len(area)) + area


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", version, image))
