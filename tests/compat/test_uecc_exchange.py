# SPDX-License-Identifier: MIT
"""micro-ecc and Whit behind micro-ecc's interface do the same with the same inputs and take each
other's keys and signatures, on every curve and in both byte orders."""

import random
from dataclasses import dataclass
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

pytestmark = pytest.mark.slow

EXCHANGES = 20
DIGEST_BYTES = (1, 16, 20, 21, 28, 32, 48, 64)


@dataclass(frozen=True)
class Pair:
    ours: Library
    theirs: Library

    @property
    def little_endian(self) -> bool:
        return self.ours.little_endian


@pytest.fixture(scope="module", params=[False, True], ids=["big-endian", "little-endian"])
def pair(
    request: pytest.FixtureRequest, whit: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Pair:
    """In little-endian mode words of 8 bytes would make micro-ecc leave gaps between coordinates
    of 20 and 28 bytes, where it does not look for them again: words of 4 leave none."""
    folder = tmp_path_factory.mktemp("pair")
    ours = Configuration(request.param)
    theirs = Configuration(request.param, word_bytes=4 if request.param else 8)
    return Pair(
        Library(shared(folder / "ours.so", compat_objects(folder, ours) + whit), request.param),
        Library(shared(folder / "theirs.so", upstream_objects(folder, theirs)), request.param),
    )


@pytest.fixture
def source(pair: Pair) -> random.Random:
    numbers = random.Random(2013)
    pair.ours.set_random(numbers.randbytes)
    pair.theirs.set_random(numbers.randbytes)
    return numbers


@pytest.mark.parametrize("curve", CURVES)
def test_sizes(pair: Pair, curve: str) -> None:
    ours, theirs = pair.ours.curves[curve], pair.theirs.curves[curve]
    assert ours.private_bytes == theirs.private_bytes
    assert ours.coordinate_bytes == theirs.coordinate_bytes


@pytest.mark.parametrize("curve", CURVES)
def test_keys(pair: Pair, source: random.Random, curve: str) -> None:
    for maker, reader in ((pair.ours, pair.theirs), (pair.theirs, pair.ours)) * EXCHANGES:
        done, public, private = maker.make_key(curve)
        assert done == 1
        assert reader.public_key(curve, private) == (1, public)
        assert maker.public_key(curve, private) == (1, public)
        assert reader.valid(curve, public) == maker.valid(curve, public) == 1
        compressed = maker.compress(curve, public)
        assert reader.compress(curve, public) == compressed
        assert reader.decompress(curve, compressed) == public
        assert maker.decompress(curve, compressed) == public


@pytest.mark.parametrize("curve", CURVES)
def test_shared_secrets(pair: Pair, source: random.Random, curve: str) -> None:
    if pair.little_endian and curve == "secp160r1":
        pytest.skip("micro-ecc reads 20 of the private key's 21 bytes and finds the last by chance")
    for _ in range(EXCHANGES):
        _, our_public, our_private = pair.ours.make_key(curve)
        _, their_public, their_private = pair.theirs.make_key(curve)
        ours = pair.ours.shared_secret(curve, their_public, our_private)
        assert ours[0] == 1
        assert ours == pair.theirs.shared_secret(curve, our_public, their_private)
        assert ours == pair.theirs.shared_secret(curve, their_public, our_private)


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("digest_bytes", DIGEST_BYTES)
def test_signatures(pair: Pair, source: random.Random, curve: str, digest_bytes: int) -> None:
    for signer, verifier in ((pair.ours, pair.theirs), (pair.theirs, pair.ours)):
        _, public, private = signer.make_key(curve)
        digest = source.randbytes(digest_bytes)
        for signed in (
            signer.sign(curve, private, digest),
            signer.sign_deterministic(curve, private, digest, "sha256")[:2],
        ):
            done, signature = signed
            assert done == 1
            assert len(signature) == 2 * signer.curves[curve].coordinate_bytes
            for library in (signer, verifier):
                assert library.verify(curve, public, digest, signature) == 1
                changed = bytes([signature[0] ^ 1]) + signature[1:]
                assert library.verify(curve, public, digest, changed) == 0


@pytest.mark.parametrize("curve", CURVES)
def test_an_empty_digest_is_zero(pair: Pair, source: random.Random, curve: str) -> None:
    _, public, private = pair.ours.make_key(curve)
    for signer in (pair.ours, pair.theirs):
        done, signature = signer.sign(curve, private, b"")
        assert done == 1
        assert pair.ours.verify(curve, public, b"", signature) == 1
        assert pair.theirs.verify(curve, public, b"", signature) == 1
        assert pair.ours.verify(curve, public, bytes(20), signature) == 1


def test_byte_orders_are_mirror_images(
    pair: Pair, source: random.Random, whit: list[Path], tmp_path: Path
) -> None:
    """Also on secp160r1, where micro-ecc's little-endian mode has a fault."""
    objects = compat_objects(tmp_path, Configuration(not pair.little_endian))
    mirror = Library(shared(tmp_path / "mirror.so", objects + whit), not pair.little_endian)
    for curve, sizes in pair.ours.curves.items():
        f = sizes.coordinate_bytes
        _, public, private = pair.ours.make_key(curve)
        turned = public[:f][::-1] + public[f:][::-1]
        assert mirror.public_key(curve, private[::-1]) == (1, turned)
        done, secret = pair.ours.shared_secret(curve, public, private)
        assert mirror.shared_secret(curve, turned, private[::-1]) == (done, secret[::-1])
        compressed = pair.ours.compress(curve, public)
        assert mirror.compress(curve, turned) == compressed[:1] + compressed[1:][::-1]
        digest = source.randbytes(20)
        done, signature, _ = pair.ours.sign_deterministic(curve, private, digest, "sha256")
        reverse = signature[:f][::-1] + signature[f:][::-1]
        assert mirror.verify(curve, turned, digest[::-1], reverse) == done == 1


@pytest.mark.parametrize("curve", CURVES)
def test_bad_input_that_both_refuse(pair: Pair, source: random.Random, curve: str) -> None:
    _, public, private = pair.ours.make_key(curve)
    f = pair.ours.curves[curve].coordinate_bytes
    digest = source.randbytes(32)
    _, signature = pair.ours.sign(curve, private, digest)
    zero, high = bytes(f), b"\xff" * f
    for library in (pair.ours, pair.theirs):
        assert library.public_key(curve, bytes(len(private)))[0] == 0
        assert library.public_key(curve, b"\xff" * len(private))[0] == 0
        for bad in (zero + zero, high + high, public[:f] + public[:f], zero + public[f:]):
            assert library.valid(curve, bad) == 0
        half = signature[:f], signature[f:]
        for r, s in ((zero, half[1]), (half[0], zero), (zero, zero), (half[1], half[0])):
            assert library.verify(curve, public, digest, r + s) == 0
        assert library.verify(curve, public, bytes(32), signature) == 0
    pair.ours.set_random(None)
    pair.theirs.set_random(None)
    for library in (pair.ours, pair.theirs):
        assert library.make_key(curve)[0] == 0
        assert library.sign(curve, private, digest)[0] == 0
        assert library.sign_deterministic(curve, private, digest, "sha256")[0] == 1
    for useless in (lambda _: None, bytes):
        for library in (pair.ours, pair.theirs):
            library.set_random(useless)
            assert library.make_key(curve)[0] == 0
            assert library.sign(curve, private, digest)[0] == 0
