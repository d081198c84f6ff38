# SPDX-License-Identifier: MIT
"""The C that the documents show is C that works."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.c")), ids=lambda p: p.stem)
def test_example_works_as_it_says(example: Path, tmp_path: Path) -> None:
    """By the command in its own comment, in a copy of what that command names."""
    found = re.search(r"^ \*     (cc .*)$", example.read_text(), re.MULTILINE)
    assert found is not None
    command = shlex.split(found[1])
    amalgamate = [sys.executable, str(ROOT / "tools" / "amalgamate.py")]
    succeed([*amalgamate, "--output", str(tmp_path / "build" / "amalgamation")], ROOT)
    for name in ("include", "examples", "ports"):
        (tmp_path / name).symlink_to(ROOT / name)
    succeed(command, tmp_path)
    assert succeed([f"./{command[command.index('-o') + 1]}"], tmp_path)
