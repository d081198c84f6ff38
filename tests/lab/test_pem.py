# SPDX-License-Identifier: MIT
"""PEM: one form is written, and nothing else is read."""

import pytest

from lab.library import pem
from lab.library.pem import Block, PemError

LONG = Block("PUBLIC KEY", bytes(range(91)))
TEXT = pem.write(LONG)


@pytest.mark.parametrize("length", [1, 2, 3, 47, 48, 49, 96, 97])
def test_both_ways(length: int) -> None:
    block = Block("EC PRIVATE KEY", bytes(range(length)))
    text = pem.write(block)
    assert all(len(line) <= 64 for line in text.split(b"\n"))
    assert pem.read(text) == (block,)
    assert pem.read(text.replace(b"\n", b"\r\n")) == (block,)
    assert pem.read(text.rstrip()) == (block,)
    assert pem.read(text + text) == (block, block)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"-----BEGIN", b"subject=x\n-----BEGIN", "text around the PEM: 'subject=x'"),
        (b"-----BEGIN", b"\n-----BEGIN", "text around the PEM: ''"),
        (b"-----BEGIN", b" -----BEGIN", "text around the PEM"),
        (b"-----BEGIN", b"----BEGIN", "text around the PEM"),
        (b"BEGIN PUBLIC KEY", b"BEGIN public key", "text around the PEM"),
        (b"END PUBLIC", b"END PRIVATE", "without the line -----END PUBLIC KEY-----"),
        (b"-----END PUBLIC KEY-----\n", b"", "without the line"),
        (b"KEY-----\n", b"KEY-----\n\n", "lines are not of 64 characters"),
        (b"KEY-----\nAAEC", b"KEY-----\nAAEC\n", "lines are not of 64 characters"),
        (b"KEY-----\nAAEC", b"KEY-----\nAAECAAEC", "lines are not of 64 characters"),
        (b"\n-----END", b"\n\n-----END", "lines are not of 64 characters"),
        (b"AAEC", b"AAE*", "not base64"),
        (b"AAEC", b"AAE ", "not base64"),
        (b"Wg==", b"Wh==", "not base64"),
        (b"Wg==", b"Wg=", "not base64"),
        (b"Wg==", b"Wg", "not base64"),
        (b"AAEC", b"\xc3\xa4EC", "not ASCII"),
        (b"KEY-----\n", b"KEY-----\nComment: x\n\n", "headers"),
        (
            b"KEY-----\n",
            b"KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n",
            "encrypted",
        ),
    ],
)
def test_what_is_refused(old: bytes, new: bytes, message: str) -> None:
    assert old in TEXT
    with pytest.raises(PemError, match=message):
        pem.read(TEXT.replace(old, new, 1))


def test_an_empty_block_is_refused() -> None:
    with pytest.raises(PemError):
        pem.read(b"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n")
    with pytest.raises(PemError):
        pem.read(b"-----BEGIN PUBLIC KEY-----\n\n-----END PUBLIC KEY-----\n")
