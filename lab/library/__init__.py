# SPDX-License-Identifier: MIT
"""The C library as Python objects: what the commands and the tests on this machine call.

    library = load()
    curve = library.curve("secp256r1")
    pair = curve.generate()
    signature = curve.sign(pair.private_key, b"message")
    assert curve.verify(pair.public_key, b"message", signature)

The library is compiled for this machine on first use, with every curve of curves/. Python
objects cannot be wiped: what passes through here stays in memory until it is used again."""

from lab.library.binding import RandomSource, Status, StatusError
from lab.library.build import build_alone
from lab.library.curve import Curve, KeyPair, PrivateKeyFile, Recoverable
from lab.library.library import AnyCurve, Library, load
from lab.library.string_curve import Signed, StringCurve

__all__ = [
    "AnyCurve",
    "Curve",
    "KeyPair",
    "Library",
    "PrivateKeyFile",
    "RandomSource",
    "Recoverable",
    "Signed",
    "Status",
    "StatusError",
    "StringCurve",
    "build_alone",
    "load",
]
