# SPDX-License-Identifier: MIT
"""The C that the documents show is C that works."""

import base64
import datetime
import json
import re
import shlex
import shutil
import struct
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import cbor2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256, SHA384
from cryptography.hazmat.primitives.serialization import Encoding

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

# What the lines of the README take for granted.
SURROUNDINGS = """\
{includes}
static uint8_t private_key[WHIT_SECP256R1_PRIVATE_KEY_BYTES];
static uint8_t public_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
static uint8_t peer_key[WHIT_SECP256R1_PUBLIC_KEY_BYTES];
static uint8_t shared_secret[WHIT_SECP256R1_SHARED_SECRET_BYTES];
static uint8_t signature[WHIT_SECP256R1_SIGNATURE_BYTES];
void reject(void);
void session(whit_random rng, const uint8_t *message, size_t message_length);
void session(whit_random rng, const uint8_t *message, size_t message_length)
{{
{statements}
}}
"""


def succeed(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_lines_of_the_readme_compile(tmp_path: Path) -> None:
    found = re.search(r"^```c\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
    assert found is not None
    lines = found[1].splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    statements = [line for line in lines if line not in includes]
    program = tmp_path / "readme.c"
    program.write_text(
        SURROUNDINGS.format(includes="\n".join(includes), statements="\n".join(statements))
    )
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
    succeed(["gcc", *warnings, "-fsyntax-only", f"-I{ROOT / 'include'}", str(program)], tmp_path)


PROGRAMS = sorted(
    path for place in ("*.c", "arithmetic/*.c") for path in (ROOT / "examples").glob(place)
)


def told(example: Path, tmp_path: Path) -> str:
    """What an example says, built by the commands in its own comment, in a copy of what they
    name."""
    found = re.findall(r"^ \*     (cc .*)$", example.read_text(), re.MULTILINE)
    assert found
    amalgamate = [sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--curves", "secp256r1"]
    succeed([*amalgamate, "--output", str(tmp_path / "build" / "amalgamation")], ROOT)
    for name in ("include", "examples", "ports"):
        (tmp_path / name).symlink_to(ROOT / name)
    for line in found:
        command = shlex.split(line)
        succeed(command, tmp_path)
    program = command[command.index("-o") + 1] if "-o" in command else "a.out"
    return succeed([f"./{program}"], tmp_path)


@pytest.mark.parametrize("example", PROGRAMS, ids=lambda path: path.stem)
def test_example_works_as_it_says(example: Path, tmp_path: Path) -> None:
    output = told(example, tmp_path)
    assert output
    if example.stem == "reading":
        verify_readings(output)


def verify_readings(output: str) -> None:
    """With OpenSSL, and the parsers of Python."""
    said = dict(line.split(maxsplit=1) for line in output.splitlines())
    point = bytes.fromhex(said["key"])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)

    def verify(signature: bytes, signed: bytes) -> None:
        r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
        key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))

    def decoded(text: str) -> bytes:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

    reading = json.loads(said["JSS"])
    signed, _, text = said["JSS"].rpartition(',"jss.signature":')
    verify(decoded(reading["jss.signature"]), f"{signed}}}".encode())
    assert text == f'"{reading["jss.signature"]}"}}'
    assert (reading["chip_temp"], reading["measurement_id"]) == (20953, 34)
    signed, _, text = said["JWS"].rpartition(".")
    verify(decoded(text), signed.encode())
    assert json.loads(decoded(signed.split(".")[1]))[0]["v"] == 20.953
    headers, _, payload, signature = cbor2.loads(bytes.fromhex(said["COSE"])).value
    verify(signature, cbor2.dumps(["Signature1", headers, b"", payload]))
    assert cbor2.loads(payload)[0][2] == Decimal("20.953")


@pytest.mark.parametrize("window", [1, 4])
@pytest.mark.parametrize("coordinates", ["affine", "homogeneous", "jacobian"])
def test_coordinates_sign_and_verify(coordinates: str, window: int, tmp_path: Path) -> None:
    words = [f"COORDINATES={coordinates}", f"WINDOW={window}", f"BUILD={tmp_path}"]
    made = succeed(["make", "--silent", "-C", str(EXAMPLES / "coordinates"), *words, "run"], ROOT)
    assert made.endswith("signed and verified, both ways\n")


def test_lines_of_the_page_on_arithmetic_are_of_its_examples() -> None:
    page = (ROOT / "doc" / "arithmetic.md").read_text()
    shown = re.findall(r"^```c\n(.*?)^```$", page, re.M | re.S)
    assert len(shown) > 3
    sources = [path.read_text() for path in (ROOT / "examples" / "arithmetic").glob("*.c")]
    for lines in shown:
        assert any(lines in source for source in sources), lines


EXAMPLES = ROOT / "examples"
needs_arm = pytest.mark.skipif(
    not all(map(shutil.which, ("arm-none-eabi-gcc", "qemu-system-arm"))),
    reason="arm-none-eabi-gcc or qemu-system-arm is not installed",
)


def printed(elf: Path, last: str, *options: str) -> str:
    """What a program writes to its console in QEMU, up to a line."""
    command = ["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-monitor", "none"]
    process = subprocess.Popen(
        ["timeout", "60", *command, "-serial", "stdio", "-kernel", str(elf), *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = ""
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            lines += line
            if line.strip() == last:
                break
        process.terminate()
    return lines


@needs_arm
def test_bare_metal_program_runs(tmp_path: Path) -> None:
    succeed(["make", "-C", str(EXAMPLES / "bare-metal"), f"OUT={tmp_path}"], tmp_path)
    lines = printed(tmp_path / "bare-metal.elf", "done").splitlines()
    # The shared secret of RFC 5903, section 8.1.
    secret = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"
    assert f"secret    {secret}" in lines
    assert lines[-2:] == ["no new key: the board has no random source", "done"]


@needs_arm
def test_boot_loader_starts_what_the_vendor_signed_and_nothing_else(tmp_path: Path) -> None:
    folder = EXAMPLES / "secure-boot"
    succeed(["make", "-C", str(folder), f"OUT={tmp_path}"], tmp_path)
    good = (tmp_path / "image.bin").read_bytes()
    application = tmp_path / "application.bin"

    def boot(image: bytes) -> str:
        (tmp_path / "slot.bin").write_bytes(image)
        loader = ("-device", f"loader,file={tmp_path / 'slot.bin'},addr=0x4000")
        elf, started = tmp_path / "boot.elf", "application: running"
        return printed(elf, started if image == good else "boot: refused", *loader)

    def packed(version: int, key: str) -> bytes:
        image = tmp_path / "packed.bin"
        words = ["--key", str(tmp_path / key), "--version", str(version)]
        succeed([sys.executable, str(folder / "pack.py"), str(application), str(image), *words],
                tmp_path)  # fmt: skip
        return image.read_bytes()

    assert boot(good) == "boot: the signature is valid\napplication: running\n"
    curve = "ec_paramgen_curve:P-256"
    succeed(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", curve, "-out", "other.pem"],
            tmp_path)  # fmt: skip
    magic, version, length = struct.unpack_from("<III", good)
    longer = struct.pack("<III", magic, version, length + 256) + good[12:] + bytes(256)
    refused = {
        "no image": b"\xff" * 256,
        "another key": packed(1, "other.pem"),
        "an older version": packed(0, "vendor.pem"),
        "a flipped bit of the application": good[:-1] + bytes([good[-1] ^ 1]),
        "a flipped bit of the signature": good[:40] + bytes([good[40] ^ 1]) + good[41:],
        "another version": good[:4] + b"\2" + good[5:],
        "something behind it": longer,
        "longer than the slot": good[:8] + b"\xff\xff\xff\xff" + good[12:],
    }
    for name, image in refused.items():
        assert boot(image) == "boot: refused\n", name


def test_pack_says_what_is_wrong(tmp_path: Path) -> None:
    tool = [sys.executable, str(EXAMPLES / "secure-boot" / "pack.py")]
    (tmp_path / "application.bin").write_bytes(b"application")
    words = ["application.bin", "image.bin", "--key", "missing.pem", "--version", "1"]
    done = subprocess.run(
        [*tool, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("pack: openssl cannot sign with missing.pem")
    assert not (tmp_path / "image.bin").exists()


def certificate(
    name: str, key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey,
    algorithm: SHA256 | SHA384,
) -> bytes:  # fmt: skip
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(
        issuer_name=x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "issuer")]),
        subject_name=subject,
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=start,
        not_valid_after=start + datetime.timedelta(days=365),
    )
    return builder.sign(signer, algorithm).public_bytes(Encoding.DER)


def test_certificate_is_checked_by_the_issuers_key(tmp_path: Path) -> None:
    amalgamate = [sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--curves", "secp256r1"]
    succeed([*amalgamate, "--output", str(tmp_path)], ROOT)
    program = tmp_path / "certificate"
    source = EXAMPLES / "certificate" / "certificate.c"
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover"]
    succeed(["gcc", "-std=c99", *warnings, *sanitizers, f"-I{tmp_path}", str(source),
             str(tmp_path / "whit.c"), "-o", str(program)], tmp_path)  # fmt: skip
    issuer, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    wide = ec.generate_private_key(ec.SECP384R1())
    root = certificate("issuer", issuer, issuer, SHA256())
    good = certificate("subject", other, issuer, SHA256())

    def check(first: bytes, second: bytes) -> tuple[int, str]:
        (tmp_path / "issuer.der").write_bytes(first)
        (tmp_path / "subject.der").write_bytes(second)
        done = subprocess.run(
            [program, "issuer.der", "subject.der"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    assert check(root, good) == (0, "the signature is valid\n")
    assert check(certificate("issuer", issuer, wide, SHA384()), good)[0] == 0
    flipped = bytearray(good)
    flipped[len(good) // 4] ^= 1  # in what is signed
    refused = {
        "of another key": (root, certificate("subject", other, other, SHA256())),
        "of another hash": (root, certificate("subject", other, issuer, SHA384())),
        "of another curve": (certificate("issuer", wide, wide, SHA256()), good),
        "changed": (root, bytes(flipped)),
        "with a byte more": (root, good + b"\0"),
        "empty": (root, b""),
        "too long": (root, good.ljust(5000, b"\0")),
    }
    refused |= {f"cut at {n}": (root, good[:n]) for n in range(1, len(good), len(good) // 16)}
    for name, (first, second) in refused.items():
        code, text = check(first, second)
        assert (code, len(text.splitlines())) == (1, 1), (name, text)
