# SPDX-License-Identifier: MIT
"""whit key, sign and verify: files, their modes and errors, with openssl as the counterpart."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from program import OPEN, SECRET, Captured, Patch, Whit, mode, openssl

from lab.commands import files
from lab.library import load


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: Patch) -> None:
    files.library()  # or the first test's standard error says that it was compiled
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def whit(monkeypatch: Patch, capsys: Captured) -> Whit:
    return Whit(monkeypatch, capsys)


@pytest.mark.parametrize("curve", ["secp256r1", "secp521r1", "brainpoolP320r1", "secp160k1"])
@pytest.mark.parametrize("encoding", ["pkcs8", "sec1"])
@pytest.mark.parametrize("form", ["pem", "der"])
def test_a_new_key_is_openssls_too(whit: Whit, curve: str, encoding: str, form: str) -> None:
    line = f"key generate --curve {curve} --encoding {encoding} --format {form} --out key"
    assert whit(*line.split()) == 0
    assert mode("key") == SECRET
    assert list(Path().iterdir()) == [Path("key")]
    assert openssl(f"pkey -in key -inform {form.upper()} -check -noout") == "Key is valid\n"
    shown = whit.run("key show key")
    assert f"in {form.upper()}" in shown
    assert {"pkcs8": "PKCS #8", "sec1": "SEC 1"}[encoding] in shown


def test_keys_differ_and_go_to_standard_output(whit: Whit) -> None:
    keys = {whit.run("key generate --curve secp256r1 --format hex") for _ in range(3)}
    assert len(keys) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}\n", key) for key in keys)
    assert whit.run("key generate --curve prime256v1").startswith("-----BEGIN PRIVATE KEY-----\n")


def test_weak_curves_are_called_so(whit: Whit) -> None:
    assert whit("key", "generate", "--curve", "secp112r1", "--format", "hex") == 0
    assert whit.error == "whit: secp112r1 has 56-bit security: for tests alone\n"


@pytest.mark.parametrize("count", [1, 3])
def test_c_arrays(whit: Whit, count: int) -> None:
    text = whit.run(f"key generate --curve secp256r1 --c-array -n {count}")
    Path("keys.c").write_text(f"#include <stdint.h>\n{text}")
    subprocess.run(["cc", "-std=c99", "-fsyntax-only", "keys.c"], check=True)
    found = re.findall(r"static const uint8_t (\w+)\[(\d+)\] = \{([^}]*)\};", text)
    arrays = {name: bytes.fromhex(re.sub(r"0x|[,\s]", "", body)) for name, _, body in found}
    assert all(len(arrays[name]) == int(length) for name, length, _ in found)
    assert len(arrays) == 2 * count
    curve = load().curve("secp256r1")
    for number in range(1, count + 1):
        public_key = curve.public_key(arrays[f"private_key_{number}"])
        assert arrays[f"public_key_{number}"] == public_key


def test_nothing_is_overwritten_unless_forced(whit: Whit) -> None:
    generate = "key generate --curve secp256r1 --out key"
    whit.run(generate)
    before = Path("key").read_bytes()
    assert whit.refuse(generate) == "key: exists; --force replaces it"
    Path("key").chmod(OPEN)
    whit.run(f"{generate} --force")
    assert Path("key").read_bytes() != before
    assert mode("key") == SECRET
    Path("link").symlink_to("nothing")
    assert whit.refuse("key generate --curve secp256r1 --out link") == (
        "link: exists; --force replaces it"
    )


def test_conversions_come_back(whit: Whit) -> None:
    """Through every form and back to the first file, byte for byte."""
    openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out start")
    steps = ["sec1", "der", "pkcs8", "compressed", "pem", "sec1", "uncompressed", "pkcs8"]
    name = "start"
    for number, step in enumerate(steps):
        whit.run(f"key convert {name} --to {step} --out step{number}")
        name = f"step{number}"
        assert mode(name) == SECRET
        form = "DER" if Path(name).read_bytes()[0] == 0x30 else "PEM"
        assert openssl(f"pkey -in {name} -inform {form} -check -noout") == "Key is valid\n"
    assert Path(name).read_bytes() == Path("start").read_bytes()


def test_bare_bytes(whit: Whit) -> None:
    whit.run("key generate --curve brainpoolP224r1 --out key")
    text = whit.run("key convert key --to hex")
    Path("hex").write_text(text.upper())
    whit.run("key convert key --to raw --out raw")
    assert Path("raw").read_bytes() == bytes.fromhex(text)
    for name in ("hex", "raw"):
        again = f"key convert {name} --curve brainpoolP224r1 --to pem --to pkcs8"
        assert whit.run(again) == Path("key").read_text()
    point = whit.run("key convert key --to spki --to hex --to compressed")
    Path("point").write_text(point)
    assert len(point) == 2 * 29 + 1
    public = whit.run("key convert point --curve brainpoolP224r1 --to pem --to uncompressed")
    assert public == whit.run("key convert key --to spki")


@pytest.mark.parametrize("curve", ["secp160r1", "secp224k1"])
def test_a_private_key_as_long_as_a_compressed_one(whit: Whit, curve: str) -> None:
    """The order is a byte longer than the field there."""
    assert whit("key", "generate", "--curve", curve, "--format", "raw", "--out", "private") == 0
    to_point = f"key convert private --curve {curve} --to spki --to compressed --out point"
    whit.run(to_point)
    assert Path("point").stat().st_size == Path("private").stat().st_size
    assert "private key, raw" in whit.run(f"key show private --curve {curve}")
    assert "public key, raw" in whit.run(f"key show point --curve {curve}")


def test_a_public_key_is_openssls(whit: Whit) -> None:
    whit.run("key generate --curve secp256k1 --out key")
    whit.run("key convert key --to spki --out public")
    assert mode("public") == OPEN
    assert Path("public").read_text() == openssl("pkey -in key -pubout")
    whit.run("key convert public --to compressed --out short")
    openssl("ec -pubin -in public -conv_form compressed -out theirs")
    assert Path("short").read_bytes() == Path("theirs").read_bytes()
    assert whit.run("key convert short --to uncompressed") == Path("public").read_text()
    whit.run("key convert key --to compressed --out compressed")
    assert whit.run("key convert compressed --to spki") == Path("short").read_text()


def test_show_hides_the_private_key(whit: Whit) -> None:
    whit.run("key generate --curve secp256r1 --out key")
    bare = whit.run("key convert key --to hex").strip()
    assert bare not in whit.run("key show key")
    shown = whit.run("key show key --private")
    assert bare in shown
    assert "secp256r1, NIST P-256, P-256, prime256v1" in shown
    assert "128-bit security" in shown
    curve = load().curve("secp256r1")
    assert curve.public_key(bytes.fromhex(bare)).hex() in shown


def test_parameters_of_openssl_may_stand_before_the_key(whit: Whit) -> None:
    openssl("ecparam -name secp384r1 -genkey -out key")
    assert Path("key").read_text().startswith("-----BEGIN EC PARAMETERS-----")
    assert "secp384r1" in whit.run("key show key")
    openssl("ecparam -name secp521r1 -out other")
    key = Path("key").read_text()
    Path("key").write_text(Path("other").read_text() + key[key.index("-----BEGIN EC PRIV") :])
    assert whit.refuse("key show key") == (
        "key: its EC PARAMETERS are not the name of the key's curve"
    )


def test_encrypted_keys_are_called_so(whit: Whit) -> None:
    whit.run("key generate --curve secp256r1 --out key")
    openssl("pkcs8 -topk8 -in key -passout pass:x -out new.pem")
    openssl("pkcs8 -topk8 -in key -passout pass:x -outform DER -out new.der")
    openssl("ec -in key -aes128 -passout pass:x -out old.pem")
    for name in ("new.pem", "new.der", "old.pem"):
        assert "the key is encrypted" in whit.refuse(f"key show {name}")


def test_bad_key_files(whit: Whit) -> None:
    whit.run("key generate --curve secp256r1 --out key")
    key = Path("key").read_bytes()
    whit.run("key convert key --to der --out der")
    der = Path("der").read_bytes()
    other = load().curve("secp256r1").generate().public_key
    order = load().curve("secp256r1").parameters.order.to_bytes(32)
    bad = {
        "empty": (b"", "neither PEM nor DER"),
        "text": (b"hello", "neither PEM nor DER"),
        "long": (bytes((1 << 20) + 1), "more than 1 MiB, too long for what it should be"),
        "twice": (key + key, "2 blocks of PEM where one key is expected"),
        "cut.pem": (key[:100], "PEM without the line -----END PRIVATE KEY-----"),
        "around": (b"a key\n" + key, "text around the PEM"),
        "mislabelled": (key.replace(b"PRIVATE", b"EC PRIVATE"), "not the DER encoding"),
        "other": (key.replace(b"PRIVATE KEY", b"SECRET"), "holds SECRET, not one of PRIVATE KEY, "),
        "cut.der": (der[:-1], "neither PEM nor DER"),
        "trailing.der": (der + b"\0", "neither PEM nor DER"),
        "mixed": (der[:-65] + other, "its public key is not that of its private key"),
        "zero": (der[:36] + bytes(32) + der[68:], "not a valid key on secp256r1: zero, or not"),
        "order": (der[:36] + order + der[68:], "not a valid key on secp256r1: zero, or not"),
    }
    for name, (content, message) in bad.items():
        Path(name).write_bytes(content)
        said = whit.refuse(f"key show {name}")
        assert said.startswith(f"{name}: "), said
        assert message in said, name
    assert whit.refuse("key show none") == "none: No such file or directory"
    assert whit.refuse("key show .") == ".: is a directory"
    assert whit.refuse("key show der --curve secp384r1") == (
        "der: a key on secp256r1, not on secp384r1"
    )
    Path("short").write_bytes(bytes(31))
    assert whit.refuse("key show short --curve secp256r1") == (
        "short: 31 bytes; a key on secp256r1 has one of 32, 33, 65"
    )


def test_a_point_off_the_curve_is_refused(whit: Whit) -> None:
    curve = load().curve("secp256r1")
    public_key = bytearray(curve.generate().public_key)
    public_key[-1] ^= 1
    Path("key").write_bytes(curve.public_to_der(bytes(public_key)))
    assert whit.refuse("key show key") == (
        "key: not a valid key on secp256r1: not a point of the curve"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("key", "Missing command."),
        ("key generate", "Missing option '--curve'."),
        ("key generate --curve foo", "unknown curve 'foo'; whit list curves has all "),
        ("key generate --curve secp256r1 --format foo", "unknown format 'foo'; valid: pem, der, "),
        ("key generate --curve secp256r1 --encoding foo", "unknown encoding 'foo'; valid: pkcs8"),
        ("key generate --curve secp256r1 --encoding spki", "spki has no private key"),
        ("key generate --curve secp256r1 -n 2", "-n must be at least 1, and 1 without --c-array"),
        ("key generate --curve secp256r1 --c-array -n 0", "-n must be at least 1"),
        ("key generate --curve bls12_381", "bls12_381 has no object identifier, so no PEM and no"),
        ("key convert key", "Missing option '--to'."),
        ("key convert key --to foo", "unknown form 'foo'; valid: pem, der, hex, raw, c-array, "),
        ("key generate --curve P-257", "unknown curve 'P-257'; nearest: P-256, "),
        ("key convert key --to pem --to der", "--to takes a format once, not pem and der"),
        ("sign --key key key --format hex", "unknown format 'hex'; valid: der, raw"),
        ("sign --key key key --hash md5", "unknown hash 'md5'; valid: "),
        ("sign --key sm2 key", "sm2p256v1 is not for ECDSA"),
    ],
)
def test_usage_errors(whit: Whit, line: str, message: str) -> None:
    whit.run("key generate --curve secp256r1 --out key")
    whit.run("key generate --curve sm2p256v1 --out sm2")
    assert whit.refuse(line, code=2).startswith(message)


def test_outputs_that_cannot_be_written(whit: Whit) -> None:
    assert whit.refuse("key generate --curve secp256r1 --out no/such") == (
        "no/such: No such file or directory"
    )
    Path("folder").mkdir()
    assert whit.refuse("key generate --curve secp256r1 --out folder") == (
        "folder: exists; --force replaces it"
    )
    assert whit.refuse("key generate --curve secp256r1 --force --out folder") == (
        "folder: Is a directory"
    )


def test_binary_does_not_go_to_a_terminal() -> None:
    program = [sys.executable, "-c", "from lab.commands.main import main; main()"]
    leader, follower = os.openpty()
    try:
        line = "key generate --curve secp256r1 --format der"
        done = subprocess.run(
            [*program, *line.split()],
            stdout=follower,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    finally:
        os.close(follower)
        os.close(leader)
    assert done.returncode == 1
    assert done.stderr.endswith("whit: binary output to a terminal; --out names a file\n")


@pytest.mark.brief(4)
@pytest.mark.parametrize("curve", ["secp256r1", "secp521r1", "secp160r1", "brainpoolP384t1"])
@pytest.mark.parametrize("hash_name", ["sha1", "sha224", "sha256", "sha384", "sha512"])
def test_signatures_go_both_ways(whit: Whit, curve: str, hash_name: str) -> None:
    assert whit("key", "generate", "--curve", curve, "--out", "key") == 0
    whit.run("key convert key --to spki --out public")
    Path("message").write_bytes(os.urandom(1000))
    whit.run(f"sign --key key --hash {hash_name} message --out ours")
    assert openssl(f"dgst -{hash_name} -verify public -signature ours message") == "Verified OK\n"
    openssl(f"dgst -{hash_name} -sign key -out theirs message")
    for key in ("key", "public"):
        said = whit.run(f"verify --key {key} --signature theirs --hash {hash_name} message")
        assert said == f"theirs: the signature of message by this key on {curve}\n"
    Path("message").write_bytes(b"another")
    assert whit.refuse(f"verify --key key --signature theirs --hash {hash_name} message") == (
        "theirs: not the signature of message by this key"
    )


def test_signature_forms(whit: Whit) -> None:
    whit.run("key generate --curve secp256k1 --out key")
    Path("message").write_bytes(b"message")
    curve = load().curve("secp256k1")
    for number in range(8):  # each with a high or a low s
        Path("message").write_bytes(bytes([number]))
        whit.run("sign --key key message --format raw --force --out raw")
        whit.run("sign --key key message --force --out der")
        whit.run("sign --key key message --format raw --low-s --force --out low")
        raw, low = Path("raw").read_bytes(), Path("low").read_bytes()
        assert curve.signature_from_der(Path("der").read_bytes()) == raw
        s = int.from_bytes(raw[32:])
        order = curve.parameters.order
        assert int.from_bytes(low[32:]) == min(s, order - s)
        assert low[:32] == raw[:32]
        whit.run("verify --key key --format raw --signature raw message")
        whit.run("verify --key key --format raw --low-s --signature low message")
        if low != raw:
            assert whit.refuse("verify --key key --format raw --low-s --signature raw message") == (
                "raw: its s is above half the order"
            )
    assert mode("der") == OPEN
    assert whit.refuse("sign --key key message --out der") == "der: exists; --force replaces it"


def test_a_digest_is_signed_as_it_is(whit: Whit) -> None:
    whit.run("key generate --curve secp384r1 --out key")
    whit.run("key convert key --to spki --out public")
    Path("message").write_bytes(b"message")
    openssl("dgst -sha512 -binary -out digest message")
    whit.run("sign --key key --digest --hash sha512 digest --out signature")
    whit.run("sign --key key --hash sha512 message --out same")
    assert Path("signature").read_bytes() == Path("same").read_bytes()
    openssl("pkeyutl -verify -pubin -inkey public -in digest -sigfile signature")
    whit.run("verify --key public --digest --signature signature digest")
    Path("digest").write_bytes(b"")
    assert whit.refuse("sign --key key --digest digest") == "digest: an empty digest"


def test_bad_signatures(whit: Whit) -> None:
    whit.run("key generate --curve secp256r1 --out key")
    whit.run("key convert key --to spki --out public")
    Path("message").write_bytes(b"message")
    whit.run("sign --key key message --out good")
    good = Path("good").read_bytes()
    assert whit.refuse("sign --key public message") == "public: holds no private key"
    assert whit.refuse("sign --key key none") == "none: No such file or directory"
    for name, content in {"cut": good[:-1], "long": good + b"\0", "empty": b""}.items():
        Path(name).write_bytes(content)
        assert whit.refuse(f"verify --key key --signature {name} message") == (
            f"{name}: not the DER encoding of two integers, or a point's"
        )
        assert whit.refuse(f"verify --key key --format raw --signature {name} message") == (
            f"{name}: not that of a signature"
        )
    Path("zero").write_bytes(bytes(64))
    assert whit.refuse("verify --key key --format raw --signature zero message") == (
        "zero: not the signature of message by this key"
    )
