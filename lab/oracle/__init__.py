# SPDX-License-Identifier: MIT
"""The independent implementation that results are checked against: OpenSSL where it has
the curve, otherwise affine arithmetic on Python's integers."""

from functools import cache

from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.oracle.agreement import AgreementOracle
from lab.oracle.base import Oracle
from lab.oracle.bls import BlsOracle
from lab.oracle.curve25519 import EdwardsOracle, MontgomeryOracle
from lab.oracle.hash_to_curve import HashToCurve
from lab.oracle.hydrogen import HydrogenOracle
from lab.oracle.integers import IntegersOracle
from lab.oracle.macwbb import Macwbb
from lab.oracle.openssl import OPENSSL_CURVES, OpenSslOracle
from lab.oracle.pairing import PairingOracle
from lab.oracle.plain import PlainOracle
from lab.oracle.second_group import SecondHash

__all__ = [
    "BlsOracle",
    "HashToCurve",
    "Macwbb",
    "Oracle",
    "PairingOracle",
    "SecondHash",
    "bls",
    "hash_to_curve",
    "macwbb",
    "of",
    "pairing",
    "second_hash",
]


@cache
def of(curve: Curve) -> Oracle:
    """The oracle of a curve."""
    if curve.hydrogen:
        return HydrogenOracle(curve)
    if curve.agrees:
        return AgreementOracle(curve)
    if curve.form == "integers":
        return IntegersOracle(curve)
    if curve.form == "montgomery":
        return MontgomeryOracle(curve)
    if curve.form == "edwards":
        return EdwardsOracle(curve)
    return OpenSslOracle(curve) if curve.name in OPENSSL_CURVES else PlainOracle(curve)


@cache
def macwbb(curve: Curve) -> Macwbb:
    """The scheme of credentials on a curve."""
    return Macwbb(curve)


@cache
def hash_to_curve(curve: Curve) -> HashToCurve:
    """The suites that hash messages to a curve."""
    return HashToCurve(curve)


@cache
def bls(curve: Curve) -> BlsOracle:
    """The oracle of BLS signatures on a curve."""
    if curve.tower is None:
        raise UnsupportedError(f"{curve.name} has no BLS signatures")
    return BlsOracle(curve, curve.tower)


@cache
def pairing(curve: Curve) -> PairingOracle:
    """The pairing of a curve."""
    if curve.tower is None:
        raise UnsupportedError(f"{curve.name} has no pairing")
    return PairingOracle(curve, curve.tower)


@cache
def second_hash(curve: Curve) -> SecondHash:
    """The suites that hash messages to the second group of a curve's pairing."""
    return SecondHash(curve)
