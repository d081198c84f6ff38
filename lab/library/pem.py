# SPDX-License-Identifier: MIT
"""PEM in the strict form of RFC 7468: lines of 64 characters, nothing between or around them."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Literal

from lab.errors import LabError
from lab.library import foreign

Encoding = Literal["pkcs8", "sec1", "spki"]

LABELS: dict[Encoding, str] = {
    "pkcs8": "PRIVATE KEY",
    "sec1": "EC PRIVATE KEY",
    "spki": "PUBLIC KEY",
}
LINE = 64
_BEGIN = re.compile(r"-----BEGIN ([A-Z0-9]+(?:[ -][A-Z0-9]+)*)-----")
_HEADER = re.compile(r"[A-Za-z-]+: ")


class PemError(LabError):
    """Not PEM; the message says why."""


@dataclass(frozen=True)
class Block:
    label: str
    content: bytes


def write(block: Block) -> bytes:
    text = base64.b64encode(block.content).decode()
    lines = [text[i : i + LINE] for i in range(0, len(text), LINE)]
    lines = [f"-----BEGIN {block.label}-----", *lines, f"-----END {block.label}-----", ""]
    return "\n".join(lines).encode()


def is_pem(content: bytes) -> bool:
    return b"-----BEGIN " in content


def labels(content: bytes) -> list[str]:
    """Those of a text's blocks, whatever else is in it."""
    return _BEGIN.findall(content.decode("ascii", "replace"))


def read(content: bytes) -> tuple[Block, ...]:
    """Every block of a text that holds nothing else."""
    try:
        lines = content.decode("ascii").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise PemError("PEM that is not ASCII") from None
    if lines[-1] == "":
        lines.pop()
    blocks: list[Block] = []
    while lines:
        begin = _BEGIN.fullmatch(lines[0])
        if begin is None:
            raise PemError(f"text around the PEM: {lines[0][:40]!r}")
        end = f"-----END {begin[1]}-----"
        if end not in lines:
            raise PemError(f"PEM without the line {end}")
        last = lines.index(end)
        blocks.append(Block(begin[1], _decode(lines[1:last])))
        lines = lines[last + 1 :]
    return tuple(blocks)


def _decode(lines: list[str]) -> bytes:
    if lines and _HEADER.match(lines[0]):
        encrypted = any(line.startswith("DEK-Info:") or "ENCRYPTED" in line for line in lines)
        raise PemError(
            foreign.ENCRYPTED if encrypted else "PEM with headers, which RFC 7468 has not"
        )
    if not lines or any(len(line) != LINE for line in lines[:-1]) or len(lines[-1]) > LINE:
        raise PemError(f"PEM whose lines are not of {LINE} characters")
    text = "".join(lines)
    try:
        content = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise PemError("PEM that is not base64") from None
    # Unused bits of the last character are zero in the one encoding of these bytes.
    if not lines[-1] or base64.b64encode(content).decode() != text:
        raise PemError("PEM that is not base64")
    return content
