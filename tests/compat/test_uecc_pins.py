# SPDX-License-Identifier: MIT
"""What compat/uECC.c does where micro-ecc differs, or where its conventions are surprising: each
difference that doc/migration.md lists."""

import ctypes
import hashlib
import random
from pathlib import Path

import pytest

from tests.compat.builds import (
    CURVES,
    Configuration,
    Library,
    compat_objects,
    shared,
    upstream_objects,
)
from tests.runner.tools import ROOT
from tools.curves import read as curves
from tools.curves.weierstrass import Curve

pytestmark = pytest.mark.slow

WHIT_OK = 0x7591
TRIES = 64


@pytest.fixture(scope="module")
def ours(whit: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("ours")
    return Library(shared(folder / "ours.so", compat_objects(folder, Configuration()) + whit))


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("theirs")
    return Library(shared(folder / "theirs.so", upstream_objects(folder, Configuration())))


@pytest.fixture
def source(ours: Library, theirs: Library) -> random.Random:
    numbers = random.Random(6979)
    ours.set_random(numbers.randbytes)
    theirs.set_random(numbers.randbytes)
    return numbers


def parameters(name: str) -> Curve:
    return curves.load(ROOT / "curves" / f"{name}.toml")


def point_bytes(curve: Curve, k: int) -> bytes:
    point = curve.multiply(k, curve.g)
    assert point is not None
    length = (curve.p.bit_length() + 7) // 8
    return b"".join(coordinate.to_bytes(length, "big") for coordinate in point)


# RFC 6979, A.2.3 to A.2.5: the key, the message's hash, r || s.
KNOWN = [
    (
        "secp192r1",
        "6fab034934e4c0fc9ae67f5b5659a9d7d1fefd187ee09fd4",
        ("sha256", b"sample"),
        "4b0b8ce98a92866a2820e20aa6b75b56382e0f9bfd5ecb55"
        "ccdb006926ea9565cbadc840829d8c384e06de1f1e381b85",
    ),
    (
        "secp192r1",
        "6fab034934e4c0fc9ae67f5b5659a9d7d1fefd187ee09fd4",
        ("sha512", b"test"),
        "fe4f4ae86a58b6507946715934fe2d8ff9d95b6b098fe739"
        "74cf5605c98fba0e1ef34d4b5a1577a7dcf59457cae52290",
    ),
    (
        "secp224r1",
        "f220266e1105bfe3083e03ec7a3a654651f45e37167e88600bf257c1",
        ("sha256", b"sample"),
        "61aa3da010e8e8406c656bc477a7a7189895e7e840cdfe8ff42307ba"
        "bc814050dab5d23770879494f9e0a680dc1af7161991bde692b10101",
    ),
    (
        "secp256r1",
        "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
        ("sha256", b"sample"),
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    ),
    (
        "secp256r1",
        "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
        ("sha512", b"sample"),
        "8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00"
        "2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe",
    ),
]


@pytest.mark.parametrize(("curve", "key", "hashed", "signature"), KNOWN)
def test_deterministic_signatures_are_those_of_rfc_6979(
    ours: Library, curve: str, key: str, hashed: tuple[str, bytes], signature: str
) -> None:
    algorithm, message = hashed
    digest = hashlib.new(algorithm, message).digest()
    done, made, room = ours.sign_deterministic(curve, bytes.fromhex(key), digest, algorithm)
    assert (done, made.hex()) == (1, signature)
    assert room == bytes(len(room)), "the generator's state is wiped"


def test_signatures_with_a_given_nonce(ours: Library) -> None:
    """The nonce of RFC 6979, A.2.5, with SHA-256 and "sample"; and nonces that are none."""
    _, key, (algorithm, message), signature = KNOWN[3]
    private, digest = bytes.fromhex(key), hashlib.new(algorithm, message).digest()
    k = bytes.fromhex("a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60")
    assert ours.sign_with_k("secp256r1", private, digest, k) == (1, bytes.fromhex(signature))
    for curve in CURVES:
        length = ours.curves[curve].private_bytes
        order = parameters(curve).order
        excess = 8 * length - order.bit_length()
        done, made = ours.sign_with_k(curve, b"\1".rjust(length, b"\0"), digest, b"\1" * length)
        public = point_bytes(parameters(curve), 1)
        assert done == ours.verify(curve, public, digest, made) == 1
        for bad in (0, order, 2 ** order.bit_length() - 1):
            nonce = (bad << excess).to_bytes(length, "big")
            assert ours.sign_with_k(curve, private[:length].rjust(length), digest, nonce) == (
                0,
                bytes(len(made)),
            )


@pytest.mark.parametrize("curve", CURVES)
def test_deterministic_signatures_are_whits(
    ours: Library, source: random.Random, curve: str
) -> None:
    """Digests of every length and above the order too, where reduction shows."""
    length = ours.curves[curve].private_bytes
    excess = length - ours.curves[curve].coordinate_bytes
    pointer = ctypes.c_void_p.in_dll(ours.raw, f"whit_{curve}")
    base = ctypes.c_void_p.in_dll(ours.raw, f"whit_{curve}_base")
    sha256 = ctypes.c_void_p.in_dll(ours.raw, "whit_sha256")
    order = parameters(curve).order
    for digest in [source.randbytes(n) for n in (1, 20, length, 64)] + [b"\xff" * length]:
        private = source.randrange(1, order).to_bytes(length, "big")
        expected = ctypes.create_string_buffer(2 * length)
        status = ours.raw.whit_ecdsa_sign_digest_deterministic(
            ctypes.byref(pointer),
            ctypes.byref(base),
            ctypes.byref(sha256),
            expected,
            ctypes.c_size_t(2 * length),
            private,
            ctypes.c_size_t(length),
            digest,
            ctypes.c_size_t(len(digest)),
        )
        assert status == WHIT_OK
        r, s = expected.raw[:length], expected.raw[length:]
        assert r[:excess] + s[:excess] == bytes(2 * excess)
        made = ours.sign_deterministic(curve, private, digest, "sha256")
        assert made[:2] == (1, r[excess:] + s[excess:])


def test_secp160r1_signatures_have_40_bytes_where_p1363_has_42(
    ours: Library, theirs: Library, source: random.Random
) -> None:
    header = (ROOT / "include" / "whit" / "secp160r1.h").read_text()
    assert "#define WHIT_SECP160R1_SIGNATURE_BYTES 42\n" in header
    assert "#define WHIT_SECP160R1_PRIVATE_KEY_BYTES 21\n" in header
    _, public, private = ours.make_key("secp160r1")
    assert (len(private), len(public)) == (21, 40)
    digest = source.randbytes(20)
    done, signature = ours.sign("secp160r1", private, digest)
    assert (done, len(signature)) == (1, 40)
    pointer = ctypes.c_void_p.in_dll(ours.raw, "whit_secp160r1")

    def whit_verifies(signature: bytes) -> bool:
        status = ours.raw.whit_ecdsa_verify_digest(
            ctypes.byref(pointer),
            b"\x04" + public,
            ctypes.c_size_t(41),
            digest,
            ctypes.c_size_t(len(digest)),
            signature,
            ctypes.c_size_t(len(signature)),
        )
        return bool(status == WHIT_OK)

    assert whit_verifies(b"\0" + signature[:20] + b"\0" + signature[20:])
    assert not whit_verifies(signature)


@pytest.mark.parametrize("excess", [0, 1, 2**80])
def test_a_nonce_whose_s_has_161_bits_is_passed_over(
    ours: Library, theirs: Library, source: random.Random, excess: int
) -> None:
    """micro-ecc tries the next nonce then, and so does Whit in its place."""
    curve = parameters("secp160r1")
    key, first, second = (source.randrange(1, curve.order) for _ in range(3))
    private = key.to_bytes(21, "big")
    x = int.from_bytes(point_bytes(curve, first)[:20], "big")
    s = 2**160 + excess
    assert s < curve.order
    z = (s * first - x * key) % curve.order
    digest = (z << 7).to_bytes(21, "big")  # its leftmost 161 bits are z

    # Whit draws 21 bytes and takes the leftmost bits; micro-ecc three words, and the lowest.
    whits = iter([(k << 7).to_bytes(21, "big") for k in (first, second)])
    words = [k.to_bytes(24, "little") for k in (first, 1, second, 1)]
    micros = iter([words[0], words[1], words[2], words[3]])
    ours.set_random(lambda size: next(whits))
    theirs.set_random(lambda size: next(micros))
    done, signature = ours.sign("secp160r1", private, digest)
    assert done == 1
    assert theirs.sign("secp160r1", private, digest) == (1, signature)
    assert signature[:20] == point_bytes(curve, second)[:20]
    assert next(whits, None) is None
    public = point_bytes(curve, key)
    assert ours.verify("secp160r1", public, digest, signature) == 1
    assert theirs.verify("secp160r1", public, digest, signature) == 1


def test_signing_gives_up(ours: Library, source: random.Random) -> None:
    """When every nonce makes an s of 161 bits, which only a broken source does."""
    curve = parameters("secp160r1")
    key, nonce = source.randrange(1, curve.order), source.randrange(1, curve.order)
    x = int.from_bytes(point_bytes(curve, nonce)[:20], "big")
    z = (2**160 * nonce - x * key) % curve.order
    draws: list[int] = []

    def stuck(size: int) -> bytes:
        draws.append(size)
        return (nonce << 7).to_bytes(21, "big")

    ours.set_random(stuck)
    digest = (z << 7).to_bytes(21, "big")
    assert ours.sign("secp160r1", key.to_bytes(21, "big"), digest) == (0, bytes(40))
    assert draws == [21] * TRIES


@pytest.mark.parametrize("curve", CURVES)
def test_shared_secrets_of_bad_keys(
    ours: Library, theirs: Library, source: random.Random, curve: str
) -> None:
    """micro-ecc computes with any pair of coordinates, and with any private key."""
    _, public, private = ours.make_key(curve)
    f = len(public) // 2
    n = parameters(curve).order
    off_curve = public[:-1] + bytes([public[-1] ^ 1])
    assert theirs.shared_secret(curve, off_curve, private)[0] == 1
    for bad in (off_curve, bytes(2 * f), b"\xff" * (2 * f)):
        assert ours.shared_secret(curve, bad, private) == (0, bytes(f))
    for bad_key in (0, n, n + 1, 2 ** (8 * len(private)) - 1):
        key = bad_key.to_bytes(len(private), "big")
        assert ours.shared_secret(curve, public, key) == (0, bytes(f))
        assert ours.public_key(curve, key) == (0, bytes(2 * f))
        assert ours.sign(curve, key, bytes(32)) == (0, bytes(2 * f))
        assert ours.sign_deterministic(curve, key, bytes(32), "sha256")[:2] == (0, bytes(2 * f))


@pytest.mark.parametrize("curve", CURVES)
def test_the_ends_of_the_range_of_private_keys(
    ours: Library, theirs: Library, source: random.Random, curve: str
) -> None:
    """micro-ecc has no public key for 1, n - 2 and n - 1, nor takes that of 1 to verify."""
    known = parameters(curve)
    length = ours.curves[curve].private_bytes
    for k in (1, 2, known.order - 3, known.order - 2, known.order - 1):
        private = k.to_bytes(length, "big")
        public = point_bytes(known, k)
        assert ours.public_key(curve, private) == (1, public)
        assert theirs.public_key(curve, private)[0] == (k in (2, known.order - 3))
        done, signature, _ = ours.sign_deterministic(curve, private, b"digest", "sha256")
        assert done == ours.verify(curve, public, b"digest", signature) == 1


@pytest.mark.parametrize("curve", CURVES)
def test_compression_of_bad_keys(ours: Library, source: random.Random, curve: str) -> None:
    _, public, _ = ours.make_key(curve)
    f = len(public) // 2
    p = parameters(curve).p
    compressed = ours.compress(curve, public)
    assert compressed == bytes([2 | public[-1] & 1]) + public[:f]
    off_curve = public[:-1] + bytes([public[-1] ^ 1])
    assert ours.compress(curve, off_curve) == bytes(1 + f)
    for prefix in (0, 1, 4, 5, 6, 7, 255):
        assert ours.decompress(curve, bytes([prefix]) + public[:f]) == bytes(2 * f)
    assert ours.decompress(curve, b"\x02" + p.to_bytes(f, "big")) == bytes(2 * f)
    results = {ours.decompress(curve, b"\x02" + x.to_bytes(f, "big")) for x in range(20)}
    assert bytes(2 * f) in results
    assert all(ours.valid(curve, key) for key in results - {bytes(2 * f)})
    assert ours.valid(curve, bytes(2 * f)) == 0


def test_outputs_may_lie_on_inputs(ours: Library, source: random.Random) -> None:
    pointer = ours.curves["secp256r1"].pointer
    _, public, private = ours.make_key("secp256r1")
    done, secret = ours.shared_secret("secp256r1", public, private)
    for inputs in ((public, 0), (private, 1)):
        room = ctypes.create_string_buffer(inputs[0], 64)
        arguments = [public, private]
        arguments[inputs[1]] = room  # type: ignore[call-overload]
        assert ours.raw.uECC_shared_secret(*arguments, room, pointer) == done == 1
        assert room.raw[:32] == secret
    room = ctypes.create_string_buffer(bytes(range(32)), 64)
    assert ours.raw.uECC_sign(private, room, 32, room, pointer) == 1
    assert ours.verify("secp256r1", public, bytes(range(32)), room.raw) == 1


def test_the_system_is_the_first_random_source(whit: list[Path], tmp_path: Path) -> None:
    curve = "secp256r1"
    objects = compat_objects(tmp_path, Configuration())
    fresh = Library(shared(tmp_path / "fresh.so", objects + whit))
    fresh.raw.uECC_get_rng.restype = ctypes.c_void_p
    assert fresh.raw.uECC_get_rng() is not None
    first, second = fresh.make_key(curve), fresh.make_key(curve)
    assert first[0] == second[0] == 1
    assert first != second
    fresh.set_random(None)
    assert fresh.raw.uECC_get_rng() is None
    assert fresh.make_key(curve) == (0, bytes(64), bytes(32))
