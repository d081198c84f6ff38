# SPDX-License-Identifier: MIT
"""The oracle of pairings: fields and groups, bilinear, not degenerate; PARI's Tate pairing, and the
pairings of others where they have the curve."""

import random
import sys
from collections.abc import Iterator

import pytest
from cypari import pari
from py_arkworks_bls12381 import GT, G1Point, G2Point, Scalar
from py_ecc import bls12_381, bn128

from lab import curves, oracle
from lab.curves import Element
from lab.errors import UnsupportedError
from lab.oracle.pairing import PairingOracle, Point, WholeField

# py_ecc raises the limit to what its powers need, where other tests' deep nesting ends the process.
DEEP = sys.getrecursionlimit()
sys.setrecursionlimit(1000)


@pytest.fixture
def deep() -> Iterator[None]:
    sys.setrecursionlimit(DEEP)
    yield
    sys.setrecursionlimit(1000)


CURVES = [curve.name for curve in curves.declared() if curve.tower is not None]
QUICK = ("bn_p158", "miracl_mnt6_160", "bn254_snark", "bls12_381", "miracl_cp2_512")
by_name = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in CURVES],
)
PARI_BYTES = 2**28


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)


def test_every_curve_for_pairings_has_one() -> None:
    assert [curve.name for curve in curves.declared() if curve.pairing] == CURVES


def test_other_curves_have_none() -> None:
    with pytest.raises(UnsupportedError, match="secp256r1 has no pairing"):
        oracle.pairing(curves.find("secp256r1"))


@by_name
def test_fields(name: str, drawn: random.Random) -> None:
    """The polynomial has no factor: PARI. Inverses, powers, and coordinates in the tower."""
    right = oracle.pairing(curves.find(name))
    field, tower = right.field, right.tower
    p = field.p
    terms = "+".join(f"{number}*w^{j}" for j, number in enumerate(field.modulus))
    assert pari(f"polisirreducible(({terms})*Mod(1,{p}))") == 1
    one = tuple(drawn.randrange(p) for _ in range(field.degree))
    two = tuple(drawn.randrange(p) for _ in range(field.degree))
    assert field.mul(one, field.inverse(one)) == field.one
    assert field.frobenius(one) == field.power(one, p)
    assert field.mul(one, two) == field.mul(two, one)
    w = (0, 1, *(0,) * (field.degree - 2))
    assert field.power(w, tower.twist) == right.embedded(tower.xi)
    total = field.zero
    for j, coordinates in enumerate(right.tower_coordinates(one)):
        part = field.mul(right.embedded(coordinates), field.power(w, j))
        total = field.add(total, part)
    assert total == one


@by_name
def test_groups(name: str) -> None:
    curve = curves.find(name)
    right = oracle.pairing(curve)
    second = right.untwisted(right.tower.base)
    assert right.has(second)
    assert right.multiply(curve.order, second) is None
    assert right.add(second, right.negative(second)) is None
    # The order divides p^k - 1 for no less k.
    powers = [pow(curve.p, k, curve.order) for k in range(1, right.degree + 1)]
    assert powers.index(1) == right.degree - 1


@by_name
def test_bilinear_and_not_degenerate(name: str, drawn: random.Random) -> None:
    curve = curves.find(name)
    right = oracle.pairing(curve)
    field, first = right.field, right.first(curve.base)
    second = right.untwisted(right.tower.base)
    value = right.pairing(first, second)
    assert value != field.one
    assert field.power(value, curve.order) == field.one
    a, b = drawn.randrange(1, curve.order), drawn.randrange(1, curve.order)
    left, other = right.multiply(a, first), right.multiply(b, second)
    assert right.pairing(left, other) == field.power(value, a * b % curve.order)
    assert right.pairing(None, second) == right.pairing(first, None) == field.one


class Pari:
    """One curve over the whole field, in PARI."""

    def __init__(self, field: WholeField, a: int, b: int) -> None:
        if pari.stacksize() < PARI_BYTES:
            pari.allocatemem(PARI_BYTES, silent=True)
        terms = "+".join(f"{number}*x^{j}" for j, number in enumerate(field.modulus))
        pari(f"w=ffgen(({terms})*Mod(1,{field.p}),'w)")
        pari(f"curve=ellinit([{a}*w^0,{b}*w^0])")

    def point(self, point: Point) -> str:
        assert point is not None
        return f"[{self.element(point[0])},{self.element(point[1])}]"

    def element(self, element: Element) -> str:
        return "+".join(f"{number}*w^{j}" for j, number in enumerate(element))

    def tate(self, left: Point, right: Point, order: int) -> str:
        return f"elltatepairing(curve,{self.point(left)},{self.point(right)},{order})"


@by_name
def test_power_of_the_tate_pairing(name: str, drawn: random.Random) -> None:
    curve = curves.find(name)
    right = oracle.pairing(curve)
    first = right.multiply(drawn.randrange(1, 1000), right.first(curve.base))
    second = right.multiply(drawn.randrange(1, 1000), right.untwisted(right.tower.base))
    theirs = Pari(right.field, curve.a, curve.b)
    value = theirs.element(right.pairing(first, second))
    exponent = (curve.p**right.degree - 1) // curve.order
    tate = theirs.tate(second, first, curve.order)
    assert pari(f"(({tate})^{exponent})^{right.to_tate}=={value}") == 1
    assert right.to_tate != 0


def pairing_of_multiples(name: str, first: int, second: int) -> tuple[PairingOracle, Element]:
    right = oracle.pairing(curves.find(name))
    return right, right.pairing(
        right.multiply(first, right.first(right.curve.base)),
        right.multiply(second, right.untwisted(right.tower.base)),
    )


def test_arkworks_on_bls12_381() -> None:
    """Bytes of the tower's coordinates, little-endian: those of w^0, w^2, w^4, w, w^3, w^5."""
    right, value = pairing_of_multiples("bls12_381", 7, 11)
    rows = right.tower_coordinates(value)
    numbers = [number for j in (0, 2, 4, 1, 3, 5) for number in rows[j]]
    theirs = GT.pairing(G1Point() * Scalar(7), G2Point() * Scalar(11))
    assert bytes.fromhex(str(theirs)) == b"".join(n.to_bytes(48, "little") for n in numbers)


@pytest.mark.slow
@pytest.mark.usefixtures("deep")
def test_py_ecc_on_bls12_381() -> None:
    """Its loop is as long as the parameter without the sign, its exponent (p^12 - 1) / r."""
    right, value = pairing_of_multiples("bls12_381", 7, 11)
    first, second = bls12_381.multiply(bls12_381.G1, 7), bls12_381.multiply(bls12_381.G2, 11)
    theirs = tuple(int(number) for number in bls12_381.pairing(second, first).coeffs)
    assert right.field.power(theirs, -right.multiplier) == value


@pytest.mark.slow
@pytest.mark.usefixtures("deep")
def test_py_ecc_on_bn254_snark() -> None:
    right, value = pairing_of_multiples("bn254_snark", 7, 11)
    first, second = bn128.multiply(bn128.G1, 7), bn128.multiply(bn128.G2, 11)
    theirs = tuple(int(number) for number in bn128.pairing(second, first).coeffs)
    assert right.field.power(theirs, right.multiplier) == value
