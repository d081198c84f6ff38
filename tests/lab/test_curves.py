# SPDX-License-Identifier: MIT
"""The lab's view of curves/."""

from pathlib import Path

import pytest

from lab import curves
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.model import BATCHES, BLS, BLS_MANY, GUARDED, HASHING, OPERATIONS, PAIRING, Sizes
from lab.paths import CURVES, ROOT

# The curves of the study of automotive microcontrollers [PGM19, tables 3 to 5], by family.
STUDY = (
    "secp112r1", "secp112r2", "secp128r1", "secp128r2", "secp160k1", "secp160r1", "secp160r2",
    "secp192k1", "secp192r1", "prime192v2", "prime192v3", "prime239v1", "prime239v2",
    "prime239v3", "secp224k1", "secp224r1", "secp256k1", "secp256r1", "secp384r1", "secp521r1",
    "brainpoolP160r1", "brainpoolP192r1", "brainpoolP224r1", "brainpoolP256r1",
    "brainpoolP320r1", "brainpoolP384r1", "brainpoolP512r1", "curve22103_relic",
    "curve4417_relic", "curve1174_weierstrass", "curve25519_weierstrass", "e382_weierstrass",
    "curve383187_weierstrass", "m511_weierstrass", "bn_p158", "bn_p254", "bn_p256", "bls12_381",
    "bn_p382", "bls12_455", "bls24_477", "kss18_508", "bn_p638", "bls12_638", "ss_p1536",
    "miracl_mnt6_160", "miracl_cp2_512", "miracl_kss18_512",
)  # fmt: skip


@pytest.mark.parametrize("name", STUDY)
def test_the_study_is_covered(name: str) -> None:
    assert curves.find(name).name == name


def test_curves_are_ordered_by_field() -> None:
    bits = [curve.field_bits for curve in curves.every()]
    assert bits == sorted(bits)
    assert (bits[0], bits[-1]) == (112, 1536)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("secp256r1", Sizes(field=32, order=32, digest=32)),
        ("secp160r1", Sizes(field=20, order=21, digest=32)),
        ("secp521r1", Sizes(field=66, order=66, digest=64)),
        ("secp112r2", Sizes(field=14, order=14, digest=32)),
        ("ss_p1536", Sizes(field=192, order=32, digest=32)),
        ("curve25519", Sizes(field=32, order=32, digest=64, form="montgomery")),
        ("ed25519", Sizes(field=32, order=32, digest=64, form="edwards")),
        ("ed448", Sizes(field=57, order=57, digest=64, form="edwards")),
        ("m511", Sizes(field=64, order=64, digest=64, form="montgomery")),
        ("e521", Sizes(field=66, order=66, digest=64, form="montgomery")),
    ],
)
def test_sizes(name: str, sizes: Sizes) -> None:
    assert curves.find(name).sizes == sizes


def test_buffers_are_those_of_the_adapter() -> None:
    found = curves.find("secp160r1").sizes.buffers
    assert (found["private_key"], found["public_key"], found["signature"]) == (21, 40, 42)
    assert (found["secret"], found["compressed"], found["digest"]) == (20, 21, 32)


@pytest.mark.parametrize(
    ("name", "private_key", "public_key"), [("curve25519", 32, 32), ("ed25519", 64, 32)]
)
def test_keys_of_other_forms(name: str, private_key: int, public_key: int) -> None:
    found = curves.find(name).sizes.buffers
    assert (found["private_key"], found["public_key"]) == (private_key, public_key)
    assert (found["secret"], found["signature"]) == (32, 64)


def test_batches_have_room_for_all_of_one() -> None:
    one, four = (
        curves.find("ed25519").sizes_for(name).buffers for name in ("verify", "verify_batch_4")
    )
    many = {"public_key", "signature", "message"}
    assert four == {name: 4 * size if name in many else size for name, size in one.items()}


@pytest.mark.parametrize("name", BLS_MANY)
def test_many_bls_signatures_have_room_and_weights(name: str) -> None:
    count = OPERATIONS[name].batch
    one, many = (curves.find("bn_p158").sizes_for(each) for each in ("bls_verify", name))
    for buffer in ("public_key", "signature", "message"):
        assert many.buffers[buffer] == count * one.buffers[buffer]
    assert many.pool >= 16 * count
    assert many.pool == max(one.pool, 16 * count)


def test_sizes_of_agreements_are_those_of_their_headers() -> None:
    found = [curve for curve in curves.every() if curve.agrees]
    assert len(found) == 11
    for curve in found:
        header = (ROOT / "include" / "whit" / f"{curve.name}.h").read_text(encoding="utf-8")
        for name in ("PRIVATE_KEY", "PUBLIC_KEY", "SHARED_SECRET"):
            buffer = "secret" if name == "SHARED_SECRET" else name.lower()
            size = curve.sizes.buffers[buffer]
            assert f"#define WHIT_{curve.name.upper()}_{name}_BYTES {size}\n" in header


def test_numbers_of_other_forms_are_those_of_their_curves() -> None:
    """The base points are on the curves and correspond [RFC 7748, 4.1]."""
    montgomery, edwards = curves.find("curve25519"), curves.find("ed25519")
    p = montgomery.p
    (u, v), (x, y) = montgomery.base, edwards.base
    assert (montgomery.b * v * v - (u**3 + montgomery.a * u * u + u)) % p == 0
    assert (edwards.a * x * x + y * y - 1 - edwards.b * x * x * y * y) % p == 0
    assert (y * (u + 1) - (u - 1)) % p == 0
    assert montgomery.order == edwards.order


def test_what_curves_are_for() -> None:
    ed25519 = curves.find("ed25519")
    assert curves.find("curve25519").operations == ("keygen", "ecdh")
    assert ed25519.operations == ("keygen", "sign", "verify", HASHING, *BATCHES, *GUARDED, "all")
    assert not set(BATCHES) & set(curves.find("secp256r1").operations)
    assert set(GUARDED) <= set(curves.find("secp256r1").operations)
    assert not set(GUARDED) & set(curves.find("sm2p256v1").operations)
    assert not set(GUARDED) & set(curves.find("hydrogen25519").operations)
    assert ed25519.hash_of("verify_batch_4") == "sha512"
    assert curves.find("e222").operations == ("keygen", "ecdh", "validate")
    assert (curves.find("e222").signatures, ed25519.signatures) == (None, "EdDSA")
    assert {"sign", "all"} <= set(curves.find("secp256r1").operations)
    assert not {"sign", "all"} & set(curves.find("sm2p256v1").operations)
    assert [one.buffer for one in ed25519.operation("sign").parameters][2:] == ["message"] * 2
    assert ed25519.under("ecdh").name == "curve25519"
    assert ed25519.under("sign") == ed25519
    assert ed25519.hash_of("sign") == "sha512"
    assert curves.find("secp256r1").hash_of("sign") is None
    assert not set(PAIRING) & set(curves.find("secp256r1").operations)
    assert set(PAIRING) <= set(curves.find("bls12_455").operations)
    assert {*BLS, *BLS_MANY, "bls_verify_prepared"} == set(PAIRING)
    assert curves.find("bls12_455").hash_of("bls_sign") == "sha256"
    with pytest.raises(UnsupportedError, match="curve25519 has no sign"):
        curves.find("curve25519").operation("sign")


def test_an_unknown_curve_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown curve 'secp999'; nearest: secp"):
        curves.find("secp999")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cofactor", "cofactors", "cofactor is missing"),
        ('p = "0x', 'p = "0y', "p must be a hexadecimal number"),
        ("security_bits = 80", 'security_bits = "80"', "security_bits must be a whole number"),
        ('hash = "sha256"', 'hash = "md99"', "hash names 'md99'"),
        ('hash = "sha256"', 'ecdsa = "no"', "ecdsa must be true or false"),
        ('name = "secp160r1"', 'name = "secp161r1"', "name must be 'secp160r1'"),
        ('form = "weierstrass"', 'form = "hessian"', "form must be among weierstrass, montgomery"),
    ],
)
def test_errors_name_the_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (CURVES / "secp160r1.toml").read_text(encoding="utf-8")
    assert old in text
    copy = tmp_path / "secp160r1.toml"
    copy.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(LabError, match=message):
        curves.load(copy)
