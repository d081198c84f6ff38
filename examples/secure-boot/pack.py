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
from collections.abc import Callable
from pathlib import Path
from typing import Any

MAGIC = 0x31474D49
HEADER_BYTES = 128
NUMBER_BYTES = 32


class PackError(Exception):
    """The message says what is wrong."""


def openssl(key: Path, *command: str, given: bytes = b"") -> bytes:
    """What openssl prints of what it is given; the command ends with the name of a key."""
    done = subprocess.run(
        ["openssl", *command, str(key)], input=given, capture_output=True, check=False
    )
    if done.returncode != 0:
        reason = done.stderr.decode().strip().partition("\n")[0]
        raise PackError(f"openssl cannot sign with {key}: {reason}")
    return done.stdout


def sign(key: Path, message: bytes) -> bytes:
    """r || s, big-endian, of the message's SHA-256."""
    return raw(openssl(key, "dgst", "-sha256", "-sign", given=message))


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


def main(
    description: str, version: Callable[[str], Any], layout: Callable[[bytes, Path, Any], bytes]
) -> int:
    """The program: what a version is, and the image of an application, a key and a version."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("application", type=Path)
    parser.add_argument("image", type=Path)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--version", type=version, required=True)
    options = parser.parse_args()
    try:
        image = layout(options.application.read_bytes(), options.key, options.version)
        options.image.write_bytes(image)
    except (PackError, OSError) as error:
        print(f"{Path(sys.argv[0]).stem}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", int, pack))
