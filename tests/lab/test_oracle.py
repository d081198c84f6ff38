# SPDX-License-Identifier: MIT
"""The oracles: RFC 6979's examples, one against the other, and both against PARI."""

import hashlib

import pytest
from cypari import pari

from lab import curves, oracle
from lab.curves import Curve
from lab.errors import UnsupportedError
from lab.oracle.agreement import AgreementOracle
from lab.oracle.openssl import OPENSSL_CURVES, OpenSslOracle
from lab.oracle.plain import PlainOracle, square_root

pytestmark = pytest.mark.slow

SECP256R1 = curves.find("secp256r1")

# RFC 6979, A.2.5.
KEY = bytes.fromhex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
PUBLIC = bytes.fromhex(
    "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
    "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
)
SIGNATURE = bytes.fromhex(
    "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
    "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
)

by_name = pytest.mark.parametrize("name", [curve.name for curve in curves.declared()])


def key(curve: Curve, label: str) -> bytes:
    data = hashlib.shake_256(f"{curve.name} {label}".encode()).digest(curve.sizes.order + 8)
    return (int.from_bytes(data) % (curve.order - 1) + 1).to_bytes(curve.sizes.order)


@pytest.mark.parametrize("right", [OpenSslOracle(SECP256R1), PlainOracle(SECP256R1)])
def test_rfc_6979(right: oracle.Oracle) -> None:
    assert right.public_key(KEY) == PUBLIC
    assert right.sign(KEY, b"sample") == SIGNATURE
    assert right.verify(PUBLIC, right.digest(b"sample"), SIGNATURE)
    assert not right.verify(PUBLIC, right.digest(b"Sample"), SIGNATURE)


@pytest.mark.parametrize("name", OPENSSL_CURVES)
def test_both_oracles_agree(name: str) -> None:
    curve = curves.find(name)
    one, two = OpenSslOracle(curve), PlainOracle(curve)
    mine, other = key(curve, "one"), key(curve, "two")
    public, message = one.public_key(mine), b"a message"
    assert two.public_key(mine) == public
    assert two.shared_secret(other, public) == one.shared_secret(other, public)
    assert two.compress(public) == one.compress(public)
    assert two.decompress(one.compress(public)) == one.decompress(one.compress(public)) == public
    signature = one.sign(mine, message)
    assert two.sign(mine, message) == signature
    assert two.verify(public, two.digest(message), signature)
    spoilt = signature[:-1] + bytes([signature[-1] ^ 1])
    assert not one.verify(public, one.digest(message), spoilt)
    assert not two.verify(public, two.digest(message), spoilt)


@by_name
def test_multiples_are_those_of_pari(name: str) -> None:
    curve = curves.find(name)
    right, scalar, size = oracle.of(curve), key(curve, "pari"), curve.sizes.field
    group = pari.ellinit([pari(curve.a), pari(curve.b)], pari(curve.p))
    base = [pari(value) for value in curve.base]
    point = pari.ellmul(group, base, int.from_bytes(scalar))
    x, y = (int(pari.lift(coordinate)) for coordinate in (point[0], point[1]))
    assert right.public_key(scalar) == x.to_bytes(size) + y.to_bytes(size)


@by_name
def test_both_ends_agree_and_signatures_verify(name: str) -> None:
    curve = curves.find(name)
    right, mine, other = oracle.of(curve), key(curve, "one"), key(curve, "two")
    public, message = right.public_key(mine), b"a message"
    secret = right.shared_secret(mine, right.public_key(other))
    assert secret == right.shared_secret(other, public)
    assert right.decompress(right.compress(public)) == public
    signature = right.sign(mine, message)
    assert len(signature) == curve.sizes.buffers["signature"]
    assert right.verify(public, right.digest(message), signature)
    assert not right.verify(public, right.digest(message + b"!"), signature)


@by_name
def test_points_off_the_curve_are_seen(name: str) -> None:
    curve = curves.find(name)
    right = oracle.of(curve)
    public = right.public_key(key(curve, "one"))
    assert right.is_point(public)
    assert not right.is_point(public[:-1] + bytes([public[-1] ^ 1]))
    assert not right.is_point(bytes([255]) * len(public))
    outside = right.outside_subgroup()
    assert (outside is None) == (curve.cofactor == 1)
    assert outside is None or right.is_point(outside)


def test_key_ranges() -> None:
    right = oracle.of(SECP256R1)
    assert not right.is_private_key(bytes(32))
    assert not right.is_private_key(SECP256R1.order.to_bytes(32))
    assert right.is_private_key((SECP256R1.order - 1).to_bytes(32))


def test_refused_nonces_are_counted() -> None:
    """Half of the candidates are, where the order is just above a power of two."""
    curve = curves.find("secp160r1")
    right = oracle.of(curve)
    counts = [right.nonces_refused(key(curve, str(n)), b"message") for n in range(64)]
    assert 0.6 < sum(counts) / len(counts) < 1.5
    plenty = curves.find("secp256r1")
    assert oracle.of(plenty).nonces_refused(KEY, b"sample") == 0


@pytest.mark.parametrize("p", [7, 13, 17, 97, 257, 2**224 - 2**96 + 1])
def test_square_roots(p: int) -> None:
    for value in range(min(p, 40)):
        root = square_root(value * value % p, p)
        assert root in (value, (p - value) % p)
    refused = 0
    for value in range(1, min(p, 40)):
        try:
            square_root(value, p)
        except ValueError:
            refused += 1
            assert pow(value, (p - 1) // 2, p) == p - 1
    assert refused > 0


# RFC 8032, 7.1, test 1: the empty message.
ED25519_SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
ED25519_PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
ED25519_SIGNATURE = bytes.fromhex(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
    "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
)


def test_rfc_8032() -> None:
    right = oracle.of(curves.find("ed25519"))
    own = right.key_from(ED25519_SEED)
    assert own == ED25519_SEED + ED25519_PUBLIC
    assert right.is_private_key(own)
    assert not right.is_private_key(ED25519_SEED + ED25519_SEED)
    assert right.public_key(own) == ED25519_PUBLIC
    assert right.sign(own, b"") == ED25519_SIGNATURE
    assert right.verify(ED25519_PUBLIC, b"", ED25519_SIGNATURE)
    assert not right.verify(ED25519_PUBLIC, b"!", ED25519_SIGNATURE)
    larger = right.unreduced(ED25519_SIGNATURE)
    assert larger is not None
    assert not right.verify(ED25519_PUBLIC, b"", larger)


@pytest.mark.parametrize("label", ["one", "two", "three"])
def test_x25519_is_that_of_pari(label: str) -> None:
    curve = curves.find("curve25519")
    right = oracle.of(curve)
    scalar = hashlib.sha256(label.encode()).digest()
    clamped = int.from_bytes(scalar, "little") & (2**254 - 8) | 2**254
    group = pari.ellinit([0, curve.a, 0, 1, 0], curve.p)
    point = pari.ellmul(group, [pari(value) for value in curve.base], clamped)
    assert right.public_key(scalar) == int(pari.lift(point[0])).to_bytes(32, "little")
    other = hashlib.sha256(b"other").digest()
    public = right.public_key(other)
    assert right.shared_secret(scalar, public) == right.shared_secret(
        other, right.public_key(scalar)
    )


@pytest.mark.parametrize(("name", "lacking"), [("curve25519", "signatures"), ("ed25519", "key ")])
def test_what_a_curve_is_not_for_is_refused(name: str, lacking: str) -> None:
    right = oracle.of(curves.find(name))
    own = right.key_from(bytes(32))
    assert own is not None
    with pytest.raises(UnsupportedError, match=f"{name} has no {lacking}"):
        _ = right.sign(own, b"") if name == "curve25519" else right.shared_secret(own, own)


@pytest.mark.parametrize(("montgomery", "edwards"), [("curve25519", "ed25519"), ("curve448", None)])
def test_agreement_is_that_of_the_standard(montgomery: str, edwards: str | None) -> None:
    """X25519 and X448 by OpenSSL, with one part of a key after the other; and the same points on
    the Edwards curve beside, where u = (1 + y) / (1 - y)."""
    curve = curves.find(montgomery)
    right, plain = oracle.of(curve), AgreementOracle(curve)
    size = curve.sizes.field
    mine, other = (hashlib.shake_256(label).digest(size) for label in (b"mine", b"other"))
    public = right.public_key(other)
    assert plain.public_key(other) == public
    assert plain.shared_secret(mine, public) == right.shared_secret(mine, public)
    if edwards is not None:
        twin, p = AgreementOracle(curves.find(edwards)), curve.p

        def u(point: bytes) -> bytes:
            y = int.from_bytes(point, "little") % 2 ** (8 * size - 1)
            number: int = (1 + y) * pow(1 - y, -1, p) % p
            return number.to_bytes(size, "little")

        assert u(twin.public_key(other)) == public
        secret = twin.shared_secret(mine, twin.public_key(other))
        assert u(secret) == right.shared_secret(mine, public)
        assert twin.shared_secret(other, twin.public_key(mine)) == secret


@pytest.mark.parametrize("name", [curve.name for curve in curves.every() if curve.agrees])
def test_keys_of_agreements(name: str) -> None:
    right = oracle.of(curves.find(name))
    assert isinstance(right, AgreementOracle)
    stranger, large, small = right.refused()
    for bad in (stranger, large):
        with pytest.raises(ValueError, match="not a"):
            right.shared_secret(bytes(right.field_bytes), bad)
    x, y = int.from_bytes(small, "little"), 0
    point = (y, x) if right.curve.form == "edwards" else (x, y)
    assert right.add(point, point) == right.neutral
    assert right.is_private_key(bytes(right.field_bytes))
    # A scalar of no use, on those curves where 2^i h n has the bits of a scalar.
    multiple = right.curve.cofactor * right.curve.order
    shift = right.curve.field_bits - multiple.bit_length()
    if shift >= 0:
        assert right.key_from((multiple << shift).to_bytes(right.field_bytes, "little")) is None
