# SPDX-License-Identifier: MIT
"""The self-tests of every curve and hash, and their known answers beside another implementation."""

import ctypes
import hashlib
import re

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from lab.library.build import build
from lab.library.parameters import load_all
from tests.runner.made import toys
from tests.runner.tools import ROOT, UNIT
from tools.curves.schemes import load_all as load_schemes
from tools.curves.selftests import trials

STATUSES = {
    name: int(value, 16)
    for name, value in re.findall(
        r"(WHIT_\w+) = (0x[0-9a-f]+)", (ROOT / "include/whit/status.h").read_text()
    )
}
TRIALS = list(trials(load_schemes()))  # by known answers
OK, SELF_TEST = STATUSES["WHIT_OK"], STATUSES["WHIT_ERROR_SELF_TEST"]

CURVES = {parameters.name: parameters for parameters in load_all()}
HASHES = re.findall(
    r"^extern const whit_hash whit_(\w+);", (ROOT / "include/whit/hash.h").read_text(), re.M
)
# Curves that the other implementation knows, by its names.
KNOWN = {
    "brainpoolP256r1": ec.BrainpoolP256R1(),
    "brainpoolP384r1": ec.BrainpoolP384R1(),
    "brainpoolP512r1": ec.BrainpoolP512R1(),
    "secp192r1": ec.SECP192R1(),
    "secp224r1": ec.SECP224R1(),
    "secp256k1": ec.SECP256K1(),
    "secp256r1": ec.SECP256R1(),
    "secp384r1": ec.SECP384R1(),
    "secp521r1": ec.SECP521R1(),
}
OTHER_HASHES = {"sha224": hashes.SHA224(), "sha256": hashes.SHA256(), "sha384": hashes.SHA384()}
OTHER_HASHES |= {"sha512": hashes.SHA512()}


class EcdhAnswer(ctypes.Structure):
    """whit_ecdh_answer of include/whit/selftest.h."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("private_key", "public_key", "secret")]


class EcdsaAnswer(ctypes.Structure):
    """whit_ecdsa_answer."""

    _fields_ = [
        ("private_key", ctypes.c_void_p),
        ("public_key", ctypes.c_void_p),
        ("message", ctypes.c_void_p),
        ("message_length", ctypes.c_size_t),
        ("digest", ctypes.c_void_p),
        ("digest_length", ctypes.c_size_t),
        ("nonce", ctypes.c_void_p),
        ("signature", ctypes.c_void_p),
    ]


@pytest.fixture(scope="module")
def code() -> ctypes.CDLL:
    return ctypes.CDLL(str(build(lambda _: None)))


def pointer(code: ctypes.CDLL, symbol: str) -> object:
    return ctypes.byref(ctypes.c_char.in_dll(code, symbol))


def status(code: ctypes.CDLL, function: str, *objects: object) -> int:
    """A function's status; a string names an object of the library."""
    passed = [pointer(code, each) if isinstance(each, str) else each for each in objects]
    return int(getattr(code, function)(*passed))


def octets(address: int | None, length: int) -> bytes:
    assert address is not None
    return ctypes.string_at(address, length)


@pytest.mark.slow
@pytest.mark.parametrize("name", CURVES)
def test_every_curve_passes(name: str, code: ctypes.CDLL) -> None:
    parameters = CURVES[name]
    curve, base, hashed = f"whit_{name}", f"whit_{name}_base", f"whit_{parameters.hash}"
    objects = {"curve": curve, "base": base, "hash": hashed}
    for trial in TRIALS:
        known = f"whit_{name}_{trial.scheme}_answer"
        if hasattr(code, known):
            given = (objects | {"answer": known}).__getitem__
            assert status(code, trial.function.calls, *map(given, trial.function.arguments)) == OK
    answer = EcdhAnswer.in_dll(code, f"whit_{name}_ecdh_answer")
    field, order = (-(-value.bit_length() // 8) for value in (parameters.p, parameters.order))
    pair = (
        octets(answer.private_key, order),
        ctypes.c_size_t(order),
        octets(answer.public_key, 1 + 2 * field),
        ctypes.c_size_t(1 + 2 * field),
    )
    assert status(code, "whit_selftest_key_pair", curve, base, *pair) == OK
    assert hasattr(code, f"whit_{name}_ecdsa_answer") == parameters.ecdsa
    if parameters.ecdsa:
        signing = "whit_selftest_signing_key_pair"
        assert status(code, signing, curve, base, hashed, *pair) == OK


@pytest.mark.slow
@pytest.mark.parametrize("name", HASHES)
def test_every_hash_passes(name: str, code: ctypes.CDLL) -> None:
    header = (ROOT / "include" / "whit" / "selftest.h").read_text()
    assert f"extern const whit_hash_answer whit_{name}_answer;" in header
    assert status(code, "whit_selftest_hash", f"whit_{name}", f"whit_{name}_answer") == OK
    other = next(each for each in HASHES if each != name)
    wrong = status(code, "whit_selftest_hash", f"whit_{name}", f"whit_{other}_answer")
    assert wrong == SELF_TEST


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_answers_are_those_of_another_implementation(name: str, code: ctypes.CDLL) -> None:
    parameters, curve = CURVES[name], KNOWN[name]
    field, order = (-(-value.bit_length() // 8) for value in (parameters.p, parameters.order))
    agreed = EcdhAnswer.in_dll(code, f"whit_{name}_ecdh_answer")
    signed = EcdsaAnswer.in_dll(code, f"whit_{name}_ecdsa_answer")
    key = ec.derive_private_key(int.from_bytes(octets(agreed.private_key, order)), curve)
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    assert octets(agreed.public_key, 1 + 2 * field) == public
    assert octets(agreed.secret, field) == key.exchange(ec.ECDH(), key.public_key())
    message = octets(signed.message, signed.message_length)
    digest = hashlib.new(parameters.hash, message).digest()
    assert octets(signed.digest, signed.digest_length) == digest
    signature = octets(signed.signature, 2 * order)
    der = encode_dss_signature(int.from_bytes(signature[:order]), int.from_bytes(signature[order:]))
    key.public_key().verify(der, message, ec.ECDSA(OTHER_HASHES[parameters.hash]))


@pytest.mark.slow
def test_a_new_curve_has_answers() -> None:
    """What python3 -m tools.curves --with makes of a curve file includes them."""
    made = toys() / "src" / "generated" / "answers"
    names = {path.stem for path in (UNIT / "toys").glob("*.toml")}
    assert names
    assert names <= {path.stem for path in made.glob("*.c")}
