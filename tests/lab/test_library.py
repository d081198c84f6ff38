# SPDX-License-Identifier: MIT
"""The library called from Python: that every function is there and bytes come back right. What
the functions compute is tested in C and against openssl and PARI."""

import hashlib
import os
from pathlib import Path

import pytest

from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.library import Curve, KeyPair, Library, Signed, StatusError, build, build_alone, load
from lab.paths import CURVES

MESSAGE = b"sample"
DIGEST = hashlib.sha256(MESSAGE).digest()
# RFC 6979, A.2.5
PRIVATE = bytes.fromhex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
SIGNATURE = bytes.fromhex(
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
)


@pytest.fixture(name="curve")
def _curve() -> Curve:
    return load().curve("secp256r1")


@pytest.fixture(name="pair")
def _pair(curve: Curve) -> KeyPair:
    return KeyPair(PRIVATE, curve.public_key(PRIVATE))


def test_every_curve_is_there() -> None:
    assert set(load().curves) == {path.stem for path in CURVES.glob("*.toml")}
    for name in load().curves:
        curve = load().curve(name)
        assert curve.order_bytes == (curve.parameters.order.bit_length() + 7) // 8
        assert curve.field_bytes == (curve.parameters.p.bit_length() + 7) // 8
        assert curve.parameters.hash in load().hashes


@pytest.mark.parametrize("name", ["prime256v1", "NIST P-256", "SECP256R1"])
def test_a_curve_has_many_names(curve: Curve, name: str) -> None:
    assert load().curve(name) is curve


def test_unknown_names(curve: Curve) -> None:
    with pytest.raises(UnknownNameError, match="unknown curve 'nist'; nearest: NIST P-"):
        load().curve("nist")
    with pytest.raises(UnknownNameError, match="unknown hash 'md5'; valid: "):
        curve.sign(PRIVATE, MESSAGE, "md5")


def test_signing(curve: Curve, pair: KeyPair) -> None:
    assert curve.sign(PRIVATE, MESSAGE) == SIGNATURE
    assert curve.sign_digest(PRIVATE, DIGEST) == SIGNATURE
    drawn = [
        curve.sign_hedged(PRIVATE, MESSAGE),
        curve.sign_hedged(PRIVATE, MESSAGE),
        curve.sign_digest_random(PRIVATE, DIGEST),
        curve.sign_digest_random(PRIVATE, DIGEST),
    ]
    assert len({SIGNATURE, *drawn}) == 5
    for signature in (SIGNATURE, *drawn):
        assert curve.verify(pair.public_key, MESSAGE, signature)
        assert curve.verify_digest(pair.public_key, DIGEST, signature)
        assert not curve.verify(pair.public_key, MESSAGE, signature, "sha384")
    assert not curve.verify(pair.public_key, MESSAGE, bytes(64))


def test_recovery(curve: Curve, pair: KeyPair) -> None:
    made = curve.sign_recoverable(PRIVATE, MESSAGE)
    assert made == curve.sign_digest_recoverable(PRIVATE, DIGEST)
    assert made.signature == SIGNATURE
    assert curve.recover(made.recovery_id, MESSAGE, SIGNATURE) == pair.public_key
    assert curve.recover_digest(made.recovery_id, DIGEST, SIGNATURE) == pair.public_key
    assert curve.recover(made.recovery_id ^ 1, MESSAGE, SIGNATURE) != pair.public_key


def test_low_s(curve: Curve, pair: KeyPair) -> None:
    low = curve.make_low(SIGNATURE)
    assert not curve.is_low(SIGNATURE)
    assert curve.is_low(low)
    assert curve.verify(pair.public_key, MESSAGE, low)
    assert curve.make_low(low) == low


@pytest.mark.parametrize("name", ["secp256r1", "secp112r2", "bls12_381"])
def test_key_agreement(name: str) -> None:
    curve = load().curve(name)
    one, other = curve.generate(), curve.generate()
    secret = curve.ecdh(one.private_key, other.public_key)
    assert len(secret) == curve.field_bytes
    assert secret == curve.ecdh(other.private_key, one.public_key)
    secret = curve.ecdh_cofactor(one.private_key, other.public_key)
    assert secret == curve.ecdh_cofactor(other.private_key, one.public_key)
    assert curve.decompress(curve.compress(one.public_key)) == one.public_key


def failing(_: int) -> bytes:
    raise OSError


@pytest.mark.parametrize("name", ["ed25519", "ed448"])
def test_batches(name: str) -> None:
    """Of which one signature is another message's."""
    curve = load().string_curve(name)
    made = []
    for number in range(5):
        pair, message = curve.generate(), bytes(number)
        made.append(Signed(pair.public_key, message, curve.sign(pair.private_key, message)))
    assert curve.verify_batch(made) == [True] * 5
    assert curve.verify_batch(made[:1]) == [True]
    made[2] = made[2]._replace(message=b"another")
    assert curve.verify_batch(made) == [True, True, False, True, True]
    with pytest.raises(StatusError, match="reported a failure"):
        curve.verify_batch(made, lambda length: b"")
    with pytest.raises(UnsupportedError, match="verifies no batches"):
        load().string_curve("curve25519").verify_batch(made)


def test_random_sources(curve: Curve) -> None:
    asked: list[int] = []

    def given(length: int) -> bytes:
        asked.append(length)
        return bytes(range(1, length + 1))

    assert curve.generate(given) == curve.generate(given)
    assert asked == [32, 32]
    assert curve.generate(os.urandom) != curve.generate(os.urandom)
    for source in (failing, lambda length: bytes(length - 1)):
        with pytest.raises(StatusError) as caught:
            curve.generate(source)
        assert caught.value.status.name == "WHIT_ERROR_RANDOM_FAILED"


def test_errors_carry_their_status(curve: Curve) -> None:
    with pytest.raises(StatusError, match="zero, or not below the order") as caught:
        curve.public_key(bytes(32))
    assert caught.value.status.name == "WHIT_ERROR_PRIVATE_KEY_RANGE"
    with pytest.raises(StatusError) as caught:
        curve.verify(bytes(65), MESSAGE, SIGNATURE)
    assert caught.value.status.name == "WHIT_ERROR_PUBLIC_KEY_PREFIX"
    with pytest.raises(StatusError) as caught:
        curve.verify(curve.public_key(PRIVATE), MESSAGE, SIGNATURE[1:])
    assert caught.value.status.name == "WHIT_ERROR_SIGNATURE_LENGTH"


def test_a_curve_without_a_name_has_no_der() -> None:
    curve = load().curve("bls12_381")
    with pytest.raises(UnsupportedError, match="bls12_381 has no object identifier"):
        curve.public_to_der(curve.generate().public_key)


def test_keys_name_their_curve() -> None:
    for name in load().curves:
        curve = load().curve(name)
        if curve.parameters.oid is not None:
            der = curve.private_to_pkcs8(bytes(curve.order_bytes))
            assert load().curve_of(der) is curve
    assert load().curve_of(b"") is None


@pytest.mark.slow
def test_one_curve_in_a_profile(tmp_path: Path) -> None:
    said: list[str] = []
    made = build_alone(said.append, "secp256r1", "small", tmp_path)
    assert said == ["compiling secp256r1 for this machine"]
    assert build_alone(said.append, "secp256r1", "small", tmp_path) == made
    assert len(said) == 1
    alone = Library(made)
    assert alone.curves == ("secp256r1",)
    assert alone.curve("secp256r1").sign(PRIVATE, MESSAGE) == SIGNATURE
    assert [path.suffix for path in tmp_path.iterdir() if path.name != ".lock"] == [".so"]
    with pytest.raises(LabError, match="joining the library's files"):
        build_alone(said.append, "secp256r9", "small", tmp_path)


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(LabError, match="needs a C compiler for this machine"):
        build.build(print, tmp_path)
