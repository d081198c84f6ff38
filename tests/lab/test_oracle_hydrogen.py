# SPDX-License-Identifier: MIT
"""libhydrogen's hash and signatures in Python: published vectors, and what must not verify."""

import pytest

from lab import curves, oracle
from lab.curves import HYDROGEN
from lab.measures import forgeries
from lab.model import ALL
from lab.oracle import gimli
from lab.oracle.hydrogen import HydrogenOracle

# Bernstein and others, "Gimli: a cross-platform permutation" (2017).
PERMUTED = (
    "ba11c85a 91bad119 380ce880 d24c2c68 3eceffea 277a921c "
    "4f73a0bd da5a9cd8 84b673f0 34e52ff7 9e2bef49 f41bb8d6"
)

# The tests of libhydrogen: the message is what its generator gives for a seed, as the key is.
CONTEXT = b"libtests"
DIGESTS = {
    1000: "7dfa45ce18210e2422fd658bf7beccb6e534e44f99ae359f4af3ba41af8ca463",
    13: "d57a9800549bb4bab6a06fa6e16e08aad68d7d4313fb69a81b9f5d5af375dbe7",
}
LAST_SEED = 1001

CURVE = curves.find(HYDROGEN)


def permuted(state: bytes, tag: int) -> bytes:
    words = [int.from_bytes(state[at : at + 4], "little") for at in range(0, 48, 4)]
    words[-1] ^= tag << 24
    return b"".join(word.to_bytes(4, "little") for word in gimli.permute(words))


def generated(length: int, seed: int) -> bytes:
    """hydro_random_buf_deterministic."""
    state = permuted((b"\7drbg256" + length.to_bytes(8, "little")).ljust(48, b"\0"), 1)
    whole = seed.to_bytes(32, "little")
    for half in (whole[:16], whole[16:]):
        mixed = bytes(one ^ two for one, two in zip(state, half, strict=False))
        state = permuted(mixed + state[16:], 2)
    made = b""
    while len(made) < length:
        state = permuted(state, 0)
        made += state[:16]
    return made[:length]


@pytest.fixture
def right() -> HydrogenOracle:
    found = oracle.of(CURVE)
    assert isinstance(found, HydrogenOracle)
    return found


def test_the_permutation_is_that_of_its_paper() -> None:
    words = [(i**3 + i * 0x9E3779B9) & 0xFFFFFFFF for i in range(12)]
    assert " ".join(f"{word:08x}" for word in gimli.permute(words)) == PERMUTED


@pytest.mark.parametrize("length", DIGESTS)
def test_the_hash_is_that_of_the_library(length: int) -> None:
    message, key = generated(1000, LAST_SEED)[:length], generated(32, 0)
    assert gimli.hashed(message, 32, CONTEXT, key).hex() == DIGESTS[length]


def test_signatures_verify_and_nothing_else_does(right: HydrogenOracle) -> None:
    own, other = (right.key_from(bytes([number]) * 32) for number in (1, 2))
    assert own is not None
    assert other is not None
    public, signature = right.public_key(own), right.sign(own, b"message")
    assert right.verify(public, b"message", signature)
    assert not right.verify(public, b"massage", signature)
    assert not right.verify(right.public_key(other), b"message", signature)
    for position in (0, 31, 32, 63):
        spoilt = bytearray(signature)
        spoilt[position] ^= 1
        assert not right.verify(public, b"message", bytes(spoilt))
    assert not right.verify(public, b"message", bytes(64))


def test_scalars_count_modulo_the_order_and_x_up_to_the_sign(right: HydrogenOracle) -> None:
    """The second key is that of the negated scalar, whose point has the same x."""
    own = right.key_from((7).to_bytes(32, "little"))
    twin = right.key_from((CURVE.order - 7).to_bytes(32, "little"))
    assert own is not None
    assert twin is not None
    assert right.public_key(own) == right.public_key(twin)
    signature = right.sign(twin, b"message")
    assert right.verify(right.public_key(own), b"message", signature)
    s = int.from_bytes(signature[32:], "little") + CURVE.order
    larger = signature[:32] + s.to_bytes(32, "little")
    assert right.verify(right.public_key(own), b"message", larger)


def test_keys(right: HydrogenOracle) -> None:
    own = right.key_from(bytes(31) + b"\1")
    assert own is not None
    assert right.is_private_key(own)
    assert not right.is_private_key(own[:32] + bytes(32))


def test_the_scheme_is_a_curve_of_the_lab() -> None:
    assert CURVE.operations == ("keygen", "sign", "verify", ALL)
    assert CURVE.sizes == curves.find("ed25519").sizes
    assert CURVE.operation("sign").secrets == ("private_key", "pool")
    assert CURVE.under("ecdh").name == "curve25519"
    assert (CURVE.signatures, CURVE.hash_of("verify")) == ("libhydrogen's", "gimli")
    verify = CURVE.operation("verify")
    assert forgeries.kinds(CURVE, verify) == forgeries.kinds(curves.find("ed25519"), verify)
    assert (CURVE.p, CURVE.base) == (
        curves.find("curve25519").p,
        curves.find("curve25519").base,
    )
