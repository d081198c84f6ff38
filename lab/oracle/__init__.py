# SPDX-License-Identifier: MIT
"""The independent implementation that results are checked against: OpenSSL where it has
the curve, otherwise affine arithmetic on Python's integers."""

from functools import cache

from lab.curves import Curve
from lab.oracle.base import Oracle
from lab.oracle.curve25519 import Ed25519Oracle, X25519Oracle
from lab.oracle.openssl import OPENSSL_CURVES, OpenSslOracle
from lab.oracle.plain import PlainOracle

__all__ = ["Oracle", "of"]


@cache
def of(curve: Curve) -> Oracle:
    """The oracle of a curve."""
    if curve.form == "montgomery":
        return X25519Oracle(curve)
    if curve.form == "edwards":
        return Ed25519Oracle(curve)
    return OpenSslOracle(curve) if curve.name in OPENSSL_CURVES else PlainOracle(curve)
