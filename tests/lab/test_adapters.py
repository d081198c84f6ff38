# SPDX-License-Identifier: MIT
"""The adapters on curves of unlike shapes, on the host, every result checked."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab import curves
from lab.errors import FetchError
from lab.model import (
    ALL,
    ARITHMETIC,
    BATCHES,
    BLS,
    BLS_COUNTS,
    BLS_MANY,
    GUARDED,
    HASHING,
    MESSAGE_HARDENED,
    OPERATIONS,
    PAIRING,
    SHOWING,
    Case,
)
from lab.runner import Lab
from lab.targets import host

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed"),
]

# Small and large fields, orders above and below them, a cofactor, no ECDSA, other hashes.
SHAPES = (
    *("secp112r2", "secp160r1", "secp521r1"),
    *("sm2p256v1", "curve22103_relic"),
    pytest.param("ss_p1536", marks=pytest.mark.campaign),
)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "COUNTER", "none")  # instructions are not looked at, and take long
        yield Lab(keys=2, seed="adapters", cache_directory=folder)


@pytest.mark.parametrize("name", SHAPES)
def test_whit(lab: Lab, name: str) -> None:
    for operation in set(curves.find(name).operations) - {ALL, *PAIRING, *BATCHES}:
        sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
        assert (sample.curve, sample.operation) == (name, operation)
        assert sample.stack_bytes is not None
        hashes = operation in ("sign_message", MESSAGE_HARDENED, HASHING, *GUARDED, *SHOWING)
        assert sample.hash == (curves.find(name).hash if hashes else None)


@pytest.mark.parametrize("name", ["integers16", "integers512", "integers4096"])
def test_whit_on_integers(lab: Lab, name: str) -> None:
    for operation in curves.find(name).operations:
        sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
        assert (sample.error, sample.hash) == (None, None)


@pytest.mark.parametrize("name", ["m221", "e222", "curve4417", "e521"])
def test_whit_on_other_forms(lab: Lab, name: str) -> None:
    """Equal to what the affine laws give; keys of no point, too large and of small order are
    refused."""
    for operation in curves.find(name).operations:
        sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
        assert (sample.error, sample.hash) == (None, None)


@pytest.mark.parametrize("name", ["ed25519", "ed448"])
def test_whit_verifies_batches(lab: Lab, name: str) -> None:
    """Where one key, message or signature is altered, the first or the last, none is good."""
    for operation in ("verify_batch_2", "verify_batch_16"):
        sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
        assert (sample.error, sample.hash) == (None, curves.find(name).hash)


@pytest.mark.parametrize("name", ["ed25519", "ed448"])
def test_whit_guards_eddsa_against_faults(lab: Lab, name: str) -> None:
    """Hedged signatures are those of their noise; keys that do not belong together are refused."""
    for operation in GUARDED:
        sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
        assert (sample.error, sample.hash) == (None, curves.find(name).hash)


@pytest.mark.parametrize("operation", sorted({*PAIRING} - {*BLS_MANY}))
@pytest.mark.parametrize("name", ["bn_p158", "miracl_mnt6_160", "bls12_381", "bls24_509"])
def test_whit_signs_by_pairings(lab: Lab, name: str, operation: str) -> None:
    """By either map and either encoding, with coordinates of two, three and four numbers."""
    sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
    assert (sample.error, sample.operation) == (None, operation)


@pytest.mark.parametrize("operation", BLS_MANY)
@pytest.mark.parametrize("name", ["bn_p158", "bls12_381"])
def test_whit_verifies_many_by_pairings(lab: Lab, name: str, operation: str) -> None:
    """In either encoding. Signatures whose sum is right pass as an aggregate, and as a batch only
    where each is right."""
    if OPERATIONS[operation].batch not in (BLS_COUNTS if name == "bn_p158" else BLS_COUNTS[:1]):
        pytest.skip("takes long")
    sample = lab.measure(Case("host", "whit", name, operation, None, "balanced"))
    assert (sample.error, sample.operation) == (None, operation)
    assert sample.hash == ("sha256" if OPERATIONS[operation].hashes else None)


@pytest.mark.parametrize("operation", BLS)
def test_relic_signs_by_pairings(lab: Lab, operation: str) -> None:
    """Equal to what the integers give; altered keys, messages and signatures are refused."""
    try:
        sample = lab.measure(Case("host", "relic", "bn_p158", operation, "pairing"))
    except FetchError as error:
        pytest.skip(str(error))
    assert (sample.error, sample.operation) == (None, operation)


@pytest.mark.parametrize("name", ["secp160r1", "secp192r1", "secp224r1", "secp256k1"])
def test_micro_ecc(lab: Lab, name: str) -> None:
    usual = ("keygen", "ecdh", "sign", "verify", "validate", "decompress")
    for operation in (*usual, *(set(ARITHMETIC) - {"mod_exp"})):
        configuration = "arithmetic" if operation in ARITHMETIC else "compressed"
        case = Case("host", "micro-ecc", name, operation, configuration)
        try:
            sample = lab.measure(case)
        except FetchError as error:
            pytest.skip(str(error))
        assert (sample.curve, sample.operation) == (name, operation)


@pytest.mark.parametrize(
    ("name", "library", "configuration"),
    [
        ("curve25519", "mbedtls", "default"),
        ("curve25519", "wolfcrypt", "small"),
        ("curve448", "mbedtls", "default"),
        ("curve448", "wolfcrypt", "default"),
        ("curve25519", "libhydrogen", "default"),
        ("ed25519", "monocypher", "default"),
        ("ed25519", "tweetnacl", "default"),
        ("ed25519", "wolfcrypt", "default"),
        ("ed448", "wolfcrypt", "default"),
        ("hydrogen25519", "libhydrogen", "default"),
    ],
)
def test_key_agreement_and_signatures_of_other_forms(
    lab: Lab, name: str, library: str, configuration: str
) -> None:
    """Equal to OpenSSL's, or right by the scheme's own oracle; altered messages, signatures and, in
    EdDSA, scalars that are not reduced are refused. In the image of an Edwards curve is the key
    agreement of its Montgomery curve."""
    operations = (ALL,) if ALL in curves.find(name).operations else ("keygen", "ecdh")
    for operation in operations:
        try:
            sample = lab.measure(Case("host", library, name, operation, configuration))
        except FetchError as error:
            pytest.skip(str(error))
        assert (sample.error, sample.operation) == (None, operation)
