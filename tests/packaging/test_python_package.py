# SPDX-License-Identifier: MIT
"""The Python package of ports/python: built as doc/python.md says, and against `cryptography`."""

import copy
import hashlib
import hmac
import importlib
import os
import pickle
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import version as version_of
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, utils, x448, x25519

from tests.packaging import test_install as install
from tools.release import python_words
from tools.release.package import Package, tar_gz

OLDEST_SETUPTOOLS = 77
PAGE = install.ROOT / "doc" / "python.md"
BLOCKS = re.compile(r"^```(python|sh)\n(.*?)^```$", re.M | re.S)
MESSAGE = b"21.5 degrees"
# The classes of `cryptography` for the package's curves.
WEIERSTRASS = {
    "secp224r1": (ec.SECP224R1, hashes.SHA256),
    "secp256r1": (ec.SECP256R1, hashes.SHA256),
    "secp384r1": (ec.SECP384R1, hashes.SHA384),
    "secp521r1": (ec.SECP521R1, hashes.SHA512),
    "secp256k1": (ec.SECP256K1, hashes.SHA256),
    "brainpoolP256r1": (ec.BrainpoolP256R1, hashes.SHA256),
    "brainpoolP384r1": (ec.BrainpoolP384R1, hashes.SHA384),
    "brainpoolP512r1": (ec.BrainpoolP512R1, hashes.SHA512),
}
EDWARDS: dict[str, Any] = {
    "ed25519": (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey),
    "ed448": (ed448.Ed448PrivateKey, ed448.Ed448PublicKey),
}
MONTGOMERY: dict[str, Any] = {
    "x25519": (x25519.X25519PrivateKey, x25519.X25519PublicKey),
    "x448": (x448.X448PrivateKey, x448.X448PublicKey),
}
PKCS8 = (
    serialization.Encoding.DER,
    serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption(),
)
SEC1 = (PKCS8[0], serialization.PrivateFormat.TraditionalOpenSSL, PKCS8[2])
SPKI = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)

pytestmark = pytest.mark.slow


def blocks() -> dict[str, str]:
    (python, sh) = BLOCKS.findall(PAGE.read_text(encoding="utf-8"))
    return {python[0]: python[1], sh[0]: sh[1]}


def run(folder: Path, script: str) -> str:
    """A script of the page, offline, with what is installed here: nothing optimises the C."""
    places = [path for path in sys.path if "site-packages" in path]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(places),
        "SOURCE_DATE_EPOCH": str(install.SECONDS),
        "CFLAGS": "-O0",
        "PIP_NO_INDEX": "1",
        # What pip calls so is the opposite of its name.
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    done = subprocess.run(
        ["sh", "-ec", script], cwd=folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def archive() -> Package:
    if int(version_of("setuptools").partition(".")[0]) < OLDEST_SETUPTOOLS:
        pytest.skip(f"not installed: setuptools {OLDEST_SETUPTOOLS}")
    return install.package("python")


@pytest.fixture(scope="module")
def place(archive: Package, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the page's commands have run."""
    folder = tmp_path_factory.mktemp("python")
    (folder / f"{archive.name}.tar.gz").write_bytes(tar_gz(archive, install.SECONDS))
    (folder / "reading.py").write_text(blocks()["python"])
    said = run(folder, blocks()["sh"]).splitlines()
    assert said[-2:] == ["Signature: well formed, but not by this key of this message", "verified"]
    return folder


@pytest.fixture(scope="module")
def whit(place: Path) -> Iterator[SimpleNamespace]:
    """The package, as the page's commands have installed it."""
    (installed,) = place.glob("env/lib/python3*/site-packages")
    sys.path.insert(0, str(installed))
    try:
        names = ("curves", "errors", "hashes")
        found = {name: importlib.import_module(f"whit_ecc.{name}") for name in names}
        yield SimpleNamespace(**found, named=found["curves"].named)
    finally:
        sys.path.remove(str(installed))


def wheel(folder: Path) -> Path:
    (found,) = (folder / "wheels").glob("*.whl")
    return found


def test_the_wheel(place: Path, version: str) -> None:
    """One for all Pythons, with types and the licence."""
    path = wheel(place)
    assert re.fullmatch(rf"whit_ecc-{re.escape(version)}-cp310-abi3-\w+\.whl", path.name)
    names = zipfile.ZipFile(path).namelist()
    assert {"whit_ecc/py.typed", "whit_ecc/_whit.pyi", "whit_ecc/curves.py"} <= set(names)
    assert [name for name in names if name.endswith("licenses/LICENSE")]
    assert not [name for name in names if name.endswith((".c", ".h", ".in"))]


@pytest.mark.sampled(2)
def test_two_wheels_are_the_same(place: Path, archive: Package, tmp_path: Path) -> None:
    (tmp_path / f"{archive.name}.tar.gz").write_bytes(tar_gz(archive, install.SECONDS))
    commands = [line for line in blocks()["sh"].splitlines() if "install" not in line]
    run(tmp_path, "\n".join(commands[:-1]))
    assert wheel(tmp_path).read_bytes() == wheel(place).read_bytes()


def test_types(place: Path, tmp_path: Path) -> None:
    """The package and a program that uses it, by mypy --strict; a wrong program is refused."""
    zipfile.ZipFile(wheel(place)).extractall(tmp_path / "unpacked")
    (tmp_path / "wrong.py").write_text(
        "from whit_ecc.curves import x25519, ed25519\n"
        "x25519.generate().sign(b'')\n"
        "ed25519.generate().sign('text')\n"
    )
    program = f"'{sys.executable}' -m mypy --strict --cache-dir .mypy"
    script = f"MYPYPATH='{tmp_path}/unpacked' {program}"
    assert "Success" in run(tmp_path, f"{script} -p whit_ecc")
    assert "Success" in run(tmp_path, f"{script} '{place}/reading.py'")
    said = run(tmp_path, f"{script} wrong.py || true")
    assert '"MontgomeryPrivateKey" has no attribute "sign"' in said
    assert 'incompatible type "str"' in said


def test_every_curve_is_compared(whit: SimpleNamespace) -> None:
    names = {each.name for each in whit.curves.EVERY}
    assert names == {*WEIERSTRASS, *EDWARDS, *MONTGOMERY}
    for name in names:
        assert whit.named(name.upper()) is getattr(whit.curves, name)
    with pytest.raises(LookupError, match=r"no curve 'secp257r1'; the nearest: secp256r1"):
        whit.named("secp257r1")


# ECDSA and ECDH


@pytest.mark.parametrize("name", WEIERSTRASS)
def test_keys_on_a_curve(whit: SimpleNamespace, name: str) -> None:
    curve, theirs = whit.named(name), WEIERSTRASS[name][0]()
    other = ec.generate_private_key(theirs)
    number = other.private_numbers().private_value.to_bytes(curve.order_bytes, "big")
    point = other.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    key = curve.private_key(number)
    assert key.to_bytes() == number
    assert key.public_key().to_bytes() == point
    assert key.to_pkcs8() == other.private_bytes(*PKCS8)
    assert key.to_der() == other.private_bytes(*SEC1)
    assert key.public_key().to_der() == other.public_key().public_bytes(*SPKI)
    for form in (PKCS8, SEC1):
        assert curve.private_key_from_der(other.private_bytes(*form)).to_bytes() == number
    public = curve.public_key_from_der(other.public_key().public_bytes(*SPKI))
    assert public == key.public_key()
    assert curve.public_key(public.to_bytes(compressed=True)) == public
    assert len({public, key.public_key()}) == 1
    made = curve.generate()
    read = serialization.load_der_private_key(bytes(made.to_pkcs8()), None)
    assert isinstance(read, ec.EllipticCurvePrivateKey)
    assert made.exchange(public) == other.exchange(ec.ECDH(), read.public_key())
    assert key.exchange(made.public_key()) == made.exchange(key.public_key())


@pytest.mark.parametrize("name", WEIERSTRASS)
def test_signatures_on_a_curve(whit: SimpleNamespace, name: str) -> None:
    curve, (theirs, digest) = whit.named(name), WEIERSTRASS[name]
    other = ec.generate_private_key(theirs())
    key = curve.private_key_from_der(other.private_bytes(*PKCS8))
    algorithm = ec.ECDSA(digest(), deterministic_signing=True)
    signature = key.sign(MESSAGE)
    assert curve.signature_to_der(signature) == other.sign(MESSAGE, algorithm)
    assert curve.signature_from_der(other.sign(MESSAGE, algorithm)) == signature
    hashed = curve.hash.digest(MESSAGE)
    assert key.sign_digest(hashed) == signature
    key.public_key().verify_digest(signature, hashed)
    hedged = key.sign(MESSAGE, hedged=True)
    assert hedged != signature
    other.public_key().verify(curve.signature_to_der(hedged), MESSAGE, ec.ECDSA(digest()))
    by_another = key.sign(MESSAGE, whit.hashes.SHA1)
    sha1 = ec.ECDSA(hashes.SHA1())
    other.public_key().verify(curve.signature_to_der(by_another), MESSAGE, sha1)
    key.public_key().verify(by_another, bytearray(MESSAGE), whit.hashes.SHA1)
    with pytest.raises(whit.errors.SignatureInvalidError):
        key.public_key().verify(by_another, MESSAGE)
    random = curve.signature_from_der(other.sign(MESSAGE, ec.ECDSA(digest())))
    key.public_key().verify(random, memoryview(MESSAGE))
    with pytest.raises(whit.errors.SignatureInvalidError):
        key.public_key().verify(random, MESSAGE[1:])
    with pytest.raises(InvalidSignature):
        other.public_key().verify(curve.signature_to_der(hedged), b"", ec.ECDSA(digest()))


def test_a_known_signature(whit: SimpleNamespace) -> None:
    """[RFC 6979, A.2.5]"""
    number = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    r = 0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
    s = 0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
    key = whit.curves.secp256r1.private_key(bytes.fromhex(number))
    der = whit.curves.secp256r1.signature_to_der(key.sign(b"sample"))
    assert utils.decode_dss_signature(der) == (r, s)


# EdDSA, X25519, X448


@pytest.mark.parametrize("name", EDWARDS)
def test_an_edwards_curve(whit: SimpleNamespace, name: str) -> None:
    curve, (private, public) = whit.named(name), EDWARDS[name]
    other = private.generate()
    key = curve.private_key_from_der(other.private_bytes(*PKCS8))
    assert key.to_pkcs8() == other.private_bytes(*PKCS8)
    assert key.to_bytes() == other.private_bytes_raw()
    assert curve.private_key(key.to_bytes()).public_key() == key.public_key()
    assert key.public_key().to_bytes() == other.public_key().public_bytes_raw()
    assert key.public_key().to_der() == other.public_key().public_bytes(*SPKI)
    assert curve.public_key_from_der(key.public_key().to_der()) == key.public_key()
    for message in (b"", MESSAGE, bytes(1000)):
        assert key.sign(message) == other.sign(message)
        key.public_key().verify(other.sign(message), message)
    made = curve.generate()
    hedged = made.sign(MESSAGE, hedged=True)
    assert hedged != made.sign(MESSAGE)
    public.from_public_bytes(made.public_key().to_bytes()).verify(hedged, MESSAGE)
    with pytest.raises(whit.errors.SignatureInvalidError):
        key.public_key().verify(hedged, MESSAGE)
    signed = key.sign(MESSAGE, b"context", hedged=True)
    key.public_key().verify(signed, MESSAGE, b"context")
    for context in (b"Context", None):
        with pytest.raises(whit.errors.SignatureInvalidError):
            key.public_key().verify(signed, MESSAGE, context)
    digest = whit.hashes.SHA512.digest(MESSAGE)
    key.public_key().verify_prehashed(key.sign_prehashed(digest, b"x"), digest, b"x")
    with pytest.raises(whit.errors.SignatureInvalidError):
        key.public_key().verify_prehashed(key.sign_prehashed(digest), digest, b"x")
    with pytest.raises(ValueError, match="64 bytes, not 3"):
        key.sign_prehashed(b"abc")
    with pytest.raises(whit.errors.ContextLengthError):
        key.sign(MESSAGE, bytes(256))


def test_known_signatures_with_a_context(whit: SimpleNamespace) -> None:
    """[RFC 8032, 7.2 and 7.3]"""
    seed = "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6"
    signature = (
        "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a"
        "8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d"
    )
    key = whit.curves.ed25519.private_key(bytes.fromhex(seed))
    message = bytes.fromhex("f726936d19c800494e3fdaff20b276a8")
    assert key.sign(message, b"foo").hex() == signature
    seed = "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"
    signature = (
        "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41"
        "31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"
    )
    key = whit.curves.ed25519.private_key(bytes.fromhex(seed))
    assert key.sign_prehashed(whit.hashes.SHA512.digest(b"abc")).hex() == signature


@pytest.mark.parametrize("name", MONTGOMERY)
def test_a_montgomery_curve(whit: SimpleNamespace, name: str) -> None:
    curve, (private, public) = whit.named(name), MONTGOMERY[name]
    other, key = private.generate(), curve.generate()
    assert curve.private_key_from_der(other.private_bytes(*PKCS8)).to_bytes() == (
        other.private_bytes_raw()
    )
    assert key.to_pkcs8() == private.from_private_bytes(key.to_bytes()).private_bytes(*PKCS8)
    theirs = curve.public_key_from_der(other.public_key().public_bytes(*SPKI))
    assert theirs.to_der() == other.public_key().public_bytes(*SPKI)
    assert theirs == curve.private_key(other.private_bytes_raw()).public_key()
    ours = public.from_public_bytes(key.public_key().to_bytes())
    assert key.exchange(theirs) == other.exchange(ours)
    with pytest.raises(whit.errors.PublicKeySmallOrderError):
        key.exchange(curve.public_key(bytes(curve.key_bytes)))


# Hashes


def test_hashes(whit: SimpleNamespace) -> None:
    names = ("sha1", "sha224", "sha256", "sha384", "sha512")
    assert {f"Hash({each}" for each in re.findall(r'Hash\("\w+"', python_words.hashes(()))}
    for name in names:
        ours = getattr(whit.hashes, name.upper())
        state = ours.new(b"ab")
        before = state.copy()
        for _ in range(50):
            state.update(MESSAGE)
        assert state.digest() == hashlib.new(name, b"ab" + 50 * MESSAGE).digest()
        assert state.digest() == state.digest()
        assert before.digest() == hashlib.new(name, b"ab").digest()
        assert ours.hmac(b"key", MESSAGE) == hmac.digest(b"key", MESSAGE, name)
    for bits in (160, 256):
        blake = hashlib.blake2s(MESSAGE, digest_size=bits // 8)
        assert getattr(whit.hashes, f"BLAKE2S{bits}").digest(MESSAGE) == blake.digest()
    state = whit.hashes.SHAKE256(MESSAGE)
    assert state.copy().digest(0) == b""
    state.update(bytes(500))
    assert state.digest(200) == hashlib.shake_256(MESSAGE + bytes(500)).digest(200)
    with pytest.raises(ValueError, match="negative"):
        state.digest(-1)


# Bad input

P256 = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
Attempt = Callable[[Any, Any], object]
REFUSED: dict[str, Attempt] = {
    "PrivateKeyLength": lambda curves, key: curves.secp256r1.private_key(bytes(31)),
    "PrivateKeyRange": lambda curves, key: curves.secp256r1.private_key(bytes(32)),
    "PublicKeyLength": lambda curves, key: curves.secp256r1.public_key(b""),
    "PublicKeyPrefix": lambda curves, key: curves.secp256r1.public_key(bytes(65)),
    "PublicKeyRange": lambda curves, key: curves.secp256r1.public_key(
        b"\x02" + P256.to_bytes(32, "big")
    ),
    "PublicKeyCurve": lambda curves, key: curves.secp256r1.public_key(b"\x04" + bytes(64)),
    "PublicKeyInfinity": lambda curves, key: curves.secp256r1.public_key(b"\0"),
    "KeyEncoding": lambda curves, key: curves.secp256r1.private_key_from_der(
        bytes(key.to_der())[:-1]
    ),
    "KeyCurve": lambda curves, key: curves.secp256k1.private_key_from_der(key.to_pkcs8()),
    "SignatureLength": lambda curves, key: key.public_key().verify(bytes(63), b""),
    "SignatureRange": lambda curves, key: key.public_key().verify(bytes(64), b""),
    "SignatureEncoding": lambda curves, key: curves.secp256r1.signature_from_der(b"\x30\0"),
}  # fmt: skip
FURTHER: list[tuple[str, Attempt]] = [
    ("KeyCurve", lambda curves, key: key.exchange(curves.secp256k1.generate().public_key())),
    ("KeyCurve", lambda curves, key: curves.secp256k1.public_key_from_der(
        key.public_key().to_der()
    )),
    ("KeyCurve", lambda curves, key: curves.x448.generate().exchange(
        curves.x25519.generate().public_key()
    )),
    ("KeyCurve", lambda curves, key: curves.ed25519.private_key_from_der(
        curves.x25519.generate().to_pkcs8()
    )),
    ("KeyEncoding", lambda curves, key: curves.ed25519.private_key_from_der(b"")),
    ("KeyEncoding", lambda curves, key: curves.x448.public_key_from_der(b"\x30\0")),
    ("PrivateKeyLength", lambda curves, key: curves.ed448.private_key(bytes(56))),
    ("PrivateKeyLength", lambda curves, key: curves.x448.private_key(bytes(57))),
    ("PublicKeyLength", lambda curves, key: curves.x448.public_key(bytes(57))),
    ("PublicKeyLength", lambda curves, key: curves.ed25519.public_key(b"")),
    ("PublicKeyRange", lambda curves, key: curves.ed25519.public_key(b"\xff" * 32)),
    ("PublicKeySmallOrder", lambda curves, key: curves.ed25519.public_key(b"\1" + bytes(31))),
    ("SignatureLength", lambda curves, key: curves.ed448.generate().public_key().verify(b"", b"")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "attempt"), [*REFUSED.items(), *FURTHER])
def test_what_is_refused(whit: SimpleNamespace, name: str, attempt: Attempt) -> None:
    key = whit.curves.secp256r1.generate()
    with pytest.raises(whit.errors.Error) as found:
        attempt(whit.curves, key)
    assert type(found.value) is getattr(whit.errors, f"{name}Error")
    assert str(found.value)
    assert found.value.status


def test_what_is_no_bytes_is_refused(whit: SimpleNamespace) -> None:
    key = whit.curves.secp256r1.generate()
    for wrong in ("text", 5, None, ["a"]):
        for attempt in (key.sign, whit.hashes.SHA256.digest, whit.curves.x25519.private_key):
            with pytest.raises(TypeError):
                attempt(wrong)


def test_every_status_has_an_error(whit: SimpleNamespace) -> None:
    statuses = [each for each in python_words.header("status") if "_ERROR_" in each.name]
    assert len(statuses) > 40
    for each in statuses:
        with pytest.raises(whit.errors.Error) as found:
            whit.errors.check(int(each.value, 16))
        assert found.value.status == int(each.value, 16)
        assert type(found.value) is not whit.errors.UnknownStatusError
    with pytest.raises(whit.errors.UnknownStatusError):
        whit.errors.check(0)


# Secrets


def test_a_key_is_wiped(whit: SimpleNamespace) -> None:
    for curve in whit.curves.EVERY:
        with curve.generate() as key:
            held = key._secret.held
            ffi = importlib.import_module("whit_ecc._whit").ffi
            before = bytes(ffi.buffer(held, key._secret.length))
            assert before.strip(b"\0")
        # cffi gives the memory back with the last object that names it: this one.
        assert bytes(ffi.buffer(held, len(before))) == bytes(len(before))
        with pytest.raises(whit.errors.WipedError, match="was wiped"):
            key.to_bytes()
        key.wipe()


def test_a_key_says_nothing_of_itself(whit: SimpleNamespace) -> None:
    for curve in whit.curves.EVERY:
        key = curve.generate()
        assert bytes(key.to_bytes()).hex() not in repr(key)
        for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="neither pickled nor copied"):
                attempt(key)
        assert key != curve.private_key(key.to_bytes())
