# SPDX-License-Identifier: MIT
"""The oracle's byte conventions, on the example of RFC 6979, A.2.5."""

from lab import oracle

KEY = bytes.fromhex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
PUBLIC = bytes.fromhex(
    "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
    "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
)
SIGNATURE = bytes.fromhex(
    "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
    "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
)


def test_rfc_6979() -> None:
    assert oracle.public_key(KEY) == PUBLIC
    assert oracle.sign(KEY, b"sample") == SIGNATURE
    assert oracle.verify(PUBLIC, oracle.digest(b"sample"), SIGNATURE)
    assert not oracle.verify(PUBLIC, oracle.digest(b"Sample"), SIGNATURE)


def test_both_ends_agree() -> None:
    other = bytes(31) + b"\x05"
    secret = oracle.shared_secret(KEY, oracle.public_key(other))
    assert secret == oracle.shared_secret(other, PUBLIC)


def test_key_ranges() -> None:
    assert not oracle.is_private_key(bytes(32))
    assert not oracle.is_private_key(oracle.ORDER.to_bytes(32))
    assert oracle.is_private_key((oracle.ORDER - 1).to_bytes(32))
