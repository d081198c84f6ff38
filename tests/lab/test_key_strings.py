# SPDX-License-Identifier: MIT
"""Keys of Ed25519, Ed448, X25519 and X448, arrays in C of every kind of key, and what files hold
that are no keys of Whit's, with openssl and cryptography as the counterparts."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ed448, ed25519, x448, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
    load_der_public_key,
)
from program import OPEN, SECRET, Captured, Patch, Whit, mode, openssl

from lab.commands import files
from lab.library import StringCurve, keys, load
from lab.paths import INCLUDE, ROOT

Private = (
    ed25519.Ed25519PrivateKey
    | ed448.Ed448PrivateKey
    | x25519.X25519PrivateKey
    | x448.X448PrivateKey
)
CURVES: dict[str, type[Private]] = {
    "Ed25519": ed25519.Ed25519PrivateKey,
    "Ed448": ed448.Ed448PrivateKey,
    "X25519": x25519.X25519PrivateKey,
    "X448": x448.X448PrivateKey,
}
SIGNING = ("Ed25519", "Ed448")
AGREEING = ("X25519", "X448")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: Patch) -> None:
    files.library()
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def whit(monkeypatch: Patch, capsys: Captured) -> Whit:
    return Whit(monkeypatch, capsys)


def bare(key: Private) -> bytes:
    return key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())


def bare_public(key: Private) -> bytes:
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


@pytest.mark.brief(4)
@pytest.mark.parametrize("curve", CURVES)
def test_keys_of_openssl_are_read_and_written_back(whit: Whit, curve: str) -> None:
    openssl(f"genpkey -algorithm {curve} -out key")
    openssl("pkey -in key -outform DER -out key.der")
    openssl("pkey -in key -pubout -out public")
    openssl("pkey -in key -pubout -outform DER -out public.der")
    theirs = load_der_private_key(Path("key.der").read_bytes(), None)
    assert isinstance(theirs, CURVES[curve])
    for source in ("key", "key.der"):
        assert whit.run(f"key convert {source} --to pem") == Path("key").read_text()
        whit.run(f"key convert {source} --to der --force --out again")
        assert Path("again").read_bytes() == Path("key.der").read_bytes()
        assert mode("again") == SECRET
        assert whit.run(f"key convert {source} --to spki --to pem") == Path("public").read_text()
    for source in ("public", "public.der"):
        whit.run(f"key convert {source} --to der --force --out again")
        assert Path("again").read_bytes() == Path("public.der").read_bytes()
        assert mode("again") == OPEN
        shown = whit.run(f"key show {source}")
        assert bare_public(theirs).hex() in shown
        assert curve in shown
        assert "compressed" not in shown
    assert bare(theirs).hex() not in whit.run("key show key")
    assert bare(theirs).hex() in whit.run("key show key --private")


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("form", ["pem", "der"])
def test_a_new_key_is_openssls_too(whit: Whit, curve: str, form: str) -> None:
    whit.run(f"key generate --curve {curve} --format {form} --out key")
    assert mode("key") == SECRET
    text = openssl(f"pkey -in key -inform {form.upper()} -noout -text")
    assert text.startswith(f"{curve.upper()} Private-Key:")
    public = openssl(f"pkey -in key -inform {form.upper()} -pubout")
    assert whit.run("key convert key --to spki --to pem") == public
    assert whit.run(f"key generate --curve {curve}") != whit.run(f"key generate --curve {curve}")


@pytest.mark.parametrize("curve", CURVES)
def test_bare_bytes_say_which_they_are(whit: Whit, curve: str) -> None:
    key = CURVES[curve].generate()
    Path("private").write_bytes(bare(key))
    Path("public").write_text(bare_public(key).hex())
    whit.run(f"key convert private --curve {curve} --kind private --to pem --out key")
    whit.run(f"key convert public --curve {curve} --kind public --to der --out public.der")
    assert bare(key) == keys.read(load(), Path("key").read_bytes()).private_key
    found = load_der_public_key(Path("public.der").read_bytes())
    assert found == key.public_key()
    assert whit.run("key convert key --to hex") == bare(key).hex() + "\n"
    for name in ("private", "public"):
        assert whit.refuse(f"key show {name} --curve {curve}").endswith("--kind says which")
    assert whit.refuse("key show key --kind public") == "key: holds a private key, not a public one"
    assert whit.refuse(f"key show private --curve {curve} --kind x", code=2).startswith(
        "unknown kind 'x'; valid: private, public"
    )


@pytest.mark.parametrize("curve", SIGNING)
def test_signatures_go_both_ways(whit: Whit, curve: str) -> None:
    whit.run(f"key generate --curve {curve} --out key")
    whit.run("key convert key --to spki --out public")
    for length in (1, 64, 1000):
        Path("message").write_bytes(os.urandom(length))
        whit.run("sign --key key message --force --out ours")
        openssl("pkeyutl -verify -rawin -pubin -inkey public -in message -sigfile ours")
        openssl("pkeyutl -sign -rawin -inkey key -in message -out theirs")
        assert Path("ours").read_bytes() == Path("theirs").read_bytes()
        for key in ("key", "public"):
            said = whit.run(f"verify --key {key} --signature theirs message")
            assert said == f"theirs: the signature of message by this key on {curve.lower()}\n"
    Path("message").write_bytes(b"another")
    refused = whit.refuse("verify --key public --signature theirs message")
    assert refused == "theirs: not the signature of message by this key"
    Path("cut").write_bytes(Path("ours").read_bytes()[:-1])
    assert whit.refuse("verify --key public --signature cut message").startswith("cut: not ")
    assert whit.refuse("sign --key public message") == "public: holds no private key"


@pytest.mark.parametrize("option", ["--hash sha256", "--low-s", "--digest", "--format der"])
def test_options_of_ecdsa_are_refused(whit: Whit, option: str) -> None:
    whit.run("key generate --curve Ed25519 --out key")
    Path("message").write_bytes(b"message")
    said = f"{' '.join(option.split()[: 2 if 'format' in option else 1])} is for ECDSA, and ed25519"
    assert whit.refuse(f"sign --key key message {option}", code=2).startswith(said)
    assert whit.refuse(f"verify --key key --signature key message {option}", code=2).startswith(
        said
    )


@pytest.mark.parametrize("curve", AGREEING)
def test_keys_for_agreement_sign_nothing(whit: Whit, curve: str) -> None:
    whit.run(f"key generate --curve {curve} --out key")
    assert "is for key agreement, not for signatures" in whit.refuse("sign --key key key", code=2)
    held = load().string_curve(curve)
    other = CURVES[curve].generate()
    assert isinstance(other, x25519.X25519PrivateKey | x448.X448PrivateKey)
    pair = held.generate()
    theirs = load_der_public_key(held.to_der("spki", pair.public_key))
    assert other.exchange(theirs) == held.ecdh(pair.private_key, bare_public(other))  # type: ignore[arg-type]


@pytest.mark.parametrize("curve", CURVES)
def test_bad_keys(whit: Whit, curve: str) -> None:
    whit.run(f"key generate --curve {curve} --format der --out key")
    key = Path("key").read_bytes()
    whit.run("key convert key --to spki --out public")
    public = bytearray(Path("public").read_bytes())
    assert "no form sec1" in whit.refuse("key convert key --to sec1", code=2)
    assert "one form of points" in whit.refuse("key convert key --to compressed", code=2)
    assert whit.refuse("key show key --curve secp256r1").startswith("key: a key on ")
    length = len(bare(CURVES[curve].generate()))
    public[-length:] = bytes(length) if curve in AGREEING else b"\xff" * length
    for name, content in {
        "cut": key[:-1],
        "trailing": key + b"\0",
        "long": bytes([48, key[1] + 1]) + key[2:] + b"\0",
        "bad": bytes(public),
    }.items():
        Path(name).write_bytes(content)
        assert whit.refuse(f"key show {name}").startswith(f"{name}: ")


@pytest.mark.brief(4)
@pytest.mark.parametrize("curve", ["secp256r1", "secp160k1", "brainpoolP320t1", *CURVES])
def test_a_key_becomes_an_array(whit: Whit, curve: str) -> None:
    assert whit("key", "generate", "--curve", curve, "--out", "key") == 0
    whit.run("key convert key --to spki --out public")
    key = keys.read(load(), Path("key").read_bytes())
    private = whit.run("key convert key --to c-array")
    found = arrays(private)
    assert list(found) == ["private_key", "public_key"]
    assert found["public_key"] == key.public_key
    assert key.private_key is not None
    expanded = key.private_key + (key.public_key if curve in SIGNING else b"")
    assert found["private_key"] == expanded
    assert arrays(whit.run("key convert public --to c-array")) == {"public_key": key.public_key}
    assert arrays(whit.run("key convert key --to spki --to c-array")) == {
        "public_key": key.public_key
    }
    whit.run("key convert key --to c-array --out key.c")
    assert mode("key.c") == SECRET
    whit.run("key convert public --to c-array --out public.c")
    assert mode("public.c") == OPEN
    if not isinstance(key.curve, StringCurve):
        short = arrays(whit.run("key convert public --to c-array --to compressed"))
        assert short == {"public_key": key.curve.compress(key.public_key)}


def arrays(text: str) -> dict[str, bytes]:
    """What a compiler has to take, by name."""
    command = ["cc", "-std=c99", "-fsyntax-only", "-xc", "-"]
    source = f"#include <stdint.h>\n{text}"
    subprocess.run(command, input=source, text=True, check=True)
    found = re.findall(r"static const uint8_t (\w+)\[(\d+)\] = \{([^}]*)\};", text)
    content = {name: bytes.fromhex(re.sub(r"0x|[,\s]", "", body)) for name, _, body in found}
    assert all(len(content[name]) == int(length) for name, length, _ in found)
    return content


def test_arrays_sign_in_c(whit: Whit) -> None:
    """The array of an Ed25519 key is what whit_ed25519_sign takes: a program checks itself."""
    text = whit.run("key generate --curve Ed25519 --c-array")
    found = arrays(text)
    assert len(found["private_key_1"]) == int(
        re.findall(r"PRIVATE_KEY_BYTES (\d+)", (INCLUDE / "whit" / "ed25519.h").read_text())[0]
    )
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(found["private_key_1"][:32])
    assert bare_public(theirs) == found["private_key_1"][32:] == found["public_key_1"]


# What is no key of Whit's


def test_foreign_files_are_called_what_they_are(whit: Whit) -> None:
    openssl("genrsa -out rsa 1024")
    openssl("rsa -in rsa -traditional -out rsa.old")
    openssl("pkey -in rsa -outform DER -out rsa.der")
    openssl("pkey -in rsa -pubout -out rsa.public")
    openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:sect233r1 -out binary")
    openssl("ecparam -name secp384r1 -genkey -noout -param_enc explicit -out explicit")
    openssl("req -x509 -key rsa -subj /CN=x -out certificate")
    openssl("x509 -in certificate -outform DER -out certificate.der")
    openssl("req -new -key rsa -subj /CN=x -out request")
    openssl("pkcs8 -topk8 -in rsa -passout pass:x -out encrypted")
    key = ed25519.Ed25519PrivateKey.generate()
    password = BestAvailableEncryption(b"x")
    for name, form, protection in (
        ("openssh", PrivateFormat.OpenSSH, NoEncryption()),
        ("encrypted.ed", PrivateFormat.PKCS8, password),
    ):
        Path(name).write_bytes(key.private_bytes(Encoding.PEM, form, protection))
    line = key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    Path("openssh.public").write_bytes(line + b" me@here\n")
    Path("jwk").write_text('{"kty": "OKP", "crv": "Ed25519", "x": ""}')
    # Version 2 of PKCS #8, with the public key, as RFC 5958 has it.
    seed, public = bare(key), bare_public(key)
    head = bytes.fromhex("020101300506032b657004220420")
    body = head + seed + b"\x81\x21\x00" + public
    Path("second").write_bytes(bytes([0x30, len(body)]) + body)
    for name, what in {
        "rsa": "an RSA key",
        "rsa.old": "an RSA key",
        "rsa.der": "an RSA key",
        "rsa.public": "an RSA key",
        "binary": "a key on a curve that Whit does not have, 1.3.132.0.27",
        "explicit": "an EC key that does not name its curve; ",
        "certificate": "a certificate; openssl x509 -pubkey ",
        "certificate.der": "a certificate; openssl x509 -pubkey ",
        "request": "a certificate request",
        "encrypted": "the key is encrypted, ",
        "encrypted.ed": "the key is encrypted, ",
        "openssh": "an OpenSSH key",
        "openssh.public": "an OpenSSH key",
        "jwk": "a JSON web key",
        "second": "a key in PKCS #8 version 2, ",
    }.items():
        for line_of in (f"key show {name}", f"sign --key {name} jwk"):
            assert whit.refuse(line_of).startswith(f"{name}: {what}"), name
    # What the errors advise helps.
    openssl("ec -in explicit -param_enc named_curve -out named")
    assert "secp384r1" in whit.run("key show named")


@pytest.mark.slow
def test_anything_else_is_refused_in_one_line(whit: Whit) -> None:
    """Bytes that are almost keys, certificates or nothing at all."""
    curve, strings = load().curve("secp256r1"), load().string_curve("ed25519")
    seeds = (
        curve.private_to_pkcs8(curve.generate().private_key),
        strings.to_der("spki", strings.generate().public_key),
    )
    for seed in seeds:
        for place in range(min(len(seed), 40)):
            for change in (0x01, 0x80, 0xFF):
                Path("file").write_bytes(
                    seed[:place] + bytes([seed[place] ^ change]) + seed[place + 1 :]
                )
                if whit("key", "show", "file") != 0:
                    assert whit.error.startswith("whit: file: ")
                    assert whit.error.count("\n") == 1


def test_devices_pipes_and_long_files_are_refused(whit: Whit) -> None:
    os.mkfifo("pipe")
    Path("folder").mkdir()
    with Path("folder/long").open("wb") as file:
        file.truncate(1 << 40)  # reading it would take all memory
    whit.run("key generate --curve P-256 --out key")
    Path("message").write_bytes(b"message")
    for name, what in {
        "/dev/zero": "a device, not a file",
        "pipe": "a pipe, not a file",
        "folder/long": "more than 1 MiB, too long for what it should be",
    }.items():
        for line in (
            f"key show {name}",
            f"key convert {name} --to pem",
            f"sign --key {name} message",
            f"verify --key {name} --signature message message",
            f"verify --key key --signature {name} message",
        ):
            assert whit.refuse(line) == f"{name}: {what}"
    for name in ("/dev/zero", "pipe"):
        assert whit.refuse(f"sign --key key {name}").startswith(f"{name}: a ")


@pytest.mark.slow
def test_standard_input_is_read_within_bounds(whit: Whit) -> None:
    whit.run("key generate --curve X25519 --out key")
    program = f"{sys.executable} -c 'from lab.commands.main import main; main()' key show"

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", f"ulimit -v 4000000; {line}"],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    for line in (
        f"cat key | {program} -",
        f"(sleep 0.2; cat key) | {program} /dev/stdin",
        f"{program} <(cat key)",
        f"{program} - < key",
    ):
        done = run(line)
        assert "X25519" in done.stdout, done.stderr
    assert run(f"{program} - <&-").stderr == "whit: -: Bad file descriptor\n"
    for line in (f"cat /dev/zero | {program} -", f"{program} - < /dev/zero"):
        done = run(line)
        assert done.stderr == "whit: -: more than 1 MiB, too long for what it should be\n"
        assert done.returncode == 1
