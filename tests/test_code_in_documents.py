# SPDX-License-Identifier: MIT
"""Every block of C and C++ in the documents compiles, with declarations of what it takes for
granted; and the lines of two pages for the shell do what the pages say."""

import re
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils, x25519
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from tests.runner.tools import ROOT

pytestmark = pytest.mark.slow

BLOCK = re.compile(r"^```(c|cpp)\n(.*?)^```$", re.M | re.S)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
DEFINES = re.compile(r"^(?:static )?\w[\w *]*\([^;]*\)\n\{|^static .*\)\n\{", re.M)
# Those of the others are compiled as the files that their pages name, by test_install_embedded.py,
# or held to be lines of programs that are, by test_examples.py.
ELSEWHERE = ("install-embedded.md", "arithmetic.md")
OPTIONS = ("ARITHMETIC", "HASH_TO_CURVE", "PAIRINGS", "BLS", "STEPS", "PREPARED")
FLAGS = (
    *("-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-unused-parameter", "-fsyntax-only"),
    *(f"-DWHIT_{option}=1" for option in OPTIONS),
)
# What blocks of C take for granted, by document, or by document and block.
KEY = "static uint8_t private_key[48], public_key[65], secret[48], signature[96];"
RANDOM = "static whit_random random;"
SURROUNDINGS = {
    "bls.md": f"""#include <whit/bls12_381_bls.h>
{RANDOM}
static whit_status status;
static uint8_t text[12], public_key[96], signature[48];
""",
    "ecpv.md": f"""#include <whit/secp192r1.h>
{RANDOM}
static whit_status status;
static uint8_t private_key[24];
static uint8_t reading[18];
""",
    "edhoc.md": """#include "edhoc.h"
#define IDENTIFIER_BYTES 4
#define CREDENTIAL_BYTES 100
static edhoc_credential server;
static edhoc_identity identity;
static whit_random random;
static edhoc_bytes connection;
size_t exchange(uint8_t *message, size_t length, size_t room);
""",
    "hash-to-curve.md": "#include <stdint.h>\n#include <stddef.h>\n"
    "static uint8_t password[8];\nstatic size_t password_length;\n",
    "hashing.md 0": "#include <whit/hash.h>\nvoid compress_by_engine(whit_hash_state *state);\n",
    "messages.md": """#include <whit/cose.h>
#include <whit/secp256r1.h>
#include <whit/senml.h>
#define PAYLOAD_BYTES 64
static uint8_t payload[64], private_key[32], public_key[65], pack[100];
static size_t payload_length, message_length, public_key_length;
extern uint8_t message[200], signature[64];
extern size_t length;
""",
    "migration.md": """#include <stddef.h>
#include <stdint.h>
#define PSA_SUCCESS 0
int32_t psa_generate_random(uint8_t *output, size_t output_size);
""",
    "power.md": """#include "timelib.h"
static timelib state;
static timelib_port port;
static const unsigned char message[12];
void sign(const unsigned char *bytes, size_t length);
""",
    "prepared.md": f"""#include <whit/prepared.h>
#include <whit/secp256r1.h>
{KEY}
static const uint8_t message[32];
static const size_t message_length = sizeof message;
""",
    "steps.md": f"#include <whit/secp256r1.h>\n{KEY}\nvoid feed_the_watchdog(void);\n",
}
BLOCKS = [
    (path.name, number, language, code)
    for path in sorted((ROOT / "doc").rglob("*.md"))
    if path.name not in ELSEWHERE
    for number, (language, code) in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")))
]


def whole(code: str, surroundings: str) -> str:
    """A file to compile: statements that are in no function are put into one."""
    if DEFINES.search(code):
        return f"{surroundings}\n{code}"
    lines = code.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    statements = "\n".join(line for line in lines if line not in includes)
    text = "\n".join([*includes, surroundings])
    return f"{text}\nvoid page(void);\nvoid page(void)\n{{\n{statements}\n}}\n"


def compiled(folder: Path, language: str, text: str) -> str:
    """What the compiler says."""
    (folder / "whit.h").write_text(
        "#include <whit/secp256r1.h>\n#include <whit/x25519.h>\n#include <whit/ed25519.h>\n"
    )
    program = folder / f"block.{language}"
    program.write_text(text, encoding="utf-8")
    compiler = ["gcc", "-std=c99"] if language == "c" else ["g++", "-std=c++17"]
    places = (folder, ROOT / "include", ROOT / "examples" / "edhoc", ROOT / "firmware" / "timelib")
    includes = [f"-I{place}" for place in places]
    done = subprocess.run(
        [*compiler, *FLAGS, *includes, program], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "number", "language", "code"), BLOCKS, ids=lambda each: str(each)[:20].split("\n")[0]
)
def test_block_compiles(name: str, number: int, language: str, code: str, tmp_path: Path) -> None:
    surroundings = SURROUNDINGS.get(f"{name} {number}", SURROUNDINGS.get(name, ""))
    text = whole(code, surroundings) if language == "c" else code
    assert compiled(tmp_path, language, text) == ""


def test_a_wrong_block_does_not_compile(tmp_path: Path) -> None:
    code = "whit_status status = whit_secp256r1_ecdh(secret, private_key, public_key);\n"
    assert "too few arguments" in compiled(tmp_path, "c", whole(code, SURROUNDINGS["steps.md"]))


def shell(page: str, folder: Path) -> None:
    """Run the lines of a page, each of which has to succeed."""
    text = (ROOT / "doc" / page).read_text(encoding="utf-8")
    for lines in SHELL.findall(text):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", lines],
            cwd=folder,
            env={"WHIT": str(ROOT), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, lines + done.stdout + done.stderr


def test_quick_start_begins_in_an_empty_folder(tmp_path: Path) -> None:
    found = BLOCK.search((ROOT / "doc" / "start.md").read_text(encoding="utf-8"))
    assert found is not None
    (tmp_path / "program.c").write_text(found[2], encoding="utf-8")
    shell("start.md", tmp_path)
    assert (tmp_path / "program.elf").is_file()


def test_keys_and_signatures_go_to_openssl_and_back(tmp_path: Path) -> None:
    shell("byte-order.md", tmp_path)

    def read(name: str) -> bytes:
        return (tmp_path / name).read_bytes()

    key = load_pem_private_key(read("key.pem"), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    numbers = key.private_numbers()
    point = numbers.public_numbers
    assert read("private.bin") == numbers.private_value.to_bytes(32)
    assert read("public.bin") == b"\4" + point.x.to_bytes(32) + point.y.to_bytes(32)
    again = load_pem_private_key(read("private.pem"), None)
    assert isinstance(again, ec.EllipticCurvePrivateKey)
    assert again.private_numbers() == numbers
    signature = read("signature.bin")
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    assert (r, s) == utils.decode_dss_signature(read("signature.der"))
    key.public_key().verify(read("again.der"), read("message"), ec.ECDSA(SHA256()))
    x = load_pem_private_key(read("x-again.pem"), None)
    assert isinstance(x, x25519.X25519PrivateKey)
    assert x.private_bytes_raw() == read("x-private.bin")
    assert x.public_key().public_bytes_raw() == read("x-public.bin")
    ed = load_pem_private_key(read("ed-again.pem"), None)
    assert isinstance(ed, ed25519.Ed25519PrivateKey)
    assert ed.private_bytes_raw() == read("ed-seed.bin")
    assert ed.public_key().public_bytes_raw() == read("ed-public.bin")
