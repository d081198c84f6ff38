#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sign an application and put image.h's header before it.

    pack.py APPLICATION.bin IMAGE.bin --key vendor.pem --version 1

The key is of secp256r1, in PEM; openssl signs with it.
"""

import argparse
import struct
import subprocess
import sys
from pathlib import Path

MAGIC = 0x31474D49
HEADER_BYTES = 128
NUMBER_BYTES = 32


class PackError(Exception):
    """The message says what is wrong."""


def sign(key: Path, message: bytes) -> bytes:
    """r || s, big-endian, of the message's SHA-256."""
    command = ["openssl", "dgst", "-sha256", "-sign", str(key)]
    done = subprocess.run(command, input=message, capture_output=True, check=False)
    if done.returncode != 0:
        raise PackError(f"openssl cannot sign with {key}: {done.stderr.decode().strip()}")
    return raw(done.stdout)


def raw(der: bytes) -> bytes:
    """SEQUENCE { INTEGER r, INTEGER s } as two numbers of one length."""
    numbers, at = b"", 2
    for _ in range(2):
        if at + 2 > len(der) or der[at] != 2:
            raise PackError("the key is not one of secp256r1")
        number = der[at + 2 : at + 2 + der[at + 1]].lstrip(b"\0")
        if len(number) > NUMBER_BYTES:
            raise PackError("the key is not one of secp256r1")
        numbers += number.rjust(NUMBER_BYTES, b"\0")
        at += 2 + der[at + 1]
    return numbers


def pack(application: bytes, key: Path, version: int) -> bytes:
    fields = struct.pack("<III", MAGIC, version, len(application))
    header = fields + sign(key, fields + application)
    return header.ljust(HEADER_BYTES, b"\xff") + application


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("application", type=Path)
    parser.add_argument("image", type=Path)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--version", type=int, required=True)
    options = parser.parse_args()
    try:
        image = pack(options.application.read_bytes(), options.key, options.version)
        options.image.write_bytes(image)
    except (PackError, OSError) as error:
        print(f"pack: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
